"""How far two surfaces are apart, measured both ways on samples."""

from dataclasses import dataclass

import numpy as np
import trimesh

from geo3d.piece.nearest import distances
from geo3d.piece.scan.meshes import arrays, normals_and_areas
from geo3d.rays.segments import Floats

SAMPLES = 40_000
"""On each surface, beside up to as many of its vertices and of the middles of its faces."""


@dataclass(frozen=True, eq=False)
class Deviation:
    """Distances between two surfaces, both ways, inches.

    Attributes:
        greatest, rms: of all samples.
        points: (N, 3) the samples, of both surfaces.
        distances: (N,) of each from the other surface.
    """

    greatest: float
    rms: float
    points: Floats
    distances: Floats


def samples(mesh: trimesh.Trimesh, number: int = SAMPLES, seed: int = 0) -> Floats:
    """(N, 3) points spread evenly over a surface, its vertices and the middles of its faces.

    Of more vertices, or faces, than `number` every so manieth.
    """
    vertices, faces = arrays(mesh)
    rng = np.random.default_rng(seed)
    _, areas = normals_and_areas(vertices, faces)
    which = rng.choice(len(faces), number, p=areas / areas.sum())
    u, v = rng.random((2, number))
    over = u + v > 1.0
    u[over], v[over] = 1.0 - u[over], 1.0 - v[over]
    a, b, c = (vertices[faces[which, i]] for i in range(3))
    inside = a + u[:, None] * (b - a) + v[:, None] * (c - a)
    some = vertices[:: max(1, len(vertices) // number)]
    middles = vertices[faces[:: max(1, len(faces) // number)]].mean(axis=1)
    found: Floats = np.concatenate([inside, some, middles])
    return found


def deviation(one: trimesh.Trimesh, other: trimesh.Trimesh, number: int = SAMPLES) -> Deviation:
    """The distance between two surfaces: of samples of each, as `samples` gives, from the other."""
    points = [samples(one, number), samples(other, number)]
    off = np.concatenate([distances(other, points[0]), distances(one, points[1])])
    rms = float(np.sqrt(np.mean(off**2)))
    return Deviation(float(off.max()), rms, np.concatenate(points), off)
