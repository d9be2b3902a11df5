"""The scene that all measures ask: sixteen corner ruins and 20 against 20 figures.

Everything follows from the name of the size; nothing is random from run to run.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
import shapely
import trimesh

from benchmarks.speed.lines import Lines, pairs_in_order
from geo3d.rays import RayScene
from geo3d.shapes import l_ruin, roughen, window

SIZE = (60.0, 44.0)
"""Inches of the board."""

FACES = {"small": 2_000, "mid": 50_000, "large": 500_000}
"""Faces of each ruin, wanted; `roughen` meets them within a fifth."""

PLACES = 16
FIGURES = 20
"""Of each side."""

ALONG_X, ALONG_Y, HEIGHT, THICKNESS = 6.0, 5.0, 6.0, 0.25
RADIUS, TALL = 0.63, 1.6
"""Of a figure on a 32 mm base, inches."""

CLEAR = 0.2
"""Inches that a figure's base keeps from walls and from other bases."""


@cache
def ruin(faces: int) -> trimesh.Trimesh:
    """An L-shaped ruin with three windows and an upper floor, of about so many faces."""
    exact = l_ruin(
        ALONG_X, ALONG_Y, HEIGHT, THICKNESS,
        holes_x=[window(-1, 1, 1, 1), window(1, 1, 1, 1)], holes_y=[window(0, 1, 1, 1)],
    )  # fmt: skip
    return roughen(exact.mesh, faces, seed=1)


def place(number: int) -> tuple[float, float, float]:
    """x, y (inches) and turn (degrees) of a ruin: four columns, four rows, each turned further."""
    return 8 + 14.5 * (number % 4), 6 + 10.5 * (number // 4), number * 63.0 % 360.0


def matrix(number: int) -> np.ndarray:
    """(4, 4): where that ruin stands."""
    x, y, turn = place(number)
    turned: np.ndarray = trimesh.transformations.rotation_matrix(np.radians(turn), [0, 0, 1])
    turned[:2, 3] = x, y
    return turned


@cache
def walls() -> shapely.Geometry:
    """The walls of all ruins in plan, before they are roughened."""
    plan = shapely.union(
        shapely.box(0, 0, ALONG_X, THICKNESS), shapely.box(0, 0, THICKNESS, ALONG_Y)
    )
    placed = []
    for number in range(PLACES):
        x, y, turn = place(number)
        turned = shapely.affinity.rotate(plan, turn, origin=(0, 0))
        placed.append(shapely.affinity.translate(turned, x, y))
    return shapely.union_all(placed)


@cache
def figures() -> tuple[np.ndarray, np.ndarray]:
    """(20, 2) and (20, 2): where the two sides' figures stand, clear of walls and of each other."""
    rng = np.random.default_rng(0)
    taken: list[np.ndarray] = []
    for low, high in (((2, 1), (58, 10)), ((2, 34), (58, 43))):
        stop = len(taken) + FIGURES
        while len(taken) < stop:
            at = rng.uniform(low, high)
            apart = all(np.linalg.norm(at - other) > 2 * RADIUS + CLEAR for other in taken)
            if apart and walls().distance(shapely.Point(at)) > RADIUS + CLEAR:
                taken.append(at)
    return np.array(taken[:FIGURES]), np.array(taken[FIGURES:])


@dataclass(frozen=True)
class Scene:
    """Sixteen placed ruins.

    Attributes:
        name: for tables.
        faces: wanted of each ruin, one number for each place.
    """

    name: str
    faces: tuple[int, ...]

    def meshes(self) -> list[tuple[trimesh.Trimesh, np.ndarray]]:
        """Each ruin's mesh and its (4, 4) place; equal ruins share a mesh."""
        return [(ruin(faces), matrix(number)) for number, faces in enumerate(self.faces)]

    def total(self) -> int:
        """Faces on the board."""
        return sum(len(mesh.faces) for mesh, _ in self.meshes())

    def rays(self) -> RayScene:
        """The ruins in geo3d's ray scene."""
        scene = RayScene()
        for number, (mesh, where) in enumerate(self.meshes()):
            scene.place(mesh, where, f"ruin-{number}")
        return scene

    def merged(
        self, moved: Mapping[int, np.ndarray] | None = None
    ) -> tuple[np.ndarray, np.ndarray]:
        """One mesh of all: vertices (V, 3) float32 and faces (F, 3) int32.

        Args:
            moved: number of a ruin -> (4, 4) where it stands instead.
        """
        points, faces, count = [], [], 0
        for number, (mesh, where) in enumerate(self.meshes()):
            where = (moved or {}).get(number, where)
            points.append(trimesh.transform_points(mesh.vertices, where).astype(np.float32))
            faces.append(np.asarray(mesh.faces, dtype=np.int32) + count)
            count += len(mesh.vertices)
        return np.concatenate(points), np.concatenate(faces)


def scene(name: str) -> Scene:
    """The scene of a size in FACES."""
    return Scene(name, (FACES[name],) * PLACES)


def pair_lines(each: int, seed: int = 0) -> Lines:
    """So many segments for each of the 400 pairs, between random points of their sides.

    The pairs follow each other; within a pair the order is random.
    """
    rng = np.random.default_rng(seed)
    ends = []
    for at in pairs_in_order(*figures()):
        angle, z = rng.uniform((0, 0.05), (2 * np.pi, TALL), (len(at) * each, 2)).T
        around = np.repeat(at, each, axis=0) + RADIUS * np.stack([np.cos(angle), np.sin(angle)]).T
        ends.append(np.column_stack([around, z]))
    return Lines.of(*ends, edges=np.arange(FIGURES**2 + 1) * each)


def random_lines(number: int, seed: int = 0) -> Lines:
    """Segments between random points of the board's space up to the ruins' height."""
    rng = np.random.default_rng(seed)
    low, high = (0.0, 0.0, 0.05), (*SIZE, HEIGHT)
    return Lines.of(rng.uniform(low, high, (number, 3)), rng.uniform(low, high, (number, 3)))
