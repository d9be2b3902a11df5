"""Sixteen segments side by side, a packet: into a mesh's frame, against a box, against a triangle.

A packet's numbers stand in flat arrays, row after row of sixteen, each row at a constant place:
then LLVM sees that rows do not overlap, and loops over a row become vector instructions.

Boxes and triangles are looked at in float32. What that cannot tell for sure is left to the exact
test: a bound on its errors says where a segment surely passes a triangle by, and where it surely
crosses it.
"""

import math

import numpy as np

from geo3d.rays.compiled import inline, inlined
from geo3d.rays.frames import framed, inverse, slab, turned
from geo3d.rays.triangles import contact
from geo3d.rays.wide import BOXES

LANES = 16
"""Segments in a packet."""

UNIT = np.float32(2.0**-18)
"""Bound of the relative error of a signed volume: 64 roundings of float32. Counted out it is 40, so
that what is beyond it is also farther off than `TOUCH`."""

ZERO, NO, ONE = np.float32(0.0), np.uint32(0), np.uint32(1)

X, Y, Z = 0, LANES, 2 * LANES

START, END, SIGN, PER, LENGTH = 0, 3 * LANES, 6 * LANES, 7 * LANES, 10 * LANES
BOARD = 11 * LANES
"""A packet on the board, float64: the ends of its segments in the order that both directions share,
-1 for those that run from the second to the first, else 1; 1 / (second - first); and lengths."""

ORIGIN, WAY, FROM, TO = 0, 3 * LANES, 6 * LANES, 7 * LANES
EXACT = 8 * LANES
"""In a mesh's frame, float64: points of the lines, unit directions, ranges of s."""

PLACE, TOWARDS, LOW, HIGH, INVERSE = 0, 3 * LANES, 6 * LANES, 9 * LANES, 12 * LANES
FIRST, LAST, ENTRY, EXIT = 15 * LANES, 16 * LANES, 17 * LANES, 18 * LANES
SMALL = 19 * LANES
"""In a mesh's frame, float32: points, directions, points moved down and up by the bound of the slab
test's error, 1 / direction, ranges of s widened by that bound (first > last for a lane that is
done), ranges of s."""


