"""Distances between bases, against closed forms."""

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d.table.bases import Base, hull_base
from geo3d.table.board import Board, Ground
from geo3d.table.figures import Figure, Profile
from geo3d.table.measure import measure
from geo3d.table.settings import Settings

MM = 25.4


def figure(id, base, x, y, z=0.0, turn=0.0):
    return Figure(id, id, id, Profile(id, base, 1.0, None, 0.0, frozenset(), None), (x, y, z), turn)


def between(one, other):
    board = Board(
        path=Path("board.toml"), ruleset="none", battle_round=1, active_player=None,
        size=(44.0, 30.0), ground=Ground(), settings=Settings(), features={}, areas={}, zones={},
        objectives={}, units={}, figures={"a": one, "b": other}, warnings=(),
    )  # fmt: skip
    there, back = measure(board, "a", "b"), measure(board, "b", "a")
    assert (there.horizontal, there.vertical, there.distance) == (
        back.horizontal, back.vertical, back.distance
    )  # fmt: skip
    assert there.from_ == back.to
    assert there.to == back.from_
    gap = np.linalg.norm(np.subtract(there.from_, there.to))
    assert gap == pytest.approx(there.distance, abs=1e-9)
    return there


ROUND = Base("round", 1.0, 1.0)
OVAL = Base("oval", 2.0, 1.0)
RECT = Base("rect", 2.0, 1.0)


def test_round_to_round():
    found = between(figure("a", ROUND, 0, 0), figure("b", ROUND, 3, 4))
    assert found.horizontal == pytest.approx(3.0, abs=1e-12)
    assert found.from_ == pytest.approx((0.6, 0.8, 0))


def test_height_counts():
    """3 across and 4 up: 5. Vertical is between the undersides."""
    found = between(figure("a", ROUND, 0, 0), figure("b", ROUND, 5, 0, 4.0))
    assert (found.horizontal, found.vertical, found.distance) == pytest.approx((3.0, 4.0, 5.0))


def test_rectangles():
    """Side by side: 1. Turned by 45 degrees the corner reaches sqrt 5 along its own diagonal."""
    assert between(figure("a", RECT, 0, 0), figure("b", RECT, 5, 0)).horizontal == pytest.approx(
        1.0
    )
    square = Base("rect", 1.0, 1.0)
    found = between(figure("a", square, 0, 0), figure("b", square, 5, 0, turn=45))
    assert found.horizontal == pytest.approx(5 - 1 - np.sqrt(2), abs=1e-12)


def test_oval_along_its_axes_and_turned():
    assert between(figure("a", OVAL, 0, 0), figure("b", ROUND, 6, 0)).horizontal == pytest.approx(
        3.0
    )
    assert between(figure("a", OVAL, 0, 0), figure("b", ROUND, 0, 6)).horizontal == pytest.approx(
        4.0
    )
    turned = between(figure("a", OVAL, 0, 0, turn=90), figure("b", ROUND, 0, 6))
    assert turned.horizontal == pytest.approx(3.0, abs=1e-9)


def test_oval_to_a_point_of_its_evolute():
    """The ellipse x = 2 cos t, y = sin t at t = 1: along its normal a distance d outward."""
    t, d = 1.0, 1.7
    point = np.array([2 * np.cos(t), np.sin(t)])
    normal = np.array([np.cos(t), 2 * np.sin(t)])
    normal /= np.linalg.norm(normal)
    at = point + (d + 1.0) * normal
    found = between(figure("a", OVAL, 0, 0), figure("b", ROUND, *at))
    assert found.horizontal == pytest.approx(d, abs=1e-9)
    assert found.from_[:2] == pytest.approx(point, abs=1e-6)


def test_hull():
    base = hull_base(np.array([(-1, -1), (1, -1), (1, 1), (-1, 1), (0, 0)], dtype=float))
    found = between(figure("a", base, 0, 0), figure("b", ROUND, 4, 4))
    assert found.horizontal == pytest.approx(np.hypot(3, 3) - 1, abs=1e-12)


@pytest.mark.parametrize("x", [0.0, 0.5, 1.9, 2.0])
def test_overlapping_and_touching(x):
    assert between(figure("a", ROUND, 0, 0), figure("b", ROUND, x, 0)).horizontal == 0.0
    assert between(figure("a", RECT, 0, 0), figure("b", OVAL, x, 0)).horizontal == 0.0


place = st.floats(-20, 20)
angle = st.floats(0, 360)


@given(place, place, angle, angle, st.floats(0, 360), place, place)
def test_moving_and_turning_the_board_changes_nothing(x, y, turn1, turn2, whole, dx, dy):
    for one, other in ((RECT, OVAL), (OVAL, OVAL), (RECT, RECT), (ROUND, OVAL)):
        plain = between(figure("a", one, 0, 0, turn=turn1), figure("b", other, x, y, turn=turn2))
        a = np.radians(whole)
        moved = (x * np.cos(a) - y * np.sin(a) + dx, x * np.sin(a) + y * np.cos(a) + dy)
        turned = between(
            figure("a", one, dx, dy, turn=turn1 + whole),
            figure("b", other, *moved, turn=turn2 + whole),
        )
        assert turned.horizontal == pytest.approx(plain.horizontal, abs=1e-7)


@given(place, place, angle, angle)
def test_oval_lies_between_its_polygons(x, y, turn1, turn2):
    """An oval's distance is at most that of its inscribed polygon, and less by under .001."""
    exact = between(figure("a", OVAL, 0, 0, turn=turn1), figure("b", RECT, x, y, turn=turn2))
    inscribed = hull_base(OVAL.polygon)
    rough = between(figure("a", inscribed, 0, 0, turn=turn1), figure("b", RECT, x, y, turn=turn2))
    assert exact.horizontal <= rough.horizontal + 1e-9
    assert rough.horizontal - exact.horizontal < 1e-3
