"""13.08: the benefit of cover of a unit against an attacking model.

The attacker "a" stands at (10, 22) on a base 1" across; bodies at y = 22 reach from y = 21.5 to
22.5 and are 1.6" tall.
"""

import pytest

import geo3d
from geo3d.shapes import door, wall
from tests.reference.plain_board import Block, Man, Patch, Plain, Squad, block, lone, oblong
from tests.visibility.scenes import box

A = lone("a", "red", (10.0, 22.0), keywords=("VEHICLE",))
TANK = ("VEHICLE",)


def far(category: str = "light", id: str = "far", x: float = 30.0) -> Block:
    """A feature that no line comes near, to be the one of an area."""
    return block(id, (x - 0.4, x + 0.4), (38.0, 39.0), (0.0, 1.0), category)


def unit(*men: Man, **facts) -> Squad:
    """The target."""
    return Squad("B", "blue", men, **facts)


def seen(folder, plain: Plain, target: str = "b", observer: str = "a"):
    return geo3d.sight(plain.load(folder), observer, target)


def covered(folder, plain: Plain, target: str = "b", observer: str = "a") -> bool:
    return seen(folder, plain, target, observer).verdict.benefit_of_cover


KERB = block("kerb", (27.0, 27.4), (20.0, 24.0), (0.0, 0.8), "light")
"""It hides the lower half of a target at (30, 22) and no other one."""


def test_s_13_08(tmp_path):
    """A in the open; B with one model outside every area, fully visible; C all within an area that
    holds an exposed feature only; D partly hidden by an obscuring area, each model of it."""
    attackers = Squad("E", "red", (Man("e1", (10.0, 22.0)), Man("e2", (8.8, 22.0))))
    squads = (
        attackers,
        Squad("A", "blue", (Man("a1", (20.0, 39.0)), Man("a2", (22.0, 39.0)))),
        Squad("B", "blue", (Man("b1", (40.0, 38.0)), Man("b2", (36.0, 38.0)))),
        Squad("C", "blue", (Man("c1", (40.0, 5.0)), Man("c2", (42.0, 4.0)))),
        Squad("D", "blue", (Man("d1", (34.0, 22.0)), Man("d2", (35.2, 22.0)))),
    )
    blocks = (
        block("hut", (44.0, 45.0), (41.0, 42.0), (0.0, 1.0), "light"),
        block("wire", (44.0, 45.0), (6.0, 7.0), (0.0, 0.2), "exposed"),
        block("ruin", (23.0, 24.0), (14.0, 15.0), (0.0, 3.0)),
    )
    patches = (
        Patch("b", ("hut",), oblong((38.0, 46.0), (36.0, 43.0))),
        Patch("c", ("wire",), oblong((38.0, 46.0), (2.0, 8.0))),
        Patch("d", ("ruin",), oblong((22.0, 26.0), (12.0, 22.0))),
    )
    made = Plain(squads, blocks, patches).load(tmp_path)
    for attacker in ("e1", "e2"):
        for target, cover in (("a", False), ("b", False), ("c", True), ("d", True)):
            for number in (1, 2):
                sight = geo3d.sight(made, attacker, f"{target}{number}")
                assert sight.verdict.benefit_of_cover is cover, (attacker, target)
        assert geo3d.sight(made, attacker, "a1").fully_visible
        assert geo3d.sight(made, attacker, "b2").fully_visible
        for id in ("d1", "d2"):
            partly = geo3d.sight(made, attacker, id)
            assert partly.visible and not partly.fully_visible and partly.geometry.fully_visible
    units = {u.to: u.benefit_of_cover for u in geo3d.sightlines(made, "E", "blue").units}
    assert units == {"A": False, "B": False, "C": True, "D": True}


@pytest.mark.parametrize(
    ("keywords", "cover"),
    [
        (("INFANTRY",), True),
        (("BEASTS",), True),
        (("SWARM",), True),
        (("swarm", "FLY"), True),
        (("VEHICLE",), False),
        (("MONSTER",), False),
        (("MOUNTED",), False),
        ((), False),
    ],
)
@pytest.mark.parametrize("category", ["exposed", "light", "dense", None])
def test_within_any_area(tmp_path, keywords, cover, category):
    """Also in one that holds exposed features only, or none."""
    features = () if category is None else (far(category),)
    patch = Patch("area", tuple(f.id for f in features), oblong((27.0, 33.0), (18.0, 40.0)))
    target = unit(Man("b", (30.0, 22.0), keywords=keywords))
    sight = seen(tmp_path, Plain((A, target), features, (patch,), {"detection_range": 40}))
    assert sight.fully_visible and sight.verdict.benefit_of_cover is cover


