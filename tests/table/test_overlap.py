"""The area of a base over a region: closed forms of circular segments, and additivity."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from geo3d.table.bases import Base
from geo3d.table.figures import Figure, Profile
from geo3d.table.overlap import base_area, base_overlap


def figure(base, x=0.0, y=0.0, turn=0.0):
    return Figure(
        "m", "u", "red", Profile("p", base, 1.0, None, 0.0, frozenset(), None), (x, y, 0.0), turn
    )


ROUND = Base("round", 2.0, 2.0)
OVAL = Base("oval", 3.0, 1.0)
RECT = Base("rect", 2.0, 1.0)


@pytest.mark.parametrize("depth", [0.0, 1e-4, 0.3, 1.0, 2.0, 3.5, 4.0, 5.0])
@pytest.mark.parametrize("turn", [0.0, 33.3])
def test_circular_segment(depth, turn):
    """A disc of radius 2 that reaches `depth` over a straight border: the segment's area
    r² acos(1 - h/r) - (r - h) sqrt(2 r h - h²). In whatever direction, so no polygon's side can
    stand for the curve."""
    h = min(depth, 4.0)
    expected = 4 * np.arccos(1 - h / 2) - (2 - h) * np.sqrt(max(4 * h - h * h, 0.0))
    along = np.radians(turn)
    at = (2.0 - depth) * np.array([np.cos(along), np.sin(along)])
    border = shapely.affinity.rotate(shapely.box(-20, -20, 0, 20), turn, origin=(0, 0))
    assert base_overlap(figure(ROUND, *at), border) == pytest.approx(expected, abs=1e-12)


def test_whole_and_none():
    for base, area in ((ROUND, 4 * np.pi), (OVAL, 3 * np.pi), (RECT, 8.0)):
        assert base_area(figure(base)) == pytest.approx(area)
        assert base_overlap(figure(base, 5, 5, 20), shapely.box(0, 0, 10, 10)) == pytest.approx(
            area
        )
        assert base_overlap(figure(base, 5, 5, 20), shapely.box(20, 0, 30, 10)) < 1e-12
        assert base_overlap(figure(base), shapely.MultiPolygon()) == 0.0


def test_half_an_oval_and_a_hole():
    """Half of an ellipse on each side of any line through its centre; a hole is left out."""
    border = shapely.affinity.rotate(shapely.box(-20, -20, 0, 20), 12, origin=(0, 0))
    assert base_overlap(figure(OVAL, turn=70), border) == pytest.approx(1.5 * np.pi)
    holed = shapely.Polygon(
        [(-9, -9), (9, -9), (9, 9), (-9, 9)], [[(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)]]
    )
    assert base_overlap(figure(OVAL), holed) == pytest.approx(3 * np.pi - 1)


MILLIONTHS = st.floats(-4, 4).map(lambda value: round(value, 6))
"""Inches as a board file gives them."""


@given(
    st.sampled_from([ROUND, OVAL, RECT]), st.floats(-3, 3), st.floats(-3, 3), st.floats(0, 360),
    st.lists(st.tuples(MILLIONTHS, MILLIONTHS), min_size=3, max_size=7),
)  # fmt: skip
def test_like_its_polygon(base, x, y, turn, points):
    """Within .0005 of the base's area of what the 128 sided polygon gives, never less."""
    region = shapely.MultiPoint(points).convex_hull
    placed = figure(base, x, y, turn)
    rough = shapely.Polygon(placed.outline).intersection(region).area
    exact = base_overlap(placed, region)
    assert rough - 1e-9 <= exact <= rough + 5e-4 * base_area(placed)
