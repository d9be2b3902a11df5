"""Boards for verbs that ask about sight: loaded, and the gaps of their pieces found."""

from geo3d.cli.output import progress
from geo3d.table import Board, load_board
from geo3d.table.seals import prepare_gaps


def open_board(path: str, *models: str) -> Board:
    """Load a board and find the gaps of pieces not seen before, with a progress bar.

    Args:
        models: ids that must be on it, asked for before the search.

    Raises:
        BoardError: as `load_board`.
        UsageError: no such model.
    """
    board = load_board(path)
    for model in models:
        board.figure(model)
    with progress("gaps of pieces not seen before") as told:
        prepare_gaps(board, told)
    return board
