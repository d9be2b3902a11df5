"""13.10: areas that block lines of sight, whichever way the lines go, and those that are ignored.

A base is 1" across and a model 1.6" tall unless told: the bodies of models at y = 22 reach from y =
21.5 to 22.5. They are vehicles, which 13.09 does not hide. Features that only make an area count
stand far from all lines.
"""

import numpy as np
import pytest
import shapely

import geo3d
from geo3d.shapes import wall, window
from tests.reference.plain_board import Block, Patch, Plain, block, lone, oblong

A = lone("a", "red", (10.0, 22.0), keywords=("VEHICLE",))
B = lone("b", "blue", (30.0, 22.0), keywords=("VEHICLE",))
WIDE = (4.0, 40.0)
"""The y range of an area that no line passes beside."""


def far(category: str = "light", id: str = "far", x: float = 20.0) -> Block:
    """A feature far from all lines, to be the one of an area."""
    return block(id, (x - 0.5, x + 0.5), (38.0, 39.0), category=category)


def across(x=(18.0, 22.0), y=WIDE, features=("far",), id="area") -> Patch:
    """An area between the models."""
    return Patch(id, features, oblong(x, y))


def seen(folder, plain: Plain, observer: str = "a", target: str = "b"):
    """The sight of one model of another."""
    return geo3d.sight(plain.load(folder), observer, target)


def kinds(sight) -> set[str]:
    return {blocker.kind for blocker in sight.blocked_by}


def test_s_13_10(tmp_path):
    """A and D on both sides of an area, B and C in it; D within 15" of B, not of C."""
    plain = Plain(
        (
            lone("a", "red", (10.0, 22.0)),
            lone("b", "red", (23.0, 25.0)),
            lone("c", "red", (17.0, 19.0)),
            lone("d", "blue", (34.0, 22.0)),
        ),
        (block("ruin", (19.0, 21.0), (29.0, 29.5)),),
        (Patch("area", ("ruin",), oblong((16.0, 24.0), (14.0, 30.0))),),
    )
    made = plain.load(tmp_path)
    for pair in (("a", "d"), ("d", "a")):
        sight = geo3d.sight(made, *pair)
        assert not sight.visible and sight.geometry.visible and not sight.verdict.hidden
    near, far_off = geo3d.sight(made, "d", "b"), geo3d.sight(made, "d", "c")
    assert near.visible and near.verdict.hidden
    assert near.distance == pytest.approx(np.hypot(11.0, 3.0) - 1.0)
    assert not far_off.visible and far_off.verdict.hidden and far_off.geometry.visible
    assert far_off.distance == pytest.approx(np.hypot(17.0, 3.0) - 1.0)
    for observer in ("b", "c"):
        assert geo3d.sight(made, observer, "d").visible


@pytest.mark.parametrize(
    ("categories", "blocks"),
    [
        (("dense",), True),
        (("light",), True),
        (("exposed",), False),
        ((), False),
        (("exposed", "exposed"), False),
        (("exposed", "light"), True),
        (("exposed", "dense"), True),
        (("light", "dense"), True),
    ],
)
def test_one_light_or_dense_feature_makes_an_area_obscuring(tmp_path, categories, blocks):
    features = tuple(far(c, f"far-{i}", 19.0 + 1.7 * i) for i, c in enumerate(categories))
    plain = Plain((A, B), features, (across(features=tuple(f.id for f in features)),))
    sight = seen(tmp_path, plain)
    assert sight.visible is not blocks and sight.geometry.visible
    if blocks:
        assert sight.witness is None and not sight.fully_visible
        assert [(b.id, b.kind) for b in sight.blocked_by] == [("area", "area")]
        assert sight.blocked_by[0].share == pytest.approx(1.0)
    else:
        assert sight.fully_visible and sight.blocked_by == ()


@pytest.mark.parametrize(("one", "other"), [("a", "b"), ("b", "a")])
def test_both_ways_alike(tmp_path, one, other):
    assert not seen(tmp_path, Plain((A, B), (far(),), (across(),)), one, other).visible
    assert seen(tmp_path, Plain((A, B), (far(),), (across(y=(22.4, 40.0)),)), one, other).visible


@pytest.mark.parametrize(
    ("x", "visible"),
    [
        ((8.0, 20.0), True),  # the observer stands in it
        ((20.0, 32.0), True),  # the target
        ((8.0, 32.0), True),  # both
        ((10.5, 20.0), False),  # it touches the observer's base
        ((10.49, 20.0), True),  # it overlaps it by a hundredth of an inch
        ((20.0, 29.5), False),
        ((20.0, 29.51), True),
    ],
)
def test_areas_of_which_one_or_both_are_part_are_ignored(tmp_path, x, visible):
    sight = seen(tmp_path, Plain((A, B), (far(),), (across(x),)))
    assert sight.visible is visible and sight.fully_visible is visible


