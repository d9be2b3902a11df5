"""Terrain areas: the three ways of 13.01, footprints, and who is within."""

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d.shapes import l_ruin, tower
from geo3d.table import within
from geo3d.table.footprints import mesh_footprint
from tests.visibility.scenes import board, box, model


def with_areas(folder, areas, models=(), terrain=None, settings=""):
    """A board with areas added to its file."""
    made = board(folder, list(models) or [model("m", "red", (90, 90))], terrain or {
        "a": box((10, 14), (10, 12), (0, 3)), "b": box((20, 24), (10, 12), (0, 3)),
    }, settings=settings)  # fmt: skip
    path = made.path
    path.write_text(path.read_text() + areas, encoding="utf-8")
    return geo3d.load_board(path)


def test_s_13_01_mat(tmp_path):
    """S-13.01-mat: two ruins on one mat; the mat's edge is the area."""
    made = with_areas(
        tmp_path,
        '[[areas]]\nid = "mat"\nfeatures = ["a", "b"]\nboundary = [[8,8],[26,8],[26,14],[8,14]]\n',
    )
    assert list(made.areas) == ["mat"]
    assert made.areas["mat"].boundary.equals(shapely.box(8, 8, 26, 14))
    assert not made.warnings


def test_s_13_01_field(tmp_path):
    """S-13.01-field: three features straight on the table, an agreed rectangle around them."""
    made = with_areas(
        tmp_path,
        '[[areas]]\nid = "field"\nfeatures = ["a", "b", "c"]\n'
        "boundary = [[8,8],[36,8],[36,14],[8,14]]\n",
        terrain={
            "a": box((10, 14), (10, 12), (0, 3)), "b": box((20, 24), (10, 12), (0, 3)),
            "c": box((30, 34), (10, 12), (0, 1)),
        },
    )  # fmt: skip
    assert made.areas["field"].features == ("a", "b", "c")
    assert made.areas["field"].boundary.area == pytest.approx(28 * 6)


def test_13_01_a_wholly_within(tmp_path):
    """A feature that sticks out of a marked boundary is told, with by how much."""
    made = with_areas(
        tmp_path,
        '[[areas]]\nid = "mat"\nfeatures = ["a"]\nboundary = [[8,8],[13,8],[13,14],[8,14]]\n',
    )
    (note,) = [n for n in made.warnings if "mat" in n]
    assert "a sticks out" in note
    assert '1.00"' in note


def test_13_01_b_own_footprint(tmp_path):
    """A feature that no area names forms one; not with implicit_areas = false."""
    made = with_areas(tmp_path, "")
    assert made.areas["a"].boundary.equals(shapely.box(10, 10, 14, 12))
    assert made.areas["a"].implicit
    assert not with_areas(tmp_path, "", settings="implicit_areas = false").areas


def test_13_01_c_hull_of_several(tmp_path):
    """Features that outline a boundary together: their convex hull."""
    made = with_areas(tmp_path, '[[areas]]\nid = "h"\nfeatures = ["a", "b"]\n')
    assert made.areas["h"].boundary.equals(shapely.box(10, 10, 24, 12))


def test_several_polygons(tmp_path):
    made = with_areas(
        tmp_path,
        '[[areas]]\nid = "two"\nboundary = [[[0,0],[4,0],[4,4],[0,4]],[[6,0],[8,0],[8,4],[6,4]]]\n',
    )
    assert made.areas["two"].boundary.area == pytest.approx(24)


def test_footprint_fills_holes():
    """The footprint of a ring is its disc; that of an L keeps its corner open."""
    ring = mesh_footprint(tower(2.5, 6, sides=48).mesh)
    assert ring.area == pytest.approx(24 * 2.5**2 * np.sin(2 * np.pi / 48), abs=1e-4)
    ell = mesh_footprint(l_ruin(6, 5, 4, floor="none").mesh)
    assert ell.area == pytest.approx((6 + 4.75) * 0.25, abs=1e-4)


def test_footprint_of_an_open_mesh():
    sheet = trimesh.Trimesh([(0, 0, 0), (2, 0, 3), (2, 2, 3), (0, 2, 0)], [(0, 1, 2), (0, 2, 3)])
    assert mesh_footprint(sheet).area == pytest.approx(4, abs=1e-4)


@pytest.mark.parametrize(
    ("x", "overlaps", "wholly"), [(15.0, True, True), (19.9, True, False), (21.0, True, False),
                                  (20 + 20 / 25.4, False, False), (22.0, False, False)],
)  # fmt: skip
def test_within(tmp_path, x, overlaps, wholly):
    """Within: base and boundary overlap in plan, touching is not; or wholly, by the setting. The
    base is 40 mm square, the boundary ends at x = 20."""
    areas = '[[areas]]\nid = "A"\nboundary = [[10,10],[20,10],[20,30],[10,30]]\n'
    models = [model("m", "red", (x, 20, 5.0), base="{ rect = [40, 40] }")]
    if x == 21.0:
        overlaps = 21.0 - 20 / 25.4 < 20
    for setting, expected in (("overlap", overlaps), ("wholly", wholly)):
        made = with_areas(
            tmp_path, areas, models, {"far": box((80, 81), (80, 81), (0, 1))},
            f'within_area = "{setting}"',
        )  # fmt: skip
        assert within(made, made.figures["m"], made.areas["A"]) == expected
