"""`geo3d sightlines`: pairs both ways, rolled up to units, restricted to some."""

import pytest

from tests.cli.test_los import KEYS


def test_every_opposing_pair_both_ways(geo3d, board):
    result = geo3d("sightlines", board, "--json")
    answer = result.json()
    assert result.status == 0
    assert {"pairs", "units", "warnings"} <= set(answer)
    pairs = {(p["observer"], p["target"]): p["visible"] for p in answer["pairs"]}
    assert pairs == {
        ("red-1-a", "blue-1-a"): False,
        ("red-1-a", "blue-1-b"): True,
        ("blue-1-a", "red-1-a"): False,
        ("blue-1-b", "red-1-a"): True,
    }
    assert all(set(pair) >= KEYS for pair in answer["pairs"])


def test_units_rolled_up(geo3d, board):
    (unit,) = geo3d("sightlines", board, "--from", "red", "--to", "blue-1", "--json").json()[
        "units"
    ]
    assert (unit["from"], unit["to"], unit["visible"]) == ("red-1", "blue-1", True)
    assert unit["models_seeing"] == ["red-1-a"]
    assert unit["models_seen"] == ["blue-1-b"]
    assert abs(unit["distance"] - (20 - 32 / 25.4)) < 1e-9
    assert "benefit_of_cover" in unit


def test_text_is_a_line_a_pair_of_units(geo3d, board):
    result = geo3d("sightlines", board, "--from", "red")
    lines = [line.split() for line in result.out.splitlines()]
    assert ["red-1", "blue-1", "1", "of", "1", "1", "of", "2", "18.7"] in lines
    assert "1 of 2 pairs of models see each other" in result.out


def test_progress_stays_on_standard_error_and_short(geo3d, board):
    result = geo3d("sightlines", board, "--json")
    result.json()
    assert "4/4" in result.err
    assert len(result.err.splitlines()) == 1


@pytest.mark.parametrize("json", [False, True])
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--from", "green"], ["'green'", "blue-1", "red"]),
        (["--to", "green"], ["'green'", "blue-1", "red"]),
        (["--from", "red", "--to", "red-1"], ["no model of 'red' opposes one of 'red-1'"]),
    ],
)
def test_a_question_that_is_none_is_one_line_without_a_bar(geo3d, board, words, said, json):
    result = geo3d("sightlines", board, *words, *(["--json"] if json else []))
    assert (result.status, result.out) == (2, "")
    assert len(result.err.splitlines()) == 1
    assert all(word in result.err for word in said)


@pytest.mark.parametrize(
    ("units", "words", "said"),
    [
        ("red", [], "no two models on the board oppose each other: those of two players are "
         "wanted; all are of player 'red'"),
        ("red", ["--from", "red"], "no model opposes those of 'red'"),
        ("red", ["--to", "red-1"], "no model opposes those of 'red-1'"),
        ("none", [], "it has none"),
    ],
)  # fmt: skip
def test_boards_of_one_side(geo3d, board, tmp_path, units, words, said):
    for file in board.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "board.toml"
    text = path.read_text(encoding="utf-8").replace('player = "blue"', 'player = "red"')
    path.write_text(text if units == "red" else text.split("[[units]]")[0], encoding="utf-8")
    result = geo3d("sightlines", path, *words)
    assert result.status == 2
    assert said in result.err
    assert len(result.err.splitlines()) == 1
