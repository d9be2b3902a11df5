"""Proof that two bodies cannot see each other.

All lines between two boxes lie in the hull of both. Where a plane parts the boxes and the cut of
the hull lies inside one screen in that plane, every line is stopped there. A pair that no single
screen parts is cut into smaller boxes, each pair of which needs a screen of its own. What is left
unproven may still be hidden, by rough surfaces or by several screens together.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools, Floats
from geo3d.visibility.body import Body
from geo3d.visibility.screens import FLAT, Screens

LEVELS = 8
"""How often the boxes are halved, by turns across and upward."""

CELLS = 4096
"""Pairs of boxes that are looked at in one level at most."""


def prove_hidden(screens: Screens, ignored: Bools, first: Body, second: Body) -> bool:
    """Try to prove that no line between two bodies is open.

    Args:
        screens: those of all that stands on the board.
        ignored: (meshes,) which owners do not block.

    Returns:
        True where it is proven; False says nothing.
    """
    axes = _axes(second.centre - first.centre)
    one, other = _around(first, axes), _around(second, axes)
    near, far = _corners(*one, axes), _corners(*other, axes)
    cells = np.concatenate([*one, *other])[None]
    # Screens whose plane has the boxes on its two sides: they part all smaller boxes, too.
    high = np.einsum("skj,sj->sk", near - screens.point[:, None], screens.normal)
    low = np.einsum("skj,sj->sk", far - screens.point[:, None], screens.normal)
    parting = (high.min(axis=1) > 2 * FLAT) & (low.max(axis=1) < -2 * FLAT)
    parting |= (high.max(axis=1) < -2 * FLAT) & (low.min(axis=1) > 2 * FLAT)
    few = screens.chosen(np.flatnonzero(parting & ~ignored[screens.owner]))
    level = 0
    while len(few.point):
        left = np.empty(len(cells), np.bool_)
        _unstopped(
            cells, axes, few.point, few.normal, few.across, few.up, few.bounds, few.first,
            few.edges, left,
        )  # fmt: skip
        cells = cells[left]
        if not len(cells):
            return True
        if level == LEVELS or 4 * len(cells) > CELLS:
            break
        cells = _quartered(cells, axes, 1 + level % 2)
        level += 1
    return False


def _quartered(cells: Floats, axes: Floats, axis: int) -> Floats:
    """Each pair of boxes as four: both halved along one axis."""
    parts = []
    for one in (-1.0, 1.0):
        for other in (-1.0, 1.0):
            part = cells.copy()
            for begin, side in ((0, one), (6, other)):
                part[:, begin + 3 + axis] /= 2
                shift = side * part[:, begin + 3 + axis, None] * axes[axis]
                part[:, begin : begin + 3] += shift
            parts.append(part)
    return np.concatenate(parts)


def _axes(way: Floats) -> Floats:
    """Rows: level along the way, level across it, up."""
    flat = np.array([way[0], way[1], 0.0])
    length = np.linalg.norm(flat)
    ahead = flat / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
    return np.array([ahead, [-ahead[1], ahead[0], 0.0], [0.0, 0.0, 1.0]])


def _around(body: Body, axes: Floats) -> tuple[Floats, Floats]:
    """Middle and half sizes of a body's box along the axes."""
    along = body.corners @ axes.T
    low, high = along.min(axis=0), along.max(axis=0)
    return (low + high) / 2 @ axes, (high - low) / 2


_SIGNS = np.array([[a, b, c] for a in (-1.0, 1.0) for b in (-1.0, 1.0) for c in (-1.0, 1.0)])


def _corners(middle: Floats, half: Floats, axes: Floats) -> Floats:
    points: Floats = middle + (_SIGNS * half) @ axes
    return points


