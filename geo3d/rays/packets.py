"""Bundles of segments that run side by side, sixteen at a time: any hit.

A packet of neighbours walks a mesh's tree as one (Wald and others, Interactive Rendering with
Coherent Ray Tracing, 2001). Boxes and triangles are looked at in float32 first (lanes.py), and what
is close by the exact test. Bundles that scatter are walked segment by segment (kernels.py).
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.kernels import blocked_by
from geo3d.rays.lanes import (
    LANES,
    NO,
    ONE,
    box_met,
    crossings,
    enter,
    gather,
    leave,
    load,
    near,
    room,
    touched,
)  # fmt: skip
from geo3d.rays.ordering import CELLS, in_order
from geo3d.rays.wide import ROOM, WIDTH


@inline
def few(mask):  # type: ignore[no-untyped-def]
    """Whether no more than two lanes are in a bit mask: those are walked one by one."""
    mask &= mask - ONE if mask != NO else NO
    mask &= mask - ONE if mask != NO else NO
    return mask == NO


@inline
def within(mask, lane):  # type: ignore[no-untyped-def]
    """Whether a lane is in a bit mask."""
    return mask & (ONE << np.uint32(lane)) != NO


@inline
def ordered(starts, ends, begin, stop, order, keys, counts):  # type: ignore[no-untyped-def]
    """Fill `order` with the segments begin..stop; returns whether they run side by side."""
    if stop - begin > 2 and in_order(starts, ends, begin, stop, keys, counts, order):
        return True
    for i in range(begin, stop):
        order[i - begin] = i
    return False


@inline
def blocked(  # type: ignore[no-untyped-def]
    exact, left, size, far, small, root, tri, slack, boxes, links, triangles, corners, stack
):
    """Which of the lanes `left` of a packet one tree's triangles block, as bit masks.

    Arrays are passed one by one: to take them out of a tuple counts a reference each.
    """
    found = NO
    stack[0] = root
    depth = 1
    while depth > 0 and left != NO:
        depth -= 1
        node = stack[depth]
        if not box_met(boxes, node, small):
            continue
        child, count = links[node, 6], links[node, 7]
        if count < 0:
            stack[depth], stack[depth + 1] = root + child + 1, root + child
            depth += 2
            continue
        for j in range(tri + child, tri + child + count):
            maybe, surely = crossings(corners, j, size, far, small)
            maybe &= left
            if maybe == NO:
                continue
            surely &= maybe
            if surely != maybe:
                close = maybe & ~surely
                for n in range(LANES):
                    if within(close, n) and touched(exact, n, triangles, j, slack) != math.inf:
                        surely |= ONE << np.uint32(n)
            found |= surely
            left &= ~surely
            leave(surely, small)
    return found


@kernel
def any_hits(starts, ends, bundles, nearby, world, forest, out, begin, stop):  # type: ignore[no-untyped-def]
    """Fill out[i] for the segments of bundles begin..stop: is segment i blocked?

    Arguments as for `kernels.thick_hits`, but for the radius.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    (
        node0,
        tri0,
        slack,
        boxes,
        links,
        triangles,
        _,
        corners,
        radii,
        wide0,
        wide_boxes,
        wide_links,
    ) = forest
    board, exact, small = room()
    stack, entry = np.empty(ROOM, np.int64), np.empty(WIDTH, np.float32)
    most = 0
    for bundle in range(begin, stop):
        most = max(most, bundles[bundle + 1] - bundles[bundle])
    order, keys = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.empty(CELLS * CELLS, np.int64)
    for bundle in range(begin, stop):
        one, end = bundles[bundle], bundles[bundle + 1]
        for i in range(one, end):
            out[i] = False
        if begins[bundle] == begins[bundle + 1]:
            continue
        together = ordered(starts, ends, one, end, order, keys, counts)
        recent = -1
        for p in range(0, end - one, LANES):
            number = min(LANES, end - one - p)
            gather(starts, ends, order, p, number, board)
            left = np.uint32((1 << number) - 1)
            asked = recent
            for k in range(begins[bundle] - 1, begins[bundle + 1]):
                # The mesh that blocked a segment before is asked first.
                m = asked if k < begins[bundle] else meshes[k]
                if m < 0 or (m == asked and k >= begins[bundle]):
                    continue
                met = near(board, world_boxes, m) & left
                if met == NO:
                    continue
                tree = trees[m]
                found = NO
                if few(met) or not together:
                    for n in range(LANES):
                        if within(met, n) and blocked_by(
                            starts, ends, order[p + n], matrices, centres, m, wide_boxes,
                            wide_links, triangles, wide0[tree], tri0[tree], slack[tree],
                            radii[tree], 0.0, stack, entry,
                        ):  # fmt: skip
                            found |= ONE << np.uint32(n)
                else:
                    enter(board, matrices, centres, m, exact)
                    size, far, _ = load(exact, met, radii[tree], small)
                    found = blocked(
                        exact, met, size, far, small, node0[tree], tri0[tree], slack[tree], boxes,
                        links, triangles, corners, stack,
                    )  # fmt: skip
                if found != NO:
                    recent = m
                    left &= ~found
                    for n in range(number):
                        if within(found, n):
                            out[order[p + n]] = True
                    if left == NO:
                        break
