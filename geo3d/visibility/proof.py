"""Proof that two bodies cannot see each other.

All lines between two boxes lie in a shaft (Haines and Wallace, Shaft culling for efficient
ray-traced radiosity, 1991). A sheet of triangles that cuts the shaft, so that none of its borders
lies in it, is crossed by all of those lines an even number of times or by all an odd number of
times, provided it keeps clear of both boxes: lines can be moved into each other without a crossing
being lost over a border. So one line that crosses it an odd number of times proves that all are
stopped. A pair of boxes for which no sheet does that is cut into smaller pairs. What is left
unproven may still be hidden, by several sheets together.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Floats
from geo3d.visibility.sheets import Cut, beyond

LEVELS = 12
"""How often the boxes are halved, by turns across and upward."""

WORK = 3_000_000
"""Triangles that are looked at before a proof is given up."""

MARGIN = 1e-6
"""Inches by which shafts and boxes are widened, so that what clears them does so beyond doubt."""

CLEAR = 1e-9
"""Inches by which the line that counts crossings must clear all edges."""

SMALLEST = 1e-3
"""Inches: boxes less wide are not halved."""

PLANES = 10


def frame(way: Floats) -> Floats:
    """Rows: level along the way, level across it, up."""
    flat = np.array([way[0], way[1], 0.0])
    length = np.linalg.norm(flat)
    ahead = flat / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
    return np.array([ahead, [-ahead[1], ahead[0], 0.0], [0.0, 0.0, 1.0]])


def box_of(corners: Floats, axes: Floats) -> Floats:
    """(2, 3) low and high of points along the axes."""
    along = corners @ axes.T
    return np.stack([along.min(axis=0), along.max(axis=0)])


def planes_between(one: Floats, other: Floats) -> Floats:
    """(P, 4) the planes of the shaft between two boxes."""
    planes: Floats = _planes(np.concatenate([one.ravel(), other.ravel()]))
    return planes


def stopped(cut: Cut, one: Floats, other: Floats) -> bool:
    """Whether it can be proven that every line between two boxes is stopped.

    Args:
        cut: all triangles that the shaft between the boxes may meet, in the boxes' frame.
        one, other: (2, 3) low and high of the boxes.
    """
    if not len(cut.corners):
        return False
    cell = np.concatenate([one.ravel(), other.ravel()])
    return bool(_prove(cut.corners, cut.edges, cut.even, cell, LEVELS, WORK))


@inline
def set_planes(cell, planes):  # type: ignore[no-untyped-def]
    """Fill the planes of a shaft: the box's ends, and what bounds it in plan and in elevation."""
    for p in range(PLANES):
        for k in range(4):
            planes[p, k] = 0.0
    planes[0, 0], planes[0, 3] = -1.0, -min(cell[0], cell[6]) + MARGIN
    planes[1, 0], planes[1, 3] = 1.0, max(cell[3], cell[9]) + MARGIN
    p = 2
    for axis in (1, 2):
        for side in range(2):
            sign = -1.0 if side == 0 else 1.0
            # Along sign * axis, the boxes reach up to a and b.
            a, b = sign * cell[3 * side + axis], sign * cell[6 + 3 * side + axis]
            planes[p, axis], planes[p, 3] = sign, max(a, b) + MARGIN
            p += 1
            # The line over both boxes; where they lie the wrong way round, it is left open.
            xa, xb = (cell[0], cell[6]) if b > a else (cell[3], cell[9])
            if xb > xa:
                slope = (b - a) / (xb - xa)
                size = math.sqrt(1.0 + slope * slope)
                planes[p, 0], planes[p, axis] = -slope / size, sign / size
                planes[p, 3] = (a - slope * xa) / size + MARGIN
            else:
                planes[p, axis], planes[p, 3] = sign, max(a, b) + MARGIN
            p += 1


@kernel
def _planes(cell):  # type: ignore[no-untyped-def]
    planes = np.empty((PLANES, 4))
    set_planes(cell, planes)
    return planes


@inline
def _edge_in(corners, t, c, planes):  # type: ignore[no-untyped-def]
    """Whether an edge has a stretch inside all planes."""
    low, high = 0.0, 1.0
    d = (c + 1) % 3
    for p in range(PLANES):
        a, b = -planes[p, 3], -planes[p, 3]
        for k in range(3):
            a += planes[p, k] * corners[t, 3 * c + k]
            b += planes[p, k] * corners[t, 3 * d + k]
        if a > 0.0:
            if b > 0.0:
                return False
            low = max(low, a / (a - b))
        elif b > 0.0:
            high = min(high, a / (a - b))
        if low > high + 1e-12:
            return False
    return True


