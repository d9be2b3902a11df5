"""What lies under a base: which parts of which material."""

from math import cos, pi, radians, sin, tan

import numpy as np
import pytest
import shapely
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import Polygon

from geo3d.motion.under import ROOM, TABLE, limit, tops_at, under
from geo3d.table.bases import Base
from tests.visibility.scenes import board, box, sheet

ROUND = Base("round", 1.0, 1.0)
RECT = Base("rect", 1.0, 0.5)
DISC_AREA = 64 * sin(2 * pi / 128)
"""Of the polygon of 128 corners that stands for a disc of radius 1."""


def below(made, base=ROUND, at=(50.0, 50.0), turn=0.0, top=100.0):
    return under(made, base.placed(at, turn), top)


def plan(points):
    return shapely.MultiPoint(points[:, :2]).convex_hull


def of(found, id):
    return found.points[found.owner == found.features.index(id)]


def test_room_for_a_tilted_base():
    assert limit(3.0, 2.0, 10.0) == pytest.approx(3.1 + 2 * tan(radians(10)))
    assert limit(0.0, 1.0, 90.0) == pytest.approx(ROOM + 1.0)


def test_the_table(tmp_path):
    found = below(board(tmp_path, []))
    assert (found.owner == TABLE).all() and (found.points[:, 2] == 0.0).all()
    assert plan(found.points).area == pytest.approx(DISC_AREA)


def test_a_crate_larger_than_the_base(tmp_path):
    """Its top within the outline, and no more; its underside is left out."""
    made = board(tmp_path, [], {"crate": box((45, 55), (45, 55), (1, 3))})
    points = of(below(made), "crate")
    assert (points[:, 2] == 3.0).all()
    assert plan(points).area == pytest.approx(DISC_AREA, abs=1e-9)


def test_a_crate_under_a_part_of_a_turned_base(tmp_path):
    """A rectangle turned by 30 degrees, and a crate from x = 50 on: the half of it."""
    made = board(tmp_path, [], {"crate": box((50, 60), (40, 60), (0, 2))})
    found = below(made, RECT, turn=30.0)
    top = of(found, "crate")
    top = top[top[:, 2] == 2.0]
    truth = Polygon(RECT.placed((50, 50), 30.0)) & shapely.box(50, 40, 60, 60)
    assert plan(top).area == pytest.approx(truth.area, abs=1e-9) and truth.area == pytest.approx(1)
    assert shapely.symmetric_difference(plan(top), truth).area < 1e-9


def test_faces_are_named(tmp_path):
    mesh = box((45, 55), (45, 55), (1, 3))
    found = below(board(tmp_path, [], {"low": box((10, 12), (10, 12), (0, 1)), "crate": mesh}))
    assert found.features == ("low", "crate")
    faces = np.unique(found.face[found.owner == 1])
    assert (mesh.face_normals[faces, 2] == 1.0).all()
    assert not (found.owner == 0).any()


def test_turned_features(tmp_path):
    """A bar along x, turned by 90 degrees, lies along y."""
    made = board(tmp_path, [], {"bar": box((-5, 5), (-0.1, 0.1), (0, 1))},
                 places={"bar": ((50.0, 50.0, 2.0), 90.0)})  # fmt: skip
    points = of(below(made), "bar")
    assert np.abs(points[:, 0] - 50).max() == pytest.approx(0.1)
    assert np.abs(points[:, 1] - 50).max() == pytest.approx(1.0, abs=1e-2)
    assert points[:, 2].max() == pytest.approx(3.0)


def test_ceilings_are_left_out(tmp_path):
    terrain = {
        "floor": box((45, 55), (45, 55), (2.8, 3)),
        "roof": box((45, 55), (45, 55), (6, 6.2)),
    }
    made = board(tmp_path, [], terrain)
    found = below(made, top=limit(3.0, 1.0, 10.0))
    assert found.points[:, 2].max() == 3.0
    # Below the floor, by more than a base may float, the floor itself is a ceiling.
    assert below(made, top=limit(2.5, 1.0, 10.0)).points[:, 2].max() == 0.0


