"""13.09, 13.09.01: who is hidden, and from how far a hidden model can be visible.

The target stands at (30, 22) on a base 1" across, within an area with a crate out of all lines; an
observer at x stands 30 - x - 1 inches away.
"""

from dataclasses import replace
from math import hypot

import pytest

import geo3d
from tests.reference.plain_board import Block, Man, Patch, Plain, Squad, block, lone, oblong

AREA = oblong((27.0, 33.0), (18.0, 28.0))


def crate(category: str = "light", id: str = "crate", x: float = 30.0) -> Block:
    """A feature of the area that no line comes near."""
    return block(id, (x - 0.4, x + 0.4), (26.5, 27.5), (0.0, 1.0), category)


def board(apart: float = 10.0, features: tuple[Block, ...] = (crate(),), **target) -> Plain:
    """The target `apart` inches from an observer in the open."""
    return Plain(
        (lone("a", "red", (29.0 - apart, 22.0)), lone("b", "blue", (30.0, 22.0), **target)),
        features,
        (Patch("area", tuple(f.id for f in features), AREA),),
    )


def seen(folder, plain: Plain, observer: str = "a", target: str = "b"):
    return geo3d.sight(plain.load(folder), observer, target)


@pytest.mark.parametrize(
    ("keywords", "hidden"),
    [
        (("INFANTRY",), True),
        (("BEASTS",), True),
        (("SWARM",), True),
        (("infantry",), True),
        (("CHARACTER", "Beasts"), True),
        (("VEHICLE",), False),
        (("MONSTER",), False),
        (("MOUNTED",), False),
        (("MOBILE",), False),
        (("FLY",), False),
        ((), False),
    ],
)
def test_infantry_beasts_and_swarms_hide(tmp_path, keywords, hidden):
    near = seen(tmp_path, board(10.0, keywords=keywords))
    assert near.verdict.hidden is hidden and near.visible and near.fully_visible
    far = seen(tmp_path, board(16.0, keywords=keywords))
    assert far.verdict.hidden is hidden and far.visible is not hidden


@pytest.mark.parametrize(
    ("categories", "hidden"),
    [
        (("light",), True),
        (("dense",), True),
        (("exposed",), False),
        ((), False),
        (("exposed", "light"), True),
        (("exposed", "dense"), True),
        (("exposed", "exposed"), False),
    ],
)
def test_in_an_area_with_a_light_or_dense_feature(tmp_path, categories, hidden):
    features = tuple(crate(c, f"crate-{i}", 29.0 + 2 * i) for i, c in enumerate(categories))
    sight = seen(tmp_path, board(16.0, features))
    assert sight.verdict.hidden is hidden and sight.visible is not hidden


@pytest.mark.parametrize(
    ("at", "within_area", "hidden"),
    [
        ((30.0, 22.0), "overlap", True),
        ((27.0, 22.0), "overlap", True),  # half of the base
        ((26.51, 22.0), "overlap", True),  # a hundredth of an inch of it
        ((26.5, 22.0), "overlap", False),  # it touches
        ((26.0, 22.0), "overlap", False),
        ((30.0, 22.0), "wholly", True),
        ((27.5, 22.0), "wholly", True),  # it touches the edge from inside
        ((27.49, 22.0), "wholly", False),
        ((27.0, 22.0), "wholly", False),
    ],
)
def test_within_the_area_by_both_readings(tmp_path, at, within_area, hidden):
    plain = board().change("b", at=at).under(within_area=within_area)
    assert seen(tmp_path, plain).verdict.hidden is hidden


def test_in_the_open_nobody_hides(tmp_path):
    sight = seen(tmp_path, board(30.0 - 1.0 - 2.0).change("b", at=(30.0, 12.0)))
    assert not sight.verdict.hidden and sight.visible and sight.distance > 15.0


