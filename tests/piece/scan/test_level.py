"""Turned upright, on a table and without one."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.scan.level import level, resting_plane, upright
from geo3d.piece.scan.table import Plane
from tests.piece.scan.meshes import fine_box, without


@pytest.mark.parametrize("lean", [0.0, 4.0, 30.0])
def test_the_plane_becomes_z_0(lean):
    turn = trimesh.transformations.rotation_matrix(np.deg2rad(lean), [0.6, 0.8, 0], [1, 2, 3])
    mesh = fine_box((0, 0, 0), (2, 2, 2))
    mesh.apply_transform(turn)
    plane = Plane(turn[:3, 2], turn[:3, 3], 0.0, 1.0)
    out, matrix, step = level(mesh, plane)
    assert out.vertices[:, 2].min() == pytest.approx(0.0, abs=1e-12)
    assert out.vertices[:, 2].max() == pytest.approx(2.0)
    assert step.figures["tilt_deg"] == pytest.approx(lean, abs=1e-6)
    np.testing.assert_allclose(matrix[:3, :3] @ matrix[:3, :3].T, np.eye(3), atol=1e-12)
    np.testing.assert_allclose(
        trimesh.transform_points(mesh.vertices, matrix), out.vertices, atol=1e-12
    )


def test_the_turn_is_the_smallest():
    """It leaves the axis alone that is level and across the lean."""
    normal = np.array([np.sin(0.3), 0.0, np.cos(0.3)])
    matrix = upright(normal)[:3, :3]
    np.testing.assert_allclose(matrix @ normal, [0, 0, 1], atol=1e-12)
    np.testing.assert_allclose(matrix @ [0, 1, 0], [0, 1, 0], atol=1e-12)


@pytest.mark.parametrize("seen", [True, False])
def test_without_a_table_it_rests_on_its_underside_or_on_the_rim_of_it(seen):
    mesh = fine_box((-1, -1, 0), (1, 1, 3))
    if not seen:
        mesh = without(mesh, lambda centre: centre[2] < 1e-6)
    turn = trimesh.transformations.rotation_matrix(np.deg2rad(5), [1, 0.3, 0])
    mesh.apply_transform(turn)
    plane = resting_plane(mesh)
    assert plane.normal @ turn[:3, 2] == pytest.approx(1.0, abs=1e-9)
    assert plane.heights(np.zeros((1, 3)))[0] == pytest.approx(0.0, abs=1e-9)


def test_what_lies_on_an_edge_rests_on_nothing_level():
    """All points in one plane: no hull."""
    flat = trimesh.Trimesh([(0, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 2)])
    assert resting_plane(flat) is None
