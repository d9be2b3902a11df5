"""Looking straight down: each surface that one can stand on, of closed and of open meshes."""

import numpy as np
import pytest

from geo3d.table.plumb import Plumb, plumb_of
from tests.visibility.scenes import board, box, sheet


def surfaces(folder, terrain, points, **kwargs):
    """(point's number, height, feature's id) of each surface."""
    plumb = Plumb(board(folder, [], terrain, **kwargs).features.values())
    rows = plumb.surfaces(np.array(points, dtype=float))
    return {(int(n), round(float(z), 9), f.id) for n, z, f in zip(*rows, strict=True)}


def test_only_upper_sides_of_closed_meshes(tmp_path):
    """A slab from 2 to 2.5 over a block up to 1: tops at 2.5 and 1, and no underside."""
    terrain = {"slab": box((40, 60), (40, 60), (2, 2.5)), "block": box((45, 50), (45, 50), (0, 1))}
    assert surfaces(tmp_path, terrain, [(47, 47), (55, 55), (70, 70)]) == {
        (0, 2.5, "slab"), (0, 1.0, "block"), (1, 2.5, "slab"),
    }  # fmt: skip


@pytest.mark.parametrize("turned_over", [False, True])
def test_both_sides_of_an_open_sheet(tmp_path, turned_over):
    """A sheet has no inside: it is stood on whichever way it is wound. It rises by 1 in 10."""
    corners = [(40, 40, 1), (50, 40, 2), (50, 50, 2), (40, 50, 1)]
    made = sheet(*(corners[::-1] if turned_over else corners))
    assert surfaces(tmp_path, {"ramp": made}, [(43, 47)]) == {(0, 1.3, "ramp")}


def test_placed_and_turned(tmp_path):
    """A beam from (0, 0) to (8, 1), turned by 90 degrees at (50, 50, 2): x 49 to 50, y 50 to 58."""
    found = surfaces(
        tmp_path, {"beam": box((0, 8), (0, 1), (0, 0.5))}, [(49.5, 57), (57, 50.5)],
        places={"beam": ((50.0, 50.0, 2.0), 90.0)},
    )  # fmt: skip
    assert found == {(0, 2.5, "beam")}


def test_nothing_there(tmp_path):
    assert surfaces(tmp_path, {}, [(1, 1)]) == set()
    assert surfaces(tmp_path, {"a": box((0, 1), (0, 1), (0, 1))}, np.empty((0, 2))) == set()


def test_made_once_for_boards_that_share_their_features(tmp_path):
    one = board(tmp_path, [], {"a": box((0, 1), (0, 1), (0, 1))})
    other = board(tmp_path, [], {"a": box((0, 1), (0, 1), (0, 2))})
    assert plumb_of(one.features) is plumb_of(one.with_figures({}).features)
    assert plumb_of(other.features) is not plumb_of(one.features)
    heights = [plumb_of(each.features).surfaces(np.array([[0.5, 0.5]]))[1] for each in (one, other)]
    assert np.array_equal(heights, [[1.0], [2.0]])
