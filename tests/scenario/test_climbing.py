"""Going up and down: the vertical half of 13.06, and where a climb may end."""

import pytest

import geo3d
from geo3d.shapes import crate, extruded, l_ruin, platform, stairs, wall
from geo3d.shapes.solids import box, mesh_of, solid, union
from tests.scenario.moving_board import (
    Model,
    Table,
    Thing,
    broken_by,
    disc,
    distances,
    move,
    one,
    ramp,
    rect,
    rules,
)

CRATE = crate(3, 3, 3)
"""Over the middle: x from 28.5 to 31.5."""
UP = [(27.9, 22, 3), (30, 22, 3)]
"""From its side, a base 1" across .1" away from it, up and onto its middle."""
OVER = [(27.9, 22, 3), (32.1, 22, 3), (32.1, 22, 0)]
"""Up, across and down behind: 4.2" in plan."""


def upright(height):
    """A wall across x in the middle: faces at x = 29.875 and 30.125."""
    return {"it": Thing(wall(10.0, height, 0.25), turn=90)}


def test_c66(tmp_path):
    """C66 (elevation-ruler 118): (0,0,0) to (10,0,30) beside a feature: 10 and 30, 40 in all."""
    table = one(
        Model((30, 20)),
        {"cliff": Thing(crate(14, 2, 30), (35, 21.8)), "post": Thing(crate(2, 2, 30), (40, 20))},
    )
    found = move(tmp_path, table, (40, 20, 30))
    assert distances(found) == pytest.approx((10.0, 30.0, 0.0, 40.0))
    assert rules(found) == set()
    back = one(Model((40, 20, 30)), table.things)
    found = move(tmp_path, back, (30, 20, 0))
    assert distances(found) == pytest.approx((10.0, 0.0, 30.0, 40.0))
    assert rules(found) == set()


@pytest.mark.parametrize("keywords", ["INFANTRY", "VEHICLE"])
@pytest.mark.parametrize(("limit", "legal"), [(12.0, True), (11.99, False)])
def test_c67(tmp_path, keywords, limit, legal):
    """C67 (elevation-ruler 161): climb 5, across 2, down 5: 12."""
    table = one(Model((29, 22), keywords), upright(5.0))
    path = [(29, 22, 5), (31, 22, 5), (31, 22, 0)]
    found = move(tmp_path, table, *path, limit=limit)
    assert distances(found) == pytest.approx((2.0, 5.0, 5.0, 12.0))
    assert rules(found) == (set() if legal else {"03.01"})


def test_c67_a_climb_alone(tmp_path):
    """C67: climb 5: 5. It may not end there, with nothing to stand on."""
    found = move(tmp_path, one(Model((29, 22)), upright(5.0)), (29, 22, 5))
    assert distances(found) == pytest.approx((0.0, 5.0, 0.0, 5.0))
    assert rules(found) == {"03.01"}


def test_c68(tmp_path):
    """C68 (elevation-ruler 189): on a platform of height 10 a model moves, and sees across it."""
    deck = {"deck": Thing(platform(10, 6, 10))}
    models = {
        "m": Model((26, 22, 10)), "level": Model((34, 22, 10), player="blue"),
        "under": Model((30, 22), player="blue"),
    }  # fmt: skip
    board = Table(models, deck).load(tmp_path)
    found = geo3d.judge_move(board, "m", [(32, 22, 10)])
    assert rules(found) == set() and distances(found) == pytest.approx((6.0, 0.0, 0.0, 6.0))
    assert geo3d.sight(board, "m", "level").geometry.visible
    assert not geo3d.sight(board, "m", "under").geometry.visible


@pytest.mark.parametrize(
    ("keywords", "category", "legal"),
    [
        ("INFANTRY", "dense", True), ("VEHICLE", "dense", False), ("MONSTER", "dense", False),
        ("VEHICLE", "light", False), ("MONSTER", "light", True), ("INFANTRY", "light", True),
    ],
)  # fmt: skip
def test_c69(tmp_path, keywords, category, legal):
    """C69 (recast 754): onto a plate at z = 5 on four posts: for INFANTRY exactly 5 up."""
    deck = {"deck": Thing(platform(4, 4, 5), category=category)}
    found = move(tmp_path, one(Model((27.3, 20.1), keywords), deck), (27.3, 20.1, 5), (30, 22, 5))
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.distance.up == pytest.approx(5.0)
    assert found.end.surface.feature == "deck"


# Where a climb may end


