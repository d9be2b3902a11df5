"""The words of a picture: what blocks is named, gaps by whose they are, in words of the table."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility import Blocker, Fraction, Sight, Verdict
from geo3d_viewer import caption
from geo3d_viewer.overlay import overlay, wrapped
from geo3d_viewer.scene import describe
from tests.picture.boards import OBSERVER, TARGET, load


@pytest.fixture(scope="module")
def sight(tmp_path_factory: pytest.TempPathFactory) -> Sight:
    board = load(tmp_path_factory.mktemp("board"), {})
    return geo3d.sight(board, OBSERVER, TARGET)


def _blocked(sight: Sight, *blockers: Blocker, features: tuple[str, ...] = ()) -> str:
    return caption.lines(replace(sight, blocked_by=blockers), features)[1]


def test_a_gap_is_named_by_its_feature_and_what_it_counts_as(sight: Sight) -> None:
    words = _blocked(
        sight,
        Blocker("ruin-1", "terrain", 0.5),
        Blocker("ruin-1/gap-2", "gap", 0.25),
        features=("ruin-1",),
    )
    assert words == (
        "50% of the lines meet the body of ruin-1; "
        "25% of the lines meet gap-2 of ruin-1, an opening that counts as closed"
    )


def test_gaps_of_one_feature_are_named_together(sight: Sight) -> None:
    words = _blocked(
        sight,
        Blocker("ruin-1/gap-2", "gap", 0.375),
        Blocker("ruin-2/gap-1", "gap", 0.25),
        Blocker("ruin-1/gap-10", "gap", 0.125),
        features=("ruin-1", "ruin-2"),
    )
    assert words == (
        "50% of the lines meet gap-2, gap-10 of ruin-1, openings that count as closed; "
        "25% of the lines meet gap-1 of ruin-2, an opening that counts as closed"
    )


def test_terrain_and_models_are_met(sight: Sight) -> None:
    words = _blocked(sight, Blocker("a", "terrain", 0.5), Blocker("m", "model", 0.25))
    assert words == "50% of the lines meet the body of a; 25% of the lines meet the model m"


def test_all_lines_are_told_as_every_line(sight: Sight) -> None:
    wood = Blocker("wood", "area", 1.0)
    assert _blocked(sight, wood) == "every line enters the area wood, which lines may not cross"
    # An area that a feature makes has its id.
    words = _blocked(sight, wood, features=("wood",))
    assert words == "every line enters the area of wood, which lines may not cross"
    words = _blocked(sight, Blocker("a+b/gap-1", "gap", 1.0), features=("a", "b"))
    assert words == (
        "every line meets the slit between a and b (gap-1), an opening that counts as closed"
    )


def test_what_the_rules_say_besides_is_a_line_of_its_own(sight: Sight) -> None:
    """The reason begins with what stops lines, which is told in its own words. They are 14" apart:
    within 15" being hidden makes no difference, and is not told."""
    reason = "no line is open: a; hidden (13.09): far; its unit has the benefit of cover (13.08)"
    verdict = Verdict(True, 12.0, True, True, reason)
    stopped = replace(sight, visible=False, open_line=False, verdict=verdict)
    stay = (
        "even without that it would stay hidden: it is in terrain and has gone to ground, and so "
        'is seen only from 12" or nearer'
    )
    assert caption.lines(stopped)[1:] == (f"{stay}; its unit has the benefit of cover",)
    near = replace(verdict, detection_range=15.0)
    said = caption.lines(replace(stopped, verdict=near))
    assert said[1:] == ("its unit has the benefit of cover",)
    # Where lines are open the picture says itself why that is not enough.
    said = caption.lines(replace(stopped, open_line=True))
    assert said[-1] == "its unit has the benefit of cover"
    assert sum("hidden" in text for text in said) == 1


def test_no_number_of_a_rule_is_in_the_words(sight: Sight) -> None:
    """Nor in what the reason adds; what is no such number stays."""
    reason = "...; not hidden (13.09): its unit shot; no cover (13.08.2): a (1) and b (1.5in)"
    verdict = Verdict(False, 15.0, False, False, reason)
    said = caption.lines(replace(sight, verdict=verdict))
    assert said[-1] == "not hidden: its unit shot; no cover: a (1) and b (1.5in)"


