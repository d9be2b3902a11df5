"""Parts of a target proven hidden: all that are told are, and what stands in the open is not."""

import numpy as np
import pytest
import trimesh

from geo3d.rays import RayScene
from geo3d.shapes import roughen, wall, window
from geo3d.visibility.hiding import hiding
from geo3d.visibility.proof import box_of, frame, planes_between
from geo3d.visibility.sheets import cut

OBSERVER = np.array([[x, y, z] for x in (-6.5, -5.5) for y in (-0.5, 0.5) for z in (0.1, 1.5)])


def upright(y0, y1, z0, z1, x=0.0):
    corners = [[x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]]
    return trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)


def proven(points, *meshes):
    rays = RayScene()
    placed = [rays.place(mesh, None, f"m{i}") for i, mesh in enumerate(meshes)]
    axes = frame(points.mean(axis=0) - OBSERVER.mean(axis=0))
    planes = planes_between(box_of(OBSERVER, axes), box_of(points, axes))
    return rays, hiding(cut(placed, axes, planes), axes, OBSERVER).proven(points)


def grid(x, y0, y1, z0, z1, number=33):
    y, z = np.meshgrid(np.linspace(y0, y1, number), np.linspace(z0, z1, number))
    return np.column_stack([np.full(y.size, x), y.ravel(), z.ravel()])


def test_behind_half_a_sheet():
    """A sheet at x = 0 up to y = 0. The line from (-5.5, .5) past its edge, halfway, comes to
    y = -.5 at x = 5.5; from farther off it comes to less. So what lies beyond -.5 is seen."""
    points = grid(5.5, -3.0, 3.0, 0.2, 1.4)
    _, hidden = proven(points, upright(-20, 0, -20, 20))
    assert not hidden[points[:, 1] > -0.5].any()
    # All but those within a halved group of the border.
    assert hidden[points[:, 1] < -1.0].all()


def test_nothing_between_hides_nothing():
    points = grid(5.5, -1.0, 1.0, 0.2, 1.4)
    _, hidden = proven(points, upright(-20, 20, -20, -1))
    assert not hidden.any()


def test_two_sheets_with_a_slit_between_hide_all_but_what_is_behind_it():
    points = grid(5.5, -3.0, 3.0, 0.2, 1.4)
    _, hidden = proven(points, upright(-20, -0.05, -20, 20), upright(0.05, 20, -20, 20))
    assert not hidden[np.abs(points[:, 1]) < 0.5].any()
    assert hidden[np.abs(points[:, 1]) > 1.2].all()


@pytest.mark.parametrize("seed", range(6))
def test_no_line_reaches_what_is_proven_hidden(seed):
    """Walls with a window, a little turned, smooth and rough: 400 lines from the whole box."""
    rng = np.random.default_rng(seed)
    built = wall(12.0, 4.0, 0.25, [window(float(rng.uniform(-2, 2)), 0.7, 1.0, 1.0)]).mesh
    if seed >= 3:
        built = roughen(built, 3000, seed=seed)
    turn = trimesh.transformations.rotation_matrix(np.pi / 2 + rng.uniform(-0.4, 0.4), [0, 0, 1])
    turn[:2, 3] = rng.uniform(-1, 1, 2)
    built.apply_transform(turn)
    points = grid(8.0, -2.0, 2.0, 0.2, 1.6, 15)
    rays, hidden = proven(points, built)
    starts = rng.uniform(OBSERVER.min(axis=0), OBSERVER.max(axis=0), (400, 3))
    rows = np.flatnonzero(hidden)
    blocked = rays.any_hit(
        np.tile(starts, (len(rows), 1)), np.repeat(points[rows], len(starts), axis=0)
    )
    assert blocked.all()
    assert hidden.any()
