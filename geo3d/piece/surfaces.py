"""The surfaces of a piece that models can stand on (13.06)."""

import threading
import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh
from scipy import ndimage

from geo3d.piece.covered import covered
from geo3d.piece.upward import Upward, upward
from geo3d.rays.segments import Floats, Ints
from geo3d.tolerances import COPLANAR, TOGETHER

LEAST = 0.05
"""Square inches of a surface that must be near level for it to be listed."""

SPECK = 1e-3
"""Square inches: smaller runs of faces are noise on a wall or at an edge."""

CELL = 0.25
"""Inches: the slope of a rough surface is that of its faces in squares of three such cells."""

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
    """A shape in plan with gaps narrower than `TOGETHER` closed; exact at corners up to .25"."""
    by = TOGETHER / 2 + 1e-6  # A gap of just that width is closed, whatever rounding does.
    grown = shapely.buffer(shape, by, join_style="mitre")
    return shapely.buffer(grown, -by, join_style="mitre")


def _find(mesh: trimesh.Trimesh, max_tilt: float) -> list[Surface]:
    every = upward(mesh)
    run = every.connected()
    flat = every.vectors[:, 2]
    area = np.bincount(run, weights=flat, minlength=0)
    order = np.argsort(run, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(run, minlength=len(area)))[:-1])
    runs = [part for part, size in zip(parts, area, strict=True) if size > SPECK]
    shapes = [closed(covered(every.triangles[part], every.corners[part])) for part in runs]
    heights = [_height(every.some(part)) for part in runs]
    found = []
    for rows in _groups(shapes, np.array(heights)):
        whole = shapes[rows[0]]
        if len(rows) > 1:
            whole = closed(shapely.union_all([shapes[row] for row in rows]))
        for outline in shapely.get_parts(whole):
            # Runs that only come near each other at a corner stay apart.
            own = [
                row for row in rows if len(rows) == 1 or shapely.intersects(shapes[row], outline)
            ]
            if not own:
                continue
            of = every.some(np.concatenate([runs[row] for row in own]))
            if _level_area(of, max_tilt) >= LEAST:
                found.append(_surface(of, outline))
    return sorted(found, key=lambda each: (each.height, -each.area, each.outline.bounds))


def _groups(shapes: list[shapely.Geometry], heights: Floats) -> list[list[int]]:
    """Which runs of faces are one surface."""
    parent = list(range(len(shapes)))

    def root(i: int) -> int:
        while parent[i] != i:
            parent[i] = i = parent[parent[i]]
        return i

    if len(shapes) > 1:
        for i, j in shapely.STRtree(shapes).query(shapes, "dwithin", TOGETHER).T:
            if i < j and abs(heights[i] - heights[j]) <= COPLANAR:
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
        cell = ((flat[small].mean(axis=1) - flat.min(axis=(0, 1))) / CELL).astype(np.int64)
        sums = np.zeros((*(cell.max(axis=0) + 1), 3))
        np.add.at(sums, tuple(cell.T), vectors[small])
        mean = ndimage.uniform_filter(sums, (3, 3, 1), mode="constant")
        tilted = np.hypot(mean[..., 0], mean[..., 1]) <= steepest * mean[..., 2] + 1e-12
        level[small] = tilted[tuple(cell.T)]
    return float(vectors[level, 2].sum())
