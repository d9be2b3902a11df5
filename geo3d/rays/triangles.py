"""Segment against triangle, in float64: crossing, touching, and distance.

The frame: a line `o + s d` with unit direction d, of which s0 <= s <= s1 is the segment, and o near
the mesh, so that products of coordinates stay small. Edge functions are the signed volumes of
(d, vertex, vertex), written so that an edge shared by two triangles gives exactly opposite values:
a line between two triangles of a mesh cannot miss both. What passes within `touch` of an edge, ends
within `touch` of the plane, or runs along it, is decided by distances instead
(Ericson, Real-Time Collision Detection, 2005, 5.1.5 and 5.1.9).
"""

import math

from geo3d.rays.compiled import inline
from geo3d.tolerances import GRAZE, TOUCH

NONE = math.inf


@inline
def point_triangle_squared(px, py, pz, ax, ay, az, bx, by, bz, cx, cy, cz):  # type: ignore[no-untyped-def]
    """Squared distance from a point to a triangle (Ericson 5.1.5)."""
    abx, aby, abz = bx - ax, by - ay, bz - az
    acx, acy, acz = cx - ax, cy - ay, cz - az
    apx, apy, apz = px - ax, py - ay, pz - az
    d1 = abx * apx + aby * apy + abz * apz
    d2 = acx * apx + acy * apy + acz * apz
    if d1 <= 0.0 and d2 <= 0.0:
        return apx * apx + apy * apy + apz * apz
    bpx, bpy, bpz = px - bx, py - by, pz - bz
    d3 = abx * bpx + aby * bpy + abz * bpz
    d4 = acx * bpx + acy * bpy + acz * bpz
    if d3 >= 0.0 and d4 <= d3:
        return bpx * bpx + bpy * bpy + bpz * bpz
    vc = d1 * d4 - d3 * d2
    if vc <= 0.0 and d1 >= 0.0 and d3 <= 0.0:
        f = d1 / (d1 - d3)
        x, y, z = apx - f * abx, apy - f * aby, apz - f * abz
        return x * x + y * y + z * z
    cpx, cpy, cpz = px - cx, py - cy, pz - cz
    d5 = abx * cpx + aby * cpy + abz * cpz
    d6 = acx * cpx + acy * cpy + acz * cpz
    if d6 >= 0.0 and d5 <= d6:
        return cpx * cpx + cpy * cpy + cpz * cpz
    vb = d5 * d2 - d1 * d6
    if vb <= 0.0 and d2 >= 0.0 and d6 <= 0.0:
        f = d2 / (d2 - d6)
        x, y, z = apx - f * acx, apy - f * acy, apz - f * acz
        return x * x + y * y + z * z
    va = d3 * d6 - d5 * d4
    if va <= 0.0 and (d4 - d3) >= 0.0 and (d5 - d6) >= 0.0:
        f = (d4 - d3) / ((d4 - d3) + (d5 - d6))
        x = bpx - f * (cx - bx)
        y = bpy - f * (cy - by)
        z = bpz - f * (cz - bz)
        return x * x + y * y + z * z
    nx = aby * acz - abz * acy
    ny = abz * acx - abx * acz
    nz = abx * acy - aby * acx
    h = nx * apx + ny * apy + nz * apz
    return h * h / (nx * nx + ny * ny + nz * nz)


