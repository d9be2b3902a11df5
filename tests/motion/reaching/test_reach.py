"""Areas that a model can get to and shortest ways, against closed forms."""

from itertools import pairwise
from math import acos, asin, atan2, cos, hypot, pi, sin, sqrt, tan

import numpy as np
import pytest
import trimesh
from scipy.integrate import quad

import geo3d
from geo3d.shapes import crate, platform
from geo3d.shapes.solids import box, mesh_of, union
from tests.scenario.moving_board import Model, Table, Thing, disc, one, oval, rect

AT = (30.0, 22.0)
R = 0.5
"""The radius of the round base."""
STOOD = R - 0.05
"""From its centre to a wall that reaches into it by `contact`, as it may at the end of a move."""
FAR = 6.0
SHARE = 0.02
"""What an area may be off by."""


def ask(folder, table, limit=FAR, to=None):
    return geo3d.reach(table.load(folder), "m", limit, to)


def off(area):
    return pytest.approx(area, rel=SHARE)


def cap(radius, chord):
    """The part of a disc beyond a chord at a distance from its centre (behind it: negative)."""
    if abs(chord) >= radius:
        return 0.0 if chord > 0 else pi * radius**2
    return radius**2 * acos(chord / radius) - chord * sqrt(radius**2 - chord**2)


def fan(length, first, last):
    """The area that a line of a varying length sweeps while its direction turns: half the integral
    of its square. So too for tangents that leave a curve (Mamikon 1959)."""
    return quad(lambda angle: length(angle) ** 2 / 2, first, last, limit=200)[0]


@pytest.mark.parametrize("base", [disc(1.0), oval(2.4, 1.4), rect(4.0, 2.5)])
def test_the_open_table(tmp_path, base):
    found = ask(tmp_path, one(Model(AT, base=base, turn=20.0)))
    assert found.area == off(pi * FAR**2)
    for x, y, z, distance, _ in found.points:
        assert distance == pytest.approx(hypot(x - AT[0], y - AT[1]), abs=1e-9) and z == 0.0
    # One point to each square of the spacing.
    assert len(found.points) * found.spacing**2 == pytest.approx(pi * FAR**2, rel=0.03)


def test_nowhere_to_go(tmp_path):
    found = ask(tmp_path, one(Model(AT)), 0.0)
    assert found.area == 0.0 and [row[:4] for row in found.points] == [(*AT, 0.0, 0.0)]


@pytest.mark.parametrize(
    ("base", "turn", "half"),
    [
        (disc(1.0), 0, 0.5),
        (rect(4.0, 2.5), 0, 1.25),
        (rect(4.0, 2.5), 90, 1.25),
        (oval(2, 1), 90, 0.5),
    ],
)
def test_the_edge_of_the_table(tmp_path, base, turn, half):
    """With the narrower side turned to it, a base comes to half of its width of the edge."""
    found = ask(tmp_path, one(Model((3.0, 22.0), base=base, turn=turn)))
    assert found.area == off(pi * FAR**2 - cap(FAR, 3.0 - half))


def test_a_wall_of_just_two_inches_hinders_nobody(tmp_path):
    """Sections of up to 2" are passed as if they were not there; higher ones are not."""
    for high, to in ((2.0, True), (2.001, False)):
        things = {"wall": Thing(crate(0.5, 40, high), (33, 22))}
        table = one(Model(AT, "VEHICLE"), things)
        assert ask(tmp_path, table, 5.0, (35.0, 22.0)).reachable is to


def test_a_long_wall_that_is_too_high(tmp_path):
    """5" up and 5" down are more than 6"."""
    things = {"wall": Thing(crate(0.5, 40, 5), (33, 22))}
    found = ask(tmp_path, one(Model(AT, "VEHICLE"), things))
    assert found.area == off(pi * FAR**2 - cap(FAR, 3 - 0.25 - R))


def test_over_a_long_wall(tmp_path):
    """Up 2.5", across, down 2.5"."""
    things = {"wall": Thing(crate(0.5, 40, 2.5), (32, 22))}
    found = ask(tmp_path, one(Model(AT, "VEHICLE"), things), 12.0)
    near, far = 2 - 0.25 - R, 2 + 0.25 + R
    assert found.area == off(pi * 12**2 - cap(12, near) + cap(12 - 5, far))
    behind = [row for row in found.points if row[0] > AT[0] + far]
    assert behind
    for x, y, _, distance, _ in behind:
        assert distance == pytest.approx(hypot(x - AT[0], y - AT[1]) + 5.0, rel=0.01)


