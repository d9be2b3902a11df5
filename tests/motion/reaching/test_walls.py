"""Walls in runs: the segments of outlines, and the bounds of each run."""

import numpy as np
import pytest
from shapely.geometry import LineString, box

from geo3d.motion.reaching.walls import RUN, in_runs, walls_of


def test_walls_of_holes_too():
    ring = box(0, 0, 4, 4) - box(1, 1, 3, 3)
    walls = walls_of(ring).segments
    assert np.hypot(*(walls[:, 2:] - walls[:, :2]).T).sum() == pytest.approx(16 + 8)


def test_each_run_has_the_bounds_of_its_segments():
    """A step for each whole number x, from height x down to -x."""
    number = 2 * RUN + 1
    x = np.arange(number, dtype=float)
    found = in_runs(np.column_stack([x, x, x + 0.5, -x]))
    last = float(number - 1)
    assert found.runs.tolist() == [
        [0.0, -(RUN - 1.0), RUN - 0.5, RUN - 1.0],
        [RUN, -(2 * RUN - 1.0), 2 * RUN - 0.5, 2 * RUN - 1.0],
        [last, -last, last + 0.5, last],
    ]
    assert len(found.segments) == number


def test_none():
    for walls in (in_runs(np.empty((0, 4))), walls_of(LineString([(0, 0), (1, 1)]))):
        assert walls.segments.shape == (0, 4) and walls.runs.shape == (0, 4)
