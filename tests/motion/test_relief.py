"""Moves over a relief: what lines over it go up and down, and where a model gets to."""

from itertools import pairwise
from math import hypot, pi, sqrt

import numpy as np
import pytest
import trimesh
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

import geo3d
from geo3d.motion.relief import Relief
from geo3d.shapes import crate
from tests.scenario.moving_board import Model, Thing, disc, one

ROUGH = 0.05
"""The setting `contact`."""


def prism(profile, low=0.0, high=44.0):
    """A relief with z by x, from one y to another."""
    points = [(x, y, z) for y in (low, high) for x, z in profile]
    n = len(profile)
    faces = [f for k in range(n - 1) for f in ((k, k + 1, n + k + 1), (k, n + k + 1, n + k))]
    return trimesh.Trimesh(points, faces, process=False)


def moved(folder, ground, path, things=None, model=None):
    model = model or Model((20, 22), "VEHICLE")
    board = one(model, things or {}, ground=ground).load(folder)
    return geo3d.judge_move(board, "m", path)


RIDGE = prism([(0, 0), (25, 0), (29, 2), (33, 0), (60, 0)])


def test_over_a_ridge(tmp_path):
    """From level ground to level ground over a ridge of 2": 18 across, 2 up, 2 down. A path that
    stops on its crest comes to as much."""
    found = moved(tmp_path, RIDGE, [(38, 22)])
    assert found.distance.to_dict() == pytest.approx(
        {"horizontal": 18.0, "up": 2.0, "down": 2.0, "total": 22.0}, abs=0.02
    )
    stopping = moved(tmp_path, RIDGE, [(29, 22), (38, 22)])
    assert stopping.distance.total == pytest.approx(22.0, abs=1e-4)
    assert found.distance.total <= stopping.distance.total + 1e-9


def test_obliquely_over_a_ridge(tmp_path):
    """Across it goes farther, up and down as much."""
    found = moved(tmp_path, RIDGE, [(38, 30)])
    assert found.distance.total == pytest.approx(hypot(18, 8) + 4.0, abs=0.02)


def test_along_a_ridge(tmp_path):
    """On one height nothing is counted."""
    found = moved(tmp_path, RIDGE, [(27, 40)], model=Model((27, 10), "VEHICLE"))
    assert found.distance.to_dict()["up"] == found.distance.to_dict()["down"] == 0.0


@pytest.mark.parametrize(("height", "counted"), [(0.04, 0.0), (0.3, 12 * 0.3)])
def test_washboard(tmp_path, height, counted):
    """Six crests: of .04", no more than `contact`, they are free; of .3" all count."""
    zigzag = [(22 + k, height * (k % 2)) for k in range(13)]
    ground = prism([(0, 0), *zigzag, (60, 0)])
    found = moved(tmp_path, ground, [(38, 22)])
    assert found.distance.total == pytest.approx(18.0 + counted, abs=0.03 * 12)
    assert (found.distance.total > 18.0) == (counted > 0.0)


def test_through_a_hill(tmp_path):
    """From one crate of 3" to another, with 5" of relief between: through it is not over it."""
    hill = prism([(0, 0), (26, 0), (29, 5), (32, 0), (60, 0)])
    crates = {"a": Thing(crate(4, 4, 3), (20, 22)), "b": Thing(crate(4, 4, 3), (38, 22))}
    model = Model((20, 22, 3.0), "INFANTRY")
    under = "under the ground"
    straight = moved(tmp_path, hill, [(38, 22, 3.0)], crates, model)
    texts = [v.text for v in straight.violations if under in v.text]
    (text,) = texts
    assert 1.9 <= float(text.removeprefix("it is ").split('"')[0]) <= 2.0
    low = prism([(0, 0), (26, 0), (29, 2.5), (32, 0), (60, 0)])
    over = moved(tmp_path, low, [(38, 22, 3.0)], crates, model)
    assert not [v for v in over.violations if under in v.text]


def test_reach_over_a_ridge(tmp_path):
    """What depends on x alone is the same for all ways: places beyond the ridge cost 2 x .8 more.
    Just past the crest, down by no more than `contact`, only the difference counts. A way may save
    twice that by where its lines begin and end."""
    gentle = prism([(0, 0), (30.5, 0), (34.5, 0.8), (38.5, 0), (60, 0)])
    limit = 8.0
    board = one(Model((30, 22), "VEHICLE", base=disc(1.0)), ground=gentle).load(tmp_path)
    found = geo3d.reach(board, "m", limit)

    def cost(dx):
        rise, fall = min(max(dx - 0.5, 0) / 5, 0.8), min(max(dx - 4.5, 0) / 5, 0.8)
        return rise - fall if fall <= ROUGH else rise + fall

    beyond = quad(lambda dx: 2 * sqrt(max((limit - cost(dx)) ** 2 - dx**2, 0)), 0, limit,
                  limit=400, points=[0.5, 4.5, 5.75])[0]  # fmt: skip
    assert found.area == pytest.approx(pi * limit**2 / 2 + beyond, rel=0.02)
    for x, y, _, distance, _ in found.points:
        straight = geo3d.judge_move(board, "m", [(x, y)]).distance.total
        assert straight - 2 * ROUGH - 1e-6 <= distance <= straight + 1e-6
    beyond_crest = [p for p in found.points if p[0] > 35.8]
    assert beyond_crest and all(
        d == pytest.approx(hypot(x - 30, y - 22) + cost(x - 30), abs=2 * ROUGH + 0.02)
        for x, y, _, d, _ in beyond_crest
    )


def test_round_the_end_of_a_ridge(tmp_path):
    """Over a ridge of 4" it is 6 + 8; round its end, past two corners, 2 sqrt(13) + 2. Ways bend
    at places 1" apart, so it may be told longer, by a tenth at most."""
    steep = [(32, 0), (32.01, 4), (33.99, 4), (34, 0)]
    hill = prism(steep, 19.0, 44.0)
    board = one(Model((30, 22), "VEHICLE", base=disc(1.0)), ground=hill).load(tmp_path)
    found = geo3d.reach(board, "m", 12.0, (36, 22))
    shortest = 2 * sqrt(13) + 2
    assert found.reachable
    assert shortest - 0.1 <= found.distance.total <= 1.1 * shortest
    assert found.way.legal


@given(st.lists(st.integers(0, 12), min_size=2, max_size=14), st.sampled_from([0, 1, 2, 4]))
def test_swings_of_a_profile(heights, least):
    """With nothing left out all counts: the total variation. No less counts than the ends differ
    by, and just that where all is within `least`; all counts where each swing is larger."""
    relief = Relief.__new__(Relief)
    relief.grid, relief.step, relief.least = np.repeat(np.array([heights], float), 2, 0).T, 1.0, 9.0
    start, end = np.array([0.0, 0.5]), np.array([[len(heights) - 1.0, 0.5]])

    def counted(least):
        rise = np.array([float(heights[-1])])
        return relief.up_and_down(start, float(heights[0]), end, rise, least)[0]

    everything = float(np.abs(np.diff(heights)).sum())
    assert counted(0.0) == pytest.approx(everything)
    some, net = counted(float(least)), abs(heights[-1] - heights[0])
    assert net <= some <= everything
    if np.ptp(heights) <= least:
        assert some == net
    steps = [b - a for a, b in pairwise(heights) if a != b]
    if all(a * b < 0 for a, b in pairwise(steps)) and all(abs(s) > least for s in steps):
        assert some == pytest.approx(everything)
