"""Segments in plan that lines may not meet, in runs with bounds, so that few are looked at."""

from typing import NamedTuple

import numpy as np
import shapely
from numpy.typing import ArrayLike
from shapely.geometry.base import BaseGeometry

from geo3d.rays.segments import Floats

RUN = 12
"""Segments that share bounds: those of one outline follow each other, and lie close."""


class Walls(NamedTuple):
    """Segments, and the bounds of each run of `RUN` of them.

    Attributes:
        segments: (M, 4) x and y of both ends.
        runs: (R, 4) least x and y, greatest x and y.
    """

    segments: Floats
    runs: Floats


def in_runs(segments: ArrayLike) -> Walls:
    """Walls of segments (M, 4)."""
    kept = np.ascontiguousarray(segments, dtype=np.float64).reshape(-1, 4)
    first = np.arange(0, len(kept), RUN)
    if not len(kept):
        return Walls(kept, np.empty((0, 4)))
    low = np.minimum.reduceat(np.minimum(kept[:, :2], kept[:, 2:]), first)
    high = np.maximum.reduceat(np.maximum(kept[:, :2], kept[:, 2:]), first)
    return Walls(kept, np.hstack([low, high]))


def walls_of(shape: BaseGeometry) -> Walls:
    """The outlines of polygons, those of their holes too."""
    rings = [
        shapely.get_coordinates(ring)
        for part in shapely.get_parts(shape)
        if part.geom_type == "Polygon"
        for ring in shapely.get_rings(part)
    ]
    if not rings:
        return in_runs(np.empty((0, 4)))
    return in_runs(np.concatenate([np.hstack([ring[:-1], ring[1:]]) for ring in rings]))
