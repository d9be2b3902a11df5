"""docs/boards.md and docs/answers.md: every key and setting is there, and the example loads."""

import json
import re
from dataclasses import fields
from pathlib import Path

import pytest
from pydantic import BaseModel

import geo3d
from geo3d.table import Settings, format

DOCS = Path(__file__).resolve().parents[2] / "docs"
BOARDS = (DOCS / "boards.md").read_text(encoding="utf-8")
ANSWERS = (DOCS / "answers.md").read_text(encoding="utf-8")

SETTINGS = BOARDS.split("\n## settings\n")[1]

ENTRIES = [
    entry
    for entry in vars(format).values()
    if isinstance(entry, type) and issubclass(entry, BaseModel) and entry.model_fields
]


def example(text: str, language: str) -> str:
    (found,) = re.findall(rf"^```{language}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)
    return found


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.__name__)
def test_every_key_of_a_board_is_explained(entry):
    for key in entry.model_fields:
        assert re.search(rf"`[^`\n]*\b{key}\b[^`\n]*`|^\[*{key}\b", BOARDS, re.MULTILINE), key


def test_every_setting_with_its_default():
    for setting in fields(Settings):
        (row,) = re.findall(rf"^\| `{setting.name}` \| (.*?) \|", SETTINGS, re.MULTILINE)
        shown = row.strip('`"')
        if isinstance(setting.default, (bool, str)):
            assert shown == str(setting.default).lower()
        elif setting.default is None:
            assert shown == "none"
        else:
            assert float(shown) == setting.default


def test_the_example_board_loads(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(example(BOARDS, "toml"), encoding="utf-8")
    board = geo3d.load_board(path)
    assert board.warnings == ()
    assert list(board.figures) == ["red-1-a", "red-1-b", "blue-1-a"]


def test_the_example_answer_has_the_keys_of_a_true_one(tmp_path):
    path = tmp_path / "board.toml"
    path.write_text(example(BOARDS, "toml"), encoding="utf-8")
    answer = geo3d.sight(geo3d.load_board(path), "red-1-a", "blue-1-a").to_dict()
    assert list(json.loads(example(ANSWERS, "json"))) == list(answer)
