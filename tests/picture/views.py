"""Views that are compared with stored pictures. Run as a program it stores them anew:

    python -m tests.picture.views

Look at each before it is committed: what is stored is what is taken to be right.
"""

import tempfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from PIL import Image, ImageFilter

import geo3d
from geo3d.flat.disagree import disagree
from geo3d.piece import read_piece, shipped_path
from geo3d.visibility.heat import heat
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.groups import switched
from geo3d_viewer.layers import circles
from geo3d_viewer.layers.disagree import layer as disagree_layer
from geo3d_viewer.layers.heat import layer as heat_layer
from geo3d_viewer.picture import picture
from geo3d_viewer.piece import describe_piece
from geo3d_viewer.scene import describe
from tests.picture import move_board
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, box, load
from tests.picture.gap_board import CLOSED, OPEN, STRADDLING, load_ruin, ruin

STORED = Path(__file__).parent / "stored"

SIZE = (480, 300)

BLUR = 3.0
"""Pixels: what differs by less, edges and thin lines drawn by another library, is smoothed out."""

BLOCK = 20
"""Pixels: side of the squares whose means are compared."""

MEAN, WORST = 1.5, 12.0
"""Of 255: how far blurred pictures may be apart on average, and the squares' means at most. Two of
Mesa's renderers, llvmpipe and softpipe, were at most .61 and 8.8 apart over these views."""


def _pair(folder: Path, wall: object, **more: object) -> SceneDescription:
    board = load(folder, {"wall": wall})
    return describe(board, geo3d.sight(board, OBSERVER, TARGET), **more)


def _gaps(folder: Path) -> SceneDescription:
    board = load_ruin(folder, ruin(CLOSED, STRADDLING, OPEN))
    return describe(board, geo3d.sight(board, OBSERVER, TARGET))


def _area(folder: Path) -> SceneDescription:
    """Nothing stands between but a kerb; its area hides (13.10)."""
    area = {"id": "field", "features": ["kerb"],
            "boundary": [[10, 6], [14, 6], [14, 14], [10, 14]]}  # fmt: skip
    board = load(folder, {"kerb": box((11, 13), (9, 11), (0, 0.2))}, areas=[area])
    return describe(board, geo3d.sight(board, OBSERVER, TARGET))


def _heat(folder: Path) -> SceneDescription:
    board = load(folder, {"wall": HIGH})
    found = heat(board, [OBSERVER], 0.5)
    return describe(board, observer=OBSERVER, layers=(heat_layer(board, found, OBSERVER),))


def _disagree(folder: Path) -> SceneDescription:
    """All four: a kerb hides in 2D alone, a wall that the observer touches on the meshes alone."""
    walls = {
        "kerb": box((12, 12.5), (2, 9), (0, 0.3)),
        "wall": box((12, 12.5), (11, 18), (0, 4)),
        "touched": box((5.5, 5.7), (9.5, 14), (0, 4)),
    }
    board = load(folder, walls)
    found = disagree(board, OBSERVER, "nine")
    return describe(board, observer=OBSERVER, layers=(disagree_layer(board, found),))


def _circles(folder: Path) -> SceneDescription:
    units = [
        {"id": "u-1", "player": "red", "profile": "square",
         "models": [{"id": "r1", "at": [5, 10]}, {"id": "r2", "at": [7.5, 10]}]},
        {"id": "u-2", "player": "blue", "profile": "square",
         "models": [{"id": "b1", "at": [10, 10]}, {"id": "b2", "at": [16, 12]}]},
    ]  # fmt: skip
    board = load(folder, {}, units=units)
    return describe(board, layers=(circles.engagement(board), circles.cohering(board)))


def _move(folder: Path) -> SceneDescription:
    board = move_board.load(folder)
    path = [(11.0, 10.0), (11.0, 10.0, 5.0), (14.0, 10.0, 5.0)]
    return describe(board, move=geo3d.judge_move(board, move_board.MODEL, path), path=path)


def _reach(folder: Path) -> SceneDescription:
    board = move_board.load(folder)
    return describe(board, reach=geo3d.reach(board, move_board.MODEL, 4.0))


def _piece(_: Path, at: float | None = None) -> SceneDescription:
    return describe_piece(read_piece(shipped_path("ruin-hall")), at)


VIEWS: dict[str, tuple[Callable[[Path], SceneDescription], int | None]] = {
    "open": (lambda folder: _pair(folder, LOW.copy().apply_translation([0, 0, -9])), None),
    "partly": (lambda folder: _pair(folder, LOW), None),
    "hidden": (lambda folder: _pair(folder, HIGH), None),
    "dark": (lambda folder: _pair(folder, LOW, dark=True), None),
    "tested": (lambda folder: switched(_pair(folder, LOW), show=("tested",)), None),
    "eye": (lambda folder: _pair(folder, LOW), 0),
    "gaps": (_gaps, None),
    "area": (_area, None),
    "area-eye": (_area, 0),
    "little": (lambda folder: _pair(folder, box((12, 12.5), (2, 18), (0, 1.98))), None),
    "board": (lambda folder: describe(load(folder, {"wall": LOW, "other": HIGH})), None),
    "heat": (_heat, None),
    "disagree": (_disagree, None),
    "circles": (_circles, None),
    "move": (_move, None),
    "reach": (_reach, None),
    "piece": (_piece, None),
    "section": (lambda folder: _piece(folder, 1.5), None),
}
"""Name -> what is drawn, and through which eye."""


def drawn(name: str, folder: Path) -> Image.Image:
    """A view as it is drawn now."""
    make, eye = VIEWS[name]
    return picture(make(folder), SIZE, eye)


def apart(one: Image.Image, other: Image.Image) -> tuple[float, float]:
    """How far two pictures are apart: on average, and in the square where they are most."""
    pixels = [
        np.asarray(image.convert("RGB").filter(ImageFilter.GaussianBlur(BLUR)), np.float64)
        for image in (one, other)
    ]
    off = np.abs(pixels[0] - pixels[1]).mean(axis=2)
    squares = off.reshape(off.shape[0] // BLOCK, BLOCK, off.shape[1] // BLOCK, BLOCK)
    return float(off.mean()), float(squares.mean(axis=(1, 3)).max())


def main() -> None:
    """Store all views."""
    STORED.mkdir(exist_ok=True)
    for name in VIEWS:
        with tempfile.TemporaryDirectory() as folder:
            drawn(name, Path(folder)).save(STORED / f"{name}.png", optimize=True)
        print(STORED / f"{name}.png")


if __name__ == "__main__":
    main()
