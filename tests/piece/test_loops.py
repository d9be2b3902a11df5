"""Loops of open edges."""

import numpy as np
import trimesh

from geo3d.piece.loops import loops
from tests.piece.scan.meshes import box, sheet


def test_a_closed_mesh_has_none():
    assert loops(np.asarray(box((0, 0, 0), (1, 1, 1)).faces)) == []


def test_c31_a_sphere_without_its_top():
    """C31 [trimesh 509, 1380, 1196]: one hole of 24 edges."""
    ball = trimesh.creation.icosphere(2, radius=1.0)
    ball.update_faces(ball.triangles_center[:, 2] <= 0.6)
    (ring,) = loops(np.asarray(ball.faces))
    assert len(ring) == len(set(ring.tolist())) == 24


def test_a_loop_goes_as_its_faces_do():
    """A sheet that faces up is on the left of its rim."""
    mesh = sheet((0, 0), (1, 1))
    (ring,) = loops(np.asarray(mesh.faces))
    x, y = mesh.vertices[ring, 0], mesh.vertices[ring, 1]
    assert (x * np.roll(y, -1) - np.roll(x, -1) * y).sum() / 2 == 1.0


def test_two_triangles_that_share_a_corner_have_a_loop_each():
    found = loops(np.array([[0, 1, 2], [0, 3, 4]]))
    assert sorted(sorted(ring.tolist()) for ring in found) == [[0, 1, 2], [0, 3, 4]]
