"""How far about a gap the wall goes on: so far what closes the gap may reach into it."""

import numpy as np
import shapely

from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.slices import Slices
from geo3d.piece.gaps.winding import inside
from geo3d.rays.segments import Floats

LITTLE = 0.03
"""Inches that a plug reaches into any wall: what outlines of rough scans are off."""

MORE = (0.25, 0.12, 0.06)
"""Inches that are tried."""

CORE = 0.5
"""Share of a wall's thickness that is looked at, and that a plug's wider part takes up."""

NEARLY = 0.95
"""Share of the points that must lie in material."""

HALF = 0.5
"""Share of a gap's outline that may lie in material: it may a little, where a wall bends there."""

APART = 0.1
"""Inches between those points."""


def overlap(gap: Gap, cuts: Slices) -> float:
    """The largest of `MORE` within which all about a gap is material; else `LITTLE`."""
    if len(gap.bend) > 1:
        return LITTLE
    frame = np.array([gap.level, gap.up])
    flat = shapely.Polygon(gap.flat()).buffer(0)
    if flat.is_empty:
        return LITTLE
    for reach in MORE:
        points = np.concatenate([_ring(flat.buffer(reach * share)) for share in (1.0, 0.5)])
        spots = np.concatenate([
            gap.centre + points @ frame + CORE * depth * gap.normal
            for depth in (-gap.thickness / 2, 0.0, gap.thickness / 2)
        ])  # fmt: skip
        if held(spots, cuts) >= NEARLY:
            return reach
    return LITTLE


def is_open(gap: Gap, cuts: Slices) -> bool:
    """Whether there is air in a gap's middle plane, and no material that has a surface beyond it.

    What is painted is a mesh's surface alone: a plane within a stone is as free as one in the air.
    """
    flat = shapely.Polygon(gap.flat()).buffer(0)
    core = flat.buffer(-LITTLE)
    if core.is_empty:
        return True
    points = _ring(core)
    middle = shapely.get_coordinates(core.representative_point())
    spots = gap.centre + np.concatenate([points, middle]) @ np.array([gap.level, gap.up])
    return held(spots, cuts) < HALF


def _ring(polygon: shapely.Geometry) -> Floats:
    rings = [part.exterior for part in shapely.get_parts(polygon)]
    points = [
        shapely.get_coordinates(ring.interpolate(np.arange(0.0, ring.length, APART)))
        for ring in rings
    ]
    return np.concatenate(points)


def held(points: Floats, cuts: Slices) -> float:
    """Share of the points above ground that lie in material, each by the cut nearest in height."""
    number = np.round((points[:, 2] - cuts.heights[0]) / cuts.step).astype(np.int64)
    above = points[:, 2] > cuts.heights[0] - cuts.step / 2
    within, total = 0, 0
    for level in np.unique(number[above]):
        rows = np.flatnonzero(above & (number == level))
        total += len(rows)
        if 0 <= level < len(cuts.heights):
            segments = cuts.at(int(level))
            within += int(inside(np.ascontiguousarray(points[rows, :2]), segments).sum())
    return within / total if total else 0.0
