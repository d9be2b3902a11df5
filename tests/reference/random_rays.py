"""Random small scenes, and segments through them of the kinds that ray engines get wrong."""

from collections.abc import Callable

import numpy as np
import trimesh

from geo3d import shapes
from tests.reference.brute import Placed

Segments = tuple[np.ndarray, np.ndarray]
Rng = np.random.Generator


def scene(seed: int, pieces: int = 6, offset: float = 0.0) -> list[Placed]:
    """Some hundred triangles: turned and shifted pieces near `offset`, one of them used twice."""
    rng = np.random.default_rng(seed)
    makers: list[Callable[[], trimesh.Trimesh]] = [
        lambda: shapes.crate(*rng.uniform(0.5, 3.0, 3)).mesh,
        lambda: shapes.wall(6.0, 4.0, 0.25, [shapes.window(rng.uniform(-1, 1), 1.5, 1, 1)]).mesh,
        lambda: shapes.stairs(3, 0.5, 0.7, 2.0).mesh,
        lambda: shapes.platform(3.0, 2.0, 2.5).mesh,
        lambda: trimesh.creation.icosphere(1, radius=rng.uniform(0.5, 2.0)),
        lambda: sheet(rng),
        lambda: trimesh.creation.box((rng.uniform(2, 6), rng.uniform(0.001, 0.1), 4)),
    ]
    meshes = [makers[k]() for k in rng.choice(len(makers), pieces - 1, replace=False)]
    meshes.append(meshes[0])
    placed = []
    for number, mesh in enumerate(meshes):
        matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
        if number % 3 == 2:
            matrix = np.eye(4)
        matrix[:3, 3] = rng.uniform(-4, 4, 3) + offset * np.array([1, -1, 0.5])
        placed.append((mesh, matrix, f"piece-{number}"))
    return placed


def sheet(rng: Rng) -> trimesh.Trimesh:
    """An open grid of 4 by 4 squares with random heights."""
    x, y = np.meshgrid(np.linspace(-2, 2, 5), np.linspace(-2, 2, 5))
    vertices = np.column_stack([x.ravel(), y.ravel(), rng.uniform(-0.4, 0.4, 25)])
    a = (np.arange(4)[:, None] * 5 + np.arange(4)).ravel()
    faces = np.concatenate([np.column_stack([a, a + 1, a + 6]), np.column_stack([a, a + 6, a + 5])])
    return trimesh.Trimesh(vertices, faces, process=False)


def corners(placed: list[Placed]) -> np.ndarray:
    """(T, 3, 3) in board coordinates, rounded to float64."""
    return np.concatenate(
        [(m.vertices @ t[:3, :3].T + t[:3, 3])[m.faces] for m, t, _ in placed]
    )  # fmt: skip


def anywhere(placed: list[Placed], number: int, rng: Rng) -> Segments:
    """Both ends uniform in the scene's bounds, a little enlarged."""
    points = corners(placed).reshape(-1, 3)
    low, high = points.min(axis=0) - 1, points.max(axis=0) + 1
    return rng.uniform(low, high, (number, 3)), rng.uniform(low, high, (number, 3))


def short_of_a_surface(placed: list[Placed], number: int, rng: Rng, gap: float = 1e-6) -> Segments:
    """They end `gap` before a point of a face (after it, where negative), coming from anywhere."""
    _, at, normal = _on_faces(placed, number, rng)
    way = _unit(rng.normal(size=(number, 3)))
    slope = (way * normal).sum(axis=1)
    way = np.where((np.abs(slope) < 0.1)[:, None], normal, way)
    slope = (way * normal).sum(axis=1)
    starts = at - way * rng.uniform(0.5, 8.0, (number, 1))
    return starts, at - way * (gap / np.abs(slope))[:, None]


def beside_an_edge(placed: list[Placed], number: int, rng: Rng, gap: float = 1e-7) -> Segments:
    """They pass an edge at the distance `gap`, on either side."""
    at, edge = _on_edges(placed, number, rng)
    way = _unit(rng.normal(size=(number, 3)))
    across = np.cross(way, edge)
    size = np.linalg.norm(across, axis=1)
    across = np.where((size > 0.05)[:, None], across / np.maximum(size, 1e-9)[:, None], 0.0)
    at = at + across * gap * rng.choice([-1.0, 1.0], (number, 1))
    return at - way * rng.uniform(0.5, 8.0, (number, 1)), at + way * rng.uniform(
        0.5, 8, (number, 1)
    )


