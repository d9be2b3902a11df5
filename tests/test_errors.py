"""Texts for people: one line that steers no terminal, numbers with their words."""

import pytest

from geo3d.errors import counted, printable


@pytest.mark.parametrize(
    ("number", "one", "text"),
    [
        (0, "face", "0 faces"), (1, "face", "1 face"), (2, "face", "2 faces"),
        (1, "vertex", "1 vertex"), (3, "vertex", "3 vertices"), (2, "body", "2 bodies"),
        (2, "matrix", "2 matrices"),
    ],
)  # fmt: skip
def test_counted(number, one, text):
    assert counted(number, one) == text


def test_printable():
    assert printable("a b é Ж 😀") == "a b é Ж 😀"
    assert printable("\x1b[1m\n\t\x7f\x9b") == r"\x1b[1m\n\t\x7f\x9b"
    assert printable("\u202e\ud800\U000e0001") == r"\u202e\ud800\U000e0001"
