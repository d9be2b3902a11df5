"""The move of a whole unit: all its models, or all go back (03.01)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from geo3d.errors import UsageError
from geo3d.motion.ending import ending
from geo3d.motion.moving import judge_move
from geo3d.motion.path import Point
from geo3d.motion.result import Move
from geo3d.table.board import Board
from geo3d.table.figures import Figure


@dataclass(frozen=True, eq=False)
class UnitMove:
    """Whether a unit's move is legal, and where its models stand after it.

    Attributes:
        unit: its id.
        moves: by model, those that move, in their order; their ends are judged where all stand
            at last.
        figures: all models of the board after the move; as before it where it is not legal.
    """

    unit: str
    moves: dict[str, Move]
    figures: dict[str, Figure]

    @property
    def legal(self) -> bool:
        """Every model's move is legal."""
        return all(move.legal for move in self.moves.values())

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "unit": self.unit,
            "legal": self.legal,
            "models": {id: move.to_dict() for id, move in self.moves.items()},
        }


def judge_unit_move(
    board: Board,
    unit: str,
    paths: Mapping[str, Sequence[Point]],
    max_distance: float | None = None,
    through_models: bool = False,
) -> UnitMove:
    """Judge the move of a unit: its models move one after the other, in the order given.

    A model passes friends where they are when it moves; where it ends is judged when all have
    moved. If any model breaks a rule, the unit cannot make the move, and all stay where they were.
    Coherency is not judged here.

    Args:
        unit: its id.
        paths: model id -> its path, as `judge_move` takes it; the unit's other models stay.
        max_distance: inches, for each model; None for each model's own move (03.01.01).
        through_models: as for `judge_move` (03.01.02).

    Raises:
        UsageError: no such unit, or a model that is not of it; and as `judge_move`.
    """
    known = board.units.get(unit)
    if known is None:
        there = ", ".join(board.units) or "none"
        raise UsageError(f"{board.path}: no unit {unit!r} on the board; there are {there}")
    for model in paths:
        if model not in known.models:
            raise UsageError(
                f"{board.path}: model {model!r} is not of unit {unit!r}, which has "
                f"{', '.join(known.models)}"
            )
    moved = board
    moves: dict[str, Move] = {}
    for model, path in paths.items():
        moves[model] = judge_move(moved, model, path, max_distance, through_models)
        end = moves[model].end
        figure = replace(moved.figures[model], at=end.at, turn_deg=end.turn_deg)
        moved = moved.with_figures({**moved.figures, model: figure})
    for model, move in moves.items():
        end = ending(moved, moved.figures[model], move.climbed)
        on_the_way = [each for each in move.violations if each not in move.end.violations]
        moves[model] = replace(move, end=end, violations=(*on_the_way, *end.violations))
    judged = UnitMove(unit, moves, moved.figures)
    return judged if judged.legal else replace(judged, figures=board.figures)
