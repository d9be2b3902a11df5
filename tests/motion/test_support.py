"""How a flat base rests on points, against closed forms and a solver of linear programmes."""

from math import atan, cos, degrees, hypot, pi, radians, sin, sqrt, tan

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from geo3d.errors import UsageError
from geo3d.motion.support import rest

SIDES = 128
INNER = cos(pi / SIDES)
"""Of a polygon of 128 sides in a circle: from its centre to its sides."""


def ring(radius, z=0.0, at=(0.0, 0.0)):
    """Corners of a disc."""
    angle = np.arange(SIDES) * 2 * pi / SIDES
    plan = np.column_stack([np.cos(angle), np.sin(angle)]) * radius + at
    return np.column_stack([plan, np.broadcast_to(z, SIDES)])


def square(half, z):
    """Corners of a square, at heights z(x, y)."""
    return np.array([[x, y, z(x, y)] for x in (-half, half) for y in (-half, half)])


def test_flat():
    found = rest(ring(1.0, 3.0), [0.2, 0.0])
    assert (found.tilt_deg, found.height) == (0.0, 3.0)
    assert len(found.polygon) == SIDES and (found.polygon[:, 2] == 3.0).all()
    assert shapely.is_ccw(shapely.LinearRing(found.polygon))
    # The nearest side is one of the two beside angle 0.
    assert found.margin == pytest.approx(INNER - 0.2 * INNER, abs=1e-3)
    assert rest(ring(1.0), [0.0, 0.0]).margin == pytest.approx(INNER, abs=1e-12)
    assert found.stable(0.0)


def test_three_spikes():
    """The plane through (0, 0, 1), (2, 0, 1.5), (0, 2, 2): z = 1 + x / 4 + y / 2."""
    spikes = np.array([[0, 0, 1], [2, 0, 1.5], [0, 2, 2.0]])
    found = rest(np.concatenate([spikes, ring(1.5)]), [0.5, 0.5])
    slope = hypot(0.25, 0.5)
    assert found.tilt_deg == pytest.approx(degrees(atan(slope)), abs=1e-9)
    assert found.height == pytest.approx(1.375, abs=1e-12)
    assert found.height_at(2.0, 0.0) == pytest.approx(1.5, abs=1e-12)
    assert found.height_at(1.0, 1.0) == pytest.approx(1.75, abs=1e-12)
    assert found.normal == pytest.approx(np.array([-0.25, -0.5, 1]) / sqrt(1 + slope**2))
    assert {tuple(p) for p in found.polygon.round(9)} == {tuple(p) for p in spikes}
    # Its sides x = 0 and y = 0 are .5 away, x + y = 2 is 1 / sqrt 2.
    assert found.margin == pytest.approx(0.5, abs=1e-12)
    assert found.stable(30.0) and not found.stable(29.0)


def test_a_fourth_spike_below_the_plane_is_not_touched():
    spikes = [[0, 0, 1], [2, 0, 1], [0, 2, 1], [2, 2, 0.99]]
    found = rest(np.array(spikes), [0.5, 0.5])
    assert len(found.polygon) == 3 and found.tilt_deg == 0.0


@pytest.mark.parametrize(("x", "stable"), [(-0.3, True), (-0.05, True), (0.05, False)])
def test_half_a_disc(x, stable):
    """What carries a base ends at x = 0: the centre inside and outside by .05, nothing below."""
    disc = ring(1.0, 2.0)
    half = disc[disc[:, 0] <= 1e-12]
    found = rest(half, [x, 0.0])
    assert found.margin == pytest.approx(-x, abs=1e-9)
    assert found.stable(10.0) is stable
    assert found.tilt_deg == 0.0


@pytest.mark.parametrize("depth", [0.1, 0.15, 2.0])
def test_over_a_step_it_tips_down_to_the_lower_level(depth):
    """Past the edge by .05 it leans on the edge and on the lower disc's farthest corner."""
    disc = ring(1.0, 2.0)
    half = disc[disc[:, 0] <= 1e-12]
    found = rest(np.concatenate([half, ring(1.0, 2.0 - depth)]), [0.05, 0.0])
    assert found.tilt_deg == pytest.approx(degrees(atan(depth)), abs=1e-9)
    assert found.margin == pytest.approx(0.05, abs=1e-9)
    assert found.height == pytest.approx(2.0 - 0.05 * depth, abs=1e-12)
    assert found.stable(10.0) is (depth < tan(radians(10)))


