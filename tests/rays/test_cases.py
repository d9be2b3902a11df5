"""Rays in small exact cases from public reports, by number."""

import numpy as np
import pytest
import trimesh

from geo3d.rays import RayScene


def box(x, y, z):
    return trimesh.creation.box(bounds=np.array([x, y, z], dtype=float).T)


def scene_of(*meshes, transform=None):
    scene = RayScene()
    for number, mesh in enumerate(meshes):
        scene.place(mesh, transform, f"m{number}")
    return scene


def poses():
    """Where the case stands: as given, far from the origin, turned by odd angles, both."""
    turn = trimesh.transformations.euler_matrix(0.3, -1.1, 2.2)
    far = trimesh.transformations.translation_matrix([1e6, -1e6, 1e6])
    return {"as given": np.eye(4), "far": far, "turned": turn, "both": far @ turn}


@pytest.mark.parametrize("pose", poses())
def test_c1_through_a_face_diagonal(pose):
    """C1 (trimesh 2317): through a face diagonal of a box: blocked, 2 surfaces, none twice."""
    matrix = poses()[pose]
    scene = scene_of(box((0, 6), (0, 0.5), (0, 5)), transform=matrix)
    ends = trimesh.transform_points([(3, -1, 2.5), (3, 2, 2.5)], matrix)
    assert scene.any_hit(ends[:1], ends[1:])[0]
    hits = scene.all_hits(ends[:1], ends[1:])
    assert hits.distance == pytest.approx([1.0, 1.5], abs=1e-8)
    back = scene.all_hits(ends[1:], ends[:1])
    assert back.distance == pytest.approx([1.5, 2.0], abs=1e-8)


def test_c2_on_a_shared_edge():
    """C2 (trimesh 1766): a square as two triangles, a ray down its middle: one hit."""
    square = trimesh.Trimesh(
        [(-1, -1, 0), (-1, 1, 0), (1, 1, 0), (1, -1, 0)], [(0, 1, 2), (2, 3, 0)], process=False
    )
    hits = scene_of(square).all_hits([(0, 0, 1)], [(0, 0, -1)])
    assert len(hits) == 1
    assert hits.point[0] == pytest.approx([0, 0, 0], abs=1e-12)


def test_c3_box_in_a_box():
    """C3 (trimesh 1496): from the centre to all vertices of the outer box, past the inner one."""
    inner = trimesh.creation.box(extents=(40, 40, 40)).subdivide_to_size(20)
    outer = trimesh.creation.box(extents=(60, 60, 60)).subdivide_to_size(20)
    scene = scene_of(inner, outer)
    ends = np.asarray(outer.vertices)
    starts = np.zeros_like(ends)
    assert scene.any_hit(starts, ends).all()
    first = scene.first_hit(starts, ends)
    assert first.hit.all()
    assert set(first.id) == {"m0"}


def test_c7_height_grid():
    """C7 (embree 174, 181): vertical rays through every vertex and edge middle of a height grid."""
    x, y = np.meshgrid(np.arange(21) * 0.3, np.arange(21) * 0.3, indexing="ij")
    points = np.column_stack([x.ravel(), y.ravel(), (0.5 * np.sin(x) * np.cos(y)).ravel()])
    cell = (np.arange(20)[:, None] * 21 + np.arange(20)).ravel()
    faces = np.concatenate([
        np.column_stack([cell, cell + 21, cell + 22]), np.column_stack([cell, cell + 22, cell + 1])
    ])  # fmt: skip
    grid = trimesh.Trimesh(points, faces, process=False)
    edges = grid.edges_unique
    # 20 x 21 along each axis and 400 diagonals.
    assert len(edges) == 1240
    for at, number in ((points, 441), (points[edges].mean(axis=1), 1240)):
        starts, ends = at + [0, 0, 3], at - [0, 0, 3]
        assert scene_of(grid).any_hit(starts, ends).sum() == number
        hits = scene_of(grid).all_hits(starts, ends)
        assert len(hits) == number
        assert hits.distance == pytest.approx(3.0, abs=1e-9)


def test_c9_a_surface_that_the_line_leaves():
    """C9 (embree 133): rays that start on a surface and leave it."""
    triangle = trimesh.Trimesh([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)], process=False)
    scene = scene_of(triangle)
    start = (0.25, 0.25, 0)
    for end in ((0.25, 0.25, 1), (0.9, 0.8, -0.3), (5, 5, 0.01)):
        assert not scene.any_hit([start], [end])[0]
        assert not scene.any_hit([end], [start])[0]
    slab = scene_of(box((0, 6), (0, 0.5), (0, 5)))
    assert not slab.any_hit([(3, 0, 2.5)], [(3, -5, 2.5)])[0]
    assert slab.any_hit([(3, 0, 2.5)], [(3, 5, 2.5)])[0]


