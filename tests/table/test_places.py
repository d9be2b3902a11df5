"""Faults are told by their line and place; doubled keys and boundaries that are none are faults."""

import json

import pytest

import geo3d

BASIC = """format = "geo3d-board/1"
ruleset = "none"
[battlefield]
size = [60, 44.0]
[profiles.t]
base = { round = 32 }
height = 1.6
[[units]]
id = "u"
player = "red"
profile = "t"
models = [
  { id = "a", at = [30, 30] },
  { id = "b", at = [35, 30] },
]
"""


def fault(folder, text, name="b.toml"):
    path = folder / name
    path.write_text(text)
    with pytest.raises(geo3d.BoardError) as caught:
        geo3d.load_board(path)
    return str(caught.value)


@pytest.mark.parametrize(("old", "new", "line", "place"), [
    ("height = 1.6", "height = -1", 7, "profiles.t.height"),
    ('id = "b", at = [35, 30]', 'id = "b", at = [35]', 14, "units[0].models[1].at"),
    ('id = "b"', 'id = "a"', 14, "units[0].models[1].id"),
    ("size = [60, 44.0]", "", 3, "battlefield.size"),
    ('profile = "t"', 'profile = "s"', 11, "units[0].profile"),
])  # fmt: skip
def test_line_of_a_fault(tmp_path, old, new, line, place):
    assert f"b.toml: line {line}: {place}: " in fault(tmp_path, BASIC.replace(old, new))


def test_json_keys_twice(tmp_path):
    assert "'format' is there twice" in fault(tmp_path, '{"format": 1, "format": 2}', "b.json")


@pytest.mark.parametrize("ring", ["[[0,0],[4,4],[4,0],[0,4]]", "[[0,0],[4,4],[8,8]]"])
def test_boundary_that_is_none(tmp_path, ring):
    text = f'{BASIC}[[areas]]\nid = "A"\nboundary = {ring}\n'
    assert "areas[0].boundary: " in fault(tmp_path, text)


@pytest.mark.parametrize("key", ["a[b", "a]b.", "[", ".", "", "a[0]", "[0]b"])
def test_keys_of_any_characters(tmp_path, key):
    """A fault below a key that looks like a place is told, by the line of what it lies in."""
    text = BASIC + f'[profiles."{key}"]\nbase = {{ round = 0 }}\nheight = 1\n'
    assert "greater than 0" in fault(tmp_path, text)
    data = {"format": "geo3d-board/1", "ruleset": "none", "battlefield": {"size": [1, 1]}, key: 1}
    assert "unknown key" in fault(tmp_path, json.dumps(data), "b.json")