@pytest.mark.parametrize(
    ("this_turn", "previous", "battle_round", "hidden"),
    [
        (False, False, 1, True),
        (False, False, 2, True),
        (True, False, 1, False),
        (True, False, 2, False),
        (False, True, 2, False),
        (False, True, 5, False),
        (False, True, 1, True),  # 13.09.01
        (True, True, 1, False),
        (True, True, 2, False),
    ],
)
@pytest.mark.parametrize("stays", [False, True])
def test_who_shot_this_turn_or_the_previous_one(
    tmp_path, this_turn, previous, battle_round, hidden, stays
):
    """An ability that keeps it hidden outweighs all shots."""
    plain = board(16.0)
    plain = plain.change(
        "B", shot_this_turn=this_turn, shot_previous_turn=previous, stays_hidden=stays
    )
    plain = Plain(plain.squads, plain.blocks, plain.patches, battle_round=battle_round)
    sight = seen(tmp_path, plain)
    assert sight.verdict.hidden is (hidden or stays)
    assert sight.visible is not (hidden or stays)


def test_staying_hidden_needs_the_area_and_the_keyword(tmp_path):
    for change in ({"at": (30.0, 12.0)}, {"keywords": ("VEHICLE",)}):
        plain = board(16.0).change("B", stays_hidden=True).change("b", **change)
        assert not seen(tmp_path, plain).verdict.hidden


def test_what_the_observer_did_does_not_matter(tmp_path):
    plain = board(10.0).change("A", shot_this_turn=True, shot_previous_turn=True)
    assert seen(tmp_path, plain).verdict.hidden
    assert not seen(tmp_path, plain, "b", "a").verdict.hidden
    assert seen(tmp_path, board(16.0), "b", "a").visible


@pytest.mark.parametrize(
    ("apart", "visible"), [(15.0, True), (15.01, False), (14.99, True), (0.5, True), (25.0, False)]
)
def test_the_range_itself_is_within_it(tmp_path, apart, visible):
    sight = seen(tmp_path, board(apart))
    assert sight.distance == pytest.approx(apart)
    assert sight.verdict.hidden and sight.verdict.detection_range == 15.0
    assert sight.visible is visible and sight.fully_visible is visible
    assert (sight.witness is not None) is visible
    assert sight.geometry.visible and sight.geometry.fully_visible


@pytest.mark.parametrize(
    ("setting", "profile", "unit", "limit"),
    [
        (None, None, None, 15.0),
        (9.0, None, None, 9.0),
        (None, 12.0, None, 12.0),
        (None, None, 18.0, 18.0),
        (9.0, 12.0, None, 12.0),
        (9.0, 12.0, 6.0, 6.0),
        (None, 12.0, 18.0, 18.0),
        (9.0, None, 0.0, 0.0),
    ],
)
def test_whose_detection_range_counts(tmp_path, setting, profile, unit, limit):
    """The unit's, else the profile's, else the setting."""
    for apart, visible in ((limit, True), (limit + 0.01, False)):
        plain = board(apart).change("b", detection_range=profile)
        plain = plain.change("B", detection_range=unit)
        if setting is not None:
            plain = plain.under(detection_range=setting)
        sight = seen(tmp_path, plain)
        assert sight.verdict.detection_range == limit and sight.visible is visible


def test_the_range_of_the_observer_does_not_count(tmp_path):
    plain = board(16.0).change("a", detection_range=30.0).change("A", detection_range=30.0)
    assert not seen(tmp_path, plain).visible


def test_the_range_is_measured_between_bases(tmp_path):
    """A base 4" across sees from 17.5" between the centres; so does a rectangle 4" long."""
    for extra in ({"across": 4.0}, {"base": {"rect": [101.6, 25.4]}}):
        for centre, visible in ((12.5, True), (12.49, False)):
            plain = board().change("a", at=(centre, 22.0), **extra)
            assert seen(tmp_path, plain).visible is visible
    for centre, visible in ((14.0, True), (13.99, False)):
        plain = board().change("a", at=(centre, 22.0), base={"rect": [101.6, 25.4]}, turn=90.0)
        assert seen(tmp_path, plain).visible is visible


@pytest.mark.parametrize(("apart", "visible"), [(12.0, True), (12.02, False), (14.0, False)])
def test_the_range_is_measured_in_space(tmp_path, apart, visible):
    """From a roof at 9": 12" in plan are 15" in space (9, 12, 15)."""
    x = 29.0 - apart
    tower = block("tower", (x - 4.0, x + 0.5), (20.0, 24.0), (0.0, 9.0), "light")
    plain = board(apart)
    plain = Plain(plain.squads, (*plain.blocks, tower), plain.patches).change(
        "a", at=(x, 22.0, 9.0)
    )
    sight = seen(tmp_path, plain)
    assert sight.distance == pytest.approx(hypot(apart, 9.0))
    assert sight.verdict.hidden and sight.visible is visible and sight.geometry.visible


