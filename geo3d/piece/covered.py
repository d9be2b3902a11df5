"""What a run of faces covers in plan."""

import numpy as np
import shapely

from geo3d.piece.union import united
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats, Ints
from geo3d.tolerances import FOOTPRINT_GRID


def covered(triangles: Floats, corners: Ints) -> shapely.Geometry:
    """The union in plan of faces that look up, holes kept.

    Not of every triangle: where as many faces lie on an edge's left as on its right, the union's
    border does not pass. The other edges cut the plane into cells, and the border winds about those
    that are covered.

    Args:
        triangles: (N, 3, 3), counter-clockwise seen from above.
        corners: (N, 3) their corners' numbers.

    Returns:
        Polygon or MultiPolygon, corners on a grid of `FOOTPRINT_GRID`.
    """
    starts, ends, times = _border(triangles, corners)
    lines = shapely.linestrings(np.stack([starts, ends], axis=1))
    cut = shapely.union_all(lines, grid_size=FOOTPRINT_GRID)
    cells = shapely.get_parts(shapely.polygonize([cut]))
    inner = shapely.get_coordinates(shapely.point_on_surface(cells))
    winding = np.zeros(len(inner), np.int64)
    _wind(inner, starts, ends, times, winding)
    return united(cells[winding > 0])


def _border(triangles: Floats, corners: Ints) -> tuple[Floats, Floats, Ints]:
    """Edges with more faces on their left than on their right: ends (M, 2), and how many more."""
    after = np.roll(corners, -1, axis=1).ravel()
    before = corners.ravel()
    span = int(corners.max()) + 1
    key = np.minimum(before, after) * span + np.maximum(before, after)
    _, first, edge = np.unique(key, return_index=True, return_inverse=True)
    more = np.bincount(edge.ravel(), weights=np.sign(after - before)).astype(np.int64)
    flat = triangles[:, :, :2]
    one, other = flat.reshape(-1, 2)[first], np.roll(flat, -1, axis=1).reshape(-1, 2)[first]
    forward = (before < after)[first] == (more > 0)
    starts = np.where(forward[:, None], one, other)
    ends = np.where(forward[:, None], other, one)
    return starts[more != 0], ends[more != 0], np.abs(more[more != 0])


@kernel
def _wind(points, starts, ends, times, winding):  # type: ignore[no-untyped-def]
    """How often the border winds counter-clockwise about each point."""
    for n in range(len(points)):
        x, y = points[n]
        for e in range(len(starts)):
            ax, ay = starts[e]
            bx, by = ends[e]
            if (ay <= y) == (by <= y):
                continue
            left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if by > ay and left > 0.0:
                winding[n] += times[e]
            elif by < ay and left < 0.0:
                winding[n] -= times[e]
