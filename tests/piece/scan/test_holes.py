"""Holes in skins are closed, openings are not."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.gaps import find_gaps
from geo3d.piece.scan.holes import close_holes, find_holes
from geo3d.shapes import wall, window
from tests.piece.scan.meshes import fine_box, merged, without


def test_c31_the_sphere_without_its_top_is_closed():
    """C31 [trimesh 509, 1380, 1196]: the hole of 24 edges, 1.6" wide, is one in a solid's skin."""
    ball = trimesh.creation.icosphere(2, radius=1.0)
    ball.update_faces(ball.triangles_center[:, 2] <= 0.6)
    out, step = close_holes(ball)
    assert out.is_watertight
    assert out.volume > 0
    (row,) = step.figures["closed"]
    assert row["edges"] == 24
    # The rim lies near z = .6, its radius is about .8: the diagonal of a square of 1.6.
    assert row["across"] == pytest.approx(1.6 * np.sqrt(2), abs=0.2)


def test_a_pinhole_is_closed_flat():
    mesh = fine_box((0, 0, 0), (3, 3, 3), 0.1)
    face = 40
    mesh.update_faces(np.arange(len(mesh.faces)) != face)
    out, step = close_holes(mesh)
    assert step.figures["pinholes"] == 1
    assert out.is_watertight
    assert out.area == pytest.approx(54.0)


def tunnel_without_reveal(size):
    """A wall .25" thick of which both faces of a square window were seen, and not its reveal."""
    solid = merged(wall(4, 4, 0.25, [window(0, 1.5, size, size)]).mesh.subdivide_to_size(0.25))
    half = size / 2 + 1e-6

    def reveal(centre):
        return (abs(centre[0]) < half and abs(centre[2] - 1.5 - size / 2) < half
                and abs(centre[1]) < 0.124)  # fmt: skip

    return without(solid, reveal)


@pytest.mark.parametrize("size", [0.3, 0.6, 1.0, 1.8])
def test_a_window_whose_reveal_was_not_seen_stays_open(size):
    mesh = tunnel_without_reveal(size)
    assert len(find_holes(mesh)) == 2
    out, step = close_holes(mesh)
    assert not step.changed
    assert len(step.figures["left_open"]) == 2
    assert len(find_gaps(out)) == 1


@pytest.mark.parametrize("size", [0.3, 0.6, 1.0])
def test_a_hole_on_one_side_of_a_wall_is_closed(size):
    """The same hole, of which the other side was seen to be wall."""
    mesh = fine_box((-2, -0.125, 0), (2, 0.125, 4), 0.1)
    mesh = without(
        mesh,
        lambda c: c[1] < -0.12 and abs(c[0]) < size / 2 and abs(c[2] - 2) < size / 2,
    )
    out, step = close_holes(mesh)
    assert len(step.figures["closed"]) == 1
    assert out.is_watertight
    assert out.volume == pytest.approx(4 * 0.25 * 4)


def test_the_unseen_underside_of_a_floor_is_closed_flat():
    floor = fine_box((-2, -2, 3), (2, 2, 3.2))
    out, step = close_holes(without(floor, lambda centre: centre[2] < 3 + 1e-6))
    assert len(step.figures["closed"]) == 1
    assert out.is_watertight
    assert out.volume == pytest.approx(16 * 0.2)


def test_a_box_that_is_open_on_a_wide_side_stays_open():
    """A skip, 4" wide and 3" deep."""
    skip = without(fine_box((-2, -2, 0), (2, 2, 3)), lambda centre: centre[2] > 3 - 1e-6)
    out, step = close_holes(skip)
    assert not step.changed
    assert step.figures["left_open"][0]["across"] == pytest.approx(np.sqrt(32))
    assert out is skip


def test_loops_at_the_ground_are_left_to_the_underside():
    mesh = without(fine_box((0, 0, 0), (1, 1, 1)), lambda centre: centre[2] < 1e-6)
    assert find_holes(mesh, but_at=0.0) == []
    assert len(find_holes(mesh)) == 1


def test_patches_make_no_edge_that_is_there_already():
    """Two holes that share a chord of the mesh: no edge has more than two faces afterwards."""
    ball = trimesh.creation.icosphere(3, radius=1.0)
    rng = np.random.default_rng(4)
    ball.update_faces(rng.random(len(ball.faces)) > 0.25)
    out, _ = close_holes(ball)
    edges = np.sort(out.edges, axis=1)
    _, count = np.unique(edges, axis=0, return_counts=True)
    assert (count > 2).sum() <= 0.01 * len(count)


@pytest.mark.parametrize("deep", [0.15, 0.3])
def test_the_door_of_a_dark_room_stays_open(deep):
    """A block of which the reveal of a door was seen for so deep, and nothing behind it.

    Whether a niche or a room is there, nobody has seen.
    """
    block = merged(wall(5, 4, 4, [window(0, 1.0, 1.0, 1.5)]).mesh.subdivide_to_size(0.15))
    block = without(block, lambda c: abs(c[0]) < 0.51 and 0.99 < c[2] < 2.51 and c[1] > -2 + deep)
    # Behind, the block is whole: its far side was seen to be wall.
    (far,) = [hole for hole in find_holes(block) if block.vertices[hole.ring, 1].min() > 1]
    faces = np.concatenate([block.faces, far.patch])
    out, step = close_holes(trimesh.Trimesh(block.vertices, faces, process=False))
    assert len(step.figures["left_open"]) == 1
    assert step.figures["closed"] == []
    assert not out.is_watertight