def test_hidden_is_said_in_the_verdict_and_is_no_blocker(tmp_path):
    sight = seen(tmp_path, board(16.0))
    assert not sight.visible and sight.blocked_by == () and "hidden" in sight.verdict.reason
    assert sight.visible_fraction.high == pytest.approx(1.0)
    told = sight.to_dict()
    assert told["witness"] is None and told["certainty"] == "certified"
    assert told["verdict"]["hidden"] is True and told["verdict"]["detection_range"] == 15.0


@pytest.mark.parametrize("shift", [0.0, 2.877])
def test_the_reason_agrees_with_the_verdict_on_the_edge(tmp_path, shift):
    """15" to the last digit, and what rounding makes of it."""
    plain = board(15.0).change("a", at=(14.0 + shift, 22.0)).change("b", at=(30.0 + shift, 22.0))
    sight = seen(tmp_path, plain)
    assert sight.visible and "within its detection range" in sight.verdict.reason


def test_behind_a_wall_it_is_hidden_and_not_seen_within_range(tmp_path):
    stone = block("stone", (27.5, 28.0), (18.5, 25.5), category="light")
    sight = seen(tmp_path, board(10.0, (stone,)))
    assert sight.verdict.hidden and sight.verdict.detection_range == 15.0
    assert not sight.visible and not sight.geometry.visible


def test_each_model_is_hidden_for_itself(tmp_path):
    """One in the area, one beside it, one in it without the keyword."""
    men = (
        Man("b1", (30.0, 20.0)),
        Man("b2", (30.0, 16.0)),
        Man("b3", (30.0, 24.0), keywords=("VEHICLE",)),
    )
    plain = board()
    plain = Plain((lone("a", "red", (10.0, 22.0)), Squad("B", "blue", men)), plain.blocks,
                  plain.patches)  # fmt: skip
    made = plain.load(tmp_path)
    for id, hidden in (("b1", True), ("b2", False), ("b3", False)):
        sight = geo3d.sight(made, "a", id)
        assert sight.verdict.hidden is hidden and sight.visible is not hidden
    (unit,) = [u for u in geo3d.sightlines(made).units if u.to == "B"]
    assert unit.visible and set(unit.models_seen) == {"b2", "b3"}


def test_a_second_area_of_which_it_is_part_hides_it_too(tmp_path):
    """In an exposed area only it is not hidden; where a light one overlaps it there, it is."""
    gravel, hedge = crate("exposed", "gravel", 29.0), crate("light", "hedge", 31.5)
    plain = board(16.0, (gravel,))
    assert not seen(tmp_path, plain).verdict.hidden
    for x, hidden in ((30.2, True), (30.6, False)):
        patches = (*plain.patches, Patch("second", ("hedge",), oblong((x, 34.0), (20.0, 28.0))))
        both = Plain(plain.squads, (gravel, hedge), patches)
        assert seen(tmp_path, both).verdict.hidden is hidden


@pytest.mark.parametrize(
    ("category", "implicit", "hidden"),
    [
        ("light", True, True),
        ("dense", True, True),
        ("exposed", True, False),
        ("dense", False, False),
    ],
)
def test_on_a_lone_feature_it_is_within_its_area(tmp_path, category, implicit, hidden):
    slab = block("slab", (27.0, 33.0), (20.0, 24.0), (0.0, 0.2), category)
    plain = Plain(
        (lone("a", "red", (10.0, 22.0)), lone("b", "blue", (30.0, 22.0, 0.2))),
        (slab,),
        settings={"implicit_areas": implicit},
    )
    assert seen(tmp_path, plain).verdict.hidden is hidden


def test_friends_see_it_from_any_distance(tmp_path):
    """Being hidden keeps a model from enemies alone."""
    plain = board(20.0)
    squads = (*plain.squads, lone("c", "blue", (9.0, 17.0)))
    made = replace(plain, squads=squads).load(tmp_path)
    friend, enemy = geo3d.sight(made, "c", "b"), geo3d.sight(made, "a", "b")
    assert friend.visible and friend.verdict.hidden and "enemies alone" in friend.verdict.reason
    assert not enemy.visible and enemy.verdict.hidden
