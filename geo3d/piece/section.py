"""A mesh cut by a level plane.

A vertex at exactly the level counts as just above it, so no face is ever cut at a corner only, and
the cut is the limit of cuts from below: of a box from z = 0 to 1 the section at 1 is its top, that
at 0 is empty.
"""

from typing import Any

import numpy as np
import shapely

from geo3d.errors import MeshError
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.tolerances import SECTION_GRID


def section(mesh: Any, z: float) -> shapely.Geometry:
    """Cut a mesh at a level.

    Args:
        mesh: a trimesh.Trimesh.
        z: inches, in the mesh's frame.

    Returns:
        Where the cut closes everywhere: a Polygon or MultiPolygon of the solid parts, overlapping
        bodies united, hollows left out (by winding number, whichever way the mesh is wound). Where
        the mesh is open at that level: a LineString or MultiLineString of the cut. Nothing at that
        level: an empty Polygon.

    Raises:
        MeshError: z is not a finite number.
    """
    try:
        level = float(z)
    except (TypeError, ValueError):
        level = np.nan
    if not np.isfinite(level):
        raise MeshError(f"z: a finite number wanted, got {z!r}")
    lines = _cut(mesh, level)
    if not len(lines):
        return shapely.Polygon()
    each: Any = shapely.linestrings(lines)
    pieces: Any = shapely.multilinestrings(each)
    if not _closes(lines):
        merged: shapely.Geometry = shapely.line_merge(pieces)
        return merged
    noded: Any = shapely.node(pieces)
    cells = [
        cell
        for cell in shapely.get_parts(shapely.polygonize([noded]))
        if abs(_winding(lines, shapely.get_coordinates(cell.representative_point())[0])) > 0.5
    ]
    return united(cells) if cells else shapely.Polygon()


def _cut(mesh: Any, z: float) -> Floats:
    """(N, 2, 2) the cut's pieces, one a face, the solid on the left of one wound outwards."""
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces, dtype=np.int64)
    faces = faces[np.isfinite(vertices[faces]).all(axis=(1, 2))]
    above = vertices[:, 2] >= z
    number = above[faces].sum(axis=1)
    crossed = faces[(number == 1) | (number == 2)]
    if not len(crossed):
        return np.empty((0, 2, 2))
    high = above[crossed]
    lone = np.where(high.sum(axis=1) == 1, high.argmax(axis=1), (~high).argmax(axis=1))
    rows = np.arange(len(crossed))
    a = crossed[rows, lone]
    b, c = crossed[rows, (lone + 1) % 3], crossed[rows, (lone + 2) % 3]
    first, second = _crossing(vertices, a, b, z), _crossing(vertices, a, c, z)
    # Going round with the solid on the left: with the lone corner above, from ab to ac.
    up = high[rows, lone]
    begin = np.where(up[:, None], first, second)
    end = np.where(up[:, None], second, first)
    lines = np.round(np.stack([begin, end], axis=1) / SECTION_GRID) * SECTION_GRID
    kept: Floats = lines[(lines[:, 0] != lines[:, 1]).any(axis=1)]
    return kept


def _crossing(vertices: Floats, one: Any, other: Any, z: float) -> Floats:
    """Where edges cross the level; computed from the lower end, so that both faces agree.

    By place and not by index: in a triangle soup each face has corners of its own.
    """
    swap = vertices[one, 2] > vertices[other, 2]
    a, b = np.where(swap, other, one), np.where(swap, one, other)
    low, high = vertices[a], vertices[b]
    share = (z - low[:, 2]) / (high[:, 2] - low[:, 2])
    at: Floats = low[:, :2] + share[:, None] * (high[:, :2] - low[:, :2])
    return at


def _closes(lines: Floats) -> bool:
    """Whether as many pieces begin as end at each point."""
    points, index = np.unique(lines.reshape(-1, 2), axis=0, return_inverse=True)
    index = index.reshape(-1, 2)
    even = np.bincount(index.ravel(), minlength=len(points)) % 2 == 0
    return bool(even.all())


def _winding(lines: Floats, point: Floats) -> float:
    """How often the pieces go round a point."""
    a, b = lines[:, 0] - point, lines[:, 1] - point
    cross = a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]
    return float(np.arctan2(cross, (a * b).sum(axis=1)).sum() / (2 * np.pi))
