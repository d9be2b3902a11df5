"""Moving over the table and through terrain, judged by 03.01 and the horizontal half of 13.06."""

from math import hypot

import pytest
from hypothesis import given, note
from hypothesis import strategies as st

import geo3d
from geo3d.shapes import crate, crater, door, extruded, platform, wall
from tests.scenario.moving_board import (
    Model,
    Table,
    Thing,
    arrow,
    broken_by,
    disc,
    distances,
    move,
    one,
    oval,
    ramp,
    rect,
    rules,
    spun,
)

WALL = wall(10.0, 5.0, 0.25)
"""Along x: a wall 5" high, its faces .125" from the middle."""


# 03.01: distance


@pytest.mark.parametrize(("second", "legal"), [(3.0, True), (3.01, False)])
def test_s_03_01_straight(tmp_path, second, legal):
    """S-03.01-straight: 6" maximum, 3" one way, then 3" another: 6" in all."""
    found = move(tmp_path, one(Model((30, 22))), (33, 22), (33, 22 + second), limit=6.0)
    assert distances(found) == pytest.approx((3.0 + second, 0.0, 0.0, 3.0 + second))
    assert rules(found) == (set() if legal else {"03.01"})


@pytest.mark.parametrize(("limit", "legal"), [(12.0, True), (11.99, False)])
def test_s_03_01_rotate(tmp_path, limit, legal):
    """S-03.01-rotate: line of 6", rotation, line of 6", rotation: 12" in all."""
    found = move(
        tmp_path, one(Model((25, 22), base=rect(3, 1))),
        (31, 22, None, 90), (31, 28, None, 215), limit=limit,
    )  # fmt: skip
    assert distances(found) == pytest.approx((12.0, 0.0, 0.0, 12.0))
    assert rules(found) == (set() if legal else {"03.01"})


def test_many_small_lines_add_up(tmp_path):
    """Sixty lines of .1" are 6", whatever the sum of their floats is; there and back counts."""
    path = [(30 + 0.1 * i, 22) for i in range(1, 31)]
    path += [(33 - 0.1 * i, 22) for i in range(1, 31)]
    found = move(tmp_path, one(Model((30, 22))), *path, limit=6.0)
    assert found.distance.total == pytest.approx(6.0)
    assert rules(found) == set()


@pytest.mark.parametrize(
    ("own", "limit", "far", "legal"),
    [
        (6.0, None, 6.0, True), (6.0, None, 6.01, False), (None, None, 25.0, True),
        (6.0, 9.0, 9.0, True), (6.0, 3.0, 3.01, False), (None, 3.0, 3.01, False),
    ],
)  # fmt: skip
def test_the_limit_is_the_profiles_unless_one_is_given(tmp_path, own, limit, far, legal):
    found = move(tmp_path, one(Model((30, 22), move=own)), (30 + far, 22), limit=limit)
    assert rules(found) == (set() if legal else {"03.01"})
    assert found.distance.horizontal == pytest.approx(far)


@pytest.fixture(scope="module")
def empty(tmp_path_factory):
    """A board with one model in its middle."""
    return one(Model((30, 22))).load(tmp_path_factory.mktemp("empty"))


place = st.tuples(st.floats(1.0, 59.0), st.floats(1.0, 43.0))


@given(st.lists(place, min_size=1, max_size=6), st.floats(-0.5, 0.5))
def test_all_lines_add_up(empty, path, spare):
    """The length of any path is the sum of its lines, legal while that is at most the limit."""
    steps = zip([(30.0, 22.0), *path], path, strict=False)
    length = sum(hypot(b[0] - a[0], b[1] - a[1]) for a, b in steps)
    limit = max(0.0, length + spare)
    note(f"length {length}, limit {limit}")
    found = geo3d.judge_move(empty, "m", path, max_distance=limit)
    assert found.distance.horizontal == pytest.approx(length)
    if abs(limit - length) > 1e-6:
        assert rules(found) == (set() if limit > length else {"03.01"})


# 03.01: the edge


