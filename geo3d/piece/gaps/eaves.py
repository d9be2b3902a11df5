"""Where, in plan, roofs end over ways between two walls: there mouths may be (13.11)."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import scipy.ndimage

from geo3d.piece.gaps.candidates import LEAST, MOST
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.grid import free_along
from geo3d.piece.gaps.paint import LOW, marked, painted
from geo3d.piece.gaps.slices import Slices
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats

LEVEL = 0.5
"""Inches from one height at which one looks to the next."""

SQUARE, MOST_SQUARES = 0.05, 700
"""Inches; and so many of them at most along a piece, else they are larger."""

THINNED = 3
"""Of the squares of an edge, one is looked at in so many by so many."""

MOST_SPOTS = 4000
"""Of more, so many are looked at."""

WAYS = np.array([[np.cos(a), np.sin(a)] for a in np.arange(30) * np.pi / 30])
"""Directions in which one looks for walls."""


@dataclass(frozen=True, eq=False)
class Spot:
    """A place under a roof's edge, halfway between two walls, at the height of a cut.

    Attributes:
        level: number of the cut.
        at: (2,) where.
        across: (2,) unit, to one of the walls, about.
        width: inches between them, about.
    """

    level: int
    at: Floats
    across: Floats
    width: float


def spots(cuts: Slices, faces: Faces) -> Iterator[Spot]:
    """Where the edge of a roof crosses the middle of a way between two walls, under open sky."""
    low = np.array([faces.low[k].min() for k in (0, 1)])
    high = np.array([faces.high[k].max() for k in (0, 1)])
    square = max(SQUARE, float((high - low).max()) / MOST_SQUARES)
    low, high = low - 3 * square, high + 3 * square
    above = float(faces.high[2].max())
    apart = max(1, round(LEVEL / cuts.step))
    roof: Bools | None = None
    for level in range(apart // 2, len(cuts.heights), apart)[::-1]:
        bottom = float(cuts.heights[level]) + LOW
        rows = np.flatnonzero((faces.high[2] >= bottom) & (faces.low[2] <= above))
        here = painted(faces.triangles[rows], low, high, square, (bottom, above)) > 0
        roof = here if roof is None else roof | here
        above = bottom
        if len(cuts.at(level)):
            yield from _of_level(level, roof, cuts.at(level), low, high, square)


def _of_level(
    level: int, roof: Bools, segments: Floats, low: Floats, high: Floats, square: float
) -> Iterator[Spot]:
    lines = marked(segments, np.zeros(3), np.eye(3), low, high, square)
    near = scipy.ndimage.binary_dilation(lines)
    sky = ~roof & ~near
    rows = np.argwhere(scipy.ndimage.binary_dilation(sky) & roof & ~near)
    if not len(rows):
        return
    extent = roof.shape[0] // THINNED + 1
    _, kept = np.unique(rows[:, 0] // THINNED + extent * (rows[:, 1] // THINNED), return_index=True)
    rows = rows[kept]
    rows = rows[:: len(rows) // MOST_SPOTS + 1]
    points = low + (rows + 0.5) * square
    found = np.empty((len(points), 3))
    _narrowest(lines, low, square, points, WAYS, MOST, found)
    found[:, 1:] += square / 2
    wide = found[:, 1] + found[:, 2]
    good = (found[:, 0] >= 0.0) & (wide >= LEAST) & (wide <= MOST)
    for row in np.flatnonzero(good):
        across = WAYS[int(found[row, 0])]
        # Halfway between the walls, beside the edge where it slants.
        at = points[row] + (found[row, 1] - found[row, 2]) / 2 * across
        yield Spot(level, at, across, float(wide[row]))


@kernel
def _narrowest(marked, corner, cell, points, ways, most, found):  # type: ignore[no-untyped-def]
    """Fill for each point: in which of the ways it has walls on both sides that stand closest, or
    -1; and how far they are, ahead and behind."""
    for n in range(len(points)):
        x, y = points[n, 0], points[n, 1]
        least = most
        found[n, 0], found[n, 1], found[n, 2] = -1.0, 0.0, 0.0
        for w in range(len(ways)):
            ahead = free_along(marked, corner, cell, x, y, ways[w, 0], ways[w, 1], least)
            if ahead < 0.0:
                break
            if ahead >= least:
                continue
            behind = free_along(marked, corner, cell, x, y, -ways[w, 0], -ways[w, 1], least - ahead)
            if ahead + behind < least:
                least = ahead + behind
                found[n, 0], found[n, 1], found[n, 2] = w, ahead, behind
