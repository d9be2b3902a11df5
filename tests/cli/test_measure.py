"""`geo3d measure`: base to base, by Pythagoras."""

import math

import pytest


def test_between_bases(geo3d, board):
    result = geo3d("measure", board, "--from", "red-1-a", "--to", "blue-1-b", "--json")
    answer = result.json()
    assert result.status == 0
    assert set(answer) == {"horizontal", "vertical", "distance", "from", "to", "warnings"}
    whole, radius = math.hypot(20, 9), 16 / 25.4
    assert answer["horizontal"] == pytest.approx(whole - 2 * radius, abs=1e-9)
    assert answer["vertical"] == 0
    assert answer["distance"] == pytest.approx(whole - 2 * radius, abs=1e-9)
    way = (20 / whole, -9 / whole)
    assert answer["from"] == pytest.approx([5 + radius * way[0], 10 + radius * way[1], 0])
    assert answer["to"] == pytest.approx([25 - radius * way[0], 1 - radius * way[1], 0])


def test_text(geo3d, board):
    out = geo3d("measure", board, "--from", "red-1-a", "--to", "blue-1-a").out
    assert out.splitlines()[0] == '18.74" from red-1-a to blue-1-a'
