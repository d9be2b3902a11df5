"""How far two surfaces are apart, measured both ways on samples."""

import itertools
from dataclasses import dataclass

import numpy as np
import trimesh

from geo3d.piece.nearest import distances
from geo3d.piece.scan.meshes import arrays, normals_and_areas
from geo3d.rays.segments import Floats

SAMPLES = 40_000
"""On each surface, beside up to as many of its vertices."""


@dataclass(frozen=True)
class Deviation:
    """Inches: the greatest distance found and the root mean square, over both ways."""

    greatest: float
    rms: float


def samples(mesh: trimesh.Trimesh, number: int = SAMPLES, seed: int = 0) -> Floats:
    """(N, 3) points spread evenly over a surface, and its vertices, or every so manieth of them."""
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
    found: Floats = np.concatenate([inside, some])
    return found


def deviation(one: trimesh.Trimesh, other: trimesh.Trimesh) -> Deviation:
    """The distance between two surfaces: of samples of each from the other."""
    every = [distances(b, samples(a)) for a, b in itertools.permutations((one, other))]
    joined = np.concatenate(every)
    return Deviation(float(joined.max()), float(np.sqrt(np.mean(joined**2))))