def test_a_slope_is_cut_at_the_limit_and_a_wall_is_no_ground(tmp_path):
    made = board(tmp_path, [], {
        "slope": sheet((45, 45, 0), (55, 45, 5), (55, 55, 5), (45, 55, 0)),
        "wall": sheet((50.5, 45, 0.5), (50.5, 55, 0.5), (50.5, 55, 9), (50.5, 45, 9)),
    })  # fmt: skip
    found = below(made, top=2.7)
    slope, wall = of(found, "slope"), of(found, "wall")
    assert slope[:, 2].max() == pytest.approx(2.7)
    assert np.allclose(slope[:, 2], (slope[:, 0] - 45) / 2)
    assert (wall[:, 2] == 0.5).all() and len(wall)


@pytest.mark.parametrize(("beside", "there"), [(0.0, False), (1e-5, False), (-0.01, True)])
def test_what_touches_the_outline_is_beside_it(tmp_path, beside, there):
    edge = 51.0 + beside
    for base in (ROUND, RECT):
        made = board(tmp_path, [], {"step": box((edge, 60), (40, 60), (0, 0.1))})
        assert bool((below(made, base).owner == 0).any()) is there


def test_relief_and_table(tmp_path):
    """A relief that dips below the table does not lower it."""
    ground = sheet((40, 40, -1), (60, 40, 1), (60, 60, 1), (40, 60, -1))
    found = below(board(tmp_path, [], ground=ground))
    assert (found.owner == TABLE).all()
    assert found.points[:, 2].min() == 0.0
    assert found.points[:, 2].max() == pytest.approx(0.1, abs=1e-6)


@settings(deadline=None, max_examples=40,
          suppress_health_check=[])  # fmt: skip
@given(st.integers(0, 2**32 - 1))
def test_triangles_are_clipped_exactly(tmp_path_factory, seed):
    """Each triangle's part within the base: its outline in plan, its plane, and both sides."""
    rng = np.random.default_rng(seed)
    corners = rng.uniform([48, 48, 0], [52, 52, 3], (3, 3))
    mesh = trimesh.Trimesh(corners, [[0, 1, 2]], process=False)
    if abs(mesh.face_normals[0, 2]) < 0.5 or mesh.area < 0.1:
        return
    made = board(tmp_path_factory.mktemp("under"), [], {"face": mesh})
    placed = np.asarray(made.features["face"].piece.mesh.vertices)
    base = [ROUND, RECT][seed % 2]
    points = of(below(made, base, turn=float(seed % 360)), "face")
    truth = Polygon(base.placed((50, 50), float(seed % 360))) & Polygon(placed[:, :2])
    if truth.area < 1e-3:
        return
    assert shapely.symmetric_difference(plan(points), truth).area < 1e-9
    normal = np.cross(placed[1] - placed[0], placed[2] - placed[0])
    assert np.abs((points - placed[0]) @ normal).max() < 1e-9


def test_the_tops_at_a_place(tmp_path):
    made = board(tmp_path, [], {"two": trimesh.util.concatenate([
        box((-5, 5), (-5, 5), (2.8, 3)), box((0, 5), (-5, 5), (5.8, 6)),
    ])}, places={"two": ((50.0, 50.0, 1.0), 45.0)})  # fmt: skip
    it = made.features["two"]
    way = np.array([cos(pi / 4), sin(pi / 4)])

    def tops(along, limit):
        place = np.array([50.0, 50.0]) + along * way
        z, faces = tops_at(it.piece.mesh, it.transform, place, limit)
        assert np.allclose(it.piece.mesh.triangles[faces][:, :, 2], z[:, None] - 1.0)
        return sorted(set(z.round(6)))

    assert tops(-1.0, 9.0) == [4.0] and tops(1.0, 9.0) == [4.0, 7.0]
    assert tops(1.0, 5.0) == [4.0]
    assert tops(1.0, 3.0) == [] and tops(6.0, 9.0) == []


def test_relief_above_the_limit(tmp_path):
    """A relief is no ceiling: `ground_top` is its own limit."""
    made = board(tmp_path, [], ground=box((40, 60), (40, 60), (-1, 2)))
    outline = ROUND.placed((50, 50), 0.0)
    assert under(made, outline, 1.0).points[:, 2].max() == 0.0
    assert under(made, outline, 1.0, 3.0).points[:, 2].max() == 2.0
