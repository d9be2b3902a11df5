"""The measures that a sweep can take, each as the same four functions."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geo3d.errors import UsageError
from geo3d.sweep import accuracy, exposure, reach
from geo3d.sweep.options import Columns, Options, Part
from geo3d.table import Board

__all__ = ["MEASURES", "Measure", "Options", "measure_of"]


@dataclass(frozen=True)
class Measure:
    """A measure.

    Attributes:
        name: as it is asked for.
        parts: (board, options) -> how many parts its work has, whoever does it.
        prepare: (board, options): makes ready what all parts of a board share.
        part: (board, options, number, of) -> one of them.
        summed: whether rows of the same first column are added up, or stand for themselves.
        table: (board, options, columns of all parts) -> the table.
        summary: (board, options, table) -> what people want to know of it, as JSON values.
        unit: what its pairs are.
    """

    name: str
    parts: Callable[[Board, Options], int]
    prepare: Callable[[Board, Options], object]
    part: Callable[[Board, Options, int, int], Part]
    summed: bool
    table: Callable[[Board, Options, Columns], Columns]
    summary: Callable[[Board, Options, Columns], dict[str, Any]]
    unit: str


MEASURES: dict[str, Measure] = {
    each.name: each
    for each in (
        Measure("exposure", exposure.parts, exposure.field_of, exposure.part, True, exposure.table,
                exposure.summary, "cell pair"),
        Measure("reach", reach.parts, reach.starts_of, reach.part, False, reach.table,
                reach.summary, "start"),
        Measure("accuracy", accuracy.parts, accuracy.prepare, accuracy.part, False,
                accuracy.table, accuracy.summary, "model pair"),
    )
}  # fmt: skip


def measure_of(name: str) -> Measure:
    """A measure by name. Raises UsageError where there is none."""
    if name not in MEASURES:
        raise UsageError(f"no measure {name!r}; there are {', '.join(MEASURES)}")
    return MEASURES[name]
