"""Where 2D and the meshes disagree: shadows whose edges are arithmetic."""

import numpy as np
import pytest

from geo3d.errors import UsageError
from geo3d.flat.accuracy import Bench
from geo3d.flat.disagree import compare, disagree, field, grid_of
from geo3d.flat.methods import METHODS
from tests.flat.scenes import scene
from tests.visibility.scenes import box


@pytest.fixture(scope="module")
def blocked(tmp_path_factory):
    """A wall 10" high from y = 5 to 15 at x = 20, before a model at (10, 10)."""
    made = scene(tmp_path_factory.mktemp("b"), {"w": box((20, 20.2), (5, 15), (0, 10))})
    return disagree(made, "a", "centre", cell=1.0)


def at(found, x, y):
    (row,) = np.flatnonzero((found.field.grid.cells == (x, y)).all(axis=1))
    return bool(found.flat[row]), bool(found.field.visible[row])


def test_cells_of_the_board(blocked):
    assert blocked.field.grid.shape == (40, 20)
    assert blocked.codes().shape == (40, 20)
    # Half an inch of radius reaches from the middle of a cell to its sides: on the board anywhere,
    # clear of the wall in all cells but its own, and where a corner of it is nearer than that.
    nobody = set(map(tuple, np.argwhere(blocked.codes() == 0)))
    assert nobody == {(20, y) for y in range(5, 15)}
    assert blocked.field.grid.centres[0].tolist() == [0.5, 0.5]


def test_the_shadow_of_the_centre_and_the_true_one(blocked):
    """What leaning out shows. The wall ends at y = 15, from x = 20 to 20.2; the upper tangent of
    two circles of radius r runs r / cos above the line of their centres.

    From (10, 10) to (24.5, 16.5) the centres' line passes x = 20 at 14.48, the tangent .55 higher:
    clear. To (22.5, 15.5) they pass it at 14.4 and 14.95: hidden. To (22.5, 16.5) the line passes
    it at 15.2.
    """
    assert at(blocked, 24, 16) == (False, True)
    assert at(blocked, 22, 15) == (False, False)
    assert at(blocked, 22, 16) == (True, True)
    assert at(blocked, 22, 10) == (False, False)
    assert blocked.false_hidden.sum() > 0
    assert blocked.false_visible.sum() == 0


def test_a_kerb_hides_in_2d_alone(tmp_path):
    made = scene(tmp_path, {"kerb": box((20, 20.2), (0, 20), (0, 0.3))})
    found = disagree(made, "a", "nine", cell=2.0)
    behind = found.field.grid.centres[:, 0] > 20
    assert found.false_hidden[behind].all()
    assert not found.false_hidden[~behind].any()
    assert set(np.unique(found.codes()[11:])) == {3}
    assert set(np.unique(found.codes()[:9])) <= {4}


def test_one_field_for_all_methods(tmp_path):
    made = scene(tmp_path, {"w": box((20, 20.2), (5, 15), (0, 3))})
    bench = Bench(made)
    told = []
    grid = grid_of(bench, made.figures["a"].profile, 4.0)
    seen = field(bench, made.figures["a"], grid, lambda *count: told.append(count))
    assert told == [(0, 50), (50, 50)]
    for name in METHODS:
        assert len(compare(bench, seen, name).flat) == 50


def test_progress_is_of_all_that_is_done_and_may_end_it(tmp_path):
    """Room, lines and the 2D method: a third each; it goes on and on, and never back."""
    made = scene(tmp_path, {})
    told = []
    disagree(made, "a", "nine", cell=2.0, progress=lambda *count: told.append(count))
    done = np.array([each for each, _ in told])
    assert {of for _, of in told} == {3000} and (np.diff(done) >= 0).all()
    assert done[0] == 0 and done[-1] == 3000
    for third in range(3):
        assert ((done > 1000 * third) & (done < 1000 * (third + 1))).any(), third

    class _EnoughError(Exception):
        pass

    for third in range(3):

        def stop(done, _, third=third):
            if done > 1000 * third:
                raise _EnoughError

        with pytest.raises(_EnoughError):
            disagree(made, "a", "nine", cell=2.0, progress=stop)


def test_no_such_method_and_no_such_model(tmp_path):
    made = scene(tmp_path, {})
    with pytest.raises(UsageError, match=r"no method 'guess'; there are centre"):
        disagree(made, "a", "guess")
    with pytest.raises(UsageError, match="no model 'z'"):
        disagree(made, "z", "centre", cell=4.0)
