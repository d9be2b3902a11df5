"""`geo3d move` and `geo3d stand`: a tank and a trooper, and a wall 5" high."""

import pytest
import trimesh

MODELS = """
[profiles.tank]
base = { round = 50.8 }
height = 2.5
move = 10.0
keywords = ["vehicle"]
[[units]]
id = "red-2"
player = "red"
profile = "tank"
models = [{ id = "tank", at = [10.0, 10.0] }]
"""
"""A base 2" across, so that it touches the wall's near face, x = 14.75, at x = 13.75."""


@pytest.fixture(scope="module")
def rules(board):
    """The board of the other commands, with the rules in force and a tank."""
    text = board.read_text(encoding="utf-8").replace('"none"', '"wh40k-11e"')
    text = text.replace('units = "inch"', 'units = "inch"\ncategory = "dense"')
    path = board.parent / "rules.toml"
    path.write_text(text + MODELS, encoding="utf-8")
    return path


def test_a_straight_line(geo3d, board):
    result = geo3d("move", board, "--model", "red-1-a", "--to", "8,14", "--max", 5, "--json")
    answer = result.json()
    assert result.status == 0
    assert set(answer) == {"legal", "distance", "maximum", "violations", "end", "warnings"}
    assert answer["legal"] and answer["violations"] == []
    assert answer["distance"] == pytest.approx(
        {"horizontal": 5.0, "up": 0.0, "down": 0.0, "total": 5.0}
    )
    end = answer["end"]
    keys = {"legal", "stable", "tilt_deg", "margin", "overhang", "surface", "violations"}
    assert set(end) == keys
    assert end["stable"] and end["surface"] == {"feature": None, "height": 0.0}
    assert end["margin"] == pytest.approx(16 / 25.4, rel=1e-3)


def test_too_far_is_answered_with_1(geo3d, board):
    result = geo3d("move", board, "--model", "red-1-a", "--to", "8,14", "--max", 4.9, "--json")
    answer = result.json()
    assert result.status == 1 and not answer["legal"]
    (violation,) = answer["violations"]
    assert set(violation) == {"rule", "at", "by", "text"}
    assert violation["rule"] == "03.01"
    # After 4.9 of 5 inches from (5, 10) towards (8, 14).
    assert violation["at"] == pytest.approx([5 + 0.98 * 3, 10 + 0.98 * 4, 0.0])


def test_several_lines_and_a_turn(geo3d, board):
    result = geo3d("move", board, "--model", "red-1-a", "--to", "5,13@90", "--to", "8,13", "--json")
    assert result.status == 0
    assert result.json()["distance"]["total"] == pytest.approx(6.0)


def test_a_wall_stops_a_tank(geo3d, rules):
    result = geo3d("move", rules, "--model", "tank", "--to", "18,10", "--json")
    assert result.status == 1
    (violation,) = result.json()["violations"]
    assert (violation["rule"], violation["by"]) == ("13.06", "wall-1")
    assert '5.00" high' in violation["text"]


def test_a_tank_climbs_over_it(geo3d, rules):
    """10 to 13.7, 5 up, 2.6 across, 5 down, 1.7 on: 8 across and 10 vertically."""
    way = ["13.7,10", "13.7,10,5", "16.3,10,5", "16.3,10,0", "18,10"]
    to = [word for place in way for word in ("--to", place)]
    result = geo3d("move", rules, "--model", "tank", *to, "--max", 18, "--json")
    answer = result.json()
    assert result.status == 0, answer["violations"]
    assert answer["distance"] == pytest.approx(
        {"horizontal": 8.0, "up": 5.0, "down": 5.0, "total": 18.0}
    )
    assert geo3d("move", rules, "--model", "tank", *to, "--json").status == 1


def test_text(geo3d, rules):
    lines = geo3d("move", rules, "--model", "tank", "--to", "18,10").out.splitlines()
    assert lines[0] == 'tank: not legal, 8.00" of 10"'
    assert lines[1] == '8.00" across, 0.00" up, 0.00" down'
    assert lines[2].startswith("13.06 at (")
    assert lines[3].startswith("it stands on the ground")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--to", "8"], "--to '8': X,Y or X,Y,Z in inches wanted"),
        (["--to", "8,9,1,2"], "X,Y or X,Y,Z in inches wanted"),
        (["--to", "8,9@"], "with @TURN in degrees"),
        (["--to", "8,9@north"], "with @TURN in degrees"),
        (["--to", "1e9,9"], "numbers from -1e+06 to 1e+06 wanted"),
        (["--to", "nan,9"], "numbers from -1e+06 to 1e+06 wanted"),
        ([], "--to is missing"),
        (["--to", "8,9", "--max", "-1"], "0 or more inches wanted"),
        (["--to", "8,9", "--max", "nan"], "0 or more inches wanted"),
    ],
)
def test_what_is_refused(geo3d, board, words, said):
    result = geo3d("move", board, "--model", "red-1-a", *words)
    assert result.status == 2 and result.out == ""
    assert said in result.err


def test_an_unknown_model(geo3d, board):
    result = geo3d("move", board, "--model", "red-9", "--to", "1,1")
    assert result.status == 2
    assert "no model 'red-9' on the board" in result.err


def test_stand(geo3d, rules):
    result = geo3d("stand", rules, "--model", "red-1-a", "--at", "12,3", "--json")
    answer = result.json()
    assert result.status == 0
    keys = {"legal", "stable", "tilt_deg", "margin", "overhang", "surface", "violations"}
    assert set(answer) == keys | {"warnings"}
    assert answer["legal"] and answer["surface"]["feature"] is None


def test_stand_in_a_wall_and_off_the_board(geo3d, rules):
    result = geo3d("stand", rules, "--model", "red-1-a", "--at", "15,10", "--json")
    assert result.status == 1
    assert {(v["rule"], v["by"]) for v in result.json()["violations"]} == {("03.01", "wall-1")}
    result = geo3d("stand", rules, "--model", "red-1-a", "--at", "-1,10")
    assert result.status == 1
    assert "crosses the battlefield's edge" in result.out
    assert (
        'it would stand on the ground 0.00" up, partly or wholly off the battlefield' in result.out
    )
    assert "stable" not in result.out


def test_to_stand_on_a_steep_relief(geo3d, board, tmp_path):
    """Up 1 in 3, 18.4 degrees: a relief is ground, so nothing is said of stability."""
    corners = [(0, 0, 0), (30, 0, 10), (30, 20, 10), (0, 20, 0)]
    trimesh.Trimesh(corners, [(0, 1, 2), (0, 2, 3)]).export(tmp_path / "slope.stl")
    ground = 'ground = { mesh = "slope.stl", units = "inch" }'
    text = board.read_text(encoding="utf-8").replace("[battlefield]", f"[battlefield]\n{ground}")
    (tmp_path / "wall.stl").write_bytes((board.parent / "wall.stl").read_bytes())
    path = tmp_path / "slope.toml"
    path.write_text(text, encoding="utf-8")
    result = geo3d("stand", path, "--model", "red-1-a", "--at", "9,4")
    assert result.status == 0, result.err
    assert 'it stands on the ground 3.00" up, tilted by 18.4 degrees' in result.out
    assert "stable" not in result.out and "hang" not in result.out
