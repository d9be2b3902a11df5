"""Inside, distance and winding number, against small exact cases and closed forms."""

from collections import Counter
from unittest.mock import Mock

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st

import geo3d
from geo3d.errors import MeshError
from geo3d.piece import locate as module
from geo3d.rays import bvh
from tests.rays.ask import FRAMES, box, carried, sheet

CUBE = box((0, 1), (0, 1), (0, 1))


def moved(mesh, matrix):
    """A copy in another frame."""
    return mesh.copy().apply_transform(matrix)


def joined(*meshes):
    """Several meshes as one, not united."""
    return trimesh.util.concatenate(list(meshes))


@pytest.mark.parametrize("frame", FRAMES)
def test_c19_a_unit_box(frame):
    """C19 (Open3D 5105): outside at the square roots of 2 and 3, inside at the middle."""
    matrix = FRAMES[frame]
    points = carried(matrix, [(-1, -1, 0), (-1, -1, -1), (0.5, 0.5, 0.5)])
    found = geo3d.locate(moved(CUBE, matrix), points)
    assert found.inside.tolist() == [False, False, True]
    np.testing.assert_allclose(found.distance, [2**0.5, 3**0.5, 0.5], atol=1e-9)
    np.testing.assert_allclose(found.winding, [0, 0, 1], atol=1e-9)
    assert not found.open


@pytest.mark.parametrize("frame", FRAMES)
def test_c21_overlapping_boxes(frame):
    """C21 (trimesh 1416): two boxes that overlap, not united; twice inside is inside."""
    matrix = FRAMES[frame]
    one = trimesh.creation.box((1, 1, 1))
    other = one.copy().apply_translation((0.1, 0, 0))
    mesh = moved(joined(one, other), matrix)
    points = carried(matrix, [(x, 0, 0) for x in (0.05, -0.45, 0.55, 0.7)])
    found = geo3d.locate(mesh, points)
    assert found.inside.tolist() == [True, True, True, False]
    np.testing.assert_allclose(found.winding, [2, 1, 1, 0], atol=1e-9)
    np.testing.assert_allclose(found.distance, [0.45, 0.05, 0.05, 0.1], atol=1e-9)
    assert not found.open


@pytest.mark.parametrize("frame", FRAMES)
def test_c22_a_hollow_cube(frame):
    """C22 (trimesh 2534): a cube less a small one in its centre: empty there, solid beside."""
    matrix = FRAMES[frame]
    hollow = trimesh.creation.box((0.1, 0.1, 0.1))
    hollow.invert()
    mesh = moved(joined(trimesh.creation.box((1, 1, 1)), hollow), matrix)
    found = geo3d.locate(mesh, carried(matrix, [(0, 0, 0), (0.2, 0, 0)]))
    assert found.inside.tolist() == [False, True]
    np.testing.assert_allclose(found.distance, [0.05, 0.15], atol=1e-9)


@pytest.mark.parametrize("frame", FRAMES)
def test_c25_a_cube_without_a_side(frame):
    """C25 (RustBCA 238, trimesh 1031): open; 5 of 6 equal solid angles are left at the centre."""
    matrix = FRAMES[frame]
    cube = trimesh.creation.box((1, 1, 1))
    cube.update_faces(cube.face_normals[:, 0] < 0.5)
    assert len(cube.faces) == 10
    found = geo3d.locate(moved(cube, matrix), carried(matrix, [(0, 0, 0)]))
    assert found.open
    np.testing.assert_allclose(found.winding, [5 / 6], atol=1e-9)
    assert found.inside.all()


def test_open_only_where_there_is_a_boundary():
    """Corners at one place are one corner; a face without area may close a crack."""
    soup = trimesh.Trimesh(
        CUBE.triangles.reshape(-1, 3), np.arange(36).reshape(-1, 3), process=False
    )
    assert not geo3d.locate(soup, [(0.5, 0.5, 0.5)]).open
    missing = trimesh.Trimesh(CUBE.vertices, CUBE.faces[1:], process=False)
    assert geo3d.locate(missing, [(0.5, 0.5, 0.5)]).open
    # A pyramid over a square; one base edge has a corner in its middle on one side only, and a
    # face of zero area between. With it every edge has two faces.
    vertices = [(0, 0, 0), (2, 0, 0), (2, 2, 0), (0, 2, 0), (1, 1, 1), (1, 0, 0)]
    faces = [(0, 3, 2), (0, 2, 1), (1, 2, 4), (2, 3, 4), (3, 0, 4), (0, 5, 4), (5, 1, 4), (0, 1, 5)]
    closed = sheet(vertices, faces)
    assert geo3d.locate(closed, [(1, 1, 0.5)]).open is False
    cracked = sheet(vertices, faces[:-1])
    assert geo3d.locate(cracked, [(1, 1, 0.5)]).open is True


