"""Cells: how many, where, whose; and which of their eyes lie in material."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import UsageError
from geo3d.rays import RayScene
from geo3d.sweep.cells import cells_of, in_material
from tests.sweep.boards import board


@pytest.mark.parametrize(("size", "columns", "rows"), [(0.5, 24, 16), (1, 12, 8), (5, 2, 2)])
def test_the_cells_whose_middles_lie_on_the_table(size, columns, rows):
    # 5": middles at 2.5, 7.5 (and 12.5, off the table) along x, at 2.5 and 7.5 along y.
    cells = cells_of(board(), size, 1.5)
    assert len(cells.ix) == columns * rows
    assert (cells.eyes[:, 0] == (cells.ix + 0.5) * size).all()
    assert (cells.eyes[:, 1] == (cells.iy + 0.5) * size).all()
    assert (cells.eyes[:, 2] == 1.5).all()
    assert cells.eyes[:, 0].max() < 12 and cells.eyes[:, 1].max() < 8


def test_whose_zone_a_cell_lies_in():
    cells = cells_of(board(), 1.0, 1.5)
    assert cells.players == ("blue", "red")
    x = cells.eyes[:, 0]
    assert (cells.player == np.where(x < 3, 1, np.where(x > 9, 0, -1))).all()


def test_cells_that_are_too_small_are_refused():
    with pytest.raises(UsageError, match=r"small\.toml: cells of 0.001 inches: there would be 96"):
        cells_of(board(), 0.001, 1.5)


def test_eyes_in_material():
    rays = RayScene()
    place = np.eye(4)
    place[:3, 3] = (10, 0, 0)
    rays.place(trimesh.creation.box(extents=(2, 2, 2)), place, "box")
    plate = trimesh.Trimesh([[0, 0, 0], [4, 0, 0], [0, 4, 0]], [[0, 1, 2]])
    rays.place(plate, None, "plate")
    points = [[10, 0, 0], [11, 0, 0], [11.1, 0, 0], [1, 1, 0], [1, 1, 0.1], [1, 1, -5]]
    assert in_material(rays, np.array(points)).tolist() == [True, True, False, True, False, False]
