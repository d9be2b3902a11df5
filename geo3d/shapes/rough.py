"""From an exact shape to something like a scan: even triangles, waves, and noise."""

import numpy as np
import trimesh

from geo3d.shapes.shape import refuse
from geo3d.shapes.solids import mesh_of, solid

LEAST, MOST = 2_000, 500_000
WAVES = 24
"""Waves that the smooth part of the noise is made of."""


def roughen(
    mesh: trimesh.Trimesh, faces: int, noise: float = 0.02, seed: int = 0, wave: float = 1.5
) -> trimesh.Trimesh:
    """Make a closed mesh look scanned: about `faces` even triangles, moved off the true surface.

    Each vertex is moved by a smooth field of waves and by white noise, each of root mean square
    `noise` / sqrt 2 before it is limited to a third of the shortest edge there, so that no face
    turns over. What stood on z = 0 stays on it. The same seed gives the same mesh.

    Args:
        mesh: closed, inches.
        faces: 2,000 to 500,000; met within a fifth, and never below what the shape itself has.
        noise: inches, root mean square.
        wave: inches, the longest wave.

    Raises:
        ShapeError: an open mesh, or numbers out of range.
    """
    if not LEAST <= faces <= MOST:
        refuse("roughen", f"faces: {LEAST} to {MOST} wanted, got {faces}")
    if not (noise >= 0.0 and wave > 0.0 and np.isfinite([noise, wave]).all()):
        refuse("roughen", "noise: 0 or more, wave: above 0, both finite, wanted")
    if not mesh.is_watertight:
        refuse("roughen", "a closed mesh is wanted")
    even = _refined(mesh, faces)
    points = np.asarray(even.vertices, dtype=np.float64)
    rng = np.random.default_rng(seed)
    direction = rng.normal(size=(WAVES, 3))
    direction /= np.linalg.norm(direction, axis=1)[:, None]
    length = wave * rng.uniform(0.3, 1.0, WAVES)
    phase = points @ (direction * (2 * np.pi / length)[:, None]).T + rng.uniform(
        0, 2 * np.pi, WAVES
    )
    amplitude = rng.normal(size=(WAVES, 3)) / np.sqrt(WAVES * 3 / 2)
    shift = noise / np.sqrt(2) * (np.sin(phase) @ amplitude)
    shift += noise / np.sqrt(2) * rng.normal(size=points.shape) / np.sqrt(3)
    limit = _shortest_edge(even) / 3
    size = np.linalg.norm(shift, axis=1)
    shift *= np.minimum(1.0, limit / np.maximum(size, 1e-12))[:, None]
    shift[points[:, 2] <= 1e-9, 2] = 0.0
    moved = points + shift
    moved[:, 2] = np.maximum(moved[:, 2], 0.0)
    return trimesh.Trimesh(moved, even.faces, process=False)


def _refined(mesh: trimesh.Trimesh, faces: int) -> trimesh.Trimesh:
    """The same surface in even triangles: edges no longer than a length found by halving."""
    body = solid(mesh)
    ideal = np.sqrt(4 / np.sqrt(3) * mesh.area / faces)
    low, high = 0.3 * ideal, 8.0 * ideal
    best = mesh
    for _ in range(12):
        length = np.sqrt(low * high)
        count = body.refine_to_length(length).num_tri()
        if count > 1.1 * faces:
            low = length
        else:
            best, high = mesh_of(body.refine_to_length(length)), length
            if count > 0.9 * faces:
                break
    return best


def _shortest_edge(mesh: trimesh.Trimesh) -> np.ndarray:
    """(V,) the shortest edge at each vertex."""
    points, faces = np.asarray(mesh.vertices), np.asarray(mesh.faces)
    shortest = np.full(len(points), np.inf)
    for a, b in ((0, 1), (1, 2), (2, 0)):
        length = np.linalg.norm(points[faces[:, a]] - points[faces[:, b]], axis=1)
        np.minimum.at(shortest, faces[:, a], length)
        np.minimum.at(shortest, faces[:, b], length)
    return shortest