@pytest.mark.parametrize("keywords", ["INFANTRY", "BEASTS", "SWARM"])
def test_s_13_06_1(tmp_path, keywords):
    """S-13.06-1: INFANTRY climbs 3" and ends on top."""
    found = move(tmp_path, one(Model((27.9, 22), keywords), {"it": Thing(CRATE)}), *UP)
    assert rules(found) == set()
    ended_on_top(found)


@pytest.mark.parametrize("keywords", ["MONSTER", "VEHICLE", "FLY", "VEHICLE FLY", "MOBILE", ""])
def test_s_13_06_2b(tmp_path, keywords):
    """S-13.06-2b: MONSTER may not end on what it climbed; nor may FLY, nor any other."""
    found = move(tmp_path, one(Model((27.9, 22), keywords), {"it": Thing(CRATE)}), *UP)
    assert rules(found) == {"13.06"}
    ended_on_top(found)


def ended_on_top(found):
    """Of the crate, 3" up."""
    assert distances(found) == pytest.approx((2.1, 3.0, 0.0, 5.1))
    assert found.end.stable and found.end.overhang == 0.0
    assert found.end.surface.feature == "it"
    assert found.end.surface.height == pytest.approx(3.0, abs=1e-5)


@pytest.mark.parametrize("keywords", ["VEHICLE", "MONSTER", "FLY", "INFANTRY", "MOBILE", ""])
def test_s_13_06_2(tmp_path, keywords):
    """S-13.06-2: over a section over 2" and down behind: legal for all, charged in full."""
    found = move(tmp_path, one(Model((27.9, 22), keywords), {"it": Thing(CRATE)}), *OVER)
    assert rules(found) == set()
    assert distances(found) == pytest.approx((4.2, 3.0, 3.0, 10.2))


def test_s_13_06_2_a_long_base(tmp_path):
    """A VEHICLE of 2" x 1" that touches the crate, over it: 3 up, 5 across, 3 down."""
    table = one(Model((27.5, 22), "VEHICLE", rect(2, 1)), {"it": Thing(CRATE)})
    found = move(tmp_path, table, (27.5, 22, 3), (32.5, 22, 3), (32.5, 22, 0), limit=11.0)
    assert rules(found) == set()
    assert distances(found) == pytest.approx((5.0, 3.0, 3.0, 11.0))


@pytest.mark.parametrize(("height", "legal"), [(1.5, True), (2.0, True), (2.5, False)])
def test_a_monster_ends_on_what_it_need_not_climb(tmp_path, height, legal):
    """Only a climb because of a section over 2" bars it from the top."""
    table = one(Model((27.9, 22), "MONSTER"), {"it": Thing(crate(3, 3, height))})
    found = move(tmp_path, table, (27.9, 22, height), (30, 22, height))
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.distance.up == pytest.approx(height)


def test_a_monster_ends_on_another_feature(tmp_path):
    """Over a dense crate of 3", then onto a light one of 1.5": that is not what it climbed."""
    low = Thing(crate(3, 3, 1.5), (36, 22), category="light")
    table = one(Model((27.9, 22), "MONSTER"), {"high": Thing(CRATE), "low": low})
    path = [*OVER, (33.9, 22, 0), (33.9, 22, 1.5), (36, 22, 1.5)]
    assert rules(move(tmp_path, table, *path)) == set()


def test_a_monster_moves_on_the_roof_where_it_stands(tmp_path):
    """No climb this move: the keyword list alone."""
    table = one(Model((29.2, 22, 3), "MONSTER"), {"it": Thing(CRATE)})
    assert rules(move(tmp_path, table, (30.8, 22, 3))) == set()


@pytest.mark.parametrize("level", [2.5, 3.5])
def test_a_section_is_climbed_to_its_top(tmp_path, level):
    """A wall of 5" crossed at a lower height is gone through; INFANTRY may, a VEHICLE may not."""
    path = [(29, 22, level), (31, 22, level), (31, 22, 0)]
    for keywords, broken in (("INFANTRY", set()), ("VEHICLE", {"13.06"})):
        table = one(Model((29, 22), keywords), upright(5.0))
        assert rules(move(tmp_path, table, *path)) == broken


# Floors and ceilings


