"""Saving: what was moved is as it is now, all else is byte for byte what the file held."""

import json
import tomllib
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.table.board import Board
from geo3d_viewer.session import Session
from tests.picture.boards import OBSERVER, TARGET, box, write

BOARDS = Path(__file__).parents[2] / "meshes" / "boards"

TOML = """\
# A duel.   Keep this.
format = "geo3d-board/1"
ruleset = "wh40k-11e"   # and this

[battlefield]
size = [30, 20.0]

[pieces."a wall"]
mesh = "wall.ply"
units = "inch"
category = "dense"

[[features]]
id = "w"
piece = "a wall"
at = [12, 5]   # by eye
turn = 10

[[features]]
id = "deck"
piece = "a wall"
at = [20.0, 15.0]

[profiles.man]
base = { round = 32 }
height = 1.6

[[units]]
id = "reds"
player = "red"
profile = "man"
models = [
    { id = "r1", at = [3.0, 3.0] },  # first
    { id = "r2", at = [5.0, 3.0, 0.0], turn = 90 },
]

[[units]]
id = "blues"
player = "blue"
profile = "man"
models = [{ id = "b1", at = [25, 3] }]
"""


def _toml(folder: Path, text: str = TOML) -> Path:
    box((-2.0, 2.0), (-1.0, 1.0), (0.0, 3.0)).export(folder / "wall.ply")
    path = folder / "duel.toml"
    path.write_bytes(text.encode())
    return path


def _same(one: Board, other: Board) -> None:
    for id, figure in one.figures.items():
        assert figure.at == pytest.approx(other.figures[id].at, abs=1e-9)
        assert figure.turn_deg == pytest.approx(other.figures[id].turn_deg, abs=1e-9)
    for id, feature in one.features.items():
        assert np.allclose(feature.transform, other.features[id].transform, atol=1e-9)
    assert set(one.warnings) == set(other.warnings)


def test_only_the_lines_of_what_was_moved_change(tmp_path: Path) -> None:
    path = _toml(tmp_path)
    session = Session(geo3d.load_board(path), "r1", "b1")
    session.drag_to("r1", (4.0, 6.5, 0.0))
    session.drop("r1")
    session.drag_to("b1", (20.0, 15.0, 3.5))
    session.drop("b1")
    session.turn("w", 20.0)
    assert session.save() == path and not session.panel().unsaved
    expected = (
        TOML.replace("at = [3.0, 3.0]", "at = [4.0, 6.5]")
        .replace("at = [25, 3]", "at = [20.0, 15.0, 3.0]")
        .replace("turn = 10", "turn = 30.0")
    )
    assert path.read_text() == expected
    _same(geo3d.load_board(path), session.board)
    assert [each.name for each in tmp_path.iterdir()] == ["wall.ply", "duel.toml"] or sorted(
        each.name for each in tmp_path.iterdir()
    ) == ["duel.toml", "wall.ply"]


def test_saved_unchanged_it_is_the_same_to_the_byte(tmp_path: Path) -> None:
    path = _toml(tmp_path, TOML.replace("\n", "\r\n"))
    before = path.read_bytes()
    session = Session(geo3d.load_board(path))
    session.drag_to("r1", (9.0, 9.0, 0.0))
    session.undo()
    session.save()
    assert path.read_bytes() == before


@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_saved_and_taken_back_it_is_the_same_to_the_byte(tmp_path: Path, end: str) -> None:
    """r1 has been saved on a deck, with a height, and the wall turned; the file had neither."""
    path = _toml(tmp_path, TOML.replace("\n", end))
    before = path.read_bytes()
    session = Session(geo3d.load_board(path))
    session.drag_to("r1", (20.0, 15.0, 3.5))
    session.drop("r1")
    session.save()
    session.turn("deck", 15.0)
    session.save()
    held = tomllib.loads(path.read_text())
    assert held["units"][0]["models"][0]["at"] == [20.0, 15.0, 3.0]
    assert held["features"][1]["turn"] == 15.0
    session.undo()
    session.undo()
    session.save()
    assert path.read_bytes() == before
    _same(geo3d.load_board(path), session.board)


