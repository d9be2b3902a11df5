"""One segment against one placed mesh: whether it blocks it, and where first; thick lines.

Segments come in bundles (those of one pair of figures, say). A bundle's candidates are the placed
meshes that the R-tree found near it; each segment is taken into a candidate's own frame and walks
its tree.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.frames import DEPTH, into_frame, inverse, meets_box, near_mesh
from geo3d.rays.triangles import contact, within


@inline
def blocked_by(  # type: ignore[no-untyped-def]
    starts, ends, i, matrices, centres, m, boxes, links, triangles, node0, tri0, slack, radius
):
    """Whether any triangle of one placed mesh blocks the segment."""
    ox, oy, oz, dx, dy, dz, s0, s1 = into_frame(starts, ends, i, False, matrices, centres, m)
    if s1 == s0 and radius == 0.0:
        return False
    ix, iy, iz = inverse(dx), inverse(dy), inverse(dz)
    stack = np.empty(DEPTH, np.int64)
    stack[0] = node0
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if meets_box(boxes, node, ox, oy, oz, ix, iy, iz, s0, s1, radius) == math.inf:
            continue
        left, number = links[node, 0], links[node, 1]
        if number < 0:
            stack[depth], stack[depth + 1] = node0 + left + 1, node0 + left
            depth += 2
            continue
        for j in range(tri0 + left, tri0 + left + number):
            if radius > 0.0:
                if within(
                    dx,
                    dy,
                    dz,
                    s0,
                    s1,
                    triangles[j, 0] - ox,
                    triangles[j, 1] - oy,
                    triangles[j, 2] - oz,
                    triangles[j, 3] - ox,
                    triangles[j, 4] - oy,
                    triangles[j, 5] - oz,
                    triangles[j, 6] - ox,
                    triangles[j, 7] - oy,
                    triangles[j, 8] - oz,
                    radius,
                ):
                    return True
                continue
            first, _ = contact(
                dx,
                dy,
                dz,
                s0,
                s1,
                triangles[j, 0] - ox,
                triangles[j, 1] - oy,
                triangles[j, 2] - oz,
                triangles[j, 3] - ox,
                triangles[j, 4] - oy,
                triangles[j, 5] - oz,
                triangles[j, 6] - ox,
                triangles[j, 7] - oy,
                triangles[j, 8] - oz,
                slack,
            )
            if first != math.inf:
                return True
    return False


@inline
def first_on(  # type: ignore[no-untyped-def]
    starts, ends, i, flip, matrices, centres, m, boxes, links, triangles, node0, tri0, slack, limit
):
    """The first contact on one placed mesh up to `limit`: (distance from the start, triangle).

    A miss is (inf, -1).
    """
    ox, oy, oz, dx, dy, dz, s0, s1 = into_frame(starts, ends, i, flip, matrices, centres, m)
    best, found = math.inf, -1
    if s1 == s0:
        return best, found
    ix, iy, iz = inverse(dx), inverse(dy), inverse(dz)
    reach = min(s1, s0 + limit)
    stack = np.empty(DEPTH, np.int64)
    stack[0] = node0
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if meets_box(boxes, node, ox, oy, oz, ix, iy, iz, s0, reach, 0.0) == math.inf:
            continue
        left, number = links[node, 0], links[node, 1]
        if number < 0:
            a, b = node0 + left, node0 + left + 1
            near_a = meets_box(boxes, a, ox, oy, oz, ix, iy, iz, s0, reach, 0.0)
            near_b = meets_box(boxes, b, ox, oy, oz, ix, iy, iz, s0, reach, 0.0)
            if near_b < near_a:
                a, b, near_a, near_b = b, a, near_b, near_a
            if near_b != math.inf:
                stack[depth] = b
                depth += 1
            if near_a != math.inf:
                stack[depth] = a
                depth += 1
            continue
        for j in range(tri0 + left, tri0 + left + number):
            first, _ = contact(
                dx,
                dy,
                dz,
                s0,
                s1,
                triangles[j, 0] - ox,
                triangles[j, 1] - oy,
                triangles[j, 2] - oz,
                triangles[j, 3] - ox,
                triangles[j, 4] - oy,
                triangles[j, 5] - oz,
                triangles[j, 6] - ox,
                triangles[j, 7] - oy,
                triangles[j, 8] - oz,
                slack,
            )
            if first < best and first <= reach:
                best, found, reach = first, j, first
    return best - s0, found


@kernel
def thick_hits(starts, ends, bundles, nearby, world, forest, radius, out, begin, stop):  # type: ignore[no-untyped-def]
    """Fill out[i] for the lines of bundles begin..stop: is line i, of a radius, blocked?

    bundles: (B + 1,) where each bundle's segments begin. nearby: (first, meshes), the candidates
    of each bundle. world: (matrices, centres, boxes, trees). forest: (node0, tri0, slack, boxes,
    links, triangles, faces, small, radii).
    """
    first, meshes = nearby
    matrices, centres, world_boxes, trees = world
    node0, tri0, slack, boxes, links, triangles, _, _, _ = forest
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
                    starts,
                    ends,
                    i,
                    matrices,
                    centres,
                    m,
                    boxes,
                    links,
                    triangles,
                    node0[t],
                    tri0[t],
                    slack[t],
                    radius,
                ):
                    blocked = True
                    recent = m
                    break
            out[i] = blocked