def beside_a_vertex(placed: list[Placed], number: int, rng: Rng, gap: float = 1e-7) -> Segments:
    """They pass a vertex at the distance `gap`."""
    at = _vertices(placed, number, rng)
    way = _unit(rng.normal(size=(number, 3)))
    at = at + gap * _unit(np.cross(way, rng.normal(size=(number, 3))))
    return at - way * rng.uniform(0.5, 8.0, (number, 1)), at + way * rng.uniform(
        0.5, 8, (number, 1)
    )


def through_vertices(placed: list[Placed], number: int, rng: Rng) -> Segments:
    """Through one vertex, from one to another, or ending on one."""
    at, other = _vertices(placed, number, rng), _vertices(placed, number, rng)
    way = rng.normal(size=(number, 3)) * 3
    kind = np.arange(number) % 3
    starts = np.where((kind == 1)[:, None], other, at - way)
    ends = np.where((kind == 0)[:, None], at + way, at)
    return _either_way(starts, ends, rng)


def through_edges(placed: list[Placed], number: int, rng: Rng) -> Segments:
    """Through a point of an edge, from one edge to another, ending on one, or lying in its line."""
    (at, edge), (other, _) = _on_edges(placed, number, rng), _on_edges(placed, number, rng)
    way = rng.normal(size=(number, 3)) * 3
    kind = (np.arange(number) % 4)[:, None]
    before, after = rng.uniform(-1, 3, (2, number, 1))
    starts = np.select([kind == 1, kind == 3], [other, at - edge * before], at - way)
    ends = np.select([kind == 0, kind == 3], [at + way, at + edge * after], at)
    return _either_way(starts, ends, rng)


def along_faces(placed: list[Placed], number: int, rng: Rng) -> Segments:
    """In a face's plane: within the face, across it, from beyond to it; or leaving a face."""
    corner, at, normal = _on_faces(placed, number, rng)
    way = _unit(np.cross(normal, rng.normal(size=(number, 3))))
    weights = rng.dirichlet((1, 1, 1), number)
    within = (corner * weights[:, :, None]).sum(axis=1)
    kind = (np.arange(number) % 4)[:, None]
    starts = np.select([kind == 0, kind == 3], [within, at + rng.normal(size=(number, 3))],
                       at - way * rng.uniform(0.1, 6, (number, 1)))  # fmt: skip
    ends = np.where(kind == 1, at + way * rng.uniform(0.1, 6, (number, 1)), at)
    return _either_way(starts, ends, rng)


KINDS: dict[str, Callable[[list[Placed], int, Rng], Segments]] = {
    "anywhere": anywhere,
    "1e-6 short of a surface": short_of_a_surface,
    "1e-6 beyond a surface": lambda placed, n, rng: short_of_a_surface(placed, n, rng, -1e-6),
    "1e-7 beside an edge": beside_an_edge,
    "1e-7 beside a vertex": beside_a_vertex,
    "through vertices": through_vertices,
    "through edges": through_edges,
    "along faces": along_faces,
}


def _on_faces(placed: list[Placed], number: int, rng: Rng):
    """Faces (N, 3, 3), a random point well inside each, and their normals."""
    triangles = corners(placed)
    chosen = triangles[rng.integers(len(triangles), size=number)]
    at = (chosen * rng.dirichlet((2, 2, 2), number)[:, :, None]).sum(axis=1)
    normal = _unit(np.cross(chosen[:, 1] - chosen[:, 0], chosen[:, 2] - chosen[:, 0]))
    return chosen, at, normal


def _on_edges(placed: list[Placed], number: int, rng: Rng):
    """Points of edges, and the edges' directions."""
    triangles = corners(placed)
    chosen = triangles[rng.integers(len(triangles), size=number)]
    k = rng.integers(3, size=number)
    rows = np.arange(number)
    a, b = chosen[rows, k], chosen[rows, (k + 1) % 3]
    return a + rng.uniform(0.1, 0.9, (number, 1)) * (b - a), _unit(b - a)


def _vertices(placed: list[Placed], number: int, rng: Rng) -> np.ndarray:
    points = corners(placed).reshape(-1, 3)
    return points[rng.integers(len(points), size=number)]


def _either_way(starts: np.ndarray, ends: np.ndarray, rng: Rng) -> Segments:
    swap = rng.random((len(starts), 1)) < 0.5
    return np.where(swap, ends, starts), np.where(swap, starts, ends)


def _unit(vectors: np.ndarray) -> np.ndarray:
    return vectors / np.linalg.norm(vectors, axis=1)[:, None]