@inline
def _rectangle_inside(low_x, low_y, high_x, high_y, edges, begin, stop):  # type: ignore[no-untyped-def]
    """Whether a rectangle lies inside a polygon: no edge meets it, and its middle is inside."""
    x, y = (low_x + high_x) / 2, (low_y + high_y) / 2
    inside = False
    for e in range(begin, stop):
        ax, ay, bx, by = edges[e, 0], edges[e, 1], edges[e, 2], edges[e, 3]
        if (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax):
            inside = not inside
        # The edge against the rectangle (Liang and Barsky 1984).
        t0, t1 = 0.0, 1.0
        dx, dy = bx - ax, by - ay
        apart = False
        for side in range(4):
            if side == 0:
                p, q = -dx, ax - low_x
            elif side == 1:
                p, q = dx, high_x - ax
            elif side == 2:
                p, q = -dy, ay - low_y
            else:
                p, q = dy, high_y - ay
            if p == 0.0:
                if q < 0.0:
                    apart = True
                    break
            else:
                r = q / p
                if p < 0.0:
                    t0 = max(t0, r)
                else:
                    t1 = min(t1, r)
                if t0 > t1:
                    apart = True
                    break
        if not apart:
            return False
    return inside


@inline
def _stopped(near, far, s, point, normal, across, up, bounds, first, edges):  # type: ignore[no-untyped-def]
    """Whether screen s stops every line between two boxes, given by their corners."""
    low_x, low_y, high_x, high_y = math.inf, math.inf, -math.inf, -math.inf
    flat = np.empty((16, 3))
    for k in range(8):
        for box in range(2):
            h, x, y = 0.0, 0.0, 0.0
            for j in range(3):
                d = (near[k, j] if box == 0 else far[k, j]) - point[s, j]
                h += d * normal[s, j]
                x += d * across[s, j]
                y += d * up[s, j]
            flat[8 * box + k, 0], flat[8 * box + k, 1], flat[8 * box + k, 2] = h, x, y
    for a in range(8):
        for b in range(8, 16):
            share = flat[a, 0] / (flat[a, 0] - flat[b, 0])
            x = flat[a, 1] + share * (flat[b, 1] - flat[a, 1])
            y = flat[a, 2] + share * (flat[b, 2] - flat[a, 2])
            low_x, high_x = min(low_x, x), max(high_x, x)
            low_y, high_y = min(low_y, y), max(high_y, y)
            if (
                low_x < bounds[s, 0]
                or low_y < bounds[s, 1]
                or high_x > bounds[s, 2]
                or high_y > bounds[s, 3]
            ):
                return False
    return _rectangle_inside(low_x, low_y, high_x, high_y, edges, first[s], first[s + 1])


@kernel
def _unstopped(cells, axes, point, normal, across, up, bounds, first, edges, left):  # type: ignore[no-untyped-def]
    """Mark the pairs of boxes that no single screen parts."""
    near, far = np.empty((8, 3)), np.empty((8, 3))
    recent = 0
    for n in range(len(cells)):
        cell = cells[n]
        for k in range(8):
            for j in range(3):
                near[k, j], far[k, j] = cell[j], cell[6 + j]
                for axis in range(3):
                    sign = 1.0 if (k >> axis) & 1 else -1.0
                    near[k, j] += sign * cell[3 + axis] * axes[axis, j]
                    far[k, j] += sign * cell[9 + axis] * axes[axis, j]
        done = _stopped(near, far, recent, point, normal, across, up, bounds, first, edges)
        s = 0
        while not done and s < len(point):
            # The line between the middles must cross the screen's bounds at all.
            h1, h2, x1, x2, y1, y2 = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
            for j in range(3):
                d1, d2 = cell[j] - point[s, j], cell[6 + j] - point[s, j]
                h1 += d1 * normal[s, j]
                h2 += d2 * normal[s, j]
                x1 += d1 * across[s, j]
                x2 += d2 * across[s, j]
                y1 += d1 * up[s, j]
                y2 += d2 * up[s, j]
            share = h1 / (h1 - h2)
            x, y = x1 + share * (x2 - x1), y1 + share * (y2 - y1)
            within = bounds[s, 0] <= x <= bounds[s, 2] and bounds[s, 1] <= y <= bounds[s, 3]
            if within and _stopped(near, far, s, point, normal, across, up, bounds, first, edges):
                done = True
                recent = s
            s += 1
        left[n] = not done
