"""What a run of faces covers in plan."""

import numpy as np
import numpy.typing as npt
import shapely

from geo3d.piece.union import united
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats, Ints
from geo3d.tolerances import FOOTPRINT_GRID

FEW = 20_000
"""Pairs of border edges that lie near each other: so many are cut where they cross in a second."""

SAMPLE = 400
"""Shapes whose neighbours are counted to estimate pairs, where there are more."""

BLOCK = 10_000
"""Triangles united in one go: a million at once take gigabytes."""


def covered(triangles: Floats, corners: Ints) -> shapely.Geometry:
    """The union in plan of faces that look up, holes kept.

    Not of every triangle, but in a heap of them: where as many faces lie on an edge's left as on
    its right, the union's border does not pass. The other edges cut the plane into cells, and the
    border winds about those that are covered.

    Args:
        triangles: (N, 3, 3), counter-clockwise seen from above.
        corners: (N, 3) their corners' numbers.

    Returns:
        Polygon or MultiPolygon, corners on a grid of `FOOTPRINT_GRID`.
    """
    starts, ends, times = _border(triangles, corners)
    lines = np.asarray(shapely.linestrings(np.stack([starts, ends], axis=1)), dtype=object)
    if overlapping(lines) > FEW + len(triangles):
        return _every_one(triangles[:, :, :2])
    cut = shapely.union_all(lines, grid_size=FOOTPRINT_GRID)
    cells = shapely.get_parts(shapely.polygonize([cut]))
    inner = shapely.get_coordinates(shapely.point_on_surface(cells))
    winding = np.zeros(len(inner), np.int64)
    _wind(inner, starts, ends, times, *_rows(starts, ends), winding)
    return united(cells[winding > 0])


def overlapping(shapes: npt.NDArray[np.object_]) -> float:
    """How many pairs of shapes have bounds that overlap; of over `SAMPLE` shapes an estimate."""
    some = shapes
    if len(shapes) > SAMPLE:
        some = shapes[np.random.default_rng(0).choice(len(shapes), SAMPLE, replace=False)]
    if not len(some):
        return 0.0
    # One by one, for each may meet all; itself, too.
    tree = shapely.STRtree(shapes)
    met = sum(len(tree.query(each)) for each in some) - len(some)
    return met / len(some) * len(shapes) / 2


def _every_one(triangles: Floats) -> shapely.Geometry:
    """The union of triangles (N, 3, 2), one by one: for a heap, whose edges all cross."""
    parts = [
        shapely.union_all(shapely.polygons(triangles[at : at + BLOCK]))
        for at in range(0, len(triangles), BLOCK)
    ]
    return shapely.set_precision(united(parts), FOOTPRINT_GRID)


def _rows(starts: Floats, ends: Floats) -> tuple[Floats, Ints, Ints]:
    """Edges by rows along y: (2,) the lowest y and a row's height, where each row begins (R + 1,),
    and the edges of one row after another, each in all rows that it crosses."""
    low, high = np.minimum(starts[:, 1], ends[:, 1]), np.maximum(starts[:, 1], ends[:, 1])
    bottom, top = float(low.min()), float(high.max())
    number = int(np.sqrt(len(starts))) + 1
    height = max((top - bottom) / number, np.finfo(float).tiny)
    first = np.clip(((low - bottom) / height).astype(np.int64), 0, number - 1)
    last = np.clip(((high - bottom) / height).astype(np.int64), 0, number - 1)
    count = last - first + 1
    edge = np.repeat(np.arange(len(starts)), count)
    row = np.arange(len(edge)) - np.repeat(np.cumsum(count) - count, count) + first[edge]
    begin = np.searchsorted(np.sort(row), np.arange(number + 1))
    return np.array([bottom, height]), begin, edge[np.argsort(row, kind="stable")]


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
def _wind(points, starts, ends, times, across, begin, edges, winding):  # type: ignore[no-untyped-def]
    """How often the border winds counter-clockwise about each point: the edges of its row tell."""
    last = len(begin) - 2
    for n in range(len(points)):
        x, y = points[n]
        row = min(max(int((y - across[0]) / across[1]), 0), last)
        for k in range(begin[row], begin[row + 1]):
            e = edges[k]
            ax, ay = starts[e]
            bx, by = ends[e]
            if (ay <= y) == (by <= y):
                continue
            left = (bx - ax) * (y - ay) - (by - ay) * (x - ax)
            if by > ay and left > 0.0:
                winding[n] += times[e]
            elif by < ay and left < 0.0:
                winding[n] -= times[e]
