"""What a base covers of the table while it moves along a line, or turns."""

from typing import Any

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.table.bases import Base
from geo3d.tolerances import CLEAR_OF

STEP_DEG = 0.5
"""Degrees between two points of a turning corner's arc: the arc strays from them by 1e-5 of its
radius."""


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
    """What a base covers while it turns about its centre, as convex outlines (K, 2).

    Its first and its last position, and the sectors that its corners sweep: seen from the centre,
    nothing else reaches out farther.

    Args:
        by_deg: how far it turns from `turn_deg` on, either way.
    """
    first = base.placed(at, turn_deg)
    if base.kind == "round" or by_deg == 0.0:
        return [first]
    steps = max(1, int(np.ceil(abs(by_deg) / STEP_DEG)))
    turns = turn_deg + by_deg * np.arange(steps + 1) / steps
    placed = np.array([base.placed(at, float(turn)) for turn in turns])
    outlines = [first, placed[-1]]
    centre = np.array(at)
    if not shapely.contains_xy(shapely.Polygon(first), *at):
        # A hull whose origin lies outside of it: each position, and its middle for the centre.
        outlines += list(placed[1:-1])
        middles = placed.mean(axis=1)
        for k in range(steps):
            middle = (middles[k] + middles[k + 1]) / 2
            outlines += [
                hull(np.array([middle, a, b]))
                for a, b in zip(placed[k], placed[k + 1], strict=True)
            ]
        return outlines
    quarter = int(90.0 / STEP_DEG)
    for begin in range(0, steps, quarter):
        arcs = placed[begin : begin + quarter + 1]
        outlines += [hull(np.concatenate([centre[None], arc])) for arc in arcs.transpose(1, 0, 2)]
    return outlines


def hull(points: Floats) -> Floats:
    """(K, 2) the convex hull of points (N, 2), counter-clockwise."""
    spread: Any = shapely.convex_hull(shapely.multipoints(points))
    corners: Floats = shapely.get_coordinates(shapely.orient_polygons(spread))[:-1]
    return corners


def drawn_in(outline: Floats, by: float = CLEAR_OF) -> Floats:
    """A convex outline, its sides moved in, so that what it touches does not lie in it."""
    inner = shapely.Polygon(outline).buffer(-by, join_style="mitre")
    if inner.is_empty or inner.geom_type != "Polygon":
        return outline
    corners: Floats = shapely.get_coordinates(shapely.orient_polygons(inner))[:-1]
    return corners
