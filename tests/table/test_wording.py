"""Each fault of a board file in one sentence: what is wrong at its place, what would be right."""

import copy
import json

import pytest
import trimesh

import geo3d
from geo3d.table.wording import shown

BASE = {
    "format": "geo3d-board/1",
    "ruleset": "none",
    "battlefield": {"size": [60, 44]},
    "pieces": {"block": {"mesh": "block.stl", "units": "inch"}},
    "features": [{"id": "f", "piece": "block", "at": [10, 10]}],
    "profiles": {"t": {"base": {"round": 32}, "height": 1.6}},
    "units": [
        {"id": "u", "player": "red", "profile": "t", "models": [{"id": "m", "at": [30, 30]}]}
    ],
}
JARGON = (
    "validation", "items", "dictionary", "instance", "integer", "boolean", "tuple", "ctx",
    "unable to parse", "Entry", "string", "[key]", "set_int_max_str_digits", "NoneType", "True",
    "unexpected", "1e+06", "datetime",
)  # fmt: skip


def zone(ring):
    return [{"id": "z", "player": "red", "boundary": ring}]


CORNERS = "a list of three or more corners [x, y], in order round the area, wanted, got "
LONG = 10**399
FAULTS = [
    # where, what is put there, the place that is told, what is said of it
    (["zones"], zone([[0, 0], [1, 1]]), "zones[0].boundary", CORNERS + "[[0, 0], [1, 1]]"),
    (["zones"], zone([]), "zones[0].boundary", CORNERS + "[]"),
    (["zones"], zone([[[0, 0], [1, 1]]]), "zones[0].boundary[0]", CORNERS + "[[0, 0], [1, 1]]"),
    (["zones"], zone("here"), "zones[0].boundary", CORNERS + "'here'"),
    (["zones"], zone([[0, 0], [4, 0], [4]]), "zones[0].boundary[2]",
     "a point [x, y] wanted, got [4]"),
    # A bow tie: its halves of opposite sense make an area of 0, but it is the sides that cross.
    (["zones"], zone([[0, 0], [4, 4], [4, 0], [0, 4]]), "zones[0].boundary",
     "the sides cross or touch at [2, 2]; the corners are wanted in order round the area"),
    (["zones"], zone([[0, 0], [0.1, 0.3], [0.7, 2.1]]), "zones[0].boundary",
     "these corners lie on one line and enclose no area; three or more that do are wanted"),
    (["objectives"], [{"id": "o", "at": [1, 2, 3]}], "objectives[0].at",
     "a point [x, y] wanted, got [1, 2, 3]"),
    (["features", 0, "at"], [1], "features[0].at", "a place [x, y] or [x, y, z] wanted, got [1]"),
    (["features", 0, "at"], [1, 2, 3, 4], "features[0].at",
     "a place [x, y] or [x, y, z] wanted, got [1, 2, 3, 4]"),
    (["features", 0, "at"], "here", "features[0].at",
     "a place [x, y] or [x, y, z] wanted, got 'here'"),
    (["features", 0, "at"], [1, LONG], "features[0].at[1]",
     "a number from -1000000 to 1000000 wanted, got a number of very many digits"),
    (["features", 0, "at"], [1, 1e30], "features[0].at[1]",
     "a number of at most 1000000 wanted, got 1e+30"),
    (["features", 0, "at"], [1, True], "features[0].at[1]", "a number wanted, got true"),
    (["features", 0, "at"], [1, None], "features[0].at[1]", "a number wanted, got null"),
    (["features", 0, "at"], [1, float("inf")], "features[0].at[1]",
     "a finite number wanted, got inf"),
    (["features", 0], 1, "features[0]", "a table of keys wanted, got 1"),
    (["features"], {}, "features", "a list wanted, got {}"),
    (["features", 0, "id"], 3, "features[0].id", "text in quotes wanted, got 3"),
    (["features", 0, "id"], "", "features[0].id", "a name of one character or more wanted, got ''"),
    (["features", 0, "id"], "a\ud800", "features[0].id", "half a character (a lone surrogate)"),
    (["pieces", "a\udc00"], {}, "pieces", "half a character (a lone surrogate)"),
    (["b\ud800"], 1, "the file", "half a character (a lone surrogate)"),
    (["pieces", ""], {"mesh": "block.stl"}, "pieces", "a name in it is empty"),
    (["pieces"], [], "pieces", "a table of keys wanted, got []"),
    (["pieces", "<x>"], 3, "pieces.<x>", "a table of keys wanted, got 3"),
    (["<x>"], 3, "<x>", "unknown key; known: active_player"),
    (["pieces", "block", "gaps"], "all", "pieces.block.gaps", '"auto", "none", or a list of'),
    (["pieces", "block", "gaps"], [[1, 2, 3]], "pieces.block.gaps[0]",
     "a list of [sill, lintel, width, [x, y, z]] wanted, got [1, 2, 3]"),
    (["pieces", "block", "gaps"], [[1, 2, 3, [1, 2]]], "pieces.block.gaps[0]",
     "a list of [sill, lintel, width, [x, y, z]] wanted"),
    (["pieces", "block", "solid"], 1, "pieces.block.solid", "true or false wanted, got 1"),
    (["pieces", "block", "units"], "feet", "pieces.block.units",
     "one of 'mm', 'cm', 'm' or 'inch' wanted, got 'feet'"),
    (["battlefield", "size"], [60], "battlefield.size", "two sizes [along x, along y] in inches"),
    (["battlefield", "size"], [60, -1], "battlefield.size[1]",
     "a number greater than 0 wanted, got -1"),
    (["battlefield"], 3, "battlefield", "a table of keys wanted, got 3"),
    (["battle_round"], 1.5, "battle_round", "a whole number wanted, got 1.5"),
    (["battle_round"], 0, "battle_round", "a number of at least 1 wanted, got 0"),
    (["profiles", "t", "base"], "box", "profiles.t.base", 'or "hull", wanted, got \'box\''),
    (["profiles", "t", "base"], 32, "profiles.t.base", "{ round = 32 }, { oval = [60, 35] }"),
    (["profiles", "t", "base"], {"oval": [3]}, "profiles.t.base.oval",
     "two sizes [along x, along y] in millimetres wanted, got [3]"),
    (["profiles", "t", "height"], {"a": 1}, "profiles.t.height",
     "a number wanted, got a table of keys"),
    (["settings"], {"line_width": -1}, "settings.line_width",
     "a number of at least 0 wanted, got -1"),
    (["format"], 3, "format", "'geo3d-board/1' wanted, got 3"),
]  # fmt: skip