@pytest.mark.parametrize(
    ("x", "reading", "visible"),
    [
        ((10.0, 20.0), "overlap", True),
        ((10.0, 20.0), "wholly", False),
        ((9.5, 20.0), "wholly", True),
        ((9.51, 20.0), "wholly", False),
        ((20.0, 30.0), "wholly", False),
        ((20.0, 30.5), "wholly", True),
    ],
)
def test_half_in_an_area_under_both_readings_of_within(tmp_path, x, reading, visible):
    plain = Plain((A, B), (far(),), (across(x),)).under(within_area=reading)
    assert seen(tmp_path, plain).visible is visible


LEFT, RIGHT = (21.6, 40.0), (4.0, 22.4)
"""Together at x = 14 and x = 26 these leave no line: from y < 21.6 to y > 22.4 within 12" a line
rises by more than the .5 or so that two bodies of y 21.5 to 22.5, 19" apart, allow."""


@pytest.mark.parametrize(
    ("first", "second", "visible"),
    [(LEFT, None, True), (None, RIGHT, True), (LEFT, RIGHT, False), (LEFT, LEFT, True)],
)
def test_one_line_must_avoid_all_areas(tmp_path, first, second, visible):
    """Past one area by one line and past another by another does not do."""
    features = (far(id="far-1", x=14.0), far(id="far-2", x=26.0))
    patches = tuple(
        across((x - 1.0, x + 1.0), y, (f"far-{n}",), f"area-{n}")
        for n, x, y in ((1, 14.0, first), (2, 26.0, second))
        if y is not None
    )
    rest = tuple(f for f in features if any(f.id in p.features for p in patches))
    sight = seen(tmp_path, Plain((A, B), rest, patches))
    assert sight.visible is visible and not sight.fully_visible and sight.geometry.fully_visible
    if not visible:
        assert kinds(sight) == {"area"}


@pytest.mark.parametrize(("area", "stone", "visible"), [(1, 0, 1), (0, 1, 1), (1, 1, 0)])
def test_an_area_and_material_stop_different_lines(tmp_path, area, stone, visible):
    """An exposed rampart has no area that counts, and is solid all the same."""
    rampart = block("rampart", (25.0, 27.0), RIGHT, category="exposed")
    plain = Plain(
        (A, B),
        (far(x=14.0), rampart) if stone else (far(x=14.0),),
        (across((13.0, 15.0), LEFT),) if area else (),
        settings={"implicit_areas": False},
    )
    sight = seen(tmp_path, plain)
    assert sight.visible is bool(visible) and sight.geometry.visible
    if not visible:
        assert "area" in kinds(sight)


@pytest.mark.parametrize(("gaps", "visible"), [("auto", False), ("none", True)])
def test_an_area_and_a_closed_window_stop_different_lines(tmp_path, gaps, visible):
    """Past the area the way leads through a window only, which 13.11 closes."""
    facade = Block(
        "facade", (18.4, 6.0, 0.25), (26.0, 30.8), 90.0, gaps=gaps,
        mesh=wall(18.4, 6.0, 0.25, [window(-7.9, 0.2, 2.2, 2.6)]).mesh,
    )  # fmt: skip
    plain = Plain(
        (A, B),
        (far(x=14.0), facade),
        (across((13.0, 15.0), RIGHT),),
        settings={"implicit_areas": False},
    )
    sight = seen(tmp_path, plain)
    assert sight.visible is visible and sight.geometry.visible


@pytest.mark.parametrize(
    ("height", "visible", "fully"),
    [(None, False, False), (2.0, False, False), (1.0, True, False), (0.04, True, True)],
)
def test_an_area_blocks_at_any_height_or_up_to_the_setting(tmp_path, height, visible, fully):
    """Models of 1.6" see each other's upper parts over 1"; under .05" nothing is looked at."""
    plain = Plain((A, B), (far(),), (across(),), {"area_height": height} if height else {})
    sight = seen(tmp_path, plain)
    assert sight.visible is visible and sight.fully_visible is fully


