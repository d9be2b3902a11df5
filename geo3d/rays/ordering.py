"""Bundles of segments: their boxes, and the order in which they are walked: kernels."""

import math

from geo3d.rays.compiled import inline, kernel

CELLS = 16
"""Cells across a bundle, each way, by which its segments are put in order."""

ASIDE = 0.9
"""Cosine of the angle by which a segment may turn aside from its bundle's middle direction."""


@kernel
def boxes_of(starts, ends, bundles, rows, pad, low, high):  # type: ignore[no-untyped-def]
    """Fill low and high, (R, 3), with the boxes of the segments of some bundles, none of them
    empty, widened by `pad`."""
    for r in range(len(rows)):
        for k in range(3):
            least, most = math.inf, -math.inf
            for n in range(bundles[rows[r]], bundles[rows[r] + 1]):
                least = min(least, starts[n, k], ends[n, k])
                most = max(most, starts[n, k], ends[n, k])
            low[r, k], high[r, k] = least - pad, most + pad


@inline
def in_order(starts, ends, first, last, keys, counts, order):  # type: ignore[no-untyped-def]
    """Put a bundle's segments in an order in which neighbours run close together.

    By the place of their middles across the bundle, along a Morton curve; fills `order`.

    Returns:
        Whether they run side by side.
    """
    x, y, z = 0.0, 0.0, 0.0
    for i in range(first, last):
        x, y, z = (
            x + ends[i, 0] - starts[i, 0],
            y + ends[i, 1] - starts[i, 1],
            z + ends[i, 2] - starts[i, 2],
        )
    length = math.sqrt(x * x + y * y + z * z)
    if length == 0.0:
        return False
    x, y, z = x / length, y / length, z / length
    flat = math.sqrt(x * x + y * y)
    ax, ay = (-y / flat, x / flat) if flat > 1e-6 else (1.0, 0.0)
    bx, by, bz = -ay * z, ax * z, ay * x - ax * y
    low1, low2, high1, high2 = math.inf, math.inf, -math.inf, -math.inf
    for i in range(first, last):
        wx, wy, wz = ends[i, 0] - starts[i, 0], ends[i, 1] - starts[i, 1], ends[i, 2] - starts[i, 2]
        along = wx * x + wy * y + wz * z
        if along * abs(along) < ASIDE * ASIDE * (wx * wx + wy * wy + wz * wz):
            return False
        mx, my, mz = ends[i, 0] + starts[i, 0], ends[i, 1] + starts[i, 1], ends[i, 2] + starts[i, 2]
        a, b = mx * ax + my * ay, mx * bx + my * by + mz * bz
        low1, high1 = min(low1, a), max(high1, a)
        low2, high2 = min(low2, b), max(high2, b)
    scale1 = CELLS * (1.0 - 1e-9) / (high1 - low1) if high1 > low1 else 0.0
    scale2 = CELLS * (1.0 - 1e-9) / (high2 - low2) if high2 > low2 else 0.0
    for key in range(CELLS * CELLS):
        counts[key] = 0
    for i in range(first, last):
        mx, my, mz = ends[i, 0] + starts[i, 0], ends[i, 1] + starts[i, 1], ends[i, 2] + starts[i, 2]
        a = min(int((mx * ax + my * ay - low1) * scale1), CELLS - 1)
        b = min(int((mx * bx + my * by + mz * bz - low2) * scale2), CELLS - 1)
        key = 0
        for bit in range(4):
            key |= ((a >> bit) & 1) << (2 * bit) | ((b >> bit) & 1) << (2 * bit + 1)
        keys[i - first] = key
        counts[key] += 1
    begun = 0
    for key in range(CELLS * CELLS):
        number = counts[key]
        counts[key] = begun
        begun += number
    for i in range(first, last):
        order[counts[keys[i - first]]] = i
        counts[keys[i - first]] += 1
    return True
