"""13.11.01: a hidden model that dense features hide in part is seen from 3" less.

The target stands at (30, 22), its body from y = 21.5 to 22.5 and 1.6" tall, in an area of its own;
what hides some of it is a low kerb before it, or something else that is not dense.
"""

import pytest

import geo3d
from geo3d.shapes import door, wall
from tests.reference.plain_board import Block, Man, Patch, Plain, Squad, block, lone, oblong
from tests.visibility.scenes import box

AREA = oblong((25.0, 35.0), (16.0, 28.0))


def kerb(category: str = "dense", **more) -> Block:
    """It hides the lower half of the target and nothing else."""
    return block("kerb", (28.6, 29.0), (20.0, 24.0), (0.0, 0.8), category, **more)


CRATE = block("crate", (33.0, 34.0), (26.5, 27.5), (0.0, 1.0), "light")
"""It makes the area count, and no line comes near."""


def board(apart: float = 10.0, *features: Block, **target) -> Plain:
    """The target `apart` inches from an observer in the open."""
    return Plain(
        (lone("a", "red", (29.0 - apart, 22.0)), lone("b", "blue", (30.0, 22.0), **target)),
        (CRATE, *features),
        (Patch("area", tuple(f.id for f in (CRATE, *features)), AREA),),
    )


def seen(folder, plain: Plain):
    return geo3d.sight(plain.load(folder), "a", "b")


@pytest.mark.parametrize(
    ("category", "apart", "gone", "limit", "visible"),
    [
        ("dense", 11.0, True, 12.0, True),
        ("dense", 12.0, True, 12.0, True),
        ("dense", 12.01, True, 12.0, False),
        ("dense", 15.0, True, 12.0, False),
        ("light", 12.01, False, 15.0, True),
        ("light", 15.0, False, 15.0, True),
        ("light", 15.01, False, 15.0, False),
        ("exposed", 15.0, False, 15.0, True),
        ("exposed", 15.01, False, 15.0, False),
    ],
)
def test_only_dense_features_take_three_inches_off(tmp_path, category, apart, gone, limit, visible):
    sight = seen(tmp_path, board(apart, kerb(category)))
    assert sight.verdict.hidden and sight.verdict.gone_to_ground is gone
    assert sight.verdict.detection_range == limit and sight.visible is visible
    assert sight.geometry.visible and not sight.geometry.fully_visible
    assert not sight.fully_visible and sight.verdict.benefit_of_cover


def test_a_dense_feature_that_hides_nothing(tmp_path):
    behind = block("kerb", (31.0, 31.5), (20.0, 24.0), (0.0, 3.0))
    sight = seen(tmp_path, board(15.0, behind))
    assert sight.verdict.hidden and not sight.verdict.gone_to_ground
    assert sight.verdict.detection_range == 15.0 and sight.visible and sight.fully_visible


def test_wholly_behind_a_dense_feature(tmp_path):
    stone = block("stone", (28.6, 29.0), (17.0, 27.0), (0.0, 5.0))
    sight = seen(tmp_path, board(10.0, stone))
    assert sight.verdict.gone_to_ground and sight.verdict.detection_range == 12.0
    assert not sight.visible


@pytest.mark.parametrize(
    ("shots", "battle_round", "hidden", "gone"),
    [
        ({}, 2, True, True),
        ({"shot_this_turn": True}, 2, False, False),
        ({"shot_previous_turn": True}, 2, False, False),
        ({"shot_previous_turn": True}, 1, True, True),
        ({"shot_this_turn": True}, 1, False, False),
        ({"stays_hidden": True}, 2, True, True),
        ({"stays_hidden": True, "shot_this_turn": True}, 2, True, False),
        ({"stays_hidden": True, "shot_previous_turn": True}, 2, True, False),
        ({"stays_hidden": True, "shot_previous_turn": True}, 1, True, True),
        ({"stays_hidden": True, "shot_this_turn": True}, 1, True, False),
    ],
)
def test_a_unit_that_shot_cannot_go_to_ground(tmp_path, shots, battle_round, hidden, gone):
    """Even where some ability lets it stay hidden."""
    plain = board(14.0, kerb())
    plain = Plain(plain.squads, plain.blocks, plain.patches, battle_round=battle_round)
    sight = seen(tmp_path, plain.change("B", **shots))
    assert (sight.verdict.hidden, sight.verdict.gone_to_ground) == (hidden, gone)
    assert sight.verdict.detection_range == (12.0 if gone else 15.0)
    assert sight.visible is not gone


