"""The benchmark's scene: its faces, its volume, and that nothing stands in a wall."""

import numpy as np
import pytest

from benchmarks.speed import scene as scenes
from benchmarks.speed.growth import AROUND, near_lines
from geo3d.shapes import l_ruin, window


@pytest.fixture(scope="module")
def small():
    return scenes.scene("small")


def test_faces_are_those_stated(small):
    each = len(scenes.ruin(2_000).faces)
    assert 1_600 <= each <= 2_400
    vertices, faces = small.merged()
    assert small.total() == len(faces) == 16 * each
    assert vertices.dtype == np.float32 and faces.dtype == np.int32
    assert faces.min() == 0 and faces.max() == len(vertices) - 1


def test_merged_holds_sixteen_times_the_volume(small):
    vertices, faces = small.merged()
    a, b, c = vertices.astype(np.float64)[faces].transpose(1, 0, 2)
    volume = np.einsum("ij,ij->i", a, np.cross(b, c)).sum() / 6
    # By hand: walls, their three windows of 1 x 1, the floor in their corner.
    exact = 6 * (6 + 4.75) * 0.25 - 3 * 0.25 + 5.75 * 4.75 * 0.2
    known = l_ruin(
        6, 5, 6, 0.25, [window(-1, 1, 1, 1), window(1, 1, 1, 1)], [window(0, 1, 1, 1)]
    ).volume
    assert known == pytest.approx(exact)
    # Roughening moves each vertex by .02" one way or the other, so the volume stays near.
    assert volume == pytest.approx(16 * exact, rel=0.03)


def test_ray_scene_and_merged_stand_at_the_same_places(small):
    vertices, _ = small.merged()
    rays = small.rays()
    count = len(scenes.ruin(2_000).vertices)
    for number in range(16):
        placed = rays[f"ruin-{number}"]
        own = placed.mesh.vertices @ placed.transform[:3, :3].T + placed.transform[:3, 3]
        merged = vertices[number * count : (number + 1) * count]
        assert np.abs(own - merged).max() < 1e-5


def test_a_moved_ruin_is_the_only_one_that_differs(small):
    where = scenes.matrix(5)
    where[0, 3] += 1
    count = len(scenes.ruin(2_000).vertices)
    shift = (small.merged({5: where})[0] - small.merged()[0]).reshape(16, count, 3)
    assert shift[5] == pytest.approx(np.tile([1.0, 0.0, 0.0], (count, 1)), abs=1e-5)
    assert not np.delete(shift, 5, axis=0).any()


def test_figures_keep_clear_of_walls_and_of_each_other():
    red, blue = scenes.figures()
    assert red.shape == blue.shape == (20, 2)
    everyone = np.concatenate([red, blue])
    apart = np.linalg.norm(everyone[:, None] - everyone[None], axis=2) + 100 * np.eye(40)
    assert apart.min() > 2 * scenes.RADIUS
    for number in range(16):
        back = np.linalg.inv(scenes.matrix(number))
        local = everyone @ back[:2, :2].T + back[:2, 3]
        for size in ((6.0, 0.25), (0.25, 5.0)):
            beyond = np.maximum(np.maximum(-local, local - size), 0.0)
            assert np.linalg.norm(beyond, axis=1).min() > scenes.RADIUS


def test_lines_run_between_the_sides_of_each_pair_in_order():
    lines = scenes.pair_lines(7)
    red, blue = scenes.figures()
    assert len(lines) == 400 * 7 and lines.edges.tolist() == list(range(0, 2801, 7))
    for pair in (0, 1, 20, 399):
        part = lines.bundle(pair)
        for points, centre in ((part.starts, red[pair // 20]), (part.ends, blue[pair % 20])):
            away = np.linalg.norm(points[:, :2] - centre, axis=1)
            assert away == pytest.approx(np.full(7, scenes.RADIUS), abs=1e-5)
            assert (points[:, 2] > 0).all() and (points[:, 2] < scenes.TALL + 1e-6).all()


def test_lines_are_the_same_in_every_form():
    lines = scenes.random_lines(1_000)
    assert (lines.starts.astype(np.float32) == lines.starts).all()
    end = lines.origins + lines.directions * lines.reach[:, None]
    assert end == pytest.approx(lines.ends, abs=2e-5)
    assert lines.origins + lines.ways == pytest.approx(lines.ends, abs=2e-5)


def test_near_lines_meet_no_other_ruin():
    lines = near_lines(500)
    low = np.minimum(lines.starts, lines.ends).min(axis=0)
    high = np.maximum(lines.starts, lines.ends).max(axis=0)
    mesh = scenes.ruin(2_000)
    met = []
    for number in range(16):
        where = scenes.matrix(number)
        corners = mesh.vertices @ where[:3, :3].T + where[:3, 3]
        if (corners.min(axis=0) <= high).all() and (corners.max(axis=0) >= low).all():
            met.append(number)
    assert met == [AROUND]
