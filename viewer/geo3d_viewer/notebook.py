"""A board in a notebook: the offline page, in a frame of its own that runs no other script."""

import html
from collections.abc import Sequence
from pathlib import Path

from geo3d.errors import UsageError
from geo3d.motion import Move, Reach
from geo3d.motion.path import Point
from geo3d.table import Board
from geo3d.visibility import Sight
from geo3d_viewer.description import Layer, SceneDescription
from geo3d_viewer.html import page, write_html
from geo3d_viewer.scene import describe

SHORTEST, TALLEST = 200, 4000
"""Pixels that a frame may be high."""


class Shown:
    """A picture that a notebook displays.

    Attributes:
        scene: what it shows.
        height: pixels.
    """

    def __init__(self, scene: SceneDescription, height: int) -> None:
        self.scene, self.height = scene, height

    def _repr_html_(self) -> str:
        """What a notebook asks for."""
        return (
            f'<iframe sandbox="allow-scripts" style="width:100%;height:{self.height}px;border:0" '
            f'srcdoc="{html.escape(page(self.scene))}"></iframe>'
        )

    def __repr__(self) -> str:
        return "\n".join([self.scene.title, *self.scene.caption])

    def save(self, path: str | Path) -> None:
        """Write it as an offline page. Raises UsageError: not a .html, or it cannot be written."""
        write_html(self.scene, Path(path))


def show(
    board: Board,
    sight: Sight | None = None,
    *,
    move: Move | None = None,
    path: Sequence[Point] = (),
    reach: Reach | None = None,
    layers: Sequence[Layer] = (),
    dark: bool = False,
    height: int = 640,
) -> Shown:
    """A board, and an answer about it, to be displayed in a notebook.

    Args:
        board: from `geo3d.load_board`; answers are about the same board.
        sight, move, path, reach, layers, dark: as for `scene.describe`.
        height: pixels of the frame.

    Raises:
        UsageError: more than one answer; a height that is no frame's.
    """
    if not SHORTEST <= height <= TALLEST:
        raise UsageError(f"height: from {SHORTEST} to {TALLEST} pixels wanted, got {height!r}")
    scene = describe(board, sight, move=move, path=path, reach=reach, layers=layers, dark=dark)
    return Shown(scene, height)
