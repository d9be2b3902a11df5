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

OWN = 0.5
"""Of a stretch's length that its two ends may lie apart for it to be an outline by itself."""


def shafts_of(
    stretches: list[Ints], plan: Floats, rings: list[Ints]
) -> tuple[list[Ints], set[int], Floats]:
    """Holes in closed outlines that are put together from stretches of their own outlines.

    The end of each stretch is led to the beginning of another, so that all those ways together are
    shortest, as both stretches bend or straight (`bridge`); to its own beginning only where most of
    the outline is known. What so comes to be no shaft is taken together. A shaft is what winds
    against the outline that it lies in, crosses nothing and is wide.

    Args:
        stretches: vertices of parts of outlines in the order of the mesh's open edges.
        plan: (V, 2) of all vertices.
        rings: closed outlines, in the same order.

    Returns:
        The holes as vertices, which stretches are used for them, and (P, 2) points put in, which
        follow those of `plan`.
    """
    known = [row for row, part in enumerate(stretches) if len(part) > 1]
    outer = [shapely.Polygon(plan[ring]) for ring in rings]
    if not known or not outer or len(known) > MOST:
        return [], set(), np.empty((0, 2))
    begins = plan[[stretches[row][0] for row in known]]
    ends = plan[[stretches[row][-1] for row in known]]
    apart = np.linalg.norm(ends[:, None] - begins[None], axis=2)
    length = np.array([_length(plan[stretches[row]]) for row in known])
    if len(known) > 1:
        own = np.diag(apart)
        np.fill_diagonal(apart, np.where(own < OWN * length, own, 1e6))
    _, following = scipy.optimize.linear_sum_assignment(apart)
    found: list[Ints] = []
    added = [np.empty((0, 2))]
    total = len(plan)
    used: set[int] = set()
    cycles = _cycles(following)
    while cycles:
        left = []
        for cycle in cycles:
            parts = [stretches[known[at]] for at in cycle]
            ways = _ways([plan[part] for part in parts], float(length[cycle].sum()), outer)
            if ways is None:
                left.append(cycle)
                continue
            ring = []
            for part, more in zip(parts, ways, strict=True):
                ring += [part, total + np.arange(len(more))]
                total += len(more)
            added += ways
            found.append(np.concatenate(ring))
            used.update(known[at] for at in cycle)
        cycles = _joined(left, apart) if len(left) > 1 else []
    return found, used, np.concatenate(added)


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


def _ways(parts: list[Floats], seen: float, outer: list[shapely.Polygon]) -> list[Floats] | None:
    """Points between the stretches of a shaft, one after another; None where they are none."""
    bent = [bridge(part, after) for part, after in zip(parts, [*parts[1:], parts[0]], strict=True)]
    for ways in (bent, [np.empty((0, 2))] * len(parts)):
        every = [each for both in zip(parts, ways, strict=True) for each in both]
        if _is_shaft(np.concatenate(every), seen, outer):
            return ways
    return None


def _length(line: Floats) -> float:
    return float(np.linalg.norm(np.diff(line, axis=0), axis=1).sum())


def _is_shaft(points: Floats, seen: float, outer: list[shapely.Polygon]) -> bool:
    if len(points) < 3:
        return False
    shape = shapely.Polygon(points)
    if not shape.is_valid or 4 * shape.area < NARROW * shape.length:
        return False
    if seen < KNOWN * shape.length:
        return False
    around = [ring for ring in outer if ring.is_valid and ring.contains(shape)]
    if not around:
        return False
    least = min(around, key=lambda ring: ring.area)
    return bool(shape.exterior.is_ccw != least.exterior.is_ccw)
