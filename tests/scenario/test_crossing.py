"""Going through terrain at ground level: the horizontal half of 13.06."""

import pytest
import trimesh

from geo3d.shapes import crate, door, extruded, l_ruin, platform, roughen, wall, window
from geo3d.shapes.solids import box, mesh_of, union
from tests.scenario.moving_board import (
    Model,
    Thing,
    arrow,
    breach,
    broken_by,
    disc,
    distances,
    move,
    one,
    oval,
    rect,
    rules,
)

WALL = wall(10.0, 5.0, 0.25)
"""Along x: a wall 5" high, its faces .125" from the middle."""
ACROSS = [(30, 20), (30, 24)]
"""From one side of a feature in the middle of the board to the other."""


def across(tmp_path, thing, *, keywords="VEHICLE", settings=None, **model):
    """The verdict on a model that crosses a feature in the middle along y."""
    mover = Model(ACROSS[0], keywords, **model)
    return move(tmp_path, one(mover, {"it": thing}, settings=settings or {}), ACROSS[1])


KEYWORDS = [
    ("INFANTRY", True), ("BEASTS", True), ("SWARM", True), ("MOBILE", True), ("infantry", True),
    ("VEHICLE MOBILE", True), ("VEHICLE", False), ("MONSTER", False), ("FLY", False),
    ("CAVALRY", False), ("", False),
]  # fmt: skip


@pytest.mark.parametrize(("keywords", "legal"), KEYWORDS)
def test_through_a_dense_wall(tmp_path, keywords, legal):
    """INFANTRY, BEASTS, SWARM and MOBILE go through walls of 5", at no vertical cost."""
    found = across(tmp_path, Thing(WALL), keywords=keywords)
    assert rules(found) == (set() if legal else {"13.06"})
    assert broken_by(found, "13.06") == (set() if legal else {"it"})
    assert distances(found) == pytest.approx((4.0, 0.0, 0.0, 4.0))


@pytest.mark.parametrize("category", ["light", "exposed"])
@pytest.mark.parametrize("shape", [WALL, crate(3, 3, 4)])
def test_light_and_exposed_hinder_nobody(tmp_path, category, shape):
    found = across(tmp_path, Thing(shape, category=category))
    assert rules(found) == set()
    assert found.distance.total == pytest.approx(4.0)


@pytest.mark.parametrize("category", ["dense", "light", "exposed"])
@pytest.mark.parametrize("height", [5.0, 1.0])
def test_nobody_ends_partway_through_a_wall(tmp_path, category, height):
    """03.01, whatever the category; INFANTRY, who may pass."""
    thing = Thing(wall(10.0, height, 0.25), category=category)
    found = move(tmp_path, one(Model((30, 20)), {"it": thing}), (30, 22))
    assert rules(found) == {"03.01"} and broken_by(found, "03.01") == {"it"}


def test_s_13_06_a(tmp_path):
    """S-13.06-A: a MONSTER straight through a ruin is refused, round it accepted."""
    table = one(Model((28, 16), "MONSTER", disc(2)), {"ruin": Thing(l_ruin(6, 6, 6), (26, 20))})
    found = move(tmp_path, table, (28, 28))
    assert rules(found) == {"13.06"} and broken_by(found, "13.06") == {"ruin"}
    assert rules(move(tmp_path, table, (24, 18), (24, 28), (28, 28))) == set()


def test_s_13_06_c(tmp_path):
    """S-13.06-C: INFANTRY cross the ruin's walls freely, both in one line too."""
    table = one(Model((25, 19)), {"ruin": Thing(l_ruin(6, 6, 6), (26, 20))})
    assert rules(move(tmp_path, table, (28, 23), (28, 18))) == set()
    assert rules(move(tmp_path, table, (31, 19), (24, 26))) == set()


@pytest.mark.parametrize("keywords", ["INFANTRY", "VEHICLE"])
def test_s_13_06_3(tmp_path, keywords):
    """S-13.06-3: across an area without touching a feature: unhindered."""
    mat = {"id": "mat", "features": ["it"], "boundary": [[24, 16], [36, 16], [36, 28], [24, 28]]}
    table = one(Model((20, 18), keywords), {"it": Thing(WALL)}, areas=(mat,))
    found = move(tmp_path, table, (40, 18))
    assert rules(found) == set() and found.distance.total == pytest.approx(20.0)