@inline
def segment_edge(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz):  # type: ignore[no-untyped-def]
    """Closest approach of the segment s0..s1 along d to the edge a, b (Ericson 5.1.9).

    Returns (squared distance, s at the first such point, s at the last): the two differ only where
    segment and edge run parallel.
    """
    ex, ey, ez = bx - ax, by - ay, bz - az
    ee = ex * ex + ey * ey + ez * ez
    # The segment's parameter is taken from the foot of a, so that its size does not matter.
    foot = ax * dx + ay * dy + az * dz
    rx, ry, rz = foot * dx - ax, foot * dy - ay, foot * dz - az
    de = dx * ex + dy * ey + dz * ez
    re = rx * ex + ry * ey + rz * ez
    low, high = s0 - foot, s1 - foot
    cx, cy, cz = dy * ez - dz * ey, dz * ex - dx * ez, dx * ey - dy * ex
    denominator = cx * cx + cy * cy + cz * cz
    if denominator > 1e-16 * ee:
        s = min(max(de * re / denominator, low), high)
        f = (s * de + re) / ee
        if f < 0.0:
            f = 0.0
            s = min(max(0.0, low), high)
        elif f > 1.0:
            f = 1.0
            s = min(max(de, low), high)
        x = rx + s * dx - f * ex
        y = ry + s * dy - f * ey
        z = rz + s * dz - f * ez
        return x * x + y * y + z * z, s + foot, s + foot
    first, last = min(max(min(0.0, de), low), high), min(max(max(0.0, de), low), high)
    nearest = math.inf
    for s in (first, last):
        f = min(max((s * de + re) / ee, 0.0), 1.0)
        x = rx + s * dx - f * ex
        y = ry + s * dy - f * ey
        z = rz + s * dz - f * ez
        nearest = min(nearest, x * x + y * y + z * z)
    return nearest, first + foot, last + foot


@inline
def _near(  # type: ignore[no-untyped-def]
    dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, h0, h1, crossing, inside
):
    """The careful test: near an edge, an end near the plane, or a line along the plane.

    h0 and h1 are the signed distances of the ends from the plane, `crossing` where the line meets
    it, `inside` whether all edge functions agree that it does so inside. Returns first and last
    contact as s, or NONE.
    """
    near0, near1 = abs(h0) <= TOUCH, abs(h1) <= TOUCH
    if not near0 and not near1 and (h0 > 0.0) == (h1 > 0.0):
        return NONE, NONE
    t2 = TOUCH * TOUCH
    on0 = (
        near0
        and point_triangle_squared(s0 * dx, s0 * dy, s0 * dz, ax, ay, az, bx, by, bz, cx, cy, cz)
        <= t2
    )
    on1 = (
        near1
        and point_triangle_squared(s1 * dx, s1 * dy, s1 * dz, ax, ay, az, bx, by, bz, cx, cy, cz)
        <= t2
    )
    if on0 or on1:
        # A surface that the line only leaves or only reaches does not block; one that it runs
        # along does. Distance to a triangle is convex along a line, so one point further on tells.
        if not (near0 and near1) or s1 - s0 <= GRAZE:
            return NONE, NONE
        if on0 and on1:
            return s0, s1
        s = s0 + GRAZE if on0 else s1 - GRAZE
        if point_triangle_squared(s * dx, s * dy, s * dz, ax, ay, az, bx, by, bz, cx, cy, cz) > t2:
            return NONE, NONE
    elif inside and not near0 and not near1:
        return crossing, crossing
    first, last = NONE, -NONE
    if on0:
        first, last = s0, s0
    if on1:
        first, last = min(first, s1), s1
    q, low, high = segment_edge(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz)
    if q <= t2:
        first, last = min(first, low), max(last, high)
    q, low, high = segment_edge(dx, dy, dz, s0, s1, bx, by, bz, cx, cy, cz)
    if q <= t2:
        first, last = min(first, low), max(last, high)
    q, low, high = segment_edge(dx, dy, dz, s0, s1, cx, cy, cz, ax, ay, az)
    if q <= t2:
        first, last = min(first, low), max(last, high)
    if first == NONE:
        # One end near the plane but off the triangle, the crossing inside it all the same.
        if inside and near0 != near1 and s0 <= crossing <= s1:
            return crossing, crossing
        return NONE, NONE
    return first, last


