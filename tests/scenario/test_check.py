"""`check`: coherency (03.03), engagement (03.04), how models stand, categories, clearance.

Bases are 1" across unless told: two models whose centres are d apart are d - 1 inches apart.
"""

from dataclasses import replace
from math import pi

import pytest

import geo3d
from tests.reference.plain_board import MM, Block, Man, Patch, Plain, Squad, block, lone, oblong


def row(*places: tuple[float, ...], player: str = "red", id: str = "U", **more) -> Squad:
    """A unit of models "u0", "u1", ..., each at x, or at x and a height, or at x, y, z."""
    men = []
    for number, place in enumerate(places):
        x, *rest = place
        at = (x, *rest) if len(rest) == 2 else (x, 22.0, *rest)
        men.append(Man(f"{id.lower()}{number}", at, **more))
    return Squad(id, player, tuple(men))


def stands(squads: tuple[Squad, ...]) -> tuple[Block, ...]:
    """A slab under each model that is off the ground, as wide as its base and a little more."""
    found = []
    for squad in squads:
        for man in squad.men:
            if man.low > 0.0:
                x, y, z = man.at
                wide = man.across / 2 + 0.1
                found.append(
                    block(f"under-{man.id}", (x - wide, x + wide), (y - wide, y + wide), (0.0, z))
                )
    return tuple(found)


def checked(folder, *squads: Squad, blocks: tuple[Block, ...] = (), **more):
    """The check of a board of these units."""
    plain = Plain(squads, (*blocks, *stands(squads)), **more)
    return geo3d.check(plain.load(folder))


def incoherent(check) -> set[tuple[str, ...]]:
    """The ids of each violation of 03.03."""
    return {violation.ids for violation in check.violations if violation.rule == "03.03"}


def test_s_03_03(tmp_path):
    """Each within 2" of another, and all pairs within 9"."""
    check = checked(tmp_path, row((10.0,), (13.0,), (16.0,), (19.0,)))
    assert check.units["U"].coherent and check.legal and check.violations == ()


def test_s_03_04(tmp_path):
    """Two units with one pair of models within 2": engaged."""
    check = checked(
        tmp_path, row((10.0,), (12.5,)), row((15.5,), (18.0,), player="blue", id="V")
    )  # fmt: skip
    assert check.units["U"].engaged_with == ("V",)
    assert check.units["V"].engaged_with == ("U",)
    assert check.units["U"].coherent and check.units["V"].coherent and check.legal


@pytest.mark.parametrize(
    ("places", "coherent"),
    [
        ([(10.0,)], True),  # one model
        ([(10.0,), (13.0,)], True),  # exactly 2"
        ([(10.0,), (13.001,)], False),
        ([(10.0,), (11.0,)], True),  # in contact
        ([(10.0,), (13.0,), (16.0,), (20.0,)], False),  # the last 3" from the next
        ([(10.0,), (13.0,), (17.0,), (20.0,)], True),  # two pairs 3" apart, 9" in all
        ([(10.0,), (11.2,), (18.2,), (19.4,)], True),  # two pairs 6" apart
        ([(10.0,), (13.0,), (17.01,), (20.01,)], False),  # 9.01" in all
        ([(10.0,), (13.0,), (16.0,), (19.0,), (22.0,)], False),  # a chain of 2" steps, 11" long
        ([(10.0,), (12.5,), (15.0,), (17.5,), (20.0,)], True),  # of 1.5" steps, 9" long
    ],
)
def test_two_and_nine_inches(tmp_path, places, coherent):
    check = checked(tmp_path, row(*places))
    assert check.units["U"].coherent is coherent and check.legal is coherent
    assert bool(incoherent(check)) is not coherent


@pytest.mark.parametrize(
    ("places", "coherent"),
    [
        ([(10.0,), (13.0, 5.0)], True),  # exactly 2" and 5"
        ([(10.0,), (13.0, 5.01)], False),
        ([(10.0,), (13.01, 1.0)], False),  # horizontally: 2.01"
        ([(10.0,), (13.0, 2.0), (16.0, 4.0)], True),
        ([(10.0,), (13.0, 3.0), (16.0, 6.0)], False),  # each 3" above the next, but 6" in all
        ([(10.0,), (13.0, 5.0), (16.0,)], True),
    ],
)
def test_five_inches_up(tmp_path, places, coherent):
    check = checked(tmp_path, row(*places))
    assert check.units["U"].coherent is coherent and check.legal is coherent


def test_horizontal_and_vertical_are_limits_of_their_own(tmp_path):
    """2" across and 5" up are 5.4" in space, and within."""
    check = checked(tmp_path, row((10.0,), (13.0, 5.0)))
    assert check.units["U"].coherent


