"""Engagement range (03.04)."""

from typing import Final

from geo3d.table.board import Board
from geo3d.table.measure import measure
from geo3d.tolerances import ON_THE_DOT

RANGE: Final = 2.0
"""Inches horizontally."""

LEVEL: Final = 5.0
"""Inches vertically."""


def engaged_pairs(board: Board) -> list[tuple[str, str]]:
    """The pairs of models of two players that are within engagement range of each other."""
    figures = list(board.figures.values())
    found = []
    for number, one in enumerate(figures):
        for other in figures[number + 1 :]:
            if other.player == one.player or abs(one.at[2] - other.at[2]) > LEVEL + ON_THE_DOT:
                continue
            if measure(board, one.id, other.id).horizontal <= RANGE + ON_THE_DOT:
                found.append((one.id, other.id))
    return found


def engaged_units(board: Board) -> dict[str, list[str]]:
    """Each unit's enemies that it is engaged with, in the board's order."""
    found: dict[str, set[str]] = {unit: set() for unit in board.units}
    for one, other in engaged_pairs(board):
        a, b = board.figures[one].unit, board.figures[other].unit
        found[a].add(b)
        found[b].add(a)
    return {unit: [other for other in board.units if other in met] for unit, met in found.items()}