@inline
def contact(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, slack):  # type: ignore[no-untyped-def]
    """First and last contact of a segment with a triangle, as s, or NONE for none.

    The triangle's corners are given relative to the line's origin. `slack` bounds the edge
    functions of a line that comes within `touch`: that times the mesh's longest edge, and rounding.
    """
    ux, uy, uz = cy * bz - cz * by, cz * bx - cx * bz, cx * by - cy * bx
    u = dx * ux + dy * uy + dz * uz
    vx, vy, vz = ay * cz - az * cy, az * cx - ax * cz, ax * cy - ay * cx
    v = dx * vx + dy * vy + dz * vz
    low, high = min(u, v), max(u, v)
    if low < -slack and high > slack:
        return NONE, NONE
    wx, wy, wz = by * az - bz * ay, bz * ax - bx * az, bx * ay - by * ax
    w = dx * wx + dy * wy + dz * wz
    low, high = min(low, w), max(high, w)
    if low < -slack and high > slack:
        return NONE, NONE
    e1x, e1y, e1z = bx - ax, by - ay, bz - az
    e2x, e2y, e2z = cx - ax, cy - ay, cz - az
    nx = e1y * e2z - e1z * e2y
    ny = e1z * e2x - e1x * e2z
    nz = e1x * e2y - e1y * e2x
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    along = (nx * dx + ny * dy + nz * dz) / length
    offset = (nx * ax + ny * ay + nz * az) / length
    h0, h1 = s0 * along - offset, s1 * along - offset
    crossing = offset / along if along != 0.0 else NONE
    if (low > slack or high < -slack) and abs(h0) > TOUCH and abs(h1) > TOUCH:
        if (h0 > 0.0) == (h1 > 0.0):
            return NONE, NONE
        return crossing, crossing
    inside = low >= 0.0 or high <= 0.0
    return _near(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, h0, h1, crossing, inside)


@inline
def within(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz, cx, cy, cz, radius):  # type: ignore[no-untyped-def]
    """Whether the segment comes nearer to the triangle than `radius` (a thick line, exactly)."""
    e1x, e1y, e1z = bx - ax, by - ay, bz - az
    e2x, e2y, e2z = cx - ax, cy - ay, cz - az
    nx = e1y * e2z - e1z * e2y
    ny = e1z * e2x - e1x * e2z
    nz = e1x * e2y - e1y * e2x
    length = math.sqrt(nx * nx + ny * ny + nz * nz)
    along = (nx * dx + ny * dy + nz * dz) / length
    offset = (nx * ax + ny * ay + nz * az) / length
    h0, h1 = s0 * along - offset, s1 * along - offset
    if min(h0, h1) >= radius or max(h0, h1) <= -radius:
        return False
    r2 = radius * radius
    if point_triangle_squared(s0 * dx, s0 * dy, s0 * dz, ax, ay, az, bx, by, bz, cx, cy, cz) < r2:
        return True
    if point_triangle_squared(s1 * dx, s1 * dy, s1 * dz, ax, ay, az, bx, by, bz, cx, cy, cz) < r2:
        return True
    if segment_edge(dx, dy, dz, s0, s1, ax, ay, az, bx, by, bz)[0] < r2:
        return True
    if segment_edge(dx, dy, dz, s0, s1, bx, by, bz, cx, cy, cz)[0] < r2:
        return True
    if segment_edge(dx, dy, dz, s0, s1, cx, cy, cz, ax, ay, az)[0] < r2:
        return True
    if (h0 > 0.0) == (h1 > 0.0):
        return False
    u = dx * (cy * bz - cz * by) + dy * (cz * bx - cx * bz) + dz * (cx * by - cy * bx)
    v = dx * (ay * cz - az * cy) + dy * (az * cx - ax * cz) + dz * (ax * cy - ay * cx)
    w = dx * (by * az - bz * ay) + dy * (bz * ax - bx * az) + dz * (bx * ay - by * ax)
    return (u >= 0.0 and v >= 0.0 and w >= 0.0) or (u <= 0.0 and v <= 0.0 and w <= 0.0)
