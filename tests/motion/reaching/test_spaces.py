"""Free space, and the corners where ways bend."""

import numpy as np
from shapely.geometry import Polygon, box

from geo3d.motion.reaching.cspace import GIVE
from geo3d.motion.reaching.spaces import space

TABLE = box(0, 0, 20, 20)


def test_corners_are_those_of_what_is_in_the_way():
    """Not the table's, and of an L not its inner corner."""
    found = space(TABLE, box(5, 5, 9, 8), 0.0)
    assert sorted(map(tuple, found.corners.round(3))) == [(5, 5), (5, 8), (9, 5), (9, 8)]
    l_shape = Polygon([(5, 5), (11, 5), (11, 7), (7, 7), (7, 11), (5, 11)])
    corners = space(TABLE, l_shape, 0.0).corners
    assert len(corners) == 5 and not np.isclose(corners, (7, 7), atol=1e-3).all(axis=1).any()


def test_corners_are_free_and_lines_along_an_outline_are_clear():
    found = space(TABLE, box(5, 5, 9, 8), 0.0)
    assert found.holds(found.corners).all()
    walls = found.walls.segments
    assert len(walls) == 8
    # The outline that stops ways lies within the one that they run along.
    for x, y in found.corners:
        inner = walls[np.abs(walls[:, :2] - (x, y)).max(axis=1) < 1e-3]
        assert len(inner) and (inner[:, :2] != (x, y)).all()


def test_touching_is_free():
    found = space(TABLE, box(5, 5, 9, 8), 0.0)
    points = np.array([[5.0, 6.0], [5.0 + 3 * GIVE, 6.0], [7.0, 6.0], [1.0, 1.0], [21.0, 1.0]])
    assert found.holds(points).tolist() == [True, False, False, True, False]


def test_no_room():
    found = space(TABLE, box(-1, -1, 21, 21), 0.0)
    assert len(found.walls.segments) == 0 and len(found.corners) == 0
    assert not found.holds(np.array([[5.0, 5.0]]))[0]
