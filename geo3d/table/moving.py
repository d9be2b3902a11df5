"""A board on which something stands elsewhere: as if its file had been read with it there."""

from collections.abc import Sequence
from dataclasses import replace

from geo3d.table.areas import make_areas
from geo3d.table.board import Board
from geo3d.table.figures import upright
from geo3d.table.format import AreaEntry
from geo3d.table.off_board import things_off_board
from geo3d.table.plumb import plumb_of
from geo3d.table.standing import figure_warnings, piece_warning

OF_MESHES = ("pieces.", "profiles.", "battlefield.")
"""What warnings about meshes begin with: they do not depend on where things stand."""

Spot = tuple[float, float, float]


def with_figure_at(board: Board, id: str, at: Spot, turn_deg: float | None = None) -> Board:
    """The board with a model elsewhere; its warnings are still those of before.

    Raises:
        UsageError: no such model.
    """
    figure = board.figure(id)
    turn = figure.turn_deg if turn_deg is None else turn_deg
    moved = replace(figure, at=at, turn_deg=turn)
    return board.with_figures({**board.figures, id: moved})


def with_feature_at(
    board: Board, entries: Sequence[AreaEntry], id: str, at: Spot, turn_deg: float
) -> Board:
    """The board with a piece of terrain elsewhere; its warnings are still those of before.

    Areas that it outlines go with it (13.01); marked boundaries stay, and so do models on it.

    Args:
        entries: the areas as the board's file has them.
        at: where the piece's origin goes; z is also the level that it stands on.
    """
    feature = board.features[id]
    moved = replace(feature, transform=upright(at, turn_deg), ground_level=at[2])
    features = {**board.features, id: moved}
    made, _ = make_areas(
        [entry for entry in entries if id in entry.features], {**features}, implicit=False
    )
    areas = dict(board.areas)
    for area in made.values():
        areas[area.id] = area
    if id in areas and areas[id].implicit:
        own, _ = make_areas([], {id: moved}, implicit=True)
        areas |= own
    return replace(board, features=features, areas=areas)


def with_warnings(board: Board, entries: Sequence[AreaEntry]) -> Board:
    """The board with the warnings that its file would have.

    Args:
        entries: the areas as the board's file has them.
    """
    notes = [note for note in board.warnings if note.startswith(OF_MESHES)]
    for feature in board.features.values():
        x, y = float(feature.transform[0, 3]), float(feature.transform[1, 3])
        odd = piece_warning(feature, board.ground.height_at(x, y))
        notes += [odd] if odd else []
    notes += make_areas(entries, board.features, board.settings.implicit_areas)[1]
    notes += things_off_board(
        board.size, board.features, board.areas, board.zones, board.objectives
    )
    notes += figure_warnings(
        board.size, board.ground, board.features, board.figures,
        plumb_of(board.features), board.settings,
    )  # fmt: skip
    return board.with_warnings(tuple(dict.fromkeys(notes)))