@pytest.mark.parametrize(("height", "legal"), [(1.0, True), (2.0, True), (2.01, False)])
@pytest.mark.parametrize("keywords", ["VEHICLE", "MONSTER"])
def test_a_section_of_two_inches(tmp_path, keywords, height, legal):
    found = across(tmp_path, Thing(wall(10.0, height, 0.25)), keywords=keywords)
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((4.0, 0.0, 0.0, 4.0))


def test_a_section_is_measured_from_the_plane_the_piece_stands_on(tmp_path):
    """A wall 1.9" above a base plate of .2" is 2.1" high."""
    for top, legal in ((1.9, True), (2.1, False)):
        profile = [
            (-1.0, 0.0), (1.0, 0.0), (1.0, 0.2), (0.1, 0.2), (0.1, top), (-0.1, top),
            (-0.1, 0.2), (-1.0, 0.2),
        ]  # fmt: skip
        found = across(tmp_path, Thing(extruded("walled", profile, 8.0), turn=90))
        assert rules(found) == (set() if legal else {"13.06"})


@pytest.mark.parametrize(("height", "legal"), [(2.0, True), (2.01, False)])
def test_a_section_on_a_hill(tmp_path, height, legal):
    """On a relief 1.5" high the wall's height counts from the relief."""
    table = one(
        Model((30, 20), "VEHICLE"), {"it": Thing(wall(10.0, height, 0.25))},
        ground=crate(30, 30, 1.5).mesh, ground_at=(30, 22),
    )  # fmt: skip
    found = move(tmp_path, table, (30, 24))
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((4.0, 0.0, 0.0, 4.0))
    assert found.end.surface.height == pytest.approx(1.5, abs=1e-5)
    assert found.end.surface.feature is None


@pytest.mark.parametrize(
    ("base", "turn", "legal"),
    [
        (disc(1.8), 0, True), (disc(2.0), 0, True), (disc(2.2), 0, False),
        (rect(3, 1), 90, True), (rect(3, 1), 0, False), (oval(3, 1.5), 90, True),
        (oval(3, 1.5), 0, False), ("hull", 90, True), ("hull", 0, False),
    ],
)  # fmt: skip
def test_through_a_breach(tmp_path, base, turn, legal):
    """2" wide and down to 1.5", in a wall of 5": a base that fits between its sides crosses."""
    thing = Thing(extruded("breach", breach(10.0, 5.0, 2.0, 1.5), 0.25))
    mesh = arrow([(1.5, 0.0), (-0.7, 0.7), (-0.7, -0.7)]) if base == "hull" else None
    found = across(tmp_path, thing, base=base, turn=turn, mesh=mesh)
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.distance.total == pytest.approx(4.0)


def test_a_breach_above_two_inches_is_no_way(tmp_path):
    thing = Thing(extruded("breach", breach(10.0, 5.0, 2.0, 2.1), 0.25))
    assert rules(across(tmp_path, thing)) == {"13.06"}


