"""Inside or outside a mesh, and how far from its surface.

Inside is told by the generalised winding number (Jacobson, Kavan and Sorkine-Hornung 2013), the sum
of the solid angles of all faces (Van Oosterom and Strackee 1983) over 4 pi. It is right for bodies
that overlap, and for an open mesh it says how much of a whole turn its faces make.
"""

import contextlib
import itertools
import math
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np

from geo3d.errors import MeshError
from geo3d.piece.nearest import nearest_squared
from geo3d.rays.bvh import DEPTH, MeshTree, tree_of
from geo3d.rays.compiled import WORKERS, kernel, pool
from geo3d.rays.segments import Bools, Floats
from geo3d.tolerances import TOUCH


@dataclass(frozen=True, eq=False)
class Location:
    """Where points lie with respect to a mesh.

    Attributes:
        inside: (N,) the winding number is over a half, either way round, or the point is on the
            surface of a closed mesh (within the touching distance).
        distance: (N,) inches to the nearest point of the surface, never negative.
        winding: (N,) the winding number: 1 inside a closed mesh wound outwards, 0 outside.
        open: the mesh has a boundary, so that inside is a matter of degree. Faces without area
            count here: they may close a crack.
    """

    inside: Bools
    distance: Floats
    winding: Floats
    open: bool


def locate(mesh: Any, points: Any) -> Location:
    """Locate points with respect to a mesh.

    Args:
        mesh: a trimesh.Trimesh.
        points: (N, 3) inches, in the mesh's frame.

    Raises:
        MeshError: points are not (N, 3) finite numbers, or the mesh has no usable face.
    """
    try:
        at = np.ascontiguousarray(points, dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise MeshError(f"points: (N, 3) numbers wanted: {error}") from None
    if at.size == 0:
        at = at.reshape(0, 3)
    if at.ndim != 2 or at.shape[1] != 3 or not np.isfinite(at).all():
        raise MeshError(f"points: (N, 3) finite numbers wanted, got shape {at.shape}")
    tree, has_boundary = _known(mesh)
    local = at - tree.centre
    winding, distance = np.empty(len(at)), np.empty(len(at))
    cuts = np.linspace(0, len(at), 4 * WORKERS + 1).astype(np.int64)
    tasks = [
        pool().submit(
            _locate, local[a:b], tree.boxes, tree.links, tree.triangles, winding[a:b], distance[a:b]
        )
        for a, b in itertools.pairwise(cuts)
        if b > a
    ]
    for task in tasks:
        task.result()
    return Location(
        inside=(np.abs(winding) > 0.5) | ((distance <= TOUCH) & (not has_boundary)),
        distance=distance,
        winding=winding,
        open=has_boundary,
    )


_meshes: weakref.WeakKeyDictionary[Any, tuple[MeshTree, bool]] = weakref.WeakKeyDictionary()
"""What is known of a mesh for as long as it lives: its tree, and whether it is open."""


def _known(mesh: Any) -> tuple[MeshTree, bool]:
    """A mesh's tree, and whether the mesh is open; found anew where the mesh was changed."""
    tree = tree_of(mesh)
    # What cannot be held weakly is not remembered.
    with contextlib.suppress(TypeError):
        found = _meshes.get(mesh)
        if found is None or found[0] is not tree:
            found = _meshes[mesh] = tree, is_open(mesh)
        return found
    return tree, is_open(mesh)


def is_open(mesh: Any) -> bool:
    """Whether some edge has one face only; corners at the same place are one."""
    vertices = np.asarray(mesh.vertices, dtype=np.float64)
    faces = np.asarray(mesh.faces)
    usable = np.asarray(np.isfinite(vertices).all(axis=1))
    faces = faces[usable[faces].all(axis=1)]
    if not len(faces):
        return False
    x, y, z = vertices.T
    order = np.lexsort((z, y, x))
    new = (vertices[order[1:]] != vertices[order[:-1]]).any(axis=1)
    place = np.empty(len(vertices), np.int64)
    place[order] = np.concatenate([[0], np.cumsum(new)])
    one = place[faces].ravel()
    other = place[np.roll(faces, -1, axis=1)].ravel()
    edges = np.sort((np.minimum(one, other) * len(vertices) + np.maximum(one, other))[one != other])
    apart = edges[1:] != edges[:-1]
    alone = np.concatenate([[True], apart]) & np.concatenate([apart, [True]])
    return bool(len(edges) and alone[: len(edges)].any())


@kernel
def _locate(points, boxes, links, triangles, winding, distance):  # type: ignore[no-untyped-def]
    """Fill the winding number and the distance of each point."""
    stack = np.empty(DEPTH, np.int64)
    for n in range(len(points)):
        x, y, z = points[n]
        total = 0.0
        for i in range(len(triangles)):
            t = triangles[i]
            ax, ay, az = t[0] - x, t[1] - y, t[2] - z
            bx, by, bz = t[3] - x, t[4] - y, t[5] - z
            cx, cy, cz = t[6] - x, t[7] - y, t[8] - z
            a = math.sqrt(ax * ax + ay * ay + az * az)
            b = math.sqrt(bx * bx + by * by + bz * bz)
            c = math.sqrt(cx * cx + cy * cy + cz * cz)
            volume = ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx)
            angle = (
                a * b * c
                + (ax * bx + ay * by + az * bz) * c
                + (bx * cx + by * cy + bz * cz) * a
                + (cx * ax + cy * ay + cz * az) * b
            )
            total += math.atan2(volume, angle)
        winding[n] = total / (2.0 * math.pi)
        best = nearest_squared(x, y, z, boxes, links, triangles, stack)
        distance[n] = math.sqrt(best)
