"""Polygons cut by planes, against shapely and closed forms."""

import numpy as np
import pytest
import shapely

from geo3d.rays.clipping import between_levels, clipped


def cut(points, at, normal):
    corners = np.zeros((2, 16, 3))
    corners[0, : len(points)] = points
    count = clipped(corners, 0, len(points), *at, *normal)
    return corners[1, :count]


SQUARE = np.array([[0.0, 0.0, 1.0], [2.0, 0.0, 1.0], [2.0, 2.0, 1.0], [0.0, 2.0, 1.0]])


def test_a_square_is_halved_kept_or_gone():
    half = cut(SQUARE, (1.0, 0.0, 0.0), (1.0, 0.0, 0.0))
    assert shapely.Polygon(half[:, :2]).area == pytest.approx(2.0) and (half[:, 2] == 1.0).all()
    assert len(cut(SQUARE, (-1.0, 0.0, 0.0), (1.0, 0.0, 0.0))) == 4
    assert len(cut(SQUARE, (3.0, 0.0, 0.0), (1.0, 0.0, 0.0))) == 0
    # One that only touches the plane is kept as far as it touches.
    assert {tuple(p[:2]) for p in cut(SQUARE, (2.0, 0.0, 0.0), (1.0, 0.0, 0.0))} == {(2, 0), (2, 2)}


@pytest.mark.parametrize("seed", range(20))
def test_random_cuts_agree_with_shapely(seed):
    rng = np.random.default_rng(seed)
    triangle = rng.uniform(-1.0, 1.0, (3, 3))
    triangle[:, 2] = 0.0
    at, normal = rng.uniform(-0.5, 0.5, 2), rng.normal(size=2)
    left = cut(triangle, (*at, 0.0), (*normal, 0.0))
    along = np.array([-normal[1], normal[0]]) * 100.0
    side = shapely.Polygon(
        [at - along, at + along, at + along + 1e4 * normal, at - along + 1e4 * normal]
    )
    expected = shapely.Polygon(triangle[:, :2]).intersection(side).area
    area = shapely.Polygon(left[:, :2]).area if len(left) >= 3 else 0.0
    assert area == pytest.approx(expected, abs=1e-9)


def test_between_two_levels():
    """A triangle whose width falls from 4 to 0 over heights 0 to 4: between 1 and 2 a trapezium of
    widths 3 and 2."""
    triangle = np.array([[-2.0, 0.0, 0.0], [2.0, 0.0, 0.0], [0.0, 0.0, 4.0]])
    corners = np.zeros((2, 8, 3))
    side, count = between_levels(triangle, 1.0, 2.0, corners)
    part = corners[side, :count]
    assert shapely.Polygon(part[:, [0, 2]]).area == pytest.approx(2.5)
    assert (part[:, 2].min(), part[:, 2].max()) == (1.0, 2.0)
    assert between_levels(triangle, 5.0, 6.0, corners)[1] == 0
