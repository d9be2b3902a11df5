"""Sixteen segments side by side against one box, or one triangle, in float32: kernels.

What float32 cannot tell for sure is left to the exact test: a bound on its errors says where a
segment surely passes a triangle by, and where it surely crosses it. Loops of constant length
without branches become vector instructions.

A lane's line is `o + s d` in the mesh's frame, as in `frames.into_frame`.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline
from geo3d.rays.frames import inverse
from geo3d.rays.triangles import contact

LANES = 16
"""Segments in a packet."""

UNIT = np.float32(2.0**-18)
"""Bound of the relative error of a signed volume: 64 roundings of float32. Counted out it is 49, so
that what is beyond it is also farther off than `TOUCH`."""

BOXES = 2.0**-18
"""Bound of the relative error of the slab test, as a share of coordinates: some 10 roundings."""

ZERO, NO, ONE = np.float32(0.0), np.uint32(0), np.uint32(1)


@inline
def load(  # type: ignore[no-untyped-def]
    exact, number, radius, origin, way, below, above, inverses, first, last, s0, s1
):
    """Fill a packet from rows (LANES, 8) of segments in a mesh's frame.

    Filled are origin, way and inverses, (3, LANES); below and above, (3, LANES), the origins moved
    down and up by the bound of the slab test's error; s0 and s1, (LANES,), the ranges of s; first
    and last, (LANES,), those widened by that bound, first > last for a lane that is done.

    Args:
        radius: of the mesh about the frame's origin.

    Returns:
        size, far: the bounds that `crossings` takes; pad: by how much ranges are widened.
    """
    size, far = 1.0, 1.0
    for n in range(number):
        e = exact[n]
        size = max(size, math.sqrt(e[0] * e[0] + e[1] * e[1] + e[2] * e[2]) + radius)
        far = max(far, -e[6], e[7])
    far += size
    pad = BOXES * far
    for n in range(LANES):
        if n >= number:
            first[n], last[n], s0[n], s1[n] = np.inf, -np.inf, 0.0, 0.0
            for k in range(3):
                origin[k, n], way[k, n] = 0.0, 1.0
                below[k, n], above[k, n], inverses[k, n] = 0.0, 0.0, 1.0
            continue
        for k in range(3):
            origin[k, n], way[k, n] = exact[n, k], exact[n, 3 + k]
            below[k, n], above[k, n] = exact[n, k] - pad, exact[n, k] + pad
            inverses[k, n] = inverse(exact[n, 3 + k])
        s0[n], s1[n] = exact[n, 6], exact[n, 7]
        first[n], last[n] = exact[n, 6] - pad, exact[n, 7] + pad
        if exact[n, 6] >= exact[n, 7]:
            first[n], last[n] = np.inf, -np.inf
    return np.float32(size), np.float32(far), pad


@inline
def box_met(boxes, node, below, above, inverses, first, last):  # type: ignore[no-untyped-def]
    """Whether any lane may meet a box.

    Args:
        boxes: (nodes, 6) low x, y, z, high x, y, z; node: which.
        below, above, inverses, first, last: of a packet, see `load`.
    """
    met = False
    for n in range(LANES):
        a = (boxes[node, 0] - above[0, n]) * inverses[0, n]
        b = (boxes[node, 3] - below[0, n]) * inverses[0, n]
        near, far = (a, b) if a < b else (b, a)
        a = (boxes[node, 1] - above[1, n]) * inverses[1, n]
        b = (boxes[node, 4] - below[1, n]) * inverses[1, n]
        c, d = (a, b) if a < b else (b, a)
        near = c if c > near else near
        far = d if d < far else far
        a = (boxes[node, 2] - above[2, n]) * inverses[2, n]
        b = (boxes[node, 5] - below[2, n]) * inverses[2, n]
        c, d = (a, b) if a < b else (b, a)
        near = c if c > near else near
        far = d if d < far else far
        near = first[n] if first[n] > near else near
        far = last[n] if last[n] < far else far
        met = met | (near <= far)
    return met


@inline
def crossings(small, row, size, far, origin, way, first, last):  # type: ignore[no-untyped-def]
    """Which lanes a triangle may stop, and which it surely does, as two bit masks.

    Signed volumes as Moller and Trumbore have them (Fast, Minimum Storage Ray/Triangle
    Intersection, 1997), not divided. A line passes by where two of the three differ in sign by more
    than their error; it crosses where all agree by more than that, and then farther than `TOUCH`
    from any edge.

    Args:
        small: (T, 10) one corner, the edges from it to the others, the longest edge; row: which.
        size: bound on how far lanes' origins lie from the triangle; at least 1.
        far: bound on that plus |s|.
        origin, way: (3, LANES); first, last: (LANES,) range of s.
    """
    ax, ay, az = small[row, 0], small[row, 1], small[row, 2]
    bx, by, bz = small[row, 3], small[row, 4], small[row, 5]
    cx, cy, cz = small[row, 6], small[row, 7], small[row, 8]
    edge = small[row, 9]
    by_edge = UNIT * size * edge
    level, by_length = UNIT * edge * edge, UNIT * far * edge * edge
    maybe, surely = NO, NO
    for n in range(LANES):
        dx, dy, dz = way[0, n], way[1, n], way[2, n]
        px, py, pz = dy * cz - dz * cy, dz * cx - dx * cz, dx * cy - dy * cx
        volume = bx * px + by * py + bz * pz
        tx, ty, tz = origin[0, n] - ax, origin[1, n] - ay, origin[2, n] - az
        u = tx * px + ty * py + tz * pz
        qx, qy, qz = ty * bz - tz * by, tz * bx - tx * bz, tx * by - ty * bx
        v = dx * qx + dy * qy + dz * qz
        w = volume - u - v
        along = cx * qx + cy * qy + cz * qz
        least, most = (u, v) if u < v else (v, u)
        least = w if w < least else least
        most = w if w > most else most
        along = along if volume > ZERO else -along
        volume = volume if volume > ZERO else -volume
        begin, end = first[n] * volume, last[n] * volume
        passed = (least < -by_edge) & (most > by_edge)
        passed |= (volume > level) & ((along < begin - by_length) | (along > end + by_length))
        crossed = (least > by_edge) | (most < -by_edge)
        crossed &= (along > begin + by_length) & (along < end - by_length)
        bit = ONE << np.uint32(n)
        maybe = np.uint32(maybe | (NO if passed else bit))
        surely = np.uint32(surely | (bit if crossed else NO))
    return maybe, surely


@inline
def touched(exact, lane, triangles, row, slack):  # type: ignore[no-untyped-def]
    """The first contact of one lane's line (8,) with a triangle, exactly; inf for none."""
    x, y, z = exact[lane, 0], exact[lane, 1], exact[lane, 2]
    found, _ = contact(
        exact[lane, 3], exact[lane, 4], exact[lane, 5], exact[lane, 6], exact[lane, 7],
        triangles[row, 0] - x, triangles[row, 1] - y, triangles[row, 2] - z,
        triangles[row, 3] - x, triangles[row, 4] - y, triangles[row, 5] - z,
        triangles[row, 6] - x, triangles[row, 7] - y, triangles[row, 8] - z, slack,
    )  # fmt: skip
    return found
