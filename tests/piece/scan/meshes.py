"""Meshes that the tests of the steps share."""

import numpy as np
import trimesh


def box(low, high) -> trimesh.Trimesh:
    """An upright box between two corners."""
    return trimesh.creation.box(bounds=[low, high])


def fine_box(low, high, longest: float = 0.3) -> trimesh.Trimesh:
    """The same, its edges no longer than that."""
    return box(low, high).subdivide_to_size(longest)


def sheet(low, high, z: float = 0.0, step: float = 0.2) -> trimesh.Trimesh:
    """A level rectangle in even triangles, facing up."""
    x = np.arange(low[0], high[0] + step / 2, step)
    y = np.arange(low[1], high[1] + step / 2, step)
    points = np.array([(a, b, z) for a in x for b in y])
    n = len(y)
    rows = [(i * n + j, (i + 1) * n + j, (i + 1) * n + j + 1, i * n + j + 1)
            for i in range(len(x) - 1) for j in range(n - 1)]  # fmt: skip
    faces = [face for a, b, c, d in rows for face in ((a, b, c), (a, c, d))]
    return trimesh.Trimesh(points, faces, process=False)


def joined(*meshes: trimesh.Trimesh) -> trimesh.Trimesh:
    """Several meshes as one."""
    return trimesh.util.concatenate(list(meshes))


def without(mesh: trimesh.Trimesh, gone) -> trimesh.Trimesh:
    """A mesh less the faces whose centre `gone` says yes to."""
    kept = [not gone(centre) for centre in mesh.triangles_center]
    return mesh.submesh([np.flatnonzero(kept)], append=True, repair=False)


def merged(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Vertices at the same place made one."""
    mesh = mesh.copy()
    mesh.merge_vertices()
    return mesh
