"""The board file: what is accepted, and that each fault is told once, by its place."""

import json

import jsonschema
import pytest
import trimesh

import geo3d
from geo3d.table import board_schema

BASIC = """
format = "geo3d-board/1"
ruleset = "wh40k-11e"
[battlefield]
size = [60, 44.0]
[pieces.block]
mesh = "block.stl"
units = "inch"
category = "dense"
[[features]]
id = "f"
piece = "block"
at = [10, 10]
[profiles.trooper]
base = { round = 32 }
height = 1.6
[[units]]
id = "u"
player = "red"
profile = "trooper"
models = [{ id = "m", at = [30, 30] }]
"""


def write(folder, text, name="board.toml"):
    trimesh.creation.box(bounds=[(-1, -1, 0), (1, 1, 2)]).export(folder / "block.stl")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def test_defaults(tmp_path):
    """Only format, ruleset, size, ids and references are required; the rest has its default."""
    board = geo3d.load_board(write(tmp_path, BASIC))
    assert (board.battle_round, board.active_player, board.warnings) == (1, None, ())
    assert board.settings.to_dict() == {
        "solid_height": 3.0, "max_gap_width": 4.0, "min_gap_width": 0.1, "max_wall_thickness": 2.0,
        "seal_mouths": False, "adjacent_gap_width": 0.5, "straddling_gap": "part",
        "implicit_areas": True, "line_width": 0.0, "within_area": "overlap", "area_height": None,
        "max_tilt": 10.0, "centre_of_mass": "base", "ground_step": 0.25, "overhead_counts": False,
        "models_block": True, "detection_range": 15.0, "contact": 0.05,
    }  # fmt: skip
    assert board.features["f"].solid
    assert board.figures["m"].at == (30.0, 30.0, 0.0)
    assert list(board.areas) == ["f"]


def test_toml_and_json_are_one_format(tmp_path):
    """The same keys in JSON give the same board."""
    import tomllib

    data = tomllib.loads(BASIC)
    one = geo3d.load_board(write(tmp_path, BASIC))
    other = geo3d.load_board(write(tmp_path, json.dumps(data), "board.json"))
    assert one.figures["m"].at == other.figures["m"].at
    assert one.settings == other.settings
    jsonschema.validate(data, board_schema())
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**data, "extra": 1}, board_schema())


FAULTS = [
    # text to change, its replacement, what the message must hold
    ('format = "geo3d-board/1"', 'format = "geo3d-board/2"', ["format", "geo3d-board/1"]),
    ('ruleset = "wh40k-11e"', 'ruleset = "epic-armageddon"', ["ruleset", "not built yet"]),
    ('ruleset = "wh40k-11e"', 'ruleset = "chess"', ["ruleset", "wh40k-11e", "chess"]),
    ("size = [60, 44.0]", "", ["battlefield.size", "missing"]),
    ("size = [60, 44.0]", "size = [60, -1]", ["battlefield.size[1]", "greater than 0"]),
    ("size = [60, 44.0]", "size = [60, nan]", ["battlefield.size[1]"]),
    ("at = [10, 10]", "at = [10]", ["features[0].at"]),
    ("at = [10, 10]", "at = [10, inf]", ["features[0].at[1]", "finite"]),
    ("at = [10, 10]", 'at = "here"', ["features[0].at", "[x, y]"]),
    ("at = [10, 10]", "at = [10, 10]\nturm = 5", ["features[0].turm", "unknown", "turn"]),
    ("at = [10, 10]", 'at = [10, 10]\ncategory = "woods"', ["features[0].category", "dense"]),
    ('piece = "block"', 'piece = "blok"', ["features[0].piece", "'blok'", "did you mean 'block'"]),
    ('mesh = "block.stl"', 'mesh = "gone.stl"', ["pieces.block.mesh", "gone.stl", "no such file"]),
    ('mesh = "block.stl"', 'mesh = "geo3d:ruin-cornr"', ["pieces.block.mesh", "ruin-corner"]),
    ('units = "inch"', "", ["pieces.block.mesh", "units", "inches"]),
    ('units = "inch"', 'units = "furlong"', ["pieces.block.units", "furlong"]),
    ('category = "dense"', "", ["features[0].category", "required"]),
    ('id = "m"', 'id = "f"', ["units[0].models[0].id", "'f'", "features[0].id"]),
    ('player = "red"', 'player = "m"', ["units[0].player", "'m'"]),
    ("base = { round = 32 }", "base = { round = 0 }", ["profiles.trooper.base.round", "greater"]),
    ("base = { round = 32 }", "base = { square = 32 }", ["profiles.trooper.base", "square"]),
    ("base = { round = 32 }", "base = { round = 32, oval = [60, 35] }", ["exactly one"]),
    ("base = { round = 32 }", 'base = "hull"', ["profiles.trooper", "hull", "mesh"]),
    ("base = { round = 32 }", 'base = "box"', ["profiles.trooper.base", "hull"]),
    ("height = 1.6", "", ["profiles.trooper", "height", "mesh"]),
    ("height = 1.6", 'height = 1.6\nmesh = "block.stl"', ["profiles.trooper", "exactly one"]),
    ('profile = "trooper"', 'profile = "tropper"', ["units[0].profile", "trooper"]),
    ("[[units]]", "[settings]\nsolid_hight = 2\n[[units]]", ["solid_hight", "solid_height"]),
    ("[[units]]", "[settings]\nmax_tilt = 100\n[[units]]", ["settings.max_tilt", "90"]),
    ("[[units]]", '[settings]\nseal_mouths = "no"\n[[units]]', ["settings.seal_mouths"]),
    ("[[units]]", '[[areas]]\nid = "A"\n[[units]]', ["areas[0]", "features or a boundary"]),
    ("[[units]]", '[[areas]]\nid = "A"\nfeatures = ["g"]\n[[units]]', ["areas[0].features[0]"]),
    ("[[units]]", "battle_round = 0\n[[units]]", ["battle_round"]),
    ("[battlefield]", 'active_player = "green"\n[battlefield]', ["active_player", "'green'"]),
    ("[battlefield]", "battlefield", ["not TOML", "line"]),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "wanted"), FAULTS, ids=[f"{f[0]}>{f[1]}" for f in FAULTS])
def test_faults(tmp_path, old, new, wanted):
    assert BASIC.count(old) >= 1
    path = write(tmp_path, BASIC.replace(old, new, 1))
    with pytest.raises(geo3d.BoardError) as caught:
        geo3d.load_board(path)
    message = str(caught.value)
    assert str(path) in message
    for text in wanted:
        assert text in message, message
    assert "pydantic" not in message
    assert "<" not in message.replace(str(path), "")


def test_all_faults_at_once(tmp_path):
    """Three faults of one kind of check are told in three lines."""
    text = BASIC.replace("at = [10, 10]", "at = [10]\nturm = 1").replace("1.6", '"tall"')
    with pytest.raises(geo3d.BoardError) as caught:
        geo3d.load_board(write(tmp_path, text))
    lines = str(caught.value).splitlines()
    assert len(lines) == 3
    assert all("board.toml: " in line for line in lines)


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"[[[[", b"{" * 5000])
def test_not_a_board(tmp_path, content):
    for name in ("board.toml", "board.json"):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(geo3d.BoardError, match=name):
            geo3d.load_board(path)
    with pytest.raises(geo3d.BoardError, match="no such file"):
        geo3d.load_board(tmp_path / "none.toml")
    with pytest.raises(geo3d.BoardError, match="folder"):
        geo3d.load_board(tmp_path)
