"""Where a 2D method and the meshes disagree, as tiles: seen from one model, cell by cell."""

import numpy as np

from geo3d.errors import UsageError
from geo3d.flat.disagree import Disagreement
from geo3d.flat.methods import METHODS
from geo3d.motion.heights import heights_of
from geo3d.table.board import Board
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Layer, LegendEntry
from geo3d_viewer.palette import BOTH_HIDE, BOTH_SHOW, ONLY_2D, ONLY_3D
from geo3d_viewer.reach_field import LIFT, tiles

METHOD = "nine"
"""The method that is asked where none is named: of those that know outlines alone the one that
draws most lines."""

CODES = (
    (4, "visible, both say", BOTH_SHOW),
    (3, "hidden in 2D, visible on the meshes", ONLY_3D),
    (2, "visible in 2D, hidden on the meshes", ONLY_2D),
    (1, "hidden, both say", BOTH_HIDE),
)
"""The codes of `Disagreement.codes`, what the legend says of each, and its colour."""


def method_named(name: str, what: str) -> str:
    """A method's name that there is.

    Args:
        what: the option or key that names it.

    Raises:
        UsageError: there is none of that name.
    """
    if name not in METHODS:
        raise UsageError(f"{what} {name!r}: one of {', '.join(METHODS)} wanted")
    return name


def layer(board: Board, found: Disagreement) -> Layer:
    """The tiles of a disagreement, one for each cell in which a model can stand."""
    grid = found.field.grid
    heights = heights_of(board)
    stands = [figure.at[2] + LIFT for figure in grid.figures]
    places = np.column_stack([grid.centres, np.array(stands, np.float64)])
    x, y = grid.cells.T
    codes = found.codes()[x, y]
    surfaces, legend = [], []
    for code, text, colour in CODES:
        if (codes == code).any():
            surfaces.append(tiles(text, places[codes == code], grid.cell, heights, colour))
            legend.append(LegendEntry(text, colour))
    name = shown(found.field.observer.id)
    return Layer(
        "disagree", f"{found.method} (2D) and the meshes from {name}", _note(found, name),
        tuple(surfaces), legend=tuple(legend),
    )  # fmt: skip


def _note(found: Disagreement, name: str) -> str:
    number = len(found.flat)
    if not number:
        return f"nowhere on the ground can a model like {name} stand"
    hidden, visible = (
        f"{int(wrong.sum()) / number:.1%}" for wrong in (found.false_hidden, found.false_visible)
    )
    return (
        f"from {name}, {METHODS[found.method].title} ({found.method}): of {number} places {hidden} "
        f"are hidden in 2D alone, {visible} visible in 2D alone; bare terrain, no rules"
    )