@pytest.mark.parametrize(
    ("keywords", "legal"),
    [("INFANTRY", True), ("BEASTS", True), ("SWARM", True), ("MOBILE", False), ("FLY", False),
     ("MONSTER", False), ("VEHICLE", False)],
)  # fmt: skip
@pytest.mark.parametrize("category", ["dense", "light"])
def test_through_a_floor(tmp_path, keywords, legal, category):
    """Up through a plate 4" above the ground, over its edge and down beside it."""
    deck = {"deck": Thing(platform(8, 8, 4), category=category)}
    table = one(Model((30, 22), keywords), deck)
    found = move(tmp_path, table, (30, 22, 4), (34.6, 22, 4), (34.6, 22, 0))
    assert rules(found) == (set() if legal or category == "light" else {"13.06"})
    assert distances(found) == pytest.approx((4.6, 4.0, 4.0, 12.6))


@pytest.mark.parametrize(("keywords", "legal"), [("INFANTRY", True), ("MOBILE", False)])
def test_down_through_a_floor(tmp_path, keywords, legal):
    table = one(Model((30, 22, 4), keywords), {"deck": Thing(platform(8, 8, 4))})
    found = move(tmp_path, table, (30, 22, 0))
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((0.0, 0.0, 4.0, 4.0))


def test_down_onto_an_enemy(tmp_path):
    """13.06 lets INFANTRY through the floor, 03.01 not onto the enemy below."""
    models = {"m": Model((30, 22, 5)), "foe": Model((30, 22), player="blue")}
    found = move(tmp_path, Table(models, {"deck": Thing(platform(8, 8, 5))}), (30, 22, 0))
    assert rules(found) == {"03.01"} and broken_by(found, "03.01") == {"foe"}


@pytest.mark.parametrize(
    ("keywords", "legal"), [("INFANTRY", True), ("BEASTS", True), ("MOBILE", False)]
)
def test_onto_a_ruins_upper_floor(tmp_path, keywords, legal):
    """S-13.06-1 on a ruin: its floor at 3" ends at x = 32; from beside it up and in."""
    ruin = {"ruin": Thing(l_ruin(6, 6, 6), (26, 19))}
    table = one(Model((32.6, 22), keywords), ruin)
    found = move(tmp_path, table, (32.6, 22, 3), (29, 22, 3))
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((3.6, 3.0, 0.0, 6.6))
    assert found.end.surface.feature == "ruin"


@pytest.mark.parametrize(
    ("keywords", "across", "legal"),
    [("VEHICLE", 1.0, True), ("MOBILE", 1.0, True), ("VEHICLE", 2.0, True),
     ("VEHICLE", 2.2, False), ("MOBILE", 2.2, False), ("INFANTRY", 2.2, True)],
)  # fmt: skip
def test_through_a_hole_in_a_floor(tmp_path, keywords, across, legal):
    """A hatch of 2" x 2": a base that fits goes through no floor."""
    hatch = mesh_of(solid(platform(8, 8, 4).mesh) - box((-1, -1, -1), (1, 1, 9)))
    beside = 34.1 + across / 2
    table = one(Model((30, 22), keywords, disc(across)), {"deck": Thing(hatch)})
    found = move(tmp_path, table, (30, 22, 4), (beside, 22, 4), (beside, 22, 0))
    assert rules(found) == (set() if legal else {"13.06"})


@pytest.mark.parametrize(("keywords", "legal"), [("VEHICLE", False), ("INFANTRY", True)])
def test_up_through_eaves(tmp_path, keywords, legal):
    """Beside a post 1" wide, under a cap of 4" x 4" at 4", up onto that and over its edge."""
    mushroom = mesh_of(union([box((-0.5, -0.5, 0), (0.5, 0.5, 4)), box((-2, -2, 4), (2, 2, 4.3))]))
    table = one(Model((28.9, 22), keywords), {"it": Thing(mushroom)})
    found = move(tmp_path, table, (28.9, 22, 4.3), (27.4, 22, 4.3), (27.4, 22, 0))
    assert rules(found) == (set() if legal else {"13.06"})


def test_a_monster_comes_down_to_a_base_plate(tmp_path):
    """Over a wall of 3" that stands on a plate of .1": 2.9" up, and down to ground level."""
    profile = [
        (-3, 0), (3, 0), (3, 0.1), (0.1, 0.1), (0.1, 3), (-0.1, 3), (-0.1, 0.1), (-3, 0.1)
    ]  # fmt: skip
    table = one(Model((29, 22), "MONSTER"), {"it": Thing(extruded("walled", profile, 8))})
    found = move(tmp_path, table, (29, 22, 3), (31, 22, 3), (31, 22))
    assert rules(found) == set()
    assert distances(found) == pytest.approx((2.0, 2.9, 2.9, 7.8), abs=1e-5)