def round_the_end(limit, near, up, thick):
    """What is reached past a high wall that ends: what is in sight, and what the tangents sweep
    that leave the two rounded corners of its grown end.

    Args:
        near: from the start to the wall's near face; up: how far along the wall its end lies.
    """
    reach, first = hypot(near, up), atan2(up, near)
    touch = first + asin(R / reach)

    def sight(angle):
        # The grown wall's near face, or its rounded corner.
        face = (near - R) / cos(angle) if -pi / 2 < angle < pi / 2 else np.inf
        if face * sin(angle) <= up:
            return min(limit, face)
        middle = reach * cos(angle - first)
        return min(limit, middle - sqrt(max(R**2 - (reach * sin(angle - first)) ** 2, 0.0)))

    seen = fan(sight, -pi / 2, touch) + (2 * pi - pi / 2 - touch) / 2 * limit**2
    left = limit - sqrt(reach**2 - R**2)
    # The tangent turns from `touch` on clockwise: along the end (0), along the back (-90 degrees).
    one_corner = fan(lambda turn: max(left - R * turn, 0.0), 0.0, touch)
    left -= R * touch + thick
    other = fan(lambda turn: max(left - R * turn, 0.0), 0.0, pi / 2)
    return seen + one_corner + other


def test_round_the_end_of_a_wall(tmp_path):
    things = {"wall": Thing(crate(0.5, 20, 5), (32.25, 13.5))}
    found = ask(tmp_path, one(Model(AT, "VEHICLE"), things))
    assert found.area == off(round_the_end(FAR, 2.0, 1.5, 0.5))


def test_through_a_wall(tmp_path):
    """INFANTRY goes through, and may not end where its base would be in the wall."""
    things = {"wall": Thing(crate(0.5, 40, 5), (33, 22))}
    found = ask(tmp_path, one(Model(AT), things))
    strip = cap(FAR, 3 - 0.25 - STOOD) - cap(FAR, 3 + 0.25 + STOOD)
    assert found.area == off(pi * FAR**2 - strip)


def grown_square(side):
    """A square grown by the base that stands against it."""
    return side**2 + 4 * side * STOOD + pi * STOOD**2


def test_onto_a_crate(tmp_path):
    things = {"crate": Thing(crate(4, 4, 3), (33, 22))}
    found = ask(tmp_path, one(Model(AT), things))
    top = quad(lambda y: sqrt(9 - y**2) - 1.5, -1.5, 1.5)[0]
    assert found.area == off(pi * FAR**2 - grown_square(4) + top)
    high = np.array([row for row in found.points if row[2] > 1])
    assert np.allclose(high[:, 2], 3.0)
    assert np.allclose(high[:, 3], np.hypot(high[:, 0] - 30, high[:, 1] - 22) + 3, atol=1e-6)


def test_a_vehicle_does_not_end_on_a_crate(tmp_path):
    """It can go over it and come down behind."""
    things = {"crate": Thing(crate(4, 4, 2.5), (33, 22))}
    found = ask(tmp_path, one(Model(AT, "VEHICLE"), things), 12.0)
    assert max(row[2] for row in found.points) == 0.0
    (straight,) = [row for row in found.points if row[:2] == (37.0, 22.0)]
    # Round it: to (31, 24.5)'s left corner and along its side.
    around = hypot(1.0, 2.0) + 4
    assert straight[3] < 7 + 5.0 and straight[3] > around


def test_onto_a_platform_and_under_it(tmp_path):
    """The model fits under it, between its legs."""
    things = {"platform": Thing(platform(5, 5, 3.5, 0.2, 0.2), (33, 22))}
    found = ask(tmp_path, one(Model(AT, height=1.6), things))
    legs = 4 * grown_square(0.2)
    left = FAR - 3.5
    top = quad(lambda y: max(sqrt(left**2 - y**2) - 1.0, 0.0), -2, 2, limit=200)[0]
    assert found.area == off(pi * FAR**2 - legs + top)


def test_down_from_a_crate(tmp_path):
    """On top as far as its base stays on; down beside it with 3" left."""
    things = {"crate": Thing(crate(4, 4, 3), AT)}
    found = ask(tmp_path, one(Model((*AT, 3.0)), things))
    assert found.area == off(9 + 4 * cap(3.0, 2 + STOOD))
    ground = [row for row in found.points if row[2] == 0.0]
    for x, y, _, distance, _ in ground:
        assert distance == pytest.approx(hypot(x - AT[0], y - AT[1]) + 3.0)


