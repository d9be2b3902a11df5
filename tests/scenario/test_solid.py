"""S-13.11, and figures that look through gaps from all sides (13.11)."""

import numpy as np
import pytest

import geo3d
from geo3d.shapes import door, l_ruin, tower, u_ruin, wall, window
from geo3d.visibility import board_scene
from tests.visibility.scenes import board, model

RULES = "wh40k-11e"
LOW = window(0.0, 0.5, 1.5, 2.0)
"""A window as tall as a model: sill .5, lintel 2.5."""


def looking(folder, mesh, one, other, *, settings="", ruleset=RULES, turn=0.0, more=()):
    """The sight of a model at `one` of one at `other`, places about the mesh at (50, 50).

    They stand within a marked area, so that 13.10 blocks nothing.
    """
    spin = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    at = [(*(spin @ place[:2] + 50.0), *place[2:]) for place in (one, other)]
    made = board(
        folder,
        [model("a", "red", at[0]), model("b", "blue", at[1]), *more],
        {"ruin": mesh},
        settings=settings,
        ruleset=ruleset,
        places={"ruin": ((50.0, 50.0), float(np.degrees(turn)))},
        mat=True,
    )
    return geo3d.sight(made, "a", "b")


WALL = wall(40.0, 6.0, 0.25, [LOW]).mesh


@pytest.mark.parametrize("turn", [0.0, 0.7])
@pytest.mark.parametrize("swap", [False, True])
def test_s_13_11(tmp_path, turn, swap):
    """A window whose top is below 3": on both sides of the wall, not visible to each other."""
    places = [(0.0, -2.0), (0.0, 2.0)]
    seen = looking(tmp_path, WALL, *(places[::-1] if swap else places), turn=turn)
    assert not seen.visible and seen.certainty == "certified"
    assert seen.geometry.visible
    assert {"ruin/gap-1"} <= {blocker.id for blocker in seen.blocked_by}
    assert {blocker.kind for blocker in seen.blocked_by} == {"terrain", "gap"}
    assert sum(blocker.share for blocker in seen.blocked_by) == pytest.approx(1.0)


def test_s_13_11_a_and_c(tmp_path):
    """With an enclosed gap above 3" on the line: visible."""
    mesh = wall(40.0, 8.0, 0.25, [window(0.0, 3.2, 2.0, 2.0)]).mesh
    seen = looking(tmp_path, mesh, (0.0, -3.0, 3.2), (0.0, 3.0, 3.2))
    assert seen.visible and seen.geometry.visible
    assert not [blocker for blocker in seen.blocked_by if blocker.kind == "gap"]


def test_the_bare_line_is_open_without_the_rule(tmp_path):
    for settings, ruleset in (("", "none"), ("solid_height = 0.0", RULES)):
        seen = looking(tmp_path, WALL, (0.0, -2.0), (0.0, 2.0), settings=settings, ruleset=ruleset)
        assert seen.visible and seen.geometry.visible


def test_beside_the_wall_nothing_changes(tmp_path):
    short = wall(6.0, 6.0, 0.25, [LOW]).mesh
    seen = looking(tmp_path, short, (5.0, -2.0), (5.0, 2.0))
    assert seen.visible and seen.fully_visible and seen.geometry.fully_visible


@pytest.mark.parametrize(("straddling", "visible"), [("part", True), ("whole", False)])
def test_through_the_upper_part_of_a_straddling_gap(tmp_path, straddling, visible):
    """A gap from 2 to 5: models at 3.2 look through it above 3"."""
    mesh = wall(40.0, 8.0, 0.25, [window(0.0, 2.0, 2.0, 3.0)]).mesh
    seen = looking(
        tmp_path, mesh, (0.0, -3.0, 3.2), (0.0, 3.0, 3.2),
        settings=f'straddling_gap = "{straddling}"',
    )  # fmt: skip
    assert seen.visible is visible and seen.geometry.visible


def test_a_line_at_exactly_solid_height_is_stopped(tmp_path):
    mesh = wall(40.0, 8.0, 0.25, [window(0.0, 2.0, 2.0, 3.0)]).mesh
    made = board(
        tmp_path,
        [model("a", "red", (50.0, 40.0)), model("b", "blue", (50.0, 60.0))],
        {"ruin": mesh},
        ruleset=RULES,
        settings="implicit_areas = false",
        places={"ruin": ((50.0, 50.0), 0.0)},
    )
    rays = board_scene(made).rays
    heights = np.array([2.5, 2.9999, 3.0, 3.0001, 4.0])
    starts = np.column_stack([np.full(5, 50.2), np.full(5, 45.0), heights])
    ends = starts + [0.0, 10.0, 0.0]
    blocked = rays.any_hit(starts, ends)
    assert blocked.tolist() == [True, True, True, False, False]


def test_from_inside_a_ruin_and_from_above_steeply(tmp_path):
    """Out of an L ruin's closed door; and down through a closed window from a tower's top."""
    ruin = l_ruin(30.0, 30.0, 6.0, 0.25, [door(0.0, 2.0, 2.5)], floor="none").mesh
    inside = looking(tmp_path, ruin, (15.0, 3.0), (15.0, -4.0))
    assert not inside.visible and inside.geometry.visible
    high = wall(60.0, 12.0, 0.25, [window(0.0, 0.5, 3.0, 2.4)]).mesh
    steep = looking(tmp_path, high, (0.0, 1.2), (0.0, -6.0, 4.0))
    assert steep.geometry.visible and not steep.visible


def test_through_a_round_towers_windows_and_a_mouth(tmp_path):
    """Two windows of a tower opposite each other; a U ruin's mouth stays open unless it is set."""
    mesh = tower(2.5, 8.0, window_height=1.8, sill=0.6).mesh
    across = looking(tmp_path, mesh, (6.0, 0.2), (-6.0, -0.2))
    assert not across.visible
    hall = u_ruin(3.4, 6.0, 6.0).mesh
    for settings, visible in (("", True), ("seal_mouths = true", False)):
        seen = looking(tmp_path, hall, (0.0, 3.0), (0.0, -4.0), settings=settings)
        assert seen.visible is visible and seen.geometry.visible


def test_two_walls_end_to_end(tmp_path):
    """A slit of .3 between two Solid features is closed up to 3", one of .8 is not."""
    for apart, visible in ((0.3, False), (0.8, True)):
        half = wall(20.0, 8.0, 0.25).mesh
        made = board(
            tmp_path,
            [model("a", "red", (50.0, 44.0)), model("b", "blue", (50.0, 56.0))],
            {"one": half, "two": half.copy()},
            ruleset=RULES,
            mat=True,
            places={
                "one": ((40.0 - apart / 2, 50.0), 0.0), "two": ((60.0 + apart / 2, 50.0), 0.0),
            },
        )  # fmt: skip
        seen = geo3d.sight(made, "a", "b")
        assert seen.visible is visible and seen.geometry.visible
        if not visible:
            assert "one+two/gap-1" in {blocker.id for blocker in seen.blocked_by}
