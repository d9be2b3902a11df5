"""Changes of a mesh that must not change which gaps it has: places, orders, damage, roughness."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace

import numpy as np
import trimesh

from geo3d.shapes import roughen
from geo3d.shapes.rough import _refined
from tests.piece.gaps.case import Expected

ROUGH_FACES, NOISE = 55_000, 0.02
FINE_FACES = 20_000
LOST = 0.01
"""Share of faces that `holed` loses."""


@dataclass(frozen=True, eq=False)
class Variant:
    """A change of a mesh, and where it takes points: (4, 4)."""

    name: str
    change: Callable[[trimesh.Trimesh], trimesh.Trimesh]
    matrix: np.ndarray = field(default_factory=lambda: np.eye(4))

    def expected(self, gaps: tuple[Expected, ...]) -> tuple[Expected, ...]:
        """The same gaps where the changed mesh has them."""
        return tuple(carried(gap, self.matrix) for gap in gaps)


def carried(gap: Expected, matrix: np.ndarray) -> Expected:
    """A gap on a mesh that was turned about z, mirrored in an upright plane, or shifted level."""
    if gap.centre is None:
        return gap
    x, y, z = matrix[:3, :3] @ gap.centre + matrix[:3, 3]
    return replace(gap, centre=(float(x), float(y), float(z)))


def placed(mesh: trimesh.Trimesh, matrix: np.ndarray) -> trimesh.Trimesh:
    """The mesh moved by a matrix, wound as before even where that mirrors."""
    points = np.asarray(mesh.vertices) @ matrix[:3, :3].T + matrix[:3, 3]
    faces = np.array(mesh.faces)
    if np.linalg.det(matrix[:3, :3]) < 0:
        faces = faces[:, ::-1]
    return trimesh.Trimesh(points, faces, process=False)


def about_z(degrees: float, at: tuple[float, float, float]) -> np.ndarray:
    """Turned about z, then shifted."""
    matrix = trimesh.transformations.rotation_matrix(np.radians(degrees), (0, 0, 1))
    matrix[:3, 3] = at
    return matrix


FAR = about_z(37.3, (4321.7, -987.3, 0.0))
MIRROR = np.diag([-1.0, 1.0, 1.0, 1.0])


def turned(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Turned by an odd angle and far from the origin."""
    return placed(mesh, FAR)


def mirrored(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Mirrored in x = 0, still wound outwards."""
    return placed(mesh, MIRROR)


def shuffled(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Faces in another order, each beginning at another corner, vertices renumbered."""
    rng = np.random.default_rng(1)
    order = rng.permutation(len(mesh.vertices))
    number = np.empty_like(order)
    number[order] = np.arange(len(order))
    faces = number[np.asarray(mesh.faces)[rng.permutation(len(mesh.faces))]]
    begin = rng.integers(0, 3, len(faces))
    faces = faces[np.arange(len(faces))[:, None], (begin[:, None] + np.arange(3)) % 3]
    return trimesh.Trimesh(np.asarray(mesh.vertices)[order], faces, process=False)


def flipped(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Half of the faces, at random, wound the other way."""
    faces = np.array(mesh.faces)
    half = np.random.default_rng(2).permutation(len(faces))[: len(faces) // 2]
    faces[half] = faces[half][:, ::-1]
    return trimesh.Trimesh(mesh.vertices, faces, process=False)


def unwelded(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Each face has vertices of its own, as in an STL file."""
    points = np.asarray(mesh.triangles).reshape(-1, 3)
    return trimesh.Trimesh(points, np.arange(len(points)).reshape(-1, 3), process=False)


def fine(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The same surface in about 20,000 even triangles; an open one is cut by its longest edges."""
    if mesh.is_watertight:
        return _refined(mesh, FINE_FACES)
    length = 1.5 * np.sqrt(4 / np.sqrt(3) * mesh.area / FINE_FACES)
    points, faces = trimesh.remesh.subdivide_to_size(
        np.asarray(mesh.vertices), np.asarray(mesh.faces), length, max_iter=20
    )
    return trimesh.Trimesh(points, faces, process=True)


def holed(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """Refined, then 1% of its faces lost at random.

    Of the 12 faces of a box 1% is none, and one of them would be half a wall: a hole that a person
    would call a hole. So it loses small ones.
    """
    even = fine(mesh)
    keep = np.random.default_rng(3).random(len(even.faces)) >= LOST
    return trimesh.Trimesh(even.vertices, np.asarray(even.faces)[keep], process=False)


def rough(seed: int) -> Callable[[trimesh.Trimesh], trimesh.Trimesh]:
    """As a scanner would give it: 55,000 faces, noise of .02 root mean square."""
    return lambda mesh: roughen(mesh, ROUGH_FACES, noise=NOISE, seed=seed)


CLEAN = Variant("clean", lambda mesh: mesh)
TURNED = Variant("turned", turned, FAR)
MIRRORED = Variant("mirrored", mirrored, MIRROR)
SHUFFLED = Variant("shuffled", shuffled)
FLIPPED = Variant("flipped", flipped)
UNWELDED = Variant("unwelded", unwelded)
HOLED = Variant("holed", holed)
ROUGH = tuple(Variant(f"rough-{seed}", rough(seed)) for seed in range(5))

EXACT = (CLEAN, TURNED, MIRRORED, SHUFFLED, FLIPPED, UNWELDED)
"""Changes after which every number is as it was."""
