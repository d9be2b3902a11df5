"""Polygons to triangles: ears are clipped, so that a notch stays open and no edge is lost.

A polygon of K corners always becomes K - 2 triangles whose outline is the polygon's own: a corner
on a straight edge stays a corner, for its neighbour across that edge uses it, too, and leaving it
out would open a closed mesh.
"""

from collections.abc import Callable
from typing import NoReturn

import numpy as np

from geo3d.piece.ears import MOST_CORNERS, Work, ears
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import FLAT_EAR

_BLOCK = 1_000_000
"""Corners that are looked at in one go."""

_CUT_IT = "it would take long to cut; let the program that made it export triangles"

Refuse = Callable[[int, str], NoReturn]
"""Raises the error about a polygon, by its number, from what is wrong with it."""


class _TooMuch(Exception):
    """A polygon takes too much work: which row it is."""

    def __init__(self, row: int) -> None:
        super().__init__(row)
        self.row = row


def split_polygons(vertices: Floats, counts: Ints, indices: Ints, refuse: Refuse) -> Ints:
    """Triangles of many polygons, in their order, each wound as its polygon is.

    What is not convex takes time by the square of its corners, and what crosses or touches itself
    by the cube: polygons of more than `MOST_CORNERS` are refused, and those that would take more
    than `MOST_WORK` together.

    Args:
        vertices: (V, 3).
        counts: (P,) corners of each polygon; those of fewer than three are left out.
        indices: (sum of counts,) the corners, one polygon after another.
        refuse: raises the error about a polygon that is too much.

    Returns:
        (T, 3) indices into `vertices`.
    """
    begin = np.concatenate([[0], np.cumsum(counts)])[:-1]
    parts: list[Ints] = []
    order: list[Ints] = []
    if not (counts >= 3).any():
        return np.empty((0, 3), np.int64)
    work = Work()
    by_size = np.argsort(counts, kind="stable")
    sizes, first = np.unique(counts[by_size], return_index=True)
    for size, which in zip(sizes.tolist(), np.split(by_size, first[1:]), strict=True):
        if size < 3:
            continue
        if size > MOST_CORNERS:
            refuse(
                int(which[0]), f"a face of {size} corners; up to {MOST_CORNERS} are read: {_CUT_IT}"
            )
        for some in np.array_split(which, -(-len(which) * size // _BLOCK)):
            corners = indices[begin[some][:, None] + np.arange(size)]
            try:
                parts.append(_same_size(vertices, corners, work).reshape(-1, 3))
            except _TooMuch as error:
                refuse(
                    int(some[error.row]),
                    f"a face of {size} corners that crosses or touches itself: {_CUT_IT}",
                )
            order.append(np.repeat(some, size - 2))
    rank = np.argsort(np.concatenate(order), kind="stable")
    return np.concatenate(parts)[rank]


def _same_size(vertices: Floats, corners: Ints, work: Work) -> Ints:
    """(P, K - 2, 3) triangles of polygons that all have K corners; may raise `_TooMuch`."""
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
        for polygon in np.flatnonzero(todo).tolist():
            cut = clip(points[polygon], work)
            if cut is None:
                raise _TooMuch(polygon)
            local[polygon] = cut
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


def clip(points: Floats, work: Work) -> Ints | None:
    """Triangles of one polygon as positions in it: (K - 2, 3); None where it is too much work.

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
    flat = points[:, seen if normal[axis] > 0.0 else seen[::-1]]
    found = ears(flat, np.array([size]), work)
    if found is None:
        return None
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
