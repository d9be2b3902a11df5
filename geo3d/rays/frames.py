"""What all traversals share: the segment in a mesh's own frame, and the slab test of boxes.

Rows of arrays are named by their numbers: to pass a row counts references, which costs more than
the test itself.
"""

import math

from geo3d.rays.compiled import inline

DEPTH = 256
"""Room on a traversal stack: one entry a level of the tree, and the builder's stack is as deep."""


@inline
def meets_box(boxes, node, ox, oy, oz, ix, iy, iz, s0, s1, pad):  # type: ignore[no-untyped-def]
    """Where the segment enters the box, or inf (slab test; i is 1/d, large and finite for 0)."""
    a, b = (boxes[node, 0] - pad - ox) * ix, (boxes[node, 3] + pad - ox) * ix
    near, far = min(a, b), max(a, b)
    a, b = (boxes[node, 1] - pad - oy) * iy, (boxes[node, 4] + pad - oy) * iy
    near, far = max(near, min(a, b)), min(far, max(a, b))
    a, b = (boxes[node, 2] - pad - oz) * iz, (boxes[node, 5] + pad - oz) * iz
    near, far = max(near, min(a, b)), min(far, max(a, b))
    near, far = max(near, s0), min(far, s1)
    return near if near <= far else math.inf


@inline
def inverse(x):  # type: ignore[no-untyped-def]
    return 1.0 / x if abs(x) > 1e-30 else math.copysign(1e30, x)


@inline
def into_frame(starts, ends, i, flip, matrices, centres, m):  # type: ignore[no-untyped-def]
    """Segment i in the frame of placed mesh m: origin near the mesh, unit direction, range of s.

    Start and end come in the one order that both directions share; with `flip` the line is then
    turned round, which is exact: s of a contact only changes its sign. `matrices` (M, 3, 4) take
    board points into the trees' frames. A segment that is a point has s0 = s1.
    """
    # Differences from the placement's origin first: exact enough far from the board's origin.
    px, py, pz = (
        starts[i, 0] - matrices[m, 0, 3],
        starts[i, 1] - matrices[m, 1, 3],
        starts[i, 2] - matrices[m, 2, 3],
    )
    qx, qy, qz = (
        ends[i, 0] - matrices[m, 0, 3],
        ends[i, 1] - matrices[m, 1, 3],
        ends[i, 2] - matrices[m, 2, 3],
    )
    ax = matrices[m, 0, 0] * px + matrices[m, 0, 1] * py + matrices[m, 0, 2] * pz - centres[m, 0]
    ay = matrices[m, 1, 0] * px + matrices[m, 1, 1] * py + matrices[m, 1, 2] * pz - centres[m, 1]
    az = matrices[m, 2, 0] * px + matrices[m, 2, 1] * py + matrices[m, 2, 2] * pz - centres[m, 2]
    dx = (
        matrices[m, 0, 0] * (qx - px)
        + matrices[m, 0, 1] * (qy - py)
        + matrices[m, 0, 2] * (qz - pz)
    )
    dy = (
        matrices[m, 1, 0] * (qx - px)
        + matrices[m, 1, 1] * (qy - py)
        + matrices[m, 1, 2] * (qz - pz)
    )
    dz = (
        matrices[m, 2, 0] * (qx - px)
        + matrices[m, 2, 1] * (qy - py)
        + matrices[m, 2, 2] * (qz - pz)
    )
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
def near_mesh(starts, ends, i, boxes, m, pad):  # type: ignore[no-untyped-def]
    """Whether segment i meets placed mesh m's upright box on the board."""
    dx, dy, dz = ends[i, 0] - starts[i, 0], ends[i, 1] - starts[i, 1], ends[i, 2] - starts[i, 2]
    return (
        meets_box(
            boxes,
            m,
            starts[i, 0],
            starts[i, 1],
            starts[i, 2],
            inverse(dx),
            inverse(dy),
            inverse(dz),
            0.0,
            1.0,
            pad,
        )
        != math.inf
    )
