"""Patches bent as the surface round them."""

import numpy as np
import pytest
import trimesh

from geo3d.piece.scan.fairing import faired
from geo3d.piece.scan.filling import fill
from geo3d.piece.scan.holes import close_holes, find_holes
from geo3d.piece.scan.refining import refined
from tests.piece.scan.meshes import fine_box, without


def tube(radius, noise=0.0, seed=0):
    """The side of a pipe, 4" high, in rings of edges of .1"; closed above and below."""
    around = int(np.ceil(2 * np.pi * radius / 0.1))
    angle = np.arange(around) * 2 * np.pi / around
    off = radius + np.random.default_rng(seed).normal(size=(41, around)) * noise
    z = np.repeat(np.linspace(-2, 2, 41), around)
    rings = np.column_stack([(off * np.cos(angle)).ravel(), (off * np.sin(angle)).ravel(), z])
    i = np.arange(around)
    faces = []
    for k in range(40):
        a, b = k * around + i, k * around + (i + 1) % around
        faces += [np.column_stack([a, b, b + around]), np.column_stack([a, b + around, a + around])]
    low, high = len(rings), len(rings) + 1
    last = 40 * around
    faces.append(np.column_stack([np.full(around, low), (i + 1) % around, i]))
    faces.append(np.column_stack([np.full(around, high), last + i, last + (i + 1) % around]))
    points = np.concatenate([rings, [[0, 0, -2], [0, 0, 2]]])
    return trimesh.Trimesh(points, np.concatenate(faces), process=False)


@pytest.mark.parametrize(("radius", "noise", "within"),
                         [(1.0, 0.0, 0.06), (1.75, 0.0, 0.01), (4.0, 0.0, 0.01),
                          (1.75, 0.012, 0.045)])  # fmt: skip
def test_a_hole_in_a_pipe_is_closed_round(radius, noise, within):
    """1.2" wide and high: flat, its middle would lie radius - sqrt(radius^2 - .36) inside."""
    whole = tube(radius, noise)
    half = np.arcsin(0.6 / radius)
    broken = without(
        whole,
        lambda c: abs(c[2]) < 0.6 and abs(np.arctan2(c[1], c[0])) < half and np.hypot(*c[:2]) > 0.5,
    )
    flat_off = radius - np.sqrt(radius**2 - 0.36)
    out, step = close_holes(broken)
    assert len(step.figures["closed"]) == 1
    assert out.is_watertight
    assert out.is_winding_consistent
    new = out.vertices[len(broken.vertices) :]
    assert len(new) > 50
    off = np.abs(np.linalg.norm(new[:, :2], axis=1) - radius).max()
    assert off < within
    assert off < max(flat_off / 2, 0.011)


def test_the_unseen_side_of_a_box_stays_flat():
    """The surface meets the patch at right angles all round: it tells nothing."""
    whole = fine_box((0, 0, 0), (1.5, 1.5, 1.5), 0.15)
    broken = without(whole, lambda c: c[2] > 1.5 - 1e-6)
    (hole,) = find_holes(broken)
    more, (patch,) = faired(broken, [hole.patch])
    points = np.concatenate([broken.vertices, more])[patch]
    assert points[:, :, 2] == pytest.approx(1.5, abs=1e-6)


def test_a_hole_in_a_plane_stays_flat():
    whole = fine_box((-2, -2, 0), (2, 2, 1), 0.15)
    broken = without(whole, lambda c: c[2] > 1 - 1e-6 and np.abs(c[:2]).max() < 0.6)
    out, _ = close_holes(broken)
    assert out.is_watertight
    assert out.volume == pytest.approx(16.0)


def test_what_is_small_is_left_as_it_is():
    whole = fine_box((-2, -2, 0), (2, 2, 1), 0.1)
    broken = without(whole, lambda c: c[2] > 1 - 1e-6 and np.abs(c[:2]).max() < 0.1)
    holes = find_holes(broken)
    assert holes
    patches = [hole.patch for hole in holes]
    more, found = faired(broken, patches)
    assert len(more) == 0
    assert all(a is b for a, b in zip(patches, found, strict=True))


def test_a_finer_patch_keeps_its_rim_and_its_area():
    """A square of 2" in two triangles, edges of its rim halved four times."""
    side = np.linspace(0, 2, 17)[:-1]
    zero, two = np.zeros(16), np.full(16, 2.0)
    sides = ((side, zero), (two, side), (2 - side, two), (zero, 2 - side))
    ring = np.concatenate([np.column_stack(pair) for pair in sides])
    points = np.column_stack([ring, np.zeros(64)])
    fan = fill(points)
    out, faces = refined(points, fan, 64, 0.3)
    mesh = trimesh.Trimesh(out, faces, process=False)
    assert mesh.area == pytest.approx(4.0)
    assert (out[:64] == points).all()
    inner = mesh.edges_unique[(mesh.edges_unique >= 64).all(axis=1)]
    length = np.linalg.norm(out[inner[:, 0]] - out[inner[:, 1]], axis=1)
    assert length.max() <= 0.3 + 1e-12


def test_an_unseen_corner_of_two_walls_is_followed_farther_in():
    """.8" of both sides of a right inner corner were not seen, over the whole height but the ends.

    Flat, the patch would lie sqrt(.5) x .8 = .57" before the corner in its middle.
    """
    room = fine_box((0, 0, 0), (3, 3, 3), 0.12)
    room.invert()
    broken = without(room, lambda c: c[0] < 0.8 and c[1] < 0.8 and 0.4 < c[2] < 2.6)
    hole = max(find_holes(broken), key=lambda hole: hole.width)
    more, (patch,) = faired(broken, [hole.patch])
    assert len(more)
    points = np.concatenate([broken.vertices, more])[patch].reshape(-1, 3)
    middle = points[np.abs(points[:, 2] - 1.5) < 0.3]
    flat = 0.8 / np.sqrt(2)
    near = np.abs(middle[:, 0] - middle[:, 1]) < 0.2
    before = middle[near, :2].sum(axis=1) / np.sqrt(2)
    assert (before > -1e-6).all()
    assert before.mean() < 0.75 * flat
