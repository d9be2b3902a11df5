"""What of a mesh lies between two depths of a plane, painted on a grid in that plane."""

import numpy as np

from geo3d.piece.gaps.flood import Solid
from geo3d.rays.clipping import between_levels
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats

LOW = 0.1
"""Inches: what is free over the ground no higher than this is closed."""


def painted(
    local: Floats, low: Floats, high: Floats, square: float, depth: tuple[float, float]
) -> Solid:
    """(U, V) 1 where a triangle covers a square, or an edge of it passes there.

    Args:
        local: (K, 3, 3) triangles: along the plane, up, across it.
        low, high: (2,) the grid's bounds.
        square: inches, of its squares.
        depth: from and to where across the plane triangles count.
    """
    shape = np.ceil((high - low) / square).astype(np.int64)
    solid: Solid = np.zeros((int(shape[0]), int(shape[1])), np.uint8)
    _paint(local, low, square, depth[0], depth[1], solid)
    return solid


def marked(
    segments: Floats, origin: Floats, frame: Floats, low: Floats, high: Floats, square: float
) -> Bools:
    """(U, V) the squares of a level grid that the outline of a level cut passes.

    Args:
        segments: (M, 4) x, y of both ends.
        origin: (3,) and frame: (3, 3), its first rows level: the grid's.
        low, high: (2,) its bounds in that frame.
        square: inches.
    """
    flat = np.concatenate(
        [(segments[:, k : k + 2] - origin[:2]) @ frame[:2, :2].T for k in (0, 2)], axis=1
    )
    shape = np.ceil((high - low) / square).astype(np.int64)
    near = (np.maximum(flat[:, :2], flat[:, 2:]) >= low).all(axis=1)
    near &= (np.minimum(flat[:, :2], flat[:, 2:]) <= high).all(axis=1)
    flat = flat[near]
    steps = np.ceil(3 * np.hypot(*(flat[:, 2:] - flat[:, :2]).T) / square).astype(np.int64) + 1
    row = np.repeat(np.arange(len(flat)), steps)
    share = (np.arange(len(row)) - np.repeat(np.cumsum(steps) - steps, steps)) / steps[row]
    points = flat[row, :2] + share[:, None] * (flat[row, 2:] - flat[row, :2])
    at = np.floor((points - low) / square).astype(np.int64)
    at = at[((at >= 0) & (at < shape)).all(axis=1)]
    found = np.zeros((int(shape[0]), int(shape[1])), np.bool_)
    found[at[:, 0], at[:, 1]] = True
    return found


def ground_below(
    solid: Solid, bottom: float, square: float, least: float = 0.0, low: float = LOW
) -> None:
    """Fill, in place, what lies under the ground, and what is free over it and lower than a gap.

    Args:
        bottom: where the ground is, in squares.
        square: inches.
        least: of the columns with something so low this share must stand off the ground for that.
        low: inches: how low that is.
    """
    floor = max(int(np.ceil(bottom)), 0)
    stands = solid[:, max(floor - 1, 0) : floor + 1].any(axis=1)
    solid[:, :floor] = 1
    # Lower than a gap can be, as under the feet or the bow of a warped piece, is no opening.
    low_part = solid[:, floor : floor + int(low / square)]
    if low_part.size:
        held = low_part.any(axis=1)
        first = np.where(held, low_part.argmax(axis=1), 0)
        if (held & ~stands).sum() < least * held.sum():
            return
        low_part[np.arange(low_part.shape[1]) < first[:, None]] = 1


def edges_between(local: Floats, depth: tuple[float, float]) -> Floats:
    """(E, 2, 2) the edges of what of each triangle lies between two depths, as seen across."""
    edges = np.empty((8 * len(local), 2, 2))
    return edges[: _edges(local, depth[0], depth[1], edges)]


@kernel
def _edges(local, near, far, edges):  # type: ignore[no-untyped-def]
    corners = np.empty((2, 8, 3))
    count = 0
    for t in range(len(local)):
        side, number = between_levels(local[t], near, far, corners)
        for c in range(number):
            d = c + 1 if c + 1 < number else 0
            for k in range(2):
                edges[count, 0, k] = corners[side, c, k]
                edges[count, 1, k] = corners[side, d, k]
            count += 1
    return count


@kernel
def _paint(local, low, square, near, far, solid):  # type: ignore[no-untyped-def]
    """Mark the squares that the part of each triangle between two depths covers."""
    corners = np.empty((2, 8, 3))
    for t in range(len(local)):
        side, number = between_levels(local[t], near, far, corners)
        if number == 0:
            continue
        polygon = corners[side]
        # Its edges, so that what is seen edge-on leaves a line.
        for c in range(number):
            d = c + 1 if c + 1 < number else 0
            x, y = (polygon[c, 0] - low[0]) / square, (polygon[c, 1] - low[1]) / square
            dx = (polygon[d, 0] - low[0]) / square - x
            dy = (polygon[d, 1] - low[1]) / square - y
            first, last = 0.0, 1.0
            for k in range(2):
                at, step = (x, dx) if k == 0 else (y, dy)
                size = float(solid.shape[k])
                if step == 0.0:
                    if at < 0.0 or at >= size:
                        last = -1.0
                else:
                    one, other = -at / step, (size - at) / step
                    first, last = max(first, min(one, other)), min(last, max(one, other))
            if first > last:
                continue
            steps = int(2.5 * max(abs(dx), abs(dy)) * (last - first)) + 1
            for i in range(steps + 1):
                s = first + (last - first) * i / steps
                a, b = int(x + s * dx), int(y + s * dy)
                if 0 <= a < solid.shape[0] and 0 <= b < solid.shape[1] and x + s * dx >= 0.0:
                    solid[a, b] = 1
        # Its inside, a column at a time.
        least, most = np.inf, -np.inf
        for c in range(number):
            least, most = min(least, polygon[c, 0]), max(most, polygon[c, 0])
        first_column = max(int(np.floor((least - low[0]) / square)), 0)
        last_column = min(int(np.floor((most - low[0]) / square)), solid.shape[0] - 1)
        for a in range(first_column, last_column + 1):
            x = low[0] + (a + 0.5) * square
            bottom, top = np.inf, -np.inf
            for c in range(number):
                d = c + 1 if c + 1 < number else 0
                one, other = polygon[c, 0] - x, polygon[d, 0] - x
                if (one < 0.0) != (other < 0.0):
                    share = one / (one - other)
                    y = polygon[c, 1] + share * (polygon[d, 1] - polygon[c, 1])
                    bottom, top = min(bottom, y), max(top, y)
            if bottom <= top:
                begin = max(int(np.ceil((bottom - low[1]) / square - 0.5)), 0)
                stop = min(int(np.floor((top - low[1]) / square - 0.5)), solid.shape[1] - 1)
                for b in range(begin, stop + 1):
                    solid[a, b] = 1