def test_across_and_up_must_be_of_one_pair(tmp_path):
    """u2 is 1.5" from u1, but 5.5" above it, and level with u3, but 2.5" from it: alone."""
    check = checked(tmp_path, row((10.0,), (12.0,), (13.5, 20.0, 5.5), (17.0, 20.0, 5.5)))
    assert not check.units["U"].coherent
    assert {ids for ids in incoherent(check) if len(ids) == 2} == {("U", "u2"), ("U", "u3")}


def test_what_breaks_coherency_is_named(tmp_path):
    check = checked(tmp_path, row((10.0,), (13.0,), (20.5,)))
    assert incoherent(check) == {("U", "u2"), ("U", "u0", "u2")}
    texts = [violation.text for violation in check.violations]
    assert any('9.50"' in text for text in texts)


@pytest.mark.parametrize(
    ("places", "removals"),
    [
        ((10.0, 12.0, 14.0), []),
        # u0 is alone.
        ((2.0, 12.0, 14.0), ["u0"]),
        # Two and three of a row, 20" apart: the two go.
        ((2.0, 4.0, 22.0, 24.0, 26.0), ["u0", "u1"]),
        # A row of seven, 2" from each to the next: the ends are 17" apart. Models up to 9" apart,
        # base to base, may stay: four of them.
        (tuple(3.0 * i + 3.0 for i in range(7)), ["u4", "u5", "u6"]),
        # 20 models 1" apart in a row of 39": bases of six in a row span 9" and less.
        (tuple(2.0 * i + 3.0 for i in range(20)), [f"u{i}" for i in range(6, 20)]),
    ],
)
def test_the_fewest_that_must_go(tmp_path, places, removals):
    """03.03: with the fewest models taken away, the rest is coherent."""
    found = checked(tmp_path, row(*((x,) for x in places)))
    assert list(found.units["U"].removals) == removals
    rest = [(x,) for i, x in enumerate(places) if f"u{i}" not in removals]
    assert checked(tmp_path, row(*rest)).units["U"].coherent


def test_bases_of_other_shapes(tmp_path):
    """Between the closest points: a rectangle of 3" x 1" by its short and its long side."""
    for turn, gap in ((0.0, 1.9), (90.0, 2.9)):
        unit = row((10.0,), (13.9,))
        long = replace(unit.men[1], base={"rect": [3 * MM, MM]}, turn=turn)
        check = checked(tmp_path, Squad("U", "red", (unit.men[0], long)))
        assert check.units["U"].coherent is (gap <= 2.0)


def test_every_unit_is_judged_for_itself(tmp_path):
    """Two units of one player, far from each other; and a stray of one beside the other."""
    one, two = row((10.0,), (12.0,)), row((40.0,), (42.0,), id="V")
    check = checked(tmp_path, one, two)
    assert check.legal and check.units["U"].coherent and check.units["V"].coherent
    stray = row((10.0,), (38.0,))
    check = checked(tmp_path, stray, two)
    assert not check.units["U"].coherent and check.units["V"].coherent and not check.legal


@pytest.mark.parametrize(
    ("x", "z", "engaged"),
    [
        (13.0, 0.0, True),
        (13.01, 0.0, False),
        (11.0, 0.0, True),
        (13.0, 5.0, True),
        (13.0, 5.01, False),
        (13.01, 5.0, False),
    ],
)
def test_two_inches_across_and_five_up(tmp_path, x, z, engaged):
    check = checked(tmp_path, row((10.0,)), row((x, z) if z else (x,), player="blue", id="V"))
    assert check.units["U"].engaged_with == (("V",) if engaged else ())
    assert check.units["V"].engaged_with == (("U",) if engaged else ())
    assert check.legal  # being engaged is no fault


def test_friends_are_not_engaged(tmp_path):
    check = checked(tmp_path, row((10.0,)), row((12.0,), id="V"))
    assert check.units["U"].engaged_with == () and check.units["V"].engaged_with == ()


def test_engaged_with_several(tmp_path):
    check = checked(
        tmp_path, row((10.0,), (13.0,)), row((8.0,), player="blue", id="V"),
        row((15.0,), player="blue", id="W"), row((30.0,), player="blue", id="X"),
    )  # fmt: skip
    assert check.units["U"].engaged_with == ("V", "W")
    assert check.units["V"].engaged_with == ("U",) and check.units["X"].engaged_with == ()


def test_through_a_wall_they_are_engaged_all_the_same(tmp_path):
    stone = block("stone", (10.9, 11.1), (15.0, 30.0))
    check = checked(tmp_path, row((10.0,)), row((12.0,), player="blue", id="V"), blocks=(stone,))
    assert check.units["U"].engaged_with == ("V",)


# How models stand.


