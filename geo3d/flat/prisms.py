"""Footprints with heights: every feature a prism from the table to its highest point (2.5D).

Three lines in space: between the centres, between the left edges and between the right edges of the
bases, at the height of the models' tops. A line is stopped where it lies at or below the top of a
prism that it passes over. A prism whose footprint either base touches is left out.

What it gets wrong, and why: a feature is as high everywhere as its highest point, so a ruin with
one tall corner hides what is seen over its low walls, and a window or an arch is solid (false
hidden); three lines between tops miss who is seen under a bridge, or between two of them (false
hidden); the prism that a base touches is left out, walls included (false visible).
"""

from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.flat.answer import Answer, Method
from geo3d.flat.plan import Plan, Shapes, touched
from geo3d.rays.segments import Bools, Floats
from geo3d.table.figures import Figure


@dataclass(frozen=True, eq=False)
class Prisms:
    """Outlines and the heights up to which they are solid."""

    footprints: Shapes
    tops: Floats


def prisms_of(plan: Plan) -> Prisms:
    """The prisms of a plan's features, whatever their category."""
    return Prisms(plan.footprints, plan.tops)


def by_prisms(prisms: Prisms, observer: Figure, target: Figure) -> Answer:
    """Visible if any of the three lines is open; the fraction of them that are.

    As the token line of sight of Terrain Height Tools for Foundry VTT does it, at its default
    height.
    """
    starts, ends = rays(observer, target)
    kept = ~(touched(prisms.footprints, observer) | touched(prisms.footprints, target))
    open_ = ~stopped(prisms.footprints[kept], prisms.tops[kept], starts, ends)
    return Answer(bool(open_.any()), float(open_.mean()))


def rays(observer: Figure, target: Figure) -> tuple[Floats, Floats]:
    """Starts and ends (3, 3): centres, left edges, right edges, at the tops."""
    ahead = np.asarray(target.at[:2]) - np.asarray(observer.at[:2])
    left = np.array([-ahead[1], ahead[0]])
    parts = []
    for figure in (observer, target):
        across = figure.outline @ left
        plan = [figure.at[:2], figure.outline[across.argmax()], figure.outline[across.argmin()]]
        parts.append(np.column_stack([np.array(plan), np.full(3, figure.top)]))
    return parts[0], parts[1]


def stopped(footprints: Shapes, tops: Floats, starts: Floats, ends: Floats) -> Bools:
    """(N,) which lines in space lie at or below the top of a prism that they pass over.

    Args:
        footprints, tops: (F,) outlines, and z up to which they are solid.
        starts, ends: (N, 3).
    """
    blocked = np.zeros(len(starts), np.bool_)
    for number, (start, end) in enumerate(zip(starts, ends, strict=True)):
        line = shapely.LineString([start[:2], end[:2]])
        crossed = shapely.intersects(footprints, line)
        inside = shapely.intersection(footprints[crossed], line)
        points, rows = shapely.get_coordinates(inside, return_index=True)
        along = end[:2] - start[:2]
        length = float(along @ along)
        share = (points - start[:2]) @ along / length if length > 0.0 else np.zeros(len(points))
        height = start[2] + share * (end[2] - start[2])
        blocked[number] = bool((height <= tops[crossed][rows]).any())
    return blocked


PRISMS = Method(
    "prism",
    "footprints with heights (2.5D), centre, left and right",
    "github.com/Wibble199/FoundryVTT-Terrain-Height-Tools (token line of sight)",
    prisms_of,
    by_prisms,
)
