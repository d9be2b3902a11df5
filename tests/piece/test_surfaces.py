"""Surfaces that models can stand on: areas, heights and outlines of shapes of known sizes."""

from math import cos, pi, radians, sin, tan

import numpy as np
import pytest
import shapely
import trimesh
from shapely.geometry import Polygon, box

from geo3d.errors import Geo3dWarning
from geo3d.piece import surfaces as module
from geo3d.piece.surfaces import surfaces
from geo3d.shapes import (
    crate,
    extruded,
    l_ruin,
    platform,
    roughen,
    stairs,
    tower,
    u_ruin,
    wall,
    window,
)

GRID = 1e-4
"""Square inches: outlines are rounded to 1e-6", times their length."""


def ngon(radius, sides=48):
    return [(radius * cos(2 * pi * i / sides), radius * sin(2 * pi * i / sides))
            for i in range(sides)]  # fmt: skip


def sill(turn):
    """A window's sill in a wall between radii 2.25 and 2.5, four of 48 sides wide."""
    steps = [(turn + i) * 2 * pi / 48 for i in range(5)]
    return Polygon([*((2.5 * cos(a), 2.5 * sin(a)) for a in steps),
                    *((2.25 * cos(a), 2.25 * sin(a)) for a in reversed(steps))])  # fmt: skip


def walls(x, y, t):
    return Polygon([(0, 0), (x, 0), (x, t), (t, t), (t, y), (0, y)])


SHAPES = {
    "crate": (crate(4, 3, 2), [(2, box(-2, -1.5, 2, 1.5))]),
    "platform": (platform(4, 3, 2), [(2, box(-2, -1.5, 2, 1.5))]),
    "l-ruin": (l_ruin(6, 5, 6), [(3, box(0.25, 0.25, 6, 5)), (6, walls(6, 5, 0.25))]),
    "half floor": (
        l_ruin(6, 5, 6, floor="triangle"),
        [(3, Polygon([(0.25, 0.25), (6, 0.25), (0.25, 5)])), (6, walls(6, 5, 0.25))],
    ),
    "u-ruin": (
        u_ruin(6, 5, 6),
        [(3, box(-2.75, 0, 2.75, 4.75)), (6, box(-3, 0, 3, 5) - box(-2.75, 0, 2.75, 4.75))],
    ),
    "stairs": (
        stairs(4, 0.5, 1, 3),
        [(0.5 * (i + 1), box(i, -1.5, i + 1, 1.5)) for i in range(4)],
    ),
    "tower": (
        tower(2.5, 6),
        [*((1, sill(i)) for i in (0, 12, 24, 36)), (6, Polygon(ngon(2.5), [ngon(2.25)]))],
    ),
}  # fmt: skip


def matched(found, expected):
    """Pairs of found and expected surfaces, by height and place; all must find one."""
    assert len(found) == len(expected), [(s.height, s.area) for s in found]
    left = list(found)
    pairs = []
    for height, outline in expected:
        best = min(left, key=lambda s: 10 * abs(s.height - height)
                   + shapely.distance(s.outline.centroid, outline.centroid))  # fmt: skip
        left.remove(best)
        pairs.append((best, height, outline))
    return pairs


def same(found, expected, area=GRID):
    for surface, height, outline in matched(found, expected):
        assert surface.low == pytest.approx(height, abs=1e-9)
        assert surface.height == pytest.approx(height, abs=1e-9)
        assert surface.high == pytest.approx(height, abs=1e-9)
        assert surface.area == pytest.approx(outline.area, abs=area)
        assert surface.outline.symmetric_difference(outline).area < area
        assert len(surface.outline.interiors) == len(outline.interiors)


@pytest.mark.parametrize("name", SHAPES)
def test_shapes_of_known_sizes(name):
    shape, expected = SHAPES[name]
    same(surfaces(shape.mesh), expected)


@pytest.mark.parametrize("faces", [5_000, 30_000])
@pytest.mark.parametrize("seed", [1, 2])
@pytest.mark.parametrize("name", ["crate", "platform", "l-ruin", "u-ruin", "stairs"])
def test_rough_scans(name, seed, faces):
    """With noise of .02" the same surfaces, areas within 3 % and heights within .03"."""
    shape, expected = SHAPES[name]
    found = surfaces(roughen(shape.mesh, faces, seed=seed))
    for surface, height, outline in matched(found, expected):
        assert surface.height == pytest.approx(height, abs=0.03)
        assert surface.area == pytest.approx(outline.area, rel=0.03)
        assert len(surface.outline.interiors) == len(outline.interiors)
        assert surface.low < height < surface.high


