"""A loop of open edges filled with triangles: the set of least area.

G. Barequet and M. Sharir: Filling gaps in the boundary of a polyhedron, Computer Aided Geometric
Design 12 (1995).
"""

import numpy as np

from geo3d.piece.ears import Work, ears
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints

LONGEST = 700
"""Edges: longer loops are filled flat, as seen along their normal: least area takes the cube."""

PARTS = 8
"""Parts of `LONGEST` edges: loops of more are filled in shorter ones."""

FLAT_WORK = 1e10
"""Cubed corners of a loop that crosses itself, as seen along its normal, which is filled flat all
the same: half a second; longer ones are filled in parts."""


def fill(points: Floats, taken: Bools | None = None) -> Ints:
    """(N - 2, 3) triangles that fill a loop of N >= 3 points, wound as the loop is.

    Args:
        taken: (N, N) chords that are edges already, and must not be used; loops over `LONGEST`
            look at none.
    """
    if len(points) > LONGEST:
        found = _flat(points)
        if found is not None:
            return found
        # A comb of it: every LONGEST-th part is filled by itself, then what is left of them; the
        # parts of a very long loop are shorter, so that all of them take no longer.
        step = int(min(LONGEST, max(4.0, (PARTS * LONGEST**3 / len(points)) ** 0.5))) - 1
        starts = np.arange(0, len(points), step)
        parts: list[Ints] = []
        for begin in starts.tolist():
            rows = np.arange(begin, min(begin + step, len(points) - 1) + 1)
            if len(rows) > 2:
                parts.append(rows[_least(points[rows])])
        rest = np.unique(np.append(starts, len(points) - 1))
        if len(rest) > 2:
            parts.append(rest[fill(points[rest])])
        return np.concatenate(parts)
    return _least(points, taken)


def loop_normal(points: Floats) -> Floats:
    """(3,) twice the vector area of a loop (Newell)."""
    normal: Floats = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    return normal


def _least(points: Floats, taken: Bools | None = None) -> Ints:
    middle = np.ascontiguousarray(points - points.mean(axis=0))
    if taken is None:
        taken = np.zeros((len(points), len(points)), dtype=np.bool_)
    found: Ints = _least_area(middle, np.ascontiguousarray(taken))
    return found


def _flat(points: Floats) -> Ints | None:
    """Ears cut from the loop as seen along its normal; None where that leaves part of it open."""
    normal = loop_normal(points - points.mean(axis=0))
    length = float(np.linalg.norm(normal))
    if length <= 0.0:
        return None
    normal /= length
    one = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    one /= np.linalg.norm(one)
    flat = points @ np.array([one, np.cross(normal, one)]).T
    found = ears(flat, np.array([len(flat)]), Work(FLAT_WORK))
    return None if found is None else _as_loop(found, len(points))


def _as_loop(triangles: Ints, number: int) -> Ints | None:
    """Triangles wound so that each edge i to i + 1 of the loop occurs; None where one lacks."""
    if len(triangles) != number - 2:
        return None
    for turn in (1, -1):
        turned = triangles[:, ::turn]
        edges = np.stack([turned, np.roll(turned, -1, axis=1)], axis=2).reshape(-1, 2)
        if ((edges[:, 0] + 1) % number == edges[:, 1]).sum() == number:
            return turned
    return None


@kernel
def _least_area(points, taken):  # type: ignore[no-untyped-def]
    """Dynamic programme over chords: cost[i, j] is the least area between points i and j.

    A chord that is taken costs more than any area: it is used only where nothing else closes.
    """
    n = len(points)
    cost = np.zeros((n, n))
    split = np.zeros((n, n), np.int64)
    for span in range(2, n):
        for i in range(n - span):
            j = i + span
            best = np.inf
            where = i + 1
            for k in range(i + 1, j):
                ax = points[j, 0] - points[i, 0]
                ay = points[j, 1] - points[i, 1]
                az = points[j, 2] - points[i, 2]
                bx = points[k, 0] - points[i, 0]
                by = points[k, 1] - points[i, 1]
                bz = points[k, 2] - points[i, 2]
                x = ay * bz - az * by
                y = az * bx - ax * bz
                z = ax * by - ay * bx
                total = cost[i, k] + cost[k, j] + np.sqrt(x * x + y * y + z * z)
                if total < best:
                    best = total
                    where = k
            if taken[i, j] and span < n - 1:
                best += 1e6
            cost[i, j] = best
            split[i, j] = where
    triangles = np.empty((n - 2, 3), np.int64)
    stack = np.empty((n, 2), np.int64)
    stack[0, 0], stack[0, 1] = 0, n - 1
    depth, found = 1, 0
    while depth > 0:
        depth -= 1
        i, j = stack[depth, 0], stack[depth, 1]
        if j - i < 2:
            continue
        k = split[i, j]
        triangles[found, 0], triangles[found, 1], triangles[found, 2] = i, k, j
        found += 1
        stack[depth, 0], stack[depth, 1] = i, k
        stack[depth + 1, 0], stack[depth + 1, 1] = k, j
        depth += 2
    return triangles
