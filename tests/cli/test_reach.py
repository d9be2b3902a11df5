"""`geo3d reach`: where a model can get to, and the way to a place."""

import math

import pytest


def test_an_open_disc(geo3d, board):
    """3" from (5, 10): nothing is near; the centre may be anywhere in the disc."""
    result = geo3d("reach", board, "--model", "red-1-a", "--max", 3, "--json")
    answer = result.json()
    assert result.status == 0
    assert set(answer) == {"area", "points", "maximum", "spacing", "warnings"}
    assert answer["area"] == pytest.approx(9 * math.pi, rel=0.02)
    for x, y, z, distance, _ in answer["points"]:
        assert z == 0.0
        assert distance == pytest.approx(math.hypot(x - 5, y - 10), abs=1e-6)
        assert distance <= 3.0
    farthest = max(row[3] for row in answer["points"])
    assert farthest == pytest.approx(3.0, abs=0.3)


def test_the_way_to_a_place(geo3d, board):
    result = geo3d("reach", board, "--model", "red-1-a", "--max", 5, "--to", "8,14", "--json")
    answer = result.json()
    assert result.status == 0 and answer["reachable"]
    assert answer["distance"]["total"] == pytest.approx(5.0)
    assert answer["path"] == [[5.0, 10.0, 0.0, 0.0], [8.0, 14.0, 0.0, 0.0]]


def test_out_of_reach_is_answered_with_1(geo3d, board):
    words = ["reach", board, "--model", "red-1-a", "--max", 4.9, "--to", "8,14"]
    result = geo3d(*words, "--json")
    answer = result.json()
    assert result.status == 1
    assert (answer["reachable"], answer["distance"], answer["path"]) == (False, None, [])
    result = geo3d(*words)
    assert result.status == 1
    assert "no legal way" in result.out


def test_text(geo3d, board):
    lines = geo3d("reach", board, "--model", "red-1-a", "--max", 3).out.splitlines()
    assert lines[0].startswith('red-1-a can end a move of 3" on 28.')
    lines = geo3d("reach", board, "--model", "red-1-a", "--max", 9, "--to", "8,14").out.splitlines()
    assert lines == [
        'red-1-a gets there in 5.00" of 9"',
        '5.00" across, 0.00" up, 0.00" down',
        "to (8.00, 14.00, 0.00), facing 0",
    ]


def test_a_distance_is_wanted(geo3d, board):
    result = geo3d("reach", board, "--model", "red-1-a")
    assert result.status == 2
    assert "has no move: a maximum distance is wanted" in result.err
