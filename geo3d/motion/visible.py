"""Straight lines among obstacles in plan: kernels."""

import numpy as np

from geo3d.motion.relief import undulation
from geo3d.rays.compiled import inline, kernel


@inline
def clear(ax, ay, bx, by, walls):  # type: ignore[no-untyped-def]
    """Whether a line meets none of the walls, (M, 4) segments."""
    x0, x1 = min(ax, bx), max(ax, bx)
    y0, y1 = min(ay, by), max(ay, by)
    dx, dy = bx - ax, by - ay
    for m in range(len(walls)):
        px, py, qx, qy = walls[m, 0], walls[m, 1], walls[m, 2], walls[m, 3]
        if max(px, qx) < x0 or min(px, qx) > x1 or max(py, qy) < y0 or min(py, qy) > y1:
            continue
        one = dx * (py - ay) - dy * (px - ax)
        other = dx * (qy - ay) - dy * (qx - ax)
        if (one > 0.0 and other > 0.0) or (one < 0.0 and other < 0.0):
            continue
        ex, ey = qx - px, qy - py
        first = ex * (ay - py) - ey * (ax - px)
        second = ex * (by - py) - ey * (bx - px)
        if (first > 0.0 and second > 0.0) or (first < 0.0 and second < 0.0):
            continue
        return False
    return True


@kernel
def seen_from(start, ends, wanted, walls, seen):  # type: ignore[no-untyped-def]
    """Mark the ends, (N, 2), of those wanted that a clear line from the start leads to."""
    for n in range(len(ends)):
        if wanted[n]:
            seen[n] = clear(start[0], start[1], ends[n, 0], ends[n, 1], walls)


@kernel
def nearest(  # type: ignore[no-untyped-def]
    points, rise, nodes, far, high, walls, limit, grid, step, flat, distance, source
):
    """For each point the node through which it is nearest, by a clear line from it.

    Args:
        points: (N, 2); rise: (N,) heights that count.
        nodes: (M, 2); far: (M,) the way to each, rising; high: (M,) their heights.
        limit: no farther.
        grid, step, flat: the relief, and what is not counted of it; an empty grid: no relief.
        distance, source: (N,) filled in where something nearer is found.
    """
    number = len(nodes)
    least = np.empty(number)
    for n in range(len(points)):
        x, y = points[n, 0], points[n, 1]
        for m in range(number):
            dx, dy = nodes[m, 0] - x, nodes[m, 1] - y
            least[m] = far[m] + np.sqrt(dx * dx + dy * dy) + abs(rise[n] - high[m])
        while True:
            best, at = min(limit, distance[n]), -1
            for m in range(number):
                if least[m] < best:
                    best, at = least[m], m
            if at < 0:
                break
            least[at] = np.inf
            if not clear(nodes[at, 0], nodes[at, 1], x, y, walls):
                continue
            if len(grid):
                # It goes up and down by more than its ends differ; others may be nearer yet.
                best -= abs(rise[n] - high[at])
                best += undulation(
                    nodes[at, 0], nodes[at, 1], high[at], x, y, rise[n], grid, step, flat
                )
            if best < min(limit, distance[n]):
                distance[n], source[n] = best, at


@inline
def cross(ax, ay, bx, by, walls, met):  # type: ignore[no-untyped-def]
    """Where along a line it crosses walls, as shares; how often, -1 where too often to keep."""
    number = 0
    dx, dy = bx - ax, by - ay
    for m in range(len(walls)):
        px, py, qx, qy = walls[m, 0], walls[m, 1], walls[m, 2], walls[m, 3]
        one = dx * (py - ay) - dy * (px - ax)
        other = dx * (qy - ay) - dy * (qx - ax)
        # A corner belongs to one of its two walls: each crossing is found once.
        if (one > 0.0) == (other > 0.0):
            continue
        share = one / (one - other)
        x, y = px + share * (qx - px), py + share * (qy - py)
        along = ((x - ax) * dx + (y - ay) * dy) / (dx * dx + dy * dy)
        if 0.0 <= along <= 1.0:
            if number == len(met):
                return -1
            met[number] = along
            number += 1
    return number
