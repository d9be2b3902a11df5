"""Shafts put together from stretches of their outlines."""

import numpy as np
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

from geo3d.piece.scan.shafts import shafts_of


def arc(radius, begin_deg, end_deg, about=(0.0, 0.0)):
    number = max(int(abs(end_deg - begin_deg) / 4), 2)
    angle = np.deg2rad(np.linspace(begin_deg, end_deg, number))
    return about + radius * np.column_stack([np.cos(angle), np.sin(angle)])


def put(*lines):
    """All points, and the numbers of each line's."""
    ends = np.cumsum([len(line) for line in lines])
    return np.concatenate(lines), np.split(np.arange(ends[-1]), ends[:-1])


def box(x, y, back=False):
    """A square ring with a point every .1"."""
    line = shapely.segmentize(shapely.box(x[0], y[0], x[1], y[1]).exterior, 0.1)
    points = shapely.get_coordinates(line)[:-1]
    return points[::-1] if back else points


OUTER = arc(2.0, 0, 356)


@given(seed=st.integers(0, 100_000), count=st.integers(3, 6))
def test_a_round_shaft_seen_in_parts(seed, count):
    """Gaps of up to 100 degrees; all stretches are one shaft, in any order. It goes on round or, at
    worst, straight: then it is the hull of what was seen."""
    rng = np.random.default_rng(seed)
    seen = rng.uniform(30, 60, count)
    seen *= min(1.0, 300 / seen.sum())
    gaps = rng.dirichlet(np.full(count, 8.0)) * (360 - seen.sum())
    assume(gaps.max() < 100)
    begin = gaps - np.cumsum(seen + gaps) + seen
    lines = [arc(1.75, a, a - s) for a, s in zip(begin, seen, strict=True)]
    order = rng.permutation(count)
    plan, (ring, *parts) = put(OUTER, *[lines[row] for row in order])
    (shaft,), used, points = shafts_of(parts, plan, [ring])
    assert used == set(range(count))
    found = np.concatenate([plan, points])[shaft]
    hull = shapely.MultiPoint(np.concatenate(lines)).convex_hull
    shape = shapely.Polygon(found)
    assert shape.is_valid
    assert hull.area - 1e-9 <= shape.area < np.pi * 2**2
    assert np.linalg.norm(found, axis=1).max() < 2.0


def test_two_rooms_are_two_shafts():
    """Each known but for one of its corners, .5" on both sides of it."""
    rooms = [box((-1.8, -0.2), (-1.5, 1.5), back=True), box((0.2, 1.8), (-1.5, 1.5), back=True)]
    rooms = [np.roll(room, -int(np.linalg.norm(room - room.max(axis=0), axis=1).argmin()), axis=0)
             for room in rooms]  # fmt: skip
    lines = [room[5:-5] for room in rooms]
    plan, (ring, *parts) = put(box((-2, 2), (-2, 2)), *lines)
    shafts, used, points = shafts_of(parts, plan, [ring])
    assert used == {0, 1} and len(shafts) == 2
    every = np.concatenate([plan, points])
    for shaft in shafts:
        # 1.6 x 3, less the corner, a triangle at most.
        assert 1.6 * 3 - 0.13 < shapely.Polygon(every[shaft]).area <= 1.6 * 3 + 1e-9


@pytest.mark.parametrize(
    "lines",
    [
        [arc(1.75, 0, 100), arc(1.75, 120, 300)],  # winds as the outline does: no hole
        [arc(1.75, 0, -100, (9, 0)), arc(1.75, -120, -300, (9, 0))],  # in no outline
        [arc(1.75, 0, -20)],  # one side of a wall
        [np.array([(-1.0, 0.1), (1.0, 0.1)]), np.array([(1.0, -0.1), (-1.0, -0.1)])],  # narrow
        [],
    ],
)
def test_what_is_no_shaft(lines):
    plan, (ring, *parts) = put(OUTER, *lines)
    assert shafts_of(parts, plan, [ring])[:2] == ([], set())
