"""Screens: the flat parts of a mesh, each a polygon that blocks every line that crosses it."""

import weakref
from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.rays.bvh import MeshTree
from geo3d.rays.segments import Floats, Ints

SMALLEST = 0.5
"""Square inches below which a flat part is not worth keeping as a screen."""

FLAT = 1e-7
"""Inches by which a corner may lie off its screen's plane."""

MARGIN = 1e-6
"""Inches by which a screen is drawn in, so that what crosses it crosses the mesh beyond doubt."""


@dataclass(frozen=True, eq=False)
class Screens:
    """The flat parts of one mesh, in the mesh's own frame.

    Attributes:
        point, normal, across, up: (S, 3) a point of each screen's plane, and its unit axes.
        polygons: (S,) shapely polygons in (across, up) about `point`.
        of_face: (F,) face of the mesh as passed -> its screen, or -1.
    """

    point: Floats
    normal: Floats
    across: Floats
    up: Floats
    polygons: tuple[shapely.Geometry, ...]
    of_face: Ints


_screens: weakref.WeakKeyDictionary[MeshTree, Screens] = weakref.WeakKeyDictionary()


def screens_of(tree: MeshTree) -> Screens:
    """The screens of a mesh, found once."""
    found = _screens.get(tree)
    if found is None:
        found = _find(tree)
        _screens[tree] = found
    return found


def _find(tree: MeshTree) -> Screens:
    corners = tree.triangles.reshape(-1, 3, 3)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    normal = normal / (2 * area)[:, None]
    # One sign for each plane, whichever way its faces are wound.
    lead = np.abs(normal) > 1e-6
    first = normal[np.arange(len(normal)), lead.argmax(axis=1)]
    normal = normal * np.where(first < 0.0, -1.0, 1.0)[:, None]
    offset = np.einsum("ij,ij->i", normal, corners[:, 0])
    key = np.round(np.column_stack([normal * 1e5, offset * 1e4])).astype(np.int64)
    _, group = np.unique(key, axis=0, return_inverse=True)
    group = group.ravel()
    total = np.bincount(group, weights=area)
    of_face = np.full(int(tree.faces.max()) + 1, -1, np.int64)
    rows: list[tuple[Floats, Floats, Floats, Floats]] = []
    polygons: list[shapely.Geometry] = []
    for number in np.flatnonzero(total >= SMALLEST):
        members = np.flatnonzero(group == number)
        largest = members[area[members].argmax()]
        point, axis = corners[largest, 0], normal[largest]
        off = np.abs((corners[members] - point) @ axis).max(axis=1)
        members = members[off <= FLAT]
        across = corners[largest, 1] - point
        across = across / np.linalg.norm(across)
        up = np.cross(axis, across)
        flat = (corners[members] - point) @ np.column_stack([across, up])
        polygon = shapely.unary_union(shapely.polygons(flat)).buffer(-MARGIN)
        if polygon.area < SMALLEST:
            continue
        shapely.prepare(polygon)
        of_face[tree.faces[members]] = len(polygons)
        rows.append((point + tree.centre, axis, across, up))
        polygons.append(polygon)
    columns = np.array(rows).reshape(-1, 4, 3)
    return Screens(
        columns[:, 0], columns[:, 1], columns[:, 2], columns[:, 3], tuple(polygons), of_face
    )
