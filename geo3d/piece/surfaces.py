"""The surfaces of a piece that models can stand on (13.06)."""

import threading
import warnings
import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.covered import covered, overlapping
from geo3d.piece.union import united
from geo3d.piece.upward import Upward, upward
from geo3d.rays.segments import Floats, Ints
from geo3d.tolerances import COPLANAR, FOOTPRINT_GRID, ON_THE_DOT, TOGETHER

LEAST = 0.05
"""Square inches of a surface that must be near level for it to be listed."""

SPECK = 1e-3
"""Square inches: smaller runs of faces are noise on a wall or at an edge."""

CELL = 0.25
"""Inches: the slope of a rough surface is that of its faces in squares of three such cells."""

MOST_PAIRS = 1_000_000
"""Runs of faces one over another in plan, as pairs: whether so many are near each other is found in
five seconds. Where there are more, as in a heap of faces that all cross, the largest runs count."""

LARGE = 0.5
"""Inches along x or y: the slope of a larger face is its own."""


@dataclass(frozen=True, eq=False)
class Surface:
    """A surface that models can stand on, in its mesh's own frame, inches.

    Attributes:
        height: mean z, weighted by area in plan.
        low, high: least and greatest z.
        area: in plan, of the outline less its holes.
        outline: in plan, with its holes.
        faces: which faces of the mesh it is made of.
    """

    height: float
    low: float
    high: float
    area: float
    outline: shapely.Polygon
    faces: Ints


_found: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[float, tuple[Surface, ...]]] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def surfaces(mesh: trimesh.Trimesh, max_tilt: float = 10.0) -> tuple[Surface, ...]:
    """The surfaces of a mesh that models can stand on, from the lowest up.

    A surface is a run of faces that look up and share edges, or that lie within `TOGETHER` in plan
    and `COPLANAR` in height of each other (13.06, reading). Its outline has no gaps narrower than
    `TOGETHER`. Found once for a mesh.

    Args:
        max_tilt: degrees; some part of a surface is no steeper, averaged over noise.
    """
    with _lock:
        known = _found.setdefault(mesh, {}).get(max_tilt)
    if known is None:
        known = tuple(_find(mesh, max_tilt))
        with _lock:
            _found[mesh][max_tilt] = known
    return known


def closed(shape: shapely.Geometry) -> shapely.Geometry:
    """A shape in plan with gaps of up to `TOGETHER` closed."""
    by = TOGETHER / 2 + 1e-6  # A gap of just that width is closed, whatever rounding does.
    # GEOS may divide by nothing on its way past slivers, and is right in the end.
    with np.errstate(divide="ignore", invalid="ignore"):
        grown = shapely.buffer(shape, by, join_style="mitre")
        shut: shapely.Geometry = shapely.buffer(grown, -by, join_style="mitre")
    # Corners more pointed than the mitre's limit are cut off by it.
    if shapely.area(shapely.difference(shape, shut)) > FOOTPRINT_GRID:
        shut = shapely.union(shape, shut, grid_size=FOOTPRINT_GRID)
    return shut


def _find(mesh: trimesh.Trimesh, max_tilt: float) -> list[Surface]:
    every = upward(mesh)
    if not len(every.faces):
        return []
    run = every.connected()
    count = np.bincount(run)
    area = np.bincount(run, weights=every.vectors[:, 2]).astype(np.float64)
    parts = np.split(np.argsort(run, kind="stable"), np.cumsum(count)[:-1])
    shown = _not_too_many(every, run, area)
    runs = [parts[row] for row in shown.tolist()]
    shapes = [closed(covered(every.triangles[part], every.corners[part])) for part in runs]
    heights = np.array([_height(every.some(part)) for part in runs])
    found = []
    for rows in _groups(shapes, heights):
        of = every.some(np.concatenate([runs[row] for row in rows]))
        whole = shapes[rows[0]]
        if len(rows) > 1:
            whole = closed(united([shapes[row] for row in rows]))
        outlines = shapely.get_parts(whole)
        # Runs that come near each other at a corner only stay apart.
        middle = shapely.points(of.triangles[:, :, :2].mean(axis=1))
        part = shapely.STRtree(outlines).nearest(middle) if len(outlines) > 1 else None
        for number, outline in enumerate(outlines):
            own = of if part is None else of.some(part == number)
            if outline.area >= LEAST and _level_area(own, max_tilt) >= LEAST:
                found.append(_surface(own, outline))
    return sorted(found, key=lambda each: (each.height, -each.area, each.outline.bounds))


