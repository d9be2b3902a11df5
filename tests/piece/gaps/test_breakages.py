"""What once went wrong: rows of windows, feet, bounds, sheets on a board."""

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d.piece import read_mesh, shipped_path
from geo3d.piece.gaps import find_gaps, plug, sealed_to
from geo3d.shapes import wall, window
from geo3d.shapes.solids import box, mesh_of
from tests.piece.gaps.odd_walls import sheet


@pytest.mark.parametrize(
    ("length", "thickness", "wide", "at"),
    [(2.1, 0.2, 0.25, (-0.6, -0.2, 0.2, 0.6)), (1.8, 0.12, 0.2, (-0.4, 0.0, 0.4)),
     (4.0, 0.25, 0.36, (-1.0, -0.5, 0.0, 0.5, 1.0))],
)  # fmt: skip
def test_windows_in_a_row_with_thin_posts(length, thickness, wide, at):
    mesh = wall(length, 2.0, thickness, [window(x, 0.5, wide, 0.6) for x in at]).mesh
    found = find_gaps(mesh)
    assert sorted(gap.centre[0] for gap in found) == pytest.approx(at, abs=0.02)
    assert [gap.width for gap in found] == pytest.approx([wide] * len(at), abs=0.02)


def test_a_picket_fence():
    """Two rails over 23 pickets .15 apart: under and between the rails 22 gaps each."""
    body = box((-6, -0.05, 0.4), (6, 0.05, 0.6)) + box((-6, -0.05, 1.2), (6, 0.05, 1.35))
    for x in 0.3 * (np.arange(23) - 11):
        body = body + box((x - 0.075, -0.05, 0.0), (x + 0.075, 0.05, 1.6))
    found = find_gaps(mesh_of(body))
    assert [gap.width for gap in found] == pytest.approx([0.15] * 44, abs=0.02)


@pytest.mark.parametrize("feet", [0.05, 0.07, 0.09])
def test_feet_lower_than_a_gap_do_not_widen_a_door(feet):
    body = box((-4, -0.2, 0), (4, 0.2, 6)) - box((-0.6, -1, -1), (0.6, 1, 2.2))
    body = body.translate([0, 0, feet])
    for x in (-4.0, 3.6):
        body = body + box((x, -0.2, 0.0), (x + 0.4, 0.2, feet + 0.1))
    (door,) = find_gaps(mesh_of(body))
    assert door.width == pytest.approx(1.2, abs=0.02)
    assert door.lintel == pytest.approx(2.2 + feet, abs=0.02)


@pytest.mark.parametrize("name", ["crates", "gantry", "container-stack"])
def test_no_gap_lies_outside_its_piece(name):
    mesh = read_mesh(shipped_path(name))
    for flip in (1.0, -1.0):
        faces = mesh.faces if flip > 0.0 else mesh.faces[:, ::-1]
        turned = trimesh.Trimesh(mesh.vertices * [flip, 1.0, 1.0], faces, process=False)
        low, high = turned.bounds
        for gap in find_gaps(turned):
            assert ((gap.outline >= low - 0.1) & (gap.outline <= high + 0.1)).all()


def test_the_gap_of_a_sheet_is_closed_by_something_thin():
    (gap,) = find_gaps(sheet(window(0.0, 1.0, 1.0, 1.0)))
    mesh = plug(gap, sealed_to(gap))
    assert mesh.is_watertight
    assert np.ptp(mesh.vertices[:, 1]) == pytest.approx(0.05, abs=0.02)
    assert geo3d.locate(mesh, [[0.0, 0.0, 1.5]]).inside[0]


@pytest.mark.parametrize("name", ["container-stack"])
def test_a_passage_between_two_containers_has_two_mouths(name):
    """.3 wide, 4.8 deep, under a third; pockets for the forklift, .12 high, cross it at the ground:
    those are no widening of it."""
    high = [gap for gap in find_gaps(read_mesh(shipped_path(name))) if gap.lintel > 1.0]
    assert [gap.kind for gap in high] == ["mouth", "mouth"]
    assert high[0].normal @ high[1].normal < -0.9
    assert [gap.width for gap in high] == pytest.approx([0.3, 0.3], abs=0.1)
