"""The table is found, where there is one, and nothing else is taken for it."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.scan.table import find_table, table_across
from tests.piece.scan.meshes import fine_box, joined, sheet


def tilted(mesh, degrees, about=(1, 0.5, 0)):
    mesh = mesh.copy()
    turn = trimesh.transformations.rotation_matrix(np.deg2rad(degrees), about)
    mesh.apply_transform(turn)
    return mesh, turn[:3, 2]


@pytest.mark.parametrize("degrees", [0, 3, 12, 25])
def test_a_tilted_table_under_a_house(degrees):
    scene = joined(sheet((-6, -6), (6, 6)), fine_box((-2, -2, 0), (2, 2, 4)))
    scene, normal = tilted(scene, degrees)
    plane = find_table(scene)
    assert plane.normal @ normal == pytest.approx(1.0, abs=1e-9)
    assert plane.heights(np.zeros((1, 3))) == pytest.approx(0.0, abs=1e-6)
    assert not plane.mat


def test_noise_is_told_and_hardly_moves_it():
    mesh = joined(sheet((-6, -6), (6, 6), step=0.1), fine_box((-2, -2, 0), (2, 2, 4)))
    rng = np.random.default_rng(2)
    mesh.vertices += rng.normal(0, 0.01, mesh.vertices.shape)
    plane = find_table(mesh)
    assert np.rad2deg(np.arccos(plane.normal[2])) < 0.05
    assert abs(plane.heights(np.zeros((1, 3)))[0]) < 0.002
    # Heights of faces: the mean of three vertices.
    assert plane.noise == pytest.approx(0.01 / np.sqrt(3), rel=0.2)


def test_a_mat_on_a_table_counts_as_the_table():
    scene = joined(
        sheet((-9, -9), (9, 9), -0.1), sheet((-6, -6), (6, 6)), fine_box((-2, -2, 0), (2, 2, 4))
    )
    plane = find_table(scene)
    assert plane.mat
    assert plane.point[2] == pytest.approx(0.0, abs=1e-6)


def test_a_base_on_a_table_is_no_mat():
    """A plate .1" thick, half an inch larger than what stands on it."""
    scene = joined(
        sheet((-9, -9), (9, 9)), fine_box((-2.5, -2.5, 0), (2.5, 2.5, 0.1)),
        fine_box((-2, -2, 0.1), (2, 2, 4)),
    )  # fmt: skip
    plane = find_table(scene)
    assert not plane.mat
    assert plane.point[2] == pytest.approx(0.0, abs=1e-6)


def test_without_a_table_none_is_found():
    house = fine_box((-2, -2, 0), (2, 2, 4))
    assert find_table(house) is None
    assert find_table(joined(house, fine_box((-2, -2, 4), (-1.7, 2, 6)))) is None


def test_a_floor_with_walls_going_on_below_is_no_table():
    """Two walls 6" high with a floor at 3" between them: steep faces go on under it."""
    ruin = joined(
        fine_box((0, 0, 0), (7, 0.3, 6)), fine_box((0, 0.3, 0), (0.3, 5, 6)),
        fine_box((0.3, 0.3, 2.8), (7, 5, 3)),
    )  # fmt: skip
    assert find_table(ruin) is None


def test_a_table_across_another_axis_is_named():
    scene = joined(sheet((-6, -6), (6, 6)), fine_box((-1.5, -1.5, 0), (1.5, 1.5, 4)))
    assert table_across(scene) is None
    lying, _ = tilted(scene, 90, (1, 0, 0))
    assert find_table(lying) is None
    assert table_across(lying) == "y"