@pytest.mark.parametrize(
    ("x", "within_area", "cover"),
    [
        (27.0, "overlap", True),
        (26.51, "overlap", True),
        (26.5, "overlap", False),
        (27.0, "wholly", False),
        (27.49, "wholly", False),
        (27.5, "wholly", True),
    ],
)
def test_within_by_both_readings(tmp_path, x, within_area, cover):
    patch = Patch("area", ("far",), oblong((27.0, 33.0), (18.0, 40.0)))
    plain = Plain((A, unit(Man("b", (x, 22.0)))), (far("exposed"),), (patch,))
    assert covered(tmp_path, plain.under(within_area=within_area)) is cover


@pytest.mark.parametrize("category", ["exposed", "light", "dense"])
@pytest.mark.parametrize("keywords", [TANK, ("INFANTRY",)])
def test_partly_behind_any_feature(tmp_path, category, keywords):
    """A kerb before it, of any category; no area."""
    kerb = block("kerb", (27.0, 27.4), (20.0, 24.0), (0.0, 0.8), category)
    target = unit(Man("b", (30.0, 22.0), keywords=keywords))
    plain = Plain((A, target), (kerb,), settings={"implicit_areas": False})
    sight = seen(tmp_path, plain)
    assert sight.visible and not sight.fully_visible and sight.verdict.benefit_of_cover
    beside = plain.change("b", at=(30.0, 30.0))
    assert seen(tmp_path, beside).fully_visible and not covered(tmp_path, beside)


@pytest.mark.parametrize(
    ("edge", "category", "cover"),
    [
        (22.0, "light", True),
        (22.0, "dense", True),
        (22.0, "exposed", False),
        (23.0, "dense", False),
    ],
)
def test_partly_behind_an_obscuring_area(tmp_path, edge, category, cover):
    patch = Patch("area", ("far",), oblong((19.0, 24.0), (edge, 40.0)))
    target = unit(Man("b", (30.0, 22.0), keywords=TANK))
    sight = seen(tmp_path, Plain((A, target), (far(category, x=21.0),), (patch,)))
    assert sight.visible and sight.fully_visible is not cover
    assert sight.verdict.benefit_of_cover is cover


def test_an_area_that_the_attacker_is_in_gives_none(tmp_path):
    for x, cover in ((9.0, False), (11.0, True)):
        patch = Patch("area", ("far",), oblong((x, 24.0), (22.0, 40.0)))
        target = unit(Man("b", (30.0, 22.0), keywords=TANK))
        plain = Plain((A, target), (far(x=21.0),), (patch,))
        assert covered(tmp_path, plain) is cover


def test_an_area_up_to_a_height(tmp_path):
    """Up to 1" it hides the lower part, up to .04 nothing that counts."""
    patch = Patch("area", ("far",), oblong((19.0, 24.0), (4.0, 40.0)))
    plain = Plain((A, unit(Man("b", (30.0, 22.0), keywords=TANK))), (far(x=21.0),), (patch,))
    assert covered(tmp_path, plain.under(area_height=1.0))
    assert not covered(tmp_path, plain.under(area_height=0.04))


def test_wholly_out_of_sight_it_has_cover(tmp_path):
    stone = block("stone", (24.0, 25.0), (15.0, 30.0))
    sight = seen(tmp_path, Plain((A, unit(Man("b", (30.0, 22.0), keywords=TANK))), (stone,)))
    assert not sight.visible and sight.verdict.benefit_of_cover


FRIEND = lone("c", "blue", (25.0, 21.0), across=1.8, keywords=TANK)
"""It hides the near half of a target at (30, 22)."""


@pytest.mark.parametrize("block_sight", [True, False])
def test_other_models_give_none(tmp_path, block_sight):
    plain = Plain((A, unit(Man("b", (30.0, 22.0))), FRIEND)).under(models_block=block_sight)
    sight = seen(tmp_path, plain)
    assert sight.visible and sight.fully_visible is not block_sight
    assert not sight.verdict.benefit_of_cover


def test_other_models_and_terrain_together(tmp_path):
    """A model stands before a kerb that hides the same part, or one that it hides wholly."""
    target = unit(Man("b", (30.0, 22.0), keywords=TANK))
    plain = Plain((A, target, FRIEND), (KERB,), settings={"implicit_areas": False})
    assert covered(tmp_path, plain)
    big = plain.change("c", at=(24.0, 22.0), across=3.0, height=3.0)
    sight = seen(tmp_path, big)
    assert not sight.visible and sight.verdict.benefit_of_cover
    without = Plain((A, target, big.squads[2]))
    sight = seen(tmp_path, without)
    assert not sight.visible and not sight.verdict.benefit_of_cover


IN_AREA = Patch("area", ("far",), oblong((27.0, 33.0), (30.0, 40.0)))
MEN = {
    "within": Man("m1", (30.0, 32.0)),
    "behind": Man("m2", (30.0, 22.0)),
    "open": Man("m3", (30.0, 14.0)),
    "tank within": Man("m4", (31.0, 35.0), keywords=TANK),
    "tank behind": Man("m5", (30.0, 22.0), keywords=TANK),
}