def turned(mesh, turn):
    matrix = trimesh.transformations.rotation_matrix(turn, [0, 0, 1])
    return mesh.vertices @ matrix[:3, :3].T, mesh.faces


def unwelded(mesh):
    return mesh.vertices[mesh.faces].reshape(-1, 3), np.arange(3 * len(mesh.faces)).reshape(-1, 3)


def half_flipped(mesh):
    faces = mesh.faces.copy()
    rows = np.random.default_rng(3).random(len(faces)) < 0.4
    faces[rows] = faces[rows, ::-1]
    return mesh.vertices, faces


def shuffled(mesh):
    order = np.random.default_rng(4).permutation(len(mesh.vertices))
    back = np.argsort(order)
    faces = np.random.default_rng(5).permutation(back[mesh.faces])
    return mesh.vertices[order], faces


CHANGES = {
    "turned": lambda mesh: turned(mesh, 0.7),
    "moved": lambda mesh: (mesh.vertices + [300.0, -200.0, 0.0], mesh.faces),
    "mirrored, inside out": lambda mesh: (mesh.vertices * [-1, 1, 1], mesh.faces),
    "inside out": lambda mesh: (mesh.vertices, mesh.faces[:, ::-1]),
    "half flipped": half_flipped,
    "shuffled": shuffled,
    "unwelded": unwelded,
    "with a face of no area": lambda mesh: (mesh.vertices, [[0, 1, 1], *mesh.faces]),
    "with NaN": lambda mesh: (
        [*mesh.vertices, [np.nan] * 3], [*mesh.faces, [0, 1, len(mesh.vertices)]]
    ),
}  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("name", ["l-ruin", "stairs", "tower", "platform"])
def test_the_same_however_it_lies_and_is_written(name, change):
    shape, expected = SHAPES[name]
    points, faces = CHANGES[change](shape.mesh)
    if change == "turned":
        expected = [(h, shapely.affinity.rotate(o, 0.7, (0, 0), use_radians=True))
                    for h, o in expected]  # fmt: skip
    if change == "moved":
        expected = [(h, shapely.affinity.translate(o, 300, -200)) for h, o in expected]
    if change.startswith("mirrored"):
        expected = [(h, shapely.affinity.scale(o, -1, 1, 1, (0, 0))) for h, o in expected]
    mesh = trimesh.Trimesh(points, faces, process=False)
    found = surfaces(mesh)
    same(found, expected)
    # The faces named are those of the mesh as it was passed.
    for surface in found:
        z = mesh.vertices[mesh.faces[surface.faces], 2]
        assert np.allclose(z, surface.height)
        assert mesh.area_faces[surface.faces].sum() == pytest.approx(surface.area, abs=GRID)


@pytest.mark.parametrize("faces", [6_000, 25_000])
def test_a_rough_piece_turned_and_flipped(faces):
    mesh = roughen(l_ruin(6, 5, 6).mesh, faces)
    before = surfaces(mesh)
    points, _ = turned(mesh, 1.1)
    flipped = trimesh.Trimesh(points, half_flipped(mesh)[1], process=False)
    for one, other in zip(before, surfaces(flipped), strict=True):
        assert one.height == pytest.approx(other.height, abs=1e-6)
        assert one.area == pytest.approx(other.area, abs=1e-3)


HOLED = box(0, 0, 6, 4) - box(1, 1, 2, 2) - Polygon([(4, 1), (5, 1), (4.5, 2)])


def slab(plan, low, high):
    mesh = trimesh.creation.extrude_polygon(plan, high - low)
    mesh.apply_translation([0, 0, low])
    return mesh


def together(*meshes):
    return trimesh.util.concatenate(meshes)


def test_holes_are_kept():
    same(surfaces(slab(HOLED, 2.8, 3.0)), [(3.0, HOLED)])


def test_holes_of_a_rough_floor_are_kept():
    (found,) = surfaces(roughen(slab(HOLED, 2.8, 3.0), 20_000))
    assert len(found.outline.interiors) == 2
    assert found.area == pytest.approx(HOLED.area, rel=0.03)


@pytest.mark.parametrize(("gap", "number"), [(0.0, 1), (0.08, 1), (0.1, 1), (0.11, 2), (0.5, 2)])
def test_coplanar_within_a_tenth_are_one(gap, number):
    """13.06: two slabs side by side; what is between them counts as closed."""
    found = surfaces(together(slab(box(0, 0, 2, 3), 1, 2), slab(box(2 + gap, 0, 5, 3), 1, 2)))
    assert len(found) == number
    if number == 1:
        assert found[0].area == pytest.approx(15.0, abs=GRID)


