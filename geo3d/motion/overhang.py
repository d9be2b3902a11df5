"""How far a base sticks out past the surface it stands on."""

import numpy as np
import shapely

from geo3d.piece.union import common, united
from geo3d.rays.segments import Floats
from geo3d.tolerances import FLUSH, OVERHANG_STEP

CELLS = 16
"""Cells along the base to begin with."""


def overhang(base_polygon: Floats, surface_polygon: shapely.Geometry) -> float:
    """The greatest distance by which a base sticks out past a surface's outer boundary (13.06).

    Holes of the surface are no outer boundary. The farthest point of the base is one of its corners
    where the surface is convex; else it may lie over a notch. The distance changes by no more than
    the way that one goes, so cells of the base that cannot hold a farther point are left, and the
    others are cut in four.

    Args:
        base_polygon: (K, 2) convex, counter-clockwise.
        surface_polygon: Polygon or MultiPolygon, not empty.

    Returns:
        Inches, to within `OVERHANG_STEP`, and never too much; 0 where the base does not stick out
        by more than `FLUSH`; infinity past an empty surface.
    """
    base = shapely.Polygon(base_polygon)
    surface = filled(surface_polygon)
    if shapely.is_empty(surface):
        return float("inf")
    shapely.prepare(surface)
    if shapely.covers(surface, base):
        return 0.0
    best = float(shapely.distance(surface, shapely.points(base_polygon)).max())
    if not _convex(surface):
        near = _near(surface, base)
        shapely.prepare(near)
        best = _farthest(np.asarray(base_polygon, dtype=np.float64), near, best)
    return best if best > FLUSH else 0.0


def filled(surface: shapely.Geometry) -> shapely.Geometry:
    """A polygon, or several, without holes."""
    parts = shapely.get_parts(surface)
    rings = [part.exterior for part in parts if part.geom_type == "Polygon"]
    return united(shapely.polygons(rings))


def _convex(surface: shapely.Geometry) -> bool:
    return bool(shapely.area(shapely.convex_hull(surface)) - shapely.area(surface) <= FLUSH * FLUSH)


def _near(surface: shapely.Geometry, base: shapely.Geometry) -> shapely.Geometry:
    """What of a surface can be nearest to a point of a base."""
    low, high = shapely.bounds(base).reshape(2, 2)
    reach = shapely.distance(surface, base) + float(np.hypot(*(high - low)))
    return common(surface, shapely.box(*(low - reach), *(high + reach)))


def _farthest(outline: Floats, surface: shapely.Geometry, best: float) -> float:
    """`best`, or the distance of a point of the base that is farther from the surface."""
    along = np.roll(outline, -1, axis=0) - outline
    inwards = np.column_stack([-along[:, 1], along[:, 0]])
    length = np.linalg.norm(along, axis=1)
    inwards = inwards[length > 0.0] / length[length > 0.0, None]
    offset = (inwards * outline[length > 0.0]).sum(axis=1)
    low, high = outline.min(axis=0), outline.max(axis=0)
    half = float((high - low).max()) / CELLS / 2
    steps = low[:, None] + half * (2 * np.arange(CELLS) + 1)
    cells = np.stack(np.meshgrid(*steps), axis=-1).reshape(-1, 2)
    while len(cells):
        radius = half * np.sqrt(2.0)
        depth = (cells @ inwards.T - offset).min(axis=1)
        cells, depth = cells[depth > -radius], depth[depth > -radius]
        away = shapely.distance(surface, shapely.points(cells))
        best = max(best, float(away[depth >= 0.0].max(initial=0.0)))
        cells = cells[away + radius > best + OVERHANG_STEP]
        half /= 2
        quarters = [cells + half * np.array([x, y]) for x in (-1, 1) for y in (-1, 1)]
        cells = np.concatenate(quarters)
    return best
