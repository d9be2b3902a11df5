"""The compiled traversal that finds every crossing, each once, in order along the segment."""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.frames import into_frame, inverse, near_mesh
from geo3d.rays.triangles import contact
from geo3d.rays.wide import ROOM, WIDTH, entries, margin, push
from geo3d.tolerances import GRAZE, TOUCH


@inline
def _stretch(t, ox, oy, oz, dx, dy, dz, first, last):  # type: ignore[no-untyped-def]
    """From where to where a line that meets a triangle is within `touch` of it, or nearly so.

    The stretch where it is that near to the plane, cut to what lies over the triangle.
    """
    ux, uy, uz = t[3] - t[0], t[4] - t[1], t[5] - t[2]
    vx, vy, vz = t[6] - t[0], t[7] - t[1], t[8] - t[2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    nx, ny, nz = nx / length, ny / length, nz / length
    slope = abs(nx * dx + ny * dy + nz * dz)
    half = TOUCH / slope if slope > 0.0 else math.inf
    low, high = first - 2.0 * half, last + 2.0 * half
    if half > GRAZE:
        low, high = first - half, last + half
        enter, leave = -math.inf, math.inf
        for k in range(3):
            a, b = 3 * k, 3 * ((k + 1) % 3)
            ex, ey, ez = t[b] - t[a], t[b + 1] - t[a + 1], t[b + 2] - t[a + 2]
            mx, my, mz = ny * ez - nz * ey, nz * ex - nx * ez, nx * ey - ny * ex
            size = math.sqrt(mx * mx + my * my + mz * mz)
            rise = (mx * dx + my * dy + mz * dz) / size
            at = (mx * (ox - t[a]) + my * (oy - t[a + 1]) + mz * (oz - t[a + 2])) / size
            at += TOUCH
            if rise > 0.0:
                enter = max(enter, -at / rise)
            elif rise < 0.0:
                leave = min(leave, -at / rise)
        low, high = max(low, enter), min(high, leave)
    return min(low, first - 2.0 * TOUCH), max(high, last + 2.0 * TOUCH)


@inline
def _all_on(  # type: ignore[no-untyped-def]
    starts,
    ends,
    i,
    matrices,
    centres,
    m,
    boxes,
    links,
    triangles,
    faces,
    node0,
    tri0,
    slack,
    extent,
    found,
    stack,
    met,
):
    """All contacts on one placed mesh, those of one place merged: rows of (distance, ..., face).

    `found` is grown as needed; returns (found, number of rows).
    """
    ox, oy, oz, dx, dy, dz, s0, s1 = into_frame(starts, ends, i, matrices, centres, m)
    number_found = 0
    if s1 == s0:
        return found, 0
    ix, iy, iz = inverse(dx), inverse(dy), inverse(dz)
    pad = margin(ox, oy, oz, s0, s1, extent)
    entries(boxes, node0, ox, oy, oz, ix, iy, iz, s0, s1, pad, met)
    depth = push(stack, 0, node0, met)
    while depth > 0:
        depth -= 1
        left, number = links[stack[depth], 0], links[stack[depth], 1]
        if number < 0:
            node = node0 + left
            entries(boxes, node, ox, oy, oz, ix, iy, iz, s0, s1, pad, met)
            depth = push(stack, depth, node, met)
            continue
        for j in range(tri0 + left, tri0 + left + number):
            t = triangles[j]
            first, last = contact(
                dx,
                dy,
                dz,
                s0,
                s1,
                t[0] - ox,
                t[1] - oy,
                t[2] - oz,
                t[3] - ox,
                t[4] - oy,
                t[5] - oz,
                t[6] - ox,
                t[7] - oy,
                t[8] - oz,
                slack,
            )
            if first == math.inf:
                continue
            if number_found == len(found):
                bigger = np.empty((2 * len(found), 4))
                for r in range(number_found):
                    for k in range(4):
                        bigger[r, k] = found[r, k]
                found = bigger
            low, high = _stretch(t, ox, oy, oz, dx, dy, dz, first, last)
            found[number_found, 0] = first - s0
            found[number_found, 1], found[number_found, 2] = low - s0, high - s0
            found[number_found, 3] = faces[j]
            number_found += 1
    for i in range(1, number_found):
        j = i
        while j > 0 and (
            found[j - 1, 1] > found[j, 1]
            or (found[j - 1, 1] == found[j, 1] and found[j - 1, 3] > found[j, 3])
        ):
            for k in range(4):
                found[j - 1, k], found[j, k] = found[j, k], found[j - 1, k]
            j -= 1
    kept = 0
    reach = -math.inf
    for i in range(number_found):
        if kept > 0 and found[i, 1] <= reach:
            reach = max(reach, found[i, 2])
            if found[i, 0] < found[kept - 1, 0]:
                found[kept - 1, 0], found[kept - 1, 3] = found[i, 0], found[i, 3]
            continue
        reach = found[i, 2]
        found[kept, 0], found[kept, 3] = found[i, 0], found[i, 3]
        kept += 1
    return found, kept


@kernel
def all_hits(starts, ends, bundles, nearby, world, forest, begin, stop):  # type: ignore[no-untyped-def]
    """All crossings of the segments of bundles begin..stop, ordered along each segment.

    Returns (segment, mesh, face) int64 (K, 3), distance (K,), and how many rows are filled.
    """
    first, meshes = nearby
    matrices, centres, world_boxes, trees = world
    _, tri0, slack, _, _, triangles, faces, _, extents, node0, boxes, links = forest
    rows = np.empty((64, 3), np.int64)
    distances = np.empty(64)
    total = 0
    found = np.empty((16, 4))
    stack, met = np.empty(ROOM, np.int64), np.empty(WIDTH, np.float32)
    for bundle in range(begin, stop):
        for i in range(bundles[bundle], bundles[bundle + 1]):
            begun = total
            for k in range(first[bundle], first[bundle + 1]):
                m = meshes[k]
                if not near_mesh(starts, ends, i, world_boxes, m, 0.0):
                    continue
                t = trees[m]
                found, number = _all_on(
                    starts,
                    ends,
                    i,
                    matrices,
                    centres,
                    m,
                    boxes,
                    links,
                    triangles,
                    faces,
                    node0[t],
                    tri0[t],
                    slack[t],
                    extents[t],
                    found,
                    stack,
                    met,
                )
                while total + number > len(distances):
                    more_rows = np.empty((2 * len(rows), 3), np.int64)
                    for r in range(total):
                        for k in range(3):
                            more_rows[r, k] = rows[r, k]
                    rows = more_rows
                    more = np.empty(2 * len(distances))
                    for r in range(total):
                        more[r] = distances[r]
                    distances = more
                for j in range(number):
                    rows[total, 0], rows[total, 1], rows[total, 2] = i, m, int(found[j, 3])
                    distances[total] = found[j, 0]
                    total += 1
            for j in range(begun + 1, total):
                k = j
                while k > begun and (
                    distances[k - 1] > distances[k]
                    or (distances[k - 1] == distances[k] and rows[k - 1, 1] > rows[k, 1])
                ):
                    distances[k - 1], distances[k] = distances[k], distances[k - 1]
                    for c in range(3):
                        rows[k - 1, c], rows[k, c] = rows[k, c], rows[k - 1, c]
                    k -= 1
    return rows, distances, total
