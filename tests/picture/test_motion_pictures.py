"""Moves and reach drawn: what differs in pixels between legal and not, with a field and without."""

from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.table.board import Board
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.html import write_html
from geo3d_viewer.palette import BROKEN, CLIMB, OVERHANG, SUPPORT, distances
from geo3d_viewer.picture import picture
from geo3d_viewer.scene import describe
from tests.picture import pixels
from tests.picture.browser import open_page
from tests.picture.move_board import MODEL, PLAN, load

pytest.importorskip("pyvista")

SMALL = (800, 500)
LEGEND = 56
"""The lowest rows hold the legend, which shows the colours too."""


def _drawn(scene: SceneDescription) -> np.ndarray:
    return np.asarray(picture(scene, SMALL))[:-LEGEND]


def _moved(board: Board, path: list, most: float | None = None) -> SceneDescription:
    return describe(board, move=geo3d.judge_move(board, MODEL, path, most), path=path)


def test_a_broken_rule_is_seen(tmp_path: Path) -> None:
    """The same path of 14 inches, allowed and one inch too long."""
    board = load(tmp_path)
    legal, illegal = _drawn(_moved(board, PLAN)), _drawn(_moved(board, PLAN, 13.0))
    assert pixels.of_colour(legal, BROKEN) == 0
    # The frame of its label alone is 3 of 1000 pixels wide, and goes round some 30 by 20.
    assert pixels.of_colour(illegal, BROKEN) > 80
    # The climb is in both, with a label.
    assert pixels.of_colour(legal, CLIMB) > 100 and pixels.of_colour(illegal, CLIMB) > 100


def test_what_sticks_out_is_seen(tmp_path: Path) -> None:
    board = load(tmp_path)
    inside, outside = (_drawn(_moved(board, [*PLAN, (x, 10.0, 5.0)], 20.0)) for x in (15.4, 15.8))
    # It is seen through the ghost, whose colour shifts it.
    assert pixels.of_colour(inside, OVERHANG, 30) < 20
    assert pixels.of_colour(outside, OVERHANG, 30) > 120


def test_on_the_ground_nothing_is_climbed(tmp_path: Path) -> None:
    flat = _drawn(_moved(load(tmp_path), [(10, 10)]))
    assert pixels.of_colour(flat, CLIMB) == 0
    assert pixels.of_colour(flat, SUPPORT, 2) == 0


def test_a_field_has_the_colours_of_its_legend(tmp_path: Path) -> None:
    """The tiles of each step are seen in just its colour, but the nearest, under the model."""
    board = load(tmp_path, at=[11, 10])
    answer = geo3d.reach(board, MODEL, 6.0)
    there, absent = _drawn(describe(board, reach=answer)), _drawn(describe(board))
    for colour in distances(6)[1:]:
        assert pixels.of_colour(there, colour) > 500
        assert pixels.of_colour(absent, colour) < 20


def test_a_browser_draws_both(tmp_path: Path) -> None:
    board = load(tmp_path, at=[11, 10])
    write_html(_moved(board, [(11, 10, 5), (14, 10, 5)]), tmp_path / "move.html")
    write_html(describe(board, reach=geo3d.reach(board, MODEL, 6.0)), tmp_path / "reach.html")
    move, reach = (open_page(tmp_path / f"{name}.html") for name in ("move", "reach"))
    assert move.complaints == [] and reach.complaints == []
    assert "the move</button>" in move.document and "the field</button>" in reach.document
    assert '<header id="caption" class="legal">' in move.document
    # Without buttons and legend.
    assert pixels.of_colour(move.pixels[:-110], CLIMB) > 200
    assert pixels.of_colour(reach.pixels[:-110], CLIMB) == 0
    for colour in distances(6)[1:]:
        assert pixels.of_colour(reach.pixels[:-110], colour, 1) > 500
