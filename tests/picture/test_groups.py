"""Groups: what is switched off is gone, with its names and its place in the legend."""

from collections import Counter
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.groups import as_begun, group_of, switched, without
from geo3d_viewer.scene import describe
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, box, load
from tests.picture.gap_board import CLOSED, OPEN, load_ruin, ruin

BESIDE = box((12, 12.5), (15, 17), (0, 9))


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> SceneDescription:
    board = load(tmp_path_factory.mktemp("board"), {"low": LOW, "other": BESIDE})
    return describe(board, geo3d.sight(board, OBSERVER, TARGET))


def _keys(scene: SceneDescription) -> Counter[str]:
    return Counter(group_of(each) for each in (*scene.surfaces, *scene.lines, *scene.labels))


def test_every_group_has_a_switch_and_every_switch_something(scene: SceneDescription) -> None:
    things = [*scene.surfaces, *scene.lines, *scene.labels]
    keys = [group.key for group in scene.groups]
    assert len(keys) == len(set(keys))
    assert set(keys) == {group_of(thing) for thing in things} - {""}


def test_what_is_taken_out_is_gone_and_nothing_else(scene: SceneDescription) -> None:
    every = _keys(scene)
    for group in scene.groups:
        left = _keys(without(scene, {group.key}))
        assert left[group.key] == 0 and left + Counter({group.key: every[group.key]}) == every


def test_all_tested_lines_are_there_but_not_to_begin_with(scene: SceneDescription) -> None:
    board_sight = [line for line in scene.lines if line.role == "tested"]
    assert {line.group for line in board_sight} == {"tested/open", "tested/low"}
    begun = as_begun(scene)
    assert not [line for line in begun.lines if line.role == "tested"]
    every = as_begun(switched(scene, show=("tested",)))
    assert len([line for line in every.lines if line.role == "tested"]) == 2
    only = as_begun(switched(scene, show=("tested/open",), hide=("stopped",)))
    assert [line.group for line in only.lines if line.role == "tested"] == ["tested/open"]
    assert not [each for each in only.lines if each.role == "blocked"]
    assert not [each for each in only.surfaces if each.group.startswith("stopped")]


def test_the_tested_lines_are_those_of_the_answer(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": LOW})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    scene = describe(board, sight)
    lines = {line.group: line for line in scene.lines if line.role == "tested"}
    reached = sight.samples.reached
    assert len(lines["tested/open"].segments) == reached.sum()
    assert len(lines["tested/wall"].segments) == (~reached).sum()
    assert np.array_equal(lines["tested/open"].segments[:, 1], sight.samples.target_points[reached])
    # Open ones end on the target's near face, stopped ones at the wall's, x = 12.
    assert lines["tested/open"].segments[:, 1, 0] == pytest.approx(19.5, abs=1e-3)
    assert lines["tested/wall"].segments[:, 1, 0] == pytest.approx(12.0)


def _of_stopped(text: str) -> bool:
    return text.startswith(("stopped by", "dashes"))


def test_the_legend_tells_only_what_is_shown(scene: SceneDescription) -> None:
    def texts(of: SceneDescription) -> set[str]:
        return {entry.text for entry in of.legend}

    assert "open line" in texts(as_begun(scene)) and any(map(_of_stopped, texts(as_begun(scene))))
    assert not {"tested, open", "tested, stopped"} & texts(as_begun(scene))
    assert {"tested, open", "tested, stopped"} <= texts(as_begun(switched(scene, ("tested",))))
    assert not any(map(_of_stopped, texts(without(scene, {"stopped"}))))
    assert "open line" not in texts(without(scene, {"open-line"}))


def test_gaps_go_with_glass_outline_name_and_legend(tmp_path: Path) -> None:
    board = load_ruin(tmp_path, ruin(CLOSED, OPEN))
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    less = without(scene, {"gaps"})
    roles = {each.role for each in [*less.surfaces, *less.lines, *less.labels]}
    assert "gap" not in roles and "terrain" in roles
    assert [entry for entry in scene.legend if entry.group == "gaps"]
    assert not [entry for entry in less.legend if "opening" in entry.text]


def test_a_piece_that_stops_lines_keeps_its_colour(tmp_path: Path) -> None:
    """Only the part of its face is tinted where it does: see test_footprint."""
    board = load(tmp_path, {"wall": HIGH, "other": BESIDE})
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    colours = {each.name: each.colour for each in scene.surfaces if each.role == "terrain"}
    assert colours["wall"] == colours["other"]


def test_a_wall_whose_gap_stops_them_is_not(tmp_path: Path) -> None:
    board = load_ruin(tmp_path, ruin(CLOSED, OPEN))
    sight = geo3d.sight(board, OBSERVER, TARGET)
    assert {blocker.kind for blocker in sight.blocked_by} == {"gap"}
    (wall,) = [each for each in describe(board, sight).surfaces if each.role == "terrain"]
    (plain,) = [each for each in describe(board).surfaces if each.role == "terrain"]
    assert wall.colour == plain.colour
