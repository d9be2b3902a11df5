"""Where a model may be set up or end: 03.01, the end of 13.06, and 13.06.01."""

from math import hypot

import pytest

import geo3d
from geo3d.shapes import crate, crater, door, extruded, platform, stairs, wall, window
from tests.scenario.moving_board import (
    Model,
    Table,
    Thing,
    block,
    breach,
    broken_by,
    disc,
    move,
    one,
    ramp,
    rect,
    rules,
    spearman,
    stand,
)

AWAY = (5, 5)
"""Where models stand that are asked about elsewhere."""


def standing(tmp_path, things, at, keywords="INFANTRY", *, settings=None, **model):
    """The verdict on a model set up somewhere among features."""
    table = one(Model(AWAY, keywords, **model), things, settings=settings or {})
    return stand(tmp_path, table, at)


def test_on_the_table(tmp_path):
    found = standing(tmp_path, {}, (30, 22), "VEHICLE", base=rect(4, 2))
    assert rules(found) == set()
    assert found.stable and found.tilt_deg == pytest.approx(0.0) and found.overhang == 0.0
    assert found.surface.feature is None and found.surface.height == 0.0


@pytest.mark.parametrize(
    ("at", "legal"),
    [((1, 22), True), ((0.99, 22), False), ((1, 0.5), True), ((58, 22, 0, 90), True),
     ((59.4, 22, 0, 0), False), ((59.5, 22, 0, 90), True), ((70, 22), False)],
)  # fmt: skip
def test_on_the_battlefield(tmp_path, at, legal):
    """A base of 2" x 1" may touch the edge; turned by 90 it is 1" along x."""
    found = standing(tmp_path, {}, at, base=rect(2, 1))
    assert rules(found) == (set() if legal else {"03.01"})


# 13.06: who may stand off the ground


