"""Random scenes of few triangles, and segments that are hard on a ray core."""

import numpy as np
import trimesh

from geo3d import shapes


def pose(rng, spread=6.0):
    """A random rigid transform."""
    matrix = trimesh.transformations.random_rotation_matrix(rng.random(3))
    matrix[:3, 3] = rng.uniform(-spread, spread, 3)
    return matrix


def scene(rng, number=6):
    """Placed meshes of a few hundred triangles in all: (mesh, transform, id)."""
    makers = [
        lambda: shapes.wall(6, 5, 0.25, [shapes.window(0, 1, 1, 1)]).mesh,
        lambda: shapes.l_ruin(5, 4, 5).mesh,
        lambda: shapes.crate(2, 1.5, 1).mesh,
        lambda: shapes.stairs(4, 0.5, 0.6, 2).mesh,
        lambda: shapes.tower(2.5, 5, windows=2, sides=16, window_sides=2).mesh,
        lambda: trimesh.creation.icosphere(1, radius=1.5),
        lambda: trimesh.Trimesh(
            rng.uniform(-2, 2, (30, 3)), np.arange(30).reshape(-1, 3), process=False
        ),
    ]
    return [(makers[rng.integers(len(makers))](), pose(rng), f"piece-{i}") for i in range(number)]


def _corners(placed):
    from tests.reference.brute import triangles_of

    return triangles_of(placed)[0]


def random_segments(rng, number, spread=9.0):
    """Anywhere to anywhere."""
    return rng.uniform(-spread, spread, (number, 3)), rng.uniform(-spread, spread, (number, 3))


def _on_faces(rng, corners, number):
    tri = corners[rng.integers(len(corners), size=number)]
    u = np.sqrt(rng.random((number, 1)))
    v = rng.random((number, 1))
    point = tri[:, 0] * (1 - u) + tri[:, 1] * (u * (1 - v)) + tri[:, 2] * (u * v)
    normal = np.cross(tri[:, 1] - tri[:, 0], tri[:, 2] - tri[:, 0])
    return tri, point, normal / np.linalg.norm(normal, axis=1)[:, None]


def short_of_a_surface(rng, placed, number):
    """Segments that end 1e-6 before a face, or 1e-6 beyond it."""
    _, point, normal = _on_faces(rng, _corners(placed), number)
    side = rng.choice([-1.0, 1.0], size=(number, 1))
    starts = point + side * normal * rng.uniform(0.5, 5, (number, 1)) + rng.normal(size=(number, 3))
    way = point - starts
    cosine = np.abs((way * normal).sum(axis=1) / np.linalg.norm(way, axis=1))
    kept = cosine > 0.05
    off = rng.choice([-1e-6, 1e-6], size=number) / np.maximum(cosine, 0.05)
    ends = point + way / np.linalg.norm(way, axis=1)[:, None] * off[:, None]
    return starts[kept], ends[kept]


def beside_a_surface(rng, placed, number):
    """Segments that run parallel to a face, 1e-7 off it, on either side."""
    tri, point, normal = _on_faces(rng, _corners(placed), number)
    way = (tri[:, 1] - tri[:, 0]) * rng.normal(size=(number, 1))
    way = way + (tri[:, 2] - tri[:, 0]) * rng.normal(size=(number, 1))
    way = way / np.linalg.norm(way, axis=1)[:, None]
    at = point + normal * rng.choice([-1e-7, 1e-7], size=(number, 1))
    return at - way * rng.uniform(0.5, 3, (number, 1)), at + way * rng.uniform(0.5, 3, (number, 1))


def aimed(rng, placed, number):
    """Segments through vertices, through edges, and along faces and edges of the pieces."""
    corners = _corners(placed)
    tri, point, _ = _on_faces(rng, corners, number)
    kind = rng.integers(5, size=number)
    share = rng.random((number, 1))
    edge = tri[:, 0] + share * (tri[:, 1] - tri[:, 0])
    target = np.where((kind == 0)[:, None], tri[:, 0], edge)
    free = rng.normal(size=(number, 3))
    inside = tri[:, 1] - tri[:, 0]
    along = (tri[:, 2] - tri[:, 0]) * rng.normal(size=(number, 1)) + inside
    way = np.select(
        [(kind <= 1)[:, None], (kind == 2)[:, None], (kind == 3)[:, None]],
        [free, along, inside],
        along,
    )
    target = np.where((kind == 4)[:, None], point, target)
    size = np.linalg.norm(way, axis=1)[:, None]
    way = way / np.where(size > 0, size, 1)
    back = rng.choice([0.0, 1.0, 3.0], size=(number, 1), p=[0.15, 0.35, 0.5])
    ahead = rng.choice([0.0, 1.0, 3.0], size=(number, 1), p=[0.15, 0.35, 0.5])
    return target - way * back * rng.uniform(0.3, 2), target + way * ahead * rng.uniform(0.3, 2)
