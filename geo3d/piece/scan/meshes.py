"""Small things that the steps share: parts of a mesh, its edges, its bodies."""

import warnings

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.inspecting import bodies
from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats, Ints


def arrays(mesh: trimesh.Trimesh) -> tuple[Floats, Ints]:
    """(V, 3) vertices and (F, 3) faces."""
    return np.asarray(mesh.vertices, dtype=np.float64), np.asarray(mesh.faces, dtype=np.int64)


def compact(vertices: Floats, faces: Ints) -> trimesh.Trimesh:
    """A mesh without the vertices that no face uses; order kept."""
    used = np.zeros(len(vertices), dtype=np.bool_)
    used[faces] = True
    number = np.cumsum(used) - 1
    return trimesh.Trimesh(vertices[used], number[faces], process=False)


def only(mesh: trimesh.Trimesh, keep: Bools) -> trimesh.Trimesh:
    """The faces that are kept."""
    vertices, faces = arrays(mesh)
    return compact(vertices, faces[keep])


def body_of(mesh: trimesh.Trimesh) -> Ints:
    """(F,) which body each face belongs to: faces that share a vertex are of one body."""
    return bodies(np.asarray(mesh.faces, dtype=np.int64), len(mesh.vertices))


def traced(**meshes: trimesh.Trimesh) -> RayScene:
    """A ray scene of meshes by their ids; their faces without area are left out without a word."""
    scene = RayScene()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Geo3dWarning)
        for name, mesh in meshes.items():
            scene.place(mesh, id=name)
    return scene


def normals_and_areas(vertices: Floats, faces: Ints) -> tuple[Floats, Floats]:
    """(F, 3) unit normals, zeros where a face has no area, and (F,) areas."""
    corners = vertices[faces]
    cross = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(cross, axis=1)
    return cross / np.maximum(length, 1e-300)[:, None], length / 2
