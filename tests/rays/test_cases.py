"""Small exact cases from public reports, named by their numbers."""

import numpy as np
import pytest
import trimesh

from tests.rays.ask import FRAMES, blocked, box, carried, crossings, is_blocked, scene_of, sheet
from tests.reference.brute import all_hits


@pytest.mark.parametrize("frame", FRAMES)
def test_c1_a_face_diagonal_counts_once(frame):
    """C1 (trimesh 2317): two surfaces crossed, through the diagonals of their faces."""
    matrix = FRAMES[frame]
    placed = [(box((0, 6), (0, 0.5), (0, 5)), matrix, "wall")]
    start, end = carried(matrix, [(3, -1, 2.5), (3, 3, 2.5)])
    assert blocked(placed, start, end)[0]
    found = crossings(placed, start, end)
    assert len(found) == 2
    np.testing.assert_allclose(found.distance, [1.0, 1.5], atol=1e-8)
    np.testing.assert_allclose(
        found.point, carried(matrix, [(3, 0, 2.5), (3, 0.5, 2.5)]), atol=1e-8
    )


@pytest.mark.parametrize("frame", FRAMES)
def test_c2_one_hit_on_the_diagonal_of_a_square(frame):
    """C2 (trimesh 1766): a ray down the middle of a square of two triangles."""
    matrix = FRAMES[frame]
    square = sheet([(-1, -1, 0), (-1, 1, 0), (1, 1, 0), (1, -1, 0)])
    placed = [(square, matrix, "square")]
    start, end = carried(matrix, [(0, 0, 1), (0, 0, -1)])
    assert blocked(placed, start, end)[0]
    found = crossings(placed, start, end)
    assert len(found) == 1
    np.testing.assert_allclose(found.point, [matrix[:3, 3]], atol=1e-8)


@pytest.mark.parametrize("frame", FRAMES)
def test_c3_a_box_in_a_box(frame):
    """C3 (trimesh 1496): from the centre to every vertex of the outer box, the inner one blocks.

    The inner box is 20 from the centre along the axes, the outer one 30, so the crossing is at two
    thirds of the way.
    """
    matrix = FRAMES[frame]
    small = trimesh.creation.box((40, 40, 40)).subdivide_to_size(20)
    big = trimesh.creation.box((60, 60, 60)).subdivide_to_size(20)
    placed = [(big, matrix, "big"), (small, matrix, "small")]
    ends = carried(matrix, big.vertices)
    starts = np.tile(matrix[:3, 3], (len(ends), 1))
    assert blocked(placed, starts, ends).all()
    first = scene_of(placed).first_hit(starts, ends)
    assert (first.id == "small").all()
    np.testing.assert_allclose(
        first.distance, np.linalg.norm(ends - starts, axis=1) * 2 / 3, atol=1e-7
    )


@pytest.mark.parametrize("frame", FRAMES)
def test_c7_vertices_and_edges_of_a_height_grid(frame):
    """C7 (embree 174, 181): a vertical ray through every vertex and edge midpoint hits once."""
    matrix = FRAMES[frame]
    x, y = (axis.ravel() * 0.3 for axis in np.meshgrid(np.arange(21), np.arange(21)))
    number = np.arange(441).reshape(21, 21)
    a, b, c, d = (n.ravel() for n in (number[:-1, :-1], number[:-1, 1:], number[1:, 1:],
                                      number[1:, :-1]))  # fmt: skip
    faces = np.concatenate([np.column_stack([a, b, c]), np.column_stack([a, c, d])])
    grid = sheet(np.column_stack([x, y, 0.5 * np.sin(x) * np.cos(y)]), faces)
    edges = grid.vertices[grid.edges_unique].mean(axis=1)
    for points, expected in ((grid.vertices, 441), (edges, 1240)):
        above = carried(matrix, points + [0, 0, 2.0])
        below = carried(matrix, points - [0, 0, 2.0])
        placed = [(grid, matrix, "grid")]
        assert blocked(placed, above, below).sum() == expected
        found = scene_of(placed).all_hits(above, below)
        assert found.segment.tolist() == list(range(expected))
        np.testing.assert_allclose(found.point, carried(matrix, points), atol=2e-8)
        assert len(all_hits(placed, above, below)) == expected


@pytest.mark.parametrize("frame", FRAMES)
def test_c9_a_surface_that_the_line_only_leaves(frame):
    """C9 (embree 133): rays that start on a triangle, and on a wall's outside, going away."""
    matrix = FRAMES[frame]
    triangle = sheet([(0, 0, 0), (1, 0, 0), (0, 1, 0)], [(0, 1, 2)])
    wall = box((0, 6), (0, 0.5), (0, 5))
    for points in ([(0.25, 0.25, 0), (0.25, 0.25, 5)], [(0.25, 0.25, 0), (3, -2, -5)]):
        start, end = carried(matrix, points)
        assert not blocked([(triangle, matrix, "triangle")], start, end)[0]
    start, end = carried(matrix, [(3, 0, 2.5), (3, -10, 2.5)])
    assert not blocked([(wall, matrix, "wall")], start, end)[0]
    # Into the wall instead, it is the far side that blocks.
    start, end = carried(matrix, [(3, 0, 2.5), (3, 10, 2.5)])
    assert blocked([(wall, matrix, "wall")], start, end)[0]
    found = crossings([(wall, matrix, "wall")], start, end)
    np.testing.assert_allclose(found.distance, [0.5], atol=1e-8)


