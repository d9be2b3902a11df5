"""What of a mesh lies between two heights, seen from above.

Few faces are united exactly. Many, as of a scan, are painted on a grid first: what is told then
covers the truth and exceeds it by a little (see `excess`).
"""

import threading
import weakref
from typing import Any

import numpy as np
import shapely
import trimesh
from shapely.geometry.base import BaseGeometry

from geo3d.motion.prism import ready
from geo3d.piece.section import section
from geo3d.piece.union import united
from geo3d.rays.clipping import between_levels
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats

FEW = 1500
"""More faces than these are painted."""

SQUARE = 0.005
"""Inches: the side of the grid's squares, where the mesh is no larger than `MOST` of them."""

MOST = 4000
"""Squares along the longer side of the grid."""

GRID = 1e-6
"""Inches: corners are rounded to this where shapes of nearly the same outline are united."""

LEVEL_GRID = 1e-7
"""Inches: heights are rounded to this, outward, so that those that differ by rounding are one: a
tenth of `ON_THE_DOT`, by which a section may be higher than what hinders nobody."""

SQUARES = 5
"""By how many squares a painted outline may lie outside of the truth, that times the root of 2 at
corners: one that is touched, two for rounding its corners off, and two by which that may stray."""

_known: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[tuple[float, float], BaseGeometry]] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def material(mesh: trimesh.Trimesh, low: float, high: float) -> BaseGeometry:
    """The faces of a mesh between two heights, in plan, in its own frame; found once.

    Returns:
        Polygons, and lines where faces are upright; empty where there is nothing.
    """
    key = outward(low, high)
    with _lock:
        known = _known.setdefault(mesh, {})
        found = known.get(key)
    if found is None:
        found = _material(mesh, *key)
        with _lock:
            known[key] = found
    return found


def excess(mesh: trimesh.Trimesh) -> float:
    """Inches by which what is told of a mesh may lie outside of the truth."""
    if len(mesh.faces) <= FEW:
        return 0.0
    return SQUARES * _square(float(np.ptp(mesh.bounds[:, :2], axis=0).max()))


def _square(wide: float) -> float:
    """Inches: the side of the squares for what is so wide."""
    return max(SQUARE, wide / MOST)


def outward(low: float, high: float) -> tuple[float, float]:
    """Two heights on a grid, no less between them."""
    return (
        float(np.floor(low / LEVEL_GRID) * LEVEL_GRID),
        float(np.ceil(high / LEVEL_GRID) * LEVEL_GRID),
    )


def _material(mesh: trimesh.Trimesh, low: float, high: float) -> BaseGeometry:
    surface = _surface(mesh, low, high)
    if high <= low or not mesh.is_watertight:
        return surface
    # What is solid from the one height to the other has no surface between them. Most upright faces
    # run along it: they are left out, since many lines are slow to grow.
    # A little higher: a cut at a height is that of what ends there, too.
    solid = section(mesh, low + GRID)
    if shapely.get_dimensions(solid) < 2 and not shapely.is_empty(solid):
        return surface
    parts = shapely.get_parts(surface)
    flat = shapely.get_dimensions(parts) == 2
    filled = united([*parts[flat], solid])
    along = shapely.buffer(filled, GRID)
    shapely.prepare(along)
    return united([filled, *parts[~flat & ~shapely.covers(along, parts)]])


def _surface(mesh: trimesh.Trimesh, low: float, high: float) -> BaseGeometry:
    made = ready(mesh)
    rows = np.flatnonzero((made.high[:, 2] > low) & (made.low[:, 2] < high))
    if high <= low or not len(rows):
        return shapely.Polygon()
    parts, _ = clipped_between(made.triangles[rows], low, high)
    if not len(parts):
        return shapely.Polygon()
    if len(parts) <= FEW:
        hulls: Any = shapely.convex_hull(shapely.multipoints(parts))
        return united(hulls)
    return _painted(parts)


