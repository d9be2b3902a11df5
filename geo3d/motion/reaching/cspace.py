"""Where the centre of a base cannot be: obstacles grown by the base (Lozano-Perez 1983).

A base that keeps its facing is a point among obstacles that are grown by its mirror image. Curves
are replaced by polygons outside of them, so that nothing is told free that is not.
"""

import math
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.piece.union import united, without
from geo3d.rays.segments import Floats
from geo3d.table.bases import Base, turn_matrix

QUARTER = 12
"""Sides of a quarter of a circle."""

OUTSIDE = 1.0 / math.cos(1.5 * math.pi / (4 * QUARTER))
"""How much larger a polygon's radius must be for its sides to lie outside the circle. The sides of
a corner that `buffer` rounds are up to half as long again as those of the whole circle."""

GIVE = 5e-5
"""Inches by which obstacles are drawn in again, so that what runs along them does not touch them.
Half of `CLEAR_OF`: a base so near is clear of them still."""


def reach_outline(base: Base, turn_deg: float) -> Floats:
    """(K, 2) a convex outline of few sides about a base whose centre is the origin."""
    if base.kind in ("round", "oval"):
        sides = 4 * QUARTER
        angle = (np.arange(sides) + 0.5) * (2 * np.pi / sides)
        points = np.column_stack([np.cos(angle), np.sin(angle)]) * OUTSIDE
        points = points * (base.half_x, base.half_y)
    else:
        points = base.polygon
    turned: Floats = points @ turn_matrix(turn_deg).T
    return turned


def grown(shape: BaseGeometry, base: Base, turn_deg: float) -> BaseGeometry:
    """Where the centre of a base that touches a shape can be: the shape, grown by the base.

    Args:
        shape: polygons, lines, or both.
    """
    if shape.is_empty:
        return shapely.Polygon()
    if base.kind == "round":
        return shape.buffer(base.half_x * OUTSIDE, quad_segs=QUARTER)
    if base.kind == "oval":
        # An oval is a circle that is stretched.
        out = turn_matrix(turn_deg) @ np.diag([base.half_x, base.half_y])
        flat = _mapped(shape, np.asarray(np.linalg.inv(out), np.float64)).buffer(
            OUTSIDE, quad_segs=QUARTER
        )
        return _mapped(flat, out)
    mirrored = -reach_outline(base, turn_deg)
    ends = [np.stack([ring[:-1], ring[1:]], axis=1) for ring in _rings(shape)]
    parts = shapely.get_parts(shape)
    solid = parts[shapely.get_dimensions(parts) == 2]
    swept: Any = shapely.polygons(_swept(np.concatenate(ends), mirrored))
    return united([*solid, *swept])


def _mapped(shape: BaseGeometry, matrix: Floats) -> BaseGeometry:
    found = shapely.transform(shape, lambda points: points @ matrix.T)
    assert isinstance(found, BaseGeometry)
    return found


def _swept(ends: Floats, outline: Floats) -> Floats:
    """(N, K + 2, 2) what a convex outline (K, 2) covers that goes along segments (N, 2, 2).

    Its front half at the one end, its back half at the other.
    """
    along = ends[:, 1] - ends[:, 0]
    right = np.column_stack([along[:, 1], -along[:, 0]]) @ outline.T
    number = len(outline)
    first, last = right.argmax(axis=1), right.argmin(axis=1)
    ahead = (last - first) % number
    place = np.arange(number + 2)
    front = place <= ahead[:, None]
    corner = (first[:, None] + place - ~front) % number
    swept: Floats = outline[corner] + np.where(front[..., None], ends[:, 1:], ends[:, :1])
    return swept


def given(shape: BaseGeometry) -> BaseGeometry:
    """A grown shape, drawn in by `GIVE`."""
    if shape.is_empty:
        return shape
    found: BaseGeometry = shape.buffer(-GIVE, join_style="mitre")
    return found


def shrunk(shape: BaseGeometry, base: Base, turn_deg: float) -> BaseGeometry:
    """Where the centre of a base can be that lies wholly within a shape."""
    if shape.is_empty:
        return shapely.Polygon()
    window = shape.envelope.buffer(1.0 + 2 * (base.half_x + base.half_y), join_style="mitre")
    return without(shape, grown(without(window, shape), base, turn_deg))


def inner_box(size: tuple[float, float], base: Base, turn_deg: float) -> shapely.Polygon:
    """Where the centre of a base can be that lies wholly on the table."""
    outline = base.placed((0.0, 0.0), turn_deg)
    low, high = outline.min(axis=0), outline.max(axis=0)
    if -low[0] > size[0] - high[0] or -low[1] > size[1] - high[1]:
        return shapely.Polygon()
    box: shapely.Polygon = shapely.box(-low[0], -low[1], size[0] - high[0], size[1] - high[1])
    return box


def of_base(other: Floats, base: Base, turn_deg: float, exact: bool = False) -> BaseGeometry:
    """Where the centre of a base that touches another base, (K, 2), can be.

    The sides of a sum of convex outlines are those of both, in the order of their directions.

    Args:
        exact: of the outline that ends are judged by; else of one outside of it, of fewer sides.
    """
    mirrored = -(base.placed((0.0, 0.0), turn_deg) if exact else reach_outline(base, turn_deg))
    first = np.zeros(2)
    sides = []
    for outline in (other, mirrored):
        first = first + outline[np.lexsort((outline[:, 0], outline[:, 1]))[0]]
        sides.append(np.roll(outline, -1, axis=0) - outline)
    every = np.concatenate(sides)
    order = np.argsort(np.arctan2(every[:, 1], every[:, 0]) % (2 * np.pi), kind="stable")
    found: BaseGeometry = shapely.Polygon(first + np.cumsum(every[order], axis=0))
    return found


def _rings(shape: BaseGeometry) -> list[Floats]:
    """The lines of a shape's outlines, (N, 2) each."""
    found = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon":
            found += [shapely.get_coordinates(ring) for ring in shapely.get_rings(part)]
        elif part.geom_type in ("LineString", "LinearRing"):
            found.append(shapely.get_coordinates(part))
    return found