@pytest.mark.parametrize(("height", "legal"), [(1.5, True), (2.5, False)])
def test_a_wall_on_a_roof(tmp_path, height, legal):
    """A wall that stands on a roof is as high as it is above that."""
    things = {
        "roof": Thing(crate(8, 8, 3)), "it": Thing(wall(6, height, 0.25), (30, 22, 3), 90)
    }  # fmt: skip
    found = move(tmp_path, one(Model((28, 22, 3), "MONSTER"), things), (32, 22, 3))
    assert rules(found) == (set() if legal else {"13.06"})


@pytest.mark.parametrize(("level", "legal"), [(1.0, False), (2.0, True)])
def test_over_an_enemy(tmp_path, level, legal):
    """Along a wall at a height of 1" through an enemy 1.6" tall, and at 2" over it."""
    models = {"m": Model((29, 20)), "foe": Model((29, 22), player="blue")}
    path = [(29, 20, level), (29, 24, level), (29, 24, 0)]
    found = move(tmp_path, Table(models, upright(5.0)), *path)
    assert rules(found) == (set() if legal else {"03.01"})


# Half an inch


@pytest.mark.parametrize(
    ("turns", "legal"), [([15], True), ([90], False), ([90, 0], False), ([180], False)]
)
def test_a_rotation_off_the_ground(tmp_path, turns, legal):
    """A base of 2" x 1", its short side .2" from a wall: turned by 90 its edge is .7" away, at 15
    it is 1.2 - cos 15 - .5 sin 15 = .105"."""
    table = one(Model((28.675, 22), "VEHICLE", rect(2, 1)), upright(5.0))
    path = [(28.675, 22, 3), *((28.675, 22, 3, turn) for turn in turns), (28.675, 22, 0)]
    assert rules(move(tmp_path, table, *path)) == (set() if legal else {"13.06"})


def test_from_wall_to_wall_off_the_ground(tmp_path):
    """4" between their ends, too far from either half-way."""
    things = {"a": Thing(wall(4, 5, 0.25), (28, 22)), "b": Thing(wall(4, 5, 0.25), (36, 22))}
    found = move(tmp_path, one(Model((28, 21.2)), things), (28, 21.2, 3), (36, 21.2, 3), (36, 21.2))
    assert rules(found) == {"13.06"}


@pytest.mark.parametrize("keywords", ["INFANTRY", "VEHICLE"])
@pytest.mark.parametrize(
    ("one_side", "other_side", "legal"),
    [(0.3, 0.3, True), (0.49, 0.2, True), (0.5, 0.5, True), (0.51, 0.2, False),
     (0.2, 0.51, False), (2.0, 0.2, False)],
)  # fmt: skip
def test_within_half_an_inch(tmp_path, keywords, one_side, other_side, legal):
    """The distance of the base's edge from the wall while it goes up, and down."""
    a, b = 29.875 - 0.5 - one_side, 30.125 + 0.5 + other_side
    table = one(Model((a, 22), keywords), upright(5.0))
    found = move(tmp_path, table, (a, 22, 5), (b, 22, 5), (b, 22, 0))
    assert rules(found) == (set() if legal else {"13.06"})
    assert found.distance.total == pytest.approx(10.0 + b - a)


def test_along_a_wall_off_the_ground(tmp_path):
    """Beside a wall it stays within 1/2" of it all the way."""
    table = one(Model((29, 20)), upright(5.0))
    found = move(tmp_path, table, (29, 20, 3), (29, 24, 3), (29, 24, 0))
    assert rules(found) == set() and distances(found) == pytest.approx((4.0, 3.0, 3.0, 10.0))
    away = move(tmp_path, table, (29, 20, 3), (27, 20, 3), (27, 20, 0))
    assert rules(away) == {"13.06"}


def test_up_into_the_air(tmp_path):
    """With no feature near, and nothing to stand on."""
    assert rules(move(tmp_path, one(Model((30, 22))), (30, 22, 2))) == {"03.01", "13.06"}


@pytest.mark.parametrize(("gap", "legal"), [(0.0, True), (1.9, True), (2.1, False), (3.0, False)])
def test_from_roof_to_roof(tmp_path, gap, legal):
    """Half-way across, the edge of a base 1" across is gap / 2 - 1/2 from either roof."""
    things = {"a": Thing(crate(4, 4, 5), (27, 22)), "b": Thing(crate(4, 4, 5), (31 + gap, 22))}
    found = move(tmp_path, one(Model((27, 22, 5)), things), (31 + gap, 22, 5))
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((4.0 + gap, 0.0, 0.0, 4.0 + gap))


