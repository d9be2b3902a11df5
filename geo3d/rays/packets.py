"""Bundles of segments that run side by side, sixteen at a time: any hit and first hit.

A packet of neighbours walks a mesh's tree as one (Wald and others, Interactive Rendering with
Coherent Ray Tracing, 2001). Boxes and triangles are looked at in float32 first (lanes.py), and what
is close by the exact test. Bundles that scatter are walked segment by segment (kernels.py).
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.kernels import blocked_by, first_on
from geo3d.rays.lanes import (
    EXIT, FIRST, FROM, LANES, LAST, NO, ONE, TO, TOWARDS, box_met,
    crossings, enter, gather, leave, load, near, room, touched,
)  # fmt: skip
from geo3d.rays.ordering import CELLS, in_order
from geo3d.rays.wide import ROOM, WIDTH
from geo3d.tolerances import TOUCH


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
                for n in range(LANES):
                    if within(maybe & ~surely, n):
                        if touched(exact, n, triangles, j, slack) != math.inf:
                            surely |= ONE << np.uint32(n)
            found |= surely
            left &= ~surely
            leave(surely, small)
    return found


@inline
def nearest_on(  # type: ignore[no-untyped-def]
    exact, left, size, far, pad, small, root, tri, slack, boxes, links, triangles, corners, stack,
    nearest, found,
):  # fmt: skip
    """The first contact of each lane with one tree's triangles: fills `nearest`, s, and `found`.

    Args:
        nearest: (LANES,) how far each lane is looked along, as s; inf is left where nothing is met.
        found: (LANES,) the triangle, or -1.
    """
    for n in range(LANES):
        found[n] = -1
        if small[FIRST + n] <= small[LAST + n]:
            small[LAST + n], small[EXIT + n] = nearest[n] + pad, nearest[n]
        else:
            left &= ~(ONE << np.uint32(n))
    stack[0] = root
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if not box_met(boxes, node, small):
            continue
        child, count = links[node, 6], links[node, 7]
        if count < 0:
            # The nearer is taken first.
            a, b = root + child, root + child + 1
            ahead = np.float32(0.0)
            for axis in range(3):
                there = boxes[b, axis] + boxes[b, axis + 3]
                there -= boxes[a, axis] + boxes[a, axis + 3]
                ahead += there * small[TOWARDS + axis * LANES]
            if ahead < 0.0:
                a, b = b, a
            stack[depth], stack[depth + 1] = b, a
            depth += 2
            continue
        for j in range(tri + child, tri + child + count):
            maybe, _ = crossings(corners, j, size, far, small)
            maybe &= left
            if maybe == NO:
                continue
            for n in range(LANES):
                if not within(maybe, n):
                    continue
                s = touched(exact, n, triangles, j, slack)
                if s < nearest[n] or (s == nearest[n] and (found[n] < 0 or j < found[n])):
                    nearest[n], found[n] = s, j
                    small[LAST + n], small[EXIT + n] = s + pad, s
    for n in range(LANES):
        if found[n] < 0:
            nearest[n] = math.inf


@kernel
def any_hits(starts, ends, bundles, nearby, world, forest, out, begin, stop):  # type: ignore[no-untyped-def]
    """Fill out[i] for the segments of bundles begin..stop: is segment i blocked?

    Arguments as for `kernels.thick_hits`, but for the radius.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    node0, tri0, slack, boxes, links, triangles, _, corners, radii, wide0, wide_boxes, wide_links = (
        forest
    )
    board, exact, small = room()
    stack, at, entry = np.empty(ROOM, np.int64), np.empty(ROOM), np.empty(WIDTH)
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
                            starts, ends, order[p + n], matrices, centres, m, wide_boxes, wide_links,
                            triangles, wide0[tree], tri0[tree], slack[tree], 0.0, stack, entry,
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


@kernel
def first_hits(  # type: ignore[no-untyped-def]
    starts, ends, bundles, nearby, world, forest, out_mesh, out_face, out_distance, begin, stop
):  # fmt: skip
    """Fill mesh, face and distance of each segment's first contact; -1, -1, inf for none.

    Arguments as for `any_hits`.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    (
        node0, tri0, slack, boxes, links, triangles, faces, corners, radii, wide0, wide_boxes,
        wide_links,
    ) = forest  # fmt: skip
    board, exact, small = room()
    stack, at, entry = np.empty(ROOM, np.int64), np.empty(ROOM), np.empty(WIDTH)
    nearest, found = np.empty(LANES), np.empty(LANES, np.int64)
    most = 0
    for bundle in range(begin, stop):
        most = max(most, bundles[bundle + 1] - bundles[bundle])
    order, keys = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.empty(CELLS * CELLS, np.int64)
    for bundle in range(begin, stop):
        one, end = bundles[bundle], bundles[bundle + 1]
        for i in range(one, end):
            out_mesh[i], out_face[i], out_distance[i] = -1, -1, math.inf
        if begins[bundle] == begins[bundle + 1]:
            continue
        together = ordered(starts, ends, one, end, order, keys, counts)
        for p in range(0, end - one, LANES):
            number = min(LANES, end - one - p)
            gather(starts, ends, order, p, number, board)
            every = np.uint32((1 << number) - 1)
            for k in range(begins[bundle], begins[bundle + 1]):
                m = meshes[k]
                met = near(board, world_boxes, m) & every
                if met == NO:
                    continue
                tree = trees[m]
                if few(met) or not together:
                    for n in range(number):
                        if within(met, n):
                            i = order[p + n]
                            nearest[n], found[n] = first_on(
                                starts, ends, i, matrices, centres, m, wide_boxes, wide_links,
                                triangles, wide0[tree], tri0[tree], slack[tree], out_distance[i],
                                stack, at, entry,
                            )  # fmt: skip
                else:
                    enter(board, matrices, centres, m, exact)
                    size, far, pad = load(exact, met, radii[tree], small)
                    for n in range(LANES):
                        known = out_distance[order[p + n]] if n < number else 0.0
                        nearest[n] = min(exact[TO + n], exact[FROM + n] + known)
                    nearest_on(
                        exact, met, size, far, pad, small, node0[tree], tri0[tree], slack[tree],
                        boxes, links, triangles, corners, stack, nearest, found,
                    )  # fmt: skip
                    for n in range(LANES):
                        nearest[n] -= exact[FROM + n]
                for n in range(number):
                    if not within(met, n):
                        continue
                    # Meshes come in the order of their ids: of those met at one place the first
                    # counts.
                    i = order[p + n]
                    if found[n] < 0 or (
                        out_mesh[i] >= 0 and not nearest[n] < out_distance[i] - TOUCH
                    ):
                        continue
                    out_distance[i] = nearest[n]
                    out_mesh[i], out_face[i] = m, faces[found[n]]
