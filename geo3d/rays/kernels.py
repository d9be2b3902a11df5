"""One segment against one placed mesh: whether it blocks it, and where first; thick lines.

Segments come in bundles (those of one pair of figures, say). A bundle's candidates are the placed
meshes that the R-tree found near it; each segment is taken into a candidate's own frame and walks
its tree.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.frames import into_frame, inverse, near_mesh
from geo3d.rays.triangles import contact, within
from geo3d.rays.wide import ROOM, WIDTH, entries, margin, push, push_in_order


@inline
def blocked_by(  # type: ignore[no-untyped-def]
    starts, ends, i, matrices, centres, m, boxes, links, triangles, node0, tri0, slack, extent,
    radius, stack, met,
):  # fmt: skip
    """Whether any triangle of one placed mesh blocks the segment."""
    ox, oy, oz, dx, dy, dz, s0, s1 = into_frame(starts, ends, i, matrices, centres, m)
    if s1 == s0 and radius == 0.0:
        return False
    ix, iy, iz = inverse(dx), inverse(dy), inverse(dz)
    pad = radius + margin(ox, oy, oz, s0, s1, extent)
    entries(boxes, node0, ox, oy, oz, ix, iy, iz, s0, s1, pad, met)
    depth = push(stack, 0, node0, met)
    while depth > 0:
        depth -= 1
        child, number = links[stack[depth], 0], links[stack[depth], 1]
        if number < 0:
            node = node0 + child
            entries(boxes, node, ox, oy, oz, ix, iy, iz, s0, s1, pad, met)
            depth = push(stack, depth, node, met)
            continue
        for j in range(tri0 + child, tri0 + child + number):
            ax, ay, az = triangles[j, 0] - ox, triangles[j, 1] - oy, triangles[j, 2] - oz
            bx, by, bz = triangles[j, 3] - ox, triangles[j, 4] - oy, triangles[j, 5] - oz
            cx, cy, cz = triangles[j, 6] - ox, triangles[j, 7] - oy, triangles[j, 8] - oz
            if radius > 0.0:
                if within(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, radius):
                    return True
                continue
            first, _ = contact(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, slack)
            if first != math.inf:
                return True
    return False


@inline
def first_on(  # type: ignore[no-untyped-def]
    starts, ends, i, matrices, centres, m, boxes, links, triangles, node0, tri0, slack, extent,
    limit, stack, at, met,
):  # fmt: skip
    """The first contact on one placed mesh up to `limit`: (distance from the start, triangle).

    A miss is (inf, -1). Of triangles met at one place the first counts.
    """
    ox, oy, oz, dx, dy, dz, s0, s1 = into_frame(starts, ends, i, matrices, centres, m)
    best, found = math.inf, -1
    if s1 == s0:
        return best, found
    ix, iy, iz = inverse(dx), inverse(dy), inverse(dz)
    reach = min(s1, s0 + limit)
    pad = margin(ox, oy, oz, s0, s1, extent)
    entries(boxes, node0, ox, oy, oz, ix, iy, iz, s0, reach, pad, met)
    depth = push_in_order(stack, at, 0, node0, met)
    while depth > 0:
        depth -= 1
        if at[depth] > reach:
            continue
        child, number = links[stack[depth], 0], links[stack[depth], 1]
        if number < 0:
            node = node0 + child
            entries(boxes, node, ox, oy, oz, ix, iy, iz, s0, reach, pad, met)
            depth = push_in_order(stack, at, depth, node, met)
            continue
        for j in range(tri0 + child, tri0 + child + number):
            first, _ = contact(
                dx, dy, dz, s0, s1,
                triangles[j, 0] - ox, triangles[j, 1] - oy, triangles[j, 2] - oz,
                triangles[j, 3] - ox, triangles[j, 4] - oy, triangles[j, 5] - oz,
                triangles[j, 6] - ox, triangles[j, 7] - oy, triangles[j, 8] - oz, slack,
            )  # fmt: skip
            if first <= reach and (first < best or j < found):
                best, found, reach = first, j, first
    return best - s0, found


@kernel
def thick_hits(starts, ends, bundles, nearby, world, forest, radius, out, begin, stop):  # type: ignore[no-untyped-def]
    """Fill out[i] for the lines of bundles begin..stop: is line i, of a radius, blocked?

    bundles: (B + 1,) where each bundle's segments begin. nearby: (first, meshes), the candidates
    of each bundle. world: (matrices, centres, boxes, trees). forest: see `Forest`.
    """
    first, meshes = nearby
    matrices, centres, world_boxes, trees = world
    _, tri0, slack, _, _, triangles, _, _, extents, node0, boxes, links = forest
    stack, met = np.empty(ROOM, np.int64), np.empty(WIDTH, np.float32)
    for bundle in range(begin, stop):
        recent = -1
        for i in range(bundles[bundle], bundles[bundle + 1]):
            blocked = False
            for k in range(first[bundle] - 1, first[bundle + 1]):
                # The mesh that blocked the segment before is asked first.
                if k < first[bundle]:
                    if recent < 0:
                        continue
                    m = recent
                else:
                    m = meshes[k]
                    if m == recent:
                        continue
                if not near_mesh(starts, ends, i, world_boxes, m, radius):
                    continue
                t = trees[m]
                if blocked_by(
                    starts, ends, i, matrices, centres, m, boxes, links, triangles, node0[t],
                    tri0[t], slack[t], extents[t], radius, stack, met,
                ):  # fmt: skip
                    blocked = True
                    recent = m
                    break
            out[i] = blocked
