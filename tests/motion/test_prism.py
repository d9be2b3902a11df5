"""Prisms cut out of meshes: heights and pieces known from the shapes."""

import numpy as np
import pytest
import shapely
import trimesh

from geo3d.motion.prism import cut, pieces
from geo3d.shapes import crate, wall, window
from geo3d.shapes.solids import box, mesh_of
from tests.motion.plan import rect

LEVEL = np.zeros(2)


def test_a_prism_beside_a_mesh_holds_nothing():
    found = cut(crate(2.0, 2.0, 2.0).mesh, rect(5.0, 5.0, 6.0, 6.0), LEVEL, 0.0)
    assert len(found.faces) == 0


def test_a_prism_within_a_face_holds_it_though_no_corner_lies_inside():
    found = cut(crate(4.0, 4.0, 2.0).mesh, rect(-0.3, 0.5, 0.2, 0.9), LEVEL, 0.0)
    assert sorted(np.round(found.top, 9)) == pytest.approx(
        sorted([0.0, 2.0] * (len(found.top) // 2))
    )
    assert found.low.min() == pytest.approx(0.0) and found.high.max() == pytest.approx(2.0)


def test_the_floor_slopes():
    """Over a floor that rises by .5 along x from 1 at x = 0, the top at 2 is 2 - 1 - .5 x high."""
    outline = rect(0.0, 0.0, 1.0, 1.0)
    found = cut(crate(4.0, 4.0, 2.0).mesh, outline, np.array([0.5, 0.0]), 1.0)
    assert found.high.max() == pytest.approx(1.0)
    assert found.low.min() == pytest.approx(0.0 - 1.0 - 0.5)
    assert found.top.max() == pytest.approx(2.0)


def heights(mesh, outline):
    found = cut(mesh, outline, LEVEL, 0.0)
    piece = pieces(mesh, found, outline)
    return sorted(float(found.top[piece == n].max()) for n in np.unique(piece))


WALL = wall(6.0, 5.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)]).mesh


def test_a_prism_within_a_window_holds_sill_and_head_apart():
    assert heights(WALL, rect(-0.4, -1.0, 0.4, 1.0)) == pytest.approx([1.0, 5.0])


def test_a_prism_wider_than_the_window_holds_one_piece():
    assert heights(WALL, rect(-0.7, -1.0, 0.4, 1.0)) == pytest.approx([5.0])


def test_pieces_of_unwelded_files_hang_together():
    loose = trimesh.Trimesh(
        WALL.triangles.reshape(-1, 3), np.arange(3 * len(WALL.faces)).reshape(-1, 3), process=False
    )
    assert heights(loose, rect(-0.7, -1.0, 0.4, 1.0)) == pytest.approx([5.0])
    assert heights(loose, rect(-0.4, -1.0, 0.4, 1.0)) == pytest.approx([1.0, 5.0])


@pytest.mark.parametrize("seed", range(5))
def test_extents_agree_with_points_sampled_inside(seed):
    """Points of the surface within the outline lie between the told bounds, and reach near them."""
    rng = np.random.default_rng(seed)
    mesh = mesh_of(box((-1.0, -1.0, 0.0), (1.0, 1.0, 2.0)))
    turn = trimesh.transformations.random_rotation_matrix(rng.random(3))
    mesh.apply_transform(turn)
    outline = np.array(
        shapely.MultiPoint(rng.uniform(-1.5, 1.5, (6, 2))).convex_hull.exterior.coords
    )
    outline = outline[:-1] if shapely.LinearRing(outline).is_ccw else outline[-2::-1]
    slope = rng.uniform(-1.0, 1.0, 2)
    found = cut(mesh, outline, slope, 0.3)
    points, _ = trimesh.sample.sample_surface(mesh, 200_000, seed=seed)
    held = shapely.contains_xy(shapely.Polygon(outline), points[:, 0], points[:, 1])
    over = points[held, 2] - 0.3 - points[held, :2] @ slope
    assert len(over) > 1000
    assert found.low.min() <= over.min() + 1e-9 and found.high.max() >= over.max() - 1e-9
    assert found.low.min() == pytest.approx(over.min(), abs=0.1)
    assert found.high.max() == pytest.approx(over.max(), abs=0.1)
    assert found.top.max() == pytest.approx(points[held, 2].max(), abs=0.1)
