"""The terrain of a picture: each feature's mesh, and its creases as thin lines."""

import weakref
from collections.abc import Iterator

import numpy as np
import trimesh

from geo3d.piece import Piece
from geo3d.table.board import Board
from geo3d_viewer.description import Floats, Lines, Surface
from geo3d_viewer.palette import CATEGORIES, EDGE, mixed

CREASE_DEG = 32.0
"""Faces that meet at more than this have a line drawn between them."""

MANY = 6_000
"""A mesh with more creases than this is a rough one: lines would only blacken it."""


def terrain(board: Board) -> Iterator[tuple[Surface, Lines | None]]:
    """Each feature's surface, and its creases where it has few enough."""
    for feature in board.features.values():
        vertices, faces, edges = _arrays(feature.piece)
        colour = CATEGORIES.get(feature.category, CATEGORIES[None])
        surface = Surface(
            feature.id, "terrain", vertices, faces, np.asarray(feature.transform), colour
        )
        lines = None
        if 0 < len(edges) <= MANY:
            matrix = np.asarray(feature.transform)
            placed = edges @ matrix[:3, :3].T + matrix[:3, 3]
            lines = Lines(feature.id, "edge", placed, mixed(colour, EDGE, 0.75), 1.0)
        yield surface, lines


_known: weakref.WeakKeyDictionary[Piece, tuple[Floats, np.ndarray, Floats]] = (
    weakref.WeakKeyDictionary()
)


def _arrays(piece: Piece) -> tuple[Floats, np.ndarray, Floats]:
    """Vertices, faces and creases of a piece: the same arrays wherever it stands."""
    found = _known.get(piece)
    if found is None:
        mesh = piece.mesh
        arrays = np.asarray(mesh.vertices, np.float64), np.asarray(mesh.faces), creases(mesh)
        found = _known[piece] = arrays
    return found


def creases(mesh: trimesh.Trimesh) -> Floats:
    """(S, 2, 3) edges between faces that meet at an angle, and edges of only one face."""
    corners = np.asarray(mesh.vertices, np.float64)[np.asarray(mesh.faces)]
    corners = corners[np.isfinite(corners).all(axis=(1, 2))]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    length = np.linalg.norm(normal, axis=1)
    corners, normal = corners[length > 0], normal[length > 0] / length[length > 0, None]
    points, index = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    index = index.reshape(-1, 3)
    edges = np.sort(np.stack([index, np.roll(index, -1, axis=1)], axis=2).reshape(-1, 2), axis=1)
    face = np.repeat(np.arange(len(index)), 3)
    order = np.lexsort(edges.T)
    edges, face = edges[order], face[order]
    begins = np.flatnonzero(np.append(True, (edges[1:] != edges[:-1]).any(axis=1)))
    count = np.diff(np.append(begins, len(edges)))
    first, second = face[begins], face[begins + (count > 1)]
    cosine = np.einsum("ij,ij->i", normal[first], normal[second])
    sharp = (count != 2) | (cosine < np.cos(np.radians(CREASE_DEG)))
    chosen: Floats = points[edges[begins[sharp]]]
    return chosen
