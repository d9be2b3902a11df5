"""Brute force: who is hidden, who shows, and how much, where arithmetic says it."""

import numpy as np
import pytest

from geo3d.flat.plan import plan_of
from geo3d.flat.reference import Reference
from geo3d.flat.solid import solid_of
from geo3d.flat.truth import LINES, brute_force, spread_lines
from tests.flat.scenes import scene
from tests.visibility.scenes import box

NO_SHIFT = np.zeros(4)


def truth(made, shift=NO_SHIFT, lines=LINES):
    plan = plan_of(made)
    one, other = (solid_of(made.figures[name], 0.05) for name in "ab")
    return brute_force(plan.scene.rays, Reference(plan.board), one, other, shift, lines)


def test_nothing_between(tmp_path):
    found = truth(scene(tmp_path, {}))
    assert (found.visible, found.fraction, found.open_lines) == (True, 1.0, LINES)
    assert not found.contradicted


def test_a_wall_right_across(tmp_path):
    found = truth(scene(tmp_path, {"w": box((19, 21), (-1, 21), (0, 9))}))
    assert (found.visible, found.fraction, found.open_lines) == (False, 0.0, 0)
    assert found.line is None


@pytest.mark.parametrize("shift", [NO_SHIFT, np.array([0.3, 0.7, 0.1, 0.9])])
def test_the_share_that_shows_over_a_wall(tmp_path, shift):
    """From the top of the observer's face, 2" up at x = 10.5 at most, over a thin wall 1.8" high at
    x = 20: the line falls .2" in 9.5" and is 1.6" up 9.5" behind it, where the target's face
    begins. So of a target .05" to 2" a share of .4 / 1.95 shows, and no other; brute force, from
    places that are not quite the highest, finds a little less."""
    made = scene(tmp_path, {"w": box((20, 20.001), (-1, 21), (0, 1.8))})
    found = truth(made, shift)
    assert found.visible
    assert 0.4 / 1.95 - 0.04 <= found.fraction <= 0.4 / 1.95 + 0.005
    start, end = found.line
    crossing = start + (20 - start[0]) / (end[0] - start[0]) * (end - start)
    assert crossing[2] > 1.8


def test_a_slit_a_fiftieth_of_an_inch_wide_is_found(tmp_path):
    slit = {
        "left": box((19.9, 20.1), (-1, 10), (0, 9)), "right": box((19.9, 20.1), (10.02, 21), (0, 9))
    }  # fmt: skip
    found = truth(scene(tmp_path, slit))
    assert found.visible
    y = found.line[0, 1] + (20 - found.line[0, 0]) / (found.line[1, 0] - found.line[0, 0]) * (
        found.line[1, 1] - found.line[0, 1]
    )
    assert 10 < y < 10.02


def test_what_the_reference_contradicts_is_not_truth(tmp_path):
    """An engine that sees through a wall is caught."""
    made = scene(tmp_path, {"w": box((19, 21), (-1, 21), (0, 9))})
    blind = plan_of(scene(tmp_path, {})).scene.rays
    one, other = (solid_of(made.figures[name], 0.05) for name in "ab")
    found = brute_force(blind, Reference(made), one, other, NO_SHIFT, 1024)
    assert (found.visible, found.contradicted, found.open_lines) == (False, True, 1024)


def test_lines_are_other_lines_than_the_sight_codes(tmp_path):
    """Not one of them begins where one of the sight code's first 4,096 even lines does."""
    from geo3d.visibility.body import body_of
    from geo3d.visibility.sequence import spread

    made = scene(tmp_path, {})
    one, other = made.figures["a"], made.figures["b"]
    bodies = [body_of(figure, 0.05) for figure in (one, other)]
    theirs = bodies[0].facing(bodies[1].centre).at(spread(0, 4096, 4)[:, :2])[0]
    ours, _ = spread_lines(solid_of(one, 0.05), solid_of(other, 0.05), 4096, NO_SHIFT)
    near = np.linalg.norm(ours[:, None] - theirs[None, :512], axis=2)
    assert near.min() > 1e-6