@pytest.mark.parametrize(("height", "visible"), [(None, False), (8.1, True), (12.0, False)])
def test_an_area_blocks_models_on_roofs_too(tmp_path, height, visible):
    """Roofs at 8" on both sides, their own areas ignored as the models stand in them."""
    towers = (
        block("tower-1", (8.0, 12.0), (20.0, 24.0), (0.0, 8.0), "light"),
        block("tower-2", (28.0, 32.0), (20.0, 24.0), (0.0, 8.0), "light"),
    )
    models = (lone("a", "red", (10.0, 22.0, 8.0)), lone("b", "blue", (30.0, 22.0, 8.0)))
    settings = {"area_height": height} if height else {}
    plain = Plain(models, (*towers, far()), (across(),), {"detection_range": 30, **settings})
    sight = seen(tmp_path, plain)
    assert sight.visible is visible and sight.geometry.visible and sight.verdict.hidden


def test_areas_that_overlap_all_apply(tmp_path):
    """The observer stands in one; the other, over the same ground, still blocks."""
    features = (far(id="far-1", x=16.0), far(id="far-2", x=20.0))
    one, two = across((8.0, 20.0), id="one", features=("far-1",)), across((14.0, 22.0), id="two")
    two = Patch("two", ("far-2",), two.boundary)
    sight = seen(tmp_path, Plain((A, B), features, (one, two)))
    assert not sight.visible and [b.id for b in sight.blocked_by] == ["two"]
    both = Patch("two", ("far-2",), oblong((9.0, 22.0), WIDE))
    assert seen(tmp_path, Plain((A, B), features, (one, both))).fully_visible


def test_an_ignored_area_still_has_its_features(tmp_path):
    """The observer in the area, a high wall of it in the way."""
    stone = block("stone", (19.0, 20.0), (15.0, 29.0))
    patch = Patch("area", ("stone",), oblong((8.0, 24.0), (14.0, 30.0)))
    sight = seen(tmp_path, Plain((A, B), (stone,), (patch,)))
    assert not sight.visible and not sight.geometry.visible and kinds(sight) == {"terrain"}
    low = block("stone", (19.0, 20.0), (15.0, 29.0), (0.0, 1.0))
    sight = seen(tmp_path, Plain((A, B), (low,), (patch,)))
    assert sight.visible and not sight.fully_visible


@pytest.mark.parametrize(("solid_height", "visible"), [(3.0, False), (0.0, True)])
def test_an_ignored_area_still_has_its_closed_gaps(tmp_path, solid_height, visible):
    facade = Block(
        "facade", (30.0, 6.0, 0.25), (20.0, 22.0), 90.0, gaps="auto",
        mesh=wall(30.0, 6.0, 0.25, [window(0.0, 0.2, 2.0, 2.6)]).mesh,
    )  # fmt: skip
    patch = Patch("area", ("facade",), oblong((8.0, 24.0), (4.0, 40.0)))
    plain = Plain((A, B), (facade,), (patch,)).under(solid_height=solid_height)
    sight = seen(tmp_path, plain)
    assert sight.visible is visible and sight.geometry.visible
    if not visible:
        assert "facade/gap-1" in {b.id for b in sight.blocked_by}


@pytest.mark.parametrize(
    ("category", "implicit", "visible"),
    [("dense", True, False), ("light", True, False), ("exposed", True, True),
     ("dense", False, True), ("light", False, True)],
)  # fmt: skip
def test_a_lone_low_feature_is_an_area_of_its_own(tmp_path, category, implicit, visible):
    """13.01 b: a kerb of half an inch obscures as high as the sky, unless it forms no area."""
    kerb = block("kerb", (19.0, 21.0), WIDE, (0.0, 0.5), category)
    sight = seen(tmp_path, Plain((A, B), (kerb,), settings={"implicit_areas": implicit}))
    assert sight.visible is visible and sight.geometry.visible
    if not visible:
        assert ("kerb", "area") in {(b.id, b.kind) for b in sight.blocked_by}


def test_who_stands_on_a_lone_feature_is_within_its_area(tmp_path):
    slab = block("slab", (28.0, 32.0), (20.0, 24.0), (0.0, 0.5))
    plain = Plain((A, lone("b", "blue", (29.0, 22.0, 0.5))), (slab,))
    assert seen(tmp_path, plain.under(detection_range=40)).visible
    beyond = Plain((A, lone("b", "blue", (34.0, 22.0))), (slab,))
    assert not seen(tmp_path, beyond).visible


def test_a_hull_of_two_features_blocks_between_them(tmp_path):
    """13.01 c: two posts outline a strip; each by itself is an area that no line meets."""
    posts = (
        block("post-1", (19.5, 20.5), (14.0, 15.0), category="light"),
        block("post-2", (19.5, 20.5), (29.0, 30.0), category="light"),
    )
    assert seen(tmp_path, Plain((A, B), posts)).fully_visible
    together = Plain((A, B), posts, (Patch("strip", ("post-1", "post-2")),))
    assert not seen(tmp_path, together).visible


