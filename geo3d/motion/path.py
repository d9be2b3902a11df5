"""A path: straight lines and rotations, in the order in which they are made (03.01)."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion.heights import Heights, Spot
from geo3d.table.figures import Figure
from geo3d.tolerances import FAR

Point = Sequence[float | None]
"""(x, y), (x, y, z) or (x, y, z, turn): z None is the ground there; with a turn the model rotates
to it when it has arrived."""


@dataclass(frozen=True)
class Leg:
    """A straight line with the facing kept, and the rotation after it.

    Attributes:
        start, end: centre of the base's underside.
        turn_deg: the facing on the line.
        by_deg: how far the model rotates at the end, the shorter way; 0 for no rotation.
    """

    start: Spot
    end: Spot
    turn_deg: float
    by_deg: float


def legs(figure: Figure, path: Sequence[Point], heights: Heights) -> list[Leg]:
    """The legs of a path that begins where the figure is.

    Raises:
        UsageError: no point, or one that is not two to four finite numbers.
    """
    if not len(path):
        raise UsageError("a path: at least one point (x, y[, z[, turn]]) wanted")
    found = []
    at, turn = figure.at, figure.turn_deg
    for number, point in enumerate(path, start=1):
        spot, wanted = place(point, heights, f"point {number} of the path")
        by = 0.0 if wanted is None else (wanted - turn + 180.0) % 360.0 - 180.0
        found.append(Leg(at, spot, turn, by))
        at, turn = spot, turn if wanted is None else wanted
    return found


def place(point: Point, heights: Heights, name: str) -> tuple[Spot, float | None]:
    """A point with its z resolved, and the turn where one is given.

    Raises:
        UsageError: not two to four finite numbers within reach.
    """
    try:
        values = [None if value is None else float(value) for value in point]
    except (TypeError, ValueError):
        values = []
    values += [None] * (4 - len(values)) if 2 <= len(values) <= 4 else []
    good = len(values) == 4 and values[0] is not None and values[1] is not None
    if not good or not all(v is None or (np.isfinite(v) and abs(v) <= FAR) for v in values):
        raise UsageError(
            f"{name}: (x, y), (x, y, z) or (x, y, z, turn) wanted, each from {-FAR:g} to {FAR:g}, "
            f"got {point!r}"
        )
    x, y, z, turn = values
    assert x is not None and y is not None
    return (x, y, heights.ground(x, y) if z is None else z), turn
