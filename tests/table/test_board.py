"""The board's values: the ground's height, and models by their id."""

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d.table.board import Ground
from geo3d.table.figures import upright
from tests.visibility.scenes import board, model


def ramp():
    """A sheet that rises from z = 0 at x = 0 to z = 4 at x = 8, y from 0 to 2."""
    corners = [(0, 0, 0), (8, 0, 4), (8, 2, 4), (0, 2, 0)]
    return trimesh.Trimesh(corners, [(0, 1, 2), (0, 2, 3)], process=False)


def test_bare_table_is_flat():
    assert Ground().height_at(3, 4) == 0.0
    assert Ground().heights_at(np.array([[1, 2], [3, 4]], dtype=float)).tolist() == [0, 0]
    assert Ground().heights_at(np.empty((0, 2))).tolist() == []


@pytest.mark.parametrize(("x", "y", "z"), [(1, 1, 0.5), (7, 0.5, 3.5), (9, 1, 0), (1, 3, 0)])
def test_relief(x, y, z):
    """Half of x over the ramp, the table's 0 beside it."""
    assert Ground(ramp()).height_at(x, y) == pytest.approx(z, abs=1e-9)


def test_relief_is_placed():
    """Turned by 90 degrees and moved to (20, 10, 1): it rises along y from 1 to 5, x 18 to 20."""
    ground = Ground(ramp(), upright((20, 10, 1), 90))
    assert ground.height_at(19, 14) == pytest.approx(1 + 2)
    assert ground.height_at(21, 14) == 0.0


def test_relief_below_the_table_does_not_count():
    """The table is opaque: what lies under it is no ground."""
    assert Ground(ramp(), upright((0, 0, -3), 0)).height_at(2, 1) == 0.0
    assert Ground(ramp(), upright((0, 0, -3), 0)).height_at(7, 1) == pytest.approx(0.5)


def test_models_by_id(tmp_path):
    made = board(tmp_path, [model("red-1", "red", (5, 5)), model("blue-1", "blue", (9, 9))])
    assert made.figure("red-1").at == (5.0, 5.0, 0.0)
    with pytest.raises(geo3d.UsageError, match=r"no model 'red-2' on the board; there are red-1"):
        made.figure("red-2")
    with pytest.raises(geo3d.UsageError, match=r"'zzz' on the board; there are blue-1, red-1$"):
        made.figure("zzz")
    with pytest.raises(geo3d.UsageError, match="it has no models"):
        board(tmp_path, []).figure("red-1")
