"""Triangles of any mesh made fit for slicing: corners joined, faces wound one way, outwards."""

import numpy as np
import trimesh

from geo3d.errors import MeshError
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import ZERO_AREA_RATIO


def oriented(mesh: trimesh.Trimesh) -> Floats:
    """(T, 3, 3) triangles with area, each body wound one way and, where it is closed, outwards.

    Corners at one place are joined. Of neighbours that are wound differently the smaller side is
    turned; so half of the faces may be flipped.

    Raises:
        MeshError: no face with area.
    """
    vertices = np.asarray(mesh.vertices, dtype=np.float64) + 0.0
    faces = np.asarray(mesh.faces, dtype=np.int64)
    corners = vertices[faces]
    edges = np.roll(corners, -1, axis=1) - corners
    with np.errstate(invalid="ignore", over="ignore"):
        longest = np.linalg.norm(edges, axis=2).max(axis=1, initial=0.0)
        area = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
        usable = np.isfinite(corners).all(axis=(1, 2)) & (area > ZERO_AREA_RATIO * longest**2)
    corners = corners[usable]
    if not len(corners):
        raise MeshError("gaps: a mesh with at least one face with area wanted, got none")
    _, place = np.unique(vertices, axis=0, return_inverse=True)
    index = place.ravel()[faces[usable]]
    body, flip = wound(index)
    low = corners.min(axis=(0, 1))
    local = corners - low
    volume = np.einsum("ij,ij->i", local[:, 0], np.cross(local[:, 1], local[:, 2]))
    volume = np.where(flip, -volume, volume)
    outward = np.bincount(body, weights=volume, minlength=len(index)) < 0.0
    turned = flip != outward[body]
    corners[turned] = corners[turned][:, ::-1]
    return np.ascontiguousarray(corners)


def without_doubles(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The mesh with each triangle once: some files store both sides of each, or all of it twice.

    The first of each is kept. Its inside could not be told else: the two windings cancel out.
    """
    return once(mesh, firsts(mesh))


def once(mesh: trimesh.Trimesh, first: Ints) -> trimesh.Trimesh:
    """The mesh with the first of each triangle, as of `firsts`; itself where all are such."""
    kept = np.flatnonzero(first == np.arange(len(first)))
    if len(kept) == len(first):
        return mesh
    return trimesh.Trimesh(mesh.vertices, np.asarray(mesh.faces)[kept], process=False)


def firsts(mesh: trimesh.Trimesh) -> Ints:
    """(F,) for each face the first one that has its corners, whichever way it goes round them."""
    _, place = np.unique(np.asarray(mesh.vertices) + 0.0, axis=0, return_inverse=True)
    index = np.sort(place.ravel()[np.asarray(mesh.faces, dtype=np.int64)], axis=1)
    order = np.lexsort(index.T)
    new = np.append(True, (index[order[1:]] != index[order[:-1]]).any(axis=1))[: len(order)]
    # `lexsort` is stable: of equal ones the first comes first.
    first = np.empty(len(order), np.int64)
    first[order] = order[new][np.cumsum(new) - 1]
    return first


def wound(index: Ints) -> tuple[Ints, Bools]:
    """Bodies of faces that share edges, and which faces to flip so that each is wound one way.

    Of neighbours that are wound differently the smaller side is flipped.

    Args:
        index: (F, 3) corners.

    Returns:
        (F,) a number for each body, and (F,) which faces to flip.
    """
    after = np.roll(index, -1, axis=1)
    span = int(index.max()) + 1
    key = (np.minimum(index, after) * span + np.maximum(index, after)).ravel()
    forward = (index < after).ravel()
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    # Only edges of exactly two faces tell how these lie to each other.
    count = np.diff(np.append(np.flatnonzero(np.append(True, np.diff(key[order]) != 0)), len(key)))
    pairs = np.repeat(count, count)[same] == 2
    one, other = order[same[pairs]], order[same[pairs] + 1]
    body, flip = _wind(len(index), one // 3, other // 3, forward[one] == forward[other])
    return body, flip


@kernel
def _wind(number, one, other, differ):  # type: ignore[no-untyped-def]
    """Bodies by shared edges, and which faces to flip so that each body is wound one way."""
    parent = np.arange(number)
    parity = np.zeros(number, np.bool_)
    size = np.ones(number, np.int64)
    path = np.empty(number, np.int64)
    for i in range(len(one) + number):
        ends = (one[i], other[i]) if i < len(one) else (i - len(one), i - len(one))
        roots = np.empty(2, np.int64)
        sides = np.zeros(2, np.bool_)
        for k in range(2):
            t = ends[k]
            depth = 0
            while parent[t] != t:
                path[depth] = t
                depth += 1
                t = parent[t]
            # From the root down, each now hangs on the root itself.
            side = False
            for d in range(depth - 1, -1, -1):
                side = side != parity[path[d]]
                parity[path[d]] = side
                parent[path[d]] = t
            roots[k], sides[k] = t, side
        if roots[0] == roots[1] or i >= len(one):
            continue
        a, b = roots[0], roots[1]
        if size[a] < size[b]:
            a, b = b, a
        parent[b] = a
        parity[b] = (sides[0] != sides[1]) != differ[i]
        size[a] += size[b]
    return parent, parity
