"""Obstacles grown by a base."""

from math import cos, pi, radians, sin

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiPoint, Point, Polygon, box

from geo3d.motion.reaching.cspace import OUTSIDE, grown, inner_box, of_base, reach_outline, shrunk
from geo3d.table.bases import Base

ROUND = Base("round", 0.8, 0.8)
OVAL = Base("oval", 1.5, 0.7)
RECT = Base("rect", 2.0, 1.0)
ARROW = Base("hull", 1.5, 0.5, np.array([[2.0, 0.0], [-1.0, 0.5], [-1.0, -0.5]]))
BASES = {"round": ROUND, "oval": OVAL, "rect": RECT, "arrow": ARROW}
L_SHAPE = Polygon([(0, 0), (6, 0), (6, 2), (2, 2), (2, 6), (0, 6)])


@pytest.mark.parametrize("base", list(BASES.values()), ids=list(BASES))
@given(x=st.floats(-4, 10), y=st.floats(-4, 10), turn=st.floats(0, 360))
def test_it_holds_the_centre_exactly_where_the_base_touches(base, x, y, turn):
    """Never too small; too large by what a curve's sides lie outside of it."""
    placed = Polygon(base.placed((x, y), turn))
    touches = placed.intersects(L_SHAPE)
    told = grown(L_SHAPE, base, turn).buffer(1e-9).intersects(Point(x, y))
    assert told or not touches
    if told and not touches:
        most = (OUTSIDE - 1 + 4e-4) * max(base.half_x, base.half_y)
        assert placed.distance(L_SHAPE) <= (most if base.kind in ("round", "oval") else 1e-6)


def test_areas():
    """Steiner's formula: area, perimeter times radius, pi times its square."""
    assert grown(box(0, 0, 3, 2), RECT, 0.0).area == pytest.approx(7 * 4)
    assert grown(box(0, 0, 3, 2), RECT, 90.0).area == pytest.approx(5 * 6)
    exact = 6 + 10 * 0.8 + pi * 0.64
    assert exact <= grown(box(0, 0, 3, 2), ROUND, 0.0).area <= exact * 1.01
    # A point grown by an oval is the oval.
    oval = grown(box(0, 0, 1e-9, 1e-9), OVAL, 30.0)
    assert pi * 1.5 * 0.7 <= oval.area <= pi * 1.5 * 0.7 * OUTSIDE**2


@pytest.mark.parametrize("base", list(BASES.values()), ids=list(BASES))
def test_a_line_is_in_the_way_too(base):
    line = LineString([(0, 0), (5, 0)])
    found = grown(line, base, 0.0)
    high = {"round": 0.8, "oval": 0.7, "rect": 1.0, "hull": 0.5}[base.kind]
    assert found.bounds[3] == pytest.approx(high, rel=0.01)
    assert found.covers(line)


def test_a_hull_is_mirrored():
    """Its tip points along +x: what lies beyond the tip is met from afar."""
    found = grown(box(10, -0.1, 11, 0.1), ARROW, 0.0)
    assert found.bounds[0] == pytest.approx(8.0) and found.bounds[2] == pytest.approx(12.0)
    assert grown(box(10, -0.1, 11, 0.1), ARROW, 180.0).bounds[0] == pytest.approx(9.0)


@pytest.mark.parametrize("base", [ROUND, OVAL])
@given(bend=st.floats(1.0, 170.0), at=st.floats(0.0, 1.0), turn=st.floats(0.0, 360.0))
def test_a_corner_is_rounded_outside_of_the_curve(base, bend, at, turn):
    """A base that touches a corner of any angle lies in the way, whichever way it touches."""
    out = radians(bend)
    corner = Polygon([(0, 0), (-9 * cos(out), -9 * sin(out)), (-9, 0)])
    # The directions in which nothing else of it reaches farther.
    first, last = pi / 2, out - pi / 2
    angle = last + at * (first - last)
    normal = np.array([cos(angle), sin(angle)])
    turned = base.placed((0.0, 0.0), turn)
    far = turned[(turned @ normal).argmin()]
    assert grown(corner, base, turn).covers(Point(-far * (1 - 1e-9)))


def test_nothing_grows_to_nothing():
    assert grown(Polygon(), RECT, 10.0).is_empty and shrunk(Polygon(), RECT, 10.0).is_empty


def test_a_hole_too_small_for_the_base_is_closed():
    ring = box(-4, -4, 4, 4) - box(-0.9, -0.9, 0.9, 0.9)
    assert grown(ring, RECT, 0.0).covers(Point(0, 0))
    wider = box(-4, -4, 4, 4) - box(-2.5, -1.5, 2.5, 1.5)
    free = grown(wider.buffer(0), RECT, 0.0)
    assert not free.covers(Point(0, 0))
    assert (box(-1, -1, 1, 1) - free).area == pytest.approx(1.0)


def test_shrunk():
    assert shrunk(box(0, 0, 5, 4), RECT, 0.0).area == pytest.approx(1 * 2)
    assert shrunk(box(0, 0, 5, 4), RECT, 90.0).area == pytest.approx(3 * 0)
    # Two strips less their crossing, and what lies between the inner corner's arc and its square.
    exact = 0.4 * 4.4 * 2 - 0.16 + 0.64 * (1 - pi / 4)
    assert shrunk(L_SHAPE, ROUND, 0.0).area == pytest.approx(exact, rel=0.03)


def test_inner_box():
    assert inner_box((10.0, 8.0), RECT, 0.0).bounds == pytest.approx((2, 1, 8, 7))
    c, s = cos(radians(30)), sin(radians(30))
    wide, high = 2 * c + s, 2 * s + c
    found = inner_box((10.0, 8.0), RECT, 30.0).bounds
    assert found == pytest.approx((wide, high, 10 - wide, 8 - high))
    assert inner_box((3.0, 8.0), RECT, 0.0).is_empty


@given(
    turn=st.floats(0, 360), other=st.sampled_from(list(BASES)), base=st.sampled_from(list(BASES))
)
def test_of_base_is_the_hull_of_all_sums(turn, other, base):
    placed = BASES[other].placed((3.0, 4.0), 20.0)
    sums = placed[:, None] - reach_outline(BASES[base], turn)
    hull = MultiPoint(sums.reshape(-1, 2)).convex_hull
    found = of_base(placed, BASES[base], turn)
    assert shapely.hausdorff_distance(found, hull) < 1e-6
    assert found.area == pytest.approx(hull.area)
