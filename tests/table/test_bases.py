"""Bases: outlines in inches, where they touch the axes, turned and moved, hulls."""

import numpy as np
import pytest
import shapely

from geo3d.table.bases import Base, hull_base, turn_matrix
from geo3d.tolerances import CURVE_SIDES


def is_convex_ccw(ring):
    ahead = np.roll(ring, -1, axis=0) - ring
    after = np.roll(ahead, -1, axis=0)
    return bool((ahead[:, 0] * after[:, 1] - ahead[:, 1] * after[:, 0] > 0).all())


@pytest.mark.parametrize(("kind", "x", "y"), [("round", 0.63, 0.63), ("oval", 2.0, 0.7)])
def test_curves_are_inscribed_polygons(kind, x, y):
    """All corners are on the ellipse, four of them exactly on its axes; a regular n-gon's area is
    n/2 sin(2 pi / n) of the circle's square of the radius, and so much of the ellipse's."""
    ring = Base(kind, x, y).polygon
    assert ring.shape == (CURVE_SIDES, 2)
    assert ((ring / (x, y)) ** 2).sum(axis=1) == pytest.approx(np.ones(CURVE_SIDES), abs=1e-12)
    assert ring[0].tolist() == [x, 0.0]
    for corner in ((x, 0.0), (0.0, y), (-x, 0.0), (0.0, -y)):
        assert (ring == corner).all(axis=1).sum() == 1
    assert is_convex_ccw(ring)
    area = CURVE_SIDES / 2 * np.sin(2 * np.pi / CURVE_SIDES) * x * y
    assert shapely.Polygon(ring).area == pytest.approx(area, rel=1e-12)


def test_rectangle():
    ring = Base("rect", 2.0, 1.0).polygon
    assert ring.tolist() == [[-2, -1], [2, -1], [2, 1], [-2, 1]]
    assert is_convex_ccw(ring)


@pytest.mark.parametrize(
    ("turn", "corner"),
    [(0, (2, 1)), (90, (-1, 2)), (180, (-2, -1)), (270, (1, -2)), (-90, (1, -2)), (450, (-1, 2))],
)
def test_quarter_turns_are_exact(turn, corner):
    """Counter-clockwise, and without a rounding error that would push a base into a wall."""
    placed = Base("rect", 2.0, 1.0).placed((10.0, 20.0), turn)
    assert placed[2].tolist() == [10 + corner[0], 20 + corner[1]]


@pytest.mark.parametrize("turn", [0.0, 30.0, 89.999, 123.4, -17.0, 720.5])
def test_turn_matrix_is_a_rotation(turn):
    matrix = turn_matrix(turn)
    angle = np.radians(turn)
    wanted = [[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]]
    assert matrix == pytest.approx(np.array(wanted), abs=1e-12)
    assert matrix @ matrix.T == pytest.approx(np.eye(2), abs=1e-15)


def test_hull_of_points():
    """An L's hull cuts its corner: 4 x 4 less a triangle of 2 x 2 / 2; inner points are none."""
    points = np.array([(0, 0), (4, 0), (4, 2), (2, 2), (2, 4), (0, 4), (1, 1)], dtype=float)
    base = hull_base(points)
    assert (base.kind, base.half_x, base.half_y) == ("hull", 2.0, 2.0)
    assert is_convex_ccw(base.polygon)
    assert {tuple(p) for p in base.polygon} == {(0, 0), (4, 0), (4, 2), (2, 4), (0, 4)}
    assert shapely.Polygon(base.polygon).area == 16 - 2


@pytest.mark.parametrize("points", [[(0, 0)], [(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)]])
def test_points_on_a_line_make_no_base(points):
    assert hull_base(np.array(points, dtype=float)) is None
