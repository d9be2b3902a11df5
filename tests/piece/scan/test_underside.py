"""The underside closed at z = 0."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.scan.cutting import above
from geo3d.piece.scan.underside import close_underside
from geo3d.shapes import door, platform, tower, wall, window
from geo3d.shapes.solids import box, mesh_of, union
from tests.piece.scan.meshes import fine_box, without

CUT = 0.05
SHAPES = {
    "a box": fine_box((0, 0, 0), (3, 2, 1)),
    "a wall with a door: two feet": wall(6, 4, 0.25, [window(0, 1, 1, 1), door(-2, 1, 2)]).mesh,
    "a tower: a ring": tower(2, 5).mesh,
    "a platform: four legs": platform(4, 3, 3).mesh,
}


@pytest.mark.parametrize("name", SHAPES)
def test_what_was_cut_off_comes_back(name):
    """Upright at the foot, so that cut and underside together change nothing."""
    shape = SHAPES[name]
    out, step = close_underside(above(shape, CUT), CUT)
    assert out.is_watertight
    assert out.is_winding_consistent
    assert out.volume == pytest.approx(shape.volume)
    assert out.area == pytest.approx(shape.area)
    assert out.bounds == pytest.approx(shape.bounds)
    assert step.figures["sheets"] == 0


def test_the_outlines_are_counted():
    assert close_underside(above(SHAPES["a tower: a ring"], CUT), CUT)[1].figures["outlines"] == 2
    legs = close_underside(above(SHAPES["a platform: four legs"], CUT), CUT)[1]
    assert legs.figures["outlines"] == 4


def unseen(width):
    """A box 6" long whose front was not seen for some width, from the ground to half of it."""
    return without(
        fine_box((-3, 0, 0), (3, 2, 2), 0.12),
        lambda c: c[1] < 1e-6 and abs(c[0]) < width / 2 and c[2] < 1.0,
    )


def test_a_foot_that_was_not_seen_is_bridged_and_the_rest_stays_a_hole():
    out, step = close_underside(above(unseen(1.0), CUT), CUT)
    assert step.figures == {"outlines": 1, "bridged": 1, "sheets": 0, "shafts": 0}
    assert not out.is_watertight
    # The underside itself is whole.
    corners = out.vertices[out.faces]
    flat = out.area_faces[(np.abs(corners[:, :, 2]) < 1e-9).all(axis=1)].sum()
    assert flat == pytest.approx(12.0)


def test_a_long_foot_that_was_not_seen_is_a_sheet():
    out, step = close_underside(above(unseen(4.0), CUT), CUT)
    assert step.figures["sheets"] == 1
    assert out.vertices[:, 2].min() == 0.0
    assert not out.is_watertight


def test_a_pit_of_a_thin_base_is_no_shaft():
    """A base .1" thick with a dent .2" wide that goes below the cut."""
    base = fine_box((-2, -2, 0), (2, 2, 0.1), 0.1)
    top = (base.vertices[:, 2] > 0.05) & (np.abs(base.vertices[:, :2]) < 0.1).all(axis=1)
    assert top.any()
    base.vertices[top, 2] = 0.02
    cut = above(base, CUT)
    out, step = close_underside(cut, CUT)
    assert step.figures["outlines"] == 1
    assert out.vertices[:, 2].min() == 0.0


def test_nothing_at_the_cut_changes_nothing():
    high = fine_box((0, 0, 1), (1, 1, 2))
    out, step = close_underside(high, CUT)
    assert not step.changed
    assert len(out.faces) == len(high.faces)


def test_one_side_of_a_round_wall_is_a_sheet():
    """An arc of .7" of a shaft of 1.75": its chord lies .035" behind it, and no wall is so thin."""
    angle = np.linspace(-0.2, 0.2, 9)
    z = np.linspace(0, 0.6, 7)
    points = [(1.75 * np.cos(a), 1.75 * np.sin(a), h) for h in z for a in angle]
    faces = [f for r in range(6) for c in range(8) for k in [9 * r + c]
             for f in ((k, k + 1, k + 10), (k, k + 10, k + 9))]  # fmt: skip
    arc = trimesh.Trimesh(points, faces, process=False)
    out, step = close_underside(above(arc, CUT), CUT)
    assert step.figures["sheets"] == 1
    assert step.figures["bridged"] == 0
    radius = np.linalg.norm(out.triangles_center[:, :2], axis=1)
    assert radius.min() > 1.74


