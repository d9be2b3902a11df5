"""The truth about a pair: 65,536 lines by the exact engine, and an independent check of one.

Half of the lines run between points spread over all parts of both models that face each other, rims
among them; the other half are 64 lines each to 512 elements of the target. The points are Sobol's
(Sobol 1967, scrambled after Owen 1998), moved round for each pair (Cranley and Patterson 1976); the
sight code uses none of this.
"""

from dataclasses import dataclass
from functools import cache

import numpy as np
from scipy.stats import qmc

from geo3d.flat.reference import Reference
from geo3d.flat.solid import Solid
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats

LINES = 65_536
"""Lines a pair."""

ELEMENTS = 512
"""Elements of the target that the fraction is taken from."""

CHECKED = 4
"""Open lines that are checked by the reference before it is said to contradict the engine."""

TABLE = 20_260_101
"""Seed of the scrambling: the same points in every run."""


@dataclass(frozen=True, eq=False)
class Truth:
    """What brute force found.

    Attributes:
        visible: a line is open, and the reference agrees.
        fraction: the share of the target's projected surface that an open line reaches, at least:
            an element may be reached from less than 1/64 of the observer.
        open_lines: of all.
        line: (2, 3) an open line that the reference confirms, or None.
        contradicted: the engine says that lines are open, and the reference that none of those
            that it looked at is.
    """

    visible: bool
    fraction: float
    open_lines: int
    line: Floats | None
    contradicted: bool


def brute_force(
    rays: RayScene, check: Reference, observer: Solid, target: Solid, shift: Floats,
    lines: int = LINES,
) -> Truth:  # fmt: skip
    """Trace all lines between two solids.

    Args:
        rays: what blocks, and nothing else.
        check: the same as plain triangles.
        shift: (4,) in [0, 1): how the points are moved round.
        lines: how many, a power of two; an eighth and more of 512.
    """
    number = lines // 2
    starts, ends = spread_lines(observer, target, number, shift)
    few = min(ELEMENTS, number // 8)
    square = (_sobol(few)[:, 2:] + shift[2:]) % 1.0
    elements, weights = target.elements(square, observer.centre)
    each = number // few
    from_ = observer.spread((_sobol(number)[:, [2, 0]] + shift[[1, 3]]) % 1.0, target)
    starts = np.concatenate([starts, from_])
    # A run of Sobol's points is itself spread evenly; every 512th of them is not.
    ends = np.concatenate([ends, np.repeat(elements, each, axis=0)])
    open_ = ~rays.any_hit(starts, ends, bundles=np.arange(0, lines + 1, min(BUNDLE, lines)))
    reached = open_[number:].reshape(few, each).any(axis=1)
    found = np.flatnonzero(open_)
    # Evenly among them: the first may all graze the same edge.
    tried = found[np.linspace(0, len(found) - 1, min(CHECKED, len(found))).astype(np.int64)]
    confirmed = check.any_open(starts[tried], ends[tried])
    line = None
    if confirmed is not None:
        row = tried[confirmed]
        line = np.stack([starts[row], ends[row]])
    return Truth(
        visible=line is not None,
        fraction=float(weights[reached].sum() / weights.sum()),
        open_lines=len(found),
        line=line,
        contradicted=bool(len(found)) and line is None,
    )


def spread_lines(
    observer: Solid, target: Solid, number: int, shift: Floats
) -> tuple[Floats, Floats]:
    """Starts and ends (N, 3) of lines between all parts of two solids that face each other.

    Args:
        number: how many, a power of two.
        shift: (4,) in [0, 1): how the points are moved round.
    """
    square = (_sobol(number) + shift) % 1.0
    return observer.spread(square[:, :2], target), target.spread(square[:, 2:], observer)


BUNDLE = 4096
"""Lines that are looked up together: all of a pair lie near each other, and 16 parts keep several
threads busy."""


@cache
def _sobol(number: int) -> Floats:
    """(number, 4) points; read only."""
    points: Floats = qmc.Sobol(4, scramble=True, rng=TABLE).random(number)
    points.setflags(write=False)
    return points
