"""Lines past footprints: closed forms on walls whose ends lie a little to either side of a line."""

import numpy as np
import pytest

from geo3d.flat.answer import Answer
from geo3d.flat.footprints import by_centres, by_nine, by_rims, by_walls, nine, rim
from geo3d.table import load_board
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box

HIDDEN = Answer(False, 0.0)


def wall(end, top=5.0):
    """A wall across the table that ends at y = `end`; the models' centres are at y = 10."""
    return {"wall": box((19, 21), (0, end), (0, top))}


def test_the_centre_knows_one_line(tmp_path):
    assert by_centres(*asked(scene(tmp_path, wall(9.99)))) == Answer(True, 1.0)
    assert by_centres(*asked(scene(tmp_path, wall(10.01)))) == HIDDEN


@pytest.mark.parametrize("method", [by_rims, by_nine, by_walls])
def test_rims_lean_out_as_far_as_their_radius(tmp_path, method):
    # Both bases have a point of their rim at y = 10.5, and none beyond it.
    assert method(*asked(scene(tmp_path, wall(10.49)))).visible
    assert method(*asked(scene(tmp_path, wall(10.51)))) == HIDDEN


def test_the_share_of_points_that_are_reached(tmp_path):
    # All points of both bases lie within .5" of y = 10: a wall that ends below hides none.
    assert by_nine(*asked(scene(tmp_path, wall(9.4)))).fraction == 1.0
    # A line from (10, 10.5) to (x, y) passes x = 19 and 21 above 10.2 where y is above 10.5 - .3 /
    # share: of the nine points at x = 30 +- .5, those with y >= 10 (share about .45 to .55): the
    # centre (9.9545 at x = 21 is the lower bound there), both sides, the upper three.
    starts, ends = np.array([10.0, 10.5]), nine(asked(scene(tmp_path, {}))[2])
    low = [min(starts[1] + (x - 10) / (e[0] - 10) * (e[1] - 10.5) for x in (19, 21)) for e in ends]
    best = sum(height > 10.2 for height in low) / 9
    assert by_nine(*asked(scene(tmp_path, wall(10.2)))).fraction == pytest.approx(best)


@pytest.mark.parametrize("method", [by_centres, by_rims, by_nine, by_walls])
def test_height_is_not_known(tmp_path, method):
    """A kerb hides a tank, and whoever stands on a tower."""
    low = {"kerb": box((19, 21), (0, 20), (0, 0.1))}
    assert method(*asked(scene(tmp_path, low, heights=(6, 6)))) == HIDDEN
    up = scene(tmp_path, low, one=(10, 10, 9.0))
    assert method(*asked(up)) == HIDDEN


@pytest.mark.parametrize("method", [by_centres, by_rims, by_nine, by_walls])
def test_a_footprint_that_a_base_touches_is_ignored_walls_and_all(tmp_path, method):
    """Two models on both sides of a wall of one ruin see each other: what the shortcut costs."""
    ruin = {"ruin": box((19, 21), (0, 20), (0, 9))}
    assert method(*asked(scene(tmp_path, ruin, one=(18.6, 10), other=(21.4, 10)))).visible
    assert method(*asked(scene(tmp_path, ruin, one=(18.4, 10), other=(21.6, 10)))) == HIDDEN


def test_a_line_that_touches_is_stopped(tmp_path):
    assert by_centres(*asked(scene(tmp_path, wall(10.0)))) == HIDDEN


def test_points_of_rims(tmp_path):
    square = "{ rect = [50.8, 25.4] }"
    _, one, other = asked(scene(tmp_path, {}, bases=("{ round = 50.8 }", square)))
    assert np.hypot(*(rim(one, 16) - (10, 10)).T) == pytest.approx(1.0)
    # Of a base 2" by 1": along x the side at 1", diagonally where y is .5".
    assert rim(other, 8)[:3] - (30, 10) == pytest.approx(np.array([[1, 0], [0.5, 0.5], [0, 0.5]]))
    assert nine(one)[0].tolist() == [10.0, 10.0]
    assert len(nine(one)) == 9


def test_a_mat_blocks_all_but_walls(tmp_path):
    """A hut in the corner of a mat between two models that stand beside the mat."""
    hut = {"hut": box((18, 19), (1, 2), (0, 3))}
    made = scene(tmp_path, hut)
    text = made.path.read_text() + (
        '[[areas]]\nid = "mat"\nfeatures = ["hut"]\n'
        "boundary = [[15, 0], [25, 0], [25, 20], [15, 20]]\n"
    )
    made.path.write_text(text)
    plan, one, other = asked(load_board(made.path))
    assert by_centres(plan, one, other) == by_rims(plan, one, other) == HIDDEN
    assert by_nine(plan, one, other) == HIDDEN
    assert by_walls(plan, one, other) == Answer(True, 1.0)
