"""Unit coherency (03.03)."""

from dataclasses import dataclass
from itertools import combinations
from typing import Final

import numpy as np

from geo3d.rays.segments import Bools
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
        removals: the fewest models without which the rest is coherent; of several such sets the
            first in the unit's order.
    """

    alone: tuple[str, ...] = ()
    apart: tuple[tuple[str, str, float, float], ...] = ()
    removals: tuple[str, ...] = ()

    @property
    def coherent(self) -> bool:
        """Nothing breaks it."""
        return not self.alone and not self.apart


def coherency(board: Board, unit: Unit) -> Coherency:
    """The coherency of a unit; one of a single model is always coherent."""
    if len(unit.models) < 2:
        return Coherency()
    number = len(unit.models)
    near, good = np.zeros((number, number), np.bool_), np.ones((number, number), np.bool_)
    apart = []
    for i, j in combinations(range(number), 2):
        one, other = unit.models[i], unit.models[j]
        between = measure(board, one, other)
        level = between.vertical <= LEVEL + ON_THE_DOT
        near[i, j] = near[j, i] = level and between.horizontal <= NEAR + ON_THE_DOT
        if not level or between.horizontal > FAR + ON_THE_DOT:
            good[i, j] = good[j, i] = False
            apart.append((one, other, between.horizontal, between.vertical))
    alone = tuple(unit.models[i] for i in np.flatnonzero(~near.any(axis=1)))
    if not alone and not apart:
        return Coherency()
    kept = set(_most_kept(near, good))
    return Coherency(
        alone, tuple(apart), tuple(m for i, m in enumerate(unit.models) if i not in kept)
    )


def _most_kept(near: Bools, good: Bools) -> list[int]:
    """The most models that are coherent among themselves, their first such set in order.

    Exact: sets of models that are all within 9" of each other are grown one model at a time, and
    left where even all that could still join them would be no more than the best so far.
    """
    number = len(near)
    best: list[int] = [0]

    def coherent(rows: list[int]) -> bool:
        return len(rows) == 1 or bool(near[np.ix_(rows, rows)].any(axis=1).all())

    def grow(rows: list[int], left: list[int]) -> None:
        nonlocal best
        if len(rows) > len(best) and coherent(rows):
            best = rows
        for at, row in enumerate(left):
            if len(rows) + len(left) - at <= len(best):
                return
            grow([*rows, row], [other for other in left[at + 1 :] if good[row, other]])

    # One that is near nobody is in no such set of two or more.
    grow([], [row for row in range(number) if near[row].any()])
    return best