def test_who_is_not_hidden_cannot_go_to_ground(tmp_path):
    for change in ({"keywords": ("VEHICLE",)}, {"at": (36.0, 22.0)}):
        sight = seen(tmp_path, board(14.0, kerb()).change("b", **change))
        assert not sight.verdict.hidden and not sight.verdict.gone_to_ground
        assert not sight.geometry.fully_visible


@pytest.mark.parametrize(
    ("setting", "profile", "unit", "limit"),
    [(9.0, None, None, 6.0), (9.0, 13.0, None, 10.0), (9.0, 13.0, 20.0, 17.0)],
)
def test_off_whichever_range_counts(tmp_path, setting, profile, unit, limit):
    for apart, visible in ((limit, True), (limit + 0.01, False)):
        plain = board(apart, kerb()).under(detection_range=setting)
        plain = plain.change("b", detection_range=profile).change("B", detection_range=unit)
        sight = seen(tmp_path, plain)
        assert sight.verdict.detection_range == limit and sight.visible is visible


def test_other_models_put_nobody_to_ground(tmp_path):
    """A tank before the target hides half of it."""
    plain = board(14.0)
    tank = lone("c", "blue", (25.5, 21.0), across=1.8, keywords=("VEHICLE",))
    sight = seen(tmp_path, Plain((*plain.squads, tank), plain.blocks, plain.patches))
    assert sight.verdict.hidden and not sight.verdict.gone_to_ground and sight.visible
    assert not sight.fully_visible and {b.kind for b in sight.blocked_by} == {"model"}


def test_other_models_do_not_keep_it_up(tmp_path):
    """The kerb hides its feet, a tank the kerb."""
    plain = board(11.0, kerb())
    tank = lone("c", "blue", (24.0, 22.0), across=1.8, height=1.0, keywords=("VEHICLE",))
    sight = seen(tmp_path, Plain((*plain.squads, tank), plain.blocks, plain.patches))
    assert sight.verdict.gone_to_ground and sight.visible


def test_areas_put_nobody_to_ground(tmp_path):
    """A dense feature's area hides half of the target, the feature itself none of it."""
    rock = block("rock", (20.0, 21.0), (30.0, 31.0))
    area = Patch("other", ("rock",), oblong((19.5, 22.0), (21.9, 32.0)))
    plain = board(14.0)
    plain = Plain(plain.squads, (*plain.blocks, rock), (*plain.patches, area))
    sight = seen(tmp_path, plain)
    assert sight.visible and not sight.fully_visible and sight.geometry.fully_visible
    assert sight.verdict.hidden and not sight.verdict.gone_to_ground


def test_a_dense_feature_far_from_the_target_does(tmp_path):
    """Much of the way is behind a rock 8" before the target; a strip of .1" is open beside it.

    Lines to the target's far side, y = 22.5, come at least to y = 21.5 + 4/13 at the rock's end.
    """
    rock = block("rock", (20.0, 21.0), (21.6, 31.0))
    plain = board(12.0)
    plain = Plain(plain.squads, (*plain.blocks, rock), plain.patches)
    sight = seen(tmp_path, plain)
    assert sight.visible and sight.verdict.gone_to_ground
    assert sight.verdict.detection_range == 12.0


@pytest.mark.parametrize("category", ["dense", "light"])
def test_a_light_and_a_dense_feature_each_count_for_themselves(tmp_path, category):
    """A light kerb that hides half does not put it to ground, with a dense one behind or not."""
    behind = block("behind", (31.0, 31.5), (20.0, 24.0), (0.0, 3.0), category)
    assert not seen(tmp_path, board(10.0, kerb("light"), behind)).verdict.gone_to_ground