@inline
def _normal(corners, t):  # type: ignore[no-untyped-def]
    """A triangle's normal, as long as twice its area, and that length."""
    ux = corners[t, 3] - corners[t, 0]
    uy = corners[t, 4] - corners[t, 1]
    uz = corners[t, 5] - corners[t, 2]
    vx = corners[t, 6] - corners[t, 0]
    vy = corners[t, 7] - corners[t, 1]
    vz = corners[t, 8] - corners[t, 2]
    nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
    return nx, ny, nz, math.sqrt(nx * nx + ny * ny + nz * nz)


@inline
def _near_box(corners, t, cell, begin):  # type: ignore[no-untyped-def]
    """Whether a triangle may touch a box: neither the box's sides nor its own plane part them."""
    for k in range(3):
        a, b, c = corners[t, k], corners[t, 3 + k], corners[t, 6 + k]
        if min(a, b, c) > cell[begin + 3 + k] + MARGIN:
            return False
        if max(a, b, c) < cell[begin + k] - MARGIN:
            return False
    nx, ny, nz, size = _normal(corners, t)
    off, reach = 0.0, MARGIN * size
    for k in range(3):
        n = nx if k == 0 else ny if k == 1 else nz
        low, high = cell[begin + k], cell[begin + 3 + k]
        off += n * ((low + high) / 2 - corners[t, k])
        reach += abs(n) * (high - low) / 2
    return abs(off) <= reach


@inline
def _volume(px, py, pz, qx, qy, qz, rx, ry, rz):  # type: ignore[no-untyped-def]
    return px * (qy * rz - qz * ry) + py * (qz * rx - qx * rz) + pz * (qx * ry - qy * rx)


@inline
def _crosses(corners, t, line):  # type: ignore[no-untyped-def]
    """1 where the line crosses the triangle, 0 where it does not, -1 where it is too close."""
    px, py, pz = line[0], line[1], line[2]
    wx, wy, wz = line[3] - px, line[4] - py, line[5] - pz
    length = math.sqrt(wx * wx + wy * wy + wz * wz)
    above, below, close = False, False, False
    for c in range(3):
        d = (c + 1) % 3
        ax, ay, az = corners[t, 3 * c] - px, corners[t, 3 * c + 1] - py, corners[t, 3 * c + 2] - pz
        bx, by, bz = corners[t, 3 * d] - px, corners[t, 3 * d + 1] - py, corners[t, 3 * d + 2] - pz
        edge = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2 + (bz - az) ** 2)
        value = _volume(wx, wy, wz, ax, ay, az, bx, by, bz)
        if abs(value) <= CLEAR * length * edge:
            close = True
        elif value > 0.0:
            above = True
        else:
            below = True
    if above and below:
        return 0
    if close:
        return -1
    # The line passes the triangle inside its edges: do its ends lie on the plane's two sides?
    nx, ny, nz, size = _normal(corners, t)
    one = nx * (px - corners[t, 0]) + ny * (py - corners[t, 1]) + nz * (pz - corners[t, 2])
    other = one + nx * wx + ny * wy + nz * wz
    if min(abs(one), abs(other)) <= CLEAR * size:
        return -1
    return 1 if (one > 0.0) != (other > 0.0) else 0


@inline
def _root(parent, t):  # type: ignore[no-untyped-def]
    while parent[t] != t:
        parent[t] = parent[parent[t]]
        t = parent[t]
    return t


@inline
def narrowed(corners, planes, lists, begin, depth):  # type: ignore[no-untyped-def]
    """List the triangles of level `depth`: those of the level above that the shaft may meet.

    Args:
        lists: one list of triangles a level, each behind its parent's; begin: where each begins.

    Returns:
        How many triangles were looked at.
    """
    stop = begin[depth]
    first, last = (begin[depth - 1], begin[depth]) if depth > 0 else (0, len(corners))
    for i in range(first, last):
        t = lists[i] if depth > 0 else i
        if not beyond(corners, t, planes):
            lists[stop] = t
            stop += 1
    begin[depth + 1] = stop
    return last - first


