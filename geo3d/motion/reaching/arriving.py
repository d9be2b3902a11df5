"""Last steps of a model to a place against what is in its way.

What is in the way is told a little larger than it is (see `cspace`, `plan`): places close to it,
and those in contact with an enemy model, are not free though a model may end there. The nearest
free place is gone to instead, and from there, or past it, straight on.
"""

import numpy as np
import shapely

from geo3d.motion.reaching.spaces import Space
from geo3d.rays.segments import Floats

CLOSE = 0.25
"""Inches: places are looked at that lie no farther from what is free: twice what plans that were
painted, smoothed and grown by polygons are told too large by."""

INTO = 1e-6
"""Inches that a place lies within what is free, so that rounding does not take it out."""


def free_beside(space: Space, points: Floats) -> Floats:
    """(N, 2) the free place nearest to each of points (N, 2); NaN where none is close."""
    found = np.full(points.shape, np.nan)
    if space.free.is_empty or not len(points):
        return found
    lines = shapely.shortest_line(space.free, shapely.points(points))
    nearest = shapely.get_coordinates(shapely.get_point(lines, 0))
    away = nearest - points
    far = np.hypot(*away.T)
    near = (far <= CLOSE) & (far > 0.0)
    inside = nearest[near] + away[near] / far[near, None] * INTO
    inside[~space.holds(inside)] = np.nan
    found[near] = inside
    return found