@pytest.mark.parametrize(("step", "number"), [(0.04, 1), (0.06, 2), (1.0, 2)])
def test_a_step_parts_surfaces(step, number):
    mesh = together(slab(box(0, 0, 2, 3), 0, 2), slab(box(2.02, 0, 4, 3), 0, 2 + step))
    assert len(surfaces(mesh)) == number


def test_only_corners_near_each_other():
    mesh = together(slab(box(0, 0, 2, 2), 0, 1), slab(box(2.05, 2.05, 4, 4), 0, 1.03))
    same(surfaces(mesh), [(1.0, box(0, 0, 2, 2)), (1.03, box(2.05, 2.05, 4, 4))])


@pytest.mark.parametrize(("deg", "limit", "listed"), [
    (9, 10, True), (11, 10, False), (11, 12, True), (45, 10, False), (59, 60, True),
])  # fmt: skip
def test_a_slope_is_listed_up_to_the_tilt(deg, limit, listed):
    ramp = extruded("ramp", [(0, 0), (4, 0), (4, 4 * tan(radians(deg)))], 3).mesh
    found = surfaces(ramp, limit)
    assert len(found) == int(listed)
    if listed:
        assert found[0].area == pytest.approx(12.0, abs=GRID)
        assert found[0].height == pytest.approx(2 * tan(radians(deg)))


@pytest.mark.parametrize(("deg", "listed"), [(6, True), (15, False)])
def test_a_rough_slope(deg, listed):
    ramp = extruded("ramp", [(0, 0), (4, 0), (4, 4 * tan(radians(deg)))], 3).mesh
    found = surfaces(roughen(ramp, 10_000))
    assert [s.area for s in found] == ([pytest.approx(12.0, rel=0.03)] if listed else [])


def test_a_small_level_part_above_a_larger_steep_face():
    """.24 x .3 level at the top of .52 at 40 degrees: the steep does not tilt the level."""
    high = 0.52 * tan(radians(40))
    ramp = extruded("ramp", [(0, 0), (0.76, 0), (0.76, high), (0.52, high)], 0.3).mesh
    (found,) = surfaces(ramp)
    assert found.area == pytest.approx(0.76 * 0.3, abs=GRID)


def test_a_roof_with_a_level_ridge_is_one_surface():
    """Up 45 degrees, .5 level, and down: listed for its ridge."""
    profile = [(0, 0), (4.5, 0), (2.5, 2), (2.0, 2)]
    (found,) = surfaces(extruded("roof", profile, 3).mesh)
    assert found.area == pytest.approx(4.5 * 3, abs=GRID)
    assert (found.low, found.high) == (0.0, 2.0)
    assert found.height == pytest.approx((2 * 2 * 1 + 0.5 * 2) / 4.5)


def test_too_small_to_list():
    """A post of .2 x .2 has .04 square inches; of .25 x .25 .0625."""
    assert surfaces(crate(0.2, 0.2, 3).mesh) == ()
    assert len(surfaces(crate(0.25, 0.25, 3).mesh)) == 1


def test_within_another_bodys_material():
    """A small crate inside a large one, and one that stands partly sunk in it."""
    inner = slab(box(1, 1, 2, 2), 1, 2)
    large = slab(box(0, 0, 4, 4), 0, 3)
    same(surfaces(together(inner, large)), [(3.0, box(0, 0, 4, 4))])
    sunk = slab(box(1, 1, 2, 2), 2, 4)
    heights = [s.height for s in surfaces(together(sunk, large))]
    assert heights == [3.0, 4.0]


def test_the_floor_under_a_table_is_standable():
    mesh = together(slab(box(0, 0, 9, 9), 0, 0.2), platform(4, 4, 3).mesh)
    assert [s.height for s in surfaces(mesh)] == pytest.approx([0.2, 3.0])


def sheet(z, reverse=False, size=4.0):
    faces = np.array([[0, 1, 2], [0, 2, 3]])
    points = [[0, 0, z], [size, 0, z], [size, size, z], [0, size, z]]
    return trimesh.Trimesh(points, faces[:, ::-1] if reverse else faces, process=False)


@pytest.mark.parametrize("reverse", [False, True])
@pytest.mark.parametrize("under", [False, True])
def test_sheets_either_way_up_and_above_each_other(reverse, under):
    mesh = together(sheet(0.0, under), sheet(2.0, reverse))
    same(surfaces(mesh), [(0.0, box(0, 0, 4, 4)), (2.0, box(0, 0, 4, 4))])


