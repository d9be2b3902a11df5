"""The canonical form does not depend on the order in which a mesh lists its corners and faces."""

import numpy as np
import pytest
import trimesh

from geo3d.shapes import stairs
from meshes.canonical import GRID, canonical, flat_faces


def shuffled(mesh, seed):
    rng = np.random.default_rng(seed)
    order = rng.permutation(len(mesh.vertices))
    where = np.argsort(order)
    faces = where[mesh.faces][rng.permutation(len(mesh.faces))]
    faces = np.array(
        [
            np.roll(face, turn)
            for face, turn in zip(faces, rng.integers(3, size=len(faces)), strict=True)
        ]
    )
    return trimesh.Trimesh(np.asarray(mesh.vertices)[order], faces, process=False)


@pytest.mark.parametrize("seed", range(4))
def test_order_does_not_show(seed):
    # A tetrahedron has one triangulation, so its form is the same whatever the library does.
    mesh = trimesh.Trimesh(
        [[0, 0, 0], [1.23456, 0, 0], [0, 2, 0], [0.3, 0.4, 1.5]],
        [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]],
        process=False,
    )
    first, other = canonical(mesh), canonical(shuffled(mesh, seed))
    assert np.array_equal(first.vertices, other.vertices)
    assert np.array_equal(first.faces, other.faces)


def test_on_the_grid_and_of_the_same_volume():
    shape = stairs(5, 0.41234567, 0.6, 2.0)
    mesh = canonical(shape.mesh)
    steps = np.asarray(mesh.vertices) / GRID
    assert steps == pytest.approx(np.round(steps), abs=1e-6)
    # No corner moved by more than half a step along each axis, so the volume by no more than that
    # times the surface.
    assert mesh.volume == pytest.approx(shape.volume, abs=GRID * shape.area)
    assert mesh.is_watertight
    assert flat_faces(mesh) == 0


def test_a_corner_nearer_than_a_sliver_goes():
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1], [1e-5, 0, 1]]
    faces = [[0, 2, 1], [0, 1, 4], [0, 4, 3], [1, 2, 4], [2, 3, 4], [2, 0, 3]]
    mesh = trimesh.Trimesh(points, faces, process=False)
    assert mesh.is_watertight
    assert len(canonical(mesh).vertices) == 4


def test_flat_faces_are_counted():
    mesh = trimesh.Trimesh(
        [[0, 0, 0], [1, 0, 0], [2, 0, 0], [0, 1, 0]], [[0, 1, 2], [0, 1, 3]], process=False
    )
    assert flat_faces(mesh) == 1
