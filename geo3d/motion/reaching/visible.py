"""Straight lines among obstacles in plan: kernels."""

import numpy as np

from geo3d.motion.reaching.walls import RUN
from geo3d.motion.relief import undulation
from geo3d.rays.compiled import inline, kernel

SLACK = 1e-9
"""Inches: runs of walls are left out only where a line is farther from their bounds."""


@inline
def _far(ax, ay, bx, by, box):  # type: ignore[no-untyped-def]
    """Whether a line stays away from a box."""
    if max(ax, bx) < box[0] - SLACK or min(ax, bx) > box[2] + SLACK:
        return True
    if max(ay, by) < box[1] - SLACK or min(ay, by) > box[3] + SLACK:
        return True
    dx, dy = bx - ax, by - ay
    away = dx * ((box[1] + box[3]) / 2 - ay) - dy * ((box[0] + box[2]) / 2 - ax)
    wide = abs(dx) * (box[3] - box[1] + SLACK) + abs(dy) * (box[2] - box[0] + SLACK)
    return 2 * abs(away) > wide


@inline
def clear(ax, ay, bx, by, walls):  # type: ignore[no-untyped-def]
    """Whether a line meets none of the walls; touching is meeting."""
    segments = walls.segments
    x0, x1 = min(ax, bx), max(ax, bx)
    y0, y1 = min(ay, by), max(ay, by)
    dx, dy = bx - ax, by - ay
    for run in range(len(walls.runs)):
        if _far(ax, ay, bx, by, walls.runs[run]):
            continue
        for m in range(run * RUN, min(run * RUN + RUN, len(segments))):
            px, py, qx, qy = segments[m, 0], segments[m, 1], segments[m, 2], segments[m, 3]
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
def seen_each(starts, ends, wanted, walls, seen):  # type: ignore[no-untyped-def]
    """Mark those wanted of the lines from starts to ends, (N, 2) each, that are clear."""
    for n in range(len(ends)):
        if wanted[n]:
            seen[n] = clear(starts[n, 0], starts[n, 1], ends[n, 0], ends[n, 1], walls)


@kernel
def nearest(  # type: ignore[no-untyped-def]
    points, rise, nodes, far, high, walls, limit, grid, step, flat, distance, source
):
    """For each point the node through which it is nearest, by a clear line from it.

    Args:
        points: (N, 2), neighbours best one after the other; rise: (N,) heights that count.
        nodes: (M, 2); far: (M,) the way to each, rising; high: (M,) their heights.
        limit: no farther.
        grid, step, flat: the relief, and what is not counted of it; an empty grid: no relief.
        distance, source: (N,) filled in where something nearer is found.
    """
    number = len(nodes)
    maybe, least = np.empty(number, np.int64), np.empty(number)
    last = -1
    for n in range(len(points)):
        x, y, z = points[n, 0], points[n, 1], rise[n]
        best, at = min(limit, distance[n]), -1
        # The neighbour's node first: what is farther than by way of it needs no look.
        count = 0
        if last >= 0:
            away = np.sqrt((nodes[last, 0] - x) ** 2 + (nodes[last, 1] - y) ** 2)
            maybe[0], least[0], count = last, far[last] + away + abs(z - high[last]), 1
        for turn in range(2):
            if turn == 1:
                count = 0
                for m in range(number):
                    if far[m] >= best:
                        break
                    away = np.sqrt((nodes[m, 0] - x) ** 2 + (nodes[m, 1] - y) ** 2)
                    way = far[m] + away + abs(z - high[m])
                    if way < best:
                        maybe[count], least[count], count = m, way, count + 1
            while True:
                way, of = best, -1
                for k in range(count):
                    if least[k] < way:
                        way, of = least[k], k
                if of < 0:
                    break
                m = maybe[of]
                least[of] = np.inf
                if not clear(nodes[m, 0], nodes[m, 1], x, y, walls):
                    continue
                if len(grid):
                    # It goes up and down by more than its ends differ; others may be nearer yet.
                    way -= abs(z - high[m])
                    way += undulation(nodes[m, 0], nodes[m, 1], high[m], x, y, z, grid, step, flat)
                if way < best:
                    best, at = way, m
        last = at
        if at >= 0:
            distance[n], source[n] = best, at


@inline
def cross(ax, ay, bx, by, walls, met):  # type: ignore[no-untyped-def]
    """Where along a line it crosses walls, as shares; how often, -1 where too often to keep."""
    number = 0
    segments = walls.segments
    dx, dy = bx - ax, by - ay
    for run in range(len(walls.runs)):
        if _far(ax, ay, bx, by, walls.runs[run]):
            continue
        for m in range(run * RUN, min(run * RUN + RUN, len(segments))):
            px, py, qx, qy = segments[m, 0], segments[m, 1], segments[m, 2], segments[m, 3]
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