@pytest.mark.parametrize(
    ("path", "legal"),
    [
        ([(0.5, 22)], True), ([(0.49, 22)], False), ([(0.5, 0.5)], True),
        ([(5, 43.5)], True), ([(5, 43.51)], False), ([(0.3, 22), (5, 22)], False),
        ([(0.5, 22), (0.5, 40)], True),
    ],
)  # fmt: skip
def test_the_edge(tmp_path, path, legal):
    """A base 1" across may touch the edge, not cross it, also on its way."""
    found = move(tmp_path, one(Model((5, 22))), *path)
    assert rules(found) == (set() if legal else {"03.01"})


@pytest.mark.parametrize(("x", "legal"), [(2.1, True), (2.03, False), (1.0, False)])
def test_a_rotation_crosses_the_edge(tmp_path, x, legal):
    """A base of 4" x 1" turned by 180: its corners lie hypot(2, .5) = 2.062" from its centre."""
    found = move(tmp_path, one(Model((x, 22), base=rect(4, 1), turn=90)), (x, 22, None, 270))
    assert rules(found) == (set() if legal else {"03.01"})
    assert found.distance.total == 0.0


# 03.01: other models


@pytest.mark.parametrize("player", ["red", "blue"])
def test_through_friends_not_through_enemies(tmp_path, player):
    both = Table({"m": Model((26, 22)), "other": Model((30, 22), player=player)})
    found = move(tmp_path, both, (34, 22))
    assert rules(found) == (set() if player == "red" else {"03.01"})
    if player == "blue":
        assert broken_by(found, "03.01") == {"other"}
        assert rules(move(tmp_path, both, (28, 24), (32, 24), (34, 22))) == set()


@pytest.mark.parametrize(("x", "legal"), [(34.0, True), (30.5, False)])
def test_a_rule_lets_it_pass_enemies(tmp_path, x, legal):
    """03.01.02: through enemy models, but on none of them, and nothing else changes."""
    board = Table({"m": Model((26, 22)), "other": Model((30, 22), player="blue")}).load(tmp_path)
    found = geo3d.judge_move(board, "m", [(x, 22)], through_models=True)
    assert rules(found) == (set() if legal else {"03.01"})
    far = geo3d.judge_move(board, "m", [(x, 22)], max_distance=1, through_models=True)
    assert rules(far) == {"03.01"}


@pytest.mark.parametrize("player", ["red", "blue"])
@pytest.mark.parametrize(("x", "legal"), [(29.0, True), (29.1, False), (30.0, False)])
def test_ends_beside_a_model_not_on_it(tmp_path, player, x, legal):
    """Two bases 1" across: touching at a distance of 1", overlapping nearer."""
    both = Table({"m": Model((26, 22)), "other": Model((30, 22), player=player)})
    found = move(tmp_path, both, (x, 22))
    assert rules(found) == (set() if legal else {"03.01"})
    assert legal or broken_by(found, "03.01") == {"other"}


@pytest.mark.parametrize(("off", "legal"), [(1.0, True), (0.95, False)])
def test_between_two_enemies(tmp_path, off, legal):
    """Any space that the base fits through, exactly as well."""
    table = Table({
        "m": Model((26, 22)), "left": Model((30, 22 + off), player="blue"),
        "right": Model((30, 22 - off), player="blue"),
    })  # fmt: skip
    assert rules(move(tmp_path, table, (34, 22))) == (set() if legal else {"03.01"})


@pytest.mark.parametrize("player", ["red", "blue"])
def test_a_rotation_meets_a_model(tmp_path, player):
    """At 45 degrees and 1.8" it is met by a base of 4" x 1" that turns from 0 to 90."""
    other = Model((30 + 1.2728, 22 + 1.2728), player=player)
    table = Table({"m": Model((30, 22), base=rect(4, 1)), "other": other})
    found = move(tmp_path, table, (30, 22, None, 90))
    assert rules(found) == (set() if player == "red" else {"03.01"})


@pytest.mark.parametrize(("both", "legal"), [(False, True), (True, False)])
def test_the_other_way_round(tmp_path, both, legal):
    """An arrow 2.5" long turns from 0 to 120: past an enemy at 60 degrees, or the other way."""
    base = arrow([(2.5, 0.0), (-0.5, 0.5), (-0.5, -0.5)])
    foes = {"foe": Model((31.0, 23.7320), player="blue", base=disc(0.6))}
    if both:
        foes["far"] = Model((29.0, 20.2680), player="blue", base=disc(0.6))
    table = Table({"m": Model((30, 22), base="hull", mesh=base), **foes})
    found = move(tmp_path, table, (30, 22, None, 120))
    assert rules(found) == (set() if legal else {"03.01"})
    assert found.turned_deg == pytest.approx((-240.0 if legal else 120.0,))