@inline
def room():  # type: ignore[no-untyped-def]
    """What a packet is kept in: flat arrays for the board, a mesh's frame, and that in float32.

    They begin at the processor's lines of 64 bytes: to read over a line's end costs twice.
    """
    board, exact = np.empty(BOARD + 8), np.empty(EXACT + 8)
    small = np.empty(SMALL + 16, np.float32)
    a, b = -(board.ctypes.data // 8) % 8, -(exact.ctypes.data // 8) % 8
    c = -(small.ctypes.data // 4) % 16
    return board[a : a + BOARD], exact[b : b + EXACT], small[c : c + SMALL]


@inline
def gather(starts, ends, order, begin, number, board):  # type: ignore[no-untyped-def]
    """Fill a packet with segments order[begin:begin + number]; lanes beyond repeat the first."""
    for n in range(LANES):
        i = order[begin + n] if n < number else order[begin]
        swap = turned(starts, ends, i)
        for k in range(3):
            board[START + k * LANES + n] = ends[i, k] if swap else starts[i, k]
            board[END + k * LANES + n] = starts[i, k] if swap else ends[i, k]
        board[SIGN + n] = -1.0 if swap else 1.0
    for n in range(3 * LANES):
        board[PER + n] = inverse(board[END + n] - board[START + n])
    for n in range(LANES):
        x, y, z = (
            board[END + X + n] - board[START + X + n], board[END + Y + n] - board[START + Y + n],
            board[END + Z + n] - board[START + Z + n],
        )  # fmt: skip
        board[LENGTH + n] = math.sqrt(x * x + y * y + z * z)


@inlined
def _in_box(board, n, x0, y0, z0, x1, y1, z1):  # type: ignore[no-untyped-def]
    """From which to which share of its way a lane is in an upright box on the board."""
    x, y, z = board[START + X + n], board[START + Y + n], board[START + Z + n]
    return slab(
        x0 - x, y0 - y, z0 - z, x1 - x, y1 - y, z1 - z,
        board[PER + X + n], board[PER + Y + n], board[PER + Z + n], 0.0, 1.0,
    )  # fmt: skip


@inline
def near(board, boxes, m):  # type: ignore[no-untyped-def]
    """Which lanes meet placed mesh m's upright box on the board, as a bit mask."""
    x0, y0, z0 = boxes[m, 0], boxes[m, 1], boxes[m, 2]
    x1, y1, z1 = boxes[m, 3], boxes[m, 4], boxes[m, 5]
    met = NO
    for n in range(LANES):
        first, last = _in_box(board, n, x0, y0, z0, x1, y1, z1)
        met = np.uint32(met | ((ONE << np.uint32(n)) if first <= last else NO))
    return met


@inline
def entered(board, boxes, m, out, at):  # type: ignore[no-untyped-def]
    """As `near`; fills out[at:at + LANES] with how far from their starts lanes enter, or inf."""
    x0, y0, z0 = boxes[m, 0], boxes[m, 1], boxes[m, 2]
    x1, y1, z1 = boxes[m, 3], boxes[m, 4], boxes[m, 5]
    met = NO
    for n in range(LANES):
        first, last = _in_box(board, n, x0, y0, z0, x1, y1, z1)
        met = np.uint32(met | ((ONE << np.uint32(n)) if first <= last else NO))
        share = first if board[SIGN + n] > 0.0 else 1.0 - last
        out[at + n] = share * board[LENGTH + n] if first <= last else math.inf
    return met


@inline
def enter(board, matrices, centres, m, exact):  # type: ignore[no-untyped-def]
    """Take a packet into the frame of placed mesh m: fills `exact`, as `frames.into_frame` does."""
    x0, x1, x2, x3 = matrices[m, 0, 0], matrices[m, 0, 1], matrices[m, 0, 2], matrices[m, 0, 3]
    y0, y1, y2, y3 = matrices[m, 1, 0], matrices[m, 1, 1], matrices[m, 1, 2], matrices[m, 1, 3]
    z0, z1, z2, z3 = matrices[m, 2, 0], matrices[m, 2, 1], matrices[m, 2, 2], matrices[m, 2, 3]
    cx, cy, cz = centres[m, 0], centres[m, 1], centres[m, 2]
    for n in range(LANES):
        ox, oy, oz, dx, dy, dz, s0, s1 = framed(
            board[START + X + n], board[START + Y + n], board[START + Z + n],
            board[END + X + n], board[END + Y + n], board[END + Z + n], board[SIGN + n],
            x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3, cx, cy, cz,
        )  # fmt: skip
        exact[ORIGIN + X + n], exact[ORIGIN + Y + n], exact[ORIGIN + Z + n] = ox, oy, oz
        exact[WAY + X + n], exact[WAY + Y + n], exact[WAY + Z + n] = dx, dy, dz
        exact[FROM + n], exact[TO + n] = s0, s1


@inline
def load(exact, left, radius, small):  # type: ignore[no-untyped-def]
    """Fill a packet in float32 from `exact`; lanes that are not in the bit mask `left` are done.

    Args:
        radius: of the mesh about the frame's origin.

    Returns:
        size, far: the bounds that `crossings` takes; pad: by how much ranges are widened.
    """
    size, far = 1.0, 1.0
    for n in range(LANES):
        x, y, z = exact[ORIGIN + X + n], exact[ORIGIN + Y + n], exact[ORIGIN + Z + n]
        asked = (left >> np.uint32(n)) & ONE != NO
        off = x * x + y * y + z * z if asked else 0.0
        size = off if off > size else size
        a, b = (-exact[FROM + n], exact[TO + n]) if asked else (0.0, 0.0)
        far = a if a > far else far
        far = b if b > far else far
    size = math.sqrt(size) + radius
    far += size
    pad = BOXES * far
    for n in range(3 * LANES):
        small[PLACE + n], small[TOWARDS + n] = exact[ORIGIN + n], exact[WAY + n]
        small[LOW + n], small[HIGH + n] = exact[ORIGIN + n] - pad, exact[ORIGIN + n] + pad
        small[INVERSE + n] = inverse(exact[WAY + n])
    for n in range(LANES):
        s0, s1 = exact[FROM + n], exact[TO + n]
        asked = ((left >> np.uint32(n)) & ONE != NO) & (s0 < s1)
        small[ENTRY + n], small[EXIT + n] = s0, s1
        small[FIRST + n] = s0 - pad if asked else math.inf
        small[LAST + n] = s1 + pad if asked else -math.inf
    return np.float32(size), np.float32(far), pad


@inline
def leave(done, small):  # type: ignore[no-untyped-def]
    """The lanes of the bit mask `done` are done."""
    for n in range(LANES):
        gone = (done >> np.uint32(n)) & ONE != NO
        small[FIRST + n] = math.inf if gone else small[FIRST + n]
        small[LAST + n] = -math.inf if gone else small[LAST + n]


@inline
def box_met(boxes, node, small):  # type: ignore[no-untyped-def]
    """Whether any lane may meet a box.

    Args:
        boxes: (nodes, 8) low x, y, z, high x, y, z, and the node's links; node: which.
        small: a packet, see `SMALL`.
    """
    x0, y0, z0 = boxes[node, 0], boxes[node, 1], boxes[node, 2]
    x1, y1, z1 = boxes[node, 3], boxes[node, 4], boxes[node, 5]
    met = False
    for n in range(LANES):
        first, last = slab(
            x0 - small[HIGH + X + n], y0 - small[HIGH + Y + n], z0 - small[HIGH + Z + n],
            x1 - small[LOW + X + n], y1 - small[LOW + Y + n], z1 - small[LOW + Z + n],
            small[INVERSE + X + n], small[INVERSE + Y + n], small[INVERSE + Z + n],
            small[FIRST + n], small[LAST + n],
        )  # fmt: skip
        met = met | (first <= last)
    return met


@inline
def crossings(corners, row, size, far, small):  # type: ignore[no-untyped-def]
    """Which lanes a triangle may stop, and which it surely does, as two bit masks.

    Signed volumes as Moller and Trumbore have them (Fast, Minimum Storage Ray/Triangle
    Intersection, 1997), not divided, from the line's moment about a corner. A line passes by where
    two of the three differ in sign by more than their error; it crosses where all agree by more
    than that, and then farther than `TOUCH` from any edge.

    Args:
        corners: (T, 13) one corner, the edges from it to the others, their cross product, the
            longest edge; row: which.
        size: bound on how far lanes' origins lie from the triangle; at least 1.
        far: bound on that plus |s|.
        small: a packet, see `SMALL`.
    """
    ax, ay, az = corners[row, 0], corners[row, 1], corners[row, 2]
    bx, by, bz = corners[row, 3], corners[row, 4], corners[row, 5]
    cx, cy, cz = corners[row, 6], corners[row, 7], corners[row, 8]
    nx, ny, nz = corners[row, 9], corners[row, 10], corners[row, 11]
    edge = corners[row, 12]
    by_edge = UNIT * size * edge
    level, by_length = UNIT * edge * edge, UNIT * far * edge * edge
    maybe, surely = NO, NO
    for n in range(LANES):
        dx, dy, dz = small[TOWARDS + X + n], small[TOWARDS + Y + n], small[TOWARDS + Z + n]
        tx, ty, tz = (
            small[PLACE + X + n] - ax, small[PLACE + Y + n] - ay, small[PLACE + Z + n] - az,
        )  # fmt: skip
        px, py, pz = ty * dz - tz * dy, tz * dx - tx * dz, tx * dy - ty * dx
        u = cx * px + cy * py + cz * pz
        v = -(bx * px + by * py + bz * pz)
        volume = -(dx * nx + dy * ny + dz * nz)
        along = tx * nx + ty * ny + tz * nz
        w = volume - u - v
        least, most = (u, v) if u < v else (v, u)
        least = w if w < least else least
        most = w if w > most else most
        along = along if volume > ZERO else -along
        volume = volume if volume > ZERO else -volume
        begin, end = small[ENTRY + n] * volume, small[EXIT + n] * volume
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
    """The first contact of one lane's line with a triangle, exactly; inf for none."""
    x, y, z = exact[ORIGIN + X + lane], exact[ORIGIN + Y + lane], exact[ORIGIN + Z + lane]
    found, _ = contact(
        exact[WAY + X + lane], exact[WAY + Y + lane], exact[WAY + Z + lane],
        exact[FROM + lane], exact[TO + lane],
        triangles[row, 0] - x, triangles[row, 1] - y, triangles[row, 2] - z,
        triangles[row, 3] - x, triangles[row, 4] - y, triangles[row, 5] - z,
        triangles[row, 6] - x, triangles[row, 7] - y, triangles[row, 8] - z, slack,
    )  # fmt: skip
    return found
