"""Shafts whose foot was seen in parts: the ground in them is the table's, and no underside."""

import numpy as np
import scipy.optimize
import shapely

from geo3d.piece.scan.bridging import bridge
from geo3d.rays.segments import Floats, Ints

NARROW = 0.4
"""Inches: what is narrower is no shaft, but two sides of a wall or one of a sheet."""

MOST = 60
"""Stretches that are put in order: more are rubble."""

KNOWN = 0.1
"""Of an outline's length that must be known: less says nothing about where the rest is."""

MOSTLY = 0.5
"""The same of what is a shaft by itself, whatever else is in its outline."""

OWN = 0.5
"""Of a stretch's length that its two ends may lie apart for it to be an outline by itself."""


def shafts_of(
    stretches: list[Ints], plan: Floats, rings: list[Ints]
) -> tuple[list[Ints], set[int], Floats]:
    """Holes in closed outlines that are put together from stretches of their own outlines.

    The end of each stretch is led to the beginning of another, so that all those ways together are
    shortest, as both stretches bend or straight (`bridge`); to its own beginning only where most of
    the outline is known. What is so closed and mostly known is a shaft by itself; of the rest as
    many as can be are taken together. A shaft winds against the outline that it lies in, crosses
    nothing and is wide.

    Args:
        stretches: vertices of parts of outlines in the order of the mesh's open edges.
        plan: (V, 2) of all vertices.
        rings: closed outlines, in the same order.

    Returns:
        The holes as vertices, which stretches are used for them, and (P, 2) points put in, which
        follow those of `plan`.
    """
    outer = sorted((shapely.Polygon(plan[ring]) for ring in rings), key=lambda ring: ring.area)
    outer = [ring for ring in outer if ring.is_valid]
    within: dict[int, list[int]] = {}
    for row, part in enumerate(stretches):
        if len(part) > 1:
            middle = shapely.Point(plan[part[len(part) // 2]])
            around = (at for at, ring in enumerate(outer) if ring.contains(middle))
            within.setdefault(next(around, -1), []).append(row)
    within.pop(-1, None)
    found: list[Ints] = []
    added = [np.empty((0, 2))]
    total = len(plan)
    used: set[int] = set()
    for at, rows in within.items():
        if len(rows) > MOST:
            continue
        for cycle, ways in _of_one([plan[stretches[row]] for row in rows], outer[at]):
            ring = []
            for place, more in zip(cycle, ways, strict=True):
                ring += [stretches[rows[place]], total + np.arange(len(more))]
                total += len(more)
            added += ways
            found.append(np.concatenate(ring))
            used.update(rows[place] for place in cycle)
    return found, used, np.concatenate(added)


def _of_one(parts: list[Floats], outer: shapely.Polygon) -> list[tuple[list[int], list[Floats]]]:
    """The shafts in an outline: which stretches one after another, and points after each."""
    begins, ends = np.array([part[0] for part in parts]), np.array([part[-1] for part in parts])
    apart = np.linalg.norm(ends[:, None] - begins[None], axis=2)
    length = np.array([np.linalg.norm(np.diff(part, axis=0), axis=1).sum() for part in parts])
    if len(parts) > 1:
        own = np.diag(apart)
        np.fill_diagonal(apart, np.where(own < OWN * length, own, 1e6))
    found: list[tuple[list[int], list[Floats]]] = []
    rest = []
    for cycle in _cycles(scipy.optimize.linear_sum_assignment(apart)[1]):
        seen = float(length[cycle].sum())
        ways = _ways([parts[at] for at in cycle], outer, seen / MOSTLY)
        if ways is not None:
            found.append((cycle, ways))
        else:
            rest.append(cycle)
    # From all taken together down to each by itself.
    levels = [rest]
    while len(levels[-1]) > 1:
        levels.append(_joined(levels[-1], apart))
    used: set[int] = set()
    for cycle in (cycle for level in reversed(levels) for cycle in level):
        if used.isdisjoint(cycle):
            seen = float(length[cycle].sum())
            ways = _ways([parts[at] for at in cycle], outer, seen / KNOWN)
            if ways is not None:
                found.append((cycle, ways))
                used.update(cycle)
    return found


def _cycles(following: Ints) -> list[list[int]]:
    found = []
    todo = set(range(len(following)))
    while todo:
        cycle = [min(todo)]
        todo.discard(cycle[0])
        while following[cycle[-1]] != cycle[0]:
            cycle.append(int(following[cycle[-1]]))
            todo.discard(cycle[-1])
        found.append(cycle)
    return found


def _joined(cycles: list[list[int]], apart: Floats) -> list[list[int]]:
    """Two of the cycles made one, where that makes all ways together least longer (R. M. Karp: A
    patching algorithm for the nonsymmetric traveling-salesman problem, SIAM J. Comput. 8, 1979)."""
    best, chosen = np.inf, (0, 1, 0, 0)
    rows = [np.array(cycle) for cycle in cycles]
    for one, a in enumerate(rows):
        for other in range(one + 1, len(rows)):
            b = rows[other]
            after, next_ = np.roll(a, -1), np.roll(b, -1)
            longer: Floats = (
                apart[a[:, None], next_[None]] + apart[b[None], after[:, None]]
                - apart[a, after][:, None] - apart[b, next_][None]
            )  # fmt: skip
            at = int(longer.argmin())
            if longer.ravel()[at] < best:
                best, chosen = float(longer.ravel()[at]), (one, other, at // len(b), at % len(b))
    one, other, i, j = chosen
    first, second = cycles[one], cycles[other]
    merged = [*first[: i + 1], *second[j + 1 :], *second[: j + 1], *first[i + 1 :]]
    return [*(c for n, c in enumerate(cycles) if n not in (one, other)), merged]


def _ways(parts: list[Floats], outer: shapely.Polygon, longest: float) -> list[Floats] | None:
    """Points between the stretches of a shaft, one after another; None where they are none."""
    bent = [bridge(part, after) for part, after in zip(parts, [*parts[1:], parts[0]], strict=True)]
    for ways in (bent, [np.empty((0, 2))] * len(parts)):
        every = [each for both in zip(parts, ways, strict=True) for each in both]
        if _is_shaft(np.concatenate(every), outer, longest):
            return ways
    return None


def _is_shaft(points: Floats, outer: shapely.Polygon, longest: float) -> bool:
    if len(points) < 3:
        return False
    shape = shapely.Polygon(points)
    if shape.length > longest or 4 * shape.area < NARROW * shape.length:
        return False
    if not shape.is_valid or not outer.contains(shape):
        return False
    return bool(shape.exterior.is_ccw != outer.exterior.is_ccw)
