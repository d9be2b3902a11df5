"""Heights of the ground, and how a base lies on a relief."""

import numpy as np
import pytest
import trimesh

from geo3d.motion.heights import heights_of
from geo3d.shapes import crate
from geo3d.table.bases import Base
from tests.scenario.moving_board import Model, Thing, one

ROUND = Base("round", 0.5, 0.5).placed((0.0, 0.0), 0.0)


def relief(profile, tmp_path):
    """A relief over the whole board, z by x."""
    points = [(x, y, z) for y in (0, 44) for x, z in profile]
    n = len(profile)
    faces = [f for k in range(n - 1) for f in ((k, k + 1, n + k + 1), (k, n + k + 1, n + k))]
    mesh = trimesh.Trimesh(points, faces, process=False)
    return heights_of(one(Model((5, 5)), ground=mesh).load(tmp_path))


def test_a_base_plate_is_ground(tmp_path):
    things = {"plate": Thing(crate(4, 4, 0.1), (30, 22)), "crate": Thing(crate(4, 4, 1), (40, 22))}
    heights = heights_of(one(Model((5, 5)), things).load(tmp_path))
    assert heights.ground(30, 22) == pytest.approx(0.1)
    assert heights.ground(40, 22) == heights.ground(10, 22) == 0.0
    assert heights.is_ground(30, 22, 0.1) and not heights.is_ground(40, 22, 1.0)


def test_level_and_slope_are_not_hollow(tmp_path):
    heights = relief([(0, 0), (30, 1), (60, 16)], tmp_path)
    points = np.array([[10.0, 22.0], [45.0, 22.0]])
    np.testing.assert_allclose(heights.hollow(points, ROUND), 0.0, atol=1e-6)


def test_a_valley_is_hollow(tmp_path):
    """In a V of 45 degrees a base hangs as high as it is wide to each side."""
    heights = relief([(0, 30), (30, 0), (60, 30)], tmp_path)
    found = heights.hollow(np.array([[30.0, 22.0], [35.0, 22.0]]), ROUND)
    np.testing.assert_allclose(found, [0.5, 0.0], atol=1e-5)


def test_below_a_step_it_is_hollow(tmp_path):
    """Half over a step 1" high, a base lies on its edge."""
    heights = relief([(0, 0), (30, 0), (30.001, 1), (60, 1)], tmp_path)
    x = np.array([29.0, 29.6, 29.9, 30.1, 31.0])
    found = heights.hollow(np.column_stack([x, np.full(5, 22.0)]), ROUND)
    assert (found > 0.1).tolist() == [False, True, True, False, False]
    assert found[2] <= 1.0 and found[0] == pytest.approx(0.0) == found[4]
