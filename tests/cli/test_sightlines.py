"""`geo3d sightlines`: pairs both ways, rolled up to units, restricted to some."""

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


def test_unknown_unit_names_those_that_are_there(geo3d, board):
    result = geo3d("sightlines", board, "--from", "green")
    assert result.status == 2
    assert "green" in result.err
    assert "blue-1" in result.err
