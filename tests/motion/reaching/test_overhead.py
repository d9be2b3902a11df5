"""Low models under what is over 2" high: what hangs together from their top up is in their way."""

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d.motion.reaching.overhead import standing_and_hanging
from geo3d.shapes import crate, extruded
from geo3d.shapes.solids import box, mesh_of, union
from tests.scenario.moving_board import Model, Thing, disc, one

LOW, HIGH, THIN = 0.79, 2.0, 0.01
PARTS = [box((-0.25, -0.25, 0), (0.25, 0.25, 3)), box((-2, -2, 1.8), (2, 2, 3))]
TREE = mesh_of(union(PARTS))
"""A trunk .5" wide, and a crown 4" wide from 1.8" to 3" up."""


def test_a_crown_is_told_by_its_trunk():
    stands, hangs = standing_and_hanging(TREE, LOW, HIGH, THIN)
    assert len(stands.faces) and not len(hangs.faces)


def test_a_wall_is_told_at_the_upper_height():
    assert standing_and_hanging(crate(4, 1, 5).mesh, LOW, HIGH, THIN) is None


def test_a_slope_is_told_at_the_upper_height():
    """It takes up less there."""
    slope = extruded("slope", [(0, 0), (8, 0), (8, 4)], 2.0).mesh
    assert standing_and_hanging(slope, LOW, HIGH, THIN) is None


def test_what_hangs_in_the_air_is_passed_under():
    post, slab = crate(1, 1, 5).mesh, crate(4, 4, 2).mesh.copy()
    slab.apply_translation((6, 0, 1.5))
    stands, hangs = standing_and_hanging(trimesh.util.concatenate([post, slab]), LOW, HIGH, THIN)
    assert not len(stands.faces)
    assert hangs.bounds[:, 0] == pytest.approx([-0.5, 0.5])


@pytest.mark.parametrize("plate", [0.0, 0.15])
@pytest.mark.parametrize("height", [0.8, 1.7, 1.85, 2.5])
@pytest.mark.parametrize("y", [23.0, 22.77, 22.5])
def test_under_a_crown(tmp_path, y, height, plate):
    """A base 1" wide goes straight past the trunk, .25" wide to each side, if it is lower than the
    crown; from the ground beside a base plate as from on it."""
    mesh = TREE
    if plate:
        mesh = mesh_of(union([*PARTS, box((-3, -3, 0), (3, 3, plate))]))
    model = Model((28.2, y), "VEHICLE", base=disc(1.0), height=height)
    board = one(model, {"tree": Thing(mesh, (30, 22))}).load(tmp_path)
    granted = geo3d.judge_move(board, "m", [(31.8, y)], 5.0).legal
    assert granted is (y > 22.75 and height + plate < 1.8)
    found = geo3d.reach(board, "m", 5.0, (31.8, y))
    assert (found.reachable and found.distance.total < 3.6 * 1.001) is granted
    for x, y, z, distance, _ in geo3d.reach(board, "m", 5.0).points[::7]:
        way = geo3d.reach(board, "m", 5.0, (x, y, z))
        assert way.reachable and way.distance.total <= distance + 1e-6


def test_ends_under_a_crown(tmp_path):
    model = Model((27, 22), "VEHICLE", base=disc(1.0), height=0.8)
    board = one(model, {"tree": Thing(TREE, (30, 22))}).load(tmp_path)
    rows = np.array(geo3d.reach(board, "m", 6.0).points)
    under = (np.abs(rows[:, :2] - (30, 22)) < 1.4).all(axis=1)
    # Of five by five points, .5" apart, the middle nine are too near to the trunk.
    assert under.sum() == 25 - 9