def test_a_step_under_the_rim_does_not_tip():
    disc = ring(1.0, 2.0)
    found = rest(np.concatenate([disc[disc[:, 0] <= 1e-12], ring(1.0, 1.0)]), [-0.05, 0.0])
    assert found.tilt_deg == 0.0 and found.margin == pytest.approx(0.05, abs=1e-9)


@pytest.mark.parametrize("x", [-0.3, 0.0, 0.3])
def test_a_ridge_and_the_table(x):
    """On a ridge of .2 along y at x = 0, and the rim's end at distance 1: a slope of .2."""
    ridge = np.array([[0, -0.9, 0.2], [0, 0.9, 0.2]])
    found = rest(np.concatenate([ridge, ring(1.0)]), [x, 0.0])
    assert found.tilt_deg == pytest.approx(degrees(atan(0.2)), abs=1e-9)
    assert found.height == pytest.approx(0.2 - 0.2 * abs(x), abs=1e-12)
    nearest = min(abs(x), (0.9 * (1 - abs(x))) / hypot(0.9, 1))
    assert found.margin == pytest.approx(nearest, abs=1e-9)


@pytest.mark.parametrize("side", [-1.0, 1.0])
def test_a_centre_on_the_edge_of_what_holds(side):
    """All points lie to one side of a ridge, the centre on it: it leans there and just holds."""
    found = rest(np.array([[0, -1, 2.0], [0, 1, 2.0], [side, 0, 1.0]]), [0.0, 0.0])
    assert found.tilt_deg == pytest.approx(45.0) and found.margin == pytest.approx(0.0, abs=1e-9)
    assert found.stable(46.0)


def test_a_ridge_alone_holds_nothing():
    for x in (0.0, 0.3):
        found = rest(np.array([[0, -1, 2.0], [0, 0.2, 1.0], [0, 1, 2.0]]), [x, 0.0])
        assert not found.stable(90.0) and found.margin == -x
        assert found.tilt_deg == 90.0 and len(found.polygon) == 2
        assert np.isnan(found.height_at(0.0, 0.0))


def test_one_point_holds_nothing():
    found = rest(np.array([[3.0, 4.0, 1.0]]), [0.0, 0.0])
    assert not found.stable(90.0) and found.margin == -5.0 and found.height == 1.0


def test_a_ring_over_a_hole():
    """The hole does not matter while the hull of the ring lies round the centre."""
    for x in (0.0, 0.5):
        found = rest(np.concatenate([ring(1.0, 3.0), ring(0.8, 3.0), ring(1.0)]), [x, 0.0])
        assert found.tilt_deg == 0.0 and found.stable(0.0)
        assert found.margin == pytest.approx(INNER * (1 - x), abs=1e-3)


@pytest.mark.parametrize("turn", [0.0, 0.3, 1.1, 2.5])
@pytest.mark.parametrize("deg", [8.0, 15.0, 60.0])
def test_a_slope(deg, turn):
    way = np.array([cos(turn), sin(turn)])
    points = ring(1.0)
    points[:, 2] = 4.0 + points[:, :2] @ way * tan(radians(deg))
    found = rest(points, [0.1, 0.2])
    assert found.tilt_deg == pytest.approx(deg, abs=1e-9)
    assert len(found.polygon) == SIDES
    assert found.height == pytest.approx(4 + way @ [0.1, 0.2] * tan(radians(deg)), abs=1e-12)
    assert found.stable(10.0) is (deg <= 10)
    assert found.stable(deg)


@pytest.mark.parametrize("high", [0.0, 1.0, 4.0, 8.0])
def test_a_high_centre_of_mass_on_a_slope(high):
    """On a square tilted by 8 degrees along x, the centre moves high * sin 8 towards its side."""
    tilted = square(1.0, lambda x, _: x * tan(radians(8)))
    found = rest(tilted, [0.0, 0.0], high)
    assert found.margin == pytest.approx(1.0 - high * sin(radians(8)), abs=1e-9)
    assert found.tilt_deg == pytest.approx(8.0, abs=1e-9)
    assert found.stable(10.0) is (high < 7.18)