@pytest.mark.parametrize(
    ("keywords", "legal"),
    [
        ("INFANTRY", True), ("BEASTS", True), ("SWARM", True), ("FLY", True), ("MONSTER", True),
        ("VEHICLE FLY", True), ("VEHICLE", False), ("MOBILE", False), ("CAVALRY", False),
        ("", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("category", ["dense", "light", "exposed"])
def test_set_up_on_top(tmp_path, keywords, legal, category):
    """By the keyword list alone, on a feature of any category."""
    things = {"it": Thing(crate(3, 3, 3), category=category)}
    found = standing(tmp_path, things, (30, 22, 3), keywords)
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.stable and found.overhang == 0.0
    assert found.surface.feature == "it"
    assert found.surface.height == pytest.approx(3.0, abs=1e-5)


@pytest.mark.parametrize(
    ("height", "step", "legal"),
    [(0.1, 0.25, True), (0.25, 0.25, True), (0.3, 0.25, False), (0.3, 0.5, True),
     (0.1, 0.05, False)],
)  # fmt: skip
def test_ground_level(tmp_path, height, step, legal):
    """A base plate up to `ground_step` high needs no keyword."""
    found = standing(
        tmp_path, {"plate": Thing(crate(6, 6, height))}, (30, 22, height), "VEHICLE",
        settings={"ground_step": step},
    )  # fmt: skip
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.surface.feature == "plate"
    assert found.surface.height == pytest.approx(height, abs=1e-5)


def test_a_place_without_z_is_on_the_plate(tmp_path):
    found = standing(tmp_path, {"plate": Thing(crate(6, 6, 0.1))}, (30, 22), "VEHICLE")
    assert rules(found) == set() and found.surface.height == pytest.approx(0.1, abs=1e-5)


@pytest.mark.parametrize("height", [0.1, 0.2, 0.25])
@pytest.mark.parametrize("x", [26.6, 26.9, 27.2, 32.8])
def test_over_the_edge_of_a_plate(tmp_path, height, x):
    """A plate from x = 27 to 33 is ground level: with one part on it and one beside it a base
    stands on the ground, overhangs nothing and is in no wall (13.01)."""
    found = standing(tmp_path, {"plate": Thing(crate(6, 6, height))}, (x, 22), "VEHICLE")
    assert rules(found) == set()


@pytest.mark.parametrize(("at", "legal"), [((25.6, 22, 0.2), True), ((26.8, 22, 0.4), False)])
def test_the_first_step_is_ground_level(tmp_path, at, legal):
    """Steps of .2": the first is within .25", the second is not."""
    things = {"it": Thing(stairs(5, 0.2, 1.2, 4), (25, 22))}
    assert rules(standing(tmp_path, things, at, "VEHICLE")) == (set() if legal else {"13.06"})


def test_ground_level_is_the_hills(tmp_path):
    """On a relief 1.5" high: a plate of .1" at 1.6 is ground level, a crate at 2.5 is not."""
    for height, broken in ((0.1, set()), (1.0, {"13.06"})):
        table = one(
            Model(AWAY, "VEHICLE"), {"it": Thing(crate(6, 6, height))},
            ground=crate(30, 30, 1.5).mesh, ground_at=(30, 22),
        )  # fmt: skip
        found = stand(tmp_path, table, (30, 22, 1.5 + height))
        assert rules(found) == broken
        assert found.surface.height == pytest.approx(1.5 + height, abs=1e-5)


# 13.06: overhang


@pytest.mark.parametrize(
    ("base", "at", "overhang"),
    [
        (disc(1.0), (32.5, 22, 3), 0.0),
        (disc(1.0), (32.6, 22, 3), 0.1),
        (rect(2, 1), (32.3, 22, 3), 0.3),
        (rect(2, 1), (32.3, 22, 3, 90), 0.0),
        (disc(1.0), (32.5, 24.5, 3), 0.0),
        # At a corner: of the disc what lies straight beyond one edge, of the square its corner.
        (disc(1.0), (32.9, 24.9, 3), 0.4),
        (rect(1, 1), (32.9, 24.9, 3), hypot(0.4, 0.4)),
    ],
)
def test_overhang(tmp_path, base, at, overhang):
    """On a crate whose top ends at x = 33 and y = 25: touching its edge is no overhang."""
    found = standing(tmp_path, {"it": Thing(crate(6, 6, 3))}, at, base=base)
    assert found.overhang == pytest.approx(overhang, abs=1e-3)
    assert found.stable
    assert rules(found) == ({"13.06"} if overhang else set())


@pytest.mark.parametrize(
    ("gap", "x", "base", "overhang"),
    [(0.0, 30.0, 1.0, 0.0), (0.08, 30.04, 1.0, 0.0), (0.3, 29.8, 1.2, 0.4)],
)
def test_two_roofs(tmp_path, gap, x, base, overhang):
    """Crates side by side, from x = 30: within .1" they are one surface, farther apart two."""
    things = {"a": Thing(crate(4, 4, 3), (28, 22)), "b": Thing(crate(4, 4, 3), (32 + gap, 22))}
    found = standing(tmp_path, things, (x, 22, 3), base=disc(base))
    assert found.stable
    assert found.overhang == pytest.approx(overhang, abs=1e-3)
    assert rules(found) == ({"13.06"} if overhang else set())


# 13.06: stable


@pytest.mark.parametrize(
    ("hole", "at", "stable"),
    [
        (0.6, (30, 22, 3), True),
        (1.0, (30, 22, 3), True),
        (4.0, (31.9, 22, 3), False),
        (4.0, (32.1, 22, 3), True),
    ],
)
def test_over_a_hole(tmp_path, hole, at, stable):
    """A base of 1.26" rests round a small hole; over a wide one its centre decides.

    A hole is no outer edge: no overhang.
    """
    things = {"floor": Thing(block(10, 10, 3, hole, hole))}
    found = standing(tmp_path, things, at, base=disc(32 / 25.4))
    assert found.stable is stable
    assert rules(found) == (set() if stable else {"13.06"})
    if stable:
        assert found.overhang == 0.0 and found.tilt_deg == pytest.approx(0.0, abs=1e-3)


def test_the_centre_past_the_edge(tmp_path):
    """.1" past a roof's edge it falls off; 1 x 1 base, so .6 of it sticks out."""
    things = {"it": Thing(crate(6, 6, 3))}
    found = standing(tmp_path, things, (33.1, 22, 3), base=rect(1, 1))
    assert not found.stable and rules(found) == {"13.06"}


@pytest.mark.parametrize(
    ("degrees", "settings", "height", "stable"),
    [
        (8.0, {}, 1.6, True),
        (15.0, {}, 1.6, False),
        (15.0, {"max_tilt": 20.0}, 1.6, True),
        (8.0, {"max_tilt": 5.0}, 1.6, False),
        (8.0, {"centre_of_mass": "model"}, 1.6, True),
        # Its centre at 5" leans out by 5 sin 8 = .70", the base reaches .5 cos 8 = .50".
        (8.0, {"centre_of_mass": "model"}, 10.0, False),
        (8.0, {}, 10.0, True),
    ],
)
def test_on_a_slope(tmp_path, degrees, settings, height, stable):
    """In the middle of a ramp 10" long: off the ground, its tilt that of the ramp."""
    profile = ramp(10.0, degrees)
    level = profile[-1][1] / 2
    things = {"ramp": Thing(extruded("ramp", profile, 4.0), (25, 22))}
    found = standing(tmp_path, things, (30, 22, level), settings=settings, height=height)
    assert found.stable is stable
    assert rules(found) == (set() if stable else {"13.06"})
    if stable:
        assert found.tilt_deg == pytest.approx(degrees, abs=0.1)
        assert found.overhang == 0.0 and found.surface.feature == "ramp"
        assert found.surface.height == pytest.approx(level, abs=1e-3)


def test_on_a_steep_relief(tmp_path):
    """Stability is asked off the ground only; a relief is ground."""
    slope = extruded("ramp", ramp(20.0, 15.0), 20.0).mesh
    table = one(Model(AWAY, "VEHICLE"), ground=slope, ground_at=(20, 22))
    assert rules(stand(tmp_path, table, (30, 22))) == set()


def test_in_a_crater(tmp_path):
    """Its middle at .1" is ground level: a VEHICLE may stand there, level on a ring."""
    things = {"it": Thing(crater(5, 1.0, 0.9), category="exposed")}
    found = standing(tmp_path, things, (30, 22), "VEHICLE")
    assert rules(found) == set()
    assert found.tilt_deg == pytest.approx(0.0, abs=0.1)


# 03.01: on a model, in a surface, on nothing


def test_not_on_a_model(tmp_path):
    models = {"m": Model(AWAY), "friend": Model((30, 22), base=disc(2))}
    assert rules(stand(tmp_path, Table(models), (30, 22, 1.6))) == {"03.01"}


@pytest.mark.parametrize(("thick", "broken"), [(0.05, set()), (None, {"03.01"})])
def test_over_a_model_on_a_thin_floor(tmp_path, thick, broken):
    """.08" above the top of another: on it, unless a floor .05" thick lies between."""
    models = {"m": Model(AWAY), "friend": Model((30, 22), base=disc(2))}
    things = {} if thick is None else {"it": Thing(platform(6, 6, 1.68, thick))}
    table = Table(models, things)
    assert rules(stand(tmp_path, table, (30, 22, 1.68))) == broken
    to = geo3d.reach(table.load(tmp_path), "m", 40.0, (30, 22, 1.68))
    assert to.reachable is (not broken)


@pytest.mark.parametrize(("off", "legal"), [(1.0, True), (0.9, False)])
def test_not_overlapping_a_friend(tmp_path, off, legal):
    models = {"m": Model(AWAY), "friend": Model((30, 22))}
    found = stand(tmp_path, Table(models), (30, 22 + off))
    assert rules(found) == (set() if legal else {"03.01"})
    assert legal or broken_by(found, "03.01") == {"friend"}


@pytest.mark.parametrize("at", [(30, 22, 2), (30, 22, 5), (40, 22, 3)])
def test_nothing_to_stand_on(tmp_path, at):
    """In a crate of 3", over it, and beside it at its height."""
    found = standing(tmp_path, {"it": Thing(crate(6, 6, 3))}, at)
    assert rules(found) == {"03.01"}


@pytest.mark.parametrize(("height", "legal"), [(0.9, True), (1.6, False)])
def test_not_through_a_ceiling(tmp_path, height, legal):
    """Under a plate of .2" whose underside lies at 1"."""
    things = {"it": Thing(platform(6, 6, 1.2))}
    found = standing(tmp_path, things, (30, 22, 0), height=height)
    assert rules(found) == (set() if legal else {"03.01"})


@pytest.mark.parametrize(("y", "legal"), [(21.375, True), (21.5, False), (22.0, False)])
def test_not_through_a_wall(tmp_path, y, legal):
    """A wall's face at y = 21.875: a base 1" across touches it from 21.375."""
    found = standing(tmp_path, {"it": Thing(wall(10.0, 5.0, 0.25))}, (30, y))
    assert rules(found) == (set() if legal else {"03.01"})


# 13.06.01


WINDOW = wall(10.0, 5.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)])
HIGH = wall(10.0, 6.0, 0.25, [window(0.0, 3.2, 1.0, 1.6)])
TALL = wall(10.0, 8.0, 0.25, [window(0.0, 2.0, 1.0, 3.0)])
WIDE = wall(12.0, 5.0, 0.25, [window(0.0, 1.0, 5.0, 1.0)])
AT = (30, 21.275, 0, 90)
"""Facing the wall, its base's edge .1" from it; a spear 1.5" long ends .65" behind it."""


@pytest.mark.parametrize(
    ("shape", "level", "thing", "settings", "broken"),
    [
        (WINDOW, 1.5, {}, {}, {"13.06.01"}), (HIGH, 4.0, {}, {}, set()),
        (WINDOW, 1.5, {"gaps": "none"}, {}, set()), (WINDOW, 1.5, {"solid": False}, {}, set()),
        (WINDOW, 1.5, {"category": "light"}, {}, set()),
        (WINDOW, 1.5, {"category": "light", "solid": True}, {}, {"13.06.01"}),
        (WINDOW, 1.5, {}, {"solid_height": 0.5}, set()),
        (HIGH, 4.0, {}, {"solid_height": 5.0}, {"13.06.01"}),
        (TALL, 4.0, {}, {}, set()), (TALL, 2.5, {}, {}, {"13.06.01"}),
        (TALL, 4.0, {}, {"straddling_gap": "whole"}, {"13.06.01"}),
        (WIDE, 1.5, {}, {}, set()), (WIDE, 1.5, {}, {"max_gap_width": 6.0}, {"13.06.01"}),
        # Through the wall itself, whatever is solid.
        (WINDOW, 2.5, {}, {}, {"03.01"}), (WINDOW, 2.5, {"solid": False}, {}, {"03.01"}),
    ],
)  # fmt: skip
def test_a_spear_through_a_window(tmp_path, shape, level, thing, settings, broken):
    mini = spearman(level, max(2.0, level + 0.2))
    found = standing(tmp_path, {"it": Thing(shape, **thing)}, AT, settings=settings, mesh=mini)
    assert rules(found) == broken
    assert {name for rule in broken for name in broken_by(found, rule)} <= {"it"}


def test_the_spear_turned_away(tmp_path):
    found = standing(tmp_path, {"it": Thing(WINDOW)}, (*AT[:3], 0), mesh=spearman(1.5))
    assert rules(found) == set()


def test_only_where_the_move_ends(tmp_path):
    """13.06.01 and 03.01 ask where it ends; on its way the base alone counts."""
    table = one(Model((26, 21.275), mesh=spearman(1.5), turn=90), {"it": Thing(WINDOW)})
    assert rules(move(tmp_path, table, (30, 21.275), (30, 18))) == set()
    assert rules(move(tmp_path, table, (30, 21.275))) == {"13.06.01"}
    assert rules(move(tmp_path, table, (30, 21.275, None, 0))) == set()


def test_a_spear_without_a_ruleset(tmp_path):
    table = one(Model(AWAY, mesh=spearman(1.5)), {"it": Thing(WINDOW)}, ruleset="none")
    assert rules(stand(tmp_path, table, AT)) == set()


@pytest.mark.parametrize(("solid", "broken"), [(None, {"13.06.01"}), (False, set())])
def test_in_a_doorway(tmp_path, solid, broken):
    """Doors included: through it a model may go, in it it may not end."""
    doorway = Thing(wall(10.0, 5.0, 0.25, [door(0.0, 2.0, 3.0)]), solid=solid)
    table = one(Model((30, 20)), {"it": doorway})
    assert rules(move(tmp_path, table, (30, 22))) == broken
    assert rules(move(tmp_path, table, (30, 24))) == set()


def test_in_a_breach(tmp_path):
    """Open to the sky it is not enclosed: two walls .8" apart, and a spear in a breach."""
    half = wall(6.0, 5.0, 0.25)
    for apart, settings, broken in (
        (0.3, {}, {"13.06.01"}), (0.8, {}, set()), (0.3, {"adjacent_gap_width": 0.0}, set()),
    ):  # fmt: skip
        off = 3.0 + apart / 2
        things = {"a": Thing(half, (30 - off, 22)), "b": Thing(half, (30 + off, 22))}
        found = standing(tmp_path, things, AT, settings=settings, mesh=spearman(1.5))
        assert rules(found) == broken
    notch = extruded("breach", breach(10.0, 5.0, 2.0, 1.2), 0.25)
    assert rules(standing(tmp_path, {"it": Thing(notch)}, AT, mesh=spearman(1.5))) == set()


def test_the_end_of_a_move_is_told_as_it_stands(tmp_path):
    """A move's end says the same as the place asked alone, but for what the way there bars."""
    board = one(Model((27.9, 22), "MONSTER"), {"it": Thing(crate(3, 3, 3))}).load(tmp_path)
    moved = geo3d.judge_move(board, "m", [(27.9, 22, 3), (30, 22, 3)])
    stood = geo3d.judge_stand(board, "m", (30, 22, 3))
    assert rules(stood) == set() and rules(moved) == {"13.06"}
    assert moved.end.stable == stood.stable and moved.end.overhang == stood.overhang
    assert moved.end.surface.feature == stood.surface.feature == "it"
