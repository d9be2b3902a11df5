"""What of a mesh lies between two heights, seen from above.

Few faces are united exactly. Many, as of a scan, are painted on a grid first: what is told then
covers the truth and exceeds it by at most three of the grid's squares.
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

SQUARE = 0.015
"""Inches: the side of the grid's squares, where the mesh is no larger than `MOST` of them."""

MOST = 4000
"""Squares along the longer side of the grid."""

GRID = 1e-6
"""Inches: corners are rounded to this where shapes of nearly the same outline are united."""

LEVEL_GRID = 1e-7
"""Inches: heights are rounded to this, outward, so that those that differ by rounding are one: a
tenth of `ON_THE_DOT`, by which a section may be higher than what hinders nobody."""

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
    square = max(SQUARE, float((high - low).max()) / MOST)
    size = np.ceil((high - low) / square).astype(np.int64) + 1
    cells = np.zeros((int(size[0]), int(size[1])), np.bool_)
    _paint((parts - low) / square, cells)
    boxes = _boxes(cells, low, square)
    outline = united(boxes.tolist())
    # Corners of squares are rounded off outward, never inward.
    grown = outline.buffer(square, join_style="mitre")
    return shapely.simplify(grown, square / 2)


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


def _boxes(cells: Bools, low: Floats, square: float) -> Floats:
    """Runs of marked squares as boxes."""
    steps = np.diff(np.pad(cells, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    row, first = np.nonzero(steps == 1)
    _, last = np.nonzero(steps == -1)
    x = low[0] + row * square
    y0, y1 = low[1] + first * square, low[1] + last * square
    boxes: Floats = shapely.box(x, y0, x + square, y1)
    return boxes