@pytest.mark.parametrize("frame", FRAMES)
def test_c12_drops_on_corners_and_edges_land(frame):
    """C12 (mkdd-track-editor 116): a drop lands on the upper square's middle, corners and edge."""
    matrix = FRAMES[frame]
    upper = sheet([(0, 0, 3), (4, 0, 3), (4, 4, 3), (0, 4, 3)])
    lower = sheet([(-9, -9, 0), (9, -9, 0), (9, 9, 0), (-9, 9, 0)])
    placed = [(lower, matrix, "lower"), (upper, matrix, "upper")]
    at = np.array([(2, 2, 5), (0, 0, 5), (4, 4, 5), (4, 2, 5)], dtype=float)
    starts, ends = carried(matrix, at), carried(matrix, at - [0, 0, 9])
    assert blocked(placed, starts, ends).all()
    first = scene_of(placed).first_hit(starts, ends)
    assert first.id.tolist() == ["upper"] * 4
    np.testing.assert_allclose(first.distance, 2.0, atol=1e-7)


@pytest.mark.parametrize("frame", FRAMES)
def test_c13_ends_on_a_box_and_crosses_its_edges(frame):
    """C13 (rosegold 341): to a corner and to an edge: clear; 1" longer: blocked."""
    matrix = FRAMES[frame]
    placed = [(box((0, 1), (0, 1), (0, 1)), matrix, "box")]
    for points in ([(-1, -1, -1), (0, 0, 0)], [(-1, -1, 0.5), (0, 0, 0.5)]):
        start, end = carried(matrix, points)
        assert not blocked(placed, start, end)[0]
        longer = end + (end - start) / np.linalg.norm(end - start)
        assert blocked(placed, start, longer)[0]
    start, end = carried(matrix, [(2, -1, 0.5), (-1, 2, 0.5)])
    assert blocked(placed, start, end)[0]
    assert len(crossings(placed, start, end)) == 2


@pytest.mark.parametrize("frame", FRAMES)
def test_c64_nothing_leaks_through_joints(frame):
    """C64 (lichtgeschwindigkeit 5): sheets that meet at x = 3, boxes that touch along one edge."""
    matrix = FRAMES[frame]
    runs = [((0, 0), (3, 0)), ((3, 0), (6, 0)), ((3, 0), (3, 4))]
    sheets = [
        (sheet([(*a, 0), (*b, 0), (*b, 5), (*a, 5)]), matrix, f"sheet-{n}")
        for n, (a, b) in enumerate(runs)
    ]
    rng = np.random.default_rng(64)
    z = rng.uniform(0.5, 4.5, 200)
    aside = rng.uniform(-2.0, 2.0, 200)
    # Through the joint, from the side without the third sheet to either of its sides.
    joint = np.column_stack([np.full(200, 3.0), np.zeros(200), z])
    way = np.column_stack([aside, np.full(200, 1.0), rng.uniform(-0.2, 0.2, 200)])
    starts, ends = carried(matrix, joint - way), carried(matrix, joint + way)
    assert blocked(sheets, starts, ends).all()
    # Through the joint along the two sheets' common plane turned a little: from one to the other.
    boxes = [
        (box((0, 1), (0, 1), (0, 1)), matrix, "low"),
        (box((1, 2), (1, 2), (0, 1)), matrix, "high"),
    ]
    start, end = carried(matrix, [(0, 2, 0.5), (2, 0, 0.5)])
    assert blocked(boxes, start, end)[0]
    # At z = 1 the same line runs level with both tops and touches their corners.
    start, end = carried(matrix, [(0, 2, 1), (2, 0, 1)])
    assert blocked(boxes, start, end)[0]


def test_c13_is_the_same_both_ways():
    """a to b and b to a: the same verdicts and the same places.

    A line through a corner touches several faces at once; which of them is named may depend on the
    way, so faces are compared for lines that pass the corners at a distance.
    """
    matrix = FRAMES["turned askew"]
    cube = box((0, 1), (0, 1), (0, 1))
    scene = scene_of([(cube, matrix, "box")])
    rng = np.random.default_rng(13)
    corner = carried(matrix, cube.vertices[rng.integers(8, size=2000)])
    way = rng.normal(size=(2000, 3))
    aside = np.where(np.arange(2000)[:, None] < 1000, 0.0, rng.normal(0, 0.2, size=(2000, 3)))
    starts, ends = corner - way, corner + 2 * way + aside
    assert np.array_equal(scene.any_hit(starts, ends), scene.any_hit(ends, starts))
    there, back = scene.all_hits(starts, ends), scene.all_hits(ends, starts)
    order = np.lexsort((-back.distance, back.segment))
    assert there.segment.tolist() == back.segment[order].tolist()
    np.testing.assert_allclose(there.point, back.point[order], rtol=0, atol=2e-8)
    generic = there.segment >= 1000
    assert there.face[generic].tolist() == back.face[order][generic].tolist()


def test_c1_is_missed_by_a_line_over_the_wall():
    """C1 (trimesh 2317), the other way: 1e-6 over the wall's top nothing is crossed."""
    wall = box((0, 6), (0, 0.5), (0, 5))
    assert not is_blocked(wall, (3, -1, 5.000001), (3, 3, 5.000001))
    assert is_blocked(wall, (3, -1, 4.999999), (3, 3, 4.999999))
