"""How thick walls are: known from how they were built."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.thickness import thickness
from geo3d.shapes import roughen, wall
from geo3d.shapes.solids import box, mesh_of, prism, turned, union
from tests.piece.scan.meshes import joined, sheet


def test_a_wall():
    """4 x 3 x .25: 24 of its 27.5 square inches have .25 behind them, the others 3 or 4."""
    found = thickness(wall(4, 3, 0.25).mesh)
    assert found.area == pytest.approx(27.5)
    assert found.typical == pytest.approx(0.25, abs=1e-6)
    assert found.thinnest == pytest.approx(0.25, abs=1e-6)
    assert found.thinner(0.24) == 0.0
    assert found.thinner(0.26) == pytest.approx(24.0, rel=0.02)
    assert found.thinner(3.01) == pytest.approx(26.0, rel=0.02)
    assert found.sheet == 0.0


@pytest.mark.parametrize("factor", [0.1, 10.0])
def test_it_grows_with_the_piece(factor):
    mesh = wall(4, 3, 0.25).mesh.copy()
    mesh.apply_scale(factor)
    assert thickness(mesh).typical == pytest.approx(0.25 * factor, rel=1e-3)


@pytest.mark.parametrize("turned", [False, True])
def test_a_hollow_box(turned):
    """Walls of .1 all round, of either winding: of the faces outside 6 x 4 sq in see .1 but for a
    rim of .1, behind which lies the wall beside; from inside all do: 6 x 1.8^2."""
    mesh = mesh_of(box((0, 0, 0), (2, 2, 2)) - box((0.1, 0.1, 0.1), (1.9, 1.9, 1.9)))
    if turned:
        mesh = trimesh.Trimesh(mesh.vertices, mesh.faces[:, ::-1], process=False)
    found = thickness(mesh)
    assert found.typical == pytest.approx(0.1, abs=1e-6)
    assert found.thinner(0.11) == pytest.approx(2 * 6 * 1.8**2, rel=0.02)
    assert found.sheet == 0.0


def test_ridges_and_spikes_are_no_thin_walls():
    """A roof ridge of 40 degrees, 4" long: within .07" of it there is less than .05" behind, but no
    wall. A blade of .04" on the same block is one, 2 x 2 of .04" seen from both sides."""
    half = np.tan(np.radians(20.0))
    ridge = prism([[(-half, 0), (half, 0), (0, 1)]], 4.0)
    assert np.nanmin(thickness(mesh_of(ridge)).through) >= 0.05
    spike = turned([(0, 0), (half, 0), (0, 1)], 24)
    assert np.nanmin(thickness(mesh_of(spike)).through) >= 0.05
    bladed = mesh_of(union([box((-2, -2, 0), (2, 2, 1)), box((-1, -0.02, 0.5), (1, 0.02, 3))]))
    assert thickness(bladed).thinner(0.05) == pytest.approx(8.0, rel=0.06)


def test_a_rough_fold_is_no_thin_wall():
    """A block .3" thick that is as rough as scans are; so are its edges."""
    found = thickness(roughen(mesh_of(box((0, 0, 2), (3, 0.3, 4))), 20_000, noise=0.015))
    assert found.thinner(0.05) == 0.0


def test_a_sheet_has_no_other_side():
    found = thickness(sheet((0, 0), (4, 3), step=0.5))
    assert found.typical is None
    assert found.thinnest is None
    assert found.sheet == pytest.approx(12.0)


def test_a_sheet_beside_a_block():
    """A sheet of 12 sq in and a cube of 6 x 4; what is behind the sheet, if anything, is far off
    and seen from its outside."""
    block = mesh_of(box((10, 0, 0), (12, 2, 2)))
    found = thickness(joined(sheet((0, 0), (4, 3), step=0.5), block))
    assert found.typical == pytest.approx(2.0, abs=1e-6)
    assert found.sheet == pytest.approx(12.0, rel=0.05)


def test_bodies_in_one_another_are_no_sheets():
    """A post that stands .5 deep in a plate: nothing of it is a sheet."""
    plate, post = box((-3, -3, 0), (3, 3, 1)), box((-0.5, -0.5, 0.5), (0.5, 0.5, 4))
    assert thickness(joined(mesh_of(plate), mesh_of(post))).sheet == 0.0


def test_feather_edges_are_no_walls():
    """A right-angled wedge, 4 by 4 and 5 long: two edges of 45 degrees run out to nothing. At right
    angles to either side the other one is as far as the edge is: four strips of .4 by 5, less .05
    at the edges, where no wall goes on."""
    corners = [(0, 0, 0), (4, 0, 0), (4, 0, 4), (0, 5, 0), (4, 5, 0), (4, 5, 4)]
    faces = [(0, 1, 2), (3, 5, 4), (0, 4, 1), (0, 3, 4), (1, 5, 2), (1, 4, 5), (2, 3, 0), (2, 5, 3)]
    mesh = trimesh.Trimesh(corners, faces)
    assert mesh.volume == pytest.approx(40.0)
    assert thickness(mesh).thinner(0.4) == pytest.approx(4 * (0.4 - 0.05) * 5, rel=0.1)


@pytest.mark.parametrize("size", [1e3, 1e8, 1e13])
def test_a_wall_of_any_size(size):
    """A box of 4 x 4 x 1, so many times as large: most of it is 1 thick."""
    mesh = trimesh.creation.box(bounds=[[0, 0, 0], [4, 4, 1]])
    mesh.apply_scale(size)
    mesh.apply_translation((3 * size, 0, 0))
    found = thickness(mesh).to_dict()
    assert found["typical"] == pytest.approx(size, rel=1e-4)
    assert found["sheet_area"] == 0.0


@pytest.mark.parametrize("same_way", [False, True])
def test_a_wall_that_stores_each_face_twice(same_way):
    """4 x 3 x .25, as in `test_a_wall`."""
    mesh = wall(4, 3, 0.25).mesh
    again = mesh.faces if same_way else mesh.faces[:, ::-1]
    both = trimesh.Trimesh(mesh.vertices, [*mesh.faces, *again], process=False)
    found = thickness(both)
    assert found.area == pytest.approx(27.5)
    assert found.typical == pytest.approx(0.25, abs=1e-6)
    assert found.sheet == 0.0
