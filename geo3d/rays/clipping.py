"""Convex polygons cut by planes (Sutherland and Hodgman, Reentrant polygon clipping, 1974)."""

from geo3d.rays.compiled import inline


@inline
def clipped(corners, side, count, ox, oy, oz, nx, ny, nz):  # type: ignore[no-untyped-def]
    """Cut what of a polygon lies behind a plane off.

    Args:
        corners: (2, N, 3); the polygon is in `corners[side]`, what is left comes into the other
            half. A convex polygon gains one corner at most by each cut.
        count: of its corners.
        ox, oy, oz: a point of the plane; nx, ny, nz: its normal, towards what is kept.

    Returns:
        How many corners are left, in `corners[1 - side]`.
    """
    kept = 0
    for c in range(count):
        d = c + 1 if c + 1 < count else 0
        a, b = corners[side, c], corners[side, d]
        one = nx * (a[0] - ox) + ny * (a[1] - oy) + nz * (a[2] - oz)
        other = nx * (b[0] - ox) + ny * (b[1] - oy) + nz * (b[2] - oz)
        if one >= 0.0:
            for k in range(3):
                corners[1 - side, kept, k] = a[k]
            kept += 1
        if (one >= 0.0) != (other >= 0.0):
            share = one / (one - other)
            for k in range(3):
                corners[1 - side, kept, k] = a[k] + share * (b[k] - a[k])
            kept += 1
    return kept


@inline
def between_levels(triangle, low, high, corners):  # type: ignore[no-untyped-def]
    """The part of a triangle (3, 3) between two values of its third coordinate.

    Args:
        corners: (2, 8, 3), to work in.

    Returns:
        In which half of `corners` it is, and how many corners it has.
    """
    for c in range(3):
        for k in range(3):
            corners[0, c, k] = triangle[c, k]
    count = clipped(corners, 0, 3, 0.0, 0.0, low, 0.0, 0.0, 1.0)
    return 0, clipped(corners, 1, count, 0.0, 0.0, high, 0.0, 0.0, -1.0)