ARROW = arrow([(2.5, 0.0), (-0.5, 0.5), (-0.5, -0.5)])
"""Its tip is 2.5" from its centre, its other corners hypot(.5, .5) = .71"."""


@pytest.mark.parametrize(
    ("walls", "base", "rule", "by"),
    [
        ((), "arrow", None, 150.0), ((24.0,), "arrow", None, -210.0),
        ((20.0,), "arrow", None, 150.0), ((24.0, 20.0), "arrow", "13.06", 150.0),
        ((24.0,), "oval", "13.06", 150.0),
    ],
)  # fmt: skip
def test_beside_a_wall_it_turns_away_from_it(tmp_path, walls, base, rule, by):
    """From 0 to 150: the tip passes 90, 2.5" up, the other way round 270. Walls are met 1.875" up
    and down; at 150 it is 1.25" up. An oval that turns by half a turn or more has been at every
    angle, so the longer way never is clear where the shorter is not."""
    shape = {"base": "hull", "mesh": ARROW} if base == "arrow" else {"base": oval(5, 1)}
    table = Table(
        {"m": Model((30, 22), "VEHICLE", **shape)},
        {f"w{k}": Thing(WALL, (30.0, y)) for k, y in enumerate(walls)},
    )
    found = move(tmp_path, table, (30, 22), (30, 22, None, 150))
    assert rules(found) == (set() if rule is None else {rule})
    assert found.turned_deg == pytest.approx((0.0, by))


@pytest.mark.parametrize(
    ("walls", "foe", "by"), [((), (31.0, 23.732), 150.0), ((24.0,), (29.0, 20.268), -210.0)]
)
def test_enemies_that_it_may_pass_are_in_no_way_round(tmp_path, walls, foe, by):
    """03.01.02: an enemy 2" off at 60 or at 240 degrees; a wall where the tip passes 90."""
    table = Table(
        {"m": Model((30, 22), "VEHICLE", base="hull", mesh=ARROW),
         "foe": Model(foe, player="blue", base=disc(0.6))},
        {f"w{k}": Thing(WALL, (30.0, y)) for k, y in enumerate(walls)},
    )  # fmt: skip
    board = table.load(tmp_path)
    found = geo3d.judge_move(board, "m", [(30, 22, None, 150)], through_models=True)
    assert rules(found) == set()
    assert found.turned_deg == pytest.approx((by,))


def test_above_and_below_each_other(tmp_path):
    """A floor 5" up: an enemy on it does not hinder those below, nor the other way round."""
    deck = {"deck": Thing(platform(8.0, 8.0, 5.0))}
    foe = Model((30, 22, 5), player="blue")
    below = Table({"m": Model((23, 22)), "foe": foe}, deck)
    assert rules(move(tmp_path, below, (37, 22))) == set()
    above = Table({"m": Model((27, 22, 5)), "foe": Model((30, 22), player="blue")}, deck)
    assert rules(move(tmp_path, above, (33, 22, 5))) == set()
    level = Table({"m": Model((27, 22, 5)), "foe": foe}, deck)
    found = move(tmp_path, level, (33, 22, 5))
    assert rules(found) == {"03.01"} and broken_by(found, "03.01") == {"foe"}


# Ground level


@pytest.mark.parametrize("keywords", ["VEHICLE", "INFANTRY"])
def test_onto_a_base_plate_at_no_cost(tmp_path, keywords):
    """13.01: a plate of .1" is ground level, and stepping onto it costs nothing."""
    table = one(Model((24, 22), keywords), {"plate": Thing(crate(6, 6, 0.1))})
    found = move(tmp_path, table, (30, 22))
    assert rules(found) == set()
    assert distances(found) == pytest.approx((6.0, 0.0, 0.0, 6.0))
    assert found.end.surface.feature == "plate"
    assert found.end.surface.height == pytest.approx(0.1, abs=1e-5)


