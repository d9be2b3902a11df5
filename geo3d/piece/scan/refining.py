"""A patch over a hole made finer inside, its rim untouched.

After P. Liepa: Filling holes in meshes, Symposium on Geometry Processing (2003): edges that are too
long are halved, and flipped where that makes rounder triangles.
"""

import numpy as np

from geo3d.piece.scan.meshes import normals_and_areas
from geo3d.rays.segments import Floats, Ints

ROUNDS = 40
"""Each halves edges, one a face: a fan of a hundred slivers takes some twenty."""

FLIPS = 4
"""Passes of flips after each halving."""

TURNED = 0.3
"""Cosine between two faces; an edge between faces that lie otherwise is no edge to flip."""

FLAT = 1e-9
"""Square inches: the normal of a smaller face says nothing."""


def refined(points: Floats, faces: Ints, rim: int, longest: float) -> tuple[Floats, Ints]:
    """Points and faces of a patch whose inner edges are no longer than that.

    Args:
        points: (P, 3), those of the rim first.
        faces: (F, 3), of an open patch wound one way.
        rim: how many points are the rim's; edges of it are left as they are, and no new edge joins
            two of them: the mesh may have that edge already.
    """
    for _ in range(ROUNDS):
        points, faces, halved = _halved(points, faces, longest)
        for _ in range(FLIPS):
            faces, flipped = _flipped(points, faces, rim)
            if not flipped:
                break
        if not halved:
            break
    return points, faces


def _inner(faces: Ints) -> tuple[Ints, Ints]:
    """(E, 2) edges with a face on both sides, and (E, 2) these corners: 3 x face + place.

    A corner stands for the edge from it to the next of its face; the first runs as the row does.
    """
    begin = faces.ravel()
    end = np.roll(faces, -1, axis=1).ravel()
    span = int(faces.max()) + 1
    there, back = begin * span + end, end * span + begin
    order = np.argsort(there)
    at = np.searchsorted(there[order], back)
    at = np.minimum(at, len(order) - 1)
    other = order[at]
    both = (there[other] == back) & (begin < end)
    rows = np.flatnonzero(both)
    return np.column_stack([begin[rows], end[rows]]), np.column_stack([rows, other[rows]])


def _apart(corners: Ints, number: int) -> list[int]:
    """Rows, in order, no two of which are at the same face."""
    used = np.zeros(number, dtype=np.bool_)
    found = []
    for row, (one, other) in enumerate((corners // 3).tolist()):
        if not used[one] and not used[other]:
            used[one] = used[other] = True
            found.append(row)
    return found


def _halved(points: Floats, faces: Ints, longest: float) -> tuple[Floats, Ints, bool]:
    edges, corners = _inner(faces)
    length = np.linalg.norm(points[edges[:, 0]] - points[edges[:, 1]], axis=1)
    order = np.argsort(-length, kind="stable")
    order = order[length[order] > longest]
    order = order[_apart(corners[order], len(faces))]
    if not len(order):
        return points, faces, False
    middle = len(points) + np.arange(len(order))
    new = points[edges[order]].mean(axis=1)
    more = []
    faces = faces.copy()
    for side in (0, 1):
        face, place = corners[order, side] // 3, corners[order, side] % 3
        a, b, c = (faces[face, (place + k) % 3] for k in range(3))
        more.append(np.column_stack([middle, b, c]))
        faces[face] = np.column_stack([a, middle, c])
    return np.concatenate([points, new]), np.concatenate([faces, *more]), True


def _flipped(points: Floats, faces: Ints, rim: int) -> tuple[Ints, bool]:
    edges, corners = _inner(faces)
    if not len(edges):
        return faces, False
    one = faces.ravel()[corners[:, 0] // 3 * 3 + (corners[:, 0] % 3 + 2) % 3]
    other = faces.ravel()[corners[:, 1] // 3 * 3 + (corners[:, 1] % 3 + 2) % 3]
    gain = _angle(points, one, edges) + _angle(points, other, edges) - np.pi
    normals, areas = normals_and_areas(points, faces)
    face = corners // 3
    alike = np.einsum("ij,ij->i", normals[face[:, 0]], normals[face[:, 1]]) > TURNED
    alike |= (areas[face] < FLAT).any(axis=1)
    span = len(points)
    known = np.unique(np.minimum(edges[:, 0], edges[:, 1]) * span + edges.max(axis=1))
    new = np.minimum(one, other) * span + np.maximum(one, other)
    good = (gain > 1e-9) & alike & ((one >= rim) | (other >= rim)) & ~np.isin(new, known)
    rows = np.flatnonzero(good)
    rows = rows[np.argsort(-gain[rows], kind="stable")]
    rows = rows[_apart(corners[rows], len(faces))]
    # Two flips may make the same edge: the first of them.
    _, first = np.unique(new[rows], return_index=True)
    rows = rows[first]
    if not len(rows):
        return faces, False
    a, b = edges[rows].T
    c, d = one[rows], other[rows]
    faces = faces.copy()
    # (a, b, c) and (b, a, d) become (c, d, b) and (d, c, a).
    faces[face[rows, 0]] = np.column_stack([c, d, b])
    faces[face[rows, 1]] = np.column_stack([d, c, a])
    return faces, True


def _angle(points: Floats, at: Ints, edges: Ints) -> Floats:
    """Angle under which an edge is seen from a point."""
    one, other = points[edges[:, 0]] - points[at], points[edges[:, 1]] - points[at]
    found: Floats = np.arctan2(
        np.linalg.norm(np.cross(one, other), axis=1), np.einsum("ij,ij->i", one, other)
    )
    return found