def test_an_unseen_foot_of_a_round_wall_is_bridged_round():
    """A drum of which the foot was not seen over 1.2": the chord would lie .093" inside."""
    drum = trimesh.creation.cylinder(radius=2.0, height=2.0, sections=120)
    drum.apply_translation((0, 0, 1.0))
    drum = drum.subdivide_to_size(0.15)
    half = 0.6 / 2.0
    broken = without(
        drum, lambda c: c[2] < 0.5 and abs(np.arctan2(c[1], c[0])) < half and np.hypot(*c[:2]) > 1.9
    )
    out, step = close_underside(above(broken, CUT), CUT)
    assert step.figures["bridged"] == 1
    low = out.vertices[out.vertices[:, 2] == 0.0]
    rim = low[np.linalg.norm(low[:, :2], axis=1) > 1.5]
    gap = rim[np.abs(np.arctan2(rim[:, 1], rim[:, 0])) < half]
    assert len(gap) > 5
    assert np.linalg.norm(gap[:, :2], axis=1) == pytest.approx(2.0, abs=0.02)


def test_a_shaft_seen_in_parts_is_no_underside():
    """A tower of 2" with walls of .25", its inner foot seen in three of six parts of 60 degrees."""
    fine = tower(2, 5).mesh.subdivide_to_size(0.15)
    fine.vertices *= 1 + np.random.default_rng(3).normal(size=(len(fine.vertices), 3)) * 5e-4
    broken = without(
        fine,
        lambda c: c[2] < 1.5 and np.hypot(*c[:2]) < 1.9
        and (np.degrees(np.arctan2(c[1], c[0])) // 60) % 2 == 0,
    )  # fmt: skip
    out, step = close_underside(above(broken, CUT), CUT)
    assert step.figures["shafts"] == 1
    assert step.figures["sheets"] == 0
    flat = (np.abs(out.triangles[:, :, 2]) < 1e-9).all(axis=1)
    # Its ring, and at most the three segments of the shaft behind straight chords; not its disk.
    ring = np.pi * (2**2 - 1.75**2)
    segment = 1.75**2 / 2 * (np.pi / 3 - np.sin(np.pi / 3))
    assert ring - 0.05 < out.area_faces[flat].sum() < ring + 3 * segment + 0.05
    # No wall was put where none was seen, and no vertex is left over.
    inner = np.linalg.norm(out.triangles_center[:, :2], axis=1) < 1.85
    low = inner & ~flat & (out.triangles_center[:, 2] < 0.5)
    sixth = np.degrees(np.arctan2(*out.triangles_center[low, 1::-1].T)) // 60
    assert (sixth % 2 == 1).mean() > 0.97
    assert len(np.unique(out.faces)) == len(out.vertices)


def test_an_inner_corner_that_was_not_seen_stays_one():
    """Two blocks that meet at a right angle, the corner unseen for .5" up to .3": no chord."""
    corner = mesh_of(union([box((0, 0, 0), (3, 1, 1)), box((0, 0, 0), (1, 3, 1))]))
    fine = corner.subdivide_to_size(0.12)
    broken = without(
        fine, lambda c: c[2] < 0.3 and min(c[:2]) > 0.999 and max(c[:2]) < 1.5
    )  # fmt: skip
    out, step = close_underside(above(broken, CUT), CUT)
    assert step.figures["bridged"] == 1
    flat = (np.abs(out.triangles[:, :, 2]) < 1e-9).all(axis=1)
    # 3 + 2; across the corner it would be .125 more.
    assert out.area_faces[flat].sum() == pytest.approx(5.0, abs=0.02)