@inline
def one_sheet_stops(  # type: ignore[no-untyped-def]
    corners, edges, even, cell, planes, lists, first, last, parent, bad, odd, seen, inside, owner,
    line, visit,
):  # fmt: skip
    """Whether one sheet of the triangles lists[first:last] stops all lines of a shaft.

    Args:
        parent, bad, odd, seen, inside, owner, line: room to work in (see `_prove`).
        visit: a number that no other call has had.
    """
    # Sheets: triangles joined over edges that the shaft meets.
    for i in range(first, last):
        t = lists[i]
        parent[t] = t
        bad[t] = _near_box(corners, t, cell, 0) or _near_box(corners, t, cell, 6)
        odd[t] = False
    for i in range(first, last):
        t = lists[i]
        for c in range(3):
            e = edges[t, c]
            if seen[e] != visit:
                seen[e] = visit
                inside[e] = _edge_in(corners, t, c, planes)
                owner[e] = t
                if inside[e] and not even[e]:
                    bad[_root(parent, t)] = True
            elif inside[e]:
                one, other = _root(parent, owner[e]), _root(parent, t)
                if one != other:
                    parent[other] = one
                    bad[one] = bad[one] or bad[other]
    some = False
    for i in range(first, last):
        t = lists[i]
        if parent[t] == t and not bad[t]:
            some = True
    if not some:
        return False
    for attempt in range(4):
        for k in range(3):
            # Lines through the middles, moved aside a little at each attempt.
            share = 0.5 + 0.0831 * attempt * (1 if k == 1 else -1.37)
            back = 0.5 - 0.0697 * attempt * (1 if k == 2 else -0.71)
            line[k] = cell[k] + share * (cell[3 + k] - cell[k])
            line[3 + k] = cell[6 + k] + back * (cell[9 + k] - cell[6 + k])
        clear = True
        for i in range(first, last):
            odd[lists[i]] = False
        for i in range(first, last):
            t = lists[i]
            r = _root(parent, t)
            if bad[r]:
                continue
            crossing = _crosses(corners, t, line)
            if crossing < 0:
                clear = False
                break
            if crossing == 1:
                odd[r] = not odd[r]
        if clear:
            stops = False
            for i in range(first, last):
                stops = stops or odd[lists[i]]
            return stops
    return False


@kernel
def _prove(corners, edges, even, root_cell, levels, work):  # type: ignore[no-untyped-def]
    """Whether each of the cells that the root is cut into is stopped by one sheet.

    No more than `work` triangles are looked at in all.
    """
    number = len(corners)
    planes = np.empty((PLANES, 4))
    lists = np.empty((levels + 1) * number, np.int64)
    begin = np.empty(levels + 2, np.int64)
    cells, cell = np.empty((4 * (levels + 1), 12)), np.empty(12)
    depths = np.empty(4 * (levels + 1), np.int64)
    parent = np.empty(number, np.int64)
    bad = np.empty(number, np.bool_)
    odd = np.empty(number, np.bool_)
    seen = np.full(len(even), -1, np.int64)
    inside = np.empty(len(even), np.bool_)
    owner = np.empty(len(even), np.int64)
    line = np.empty(6)
    depths[0] = 0
    for k in range(12):
        cells[0, k] = root_cell[k]
    waiting = 1
    visit = 0
    begin[0] = 0
    while waiting > 0:
        waiting -= 1
        depth = depths[waiting]
        for k in range(12):
            cell[k] = cells[waiting, k]
        visit += 1
        set_planes(cell, planes)
        work -= narrowed(corners, planes, lists, begin, depth)
        if begin[depth + 1] == begin[depth] or work < 0:
            return False
        if one_sheet_stops(
            corners, edges, even, cell, planes, lists, begin[depth], begin[depth + 1], parent, bad,
            odd, seen, inside, owner, line, visit,
        ):  # fmt: skip
            continue
        if depth == levels:
            return False
        axis = 1 + depth % 2
        for part in range(4):
            # A box that is as good as flat there stays whole.
            if part & 1 and cell[3 + axis] - cell[axis] <= SMALLEST:
                continue
            if part & 2 and cell[9 + axis] - cell[6 + axis] <= SMALLEST:
                continue
            for k in range(12):
                cells[waiting, k] = cell[k]
            for b in range(2):
                at = 6 * b
                if cell[at + 3 + axis] - cell[at + axis] <= SMALLEST:
                    continue
                middle = (cell[at + axis] + cell[at + 3 + axis]) / 2
                if (part >> b) & 1:
                    cells[waiting, at + axis] = middle
                else:
                    cells[waiting, at + 3 + axis] = middle
            depths[waiting] = depth + 1
            waiting += 1
    return True
