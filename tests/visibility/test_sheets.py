"""Triangles with their edges, and what of them a shaft may meet."""

import numpy as np
import trimesh

from geo3d.rays import RayScene
from geo3d.rays.bvh import tree_of
from geo3d.shapes import crate
from geo3d.visibility.proof import planes_between
from geo3d.visibility.sheets import cut, sheets_of


def test_a_closed_mesh_has_even_edges_however_its_corners_are_numbered():
    mesh = crate(2.0, 1.0, 1.0).mesh
    apart = trimesh.Trimesh(
        mesh.triangles.reshape(-1, 3), np.arange(3 * len(mesh.faces)).reshape(-1, 3), process=False
    )
    for each in (mesh, apart):
        sheets = sheets_of(tree_of(each))
        assert sheets.even.all()
        # Euler: 3 F / 2 edges.
        assert len(sheets.even) == 3 * len(mesh.faces) // 2


def test_an_open_edge_is_odd_and_a_doubled_triangle_counts_once():
    corners = [[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]]
    sheet = trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3], [2, 1, 0]], process=False)
    sheets = sheets_of(tree_of(sheet))
    assert (sheets.edges < 0).all(axis=1).sum() == 1
    assert sheets.even.sum() == 1 and len(sheets.even) == 5


def test_a_cut_holds_what_the_shaft_meets_in_the_shafts_frame():
    mesh = crate(1.0, 1.0, 1.0).mesh
    turn = trimesh.transformations.rotation_matrix(0.4, [0, 0, 1], [3.0, 2.0, 0.0])
    rays = RayScene()
    aside = [[1, 0, 0, 40], [0, 1, 0, 40], [0, 0, 1, 0], [0, 0, 0, 1]]
    placed = [rays.place(mesh, turn, "in"), rays.place(mesh, aside, "out")]
    axes = np.array([[0.0, 1.0, 0.0], [-1.0, 0.0, 0.0], [0.0, 0.0, 1.0]])
    one, other = np.array([[-9.0, -9, 0], [-8, 9, 2]]), np.array([[8.0, -9, 0], [9, 9, 2]])
    found = cut(placed, axes, planes_between(one, other))
    assert len(found.corners) == len(mesh.faces) and found.even.all()
    expected = trimesh.transform_points(mesh.vertices, turn) @ axes.T
    points = np.unique(np.round(found.corners.reshape(-1, 3), 9), axis=0)
    assert np.allclose(points, np.unique(np.round(expected, 9), axis=0), atol=1e-8)