@pytest.mark.parametrize("reverse", [False, True])
def test_a_folded_sheet(reverse):
    """Ground, and out of it a roof .2 thick: one stands on both, not on the roof's underside."""
    profile = [(0, 0), (4, 0), (4, 1.8), (2, 1.8), (2, 2), (6, 2)]
    points = np.array([(x, y, z) for y in (0.0, 3.0) for x, z in profile])
    i = np.arange(5)
    faces = np.concatenate([np.column_stack([i, i + 1, i + 7]), np.column_stack([i, i + 7, i + 6])])
    mesh = trimesh.Trimesh(points, faces[:, ::-1] if reverse else faces, process=False)
    same(surfaces(mesh), [(0, box(0, 0, 4, 3)), (2, box(2, 0, 6, 3))])


def without(mesh, rows):
    return trimesh.Trimesh(mesh.vertices, mesh.faces[~rows], process=False)


def looking(mesh, way):
    return mesh.face_normals @ way > 0.9


def test_open_boxes():
    """Without its bottom a box has its top; without its top its bottom is stood on."""
    mesh = crate(4, 4, 3).mesh
    top = [(3.0, box(-2, -2, 2, 2))]
    same(surfaces(without(mesh, looking(mesh, [0, 0, -1]))), top)
    same(surfaces(without(mesh, looking(mesh, [0, 0, 1]))), [(0.0, box(-2, -2, 2, 2))])


def test_a_hole_in_the_skin_does_not_let_one_stand_inside():
    mesh = slab(box(0, 0, 6, 6), 2.8, 3.0)
    side = np.flatnonzero(looking(mesh, [1, 0, 0]))[:1]
    open_mesh = without(mesh, np.isin(np.arange(len(mesh.faces)), side))
    assert not open_mesh.is_watertight
    same(surfaces(open_mesh), [(3.0, box(0, 0, 6, 6))])


def test_nothing_to_stand_on():
    upright = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [1, 0, 1]], [[0, 1, 2]], process=False)
    no_area = trimesh.Trimesh([[0, 0, 0], [1, 0, 0], [2, 0, 0]], [[0, 1, 2]], process=False)
    assert surfaces(upright) == surfaces(no_area) == ()


def test_asked_twice_it_is_found_once():
    mesh = crate(4, 3, 2).mesh
    assert surfaces(mesh)[0] is surfaces(mesh)[0]
    assert surfaces(mesh, 5.0)[0] is not surfaces(mesh)[0]


@pytest.mark.parametrize("same_way", [False, True])
@pytest.mark.parametrize("own_corners", [False, True])
@pytest.mark.parametrize("name", ["crate", "platform", "l-ruin", "u-ruin", "stairs"])
def test_a_mesh_that_stores_each_face_twice(name, own_corners, same_way):
    """Both its sides, or one of them again: the surfaces are those of the mesh with each once."""
    shape, expected = SHAPES[name]
    mesh = shape.mesh
    again = mesh.faces if same_way else mesh.faces[:, ::-1]
    points = mesh.vertices
    if own_corners:
        points, again = np.concatenate([points, points]), again + len(points)
    both = trimesh.Trimesh(points, np.concatenate([mesh.faces, again]), process=False)
    found = surfaces(both)
    assert [each.height for each in found] == pytest.approx([height for height, _ in expected])
    for each, (_, outline) in zip(found, expected, strict=True):
        assert each.outline.symmetric_difference(outline).area < 10 * GRID


@pytest.mark.parametrize("same_way", [False, True])
def test_a_windows_sill_of_a_mesh_that_stores_each_face_twice(same_way):
    """A wall .25 thick, 5 high, a window 1 wide: sill and top, and not the window's head."""
    mesh = wall(6, 5, 0.25, [window(0, 1, 1, 1)]).mesh
    again = mesh.faces if same_way else mesh.faces[:, ::-1]
    both = trimesh.Trimesh(mesh.vertices, np.concatenate([mesh.faces, again]), process=False)
    found = surfaces(both)
    assert [each.height for each in found] == pytest.approx([1.0, 5.0])
    assert [each.area for each in found] == pytest.approx([0.25, 1.5], abs=GRID)


def test_of_a_heap_the_largest_are_looked_at(monkeypatch):
    """40 plates one over another, 1 to 40 inches long: 780 pairs. At a limit of 195, a quarter,
    half of them are looked at, the longer ones, and that is said."""
    plates = [trimesh.creation.box((n + 1.0, 1.0, 0.1)) for n in range(40)]
    for number, plate in enumerate(plates):
        plate.apply_translation((0, 0, 0.5 * number + 0.05))
    mesh = trimesh.util.concatenate(plates)
    assert len(surfaces(mesh.copy())) == 40
    monkeypatch.setattr(module, "MOST_PAIRS", 195)
    with pytest.warns(Geo3dWarning, match="40 runs of faces .* a heap: only the 20 largest"):
        found = surfaces(mesh)
    assert [round(each.area) for each in found] == list(range(21, 41))
