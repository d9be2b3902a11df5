"""What the observer sees: cameras in it, that look at the target and see past its own unit."""

from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d_viewer.picture import in_eye, picture
from geo3d_viewer.scene import describe
from tests.picture import pixels
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, load

SIZE = (640, 400)
WORDS, LEGEND = 110, 40
"""Rows at the top and at the bottom that words may lie on."""


def test_they_are_in_the_observer_and_look_at_the_target(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": LOW})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    eyes = describe(board, sight).eyes
    assert sight.witness is not None and eyes[0].camera.position == sight.witness.start
    for eye in eyes:
        # The observer is 1" square about (5, 10) and 2" high; the middle of the target at 1".
        x, y, z = eye.camera.position
        assert 4.5 <= x <= 5.5 and 9.5 <= y <= 10.5 and 0.0 <= z <= 2.0
        assert eye.camera.focal == pytest.approx((20.0, 10.0, 1.0))
        (pixel,), (depth,) = eye.camera.project(np.array([[20.0, 10.0, 1.0]]), SIZE)
        assert pixel == pytest.approx((320, 200)) and 14.0 < depth < 16.0
        assert OBSERVER in eye.without and TARGET not in eye.without
    # All outermost parts across the line are there: both sides, top and bottom.
    spread = np.ptp([eye.camera.position for eye in eyes], axis=0)
    assert spread[1] > 0.99 and spread[2] > 1.9


def test_no_pair_no_eyes_and_no_witness_begins_in_the_middle(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": HIGH})
    assert describe(board).eyes == ()
    eye = describe(board, geo3d.sight(board, OBSERVER, TARGET)).eyes[0]
    assert eye.camera.position == pytest.approx((5.0, 10.0, 1.0), abs=0.03)


def test_it_names_what_it_is_about_but_not_itself(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": LOW})
    scene = describe(board, geo3d.sight(board, OBSERVER, TARGET))
    seen = in_eye(scene, scene.eyes[0])
    assert {label.text for label in seen.labels} == {TARGET, "body of wall"}
    assert seen.caption[-1] == "seen from where its open line starts"
    assert not {"witness", "blocked"} & {line.role for line in seen.lines}


def test_the_picture_from_there_shows_the_seen_part_alone(tmp_path: Path) -> None:
    """From where an open line starts the middle of the picture is the target or what hides it."""
    pytest.importorskip("pyvista")
    counts = {}
    for name, wall in (("low", LOW), ("high", HIGH)):
        folder = tmp_path / name
        folder.mkdir()
        board = load(folder, {"wall": wall})
        image = picture(describe(board, geo3d.sight(board, OBSERVER, TARGET)), SIZE, eye=0)
        rows = np.asarray(image)[WORDS:-LEGEND]
        counts[name] = pixels.seen(rows), pixels.unseen(rows)
    # Its diagonal of 2.4" is a third of 400 pixels: it is 55 by 111, of which a part is hidden.
    assert 1500 < counts["low"][0] < 1.1 * 55 * 111
    # Behind the high wall neither is in sight: only the wall is.
    assert counts["high"] == (0, 0)
