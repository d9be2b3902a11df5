"""Straight lines among walls in plan, against shapely."""

import numpy as np
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely.geometry import LineString, MultiLineString

from geo3d.motion.reaching.climbs import _crossings
from geo3d.motion.reaching.visible import nearest, seen_from
from geo3d.motion.reaching.walls import in_runs

near = st.integers(-6, 6).map(float)
segments = st.lists(st.tuples(near, near, near, near), min_size=1, max_size=40)


def seen(start, end, walls):
    found = np.zeros(1, np.bool_)
    seen_from(np.array(start), np.array([end]), np.ones(1, np.bool_), in_runs(walls), found)
    return bool(found[0])


@given(walls=segments, start=st.tuples(near, near), end=st.tuples(near, near))
def test_a_line_is_clear_where_it_meets_no_wall(walls, start, end):
    """Whole numbers: touching counts, exactly."""
    walls = [wall for wall in walls if wall[:2] != wall[2:]] or [(9.0, 9.0, 9.0, 8.0)]
    lines = MultiLineString([(wall[:2], wall[2:]) for wall in walls])
    assume(start != end)
    line = LineString([start, end])
    assert seen(start, end, walls) == (not line.intersects(lines))


def test_only_what_is_wanted_is_looked_at():
    found = np.zeros(2, np.bool_)
    ends = np.array([[1.0, 0.0], [2.0, 0.0]])
    seen_from(np.zeros(2), ends, np.array([False, True]), in_runs(np.empty((0, 4))), found)
    assert found.tolist() == [False, True]


def test_crossings_of_a_closed_outline():
    """Each once, at a corner too, in shares of the line."""
    square = in_runs([(1, -1, 3, -1), (3, -1, 3, 1), (3, 1, 1, 1), (1, 1, 1, -1)])
    met = np.empty(8)
    assert _crossings(np.zeros(2), np.array([4.0, 0.0]), square, met) == 2
    assert sorted(met[:2]) == [0.25, 0.75]
    assert _crossings(np.zeros(2), np.array([2.0, 0.0]), square, met) == 1
    assert _crossings(np.zeros(2), np.array([0.0, 5.0]), square, met) == 0
    assert _crossings(np.zeros(2), np.array([4.0, 4.0]), square, met) % 2 == 0
    assert _crossings(np.zeros(2), np.array([4.0, 0.0]), square, np.empty(1)) == -1


def test_the_nearest_node():
    """By way of the one in sight, though the other were nearer."""
    nodes, far = np.array([[0.0, 0.0], [0.0, 4.0]]), np.array([0.0, 5.0])
    wall = in_runs([(1.0, -1.0, 1.0, 1.0)])
    points = np.array([[2.0, 0.0], [-2.0, 0.0], [2.0, 9.0]])
    distance, source = np.full(3, np.inf), np.full(3, -2)
    nearest(
        points, np.zeros(3), nodes, far, np.zeros(2), wall, 9.5, np.zeros((0, 0)), 1.0, 0.0,
        distance, source,
    )  # fmt: skip
    assert source.tolist() == [1, 0, 0]
    np.testing.assert_allclose(distance, [5 + np.hypot(2, 4), 2.0, np.hypot(2, 9)])
    # Heights count.
    distance, source = np.full(3, np.inf), np.full(3, -2)
    nearest(
        points, np.ones(3), nodes, far, np.zeros(2), wall, 9.5, np.zeros((0, 0)), 1.0, 0.0,
        distance, source,
    )  # fmt: skip
    assert source.tolist() == [-2, 0, -2] and distance[1] == 3.0
