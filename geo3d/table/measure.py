"""Distances between two models: between the closest points of their bases.

In plan the bases are convex sets: a round one is a point and a radius, an oval is exact (not its
polygon), so distances are exact to about 1e-10. The closest points are found with GJK (Gilbert,
Johnson and Keerthi 1988) on the difference of the two sets.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.rays.segments import Floats
from geo3d.table.bases import turn_matrix
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.tolerances import BASES_CLOSE, BASES_MEET

Support = Callable[[Floats], Floats]
STEPS = 500
"""More than any pair of bases needs; about 10 do for most."""


@dataclass(frozen=True)
class Measure:
    """Distances between two models, inches.

    Attributes:
        horizontal: between the bases in plan; 0 where they overlap.
        vertical: between the heights of the bases' undersides.
        distance: between the closest points of the bases, in 3D.
        from_, to: closest points, (x, y, z).
    """

    horizontal: float
    vertical: float
    distance: float
    from_: tuple[float, float, float]
    to: tuple[float, float, float]

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `geo3d measure --json`, without warnings."""
        return {
            "horizontal": self.horizontal,
            "vertical": self.vertical,
            "distance": self.distance,
            "from": list(self.from_),
            "to": list(self.to),
        }


def measure(board: Board, first: str, second: str) -> Measure:
    """Distances between two models; the same both ways, bit for bit.

    Raises:
        UsageError: no such model, or the same model twice.
    """
    one, other = board.figure(first), board.figure(second)
    if first == second:
        raise UsageError(f"{board.path}: both models are {first!r}: two are needed")
    swap = (one.at, one.id) > (other.at, other.id)
    if swap:
        one, other = other, one
    horizontal, a, b = _plan(one, other)
    vertical = abs(one.bottom - other.bottom)
    points = [(float(a[0]), float(a[1]), one.bottom), (float(b[0]), float(b[1]), other.bottom)]
    if swap:
        points.reverse()
    return Measure(
        horizontal, vertical, float(np.hypot(horizontal, vertical)), points[0], points[1]
    )


def _core(figure: Figure) -> tuple[Support, float]:
    """The base as the support function of a convex core, and a radius round it."""
    base = figure.profile.base
    at = np.array(figure.at[:2])
    if base.kind == "round":
        return (lambda _: at), base.half_x
    if base.kind == "oval":
        turn, half = turn_matrix(figure.turn_deg), np.array([base.half_x, base.half_y])

        def oval(direction: Floats) -> Floats:
            stretched = half * (direction @ turn)
            point: Floats = at + turn @ (half * stretched / np.linalg.norm(stretched))
            return point

        return oval, 0.0
    outline = figure.outline
    return (lambda direction: outline[int((outline @ direction).argmax())]), 0.0


def _plan(one: Figure, other: Figure) -> tuple[float, Floats, Floats]:
    """Horizontal distance and the closest points in plan."""
    support1, radius1 = _core(one)
    support2, radius2 = _core(other)
    gap, a, b = _closest(support1, support2, np.array(one.at[:2]) - np.array(other.at[:2]))
    if gap == 0.0:
        return 0.0, a, b
    way = (b - a) / gap
    if gap <= radius1 + radius2:
        meeting = a + way * min(radius1, gap)
        return 0.0, meeting, meeting
    return gap - radius1 - radius2, a + way * radius1, b - way * radius2


def _closest(one: Support, other: Support, start: Floats) -> tuple[float, Floats, Floats]:
    """GJK in the plane: distance and closest points of two convex sets; 0 where they overlap."""
    direction = start if np.linalg.norm(start) > 0.0 else np.array([1.0, 0.0])
    pairs = [(one(-direction), other(direction))]
    shares = np.array([1.0])
    before = np.inf
    for _ in range(STEPS):
        points = np.array([a - b for a, b in pairs])
        nearest = shares @ points
        size = float(nearest @ nearest)
        if size <= BASES_MEET**2 or size >= before:
            break  # They meet, or rounding ends the progress.
        before = size
        a, b = one(-nearest), other(nearest)
        if size - float(nearest @ (a - b)) <= BASES_CLOSE * size:
            break
        pairs, shares = _shrink([*pairs, (a, b)])
        if len(pairs) == 3:
            break
    first = sum((s * p[0] for s, p in zip(shares, pairs, strict=True)), np.zeros(2))
    second = sum((s * p[1] for s, p in zip(shares, pairs, strict=True)), np.zeros(2))
    if len(pairs) == 3:
        return 0.0, first, first
    return float(np.linalg.norm(first - second)), first, second


def _shrink(
    pairs: list[tuple[Floats, Floats]],
) -> tuple[list[tuple[Floats, Floats]], Floats]:
    """Of a simplex the smallest part that holds its point nearest the origin, and its shares."""
    points = [a - b for a, b in pairs]
    if len(points) == 3:
        p, q, r = points
        whole = _cross(q - p, r - p)
        parts = np.array([_cross(q, r), _cross(r, p), _cross(p, q)])
        if whole != 0.0 and (parts / whole >= 0.0).all():
            return pairs, parts / whole
    best: tuple[float, list[int], Floats] = (np.inf, [], np.empty(0))
    edges = [(0, 1)] if len(points) == 2 else [(0, 1), (0, 2), (1, 2)]
    for i, j in edges:
        way = points[j] - points[i]
        length = float(way @ way)
        t = 0.0 if length == 0.0 else min(max(-float(points[i] @ way) / length, 0.0), 1.0)
        at = points[i] + t * way
        size = float(at @ at)
        if size < best[0]:
            kept, shares = [i, j], np.array([1 - t, t])
            if t in (0.0, 1.0):
                kept, shares = [j if t else i], np.array([1.0])
            best = (size, kept, shares)
    return [pairs[k] for k in best[1]], best[2]


def _cross(a: Floats, b: Floats) -> float:
    return float(a[0] * b[1] - a[1] * b[0])
