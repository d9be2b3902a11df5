"""Flat shapes of a picture, laid on the ground or on a floor."""

from collections.abc import Callable

import numpy as np
import shapely

from geo3d_viewer.description import Floats, Ints

Height = Callable[[Floats], Floats]
"""z (N,) at points (N, 2)."""

CELL = 0.25
"""Inches: into squares of that side a shape is cut where what it lies on is not even."""

EVEN = 1e-3
"""Inches between the heights under a shape that is drawn in one plane, at most."""


def lifted(points: Floats, by: float) -> Floats:
    """Points (..., 3), higher."""
    higher: Floats = points + np.array([0.0, 0.0, by])
    return higher


def laid(shape: shapely.Geometry, height: Height, lift: float) -> tuple[Floats, Ints]:
    """A shape as triangles that are seen from above.

    Args:
        height: what it lies on.
        lift: inches above that.

    Returns:
        vertices (V, 3) and faces (F, 3).
    """
    triangles = _triangles(shape)
    if len(triangles) and _uneven(shape, height):
        triangles = _triangles(_cut(shape))
    plan = triangles.reshape(-1, 2)
    vertices = np.column_stack([plan, height(plan) + lift]) if len(plan) else np.empty((0, 3))
    return vertices, np.arange(len(plan)).reshape(-1, 3)


def rim(shape: shapely.Geometry, height: Height, lift: float) -> Floats:
    """The boundary of a shape as it lies: (S, 2, 3)."""
    uneven = _uneven(shape, height)
    pieces = [np.empty((0, 2, 3))]
    for ring in shapely.get_parts(shapely.boundary(shape)):
        line = shapely.segmentize(ring, CELL) if uneven else ring
        plan = shapely.get_coordinates(line)
        points = np.column_stack([plan, height(plan) + lift])
        pieces.append(np.stack([points[:-1], points[1:]], axis=1))
    return np.concatenate(pieces)


def _uneven(shape: shapely.Geometry, height: Height) -> bool:
    left, low, right, high = shapely.bounds(shape)
    if not np.isfinite(left):
        return False
    x, y = np.meshgrid(np.arange(left, right + CELL, CELL), np.arange(low, high + CELL, CELL))
    inner = np.column_stack([x.ravel(), y.ravel()])
    inner = inner[shapely.intersects_xy(shape, *inner.T)]
    z = height(np.concatenate([inner, shapely.get_coordinates(shape)]))
    return bool(np.ptp(z) > EVEN)


def _cut(shape: shapely.Geometry) -> shapely.Geometry:
    """A shape in squares."""
    left, low, right, high = shapely.bounds(shape)
    x, y = np.meshgrid(np.arange(left, right, CELL), np.arange(low, high, CELL))
    squares = shapely.box(x.ravel(), y.ravel(), x.ravel() + CELL, y.ravel() + CELL)
    return shapely.GeometryCollection(list(shapely.intersection(shape, squares)))


def _triangles(shape: shapely.Geometry) -> Floats:
    """(F, 3, 2) counter-clockwise."""
    parts = shapely.get_parts(shapely.get_parts(shape))
    areas = parts[shapely.get_dimensions(parts) == 2]
    found = shapely.get_parts(shapely.constrained_delaunay_triangles(areas))
    if not len(found):
        return np.empty((0, 3, 2))
    corners: Floats = shapely.get_coordinates(shapely.orient_polygons(found))
    return corners.reshape(-1, 4, 2)[:, :3]