def test_a_boundary_with_a_notch_blocks_beside_it_only(tmp_path):
    """A U seen into from above, open at y > 21: lines at y 21.5 to 22.5 pass over its bottom."""
    boundary = (
        (14.0, 10.0), (26.0, 10.0), (26.0, 30.0), (24.0, 30.0), (24.0, 14.0), (16.0, 14.0),
        (16.0, 30.0), (14.0, 30.0),
    )  # fmt: skip
    feature = block("low", (18.0, 22.0), (11.0, 12.0), category="light")
    plain = Plain((A, B), (feature,), (Patch("u", ("low",), boundary),))
    assert not seen(tmp_path, plain).visible  # the legs are in the way
    inside = plain.change("a", at=(18.0, 22.0)).change("b", at=(22.0, 22.0))
    assert seen(tmp_path, inside).fully_visible
    legless = Plain(
        (A, B), (feature,), (Patch("u", ("low",), oblong((14.0, 26.0), (10.0, 14.0))),)
    )  # fmt: skip
    assert seen(tmp_path, legless).fully_visible


@pytest.mark.parametrize(
    ("edge", "visible", "fully"), [(22.7, True, True), (22.0, True, False), (21.3, False, False)]
)
def test_an_area_beside_the_way(tmp_path, edge, visible, fully):
    """It begins beside both bodies, in the middle of them, or before them."""
    sight = seen(tmp_path, Plain((A, B), (far(),), (across(y=(edge, 40.0)),)))
    assert (sight.visible, sight.fully_visible) == (visible, fully)
    assert sight.geometry.fully_visible


def test_the_witness_avoids_areas_and_there_is_none_where_nothing_is_seen(tmp_path):
    patch = across(y=(21.9, 40.0))
    sight = seen(tmp_path, Plain((A, B), (far(),), (patch,)))
    assert sight.visible and sight.certainty == "certified"
    line = shapely.LineString([sight.witness.start[:2], sight.witness.end[:2]])
    assert not line.intersects(shapely.Polygon(patch.boundary))
    shut = seen(tmp_path, Plain((A, B), (far(),), (across(),)))
    assert shut.witness is None and shut.certainty == "certified"


def test_shares_and_fraction_sum_to_one(tmp_path):
    """Half the target's width: the area covers y over 22 wherever a line from y 21.5 to 22.5 is."""
    sight = seen(tmp_path, Plain((A, B), (far(),), (across((28.0, 29.0), (22.0, 40.0)),)))
    assert sight.visible and not sight.fully_visible
    shares = sum(b.share for b in sight.blocked_by)
    assert shares + sight.visible_fraction.value == pytest.approx(1.0)
    assert 0.0 < shares < 0.6 and kinds(sight) == {"area"}


def test_without_a_ruleset_there_are_no_areas_and_no_verdict(tmp_path):
    """The same board: an area between, and the target hidden in another."""
    patches = (across(), Patch("hide", ("crate",), oblong((27.0, 33.0), (16.0, 26.0))))
    crate = block("crate", (28.0, 29.0), (16.5, 17.5), (0.0, 1.0))
    plain = Plain((A, B), (far(), crate), patches)
    assert not seen(tmp_path, plain).visible
    bare = seen(tmp_path, Plain((A, B), (far(), crate), patches, ruleset="none"))
    assert bare.verdict is None and bare.to_dict()["verdict"] is None
    assert bare.visible and bare.fully_visible
    assert (bare.visible, bare.fully_visible) == (
        bare.geometry.visible, bare.geometry.fully_visible,
    )  # fmt: skip


def test_sightlines_say_the_same_as_each_sight(tmp_path):
    """Two against two over an area: pairs, and units rolled up."""
    plain = Plain(
        (A, lone("c", "red", (10.0, 2.0)), B, lone("d", "blue", (30.0, 2.0))),
        (far(),),
        (across(),),
    )
    made = plain.load(tmp_path)
    lines = geo3d.sightlines(made)
    assert len(lines.pairs) == 8
    for pair in lines.pairs:
        assert pair.to_dict() == geo3d.sight(made, pair.observer, pair.target).to_dict()
    seeing = {(u.from_, u.to): u.visible for u in lines.units}
    assert seeing[("C", "D")] and seeing[("D", "C")] and not seeing[("A", "B")]
