"""Level cuts, against small exact cases and closed forms."""

import itertools

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d import shapes
from geo3d.errors import MeshError
from tests.rays.ask import box, sheet, turned

CUBE = box((0, 1), (0, 1), (0, 1))


def soup(mesh):
    """The same triangles, each with corners of its own."""
    corners = mesh.triangles.reshape(-1, 3)
    return trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)


def test_c29_a_unit_box_at_half_height():
    """C29 (trimesh 1635): centred box cut at z = 0: 4 points on edges, 4 on diagonals, 4 corners.

    The eight on the cut, with the four corners above, are the 12 vertices of the upper half.
    """
    mesh = trimesh.creation.box((1, 1, 1))
    cut = geo3d.section(mesh, 0.0)
    points = np.unique(shapely.get_coordinates(cut), axis=0)
    assert len(points) == 8
    assert len(points) + (mesh.vertices[:, 2] > 0).sum() == 12
    assert cut.equals(shapely.box(-0.5, -0.5, 0.5, 0.5))


@pytest.mark.parametrize("make", [lambda mesh: mesh, soup], ids=["joined", "soup"])
def test_a_box_at_every_height(make):
    """Within: the base's square. A vertex at the level counts as above: z = 1 is in, z = 0 not."""
    mesh = make(CUBE)
    square = shapely.box(0, 0, 1, 1)
    for z in (1e-6, 0.25, 1 / 3, 0.999999, 1.0):
        cut = geo3d.section(mesh, z)
        assert cut.geom_type == "Polygon"
        assert cut.symmetric_difference(square).area < 1e-12
    for z in (0.0, -1e-9, 1.000001, 5.0, -3.0):
        assert geo3d.section(mesh, z).is_empty


@pytest.mark.parametrize("z", [0.1, 0.5, 0.75, 1.5, 1.999])
def test_a_cone(z):
    """A pyramid on a regular 32-gon: similar polygons, area falling with the square of height."""
    mesh = trimesh.creation.cone(radius=1.5, height=2.0, sections=32)
    base = 16 * 1.5**2 * np.sin(2 * np.pi / 32)
    cut = geo3d.section(mesh, z)
    assert cut.geom_type == "Polygon"
    assert cut.area == pytest.approx(base * (1 - z / 2.0) ** 2, abs=1e-8)


def test_a_turned_box():
    """A cube on its corner: at half height a regular hexagon of side 1 over the root of 2."""
    mesh = trimesh.creation.box((1, 1, 1))
    to_corner = trimesh.geometry.align_vectors((1, 1, 1), (0, 0, 1))
    mesh.apply_transform(to_corner)
    # Area of a hexagon of side s is 3/2 root 3 s squared.
    assert geo3d.section(mesh, 0.0).area == pytest.approx(0.75 * 3**0.5, abs=1e-8)
    # Near the lower corner: an equilateral triangle, at height h over it of area 3/2 root 3 h^2.
    h = 0.3
    low = -(3**0.5) / 2
    assert geo3d.section(mesh, low + h).area == pytest.approx(1.5 * 3**0.5 * h * h, abs=1e-8)


def test_volume_is_the_integral_of_the_sections():
    """Gauss points between the heights of the vertices: exact, for areas are quadratic there."""
    solids = [
        shapes.stairs(3, 0.5, 0.75, 2.0),
        shapes.wall(6.0, 4.0, 0.25, [shapes.window(0.0, 1.5, 1.0, 1.0)]),
        shapes.tower(2.0, 3.0, windows=3, sides=24),
        shapes.hill(3.0, 2.0),
        shapes.crater(2.0, 0.5, 0.3),
        shapes.platform(3.0, 2.0, 2.5),
    ]
    node, weight = np.polynomial.legendre.leggauss(2)
    for solid in solids:
        heights = np.unique(np.round(solid.mesh.vertices[:, 2], 9))
        total = 0.0
        for low, high in itertools.pairwise(heights):
            at = (low + high) / 2 + node * (high - low) / 2
            areas = [geo3d.section(solid.mesh, z).area for z in at]
            total += (high - low) / 2 * np.dot(weight, areas)
        assert total == pytest.approx(solid.volume, rel=1e-6)


def test_a_wall_with_a_window():
    """Through the window: two pieces; over it: one."""
    mesh = shapes.wall(6.0, 4.0, 0.25, [shapes.window(0.0, 1.5, 1.0, 1.0)]).mesh
    through = geo3d.section(mesh, 2.0)
    assert through.geom_type == "MultiPolygon"
    assert len(through.geoms) == 2
    assert through.area == pytest.approx(5.0 * 0.25, abs=1e-9)
    assert geo3d.section(mesh, 3.0).area == pytest.approx(6.0 * 0.25, abs=1e-9)


def test_overlapping_bodies_are_united():
    """Two boxes that overlap by half: 1.5 square inches in one piece, no line between."""
    both = trimesh.util.concatenate([CUBE, box((0.5, 1.5), (0, 1), (0, 1))])
    cut = geo3d.section(both, 0.3)
    assert cut.geom_type == "Polygon"
    assert cut.area == pytest.approx(1.5, abs=1e-9)
    assert len(cut.interiors) == 0


