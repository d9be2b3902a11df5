"""Touching, worked out on paper for a box [0, 1] x [0, 1] x [0, 1] and a sheet at z = 0."""

import numpy as np
import pytest
import trimesh

from geo3d.rays import RayScene

E = 1e-8


@pytest.fixture(scope="module")
def cube():
    scene = RayScene()
    scene.place(trimesh.creation.box(bounds=[(0, 0, 0), (1, 1, 1)]), id="cube")
    return scene


CASES = [
    # text, start, end, blocked
    ("ends 1e-6 short of a face", (0.3, 0.4, 3), (0.3, 0.4, 1 + 1e-6), False),
    ("ends on a face", (0.3, 0.4, 3), (0.3, 0.4, 1), False),
    ("ends within touch beyond a face", (0.3, 0.4, 3), (0.3, 0.4, 1 - 0.5 * E), False),
    ("ends 1e-6 inside", (0.3, 0.4, 3), (0.3, 0.4, 1 - 1e-6), True),
    ("slants to a face and ends on it", (-2, 0.1, 2), (0.4, 0.3, 1), False),
    ("starts inside, ends on a face", (0.5, 0.5, 0.5), (0.5, 0.5, 1), False),
    ("inside, touching nothing", (0.2, 0.2, 0.2), (0.8, 0.7, 0.6), False),
    ("from face to face, inside", (0.2, 0.3, 0), (0.7, 0.6, 1), False),
    ("along a face", (-1, 0.37, 1), (2, 0.61, 1), True),
    ("along a face, within it", (0.2, 0.3, 1), (0.8, 0.6, 1), True),
    ("starts on a face, runs along it and off", (0.3, 0.4, 1), (2, 0.9, 1), True),
    ("beside a face, 2e-8 off", (-1, 0.37, 1 + 2 * E), (2, 0.61, 1 + 2 * E), False),
    ("beside a face, half a touch off", (-1, 0.37, 1 + 0.5 * E), (2, 0.61, 1 + 0.5 * E), True),
    ("along an edge", (-1, 0, 1), (2, 0, 1), True),
    ("along an edge, within it", (0.2, 0, 1), (0.7, 0, 1), True),
    ("past an edge, crossing it", (0.5, -1, 2), (0.5, 1, 0), True),
    ("grazes an edge from outside", (0.5, -1, 0), (0.5, 1, 2), True),
    ("misses that edge by 1e-7", (0.5, -1, 2e-7), (0.5, 1, 2 + 2e-7), False),
    ("grazes a vertical edge", (1, -1, 0.5), (-1, 1, 0.5), True),
    ("misses a face by 1e-7", (-1e-7, -1, 0.5), (-1e-7, 1, 0.5), False),
    ("through a corner", (-1, 1, 0.5), (1, -1, -0.5), True),
    ("past a corner, 1e-7 off", (-1 - 1e-7, 1 - 1e-7, 0.5), (1 - 1e-7, -1 - 1e-7, -0.5), False),
    ("ends on an edge, in a face's plane, slanting", (-1, -0.5, 1), (0, 0.5, 1), False),
    ("ends on a corner, in a face's plane", (-1, -1, 1), (0, 0, 1), False),
    ("starts on an edge, leaves in a face's plane", (0, 0.5, 1), (-2, 0.7, 1), False),
    ("ends in a face's plane beside it", (-1, -1, 3), (-0.5, 0.5, 1), False),
    ("a point on a face", (0.5, 0.5, 1), (0.5, 0.5, 1), False),
    ("a point inside", (0.5, 0.5, 0.5), (0.5, 0.5, 0.5), False),
]


@pytest.mark.parametrize(("start", "end", "blocked"), [c[1:] for c in CASES],
                         ids=[c[0] for c in CASES])  # fmt: skip
def test_on_paper(cube, start, end, blocked):
    assert cube.any_hit([start], [end])[0] == blocked
    assert cube.any_hit([end], [start])[0] == blocked
    assert cube.first_hit([start], [end]).hit[0] == blocked
    assert cube.first_hit([end], [start]).hit[0] == blocked
    assert (len(cube.all_hits([start], [end])) > 0) == blocked


@pytest.mark.parametrize("shift", [1e3, 1e6])
@pytest.mark.parametrize("off", [1e-6, -1e-6])
def test_far_from_the_origin(shift, off):
    """A line 1e-6 above a face passes, 1e-6 below it is blocked, also at coordinates of 1e6."""
    scene = RayScene()
    matrix = trimesh.transformations.translation_matrix([shift, -shift, shift])
    scene.place(trimesh.creation.box(bounds=[(0, 0, 0), (1, 1, 1)]), matrix, "cube")
    base = np.array([shift, -shift, shift])
    starts, ends = base + [-1, 0.37, 1 + off], base + [2, 0.61, 1 + off]
    assert scene.any_hit([starts], [ends])[0] == (off < 0)


def test_very_long_lines():
    """A line of 2,000,000 inches still tells 1e-6 beside a face from 1e-6 within."""
    scene = RayScene()
    scene.place(trimesh.creation.box(bounds=[(0, 0, 0), (1, 1, 1)]), id="cube")
    for off, blocked in ((1e-6, False), (-1e-6, True)):
        z = 1 + off
        assert scene.any_hit([(-1e6, 0.5, z)], [(1e6, 0.5, z)])[0] == blocked


def test_thick_lines(cube):
    """A line of width w passes at more than w / 2 from the box, and not at less."""
    for off, blocked in ((0.2501, False), (0.2499, True)):
        line = [(-3, 0.5, 1 + off)], [(3, 0.5, 1 + off)]
        assert cube.any_hit(*line, width=0.5)[0] == blocked
        assert not cube.any_hit(*line)[0]
    # Past a vertical edge at (0, 0), the distance measured across the diagonal.
    for distance, blocked in ((0.1001, False), (0.0999, True)):
        d = distance * np.sqrt(2)
        line = [(-1 - d, 1, 0.5)], [(1, -1 - d, 0.5)]
        assert cube.any_hit(*line, width=0.2)[0] == blocked
    # A line that ends before the box stays clear until its end comes nearer than half its width.
    for gap, blocked in ((0.11, False), (0.09, True)):
        assert cube.any_hit([(0.5, 0.5, 4)], [(0.5, 0.5, 1 + gap)], width=0.2)[0] == blocked