def test_what_is_not_certain_is_told(sight: Sight) -> None:
    assert caption.lines(replace(sight, certainty="certified"))[0].endswith(' 14.0" apart')
    assert "not for certain" in caption.lines(replace(sight, certainty="sampled"))[0]


@pytest.mark.parametrize(
    ("id", "features", "expected"),
    [
        ("a+b/gap-1", ("a", "b"), "slit between a and b"),
        ("a+b/gap-1", ("a", "b", "a+b"), "gap of a+b"),
        ("a++b/gap-3", ("a+", "b"), "slit between a+ and b"),
        ("a++b/gap-3", ("a", "+b"), "slit between a and +b"),
        ("a/gap-1/gap-2", ("a/gap-1",), "gap of a/gap-1"),
    ],
)
def test_whose_gap_it_is(id: str, features: tuple[str, ...], expected: str) -> None:
    assert caption.gap_of(id, features) == expected


def test_long_texts_are_wrapped_between_words() -> None:
    """Every letter is one wide; a word that is too long by itself has a line of its own."""
    assert wrapped("one two three", len, 7) == ["one two", "three"]
    assert wrapped("one two three", len, 6) == ["one", "two", "three"]
    assert wrapped("a verylongword b", len, 5) == ["a", "verylongword", "b"]
    assert wrapped("", len, 5) == [""]


def test_caption_and_legend_stay_within_a_narrow_picture(tmp_path: Path) -> None:
    """Nothing is painted in the outermost columns, however much there is to say."""
    board = load(tmp_path, {})
    answer = geo3d.sight(board, OBSERVER, TARGET)
    blockers = tuple(Blocker(f"ruin-{i}/gap-1", "gap", 0.2) for i in range(4))
    scene = describe(board, replace(answer, blocked_by=()))
    words = caption.lines(replace(answer, blocked_by=blockers))
    scene = replace(scene, caption=words, labels=(), legend=scene.legend * 4)
    over = np.asarray(overlay(scene, scene.camera, (800, 800)))
    painted = np.flatnonzero((over[:, :, 3] > 0).any(axis=0))
    assert painted.min() > 5 and painted.max() < 795
    # Most of the legend's texts would be lost if it had one row only.
    one = np.asarray(overlay(replace(scene, legend=scene.legend[:1]), scene.camera, (800, 800)))
    rows = [int((image[400:, :, 3] > 0).any(axis=1).sum()) for image in (one, over)]
    assert rows[1] > 2 * rows[0]


def test_what_areas_do_is_told_once(sight: Sight) -> None:
    words = _blocked(sight, Blocker("a", "area", 0.5), Blocker("b", "area", 0.25), features=("b",))
    assert words == (
        "50% of the lines enter the area a, which lines may not cross; "
        "25% of the lines enter the area of b"
    )


def test_an_area_is_named_with_what_it_does(sight: Sight) -> None:
    words = _blocked(sight, Blocker("wood", "area", 0.5), Blocker("a", "terrain", 0.25))
    assert words == (
        "50% of the lines enter the area wood, which lines may not cross; "
        "25% of the lines meet the body of a"
    )


@pytest.mark.parametrize(("gone", "ground"), [(False, ""), (True, " and has gone to ground")])
def test_why_open_lines_are_not_enough_is_told(sight: Sight, gone: bool, ground: str) -> None:
    verdict = Verdict(True, 15.0, gone, False, "...")
    hidden = replace(
        sight, visible=False, fully_visible=False, witness=None, open_line=True, verdict=verdict,
        visible_fraction=Fraction(0.14, 0.13, 0.16),
    )  # fmt: skip
    assert caption.too_far(hidden) and caption.verdict(hidden) == "hidden"
    assert caption.lines(hidden)[1] == (
        f"lines to 14% of it are open, but it stays hidden: it is in terrain{ground}, and so is "
        'seen only from 15" or nearer'
    )
    assert not caption.too_far(sight)
    assert not caption.too_far(replace(sight, visible=False, open_line=False))
