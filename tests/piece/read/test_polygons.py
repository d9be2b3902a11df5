"""Polygons become triangles that cover them, once, and keep every corner of their outline."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d.piece.read.polygons import clip, split_polygons


def outline(triangles):
    """Directed edges whose opposite is in no triangle."""
    edges = [tuple(e) for t in triangles.tolist() for e in zip(t, t[1:] + t[:1], strict=True)]
    assert len(set(edges)) == len(edges)
    return {e for e in edges if e[::-1] not in edges}


def area(points, triangles):
    """Sum of the triangles' areas."""
    a, b, c = (points[triangles[:, i]] for i in range(3))
    return np.linalg.norm(np.cross(b - a, c - a), axis=1).sum() / 2


def ring(count):
    return {(i, (i + 1) % count) for i in range(count)}


def flat(points):
    return np.array([(x, y, 0.0) for x, y in points])


L_SHAPE = flat([(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)])  # area 3 + 2 = 5
U_SHAPE = flat([(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (1, 1), (1, 3), (0, 3)])  # 9 - 2 = 7
# A square of 2 with the middle of each side as a corner.
SQUARE_OF_EIGHT = flat([(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)])
ARROW = flat([(0, 0), (2, 1), (0, 2), (1, 1)])  # a quad with a notch: 2 - 1 = 1


@pytest.mark.parametrize(
    ("points", "known"), [(L_SHAPE, 5.0), (U_SHAPE, 7.0), (SQUARE_OF_EIGHT, 4.0), (ARROW, 1.0)]
)
@pytest.mark.parametrize("shift", range(8))
@pytest.mark.parametrize("back", [False, True])
def test_covers_once_and_keeps_the_outline(points, known, shift, back):
    """Whichever corner comes first, and whichever way round, in any plane."""
    points = np.roll(points, shift, axis=0)[:: -1 if back else 1]
    for turn in (np.eye(3), np.array([[0, 0, 1], [1, 0, 0], [0, 1, 0]]), _turn(0.4), _turn(2.2)):
        placed = points @ turn.T + [5, -7, 11]
        count = len(points)
        triangles = split_polygons(placed, np.array([count]), np.arange(count))
        assert len(triangles) == count - 2
        assert outline(triangles) == ring(count)
        assert area(placed, triangles) == pytest.approx(known, rel=1e-12)


def _turn(angle):
    c, s = np.cos(angle), np.sin(angle)
    return np.array([[c, -s, 0], [s, c, 0], [0, 0, 1]]) @ np.array(
        [[1, 0, 0], [0, c, -s], [0, s, c]]
    )


@given(st.lists(st.floats(0.05, 1.0), min_size=5, max_size=60))
def test_star_shaped_outlines(radii):
    """A polygon around the origin has the area of its wedges: half r r' sin(step)."""
    count = len(radii)
    step = 2 * np.pi / count
    angle = np.arange(count) * step
    r = np.array(radii)
    points = np.column_stack([r * np.cos(angle), r * np.sin(angle), 0 * r])
    known = 0.5 * np.sin(step) * (r * np.roll(r, -1)).sum()
    triangles = clip(points)
    assert outline(triangles) == ring(count)
    assert area(points, triangles) == pytest.approx(known, rel=1e-9)


@pytest.mark.parametrize(
    "points",
    [
        [(0, 0), (1, 0), (2, 0), (3, 0)],  # on a line
        [(1, 1)] * 5,
        [(0, 0), (1, 1), (1, 0), (0, 1)],  # crosses itself
        [(0, 0), (1, 0), (1, 1), (1, 1), (0, 1)],  # a corner twice
        [(0, 0), (2, 0), (2, 2), (2, 3), (2, 2), (0, 2)],  # a spike
    ],
)
def test_without_an_inside_the_outline_still_holds(points):
    """What has no area or touches itself is closed all the same: K - 2 triangles, same outline."""
    count = len(points)
    triangles = split_polygons(flat(points), np.array([count]), np.arange(count))
    assert len(triangles) == count - 2
    assert outline(triangles) == ring(count)


def test_many_sizes_keep_their_order():
    """Triangles come in the order of their polygons, whatever their sizes."""
    points = flat([(0, 0), (1, 0), (1, 1), (0.5, 1.5), (0, 1)])
    counts = np.array([3, 5, 2, 4, 3])
    indices = np.array([0, 1, 2, 0, 1, 2, 3, 4, 0, 1, 0, 1, 2, 4, 2, 3, 4])
    triangles = split_polygons(points, counts, indices)
    assert triangles.tolist()[0] == [0, 1, 2]
    assert {tuple(sorted(t)) for t in triangles[4:6].tolist()} == {(0, 1, 2), (0, 2, 4)}
    assert triangles.tolist()[-1] == [2, 3, 4]
    assert len(triangles) == 1 + 3 + 0 + 2 + 1


def test_a_nan_corner_raises_nothing():
    """Such faces are dropped later, by count; here they only must not stop the others."""
    points = L_SHAPE.copy()
    points[3] = np.nan
    assert len(split_polygons(points, np.array([6]), np.arange(6))) == 4