def test_a_high_centre_of_mass_tips_to_the_next_facet():
    """Down 5 degrees to x = .05, then 20: with its centre 1 high it passes the edge."""
    first, then = tan(radians(5)), tan(radians(20))
    roof = [[x, y, -first * x if x <= 0.05 else -first * 0.05 - then * (x - 0.05)]
            for x in (-1, 0.05, 1) for y in (-2, 2)]  # fmt: skip
    level = rest(np.array(roof), [0.0, 0.0])
    assert level.tilt_deg == pytest.approx(5.0, abs=1e-9)
    assert level.margin == pytest.approx(0.05, abs=1e-9)
    found = rest(np.array(roof), [0.0, 0.0], 1.0)
    assert found.tilt_deg == pytest.approx(20.0, abs=1e-9)
    assert found.margin == pytest.approx(sin(radians(20)) - 0.05, abs=1e-9)
    low = rest(np.array(roof), [0.0, 0.0], 0.5)
    assert low.tilt_deg == pytest.approx(5.0, abs=1e-9)
    assert low.margin == pytest.approx(0.05 - 0.5 * sin(radians(5)), abs=1e-9)


def test_a_high_centre_of_mass_topples_where_nothing_follows():
    slope = tan(radians(5))
    points = np.array([[x, y, -slope * x] for x in (-1, 0.05) for y in (-2, 2)])
    found = rest(points, [0.0, 0.0], 1.0)
    assert found.margin == pytest.approx(0.05 - sin(radians(5)), abs=1e-9)
    assert not found.stable(90.0)


def upper_plane(points, centre):
    """Height at a centre of the lowest plane above points, by another solver (HiGHS)."""
    local = points[:, :2] - centre
    matrix = -np.column_stack([local, np.ones(len(points))])
    answer = linprog([0, 0, 1], matrix, -points[:, 2], bounds=[(None, None)] * 3)
    assert answer.status == 0
    return answer.fun


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(4, 300), st.sampled_from([0.0, 0.02, 1.0]))
def test_any_points_by_another_solver(seed, number, noise):
    """No point above the plane; the centre in the polygon; height as by a linear programme."""
    rng = np.random.default_rng(seed)
    points = np.concatenate([ring(1.0), np.zeros((number, 3))])
    points[SIDES:, :2] = rng.uniform(-0.7, 0.7, (number, 2))
    points[:, 2] = 0.1 * points[:, 0] + noise * rng.normal(size=len(points))
    points[:, :2] += [30.0, 20.0]
    centre = np.array([30.0, 20.0]) + rng.uniform(-0.5, 0.5, 2)
    found = rest(points, centre)
    assert found.height == pytest.approx(upper_plane(points, centre), abs=1e-7)
    over = (
        points[:, 2] - found.height + (points[:, :2] - centre) @ found.normal[:2] / found.normal[2]
    )
    assert over.max() <= 1e-8
    assert found.margin >= 0.0
    assert shapely.Polygon(found.polygon[:, :2]).buffer(1e-9).contains(shapely.Point(centre))


@settings(deadline=None, max_examples=30)
@given(st.integers(0, 2**32 - 1), st.floats(0, 2 * pi), st.sampled_from([0.0, 0.3]))
def test_turned_points_give_the_same(seed, turn, high):
    rng = np.random.default_rng(seed)
    points = rng.uniform([-1, -1, 0], [1, 1, 0.3], (40, 3))
    matrix = np.array([[cos(turn), -sin(turn), 0], [sin(turn), cos(turn), 0], [0, 0, 1]])
    one, other = (
        rest(points, [0.1, 0], high),
        rest(points @ matrix.T, matrix[:2, :2] @ [0.1, 0], high),
    )
    assert other.tilt_deg == pytest.approx(one.tilt_deg, abs=1e-6)
    assert other.margin == pytest.approx(one.margin, abs=1e-6)
    assert other.height == pytest.approx(one.height, abs=1e-8)
    assert other.normal == pytest.approx(matrix @ one.normal, abs=1e-8)


def test_noise_of_a_file_does_not_shrink_the_polygon():
    """A level disc whose heights are rounded as in float32 rests on all of its rim."""
    points = ring(1.0, 20.0)
    points[:, 2] += np.random.default_rng(1).uniform(-2e-6, 2e-6, SIDES)
    found = rest(points, [0.0, 0.0])
    assert found.margin == pytest.approx(INNER, abs=1e-6)
    assert found.tilt_deg < 0.001


@pytest.mark.parametrize("points", [np.empty((0, 3)), [[0, 0, np.nan]]])
def test_what_cannot_be_asked(points):
    with pytest.raises(UsageError, match="point"):
        rest(points, [0.0, 0.0])