@pytest.mark.parametrize(
    ("who", "cover"),
    [
        (("within",), True),
        (("behind",), True),
        (("open",), False),
        (("tank within",), False),
        (("tank behind",), True),
        (("within", "behind"), True),
        (("within", "tank behind"), True),
        (("within", "tank within"), False),
        (("within", "open"), False),
        (("behind", "open"), False),
        (("within", "behind", "open"), False),
        (("within", "behind", "tank within"), False),
    ],
)
def test_every_model_must_meet_one_of_the_conditions(tmp_path, who, cover):
    """Not all the same one; and the answer is the same for each model of the unit."""
    men = tuple(MEN[name] for name in who)
    made = Plain((A, unit(*men)), (KERB, far("exposed")), (IN_AREA,),
                 settings={"implicit_areas": False}).load(tmp_path)  # fmt: skip
    for man in men:
        assert geo3d.sight(made, "a", man.id).verdict.benefit_of_cover is cover


def test_cover_is_against_an_attacking_model(tmp_path):
    """The kerb is between it and one attacker only."""
    plain = Plain(
        (A, lone("d", "red", (48.0, 22.0)), unit(Man("b", (30.0, 22.0), keywords=TANK))), (KERB,),
        settings={"implicit_areas": False},
    )  # fmt: skip
    made = plain.load(tmp_path)
    assert geo3d.sight(made, "a", "b").verdict.benefit_of_cover
    assert not geo3d.sight(made, "d", "b").verdict.benefit_of_cover
    units = {(u.from_, u.to): u.benefit_of_cover for u in geo3d.sightlines(made).units}
    assert units[("A", "B")] and not units[("D", "B")] and not units[("B", "A")]


def test_shots_take_nothing_away(tmp_path):
    patch = Patch("area", ("far",), oblong((27.0, 33.0), (18.0, 40.0)))
    target = unit(Man("b", (30.0, 22.0)), shot_this_turn=True, shot_previous_turn=True)
    sight = seen(tmp_path, Plain((A, target), (far(),), (patch,)))
    assert sight.visible and not sight.verdict.hidden and sight.verdict.benefit_of_cover


@pytest.mark.parametrize(("gaps", "cover"), [("auto", True), ("none", False)])
def test_a_closed_door_covers(tmp_path, gaps, cover):
    """Through the open door all of it would be seen; beside the facade another model is."""
    facade = Block(
        "facade", (9.0, 6.0, 0.25), (28.9, 22.0), 90.0, gaps=gaps,
        mesh=wall(9.0, 6.0, 0.25, [door(0.0, 3.0, 2.8)]).mesh,
    )  # fmt: skip
    target = unit(Man("b", (30.0, 22.0), keywords=TANK))
    plain = Plain((A, target), (facade,), settings={"implicit_areas": False})
    sight = seen(tmp_path, plain)
    assert sight.geometry.fully_visible and sight.verdict.benefit_of_cover is cover


@pytest.mark.parametrize(("implicit", "cover"), [(True, True), (False, False)])
def test_on_a_lone_feature(tmp_path, implicit, cover):
    """Debris of .03": it forms an area by itself, unless it is set that it does not."""
    debris = block("debris", (27.0, 33.0), (20.0, 24.0), (0.0, 0.03), "exposed")
    plain = Plain((A, unit(Man("b", (30.0, 22.0, 0.03)))), (debris,))
    sight = seen(tmp_path, plain.under(implicit_areas=implicit))
    assert sight.fully_visible and sight.verdict.benefit_of_cover is cover


def test_a_hill_of_the_ground_covers(tmp_path):
    """ "Because of terrain" is read as: still not fully visible with other models left out."""
    ridge = box((26.5, 27.0), (10.0, 34.0), (-0.5, 0.8))
    sight = seen(tmp_path, Plain((A, unit(Man("b", (30.0, 22.0)))), ground=ridge))
    assert sight.visible and not sight.fully_visible
    assert {b.kind for b in sight.blocked_by} == {"ground"} and sight.verdict.benefit_of_cover


def test_the_own_unit_gives_none(tmp_path):
    """One model of it stands before the other."""
    men = (Man("b", (30.0, 22.0)), Man("c", (27.0, 22.0), across=2.0, height=3.0))
    sight = seen(tmp_path, Plain((A, unit(*men))))
    assert sight.fully_visible and not sight.verdict.benefit_of_cover


def test_what_keeps_cover_away_is_named(tmp_path):
    men = (Man("b", (30.0, 22.0)), Man("c", (30.0, 14.0)))
    plain = Plain((A, unit(*men)), (KERB,), settings={"implicit_areas": False})
    assert seen(tmp_path, plain).exposed == ("c",)