def test_c12_drop_onto_a_platform():
    """C12 (mkdd-track-editor 116): a drop over the edge, the corner and the diagonal lands."""
    top = trimesh.Trimesh(
        [(0, 0, 3), (4, 0, 3), (4, 4, 3), (0, 4, 3)], [(0, 1, 2), (0, 2, 3)], process=False
    )
    under = trimesh.Trimesh(
        [(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)], [(0, 1, 2), (0, 2, 3)], process=False
    )
    at = np.array([(2, 2, 5), (0, 0, 5), (4, 4, 5), (4, 2, 5)], dtype=float)
    hits = scene_of(top, under).first_hit(at, at - [0, 0, 10])
    assert hits.point[:, 2] == pytest.approx(3.0, abs=1e-12)
    assert set(hits.id) == {"m0"}


@pytest.mark.parametrize("pose", poses())
def test_c13_corners_and_edges(pose):
    """C13 (rosegold 341): lines that end on a box's corner or edge are clear; 1" longer, blocked;
    one that goes in and out by edges crosses twice."""
    matrix = poses()[pose]
    scene = scene_of(box((0, 1), (0, 1), (0, 1)), transform=matrix)

    def put(*points):
        return trimesh.transform_points(np.array(points, dtype=float), matrix)

    for start, end in (((-1, -1, -1), (0, 0, 0)), ((-1, -1, 0.5), (0, 0, 0.5))):
        a, b = put(start, end)
        assert not scene.any_hit([a], [b])[0]
        assert not scene.any_hit([b], [a])[0]
        longer = np.array(end) + (np.array(end) - start) / np.linalg.norm(np.array(end) - start)
        a, b = put(start, longer)
        assert scene.any_hit([a], [b])[0]
    a, b = put((2, -1, 0.5), (-1, 2, 0.5))
    assert scene.any_hit([a], [b])[0]
    assert len(scene.all_hits([a], [b])) == 2


def test_c40_thin_wall_turned():
    """C40 (FluidX3D 160), the part about sight: a wall .1 thick, turned: no line passes it, and
    nothing is blocked beside it."""
    for angle in (0, 17, 45):
        matrix = trimesh.transformations.rotation_matrix(np.radians(angle), [0, 0, 1])
        scene = scene_of(box((-3, 3), (-0.05, 0.05), (0, 5)), transform=matrix)
        rng = np.random.default_rng(angle)
        through = np.column_stack(
            [rng.uniform(-3, 3, 2000), np.zeros(2000), rng.uniform(0, 5, 2000)]
        )
        across = rng.uniform(-1, 1, (2000, 3)) + [0, 2, 0]
        a, b = (trimesh.transform_points(through + s * across, matrix) for s in (-1, 1))
        assert scene.any_hit(a, b).all()
        beside = through + [0, 0.0501, 0]
        way = np.column_stack([rng.uniform(-1, 1, 2000), np.zeros(2000), rng.uniform(-1, 1, 2000)])
        a, b = (trimesh.transform_points(beside + s * way, matrix) for s in (-1, 1))
        assert not scene.any_hit(a, b).any()


def test_c64_joints_do_not_leak():
    """C64 (lichtgeschwindigkeit 5): sheets that meet, and boxes that touch along one edge."""

    def upright(x0, y0, x1, y1):
        points = [(x0, y0, 0), (x1, y1, 0), (x1, y1, 5), (x0, y0, 5)]
        return trimesh.Trimesh(points, [(0, 1, 2), (0, 2, 3)], process=False)

    sheets = scene_of(upright(0, 0, 3, 0), upright(3, 0, 6, 0), upright(3, 0, 3, 4))
    assert sheets.any_hit([(3, -1, 1), (2, -1, 1)], [(3, 5, 1), (4, 1, 1)]).all()
    boxes = scene_of(box((0, 1), (0, 1), (0, 5)), box((1, 2), (1, 2), (0, 5)))
    assert boxes.any_hit([(0, 2, 1)], [(2, 0, 1)])[0]
    assert boxes.any_hit([(2, 0, 1)], [(0, 2, 1)])[0]
