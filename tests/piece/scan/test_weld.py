"""Seams, winding, pinched vertices."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.scan.simplify import topology
from geo3d.piece.scan.weld import outwards, unpinched, weld
from tests.piece.scan.meshes import box, fine_box, joined, merged


def test_a_triangle_soup_with_seams_that_do_not_quite_meet_comes_out_closed():
    mesh = fine_box((0, 0, 0), (3, 2, 1))
    rng = np.random.default_rng(5)
    corners = mesh.triangles.reshape(-1, 3) + rng.uniform(-2e-5, 2e-5, (3 * len(mesh.faces), 3))
    soup = trimesh.Trimesh(corners, np.arange(len(corners)).reshape(-1, 3), process=False)
    assert not soup.is_watertight
    welded, step = weld(soup)
    assert welded.is_watertight
    assert welded.euler_number == 2
    assert step.changed
    assert step.figures["welded"] == len(corners) - len(welded.vertices)
    assert welded.volume == pytest.approx(6.0, abs=1e-3)


def test_fine_detail_inside_is_not_welded():
    """A box .0005" thick is closed: its two skins have no open edges, and stay apart."""
    mesh = fine_box((0, 0, 0), (2, 2, 0.0005))
    welded, step = weld(mesh)
    assert step.figures["welded"] == 0
    assert welded.volume == pytest.approx(4 * 0.0005)


def test_doubled_faces_are_dropped():
    mesh = box((0, 0, 0), (1, 1, 1))
    twice = trimesh.Trimesh(mesh.vertices, np.concatenate([mesh.faces, mesh.faces[:3, [1, 2, 0]]]),
                            process=False)  # fmt: skip
    welded, step = weld(twice)
    assert len(welded.faces) == 12
    assert step.figures["doubled"] == 3


def test_faces_wound_differently_are_made_to_agree_and_turned_outwards():
    mesh = fine_box((0, 0, 0), (2, 1, 1))
    rng = np.random.default_rng(3)
    faces = mesh.faces.copy()
    some = rng.random(len(faces)) < 0.4
    faces[some] = faces[some][:, ::-1]
    messy = trimesh.Trimesh(mesh.vertices, faces, process=False)
    out, _ = outwards(weld(messy)[0])
    assert out.is_winding_consistent
    assert out.volume == pytest.approx(2.0)


def test_c33_an_inside_out_box_beside_an_open_one():
    """C33 [trimesh 165]: the closed box comes out with volume +1."""
    inverted = box((0, 0, 0), (1, 1, 1))
    inverted.invert()
    lacking = box((3, 0, 0), (4, 1, 1))
    lacking.update_faces([True] * 11 + [False])
    out, step = outwards(joined(inverted, lacking))
    closed = trimesh.Trimesh(out.vertices, out.faces[:12], process=False)
    assert closed.is_watertight
    assert closed.volume == pytest.approx(1.0)
    assert step.figures["turned"] == 12


def test_bodies_that_share_a_corner_come_apart_there():
    two = merged(joined(box((0, 0, 0), (1, 1, 1)), box((1, 1, 1), (2, 2, 2))))
    assert len(two.vertices) == 15
    assert topology(two).bodies == 1
    apart = unpinched(two)
    assert len(apart.vertices) == 16
    assert topology(apart).bodies == 2
    assert apart.is_watertight
    np.testing.assert_array_equal(apart.triangles, two.triangles)


def test_what_is_not_pinched_stays_as_it_is():
    mesh = box((0, 0, 0), (1, 1, 1))
    assert unpinched(mesh) is mesh
