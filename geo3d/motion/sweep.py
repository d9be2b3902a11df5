"""What a base covers of the table while it moves along a line, or turns."""

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.table.bases import Base
from geo3d.tolerances import CLEAR_OF

STEP_DEG = 0.5
"""Degrees between two positions of a turning base. What it covers between them and they do not is
nowhere wider than 1e-5 of its radius."""


def swept_line(outline: Floats, way: Floats) -> Floats:
    """The outline of all that a base covers while it moves straight on, its facing kept.

    Args:
        outline: (K, 2) the base where it starts, convex.
        way: (2,) where it goes from there.

    Returns:
        (M, 2) convex, counter-clockwise.
    """
    return hull(np.concatenate([outline, outline + way]))


def swept_turn(base: Base, at: tuple[float, float], turn_deg: float, by_deg: float) -> list[Floats]:
    """What a base covers while it turns about its centre: (K, 2), its positions on the way.

    Args:
        by_deg: how far it turns from `turn_deg` on, either way.
    """
    if base.kind == "round":
        return [base.placed(at, turn_deg)]
    steps = max(1, int(np.ceil(abs(by_deg) / STEP_DEG)))
    turns = turn_deg + by_deg * np.arange(steps + 1) / steps
    return [base.placed(at, float(turn)) for turn in turns]


def hull(points: Floats) -> Floats:
    """(K, 2) the convex hull of points (N, 2), counter-clockwise."""
    outline = shapely.orient_polygons(shapely.MultiPoint(points).convex_hull)
    return shapely.get_coordinates(outline)[:-1]


def drawn_in(outline: Floats, by: float = CLEAR_OF) -> Floats:
    """A convex outline, its sides moved in, so that what it touches does not lie in it."""
    inner = shapely.Polygon(outline).buffer(-by, join_style="mitre")
    if inner.is_empty or inner.geom_type != "Polygon":
        return outline
    return shapely.get_coordinates(shapely.orient_polygons(inner))[:-1]
