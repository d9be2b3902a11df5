"""Lines are split as editors count them, also where a block of the text ends within one."""

import re

import pytest

from geo3d.piece.read import text
from geo3d.piece.read.text import lines_of


@pytest.mark.parametrize("block", [1, 2, 3, 7, 1 << 20])
@pytest.mark.parametrize(
    "content",
    ["", "a", "a\n", "\n\n", "a\r\nb\rc\nd", "\r\r\n\n\r", "a\x0bb\x85c\u2028d\r", "\r\n" * 9],
)
def test_lines(monkeypatch, block, content):
    """The same as a split at LF, CR LF and CR in one go, whatever the blocks."""
    monkeypatch.setattr(text, "_BLOCK", block)
    wanted = list(enumerate(re.split("\r\n|\n|\r", content), 1))
    found = list(lines_of(content))
    assert found == wanted
