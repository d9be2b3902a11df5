"""Bundles of segments that run side by side, sixteen at a time: any hit and first hit.

A packet of neighbours walks a mesh's tree as one (Wald and others, Interactive Rendering with
Coherent Ray Tracing, 2001). Boxes and triangles are looked at in float32 first (lanes.py), and what
is close by the exact test. Bundles that scatter are walked segment by segment (kernels.py).
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.frames import DEPTH, into_frame, near_mesh
from geo3d.rays.kernels import blocked_by, first_on
from geo3d.rays.lanes import LANES, NO, ONE, box_met, crossings, load, touched
from geo3d.rays.ordering import CELLS, in_order
from geo3d.tolerances import TOUCH

FEW = 2
"""No more segments than this are walked one by one."""


@inline
def ordered(starts, ends, begin, stop, order, keys, counts):  # type: ignore[no-untyped-def]
    """Fill `order` with the segments begin..stop; returns how many make a packet."""
    if stop - begin > FEW and in_order(starts, ends, begin, stop, keys, counts, order):
        return LANES
    for i in range(begin, stop):
        order[i - begin] = i
    return 1


@inline
def blocked(  # type: ignore[no-untyped-def]
    exact, number, size, far, origin, way, below, above, inverses, first, last, s0, s1, root, tri,
    slack, boxes, links, triangles, small, stack,
):  # fmt: skip
    """Which lanes of a packet one tree's triangles block, as a bit mask.

    Arrays are passed one by one: to take them out of a tuple counts a reference each.
    """
    left, found = NO, NO
    for n in range(number):
        if first[n] <= last[n]:
            left |= ONE << np.uint32(n)
    stack[0] = root
    depth = 1
    while depth > 0 and left != NO:
        depth -= 1
        node = stack[depth]
        if not box_met(boxes, node, below, above, inverses, first, last):
            continue
        child, count = links[node, 0], links[node, 1]
        if count < 0:
            stack[depth], stack[depth + 1] = root + child + 1, root + child
            depth += 2
            continue
        for j in range(tri + child, tri + child + count):
            maybe, surely = crossings(small, j, size, far, origin, way, s0, s1)
            maybe &= left
            if maybe == NO:
                continue
            for n in range(number):
                bit = ONE << np.uint32(n)
                if maybe & bit == NO:
                    continue
                if surely & bit == NO and touched(exact, n, triangles, j, slack) == math.inf:
                    continue
                found |= bit
                left &= ~bit
                first[n], last[n] = np.inf, -np.inf
    return found


@inline
def nearest_on(  # type: ignore[no-untyped-def]
    exact, number, size, far, pad, origin, way, below, above, inverses, first, last, s0, s1, root,
    tri, slack, boxes, links, triangles, small, stack, nearest, found,
):  # fmt: skip
    """The first contact of each lane with one tree's triangles: fills `nearest`, s, and `found`.

    Args:
        nearest: (LANES,) how far each lane is looked along, as s; inf is left where nothing is met.
        found: (LANES,) the triangle, or -1.
    """
    for n in range(number):
        found[n] = -1
        if first[n] <= last[n]:
            last[n], s1[n] = nearest[n] + pad, nearest[n]
    stack[0] = root
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if not box_met(boxes, node, below, above, inverses, first, last):
            continue
        child, count = links[node, 0], links[node, 1]
        if count < 0:
            # The nearer is taken first.
            a, b = root + child, root + child + 1
            ahead = np.float32(0.0)
            for axis in range(3):
                there = boxes[b, axis] + boxes[b, axis + 3]
                ahead += (there - boxes[a, axis] - boxes[a, axis + 3]) * way[axis, 0]
            if ahead < 0.0:
                a, b = b, a
            stack[depth], stack[depth + 1] = b, a
            depth += 2
            continue
        for j in range(tri + child, tri + child + count):
            maybe, _ = crossings(small, j, size, far, origin, way, s0, s1)
            if maybe == NO:
                continue
            for n in range(number):
                if maybe & (ONE << np.uint32(n)) == NO or first[n] > last[n]:
                    continue
                s = touched(exact, n, triangles, j, slack)
                if s < nearest[n] or (s == nearest[n] and found[n] < 0):
                    nearest[n], found[n] = s, j
                    last[n], s1[n] = s + pad, s
    for n in range(number):
        if found[n] < 0:
            nearest[n] = math.inf


@kernel
def any_hits(starts, ends, bundles, nearby, world, forest, out, begin, stop):  # type: ignore[no-untyped-def]
    """Fill out[i] for the segments of bundles begin..stop: is segment i blocked?

    Arguments as for `kernels.thick_hits`, but for the radius.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    node0, tri0, slack, boxes, links, triangles, _, small, radii = forest
    origin, way = np.empty((3, LANES), np.float32), np.empty((3, LANES), np.float32)
    below, above = np.empty((3, LANES), np.float32), np.empty((3, LANES), np.float32)
    inverses = np.empty((3, LANES), np.float32)
    first, last = np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    s0, s1 = np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    exact = np.empty((LANES, 8))
    who, stack = np.empty(LANES, np.int64), np.empty(DEPTH, np.int64)
    most = np.diff(bundles[begin : stop + 1]).max()
    order, keys = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.empty(CELLS * CELLS, np.int64)
    for bundle in range(begin, stop):
        one, end = bundles[bundle], bundles[bundle + 1]
        out[one:end] = False
        if begins[bundle] == begins[bundle + 1]:
            continue
        together = ordered(starts, ends, one, end, order, keys, counts)
        recent = -1
        for p in range(0, end - one, together):
            q = min(p + together, end - one)
            unblocked = q - p
            asked = recent
            for k in range(begins[bundle] - 1, begins[bundle + 1]):
                # The mesh that blocked a segment before is asked first.
                m = asked if k < begins[bundle] else meshes[k]
                if m < 0 or (m == asked and k >= begins[bundle]):
                    continue
                tree = trees[m]
                number = 0
                for n in range(p, q):
                    i = order[n]
                    if not out[i] and near_mesh(starts, ends, i, world_boxes, m, 0.0):
                        who[number] = i
                        number += 1
                found = NO
                if number <= FEW:
                    for n in range(number):
                        if blocked_by(
                            starts, ends, who[n], matrices, centres, m, boxes, links, triangles,
                            node0[tree], tri0[tree], slack[tree], 0.0,
                        ):  # fmt: skip
                            found |= ONE << np.uint32(n)
                else:
                    for n in range(number):
                        i = who[n]
                        a, b, c, x, y, z, e, f = into_frame(
                            starts, ends, i, False, matrices, centres, m
                        )
                        exact[n, 0], exact[n, 1], exact[n, 2], exact[n, 3] = a, b, c, x
                        exact[n, 4], exact[n, 5], exact[n, 6], exact[n, 7] = y, z, e, f
                    size, far, _ = load(
                        exact, number, radii[tree], origin, way, below, above, inverses, first,
                        last, s0, s1,
                    )  # fmt: skip
                    found = blocked(
                        exact, number, size, far, origin, way, below, above, inverses, first, last,
                        s0, s1, node0[tree], tri0[tree], slack[tree], boxes, links, triangles,
                        small, stack,
                    )  # fmt: skip
                if found != NO:
                    recent = m
                    for n in range(number):
                        if found & (ONE << np.uint32(n)) != NO:
                            out[who[n]] = True
                            unblocked -= 1
                    if unblocked == 0:
                        break


