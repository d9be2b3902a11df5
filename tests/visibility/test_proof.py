"""Proofs that nothing passes between two boxes: what is proven, and what must not be."""

import numpy as np
import pytest
import trimesh
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.rays import RayScene
from geo3d.shapes import crate, l_ruin, roughen, tower, wall, window
from geo3d.visibility.proof import frame, planes_between, stopped
from geo3d.visibility.sheets import cut
from tests.reference.brute import any_hit

NEAR = np.array([[-5.5, -0.5, 0.05], [-4.5, 0.5, 1.5]])
FAR = np.array([[4.5, -0.5, 0.05], [5.5, 0.5, 1.5]])
SAME = np.eye(3)


def upright(y0, y1, z0, z1, x=0.0):
    """A single upright sheet of two triangles across the x axis."""
    corners = [[x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]]
    return trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)


def proven(*meshes, one=NEAR, other=FAR, axes=SAME):
    rays = RayScene()
    placed = [rays.place(mesh, None, f"m{i}") for i, mesh in enumerate(meshes)]
    return stopped(cut(placed, axes, planes_between(one, other)), one, other)


def test_a_sheet_over_the_whole_shaft_stops_all():
    assert proven(upright(-0.6, 0.6, -0.1, 1.6))


@pytest.mark.parametrize(
    "sheet",
    [(-0.6, 0.49, -0.1, 1.6), (-0.49, 0.6, -0.1, 1.6), (-0.6, 0.6, 0.06, 1.6),
     (-0.6, 0.6, -0.1, 1.49)],
)  # fmt: skip
def test_a_sheet_that_leaves_a_strip_open_does_not(sheet):
    assert not proven(upright(*sheet))


def test_two_walls_that_overlap_stop_all_and_two_with_a_slit_do_not():
    left, right = upright(-0.6, 0.1, -0.1, 1.6, x=0.0), upright(-0.1, 0.6, -0.1, 1.6, x=0.3)
    assert proven(left, right)
    assert not proven(left, upright(0.1 + 0.06, 0.6, -0.1, 1.6, x=0.0))


def test_a_sheet_that_cuts_a_box_proves_nothing():
    assert not proven(upright(-0.6, 0.6, -0.1, 1.6, x=-5.0))


def test_a_sheet_crossed_twice_proves_nothing_and_a_third_does():
    """Two sheets joined to one by a roof far above, as the faces of a wall are."""
    both = trimesh.util.concatenate([upright(-9, 9, -9, 9), upright(-9, 9, -9, 9, x=1.0)])
    assert proven(both)
    for y in (-0.6, 0.6):
        # Joined inside the shaft: the sheet turns back and is crossed twice.
        corners = [[0, -9, 0.7], [0, 9, 0.7], [1, 9, 0.7], [1, -9, 0.7]]
        fold = trimesh.Trimesh(
            [[0, -9, 9], [0, 9, 9], *corners, [1, 9, 9], [1, -9, 9]],
            [[0, 1, 3], [0, 3, 2], [2, 3, 4], [2, 4, 5], [5, 4, 6], [5, 6, 7]],
            process=False,
        )
        assert not proven(fold), y


def test_a_wall_with_a_window_hides_beside_it_only():
    built = wall(10.0, 5.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)]).mesh
    built.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, [0, 0, 1]))
    assert not proven(built)
    aside = np.array([0.0, 3.0, 0.0])
    assert proven(built, one=NEAR + aside, other=FAR + aside)
    rough = roughen(built, 20_000, seed=3)
    assert not proven(rough)
    assert proven(rough, one=NEAR + aside, other=FAR + aside)


def test_a_face_missing_or_doubled():
    built = wall(10.0, 5.0, 0.25).mesh
    built.apply_transform(trimesh.transformations.rotation_matrix(np.pi / 2, [0, 0, 1]))
    doubled = trimesh.Trimesh(
        built.vertices, np.concatenate([built.faces, built.faces]), process=False
    )
    assert proven(built) and proven(doubled)
    rough = roughen(built, 5_000, seed=1)
    middle = rough.triangles_center
    seen = (np.abs(middle[:, 1]) < 0.45) & (middle[:, 2] > 0.3) & (middle[:, 2] < 1.2)
    front, back = seen & (middle[:, 0] < 0), seen & (middle[:, 0] > 0)
    one = np.ones(len(rough.faces), bool)
    one[np.flatnonzero(front)[0]] = False
    assert proven(trimesh.Trimesh(rough.vertices, rough.faces[one], process=False))
    one[np.flatnonzero(back)] = False
    assert not proven(trimesh.Trimesh(rough.vertices, rough.faces[one], process=False))


@given(st.integers(0, 2**32 - 1))
@settings(max_examples=25, deadline=None)
def test_what_is_proven_is_so_for_every_line_by_brute_force(seed):
    """Random scenes of pieces, random boxes: no line between proven boxes is open."""
    rng = np.random.default_rng(seed)
    makers = [
        lambda: wall(6.0, 4.0, 0.3, [window(0.0, 0.8, 1.0, 1.2)]).mesh,
        lambda: l_ruin(4.0, 4.0, 3.0, floor="none").mesh,
        lambda: tower(1.5, 3.0).mesh,
        lambda: crate(2.0, 2.0, 2.0).mesh,
    ]
    meshes = []
    for _ in range(rng.integers(1, 4)):
        mesh = makers[rng.integers(len(makers))]()
        turn = trimesh.transformations.rotation_matrix(rng.uniform(0, 6.28), [0, 0, 1])
        turn[:2, 3] = rng.uniform(-2.0, 2.0, 2)
        meshes.append(mesh.apply_transform(turn))
    way = np.append(rng.normal(size=2), 0.0)
    axes = frame(way)
    middle = rng.uniform(-1, 1, 3) @ axes
    size = rng.uniform(0.1, 0.5, (2, 3))
    one = np.stack([middle - size[0], middle + size[0]]) + [-5.0, 0, 1.0]
    other = np.stack([middle - size[1], middle + size[1]]) + [5.0, 0, 1.0]
    if not proven(*meshes, one=one, other=other, axes=axes):
        return
    starts = rng.uniform(one[0], one[1], (2000, 3)) @ axes
    ends = rng.uniform(other[0], other[1], (2000, 3)) @ axes
    assert any_hit([(mesh, None, str(i)) for i, mesh in enumerate(meshes)], starts, ends).all()