def test_on_the_surface():
    """On a closed mesh's surface is inside, at distance 0; on a sheet is not inside."""
    points = [(0, 0.3, 0.4), (0, 0, 0.5), (1, 1, 1), (0.5, 0.5, 1)]
    found = geo3d.locate(CUBE, points)
    assert found.inside.all()
    assert found.distance.tolist() == [0, 0, 0, 0]
    assert np.isfinite(found.winding).all()
    beyond = geo3d.locate(CUBE, [(-5e-9, 0.3, 0.4), (-2e-8, 0.3, 0.4)])
    assert beyond.inside.tolist() == [True, False]
    pane = sheet([(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)])
    on_it = geo3d.locate(pane, [(1, 2, 0)])
    assert on_it.open
    assert not on_it.inside[0]
    assert on_it.distance[0] == 0


def test_distance_to_every_part_of_a_box():
    """The closed form for a box, at points all round it and within."""
    rng = np.random.default_rng(2)
    points = rng.uniform(-2, 3, (3000, 3))
    out = np.linalg.norm(np.maximum(np.maximum(-points, points - 1), 0), axis=1)
    into = np.minimum(points, 1 - points).min(axis=1)
    found = geo3d.locate(CUBE, points)
    np.testing.assert_allclose(found.distance, np.where(out > 0, out, into), atol=1e-12)
    assert np.array_equal(found.inside, (points > 0).all(axis=1) & (points < 1).all(axis=1))
    np.testing.assert_allclose(found.winding, found.inside.astype(float), atol=1e-12)


def test_distance_against_all_triangles():
    """A bumpy closed mesh: the nearest of all points of a fine grid is never nearer, and close."""
    rng = np.random.default_rng(3)
    mesh = trimesh.creation.icosphere(2, radius=2.0)
    mesh.vertices *= rng.uniform(0.7, 1.3, (len(mesh.vertices), 1))
    points = rng.uniform(-3, 3, (60, 3))
    found = geo3d.locate(mesh, points)
    steps = 24
    a, b = np.meshgrid(np.arange(steps + 1), np.arange(steps + 1))
    keep = a + b <= steps
    weights = np.column_stack([a[keep], b[keep], steps - a[keep] - b[keep]]) / steps
    grid = (weights[None, :, :, None] * mesh.triangles[:, None]).sum(axis=2).reshape(-1, 3)
    nearest = np.array([np.sqrt(((grid - p) ** 2).sum(axis=1).min()) for p in points])
    assert (found.distance <= nearest + 1e-12).all()
    # A grid point lies within a step of the longest edge of the true nearest one.
    step = mesh.edges_unique_length.max() / steps
    assert (nearest <= np.hypot(found.distance, step) + 1e-12).all()


def test_turned_inside_out():
    """The winding number changes its sign; inside stays inside."""
    mesh = CUBE.copy()
    mesh.invert()
    found = geo3d.locate(mesh, [(0.5, 0.5, 0.5), (2, 0.5, 0.5)])
    assert found.inside.tolist() == [True, False]
    np.testing.assert_allclose(found.winding, [-1, 0], atol=1e-12)


def test_solid_angle_of_a_corner_face():
    """A right triangle seen from the corner of a cube: an eighth of the sphere, less what is cut.

    The triangle (1,0,0) (0,1,0) (0,0,1) seen from the origin fills one octant: winding 1/8.
    """
    triangle = sheet([(1, 0, 0), (0, 1, 0), (0, 0, 1)], [(0, 1, 2)])
    found = geo3d.locate(triangle, [(0, 0, 0), (1 / 3, 1 / 3, 1 / 3), (2, 2, 2)])
    assert found.winding[0] == pytest.approx(1 / 8, abs=1e-12)
    assert found.distance[0] == pytest.approx(3**-0.5, abs=1e-12)
    assert found.distance[1] == pytest.approx(0, abs=1e-15)
    assert found.winding[2] < 0


