"""Points on upright solids: on the surface, on what faces the other, by area."""

import numpy as np
import pytest

from geo3d.flat.solid import RIMS, Solid, solid_of
from tests.flat.scenes import asked, scene

SQUARE = np.array([[0, 0], [2, 0], [2, 1], [0, 1]], dtype=float)
"""2" along x, 1" along y."""

BOX = Solid(SQUARE, 0.0, 3.0)
FAR_X = Solid(SQUARE + (20, 0), 0.0, 3.0)
RNG = np.random.default_rng(9)
MANY = RNG.random((40_000, 2))


def sides(points):
    """How many lie on each side of BOX, in the order x = 0, x = 2, y = 0, y = 1, top."""
    x, y, z = points.T
    return [int(np.isclose(*pair).sum()) for pair in ((x, 0), (x, 2), (y, 0), (y, 1), (z, 3))]


def test_points_lie_on_the_surface():
    for points in (BOX.spread(MANY, FAR_X), BOX.elements(MANY, np.array([9, 9, 9.0]))[0]):
        x, y, z = points.T
        assert (points >= -1e-12).all() and (points <= np.array([2, 1, 3]) + 1e-12).all()
        on = np.isclose(x, 0) | np.isclose(x, 2) | np.isclose(y, 0) | np.isclose(y, 1)
        assert (on | np.isclose(z, 3)).all()


def test_only_what_faces_the_other_is_spread_over():
    """Of the same height, straight along x: the side x = 2 alone; rims go all round the top."""
    inner = MANY * (1 - RIMS, 1) + (RIMS, 0)
    assert sides(BOX.spread(inner, FAR_X))[1] == len(MANY)
    # A taller one further up y, at x from -1 to 1: x = 0, y = 1 and the top face some of it.
    high = Solid(SQUARE + (-1, 20), 0.0, 9.0)
    x0, x2, y0, y1, top = sides(BOX.spread(inner, high))
    assert x2 == y0 == 0
    # By area: 1 x 3, 2 x 3 and 2 x 1 square inches.
    assert np.array([x0, y1, top]) / len(MANY) == pytest.approx([3 / 11, 6 / 11, 2 / 11], abs=0.01)


def test_a_quarter_of_the_points_is_on_rims():
    points = BOX.spread(MANY, FAR_X)
    # Half of the rims' points are on the top's edge; the side x = 2 has a few near it by chance.
    assert np.isclose(points[:, 2], 3.0).mean() == pytest.approx(RIMS / 2, abs=0.01)
    upright = np.isclose(points[:, 1], 0) | np.isclose(points[:, 1], 1)
    assert (upright & (points[:, 2] < 2.999)).mean() == pytest.approx(RIMS / 2, abs=0.01)


def test_elements_count_by_their_projected_area():
    # From far away at 45 degrees over x = 2: the side 3 x 1, the top 2 x 1, both at that angle.
    points, weights = BOX.elements(MANY, np.array([1e6 + 2, 0.5, 1e6]))
    top = np.isclose(points[:, 2], 3)
    assert weights == pytest.approx(1.0, abs=1e-4)
    assert weights[top].sum() / weights.sum() == pytest.approx(2 / 5, abs=0.01)


def test_points_of_a_triangle_are_even():
    """The mean of the top's points is its middle, of the upper quarter what it has of the area."""
    points, _ = BOX.elements(MANY, np.array([1.0, 0.5, 1e6]))
    top = points[np.isclose(points[:, 2], 3)]
    assert len(top) == len(points)
    assert top.mean(axis=0) == pytest.approx([1.0, 0.5, 3.0], abs=0.01)
    assert ((top[:, 0] < 0.5) & (top[:, 1] < 0.5)).mean() == pytest.approx(1 / 8, abs=0.01)


def test_the_solid_of_a_figure_is_drawn_in_and_begins_at_the_contact_height(tmp_path):
    _, one, _ = asked(scene(tmp_path, {}, one=(10, 10, 1.0)))
    made = solid_of(one, 0.05)
    assert (made.low, made.high) == (pytest.approx(1.05), pytest.approx(3.0 - 1e-6, abs=1e-9))
    assert np.hypot(*(made.outline - (10, 10)).T) == pytest.approx(0.5 - 1e-6, abs=1e-9)
    assert made.centre == pytest.approx([10, 10, 2.025], abs=1e-5)
    assert len(made.corners) == 256
