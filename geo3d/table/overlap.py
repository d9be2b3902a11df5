"""How much of a base lies over a region of the table, in square inches; curves are exact."""

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.table.bases import turn_matrix
from geo3d.table.figures import Figure


def base_area(figure: Figure) -> float:
    """Square inches of a figure's base."""
    base = figure.profile.base
    if base.kind in ("round", "oval"):
        return float(np.pi * base.half_x * base.half_y)
    return float(shapely.Polygon(base.polygon).area)


def base_overlap(figure: Figure, region: shapely.Geometry) -> float:
    """Square inches of a figure's base over a region in plan.

    Args:
        figure: a model; round and oval bases are taken as the curves they are.
        region: shapely polygon or polygons.
    """
    base = figure.profile.base
    if base.kind not in ("round", "oval"):
        return float(shapely.intersection(shapely.Polygon(figure.outline), region).area)
    # In the frame where the base is the unit disc about the origin.
    turn, half = turn_matrix(figure.turn_deg), np.array([base.half_x, base.half_y])
    unit = shapely.transform(region, lambda xy: ((xy - np.array(figure.at[:2])) @ turn) / half)
    total = 0.0
    for part in shapely.get_parts(unit):
        if part.geom_type == "Polygon":
            total += abs(_disc(part.exterior)) - sum(abs(_disc(hole)) for hole in part.interiors)
    return total * base.half_x * base.half_y


def _disc(ring: shapely.LinearRing) -> float:
    """Area of the unit disc within a ring, negative for a clockwise one.

    The sum, over the ring's edges, of the area that the disc shares with the triangle of the edge
    and the origin: triangles where the edge runs inside the disc, sectors where it runs outside.
    """
    corners = shapely.get_coordinates(ring)
    start, way = corners[:-1], np.diff(corners, axis=0)
    a = (way**2).sum(axis=1)
    start, way, a = start[a > 0], way[a > 0], a[a > 0]
    b = (start * way).sum(axis=1)
    c = (start**2).sum(axis=1) - 1.0
    root = np.sqrt(np.maximum(b * b - a * c, 0.0))
    enter, leave = np.clip((-b - root) / a, 0.0, 1.0), np.clip((-b + root) / a, 0.0, 1.0)
    first, second = start + enter[:, None] * way, start + leave[:, None] * way
    inner = _cross(first, second)
    outer = _angle(start, first) + _angle(second, start + way)
    return float((inner + outer).sum() / 2.0)


def _cross(p: Floats, q: Floats) -> Floats:
    cross: Floats = p[:, 0] * q[:, 1] - p[:, 1] * q[:, 0]
    return cross


def _angle(p: Floats, q: Floats) -> Floats:
    """Angle from p to q as seen from the origin."""
    angle: Floats = np.arctan2(_cross(p, q), (p * q).sum(axis=1))
    return angle
