"""Outlines carried on over unseen parts."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d.piece.scan.bridging import below, bridge


def arc(radius, begin_deg, end_deg, number=12):
    angle = np.deg2rad(np.linspace(begin_deg, end_deg, number))
    return radius * np.column_stack([np.cos(angle), np.sin(angle)])


@pytest.mark.parametrize("radius", [1.75, 2.0, 4.0])
@given(seed=st.integers(0, 10_000))
def test_an_arc_goes_on_round(radius, seed):
    """A gap of 1.2" in a circle: at 1.75" the chord would lie .1" inside."""
    half = np.rad2deg(np.arcsin(0.6 / radius))
    more = np.rad2deg(0.7 / radius)
    before, after = arc(radius, -half - more, -half), arc(radius, half, half + more)
    noise = np.random.default_rng(seed).normal(size=(24, 1)) * 0.01
    before = before * (1 + noise[:12] / radius)
    after = after * (1 + noise[12:] / radius)
    points = bridge(before, after)
    assert len(points) in (11, 12)
    assert np.abs(np.linalg.norm(points, axis=1) - radius).max() < 0.05
    # In order, from one end to the other.
    angle = np.arctan2(points[:, 1], points[:, 0])
    assert (np.diff(angle) > 0).all()


def test_a_straight_wall_goes_straight_on():
    x = np.linspace(-2, -0.5, 16)
    before = np.column_stack([x, np.ones(16)])
    points = bridge(before, before[::-1] * [-1, 1])
    assert points[:, 1] == pytest.approx(1.0)
    assert len(points) == 9


def test_an_unseen_corner_is_rounded():
    """Both stretches .5" from a right corner, each straight: between the corner and its chord."""
    t = np.linspace(2.0, 0.5, 16)
    before = np.column_stack([-t, np.zeros(16)])
    after = np.column_stack([np.zeros(16), -t[::-1]])
    points = bridge(before, after)
    assert (points < 0).all()
    assert (points.sum(axis=1) > -0.5).all()


def test_stretches_that_are_not_of_one_bend_are_joined_straight():
    """A corner just before the gap: along y for .4", then .3" along x."""
    y, x = np.linspace(0.4, 0.05, 8), np.linspace(0.0, 0.3, 7)
    before = np.concatenate([np.column_stack([np.zeros(8), y]), np.column_stack([x, np.zeros(7)])])
    after = np.column_stack([np.linspace(1.3, 2.0, 12), np.zeros(12)])
    assert len(bridge(before, after)) == 0


def test_a_short_gap_and_a_short_stretch_get_no_point():
    line = np.column_stack([np.linspace(0, 1, 11), np.zeros(11)])
    assert len(bridge(line, line + [1.1, 0])) == 0
    assert len(bridge(line[-2:], line[:2] + [2, 0])) == 0


@given(seed=st.integers(0, 10_000))
def test_below_what_was_seen_a_corner_is_one(seed):
    """An inner corner, unseen for .7" on both sides up to .1" to .4": straight down, not across."""
    rng = np.random.default_rng(seed)
    t = np.linspace(0.7, 0.0, 15)
    plan = np.concatenate([
        np.column_stack([0 * t, t]), np.column_stack([t[::-1], 0 * t])[1:],
    ])  # fmt: skip
    height = np.full(len(plan), 0.05)
    height[1:-1] = rng.uniform(0.1, 0.4, len(plan) - 2)
    points = below(np.column_stack([plan, height]), 0.05)
    # On the walls, and one of them within .1" of the corner; across it would be .49" away.
    assert np.abs(points).min(axis=1).max() == 0.0
    assert np.linalg.norm(points, axis=1).min() < 0.1


def test_what_runs_back_is_left_out():
    """An edge that runs to and fro along a straight wall: from one end to the other, in order."""
    x = np.array([0.0, 0.2, 0.5, 0.3, 0.4, 0.7, 0.6, 1.0])
    run = np.column_stack([x, 0 * x, [0, 0.2, 0.3, 0.2, 0.2, 0.1, 0.3, 0]])
    assert below(run, 0.0)[:, 0].tolist() == [0.2, 0.5, 0.7]


def test_below_what_is_high_anything_may_be():
    x = np.linspace(0, 1, 11)
    run = np.column_stack([x, 0 * x, np.where((x > 0) & (x < 1), 0.3, 0.0)])
    assert len(below(run, 0.0)) == 9
    run[5, 2] = 0.6
    assert below(run, 0.0) is None
    assert len(below(run[:2] * 0.1, 0.0)) == 0
