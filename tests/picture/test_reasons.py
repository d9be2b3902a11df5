"""What stops lines is told apart: a piece from its area, by colour, by words and by switch."""

import itertools
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility import board_scene
from geo3d_viewer.groups import without
from geo3d_viewer.palette import STOPPED_BY, WITNESS
from geo3d_viewer.reasons import named, reasons
from geo3d_viewer.scene import describe
from tests.picture.boards import OBSERVER, TARGET, box, load
from tests.picture.colours import BLINDNESS, lab

# From (5, 10) to a face at x = 19.5 from y = 9.5 to 10.5: at x = 12 the lines are within .24" of
# y = 10. The post stands in the half with y < 10; its area, a foot that nothing else stands on,
# crosses both.
POST = box((12.0, 12.5), (9.0, 10.0), (0.0, 9.0)) + box((12.0, 12.5), (10.0, 11.0), (0.0, 0.1))
OWN = {"implicit_areas": True}


def test_a_piece_and_its_area_are_two_reasons(tmp_path: Path) -> None:
    board = load(tmp_path, {"post": POST}, settings=OWN)
    sight = geo3d.sight(board, OBSERVER, TARGET)
    scene = board_scene(board)
    why = reasons(scene, sight)
    assert {(each.kind, each.id) for each in why} == {("terrain", "post"), ("area", "post")}
    assert sum(each.share for each in why) == pytest.approx(1.0)
    assert {named(each, board.features) for each in why} == {"the body of post", "the area of post"}
    rows = np.concatenate([each.rows for each in why])
    assert len(set(rows)) == len(rows) == (~sight.samples.reached).sum()
    drawn = describe(board, sight)
    lines = {each.name: each for each in drawn.lines if each.role == "blocked"}
    assert lines["post"].colour == STOPPED_BY["terrain"]
    assert lines["area of post"].colour == STOPPED_BY["area"]
    # Those of the one end at y < 10, those of the other beyond.
    assert lines["post"].segments[:, 1, 1].max() <= 10.0 + 1e-6
    assert lines["area of post"].segments[:, 1, 1].min() >= 10.0 - 1e-6
    assert lines["post"].group == "stopped/post"
    left = {each.name for each in without(drawn, {"stopped/post"}).lines if each.role == "blocked"}
    assert left == {"area of post"}
    texts = {each.text: each.colour for each in drawn.legend}
    for reason in why:
        (text,) = [each for each in texts if named(reason, board.features) + ":" in each]
        assert text.endswith(f": {reason.share:.0%}") and texts[text] == reason.colour
    tags = {tag.text for tag in drawn.labels}
    assert {"body of post", "area of post"} <= tags
    # Both are beside each other, and one close-up shows them.
    (inset,) = drawn.insets[1:]
    title = "50% of the lines stopped by the {} of post, 50% by the {} of post"
    assert inset.title in (title.format("body", "area"), title.format("area", "body"))
    assert {tag.text for tag in inset.labels} == {"body 50%", "area 50%"}


def test_what_hides_little_is_toned_down(tmp_path: Path) -> None:
    """From the middle the target's rim is at y = 10.241 where two walls meet at 10.23: one hides
    2 % of its width, .011 of .483"."""
    walls = {
        "wall": box((12.0, 12.5), (2.0, 10.23), (0.0, 9.0)),
        "slat": box((12.0, 12.5), (10.23, 18.0), (0.0, 9.0)),
    }
    board = load(tmp_path, walls)
    sight = geo3d.sight(board, OBSERVER, TARGET)
    why = {each.id: each for each in reasons(board_scene(board), sight)}
    assert why["slat"].share < 0.05 < why["wall"].share
    assert why["wall"].main and not why["slat"].main
    # In the colour of its kind, which the lines of nothing else have.
    assert why["slat"].colour == why["wall"].colour
    drawn = describe(board, sight)
    widths = {each.name: each.width for each in drawn.lines if each.role == "blocked"}
    assert widths["slat"] < widths["wall"]
    assert len([each for each in drawn.lines if each.role == "beyond"]) == 1
    ranks = {tag.text: tag.rank for tag in drawn.labels if tag.role == "blocker"}
    assert ranks["body of slat"] > ranks["body of wall"]
    assert [each.name for each in drawn.surfaces if each.role == "footprint"] == ["wall", "slat"]


@pytest.mark.parametrize("eye", BLINDNESS.values(), ids=BLINDNESS)
def test_the_colours_of_reasons_stay_apart_for_every_eye(eye: np.ndarray) -> None:
    """And from that of the open line, on the table as on a dark background."""
    named_ = {**STOPPED_BY, "open": WITNESS}
    kinds = [kind for kind in named_ if kind != "ground"]
    for one, other in itertools.combinations(kinds, 2):
        off = np.linalg.norm(lab(named_[one], eye) - lab(named_[other], eye))
        assert off > 19, (one, other)
    for ground in ("dddfcc", "1d2026", "f3f1ec"):
        red, green, blue = (int(ground[at : at + 2], 16) / 255 for at in (0, 2, 4))
        for kind in kinds:
            off = np.linalg.norm(lab(named_[kind], eye) - lab((red, green, blue), eye))
            assert off > 19, (kind, ground)


def test_an_observer_is_seen_through_where_it_would_hide_why(tmp_path: Path) -> None:
    """Its face is at x = 5.5: a wall .5" before it, and one 6.5" before it."""
    for x, faded in ((6.0, True), (12.0, False)):
        folder = tmp_path / str(x)
        folder.mkdir()
        board = load(folder, {"wall": box((x, x + 0.5), (2, 18), (0, 9))})
        scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
        (body,) = [each for each in scene.surfaces if each.role == "observer"]
        assert (body.opacity < 0.5) == faded and (body.opacity == 1.0) != faded