def clipped_between(triangles: Floats, low: float, high: float) -> tuple[Floats, Bools]:
    """The parts of triangles (N, 3, 3) between two heights, in plan.

    Returns:
        (M, 5, 2) corners, the last one repeated; (N,) which triangles have such a part.
    """
    parts = np.empty((len(triangles), 5, 2))
    number = np.zeros(len(triangles), np.int64)
    _between(triangles, low, high, parts, number)
    return parts[number > 0], number > 0


@kernel
def _between(triangles, low, high, parts, number):  # type: ignore[no-untyped-def]
    """The part of each triangle between two heights, in plan: five points, the last repeated."""
    corners = np.empty((2, 8, 3))
    for t in range(len(triangles)):
        now, count = between_levels(triangles[t], low, high, corners)
        number[t] = count
        for c in range(5):
            e = min(c, count - 1)
            if e >= 0:
                parts[t, c, 0], parts[t, c, 1] = corners[now, e, 0], corners[now, e, 1]


def _painted(parts: Floats) -> BaseGeometry:
    low, high = parts.min(axis=(0, 1)), parts.max(axis=(0, 1))
    square = _square(float((high - low).max()))
    size = np.ceil((high - low) / square).astype(np.int64) + 1
    cells = np.zeros((int(size[0]), int(size[1])), np.bool_)
    _paint((parts - low) / square, cells)
    outline = united(_outlines(cells, low, square))
    # Corners of squares are rounded off outward, never inward: `simplify` may stray by twice as
    # much as it is told.
    grown = outline.buffer(2 * square, join_style="mitre")
    return shapely.simplify(grown, square)


@kernel
def _paint(parts, cells):  # type: ignore[no-untyped-def]
    """Mark each square that a convex part, in squares, touches."""
    for n in range(len(parts)):
        least, most = np.inf, -np.inf
        for c in range(5):
            least, most = min(least, parts[n, c, 0]), max(most, parts[n, c, 0])
        for a in range(max(int(least), 0), min(int(most), cells.shape[0] - 1) + 1):
            bottom, top = np.inf, -np.inf
            for c in range(5):
                d = c + 1 if c < 4 else 0
                x, y = parts[n, c, 0], parts[n, c, 1]
                u, v = parts[n, d, 0], parts[n, d, 1]
                if a <= x <= a + 1:
                    bottom, top = min(bottom, y), max(top, y)
                for edge in (a, a + 1):
                    if (x < edge) != (u < edge):
                        at = y + (edge - x) / (u - x) * (v - y)
                        bottom, top = min(bottom, at), max(top, at)
            if bottom <= top:
                for b in range(max(int(bottom), 0), min(int(top), cells.shape[1] - 1) + 1):
                    cells[a, b] = True


def _outlines(cells: Bools, low: Floats, square: float) -> Any:
    """What marked squares cover, as polygons: of the lines between them and others."""
    around = np.pad(cells, 1)
    upright = np.pad(around[1:, 1:-1] != around[:-1, 1:-1], ((0, 0), (1, 1)))
    level = np.pad(around[1:-1, 1:] != around[1:-1, :-1], ((1, 1), (0, 0)))
    corner = (upright[:, 1:] != upright[:, :-1]) | (level[1:] != level[:-1])
    # Where two squares touch at a corner both lines go on.
    corner |= upright[:, 1:] & upright[:, :-1] & level[1:] & level[:-1]
    x, y = np.nonzero(corner)
    lines = []
    for order, other, marked in (
        (np.lexsort((y, x)), x, upright[:, 1:]),
        (np.lexsort((x, y)), y, level[1:]),
    ):
        first, last = order[:-1], order[1:]
        joined = (other[first] == other[last]) & marked[x[first], y[first]]
        ends = np.stack([first[joined], last[joined]], axis=1)
        lines.append(np.stack([x[ends], y[ends]], axis=-1))
    drawn: Any = shapely.linestrings(np.concatenate(lines).astype(np.float64))
    parts: Any = shapely.get_parts(shapely.polygonize(drawn))
    column, row = np.floor(shapely.get_coordinates(shapely.point_on_surface(parts))).astype(int).T
    inside = around[column + 1, row + 1]
    return shapely.transform(parts[inside], lambda points: low + points * square)