def shadow(limit, away, radius):
    """What is reached with a round thing of a radius in the way, its middle at a distance."""
    edge, tangent = asin(radius / away), sqrt(away**2 - radius**2)

    def sight(angle):
        return min(limit, away * cos(angle) - sqrt(radius**2 - (away * sin(angle)) ** 2))

    # From the point of touch on, `at` is the angle about its middle at which a way leaves it.
    first = pi - acos(radius / away)

    def left(turn):
        at = first - turn
        rest = max(limit - tangent - radius * turn, 0.0)
        return min(rest, radius * tan(at)) if at < pi / 2 else rest

    return 2 * (fan(sight, 0.0, edge) + (pi - edge) * limit**2 / 2 + fan(left, 0.0, first))


@pytest.mark.parametrize("keywords", ["INFANTRY", "VEHICLE"])
def test_behind_an_enemy(tmp_path, keywords):
    table = Table({"m": Model(AT, keywords), "foe": Model((32, 22), base=disc(2.0), player="blue")})
    assert ask(tmp_path, table).area == off(shadow(FAR, 2.0, 1.5))


def test_through_a_friend(tmp_path):
    table = Table({"m": Model(AT), "friend": Model((32, 22), base=disc(2.0))})
    assert ask(tmp_path, table).area == off(pi * FAR**2 - pi * 1.5**2)


def test_up_onto_a_raised_plain(tmp_path):
    """1" up is charged; a base on the table that reaches over the step has nothing to rest on."""
    points = [(32, 0, 1), (60, 0, 1), (60, 44, 1), (32, 44, 1)]
    plain = trimesh.Trimesh(points, [(0, 1, 2), (0, 2, 3)], process=False)
    found = ask(tmp_path, one(Model(AT), ground=plain))
    assert found.area == off(pi * FAR**2 - cap(FAR, 2 - R) + cap(FAR - 1, 2))
    for x, y, z, distance, _ in found.points:
        assert distance == pytest.approx(hypot(x - AT[0], y - AT[1]) + z)
        assert min(abs(z), abs(z - 1)) < 1e-6
    assert {round(row[2]) for row in found.points} == {0, 1}


def length(folder, table, to, limit=40.0):
    found = ask(folder, table, limit, to)
    assert found.reachable
    way = geo3d.judge_move(table.load(folder), "m", found.path[1:], limit)
    assert way.legal and way.distance.total == pytest.approx(found.distance.total)
    return found.distance


def taut(start, end, corners):
    """A string from a point to another round the base's radius about corners, all on one side."""
    points = [np.array(start), *map(np.array, corners), np.array(end)]
    total, headings = 0.0, []
    for number, (a, b) in enumerate(pairwise(points)):
        apart = float(np.hypot(*(b - a)))
        bend = atan2(*(b - a)[::-1])
        if number in (0, len(points) - 2) and len(points) > 2:
            turn = asin(R / apart)
            # Passing a corner on its left: away from it at the start, towards it at the end.
            bend += turn if number == 0 else -turn
            apart = sqrt(apart**2 - R**2)
        total += apart
        headings.append(bend)
    arcs = sum(a - b for a, b in pairwise(headings))
    return total + R * arcs


def test_straight_in_the_open(tmp_path):
    for base in (disc(1.0), rect(4, 2)):
        far = length(tmp_path, one(Model(AT, base=base)), (40, 26))
        assert far.total == pytest.approx(hypot(10, 4), abs=1e-9)


def test_round_one_block(tmp_path):
    """Past its two upper corners."""
    things = {"block": Thing(crate(4, 6, 5), (34, 23))}
    found = length(tmp_path, one(Model(AT, "VEHICLE"), things), (38, 23))
    over = taut(AT, (38, 23), [(32, 26), (36, 26)])
    under = taut((30, -22), (38, -23), [(32, -20), (36, -20)])
    assert under < over < 10 + 8
    assert found.total == pytest.approx(under, rel=0.01)
    assert found.up == 0.0


def test_round_two_blocks(tmp_path):
    """Over the first, under the second: two strings that meet between."""
    things = {"a": Thing(crate(2, 16, 5), (34, 16)), "b": Thing(crate(2, 16, 5), (42, 28))}
    found = length(tmp_path, one(Model(AT, "VEHICLE"), things), (46, 22))
    # By symmetry about (38, 22) the way passes through it.
    half = taut(AT, (38, 22), [(33, 24), (35, 24)])
    assert found.total == pytest.approx(2 * half, rel=0.01)