def test_from_roof_to_roof_over_the_ground(tmp_path):
    """A gap of 3": 2.6 + 1.8 + 2.6 across, 5 down and 5 up."""
    things = {"a": Thing(crate(4, 4, 5), (27, 22)), "b": Thing(crate(4, 4, 5), (34, 22))}
    path = [(29.6, 22, 5), (29.6, 22, 0), (31.4, 22, 0), (31.4, 22, 5), (34, 22, 5)]
    found = move(tmp_path, one(Model((27, 22, 5)), things), *path)
    assert rules(found) == set()
    assert distances(found) == pytest.approx((7.0, 5.0, 5.0, 17.0))


# Stairs and ramps


@pytest.mark.parametrize(
    ("x", "keywords", "broken"),
    [
        (28.0, "INFANTRY", set()), (28.0, "VEHICLE", {"13.06"}), (27.8, "INFANTRY", {"13.06"}),
        (28.2, "INFANTRY", {"03.01", "13.06"}),
    ],
)  # fmt: skip
def test_on_a_stair(tmp_path, x, keywords, broken):
    """Treads of 1.2", the third from 27.4 to 28.6 at 1.8": a base 1" across fits on it; .2" off
    its middle it sticks out over one of its edges by .1", at the back into the riser too."""
    table = one(Model((24, 22), keywords), {"it": Thing(stairs(5, 0.6, 1.2, 4), (25, 22))})
    found = move(tmp_path, table, (x, 22, 1.8))
    assert rules(found) == broken
    assert distances(found) == pytest.approx((x - 24, 1.8, 0.0, x - 24 + 1.8))
    assert found.end.overhang == pytest.approx(0.0 if x == 28.0 else 0.1, abs=1e-3)


@pytest.mark.parametrize(("keywords", "legal"), [("INFANTRY", True), ("VEHICLE", False)])
def test_up_a_ramp(tmp_path, keywords, legal):
    """8 degrees: at 5" it is 5 tan 8 = .7027" high, off the ground."""
    thing = Thing(extruded("ramp", ramp(10.0, 8.0), 4.0), (25, 22))
    table = one(Model((24, 22), keywords), {"it": thing})
    found = move(tmp_path, table, (25, 22, 0), (30, 22, 0.702704))
    assert rules(found) == (set() if legal else {"13.06"})
    assert distances(found) == pytest.approx((6.0, 0.702704, 0.0, 6.702704))


# There and back


ROUTES = {
    "over": ({"it": Thing(CRATE)}, [(27.9, 22, 0), *OVER]),
    "top": ({"it": Thing(CRATE)}, [(27.9, 22, 0), *UP]),
    "floor": ({"it": Thing(l_ruin(6, 6, 6), (26, 19))},
              [(35, 22, 0), (32.6, 22, 0), (32.6, 22, 3), (29, 22, 3)]),
    "through": ({"it": Thing(platform(8, 8, 4))}, [(24, 22, 0), (30, 22, 0), (30, 22, 4)]),
    "stairs": ({"it": Thing(stairs(5, 0.6, 1.2, 4), (25, 22))}, [(24, 22, 0), (28, 22, 1.8)]),
}  # fmt: skip


@pytest.mark.parametrize("name", ROUTES)
def test_the_way_back(tmp_path, name):
    """A path reversed has up and down exchanged, and the same verdict."""
    things, path = ROUTES[name]
    there = move(tmp_path, one(Model(path[0]), things), *path[1:])
    back = move(tmp_path, one(Model(path[-1]), things), *path[-2::-1])
    assert rules(there) == rules(back) == set()
    h, up, down, total = distances(there)
    assert up > 0.0
    assert distances(back) == pytest.approx((h, down, up, total))


# Without a ruleset


def test_without_a_ruleset(tmp_path):
    """A VEHICLE climbs onto a roof and stays; what no rule of a game asks is not asked."""
    table = one(Model((27.9, 22), "VEHICLE", disc(1)), {"it": Thing(CRATE)}, ruleset="none")
    found = move(tmp_path, table, *UP)
    assert rules(found) == set() and distances(found) == pytest.approx((2.1, 3.0, 0.0, 5.1))
    assert rules(move(tmp_path, table, *UP, limit=5.0)) == {"03.01"}