def test_the_ground_puts_nobody_to_ground(tmp_path):
    """A ridge of the relief hides the lower half."""
    ridge = box((26.5, 27.0), (10.0, 34.0), (-0.5, 0.8))
    plain = board(13.0)
    plain = Plain(plain.squads, plain.blocks, plain.patches, ground=ridge)
    sight = seen(tmp_path, plain)
    assert sight.visible and not sight.geometry.fully_visible
    assert {b.kind for b in sight.blocked_by} == {"ground"}
    assert sight.verdict.hidden and not sight.verdict.gone_to_ground


@pytest.mark.parametrize(
    ("gaps", "solid", "gone"), [("auto", None, True), ("none", None, False), ("auto", False, False)]
)
def test_a_closed_door_is_part_of_its_dense_feature(tmp_path, gaps, solid, gone):
    """Through a door of 3" x 2.8", an inch before it, the target is fully visible; closed, not."""
    facade = Block(
        "facade", (9.0, 6.0, 0.25), (28.9, 22.0), 90.0, gaps=gaps, solid=solid,
        mesh=wall(9.0, 6.0, 0.25, [door(0.0, 3.0, 2.8)]).mesh,
    )  # fmt: skip
    sight = seen(tmp_path, board(11.0, facade))
    assert sight.geometry.fully_visible and sight.verdict.hidden
    assert sight.verdict.gone_to_ground is gone and sight.visible is not gone


def test_a_closed_door_of_a_light_feature_that_is_solid(tmp_path):
    """Solid closes it; being no dense feature, it puts nobody to ground."""
    facade = Block(
        "facade", (9.0, 6.0, 0.25), (28.9, 22.0), 90.0, "light", solid=True, gaps="auto",
        mesh=wall(9.0, 6.0, 0.25, [door(0.0, 3.0, 2.8)]).mesh,
    )  # fmt: skip
    sight = seen(tmp_path, board(11.0, facade))
    assert not sight.visible and sight.geometry.visible
    assert sight.verdict.hidden and not sight.verdict.gone_to_ground


def test_the_edge_of_a_dense_roof_that_it_stands_on(tmp_path):
    """Seen from below, the roof hides its feet."""
    tower = block("tower", (28.0, 34.0), (19.0, 25.0), (0.0, 4.0))
    plain = board(10.0, tower).change("b", at=(30.0, 22.0, 4.0))
    sight = seen(tmp_path, plain)
    assert sight.verdict.gone_to_ground and sight.visible
    level = plain.change("a", at=(20.0, 22.0, 4.0))
    perch = block("perch", (19.0, 21.0), (21.0, 23.0), (0.0, 4.0), "light")
    level = Plain(level.squads, (*level.blocks, perch), level.patches)
    assert not seen(tmp_path, level).verdict.gone_to_ground


def test_each_model_goes_to_ground_for_itself(tmp_path):
    """Of two, the kerb hides one."""
    plain = board(12.5, kerb())
    men = (*plain.squads[1].men, Man("c", (30.0, 26.0)))
    plain = Plain((plain.squads[0], Squad("B", "blue", men)), plain.blocks, plain.patches)
    made = plain.load(tmp_path)
    one, other = geo3d.sight(made, "a", "b"), geo3d.sight(made, "a", "c")
    assert one.verdict.gone_to_ground and not one.visible
    assert not other.verdict.gone_to_ground and other.visible


def test_it_hangs_on_who_attacks(tmp_path):
    """From behind the kerb hides nothing."""
    plain = board(10.0, kerb())
    back = lone("d", "red", (41.0, 22.0))
    made = Plain((*plain.squads, back), plain.blocks, plain.patches).load(tmp_path)
    assert geo3d.sight(made, "a", "b").verdict.gone_to_ground
    assert not geo3d.sight(made, "d", "b").verdict.gone_to_ground