def _not_too_many(every: Upward, run: Ints, area: Floats) -> Ints:
    """The runs that are larger than a speck; of a heap the largest of those, with a warning."""
    rows = np.flatnonzero(area > SPECK)
    low, high = np.full((2, len(area), 2), np.inf)
    flat = every.triangles[:, :, :2]
    np.minimum.at(low, run, flat.min(axis=1))
    np.minimum.at(high, run, -flat.max(axis=1))
    boxes = shapely.box(*low[rows].T, *-high[rows].T)
    pairs = overlapping(boxes)
    if pairs <= MOST_PAIRS:
        return rows
    most = int(len(rows) * np.sqrt(MOST_PAIRS / pairs))
    warnings.warn(
        f"{len(rows)} runs of faces that look up lie one over another, a heap: only the {most} "
        "largest were looked at for surfaces to stand on",
        Geo3dWarning,
        stacklevel=2,
    )
    kept: Ints = np.sort(rows[np.argsort(-area[rows], kind="stable")[:most]])
    return kept


def _groups(shapes: list[shapely.Geometry], heights: Floats) -> list[list[int]]:
    """Which runs of faces are one surface."""
    parent = list(range(len(shapes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    if len(shapes) > 1:
        for i, j in shapely.STRtree(shapes).query(shapes, "dwithin", TOGETHER + FOOTPRINT_GRID).T:
            if i < j and abs(heights[i] - heights[j]) <= COPLANAR + ON_THE_DOT:
                parent[root(j)] = root(i)
    groups: dict[int, list[int]] = {}
    for i in range(len(shapes)):
        groups.setdefault(root(i), []).append(i)
    return list(groups.values())


def _height(some: Upward) -> float:
    return float(np.average(some.triangles[:, :, 2].mean(axis=1), weights=some.vectors[:, 2]))


def _surface(some: Upward, outline: shapely.Polygon) -> Surface:
    z = some.triangles[:, :, 2]
    return Surface(
        height=_height(some),
        low=float(z.min()),
        high=float(z.max()),
        area=float(outline.area),
        outline=outline,
        faces=np.sort(some.faces),
    )


def _level_area(some: Upward, max_tilt: float) -> float:
    """Square inches in plan of what is no steeper than `max_tilt`."""
    steepest = np.tan(np.radians(max_tilt))
    vectors = some.vectors
    flat = some.triangles[:, :, :2]
    large = (flat.max(axis=1) - flat.min(axis=1)).max(axis=1) > LARGE
    level = np.hypot(vectors[:, 0], vectors[:, 1]) <= steepest * vectors[:, 2] + 1e-12
    small = ~large
    if small.any():
        mean = _about(flat[small].mean(axis=1), vectors[small])
        level[small] = np.hypot(mean[:, 0], mean[:, 1]) <= steepest * mean[:, 2] + 1e-12
    return float(vectors[level, 2].sum())


def _about(places: Floats, vectors: Floats) -> Floats:
    """(N, 3) for each place in plan the sum of the vectors in its cell and the eight about it."""
    x, y = np.floor((places - places.min(axis=0)) / CELL).astype(np.int64).T
    span = int(y.max()) + 3  # An empty row at each side, so that no cell is beside the next column.
    cells, cell = np.unique(x * span + y + 1, return_inverse=True)
    sums = np.zeros((len(cells), 3))
    np.add.at(sums, cell, vectors)
    total = np.zeros_like(sums)
    for step in (i * span + j for i in (-1, 0, 1) for j in (-1, 0, 1)):
        row = np.minimum(np.searchsorted(cells, cells + step), len(cells) - 1)
        there = cells[row] == cells + step
        total[there] += sums[row[there]]
    about: Floats = total[cell]
    return about