@kernel
def first_hits(  # type: ignore[no-untyped-def]
    starts, ends, flips, bundles, nearby, world, forest, out_mesh, out_face, out_distance, begin,
    stop,
):  # fmt: skip
    """Fill mesh, face and distance of each segment's first contact; -1, -1, inf for none.

    flips: (N,) whether a segment runs from its end to its start. Else as for `any_hits`.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    node0, tri0, slack, boxes, links, triangles, faces, small, radii = forest
    origin, way = np.empty((3, LANES), np.float32), np.empty((3, LANES), np.float32)
    below, above = np.empty((3, LANES), np.float32), np.empty((3, LANES), np.float32)
    inverses = np.empty((3, LANES), np.float32)
    first, last = np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    s0, s1 = np.empty(LANES, np.float32), np.empty(LANES, np.float32)
    exact = np.empty((LANES, 8))
    who, stack = np.empty(LANES, np.int64), np.empty(DEPTH, np.int64)
    nearest, found = np.empty(LANES), np.empty(LANES, np.int64)
    most = np.diff(bundles[begin : stop + 1]).max()
    order, keys = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.empty(CELLS * CELLS, np.int64)
    for bundle in range(begin, stop):
        one, end = bundles[bundle], bundles[bundle + 1]
        out_mesh[one:end], out_face[one:end], out_distance[one:end] = -1, -1, math.inf
        if begins[bundle] == begins[bundle + 1]:
            continue
        together = ordered(starts, ends, one, end, order, keys, counts)
        for p in range(0, end - one, together):
            q = min(p + together, end - one)
            for k in range(begins[bundle], begins[bundle + 1]):
                m = meshes[k]
                tree = trees[m]
                number = 0
                for n in range(p, q):
                    i = order[n]
                    if near_mesh(starts, ends, i, world_boxes, m, 0.0):
                        who[number] = i
                        number += 1
                if number <= FEW:
                    for n in range(number):
                        i = who[n]
                        nearest[n], found[n] = first_on(
                            starts, ends, i, flips[i], matrices, centres, m, boxes, links,
                            triangles, node0[tree], tri0[tree], slack[tree], out_distance[i],
                        )  # fmt: skip
                else:
                    for n in range(number):
                        i = who[n]
                        a, b, c, x, y, z, e, f = into_frame(
                            starts, ends, i, flips[i], matrices, centres, m
                        )
                        exact[n, 0], exact[n, 1], exact[n, 2], exact[n, 3] = a, b, c, x
                        exact[n, 4], exact[n, 5], exact[n, 6], exact[n, 7] = y, z, e, f
                        nearest[n] = min(exact[n, 7], exact[n, 6] + out_distance[i])
                    size, far, pad = load(
                        exact, number, radii[tree], origin, way, below, above, inverses, first,
                        last, s0, s1,
                    )  # fmt: skip
                    nearest_on(
                        exact, number, size, far, pad, origin, way, below, above, inverses, first,
                        last, s0, s1, node0[tree], tri0[tree], slack[tree], boxes, links,
                        triangles, small, stack, nearest, found,
                    )  # fmt: skip
                    for n in range(number):
                        nearest[n] -= exact[n, 6]
                for n in range(number):
                    # Meshes come in the order of their ids: of those met at one place the first
                    # counts.
                    i = who[n]
                    if found[n] < 0 or (
                        out_mesh[i] >= 0 and not nearest[n] < out_distance[i] - TOUCH
                    ):
                        continue
                    out_distance[i] = nearest[n]
                    out_mesh[i], out_face[i] = m, faces[found[n]]
