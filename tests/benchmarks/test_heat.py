"""The grid of the heat map, and how its segments are bundled."""

import numpy as np
import pytest

from benchmarks.speed import heat
from benchmarks.speed.scene import figures


def test_grid_covers_the_board_once():
    squares = heat.grid()
    assert len(squares) == 120 * 88 == len(np.unique(squares, axis=0))
    assert squares.min(axis=0).tolist() == [0.25, 0.25]
    assert squares.max(axis=0).tolist() == [59.75, 43.75]


def test_bundles_are_tiles():
    lines = heat.map_lines(3)
    sizes = np.diff(lines.edges)
    assert len(sizes) == 30 * 22 and (sizes == 3 * 16).all() and sizes.sum() == len(lines)
    ends = lines.ends.reshape(-1, 48, 3)
    extent = ends.max(axis=1) - ends.min(axis=1)
    assert extent[:, :2] == pytest.approx(np.full((660, 2), 1.5), abs=1e-5)
    assert not extent[:, 2].any()
    # Square by square, so that the answer can be cut into the map's squares.
    assert (lines.ends[:3] == lines.ends[0]).all()
    away = np.linalg.norm(lines.starts[:, :2] - figures()[0][0], axis=1)
    assert away == pytest.approx(np.full(len(lines), 0.63), abs=1e-5)
