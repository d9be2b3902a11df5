"""How often the outline of a level cut winds round points: which of them lie in material.

Outlines of many segments are summed up by squares: from afar those of one square count by the first
terms of their multipole expansion (Greengard and Rokhlin, A fast algorithm for particle
simulations, 1987), so that damaged meshes do not cost the product of points and segments.
"""

import math

import numpy as np
import numpy.typing as npt

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools, Floats, Ints

SOLID = 0.75
"""Winding number from which a point of a cut is inside material."""

FEW = 400
"""Segments up to this number are summed one by one, and more for points up to `RARE`."""

RARE = 60

CELLS = 3.0
"""Squares are chosen so that there are this many times the square root of the segments' number."""

NEAR = 1
"""Squares about a point's own whose segments are summed one by one."""

TERMS = 10
"""Of the expansion. Points lie 1.5 sides or more off the middle of a square that is seen from afar,
and its segments, none longer than a side, end within that: what is left out is below .001."""


def inside(points: Floats, segments: Floats, least: float = SOLID) -> Bools:
    """(N,) whether points (N, 2) of a cut lie in material: wound round at least so often."""
    held: Bools = winding(points, segments) >= least
    return held


def winding(points: Floats, segments: Floats) -> Floats:
    """(N,) how often the outline (M, 4), material on its left, winds round points (N, 2)."""
    found = np.empty(len(points))
    if len(segments) <= FEW or len(points) <= RARE:
        _wind(points, segments, found)
    else:
        _wind_from_afar(points, segments, *_squares(segments), found)
    return found


def _squares(
    segments: Floats,
) -> tuple[Floats, float, Ints, Ints, Ints, npt.NDArray[np.complex128]]:
    """Corner and side of the squares; rows of their segments and where each one's begin; those too
    long for any; and the terms (X Y, `TERMS`) of each."""
    middle = (segments[:, :2] + segments[:, 2:]) / 2
    low, high = middle.min(axis=0), middle.max(axis=0)
    size = np.maximum(high - low, 1e-6)
    side = float(np.sqrt(np.prod(size) / (CELLS * np.sqrt(len(segments)))))
    side = max(side, float(size.max()) / 1000)
    shape = (size / side).astype(np.int64) + 1
    length = np.hypot(segments[:, 2] - segments[:, 0], segments[:, 3] - segments[:, 1])
    short = length <= side
    rows = np.flatnonzero(short)
    at = ((middle[rows] - low) / side).astype(np.int64)
    cell = at[:, 0] * shape[1] + at[:, 1]
    order = np.argsort(cell, kind="stable")
    number = int(shape[0] * shape[1])
    first = np.concatenate([[0], np.cumsum(np.bincount(cell, minlength=number))]).astype(np.int64)
    centre = (low[0] + (at[:, 0] + 0.5) * side) + 1j * (low[1] + (at[:, 1] + 0.5) * side)
    one = segments[rows, 0] + 1j * segments[rows, 1] - centre
    other = segments[rows, 2] + 1j * segments[rows, 3] - centre
    terms = np.empty((number, TERMS), np.complex128)
    a, b = one.copy(), other.copy()
    for k in range(TERMS):
        # log(other - z) - log(one - z), in powers of 1 / (centre - z).
        share = (b - a) * ((-1) ** k / (k + 1))
        terms[:, k] = np.bincount(cell, share.real, number)
        terms[:, k] += 1j * np.bincount(cell, share.imag, number)
        a *= one
        b *= other
    corner = np.append(low, shape.astype(np.float64))
    return corner, side, rows[order], first, np.flatnonzero(~short), terms


@inline
def _angle(segments, s, x, y):  # type: ignore[no-untyped-def]
    """Under which angle a segment is seen from a point."""
    ax, ay = segments[s, 0] - x, segments[s, 1] - y
    bx, by = segments[s, 2] - x, segments[s, 3] - y
    return math.atan2(ax * by - ay * bx, ax * bx + ay * by)


@kernel
def _wind(points, segments, found):  # type: ignore[no-untyped-def]
    for n in range(len(points)):
        total = 0.0
        for s in range(len(segments)):
            total += _angle(segments, s, points[n, 0], points[n, 1])
        found[n] = total / (2 * math.pi)


@kernel
def _wind_from_afar(points, segments, corner, side, rows, first, long, terms, found):  # type: ignore[no-untyped-def]
    nx, ny = int(corner[2]), int(corner[3])
    for n in range(len(points)):
        x, y = points[n, 0], points[n, 1]
        total = 0.0
        for s in long:
            total += _angle(segments, s, x, y)
        a = math.floor((x - corner[0]) / side)
        b = math.floor((y - corner[1]) / side)
        for i in range(nx):
            for j in range(ny):
                cell = i * ny + j
                begin, end = first[cell], first[cell + 1]
                if begin == end:
                    continue
                if abs(i - a) <= NEAR and abs(j - b) <= NEAR:
                    for r in range(begin, end):
                        total += _angle(segments, rows[r], x, y)
                else:
                    away = 1.0 / complex(
                        corner[0] + (i + 0.5) * side - x, corner[1] + (j + 0.5) * side - y
                    )
                    value = 0.0j
                    for k in range(TERMS - 1, -1, -1):
                        value = (value + terms[cell, k]) * away
                    total += value.imag
        found[n] = total / (2 * math.pi)
