"""First hits: packets of segments that run side by side, and segments that scatter.

The meshes that a segment comes near are asked in the order in which it enters their boxes, so that
what lies behind its first contact is left alone.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, inlined, kernel
from geo3d.rays.kernels import first_on
from geo3d.rays.lanes import (
    EXIT,
    FIRST,
    FROM,
    LANES,
    LAST,
    LENGTH,
    NO,
    ONE,
    TO,
    TOWARDS,
    box_met,
    crossings,
    enter,
    entered,
    gather,
    load,
    room,
    touched,
)  # fmt: skip
from geo3d.rays.ordering import CELLS
from geo3d.rays.packets import few, ordered, within
from geo3d.rays.wide import ROOM, WIDTH
from geo3d.tolerances import TOUCH


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


@inline
def sort(keys, rows, number):  # type: ignore[no-untyped-def]
    """Put rows[:number], which are few, in the ascending order of their keys."""
    for i in range(1, number):
        row, k = rows[i], i
        while k > 0 and keys[rows[k - 1]] > keys[row]:
            rows[k] = rows[k - 1]
            k -= 1
        rows[k] = row


@inline
def nearly(board, lane):  # type: ignore[no-untyped-def]
    """How much nearer a contact may lie than where the mesh's box seems to be entered: what touches
    counts as one place, and float64 has its spacing."""
    return 2.0 * TOUCH + 1e-14 * board[LENGTH + lane]


@inlined
def ask_alone(  # type: ignore[no-untyped-def]
    starts, ends, i, lane, row, matrices, centres, m, boxes, links, triangles, node0, tri0, slack,
    extent, stack, at, entry, best, distances, hits,
):  # fmt: skip
    """One lane's first contact with one mesh, no farther than the best: fills the row of that mesh
    in `distances` and `hits`, and `best`."""
    s, j = first_on(
        starts, ends, i, matrices, centres, m, boxes, links, triangles, node0, tri0, slack, extent,
        best[lane] + TOUCH, stack, at, entry,
    )  # fmt: skip
    distances[row * LANES + lane], hits[row * LANES + lane] = s, j
    best[lane] = min(best[lane], s)


@kernel
def first_hits(  # type: ignore[no-untyped-def]
    starts, ends, bundles, nearby, world, forest, out_mesh, out_face, out_distance, out_point,
    begin, stop,
):  # fmt: skip
    """Fill mesh, face, distance and point of each segment's first contact; none: -1, -1, inf, NaN.

    Of meshes that are met at one place (`TOUCH`) the first by id counts. Arguments as for
    `packets.any_hits`.
    """
    begins, meshes = nearby
    matrices, centres, world_boxes, trees = world
    (
        node0, tri0, slack, boxes, links, triangles, faces, corners, radii, wide0, wide_boxes,
        wide_links,
    ) = forest  # fmt: skip
    board, exact, small = room()
    stack, at, entry = np.empty(ROOM, np.int64), np.empty(ROOM), np.empty(WIDTH, np.float32)
    nearest, found, best = np.empty(LANES), np.empty(LANES, np.int64), np.empty(LANES)
    most, many = 1, 1
    for bundle in range(begin, stop):
        most = max(most, bundles[bundle + 1] - bundles[bundle])
        many = max(many, begins[bundle + 1] - begins[bundle])
    order, keys = np.empty(most, np.int64), np.empty(most, np.int64)
    counts = np.empty(CELLS * CELLS, np.int64)
    # Of each mesh near a packet: the lanes near it, and by lanes where it is entered and met.
    lanes, first, rows = np.empty(many, np.uint32), np.empty(many), np.empty(many, np.int64)
    mine = np.empty(many, np.int64)
    enters, distances = np.empty(many * LANES), np.empty(many * LANES)
    hits = np.empty(many * LANES, np.int64)
    for bundle in range(begin, stop):
        one, end = bundles[bundle], bundles[bundle + 1]
        for i in range(one, end):
            out_mesh[i], out_face[i], out_distance[i] = -1, -1, math.inf
            out_point[i, 0], out_point[i, 1], out_point[i, 2] = math.nan, math.nan, math.nan
        offset, candidates = begins[bundle], begins[bundle + 1] - begins[bundle]
        if candidates == 0:
            continue
        together = ordered(starts, ends, one, end, order, keys, counts)
        for p in range(0, end - one, LANES):
            number = min(LANES, end - one - p)
            gather(starts, ends, order, p, number, board)
            every = np.uint32((1 << number) - 1)
            asked = 0
            for k in range(candidates):
                met = entered(board, world_boxes, meshes[offset + k], enters, k * LANES) & every
                lanes[k] = met
                if met != NO:
                    rows[asked] = k
                    asked += 1
            if asked == 0:
                continue
            for r in range(asked):
                k, nearer = rows[r], math.inf
                for n in range(k * LANES, (k + 1) * LANES):
                    nearer = enters[n] if enters[n] < nearer else nearer
                    distances[n], hits[n] = math.inf, -1
                first[k] = nearer
            for n in range(LANES):
                best[n] = math.inf
            if not together:
                for n in range(number):
                    near = 0
                    for r in range(asked):
                        k = rows[r]
                        first[k] = enters[k * LANES + n]
                        if first[k] < math.inf:
                            mine[near] = k
                            near += 1
                    sort(first, mine, near)
                    for r in range(near):
                        k = mine[r]
                        if first[k] > best[n] + nearly(board, n):
                            break
                        m = meshes[offset + k]
                        tree = trees[m]
                        ask_alone(
                            starts, ends, order[p + n], n, k, matrices, centres, m, wide_boxes,
                            wide_links, triangles, wide0[tree], tri0[tree], slack[tree],
                            radii[tree], stack, at, entry, best, distances, hits,
                        )  # fmt: skip
            else:
                sort(first, rows, asked)
            for r in range(asked if together else 0):
                k = rows[r]
                m = meshes[offset + k]
                tree = trees[m]
                met = lanes[k]
                for n in range(LANES):
                    if enters[k * LANES + n] > best[n] + nearly(board, n):
                        met &= ~(ONE << np.uint32(n))
                if few(met):
                    for n in range(number):
                        if within(met, n):
                            ask_alone(
                                starts, ends, order[p + n], n, k, matrices, centres, m, wide_boxes,
                                wide_links, triangles, wide0[tree], tri0[tree], slack[tree],
                                radii[tree], stack, at, entry, best, distances, hits,
                            )  # fmt: skip
                    continue
                enter(board, matrices, centres, m, exact)
                size, far, pad = load(exact, met, radii[tree], small)
                for n in range(LANES):
                    nearest[n] = min(exact[TO + n], exact[FROM + n] + best[n] + TOUCH)
                nearest_on(
                    exact, met, size, far, pad, small, node0[tree], tri0[tree], slack[tree],
                    boxes, links, triangles, corners, stack, nearest, found,
                )  # fmt: skip
                for n in range(number):
                    if found[n] >= 0:
                        s = nearest[n] - exact[FROM + n]
                        distances[k * LANES + n], hits[k * LANES + n] = s, found[n]
                        best[n] = min(best[n], s)
            for n in range(number):
                i = order[p + n]
                for r in range(asked):
                    k = rows[r]
                    m = meshes[offset + k]
                    s = distances[k * LANES + n]
                    # Of those met at one place the first by id counts: meshes come in that order.
                    if s <= best[n] + TOUCH and s < math.inf and not 0 <= out_mesh[i] <= m:
                        out_mesh[i], out_face[i] = m, faces[hits[k * LANES + n]]
                        out_distance[i] = s
                if out_mesh[i] >= 0:
                    share = out_distance[i] / board[LENGTH + n]
                    for x in range(3):
                        out_point[i, x] = starts[i, x] + share * (ends[i, x] - starts[i, x])