def test_through_a_crater(tmp_path):
    """13.03: exposed; over its rim of 1" and out of it at no cost, and into its middle."""
    table = one(Model((23, 22), "VEHICLE"), {"it": Thing(crater(5, 1.0, 0.9), category="exposed")})
    found = move(tmp_path, table, (37, 22))
    assert rules(found) == set() and found.distance.total == pytest.approx(14.0)
    found = move(tmp_path, table, (30, 22))
    assert rules(found) == set() and found.distance.total == pytest.approx(7.0)


def test_up_a_relief(tmp_path):
    """Relief is no feature, needs no keyword; its rise is charged: 10" x tan 8 = 1.4054"."""
    slope = extruded("ramp", ramp(20.0, 8.0), 20.0).mesh
    rise = 10.0 * 0.140541
    table = one(Model((25, 22), "VEHICLE"), ground=slope, ground_at=(20, 22))
    found = move(tmp_path, table, (35, 22))
    assert rules(found) == set()
    assert distances(found) == pytest.approx((10.0, rise, 0.0, 10.0 + rise), abs=1e-4)


# Without a ruleset


def test_without_a_ruleset(tmp_path):
    """No keyword or category hinders; the edge, models and what is stood in do."""
    table = Table(
        {"m": Model((30, 20), ""), "foe": Model((36, 20), player="blue")},
        {"it": Thing(WALL)}, ruleset="none",
    )  # fmt: skip
    assert rules(move(tmp_path, table, (30, 24))) == set()
    for path in ([(30, 22)], [(39, 20)], [(30, 0.2)], [(30, 17, 2)]):
        assert rules(move(tmp_path, table, *path)) == {"03.01"}
    assert rules(move(tmp_path, table, (30, 24), limit=3.9)) == {"03.01"}


# The whole board turned


SITUATIONS = {
    "wall": (one(Model((30, 20), "MONSTER"), {"it": Thing(WALL)}), [(30, 24)], {"13.06"}),
    "low": (one(Model((30, 20), "MONSTER"), {"it": Thing(wall(9, 1.9))}), [(30, 24)], set()),
    "door": (
        one(Model((30, 20), "VEHICLE", rect(1.9, 3)), {
            "it": Thing(wall(9, 5, holes=[door(0.0, 2.0, 3.0)]))
        }), [(30, 25, None, 37)], set(),
    ),
    "partway": (one(Model((30, 20)), {"it": Thing(WALL)}), [(31, 22.2)], {"03.01"}),
    "over": (
        one(Model((27.9, 22), "VEHICLE"), {"it": Thing(crate(3, 3, 3))}),
        [(27.9, 22, 3), (32.1, 22, 3), (32.1, 22, 0)], set(),
    ),
    "top": (
        one(Model((27.9, 22)), {"it": Thing(crate(3, 3, 3))}),
        [(27.9, 22, 3), (29.7, 22.4, 3, 20)], set(),
    ),
    "overhang": (
        one(Model((27.9, 22)), {"it": Thing(crate(3, 3, 3))}),
        [(27.9, 22, 3), (28.8, 22, 3, 20)], {"13.06"},
    ),
    "foe": (
        Table({"m": Model((26, 22), base=oval(3, 1)), "foe": Model((30, 23.2), player="blue")}),
        [(34, 22), (34, 22, None, 90)], set(),
    ),
    "met": (
        Table({"m": Model((26, 22), base=oval(3, 1)), "foe": Model((30, 22.8), player="blue")}),
        [(34, 22), (34, 22, None, 90)], {"03.01"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", SITUATIONS)
def test_turning_the_board_changes_nothing(tmp_path, name):
    """Features, models and path turned by an odd angle, and moved: the same verdict."""
    table, path, broken = SITUATIONS[name]
    straight = move(tmp_path, table, *path)
    assert rules(straight) == broken
    for angle, shift in ((17.3, (0.0, 0.0)), (211.7, (3.1, -2.7))):
        turned = move(tmp_path, table.turned(angle, shift), *(spun(p, angle, shift) for p in path))
        assert rules(turned) == broken
        assert distances(turned) == pytest.approx(distances(straight), abs=1e-6)
        assert turned.end.stable == straight.end.stable
        assert turned.end.overhang == pytest.approx(straight.end.overhang, abs=1e-3)
        assert turned.end.surface.feature == straight.end.surface.feature
