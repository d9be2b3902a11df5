"""Polygons to triangles: ears are clipped, so a notch stays open (earcut, Mapbox)."""

import mapbox_earcut
import numpy as np

from geo3d.rays.segments import Floats, Ints


def triangulate(vertices: Floats, corners: Ints) -> Ints:
    """Triangles of one polygon, as indices into `vertices`.

    The polygon may be concave and a little out of plane; it is laid flat along its area vector
    (Newell's method). One without area, or that earcut cannot take, is fanned: it covers nothing
    that its edges do not.

    Args:
        vertices: (V, 3).
        corners: (K,) indices of the polygon's corners in order, K >= 3.

    Returns:
        (T, 3), wound as the polygon is.
    """
    number = len(corners)
    fan = np.column_stack([
        np.full(number - 2, corners[0]), corners[1:-1], corners[2:],
    ])  # fmt: skip
    if number == 3:
        return fan
    points = vertices[corners]
    points = points - points.mean(axis=0)
    normal = np.cross(points, np.roll(points, -1, axis=0)).sum(axis=0)
    size = np.linalg.norm(normal)
    if not np.isfinite(size) or size == 0.0:
        return fan
    normal = normal / size
    across = np.cross(normal, np.eye(3)[np.abs(normal).argmin()])
    across /= np.linalg.norm(across)
    flat = points @ np.column_stack([across, np.cross(normal, across)])
    if _convex(flat):
        return fan
    found = mapbox_earcut.triangulate_float64(flat, np.array([number], dtype=np.uint32))
    if not len(found):
        return fan
    local = np.asarray(found, dtype=np.int64).reshape(-1, 3)
    a, b, c = flat[local[:, 0]], flat[local[:, 1]], flat[local[:, 2]]
    turn = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    local[turn < 0] = local[turn < 0][:, ::-1]
    triangles: Ints = corners[local]
    return triangles


def _convex(flat: Floats) -> bool:
    step = np.roll(flat, -1, axis=0) - flat
    after = np.roll(step, -1, axis=0)
    turn = step[:, 0] * after[:, 1] - step[:, 1] * after[:, 0]
    if not (turn > 0.0).all():
        return False
    # Once round only: a star turns the same way at each corner, too.
    angle = np.arctan2(turn, (step * after).sum(axis=1)).sum()
    return bool(angle < 2 * np.pi + 1e-6)


def split_polygons(vertices: Floats, counts: Ints, indices: Ints) -> Ints:
    """Triangles of many polygons, given by their corner counts and one run of indices.

    Polygons of fewer than three corners are left out.
    """
    begin = np.concatenate([[0], np.cumsum(counts)])[:-1]
    three = counts == 3
    parts = [indices[begin[three][:, None] + np.arange(3)]] if three.any() else []
    order = [np.flatnonzero(three)]
    for number in np.flatnonzero(counts > 3):
        first = begin[number]
        triangles = triangulate(vertices, indices[first : first + counts[number]])
        parts.append(triangles)
        order.append(np.full(len(triangles), number))
    if not parts:
        return np.empty((0, 3), np.int64)
    rank = np.argsort(np.concatenate(order), kind="stable")
    return np.concatenate(parts)[rank]
