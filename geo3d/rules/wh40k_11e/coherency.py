"""Unit coherency (03.03)."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

from geo3d.table.board import Board, Unit
from geo3d.table.measure import measure
from geo3d.tolerances import ON_THE_DOT

NEAR: Final = 2.0
"""Inches horizontally from some other model of the unit."""

FAR: Final = 9.0
"""Inches horizontally from every other model of the unit."""

LEVEL: Final = 5.0
"""Inches vertically, for both."""


@dataclass(frozen=True)
class Coherency:
    """Whether a unit is in coherency, and what breaks it.

    Attributes:
        alone: models within 2" horizontally and 5" vertically of no other model of the unit.
        apart: pairs of models more than 9" apart horizontally, or 5" vertically, with those inches.
    """

    alone: tuple[str, ...] = ()
    apart: tuple[tuple[str, str, float, float], ...] = ()

    @property
    def coherent(self) -> bool:
        """Nothing breaks it."""
        return not self.alone and not self.apart


def coherency(board: Board, unit: Unit) -> Coherency:
    """The coherency of a unit; one of a single model is always coherent."""
    if len(unit.models) < 2:
        return Coherency()
    alone = set(unit.models)
    apart = []
    for one, other in combinations(unit.models, 2):
        between = measure(board, one, other)
        level = between.vertical <= LEVEL + ON_THE_DOT
        if level and between.horizontal <= NEAR + ON_THE_DOT:
            alone -= {one, other}
        if not level or between.horizontal > FAR + ON_THE_DOT:
            apart.append((one, other, between.horizontal, between.vertical))
    return Coherency(tuple(model for model in unit.models if model in alone), tuple(apart))