@pytest.mark.parametrize("sides", [(0, 1), (1, 2)])
def test_touching_and_equal_bodies(sides):
    """The same box twice is that box; boxes that share a side are one piece."""
    both = trimesh.util.concatenate([CUBE, box(sides, (0, 1), (0, 1))])
    cut = geo3d.section(both, 0.3)
    assert cut.geom_type == "Polygon"
    assert cut.area == pytest.approx(sides[1], abs=1e-9)


def test_a_hollow_is_a_hole_and_a_body_in_it_is_solid():
    """A box less a box, with another box in the hollow: 16 - 4 + 1 square inches."""
    outer, hollow, core = (trimesh.creation.box((s, s, s)) for s in (4, 2, 1))
    hollow.invert()
    cut = geo3d.section(trimesh.util.concatenate([outer, hollow, core]), 0.1)
    assert cut.geom_type == "MultiPolygon"
    assert cut.area == pytest.approx(13, abs=1e-9)
    assert sorted(len(part.interiors) for part in cut.geoms) == [0, 1]


def test_inside_out_is_the_same():
    """The way a mesh is wound does not matter."""
    mesh = CUBE.copy()
    mesh.invert()
    assert geo3d.section(mesh, 0.5).equals(geo3d.section(CUBE, 0.5))


def test_an_open_mesh_gives_lines():
    """Four sides of a box without one: a line of three runs; a sheet: a straight line."""
    sides = CUBE.copy()
    sides.update_faces(np.abs(sides.face_normals[:, 2]) < 0.5)
    ring = geo3d.section(sides, 0.5)
    assert ring.geom_type == "Polygon"
    sides.update_faces(sides.face_normals[:, 0] < 0.5)
    cut = geo3d.section(sides, 0.5)
    assert cut.geom_type == "LineString"
    assert cut.length == pytest.approx(3.0, abs=1e-9)
    upright = sheet([(0, 0, 0), (4, 3, 0), (4, 3, 2), (0, 0, 2)])
    line = geo3d.section(upright, 1.5)
    assert line.geom_type == "LineString"
    assert line.length == pytest.approx(5.0, abs=1e-9)
    two = trimesh.util.concatenate([upright, upright.copy().apply_translation((9, 0, 0))])
    assert geo3d.section(two, 1.5).geom_type == "MultiLineString"


def test_a_box_without_a_floor_is_cut_as_a_box():
    """It is open, but not at that level."""
    mesh = CUBE.copy()
    mesh.update_faces(mesh.face_normals[:, 2] > -0.5)
    assert geo3d.section(mesh, 0.5).area == pytest.approx(1.0, abs=1e-9)


def test_levels_of_vertices():
    """A step block: at a tread's level the cut is that from just below."""
    mesh = shapes.stairs(3, 0.5, 0.75, 2.0).mesh
    for step in range(1, 4):
        area = (4 - step) * 0.75 * 2.0
        assert geo3d.section(mesh, 0.5 * step).area == pytest.approx(area, abs=1e-9)
        below = geo3d.section(mesh, 0.5 * step - 1e-6)
        assert below.area == pytest.approx(area, abs=1e-9)
        above = geo3d.section(mesh, 0.5 * step + 1e-6)
        assert above.area == pytest.approx(area - 1.5, abs=1e-9)


@pytest.mark.parametrize("offset", [0.0, 1e6])
def test_every_level_of_a_ball_closes(offset):
    """Levels through vertices, and random ones: a polygon, of the area of the cut triangles' fan.

    Also as a triangle soup, and a million inches away.
    """
    ball = trimesh.creation.icosphere(3, radius=2.0)
    ball.apply_transform(turned((1, 2, 3), 40.0, (offset, -offset, offset)))
    middle = ball.vertices.mean(axis=0)
    rng = np.random.default_rng(4)
    levels = np.concatenate(
        [rng.choice(ball.vertices[:, 2], 15), rng.uniform(-1.9, 1.9, 15) + offset]
    )
    for z in levels:
        for mesh in (ball, soup(ball)):
            cut = geo3d.section(mesh, float(z))
            if cut.is_empty:
                continue
            assert cut.geom_type == "Polygon"
            # Between the balls of the inner and the outer radius.
            inner, outer = 2.0 * 0.985, 2.0
            h2 = (z - middle[2]) ** 2
            assert np.pi * (inner**2 - h2) - 1e-6 < cut.area < np.pi * (outer**2 - h2) + 1e-6


@pytest.mark.parametrize("z", [np.nan, np.inf, "high", None])
def test_a_level_that_is_no_number_raises(z):
    """The message names the argument."""
    with pytest.raises(MeshError, match="z"):
        geo3d.section(CUBE, z)


def test_faces_with_nan_are_passed_over():
    """They take nothing from the rest."""
    mesh = trimesh.Trimesh(
        np.vstack([CUBE.vertices, [[np.nan, 0, 0]]]),
        np.vstack([CUBE.faces, [[0, 1, 8]]]),
        process=False,
    )
    assert geo3d.section(mesh, 0.5).area == pytest.approx(1.0, abs=1e-9)
