"""What all traversals share: the segment in a mesh's own frame, and the slab test of boxes."""

import math

from geo3d.rays.compiled import inline

DEPTH = 256
"""Room on a traversal stack: one entry a level of the tree, and the builder's stack is as deep."""


@inline
def meets_box(box, ox, oy, oz, ix, iy, iz, s0, s1, pad):  # type: ignore[no-untyped-def]
    """Where the segment enters the box, or inf (slab test; i is 1/d, large and finite for 0)."""
    a, b = (box[0] - pad - ox) * ix, (box[3] + pad - ox) * ix
    near, far = min(a, b), max(a, b)
    a, b = (box[1] - pad - oy) * iy, (box[4] + pad - oy) * iy
    near, far = max(near, min(a, b)), min(far, max(a, b))
    a, b = (box[2] - pad - oz) * iz, (box[5] + pad - oz) * iz
    near, far = max(near, min(a, b)), min(far, max(a, b))
    near, far = max(near, s0), min(far, s1)
    return near if near <= far else math.inf


@inline
def inverse(x):  # type: ignore[no-untyped-def]
    return 1.0 / x if abs(x) > 1e-30 else math.copysign(1e30, x)


@inline
def into_frame(start, end, flip, matrix, centre):  # type: ignore[no-untyped-def]
    """The segment in a placed mesh's frame: origin near the mesh, unit direction, range of s.

    Start and end come in the one order that both directions share; with `flip` the line is then
    turned round, which is exact: s of a contact only changes its sign. `matrix` (3, 4) takes board
    points into the tree's frame. A segment that is a point has s0 = s1.
    """
    # Differences from the placement's origin first: exact enough far from the board's origin.
    px, py, pz = start[0] - matrix[0, 3], start[1] - matrix[1, 3], start[2] - matrix[2, 3]
    qx, qy, qz = end[0] - matrix[0, 3], end[1] - matrix[1, 3], end[2] - matrix[2, 3]
    ax = matrix[0, 0] * px + matrix[0, 1] * py + matrix[0, 2] * pz - centre[0]
    ay = matrix[1, 0] * px + matrix[1, 1] * py + matrix[1, 2] * pz - centre[1]
    az = matrix[2, 0] * px + matrix[2, 1] * py + matrix[2, 2] * pz - centre[2]
    dx = matrix[0, 0] * (qx - px) + matrix[0, 1] * (qy - py) + matrix[0, 2] * (qz - pz)
    dy = matrix[1, 0] * (qx - px) + matrix[1, 1] * (qy - py) + matrix[1, 2] * (qz - pz)
    dz = matrix[2, 0] * (qx - px) + matrix[2, 1] * (qy - py) + matrix[2, 2] * (qz - pz)
    length = math.sqrt(dx * dx + dy * dy + dz * dz)
    if length == 0.0:
        return ax, ay, az, dx, dy, dz, 0.0, 0.0
    dx, dy, dz = dx / length, dy / length, dz / length
    middle = min(max(-(ax * dx + ay * dy + az * dz), 0.0), length)
    ox, oy, oz = ax + middle * dx, ay + middle * dy, az + middle * dz
    if flip:
        return ox, oy, oz, -dx, -dy, -dz, middle - length, middle
    return ox, oy, oz, dx, dy, dz, -middle, length - middle


@inline
def near_mesh(start, end, box, pad):  # type: ignore[no-untyped-def]
    """Whether the segment meets a placed mesh's upright box on the board."""
    dx, dy, dz = end[0] - start[0], end[1] - start[1], end[2] - start[2]
    return (
        meets_box(
            box,
            start[0],
            start[1],
            start[2],
            inverse(dx),
            inverse(dy),
            inverse(dz),
            0.0,
            1.0,
            pad,
        )
        != math.inf
    )
