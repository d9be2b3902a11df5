"""The window, drawn off screen: its tags move with the camera."""

from pathlib import Path

import numpy as np
import pytest

from geo3d_viewer import display
from geo3d_viewer.scene import describe
from geo3d_viewer.window import prepared
from tests.picture.boards import LOW, load

pytest.importorskip("pyvista")


def test_words_lie_over_it_and_follow_the_camera(tmp_path: Path) -> None:
    display.without_screen()
    drawing = prepared(describe(load(tmp_path, {"wall": LOW})), off_screen=True)
    try:
        before = drawing.image()
        drawing.plotter.camera.azimuth += 30
        after = drawing.image()
    finally:
        drawing.close()
    # The caption's paper is in its corner both times, and the board has turned.
    for picture in (before, after):
        assert (picture[26:30, 30:200] > 240).all()
    assert (before != after).any(axis=2).mean() > 0.2
    assert _tags(before) > 500 and _tags(after) > 500


def _tags(pixels: np.ndarray) -> int:
    """White pixels below the caption and above the legend: only tags have them."""
    return int((pixels[150:-80] > 250).all(axis=2).sum())