def faults(check) -> list[tuple[str, frozenset[str]]]:
    assert check.legal == (not check.violations)
    return [(violation.rule, frozenset(violation.ids)) for violation in check.violations]


def rules_of(check, id: str) -> set[str]:
    return {rule for rule, ids in faults(check) if id in ids}


@pytest.mark.parametrize(
    ("at", "legal"),
    [((0.5, 22.0), True), ((0.4, 22.0), False), ((-3.0, 22.0), False), ((59.5, 43.5), True),
     ((30.0, 43.6), False)],
)  # fmt: skip
def test_off_the_board(tmp_path, at, legal):
    check = checked(tmp_path, lone("a", "red", at))
    assert check.legal is legal
    assert rules_of(check, "a") == (set() if legal else {"03.01"})


@pytest.mark.parametrize(("x", "legal"), [(11.0, True), (10.9, False), (10.0, False)])
@pytest.mark.parametrize("player", ["red", "blue"])
def test_models_that_overlap(tmp_path, x, legal, player):
    """Bases in contact do not overlap."""
    check = checked(tmp_path, lone("a", "red", (10.0, 22.0)), lone("b", player, (x, 22.0)))
    assert check.legal is legal
    if not legal:
        assert ("03.01", frozenset({"a", "b"})) in faults(check)


def test_one_above_another_does_not_overlap(tmp_path):
    """On a bridge, and below it."""
    bridge = block("bridge", (6.0, 14.0), (20.0, 24.0), (4.0, 4.5))
    plain = Plain((lone("a", "red", (10.0, 22.0)), lone("b", "red", (10.0, 22.0, 4.5))), (bridge,))
    check = geo3d.check(plain.load(tmp_path))
    assert not {rule for rule, ids in faults(check) if ids == {"a", "b"}}


@pytest.mark.parametrize("keyword", ["INFANTRY", "VEHICLE"])
def test_in_a_wall(tmp_path, keyword):
    """No keyword lets a model end partway through one."""
    stone = block("stone", (10.2, 10.6), (15.0, 30.0))
    check = checked(tmp_path, lone("a", "red", (10.0, 22.0), keywords=(keyword,)), blocks=(stone,))
    assert not check.legal
    assert any("stone" in ids for _, ids in faults(check))
    assert rules_of(check, "a") & {"03.01", "13.06"}
    clear = checked(tmp_path, lone("a", "red", (9.6, 22.0), keywords=(keyword,)), blocks=(stone,))
    assert clear.legal


@pytest.mark.parametrize(
    ("keywords", "legal"),
    [
        (("INFANTRY",), True),
        (("BEASTS",), True),
        (("SWARM",), True),
        (("VEHICLE", "FLY"), True),
        (("MONSTER",), True),
        (("VEHICLE",), False),
        (("MOBILE",), False),
        ((), False),
    ],
)
def test_on_a_roof(tmp_path, keywords, legal):
    check = checked(tmp_path, lone("a", "red", (10.0, 22.0, 4.0), keywords=keywords))
    assert check.legal is legal
    if not legal:
        assert rules_of(check, "a") == {"13.06"}


def test_over_the_edge_of_a_roof(tmp_path):
    roof = block("roof", (8.0, 12.0), (20.0, 24.0), (0.0, 3.0))
    for x, legal in ((11.5, True), (11.6, False)):
        plain = Plain((lone("a", "red", (x, 22.0, 3.0)),), (roof,))
        check = geo3d.check(plain.load(tmp_path))
        assert check.legal is legal and rules_of(check, "a") == (set() if legal else {"13.06"})


@pytest.mark.parametrize(("z", "warned"), [(0.05, False), (0.5, True), (2.0, True)])
def test_one_that_floats_is_listed(tmp_path, z, warned):
    """By more than .1"."""
    plain = Plain((lone("a", "red", (10.0, 22.0, z)),))
    check = geo3d.check(plain.load(tmp_path))
    listed = any("a" in note and "float" in note for note in check.warnings)
    assert (listed or not check.legal) is warned


def test_all_faults_are_told_at_once(tmp_path):
    """One off the board, one without coherency, one on a roof that it may not stand on."""
    check = checked(
        tmp_path,
        lone("a", "red", (0.0, 5.0)),
        row((10.0,), (20.0,)),
        lone("c", "blue", (40.0, 10.0, 4.0), keywords=("VEHICLE",)),
    )
    assert {rule for rule, _ in faults(check)} == {"03.01", "03.03", "13.06"}


# Areas.


