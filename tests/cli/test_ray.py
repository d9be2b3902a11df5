"""`geo3d ray`: crossings in order, named, both on paper."""

import pytest


def test_through_the_wall(geo3d, board):
    result = geo3d("ray", board, "--from", "10,10,1", "--to", "20,10,1", "--json")
    answer = result.json()
    assert result.status == 0
    assert answer["blocked"] is True
    assert answer["warnings"] == []
    near, far = answer["crossings"]
    assert {near["id"], far["id"], near["kind"], far["kind"]} == {"wall-1", "terrain"}
    assert near["distance"] == pytest.approx(4.75, abs=1e-9)
    assert far["distance"] == pytest.approx(5.25, abs=1e-9)
    assert near["point"] == pytest.approx([14.75, 10, 1], abs=1e-9)
    assert far["point"] == pytest.approx([15.25, 10, 1], abs=1e-9)


def test_through_a_model_and_into_the_table(geo3d, board):
    # Straight down through the middle of red-1-a (top at 1.5), then through the table's top.
    answer = geo3d("ray", board, "--from", "5.1,10.1,3", "--to", "5.1,10.1,-1", "--json").json()
    named = [(c["kind"], round(c["distance"], 9)) for c in answer["crossings"]]
    assert named[0] == ("model", 1.5)
    assert ("ground", 3.0) in named


def test_over_the_wall(geo3d, board):
    result = geo3d("ray", board, "--from", "10,10,6", "--to", "20,10,6", "--json")
    assert result.json() == {"blocked": False, "crossings": [], "warnings": []}
    assert geo3d("ray", board, "--from", "10,10,6", "--to", "20,10,6").out.startswith("CLEAR")


def test_text(geo3d, board):
    out = geo3d("ray", board, "--from", "10,10,1", "--to", "20,10,1").out.splitlines()
    assert out[0] == "BLOCKED: 2 crossings"
    assert out[1].split() == ['4.75"', "wall-1", "(14.75,", "10.00,", "1.00)"]


@pytest.mark.parametrize("bad", ["1,2", "1,2,3,4", "a,b,c", "nan,0,0", "inf,0,0", "", "1 2 3"])
def test_bad_points(geo3d, board, bad):
    result = geo3d("ray", board, "--from", bad, "--to", "1,1,1")
    assert result.status == 2
    assert result.out == ""
    assert "--from" in result.err


def test_what_is_ignored_does_not_count(geo3d, board):
    """From red's middle through the wall into blue's: 16 mm of base, wall, base again."""
    line = ["ray", board, "--from", "5,10,1", "--to", "25,10.1,1", "--json"]

    def met(*names):
        options = [word for name in names for word in ("--ignore", name)]
        return {c["id"] for c in geo3d(*line, *options).json()["crossings"]}

    assert met() == {"red-1-a", "wall-1", "blue-1-a"}
    assert met("red-1-a") == {"wall-1", "blue-1-a"}
    assert met("red-1-a", "blue-1-a") == {"wall-1"}
    assert met("red-1", "blue-1") == {"wall-1"}
    assert met("wall-1", "red-1", "blue-1") == set()


def test_what_is_ignored_must_be_there(geo3d, board):
    result = geo3d("ray", board, "--from", "5,10,1", "--to", "25,10,1", "--ignore", "red-1-b")
    assert (result.status, result.out) == (2, "")
    assert "--ignore 'red-1-b'" in result.err and "'red-1-a'" in result.err