@pytest.mark.parametrize(
    ("across_base", "height", "x", "settings", "legal"),
    [
        (1.8, 1.6, 30, {}, True), (2.0, 1.6, 30, {}, True), (2.2, 1.6, 30, {}, False),
        (1.8, 1.6, 30.2, {}, False), (1.8, 2.9, 30, {}, True), (1.8, 3.1, 30, {}, False),
        (1.8, 1.6, 30, {"overhead_counts": True}, False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("keywords", ["VEHICLE", "INFANTRY"])
def test_through_a_door(tmp_path, across_base, height, x, settings, legal, keywords):
    """2" wide and 3" high: who fits goes through, who is too wide or tall must be INFANTRY."""
    table = one(
        Model((x, 20), keywords, disc(across_base), height),
        {"it": Thing(wall(10.0, 5.0, 0.25, [door(0.0, 2.0, 3.0)]))},
        settings=settings,
    )
    found = move(tmp_path, table, (x, 24))
    assert rules(found) == (set() if legal or keywords == "INFANTRY" else {"13.06"})


@pytest.mark.parametrize(
    ("top", "height", "settings", "legal"),
    [
        (2.4, 2.1, {}, True), (2.4, 2.5, {}, False), (1.9, 1.8, {}, True),
        (2.4, 2.1, {"overhead_counts": True}, False), (1.9, 1.6, {"overhead_counts": True}, True),
    ],
)  # fmt: skip
def test_under_a_bridge(tmp_path, top, height, settings, legal):
    """A plate .2" thick: who fits passes; a plate up to 2" high is no hindrance to anyone."""
    thing = Thing(platform(8.0, 8.0, top))
    table = one(Model((24, 22), "VEHICLE", height=height), {"it": thing}, settings=settings)
    assert rules(move(tmp_path, table, (36, 22))) == (set() if legal else {"13.06"})


SHEET = trimesh.Trimesh(
    [(-5.0, 0.0, 0.0), (5.0, 0.0, 0.0), (5.0, 0.0, 5.0), (-5.0, 0.0, 5.0)],
    [[0, 1, 2], [0, 2, 3]], process=False,
)  # fmt: skip
"""A wall without thickness."""


@pytest.mark.parametrize(
    ("mesh", "legal"),
    [
        (SHEET, False), (wall(10.0, 5.0, 0.02).mesh, False),
        (roughen(WALL.mesh, 6000, 0.02, 1), False),
        (roughen(wall(10.0, 1.9, 0.25).mesh, 6000, 0.02, 1), True),
        (roughen(wall(10.0, 5.0, 0.25, [door(0.0, 2.0, 3.0)]).mesh, 8000, 0.02, 1), True),
    ],
)  # fmt: skip
def test_through_thin_and_rough_walls(tmp_path, mesh, legal):
    """A sheet, a wall of .02" that a long line passes at once, and scans of walls."""
    table = one(Model((30, 10), "VEHICLE", disc(1.8)), {"it": Thing(mesh)})
    assert rules(move(tmp_path, table, (30, 34))) == (set() if legal else {"13.06"})
    table = one(Model((30, 10)), {"it": Thing(mesh)})
    assert rules(move(tmp_path, table, (30, 34))) == set()


def test_a_thin_leg_is_a_section(tmp_path):
    """Legs of .2" under a deck of 5": straight into two of them, and between them."""
    deck = {"it": Thing(platform(8, 8, 5))}
    for y, broken in ((18.1, {"13.06"}), (22, set())):
        table = one(Model((24, y), "VEHICLE"), deck)
        assert rules(move(tmp_path, table, (36, y))) == broken


@pytest.mark.parametrize(("gap", "legal"), [(1.0, True), (0.9, False)])
def test_between_two_features(tmp_path, gap, legal):
    off = 2.0 + gap / 2
    things = {
        "a": Thing(crate(4, 4, 3), (30, 22 + off)),
        "b": Thing(crate(4, 4, 3), (30, 22 - off)),
    }
    found = move(tmp_path, one(Model((26, 22), "VEHICLE"), things), (34, 22))
    assert rules(found) == (set() if legal else {"13.06"})
    assert broken_by(found, "13.06") == (set() if legal else {"a", "b"})


@pytest.mark.parametrize(("height", "legal"), [(1.4, True), (3.2, False)])
def test_over_a_sill_and_under_a_lintel(tmp_path, height, legal):
    """A sill at 1.5" and a lintel at 3": who does not fit under it runs into a section of 5"."""
    thing = Thing(wall(10.0, 5.0, 0.25, [window(0.0, 1.5, 8.0, 1.5)]))
    assert rules(across(tmp_path, thing, height=height)) == (set() if legal else {"13.06"})


@pytest.mark.parametrize(("x", "legal"), [(28.0, True), (31.1, True), (31.3, False)])
def test_across_the_low_end_of_a_ramp(tmp_path, x, legal):
    """A ramp from x = 25 that is .3 high for each inch: over 2" beyond x = 31.667."""
    thing = Thing(extruded("ramp", [(0.0, 0.0), (10.0, 0.0), (10.0, 3.0)], 4.0), (25, 22))
    table = one(Model((x, 19), "VEHICLE"), {"it": thing})
    assert rules(move(tmp_path, table, (x, 25))) == (set() if legal else {"13.06"})


# 13.06: an alley, for a base of 2" x 1", whose diagonal is 2.236"


def alley(tmp_path, gap, path, *, start=30.0, turn=0.0, height=5.0, keywords="VEHICLE"):
    """The verdict on a path between two parallel walls, `gap` apart."""
    wide = wall(10.0, height, 0.25)
    off = gap / 2 + 0.125
    things = {"north": Thing(wide, (30, 22 + off)), "south": Thing(wide, (30, 22 - off))}
    return move(tmp_path, one(Model((start, 22), keywords, rect(2, 1), turn=turn), things), *path)


ROUND = [(30, 22, None, 90), (30, 22, None, 180)]


@pytest.mark.parametrize(
    ("gap", "start", "path", "broken"),
    [
        (1.5, 23, [(37, 22)], set()),
        (1.5, 23, [(23, 22, None, 90), (37, 22)], {"13.06"}),
        (2.0, 23, [(23, 22, None, 90), (37, 22)], set()),
        (2.1, 23, [(23, 22, None, 90), (37, 22)], set()),
        (1.5, 23, [(30, 22, None, 90)], {"13.06", "03.01"}),
        (2.1, 23, [(30, 22, None, 90)], {"13.06"}),
        (2.3, 23, [(30, 22, None, 90)], set()),
        (1.5, 30, ROUND, {"13.06"}),
        (1.5, 30, [(30, 22, None, 180)], {"13.06"}),
        # Half its width at a turn of t is sin t + .5 cos t: .7418 at 15, .7563 at 16 degrees.
        (1.5, 30, [(30, 22, None, 15), (30, 22, None, 0)], set()),
        (1.5, 30, [(30, 22, None, 16), (30, 22, None, 0)], {"13.06"}),
        (1.5, 30, [(30, 22, None, 345), (30, 22, None, 0)], set()),
        (1.5, 30, [(30, 22, None, 360)], set()),
        # First the line with the facing it has, then the rotation at its end.
        (1.5, 23, [(38, 22, None, 90)], set()),
        (1.5, 23, [(23, 22, None, 90), (38, 22, None, 0)], {"13.06"}),
    ],
)
def test_a_vehicle_in_an_alley(tmp_path, gap, start, path, broken):
    found = alley(tmp_path, gap, path, start=start)
    assert rules(found) == broken
    if "13.06" in broken:
        assert broken_by(found, "13.06") <= {"north", "south"}


def test_a_round_base_turns_anywhere(tmp_path):
    """A disc of 1.5" in an alley of 1.5"."""
    things = {"a": Thing(WALL, (30, 22.875)), "b": Thing(WALL, (30, 21.125))}
    table = one(Model((30, 22), "VEHICLE", disc(1.5)), things)
    assert rules(move(tmp_path, table, (30, 22, None, 33), (31, 22, None, 77.7))) == set()


@pytest.mark.parametrize(
    ("keywords", "height"), [("INFANTRY", 5.0), ("VEHICLE MOBILE", 5.0), ("VEHICLE", 1.9)]
)
def test_who_may_turn_in_the_alley(tmp_path, keywords, height):
    """Those who go through walls; and all, where the walls are 2" or less."""
    assert rules(alley(tmp_path, 1.5, ROUND, keywords=keywords, height=height)) == set()


def test_mobile_steps_onto_a_base_plate_under_a_ceiling(tmp_path):
    """A plate .15" thick under a slab from 1.5" to 1.7": with a body of 1.6" the way on the ground
    leads through the slab along, as MOBILE may (13.06), not up through it; on level ground too."""
    plated = mesh_of(union([
        box((-2, -2, 0), (2, 2, 0.15)), box((-2, -2, 0), (-1.9, 2, 1.7)),
        box((-2, -2, 1.5), (2, 2, 1.7)),
    ]))  # fmt: skip
    bare = mesh_of(union([box((-2, -2, 0), (-1.9, 2, 1.7)), box((-2, -2, 1.5), (2, 2, 1.7))]))
    for shape in (plated, bare):
        table = one(Model((26, 23), "MONSTER MOBILE"), {"it": Thing(shape)})
        found = move(tmp_path, table, (29, 23), (34, 23))
        assert rules(found) == set() and found.distance.total == pytest.approx(8.0)