def message(folder, text, name="board.json"):
    """What is said of a board file."""
    trimesh.creation.box(bounds=[(-1, -1, 0), (1, 1, 2)]).export(folder / "block.stl")
    path = folder / name
    path.write_text(text, encoding="utf-8")
    with pytest.raises(geo3d.BoardError) as caught:
        geo3d.load_board(path)
    said = str(caught.value)
    assert said.startswith(str(path))
    said = said.removeprefix(f"{path}: ")
    assert not [word for word in JARGON if word in said], said
    assert said.isprintable()
    return said


@pytest.mark.parametrize(
    ("where", "value", "place", "said"), FAULTS,
    ids=[f"{i}-{fault[2]!a}" for i, fault in enumerate(FAULTS)],
)  # fmt: skip
def test_faults(tmp_path, where, value, place, said):
    data = copy.deepcopy(BASE)
    at = data
    for step in where[:-1]:
        at = at[step]
    at[where[-1]] = value
    text = message(tmp_path, json.dumps(data))
    assert text.startswith(f"{place}: ")
    assert said in text


@pytest.mark.parametrize("name", ["board.toml", "board.json"])
def test_a_number_that_is_too_long_to_read(tmp_path, name):
    """Told by its line and length, not by a limit of Python's."""
    toml = 'format = "geo3d-board/1"\nruleset = "none"\n[battlefield]\nsize = [60, 44]\n'
    text = toml if name.endswith("toml") else json.dumps(BASE, indent=1)
    line = text[: text.index("44")].count("\n") + 1
    said = message(tmp_path, text.replace("44", "4" * 5000), name)
    assert said.startswith(f"line {line}: a number of 5000 digits; numbers from -1000000 to")


def test_numbers_and_dates_of_toml(tmp_path):
    toml = 'format = "geo3d-board/1"\nruleset = "none"\n[battlefield]\nsize = [60, 44]\n'
    said = message(tmp_path, toml.replace("44", "0x" + "f" * 5000), "board.toml")
    assert said.endswith("wanted, got a number of very many digits")
    said = message(tmp_path, toml.replace("44", "2020-01-31"), "board.toml")
    assert said.endswith("a number wanted, got the date or time 2020-01-31")


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("b.yaml", "format: geo3d-board/1\n",
         "not TOML, and a board file is TOML (.toml) or JSON (.json): "),
        ("b.html", "<html>", "not TOML, and a board file is TOML (.toml) or JSON (.json): "),
        ("b", "{ 1", "line 1, column 3: not JSON, and a board file is TOML (.toml) or JSON"),
        ("b.toml", "format: x", "not TOML: "),
        ("b.json", " \n", "the file is empty; a board file (TOML or JSON) is wanted"),
        ("b.json", "[]", "a table of keys is wanted at the top, got []"),
        ("b.json", "null", "a table of keys is wanted at the top, got null"),
    ],
)  # fmt: skip
def test_files_that_are_no_boards(tmp_path, name, text, said):
    assert message(tmp_path, text, name).startswith(said)


def test_shown():
    assert shown([1, 2.5, "a", None, False]) == "[1, 2.5, 'a', null, false]"
    assert shown("x" * 100) == "'" + "x" * 56 + "..."
    assert shown({"a": 1}) == "a table of keys"
    assert shown(-(10**59)) == "-1" + "0" * 55 + "..."
    nested: list = []
    for _ in range(5000):
        nested = [nested]
    assert shown(nested) == "[[[[[...]]]]]"