@pytest.mark.parametrize(
    ("requires", "lacking"),
    [
        ((), None),
        (("dense",), None),
        (("dense", "light"), None),
        (("dense", "dense"), "dense"),
        (("exposed",), "exposed"),
    ],
)
def test_a_shortfall_of_categories_is_a_warning_only(tmp_path, requires, lacking):
    blocks = (block("d", (20.0, 22.0), (20.0, 22.0)), block("l", (24.0, 25.0), (20.0, 22.0),
              category="light"))  # fmt: skip
    patch = Patch("here", ("d", "l"), oblong((18.0, 27.0), (18.0, 24.0)), requires)
    check = checked(tmp_path, row((40.0,)), blocks=blocks, patches=(patch,))
    assert check.legal and check.violations == ()
    told = [note for note in check.warnings if "here" in note]
    assert bool(told) is (lacking is not None)
    assert lacking is None or lacking in told[0]


def room(folder, base_mm: float, *blocks: Block):
    """The clearance for a base on a board of 60" x 44"."""
    plain = Plain((lone("a", "red", (2.0, 2.0)),), blocks)
    return geo3d.check(plain.load(folder), base_mm=base_mm).clearance


def test_where_a_base_fits_on_an_empty_board(tmp_path):
    """Its centre stays its radius from the edge: (60 - 4) x (44 - 4) of 60 x 44."""
    found = room(tmp_path, 4 * MM)
    assert found.share == pytest.approx(56 * 40 / (60 * 44))
    assert found.regions == pytest.approx((56 * 40,)) and found.narrow == ()


def test_round_a_dense_feature(tmp_path):
    """A crate of 4" x 6" takes itself, strips 2" wide along its sides, a disc of radius 2"."""
    found = room(tmp_path, 4 * MM, block("crate", (28.0, 32.0), (19.0, 25.0)))
    taken = 4 * 6 + 2 * 2 * (4 + 6) + pi * 2**2
    assert found.regions[0] == pytest.approx(56 * 40 - taken, rel=1e-4)
    assert found.narrow == ()
    for category in ("light", "exposed"):
        other = room(tmp_path, 4 * MM, block("c", (28.0, 32.0), (19.0, 25.0), category=category))
        assert other.share == pytest.approx(56 * 40 / (60 * 44))


def test_which_features_leave_a_gap_too_narrow(tmp_path):
    """Gaps of 3.5", 4" exactly and 5" for a base 4" across; and 3" to the edge."""
    blocks = (
        block("one", (10.0, 14.0), (20.0, 24.0)),
        block("two", (17.5, 20.0), (20.0, 24.0)),  # 3.5" on
        block("three", (24.0, 28.0), (20.0, 24.0)),  # 4" on
        block("four", (33.0, 36.0), (20.0, 24.0)),  # 5" on
        block("five", (50.0, 57.0), (20.0, 24.0)),  # 3" from the edge
    )
    found = room(tmp_path, 4 * MM, *blocks)
    told = [(set(each.between), each.gap) for each in found.narrow]
    assert [who for who, _ in told] == [{"five", "edge"}, {"one", "two"}]
    assert [gap for _, gap in told] == pytest.approx([3.0, 3.5])


def test_a_wall_across_the_board_parts_it(tmp_path):
    """Of 60" x 44" with a wall from x 29 to 31: two halves of (29 - 4) x 40; with a gap wide enough
    one."""
    wall = block("wall", (29.0, 31.0), (0.0, 44.0))
    found = room(tmp_path, 4 * MM, wall)
    assert found.regions == pytest.approx((25 * 40, 25 * 40), rel=1e-6)
    halves = (block("n", (29.0, 31.0), (0.0, 19.0)), block("s", (29.0, 31.0), (23.1, 44.0)))
    assert len(room(tmp_path, 4 * MM, *halves).regions) == 1


def test_without_a_base_there_is_no_clearance(tmp_path):
    plain = Plain((lone("a", "red", (2.0, 2.0)),))
    check = geo3d.check(plain.load(tmp_path))
    assert check.clearance is None and "clearance" not in check.to_dict()
    for wrong in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(geo3d.UsageError):
            geo3d.check(plain.load(tmp_path), base_mm=wrong)


def test_without_a_ruleset(tmp_path):
    """How models stand is geometry; coherency and engagement are rules."""
    squads = (row((10.0,), (20.0,)), row((12.0,), player="blue", id="V"))
    check = geo3d.check(Plain(squads, ruleset="none").load(tmp_path))
    assert check.units == {} and not incoherent(check)


def test_the_document(tmp_path):
    document = checked(tmp_path, row((10.0,), (20.0,))).to_dict()
    assert document["legal"] is False
    # Of two models 9" from each other one must go; the first in the unit's order stays.
    assert document["units"] == {"U": {"coherent": False, "engaged_with": [], "removals": ["u1"]}}
    assert all(set(each) == {"rule", "ids", "text"} for each in document["violations"])
    assert document["warnings"] == []
