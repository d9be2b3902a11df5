"""One line against every triangle, in plain numpy: the check of witnesses.

It shares no code with the ray core: no tree, no compiled kernel, other formulas.
"""

from collections.abc import Iterable
from typing import Any

import numpy as np

from geo3d.rays.segments import Bools, Floats
from geo3d.table.board import Board
from geo3d.tolerances import GRAZE, TOUCH

SLANT = np.array([0.3141592654, 0.2236067977, 0.9227])
"""A way along which no wall and no floor is built, for counting surfaces."""


class Reference:
    """All triangles of a board's terrain, its ground and its table, in board coordinates.

    Args:
        board: its models do not block here.
    """

    def __init__(self, board: Board) -> None:
        x, y = board.size
        table = np.array([[[0, 0, 0], [x, 0, 0], [x, y, 0]], [[0, 0, 0], [x, y, 0], [0, y, 0]]])
        self._parts = [_Part(table.astype(np.float64), closed=False)]
        placed: list[tuple[Any, Floats]] = [
            (feature.piece.mesh, feature.transform) for feature in board.features.values()
        ]
        if board.ground.mesh is not None:
            placed.append((board.ground.mesh, board.ground.transform))
        for mesh, matrix in placed:
            corners = np.asarray(mesh.vertices) @ matrix[:3, :3].T + matrix[:3, 3]
            triangles = corners[np.asarray(mesh.faces)]
            closed = bool(mesh.is_watertight and mesh.is_winding_consistent)
            self._parts.append(_Part(triangles, closed))

    def blocked(self, start: Any, end: Any) -> bool:
        """Whether anything stops the line from one point (3,) to another.

        A surface does that comes within 1e-8" of the line away from its own ends, and so does
        material that holds all of the line.
        """
        a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
        return any(part.blocks(a, b) for part in self._parts)

    def any_open(self, starts: Iterable[Any], ends: Iterable[Any]) -> int | None:
        """The number of the first line that nothing stops, or None."""
        for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
            if not self.blocked(start, end):
                return number
        return None


class _Part:
    """The triangles of one mesh."""

    def __init__(self, triangles: Floats, closed: bool) -> None:
        usable = np.isfinite(triangles).all(axis=(1, 2))
        self.triangles = triangles[usable]
        self.low = self.triangles.min(axis=(0, 1)) - TOUCH
        self.high = self.triangles.max(axis=(0, 1)) + TOUCH
        self.closed = closed

    def blocks(self, a: Floats, b: Floats) -> bool:
        if (np.maximum(a, b) < self.low).any() or (np.minimum(a, b) > self.high).any():
            return False
        if meets(self.triangles, a, b).any():
            return True
        both = np.stack([a, b])
        held = bool(((both >= self.low) & (both <= self.high)).all())
        return held and self.closed and self._inside((a + b) / 2)

    def _inside(self, point: Floats) -> bool:
        """Whether a way out of the mesh crosses it an odd number of times."""
        far = point + SLANT * float(np.linalg.norm(self.high - self.low) + 1.0)
        return bool(crosses(self.triangles, point, far).sum() % 2)


def crosses(triangles: Floats, a: Floats, b: Floats) -> Bools:
    """(T,) which of the triangles the line goes through from one side to the other.

    By the signs of the volumes that its ends make with the triangle, and that it makes with the
    three edges (Segura and Feito 2001).
    """
    p, q, r = triangles[:, 0], triangles[:, 1], triangles[:, 2]
    one, other = _volume(p, q, r, a), _volume(p, q, r, b)
    along = b - a
    sides = [_turn(u - a, v - a, along) for u, v in ((p, q), (q, r), (r, p))]
    same = np.all([side >= 0.0 for side in sides], axis=0)
    same |= np.all([side <= 0.0 for side in sides], axis=0)
    found: Bools = (one * other < 0.0) & same
    return found


def meets(triangles: Floats, a: Floats, b: Floats) -> Bools:
    """(T,) which of the triangles stop the line: it goes through one, or comes within 1e-8" of it.

    Not where it only begins or ends there.

    Args:
        triangles: (T, 3, 3).
        a, b: (3,) ends.
    """
    low, high = np.minimum(a, b) - TOUCH, np.maximum(a, b) + TOUCH
    near = ((triangles.min(axis=1) <= high) & (triangles.max(axis=1) >= low)).all(axis=1)
    found = np.zeros(len(triangles), np.bool_)
    length = float(np.linalg.norm(b - a))
    if not near.any() or length == 0.0:
        return found
    some = triangles[near]
    normal = np.cross(some[:, 1] - some[:, 0], some[:, 2] - some[:, 0])
    doubled = np.linalg.norm(normal, axis=1)
    flat = doubled <= 1e-12 * ((some - np.roll(some, 1, axis=1)) ** 2).sum(axis=2).max(axis=1)
    normal = normal / np.where(flat, 1.0, doubled)[:, None]
    # The stretch of the line within the touching distance of the triangle's plane, and of its
    # three sides, each thickened by it.
    begin, stop = np.zeros(len(some)), np.ones(len(some))
    bounds = [(normal, some[:, 0], TOUCH), (-normal, some[:, 0], TOUCH)]
    for k in range(3):
        edge = some[:, (k + 1) % 3] - some[:, k]
        outward = np.cross(edge, normal)
        size = np.linalg.norm(outward, axis=1)
        bounds.append((outward / np.where(size > 0.0, size, 1.0)[:, None], some[:, k], TOUCH))
    for way, origin, reach in bounds:
        at_a = (way * (a - origin)).sum(axis=1) - reach
        rise = way @ (b - a)
        with np.errstate(divide="ignore", invalid="ignore"):
            share = -at_a / rise
        begin = np.where(rise < 0.0, np.maximum(begin, share), begin)
        stop = np.where(rise > 0.0, np.minimum(stop, share), stop)
        stop = np.where((rise == 0.0) & (at_a > 0.0), -1.0, stop)
    meeting = (stop >= begin) & ~flat
    at_start = begin * length <= TOUCH
    at_end = (1.0 - stop) * length <= TOUCH
    # One that it only leaves, or only reaches, does not stop it, however slanting.
    ends = np.stack([a - some[:, 0], b - some[:, 0]])
    away = np.abs((ends * normal).sum(axis=2)).max(axis=0) > TOUCH
    short = away | ((stop - begin) * length <= GRAZE)
    found[near] = meeting & ~((at_start | at_end) & short)
    return found


def _volume(p: Floats, q: Floats, r: Floats, point: Floats) -> Floats:
    return _turn(p - point, q - point, r - point)


def _turn(u: Floats, v: Floats, w: Floats) -> Floats:
    """Six times the signed volume that three vectors span."""
    volume: Floats = (np.cross(u, v) * w).sum(axis=-1)
    return volume