@pytest.mark.parametrize("shape", [(0, 3), (0,)])
def test_no_points(shape):
    """Nothing asked, nothing answered."""
    found = geo3d.locate(CUBE, np.empty(shape))
    assert found.inside.shape == found.distance.shape == found.winding.shape == (0,)


@pytest.mark.parametrize(
    "points",
    [[(0, 0, np.nan)], [(np.inf, 0, 0)], [(0, 0)], (0, 0, 0), [("a", "b", "c")], "here", None],
)
def test_bad_points_raise(points):
    """NaN, infinite, and what is not (N, 3)."""
    with pytest.raises(MeshError):
        geo3d.locate(CUBE, points)


def test_a_mesh_without_a_usable_face_raises():
    """There is no surface to be near to."""
    line = sheet([(0, 0, 0), (1, 0, 0), (2, 0, 0)], [(0, 1, 2)])
    with pytest.raises(MeshError):
        geo3d.locate(line, [(0, 0, 0)])


def test_unusable_faces_are_passed_over():
    """A face with a NaN corner takes nothing from the answer."""
    vertices = np.vstack([CUBE.vertices, [[np.nan, 0, 0]]])
    mesh = trimesh.Trimesh(vertices, np.vstack([CUBE.faces, [[0, 1, 8]]]), process=False)
    found = geo3d.locate(mesh, [(0.5, 0.5, 0.5), (3, 0.5, 0.5)])
    assert found.inside.tolist() == [True, False]
    np.testing.assert_allclose(found.distance, [0.5, 2.0], atol=1e-12)
    assert not found.open


def test_a_mesh_is_looked_at_once(monkeypatch):
    """Whether a mesh is open and its tree are found once, and anew where it was changed."""
    opened = Mock(wraps=module.is_open)
    built = Mock(wraps=bvh._build_tree)
    monkeypatch.setattr(module, "is_open", opened)
    monkeypatch.setattr(bvh, "_build_tree", built)
    mesh = trimesh.creation.box(bounds=[[0, 0, 0], [1, 1, 1.0625]])
    for _ in range(3):
        assert not geo3d.locate(mesh, [[0.5, 0.5, 0.5]]).open
    assert (opened.call_count, built.call_count) == (1, 1)
    mesh.update_faces(np.arange(12) < 11)
    for _ in range(3):
        assert geo3d.locate(mesh, [[0.5, 0.5, 0.5]]).open
    assert (opened.call_count, built.call_count) == (2, 2)


def test_a_mesh_that_cannot_be_held_weakly():
    """Any object with vertices and faces is a mesh."""

    class Slotted:
        __slots__ = ("faces", "vertices")

    mesh = Slotted()
    box = trimesh.creation.box()
    mesh.vertices, mesh.faces = box.vertices, box.faces
    found = geo3d.locate(mesh, [[0, 0, 0], [2, 0, 0]])
    assert found.inside.tolist() == [True, False]
    assert not found.open


@given(st.integers(0, 2**31))
def test_open_as_counted_edge_by_edge(seed):
    """On few places, many of them told by several vertices (and by both zeros), some not finite."""
    rng = np.random.default_rng(seed)
    vertices = rng.integers(-1, 2, (rng.integers(3, 24), 3)) * rng.choice([-1.0, 1.0])
    vertices[rng.random(len(vertices)) < 0.05, 1] = np.nan
    faces = rng.integers(0, len(vertices), (rng.integers(0, 12), 3))
    faces = np.concatenate([faces, faces[:, ::-1]][: rng.integers(1, 3)])
    uses = Counter()
    for corners in (vertices + 0.0)[faces]:
        if np.isfinite(corners).all():
            places = [tuple(corner) for corner in corners]
            for a, b in zip(places, places[1:] + places[:1], strict=True):
                uses[frozenset([a, b])] += a != b
    mesh = trimesh.Trimesh(vertices, faces, process=False)
    assert module.is_open(mesh) == (1 in uses.values())
