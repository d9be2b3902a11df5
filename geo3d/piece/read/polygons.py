"""Polygons to triangles: ears are clipped, so that a notch stays open and no edge is lost.

A polygon of K corners always becomes K - 2 triangles whose outline is the polygon's own: a corner
on a straight edge stays a corner, for its neighbour across that edge uses it, too, and leaving it
out would open a closed mesh.
"""

import mapbox_earcut
import numpy as np

from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import FLAT_EAR


def split_polygons(vertices: Floats, counts: Ints, indices: Ints) -> Ints:
    """Triangles of many polygons, in their order, each wound as its polygon is.

    Args:
        vertices: (V, 3).
        counts: (P,) corners of each polygon; those of fewer than three are left out.
        indices: (sum of counts,) the corners, one polygon after another.

    Returns:
        (T, 3) indices into `vertices`.
    """
    begin = np.concatenate([[0], np.cumsum(counts)])[:-1]
    parts: list[Ints] = []
    order: list[Ints] = []
    for size in np.unique(counts[counts >= 3]).tolist():
        which = np.flatnonzero(counts == size)
        corners = indices[begin[which][:, None] + np.arange(size)]
        parts.append(_same_size(vertices, corners).reshape(-1, 3))
        order.append(np.repeat(which, size - 2))
    if not parts:
        return np.empty((0, 3), np.int64)
    rank = np.argsort(np.concatenate(order), kind="stable")
    return np.concatenate(parts)[rank]


def _same_size(vertices: Floats, corners: Ints) -> Ints:
    """(P, K - 2, 3) triangles of polygons that all have K corners."""
    size = corners.shape[1]
    local = np.broadcast_to(_fan(size), (len(corners), size - 2, 3)).copy()
    if size > 3:
        points = vertices[corners]
        with np.errstate(invalid="ignore", over="ignore"):
            points = points - points.mean(axis=1, keepdims=True)
            todo = ~_fan_covers(points)
            if size == 4:
                # A quad with a notch is cut at its other diagonal.
                other = todo & _fan_covers(np.roll(points, -1, axis=1))
                local[other] = (_fan(4) + 1) % 4
                todo &= ~other
        for polygon in np.flatnonzero(todo):
            local[polygon] = clip(points[polygon])
    rows = np.arange(len(corners))[:, None, None]
    triangles: Ints = corners[rows, local]
    return triangles


def _fan(size: int) -> Ints:
    run = np.arange(1, size - 1)
    return np.column_stack([np.zeros(size - 2, np.int64), run, run + 1])


def _fan_covers(points: Floats) -> Bools:
    """(P,) whether the fan from each polygon's first corner covers it: all of it, once."""
    normal = np.cross(points, np.roll(points, -1, axis=1)).sum(axis=1)
    spokes = points[:, 1:] - points[:, :1]
    doubled = np.einsum("pki,pi->pk", np.cross(spokes[:, :-1], spokes[:, 1:]), normal)
    whole = (normal**2).sum(axis=1)
    cosine = (spokes[:, :-1] * spokes[:, 1:]).sum(axis=2) * np.sqrt(whole)[:, None]
    turned = np.arctan2(doubled, cosine).sum(axis=1)
    ears = (doubled > FLAT_EAR * whole[:, None]).all(axis=1)
    covers: Bools = ears & (turned < 2 * np.pi) & (whole > 0.0)
    return covers


def clip(points: Floats) -> Ints:
    """Triangles of one polygon as positions in it: (K - 2, 3).

    It is seen along the axis nearest to its area vector (Newell's method), which changes no
    coordinate, and its ears are clipped there (earcut, Mapbox). A polygon without area, or one that
    crosses itself, has no inside to be covered, and is fanned.
    """
    size = len(points)
    with np.errstate(invalid="ignore", over="ignore"):
        normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    axis = int(np.abs(normal).argmax())
    if not np.isfinite(points).all() or not np.isfinite(normal).all() or normal[axis] == 0.0:
        return _fan(size)
    seen = [(axis + 1) % 3, (axis + 2) % 3]
    flat = np.ascontiguousarray(points[:, seen if normal[axis] > 0.0 else seen[::-1]])
    rings = np.array([size], dtype=np.uint32)
    found = mapbox_earcut.triangulate_float64(flat, rings).astype(np.int64).reshape(-1, 3)
    a, b, c = flat[found[:, 0]], flat[found[:, 1]], flat[found[:, 2]]
    doubled = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    found[doubled < 0.0] = found[doubled < 0.0][:, ::-1]
    whole = abs(float(normal[axis]))
    if abs(float(np.abs(doubled).sum()) - whole) > FLAT_EAR * whole:
        return _fan(size)
    whole_outline = _with_all_corners(found.tolist(), size)
    return _fan(size) if whole_outline is None else whole_outline


def _with_all_corners(triangles: list[list[int]], size: int) -> Ints | None:
    """Earcut's triangles, those on the outline split at the corners that earcut passed over.

    None where the outline is not the polygon's, which happens where it touches itself.
    """
    owner: dict[tuple[int, int], int] = {}
    for number, (a, b, c) in enumerate(triangles):
        for edge in ((a, b), (b, c), (c, a)):
            if edge in owner:
                return None
            owner[edge] = number
    outline = [edge for edge in owner if edge[::-1] not in owner]
    while outline:
        start, end = outline.pop()
        between = (start + 1) % size
        if between == end:
            continue
        number = owner.pop((start, end))
        apex = next(corner for corner in triangles[number] if corner not in (start, end))
        if between == apex or (start, between) in owner or (between, end) in owner:
            return None
        triangles[number] = [start, between, apex]
        owner[start, between] = owner[between, apex] = number
        triangles.append([between, end, apex])
        owner[between, end] = owner[end, apex] = owner[apex, between] = len(triangles) - 1
        outline.append((between, end))
    ring = all((corner, (corner + 1) % size) in owner for corner in range(size))
    return np.array(triangles, dtype=np.int64) if ring and len(triangles) == size - 2 else None
