"""One form for one surface: rounded to a grid, sorted, so that the same piece gives the same bytes.

The order in which a library hands out corners and faces may change with its version or with the
number of threads; sorting takes that out, rounding takes out the last bits of its arithmetic.
"""

import numpy as np
import trimesh

from geo3d.shapes.solids import Solid, mesh_of, solid

GRID = 1e-4
"""Inches: 2.5 micrometres, far below what a printer resolves."""
SLIVER = 4e-4
"""Inches: corners and slivers nearer than this are taken out first, so that rounding folds none."""


def canonical(body: Solid | trimesh.Trimesh) -> trimesh.Trimesh:
    """A closed mesh without slivers, on the grid, in its one order.

    Raises:
        ValueError: rounding opened it.
    """
    if isinstance(body, trimesh.Trimesh):
        body = solid(body)
    mesh = mesh_of(body.as_original().simplify(SLIVER))
    points = np.round(np.asarray(mesh.vertices) / GRID).astype(np.int64)
    unique, where = np.unique(points, axis=0, return_inverse=True)
    faces = where.reshape(-1)[np.asarray(mesh.faces)]
    whole = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    faces = faces[whole]
    used = np.unique(faces)
    number = np.zeros(len(unique), dtype=np.int64)
    number[used] = np.arange(len(used))
    faces = number[faces]
    first = faces.argmin(axis=1)
    faces = faces[np.arange(len(faces))[:, None], (first[:, None] + np.arange(3)) % 3]
    faces = faces[np.lexsort(faces.T[::-1])]
    result = trimesh.Trimesh(unique[used] * GRID, faces, process=False)
    if not result.is_watertight or not result.is_winding_consistent:
        raise ValueError("the piece is not closed after rounding")
    return result


def flat_faces(mesh: trimesh.Trimesh) -> int:
    """How many faces have no area."""
    a, b, c = (np.asarray(mesh.vertices)[np.asarray(mesh.faces)[:, i]] for i in range(3))
    double = np.linalg.norm(np.cross(b - a, c - a), axis=1)
    longest = np.max([((p - q) ** 2).sum(axis=1) for p, q in ((a, b), (b, c), (c, a))], axis=0)
    return int((double <= 1e-12 * longest).sum())
