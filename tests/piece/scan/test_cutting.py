"""Level cuts."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.loops import loops
from geo3d.piece.scan.cutting import above
from tests.piece.scan.meshes import box, fine_box


def test_c29_a_box_cut_through_its_middle_has_twelve_vertices():
    """C29 [trimesh 1635]: the four edges and four face diagonals of its sides cross the cut."""
    cut = above(box((-0.5, -0.5, -0.5), (0.5, 0.5, 0.5)), 0.0)
    assert len(cut.vertices) == 12
    assert len(np.unique(cut.vertices, axis=0)) == 12
    assert (cut.vertices[:, 2] == 0.0).sum() == 8
    assert cut.area == pytest.approx(1 + 4 * 0.5)
    assert [len(loop) for loop in loops(np.asarray(cut.faces))] == [8]


@pytest.mark.parametrize("z", [0.3, 0.31, 1.0, 1.7])
def test_a_sphere_loses_what_is_below_and_nothing_else(z):
    ball = trimesh.creation.icosphere(4, radius=2.0)
    cut = above(ball, z)
    assert cut.vertices[:, 2].min() == z
    # A spherical cap's area: 2 pi r h.
    assert cut.area == pytest.approx(2 * np.pi * 2 * (2 - z), rel=0.01)
    assert cut.is_winding_consistent
    (ring,) = loops(np.asarray(cut.faces))
    assert (cut.vertices[ring, 2] == z).all()


def test_a_cut_along_vertices_makes_no_sliver():
    mesh = fine_box((0, 0, 0), (2, 2, 2), 0.6)
    z = float(np.unique(mesh.vertices[:, 2].round(9))[2])
    cut = above(mesh, z)
    assert cut.area_faces.min() > 1e-3
    assert cut.area == pytest.approx(4 + 8 * (2 - z))


def test_all_of_it_and_none_of_it():
    mesh = box((0, 0, 1), (1, 1, 2))
    assert len(above(mesh, 0.5).faces) == 12
    assert above(mesh, 2.5) is None