@pytest.mark.parametrize("name", ["crossroads", "outpost", "ruined-quarter"])
def test_a_shipped_board_saved_and_taken_back_is_the_one_that_was_loaded(
    tmp_path: Path, name: str
) -> None:
    path = tmp_path / f"{name}.toml"
    path.write_bytes((BOARDS / path.name).read_bytes())
    session = Session(geo3d.load_board(path))
    for id in ("red-1-d", "blue-1-a"):
        session.drag_to(id, (20.0, 20.0, 4.0))
        session.drop(id)
        session.save()
    assert path.read_bytes() != (BOARDS / path.name).read_bytes()
    while session.undo():
        pass
    session.save()
    assert path.read_bytes() == (BOARDS / path.name).read_bytes()


def test_a_model_on_what_was_moved_away_keeps_its_height(tmp_path: Path) -> None:
    """Without z it stands on the ground there, a base plate of up to ground_step included."""
    path = _toml(tmp_path, TOML.replace("at = [25, 3]", "at = [20, 15]").replace(
        'category = "dense"', 'category = "dense"', 1))  # fmt: skip
    box((-2.0, 2.0), (-1.0, 1.0), (0.0, 0.2)).export(tmp_path / "wall.ply")
    session = Session(geo3d.load_board(path))
    assert session.board.figures["b1"].at[2] == pytest.approx(0.2)
    session.drag_to("deck", (10.0, 15.0, 0.0))
    session.drop("deck")
    session.save()
    data = tomllib.loads(path.read_text())
    assert data["units"][1]["models"][0]["at"] == pytest.approx([20.0, 15.0, 0.2])
    _same(geo3d.load_board(path), session.board)


def test_json_keeps_its_order_and_its_indent(tmp_path: Path) -> None:
    path = write(tmp_path, {"мур": box((12, 12.5), (2, 8), (0, 9))})
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data, indent=3, ensure_ascii=False) + "\n", encoding="utf-8")
    session = Session(geo3d.load_board(path), OBSERVER, TARGET)
    session.drag_to(TARGET, (21.0, 12.0, 0.0))
    session.save()
    data["units"][1]["models"][0]["at"] = [21.0, 12.0]
    assert path.read_text(encoding="utf-8") == json.dumps(data, indent=3, ensure_ascii=False) + "\n"


def test_in_another_folder_the_meshes_are_still_found(tmp_path: Path) -> None:
    path = _toml(tmp_path)
    session = Session(geo3d.load_board(path))
    session.drag_to("r1", (9.0, 9.0, 0.0))
    session.drop("r1")
    there = tmp_path / "deep" / "er"
    there.mkdir(parents=True)
    assert session.save(there / "copy.toml") == there / "copy.toml"
    assert path.read_text() == TOML and session.panel().unsaved
    _same(geo3d.load_board(there / "copy.toml"), session.board)


def test_what_another_program_wrote_is_not_lost(tmp_path: Path) -> None:
    path = _toml(tmp_path)
    session = Session(geo3d.load_board(path))
    path.write_text(TOML + "\n# mine\n")
    with pytest.raises(geo3d.UsageError, match=r"duel\.toml: has been changed by another program"):
        session.save()
    assert path.read_text().endswith("# mine\n")
    # Twice by itself is no change by another.
    other = Session(geo3d.load_board(path))
    for x in (9.0, 10.0):
        other.drag_to("r1", (x, 9.0, 0.0))
        other.drop("r1")
        other.save()


def test_where_it_cannot_be_saved_is_told(tmp_path: Path) -> None:
    session = Session(geo3d.load_board(_toml(tmp_path)))
    with pytest.raises(geo3d.UsageError, match=r"a name that ends in \.toml is wanted"):
        session.save(tmp_path / "duel.json")
    with pytest.raises(geo3d.UsageError, match=r"nowhere.duel\.toml: cannot be written"):
        session.save(tmp_path / "nowhere" / "duel.toml")
