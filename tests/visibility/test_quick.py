"""The quick look: what it finds is there; what it does not find is not claimed."""

from pathlib import Path

import pytest

import geo3d
from geo3d.visibility.asking import run
from geo3d.visibility.quick import judge_quick
from geo3d.visibility.result import Sight
from geo3d.visibility.scene import board_scene
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, load


def _quick(folder: Path, walls: dict, one: str = OBSERVER, other: str = TARGET) -> Sight:
    scene = board_scene(load(folder, walls))
    return run(scene, [judge_quick(scene, one, other)])[0]


def test_in_the_open_all_is_seen_for_certain(tmp_path: Path) -> None:
    found = _quick(tmp_path, {})
    assert (found.visible, found.fully_visible, found.certainty) == (True, True, "certified")
    assert found.visible_fraction.value == 1.0 and found.blocked_by == ()


def test_behind_a_wall_nothing_is_found_and_nothing_proven(tmp_path: Path) -> None:
    found = _quick(tmp_path, {"wall": HIGH})
    assert (found.visible, found.certainty, found.witness) == (False, "sampled", None)
    assert [blocker.id for blocker in found.blocked_by] == ["wall"]
    assert found.blocked_by[0].share == pytest.approx(1.0)


def test_its_witness_is_open_and_its_interval_holds_the_fraction(tmp_path: Path) -> None:
    """From 2" up at x = 4.5 (all of the observer) past 1.5" at x = 12.5 the lowest point in sight
    on the near face, x = 19.5, is at 1.5 - 7 * .5 / 8 = 1.0625": .9375 of the 1.95" that count, and
    of the top nothing faces the centre, 1" up."""
    found = _quick(tmp_path, {"wall": LOW})
    share = (2.0 - (1.5 - 7.0 * 0.5 / 8.0)) / 1.95
    assert found.visible and not found.fully_visible
    assert found.visible_fraction.low <= share <= found.visible_fraction.high
    assert found.witness is not None
    board = load(tmp_path, {"wall": LOW})
    rays = board_scene(board).rays
    blocked = rays.any_hit(
        [found.witness.start], [found.witness.end], bundles=[0, 1],
        ignore=[{OBSERVER, TARGET}],
    )  # fmt: skip
    assert not blocked[0]


def test_the_other_way_round_it_says_the_same(tmp_path: Path) -> None:
    there = _quick(tmp_path, {"wall": LOW})
    back = _quick(tmp_path, {"wall": LOW}, TARGET, OBSERVER)
    assert there.witness is not None and back.witness is not None
    assert (there.witness.start, there.witness.end) == (back.witness.end, back.witness.start)


def test_one_model_is_no_pair(tmp_path: Path) -> None:
    with pytest.raises(geo3d.UsageError, match="two models are needed"):
        _quick(tmp_path, {}, OBSERVER, OBSERVER)
