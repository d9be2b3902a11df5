"""What all traversals share: the slab test of boxes, and the segment in a mesh's own frame.

Rows of arrays are named by their numbers: to pass a row counts references, which costs more than
the test itself.
"""

import math

from geo3d.rays.compiled import inline, inlined


@inlined
def slab(x0, y0, z0, x1, y1, z1, ix, iy, iz, first, last):  # type: ignore[no-untyped-def]
    """From where to where a line is in a box, at least from first to last; from > to: nowhere.

    Without branches, so that loops over it become vector instructions. Kay and Kajiya, Ray Tracing
    Complex Scenes (1986).

    Args:
        x0 .. z1: the box's low and high corners, from the line's origin.
        ix, iy, iz: 1 / direction, large and finite for 0.
    """
    a, b = x0 * ix, x1 * ix
    enter, leave = (a, b) if a < b else (b, a)
    a, b = y0 * iy, y1 * iy
    near, far = (a, b) if a < b else (b, a)
    enter = near if near > enter else enter
    leave = far if far < leave else leave
    a, b = z0 * iz, z1 * iz
    near, far = (a, b) if a < b else (b, a)
    enter = near if near > enter else enter
    leave = far if far < leave else leave
    enter = first if first > enter else enter
    leave = last if last < leave else leave
    return enter, leave


@inlined
def inverse(x):  # type: ignore[no-untyped-def]
    return 1.0 / x if abs(x) > 1e-30 else math.copysign(1e30, x)


@inlined
def framed(  # type: ignore[no-untyped-def]
    px, py, pz, qx, qy, qz, sign, x0, x1, x2, x3, y0, y1, y2, y3, z0, z1, z2, z3, cx, cy, cz
):
    """A segment in a mesh's frame: origin near the mesh, unit direction, range of s.

    Without branches, so that loops over it become vector instructions. A segment that is a point
    has direction 0 and s0 = s1.

    Args:
        px .. qz: its start and end on the board.
        sign: -1.0 turns the line round, which is exact: s of a contact only changes its sign.
        x0 .. z3: the rows of the matrix (3, 4) that takes the board into the frame, with the
            placement's origin in the last column; cx, cy, cz: the tree's centre.
    """
    # Differences from the placement's origin first: exact enough far from the board's origin.
    px, py, pz = px - x3, py - y3, pz - z3
    qx, qy, qz = qx - x3, qy - y3, qz - z3
    ax = x0 * px + x1 * py + x2 * pz - cx
    ay = y0 * px + y1 * py + y2 * pz - cy
    az = z0 * px + z1 * py + z2 * pz - cz
    qx, qy, qz = qx - px, qy - py, qz - pz
    dx = x0 * qx + x1 * qy + x2 * qz
    dy = y0 * qx + y1 * qy + y2 * qz
    dz = z0 * qx + z1 * qy + z2 * qz
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    whole = length if length > 0.0 else 1.0
    dx, dy, dz = dx / whole, dy / whole, dz / whole
    middle = -(ax * dx + ay * dy + az * dz)
    middle = middle if middle > 0.0 else 0.0
    middle = middle if middle < length else length
    s0, s1 = -middle, length - middle
    ox, oy, oz = ax + middle * dx, ay + middle * dy, az + middle * dz
    s0, s1 = (s0, s1) if sign > 0.0 else (-s1, -s0)
    return ox, oy, oz, sign * dx, sign * dy, sign * dz, s0, s1


@inlined
def turned(starts, ends, i):  # type: ignore[no-untyped-def]
    """Whether segment i runs against the one order that both directions share: from the end that is
    less where the two first differ, by x, y and z."""
    for k in range(3):
        if starts[i, k] != ends[i, k]:
            return starts[i, k] > ends[i, k]
    return False


@inlined
def into_frame(starts, ends, i, matrices, centres, m):  # type: ignore[no-untyped-def]
    """Segment i in the frame of placed mesh m: origin near the mesh, unit direction, range of s.

    Counted out from the end that both directions share, and then turned, so that both give the
    same answer. `matrices` (M, 3, 4) take board points into the trees' frames. A segment that is a
    point has s0 = s1.
    """
    sign = -1.0 if turned(starts, ends, i) else 1.0
    one, other = (starts, ends) if sign > 0.0 else (ends, starts)
    return framed(
        one[i, 0], one[i, 1], one[i, 2], other[i, 0], other[i, 1], other[i, 2], sign,
        matrices[m, 0, 0], matrices[m, 0, 1], matrices[m, 0, 2], matrices[m, 0, 3],
        matrices[m, 1, 0], matrices[m, 1, 1], matrices[m, 1, 2], matrices[m, 1, 3],
        matrices[m, 2, 0], matrices[m, 2, 1], matrices[m, 2, 2], matrices[m, 2, 3],
        centres[m, 0], centres[m, 1], centres[m, 2],
    )  # fmt: skip


@inline
def near_mesh(starts, ends, i, boxes, m, pad):  # type: ignore[no-untyped-def]
    """Whether segment i meets placed mesh m's upright box on the board, widened by `pad`."""
    x, y, z = starts[i, 0], starts[i, 1], starts[i, 2]
    enter, leave = slab(
        boxes[m, 0] - pad - x, boxes[m, 1] - pad - y, boxes[m, 2] - pad - z,
        boxes[m, 3] + pad - x, boxes[m, 4] + pad - y, boxes[m, 5] + pad - z,
        inverse(ends[i, 0] - x), inverse(ends[i, 1] - y), inverse(ends[i, 2] - z), 0.0, 1.0,
    )  # fmt: skip
    return enter <= leave
