"""Triangles wound one way, outwards, whatever the mesh's own winding."""

import numpy as np
import pytest
import trimesh

from geo3d.errors import MeshError
from geo3d.piece.gaps.surface import oriented
from geo3d.shapes import tower, wall, window


def volume(triangles):
    a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    return (a * np.cross(b, c)).sum() / 6


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("apart", [False, True])
def test_any_share_of_flipped_faces(share, apart):
    """Two bodies, each with its own share of flipped faces; corners shared or each face its own."""
    rng = np.random.default_rng(3)
    one, other = wall(6, 5, 0.25, [window(0, 1, 1, 1)]).mesh, tower(2.0, 4.0).mesh
    other.apply_translation([9.0, 0.0, 0.0])
    mesh = trimesh.util.concatenate([one, other])
    true = mesh.volume
    faces = np.array(mesh.faces)
    flip = rng.random(len(faces)) < share
    faces[flip] = faces[flip][:, ::-1]
    vertices = mesh.vertices
    if apart:
        vertices = vertices[faces].reshape(-1, 3)
        faces = np.arange(len(vertices)).reshape(-1, 3)
    found = oriented(trimesh.Trimesh(vertices, faces, process=False))
    assert volume(found) == pytest.approx(true, rel=1e-9)


def test_faces_without_area_and_with_nan_are_left_out():
    vertices = [[0, 0, 0], [1, 0, 0], [0, 1, 1], [2, 0, 0], [np.nan, 0, 0]]
    mesh = trimesh.Trimesh(vertices, [[0, 1, 2], [0, 1, 3], [0, 1, 4]], process=False)
    assert len(oriented(mesh)) == 1


def test_nothing_left_is_an_error():
    mesh = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]], process=False)
    with pytest.raises(MeshError, match="at least one face with area wanted, got none"):
        oriented(mesh)