def test_over_or_round(tmp_path):
    """A wall 3" high: over it where its end is far, round it where that is nearer."""
    for end, over in ((6.0, True), (2.0, False)):
        things = {"wall": Thing(crate(0.5, 20, 3), (33, 22 + end - 10))}
        found = length(tmp_path, one(Model(AT, "VEHICLE"), things), (36, 22))
        around = taut(AT, (36, 22), [(32.75, 22 + end), (33.25, 22 + end)])
        assert (around > 6 + 6) is over
        assert found.total == pytest.approx(min(around, 12.0), rel=0.01)
        assert (found.up, found.down) == pytest.approx((3.0, 3.0) if over else (0.0, 0.0))


def test_no_way(tmp_path):
    things = {"wall": Thing(crate(0.5, 40, 5), (33, 22))}
    table = one(Model(AT, "VEHICLE"), things)
    assert not ask(tmp_path, table, 6.0, (36, 22)).reachable
    assert not ask(tmp_path, table, 40.0, (33, 22)).reachable
    assert not ask(tmp_path, table, 40.0, (33, 22, 5.0)).reachable
    assert ask(tmp_path, table, 16.0, (36, 22)).distance.total == pytest.approx(16.0)
    assert not ask(tmp_path, table, 15.99, (36, 22)).reachable


@pytest.mark.parametrize("limit", [100.0, 10000.0])
def test_a_distance_beyond_the_table(tmp_path, limit):
    """The whole table, 60 x 44, less half a base along its edges; and points all over it."""
    found = ask(tmp_path, one(Model(AT)), limit)
    assert found.area == off(59.0 * 43.0)
    spots = np.array(found.points)[:, :2]
    assert len(spots) > 50 and np.ptp(spots, axis=0) == pytest.approx((59.0, 43.0), abs=13.0)


@pytest.mark.parametrize(
    ("at", "share"), [((R, 22.0), 1 / 2), ((60.0 - R, 22.0), 1 / 2), ((R, R), 1 / 4)]
)
def test_from_the_edge_of_the_table(tmp_path, at, share):
    """Where the base touches the edge, or two, a half or a quarter of the disc is left."""
    found = ask(tmp_path, one(Model(at)))
    assert found.area == off(share * pi * FAR**2)


def test_a_mobile_monster_comes_onto_a_floor_over_its_edge(tmp_path):
    """Up 3.5" where its base is clear of the slab, whose edge lies at x = 30.5, and then in; the
    slab and what is under it are no wall. Its base is clear of the slab up to x = 30."""
    things = {"platform": Thing(platform(5, 5, 3.5, 0.2, 0.2), (33, 22))}
    table = one(Model(AT, "MONSTER MOBILE"), things)
    found = ask(tmp_path, table, 7.0)
    high = np.array([row for row in found.points if row[2] > 1])
    assert np.allclose(high[:, 2], 3.5)
    straight = np.hypot(high[:, 0] - 30, high[:, 1] - 22) + 3.5
    assert (high[:, 3] >= straight - 1e-9).all() and (high[:, 3] <= straight * 1.01).all()
    assert high[:, 0].max() == pytest.approx(33.5, abs=found.spacing + 1e-9)
    far = length(tmp_path, table, (33, 22, 3.5), 7.0)
    assert (far.horizontal, far.up, far.down) == pytest.approx((3.0, 3.5, 0.0), rel=0.01)
    # From under the slab it goes out first, and in again; here by the near side.
    table = one(Model((32, 22), "MONSTER MOBILE"), things)
    far = length(tmp_path, table, (32, 22, 3.5), 9.0)
    assert far.horizontal == pytest.approx(4.0, rel=0.01) and far.up == pytest.approx(3.5)
    assert not ask(tmp_path, table, 7.4, (32, 22, 3.5)).reachable


@pytest.mark.parametrize(("keywords", "reached"), [("MONSTER MOBILE", True), ("MONSTER", False)])
def test_onto_a_floor_through_a_wall(tmp_path, keywords, reached):
    """A ruin's wall stands between: MOBILE goes up outside of it, and in through it."""
    walls = mesh_of(union([
        box((-2, -2, 0), (-1.8, 2, 6)), box((-2, -2, 2.8), (2, 2, 3.0)),
        box((1.8, -2, 0), (2, 2, 2.9)),
    ]))  # fmt: skip
    table = one(Model((29.0, 22), keywords), {"ruin": Thing(walls, (32, 22))})
    found = ask(tmp_path, table, 8.0, (32, 22, 3.0))
    assert found.reachable is reached
    if reached:
        assert found.distance.total == pytest.approx(3.0 + 3.0, rel=0.01)
