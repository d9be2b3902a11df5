"""A mesh cut level: what is above stays, its new edge lies exactly on the cut."""

import numpy as np
import trimesh

from geo3d.piece.scan.meshes import arrays, compact
from geo3d.rays.segments import Floats, Ints

AT = 1e-6
"""Inches: vertices nearer than this to the cut are moved on to it, so that no sliver is left."""


def above(mesh: trimesh.Trimesh, z: float) -> trimesh.Trimesh | None:
    """What of a mesh lies above a height, neighbours still sharing vertices; None: nothing does."""
    vertices, faces = arrays(mesh)
    vertices = vertices.copy()
    vertices[np.abs(vertices[:, 2] - z) < AT, 2] = z
    high, on = vertices[:, 2] > z, vertices[:, 2] == z
    count = high[faces].sum(axis=1)
    whole = (high | on)[faces].all(axis=1) & (count > 0)
    cut = faces[(count > 0) & ~whole]
    kept = faces[whole]
    if not len(kept) and not len(cut):
        return None
    # The lone corner first: the one above, or the one below.
    lone_up = high[cut].sum(axis=1) == 1
    lone = np.where(
        lone_up, high[cut].argmax(axis=1), (~(high | on)[cut]).argmax(axis=1)
    )  # fmt: skip
    turned = cut[np.arange(len(cut))[:, None], (lone[:, None] + [0, 1, 2]) % 3]
    up, down = turned[lone_up], turned[~lone_up]
    points, number = _points(vertices, np.concatenate([up[:, :2], up[:, ::2], down[:, :2],
                                                       down[:, ::2]]), z)  # fmt: skip
    u, d = len(up), len(down)
    ab, ac = number[:u], number[u : 2 * u]
    ad, ae = number[2 * u : 2 * u + d], number[2 * u + d :]
    # (a, b, c) with a above leaves (a, ab, ac); with a below the quad (ab, b, c, ac).
    parts = [
        kept,
        np.column_stack([up[:, 0], ab, ac]),
        np.column_stack([ad, down[:, 1], down[:, 2]]),
        np.column_stack([ad, down[:, 2], ae]),
    ]
    faces = np.concatenate(parts)
    faces = faces[(faces != np.roll(faces, 1, axis=1)).all(axis=1)]
    return compact(np.concatenate([vertices, points]), faces)


def _points(vertices: Floats, edges: Ints, z: float) -> tuple[Floats, Ints]:
    """Points where edges cross a height, each once, and their numbers after the vertices'.

    An edge that ends on the cut crosses it there.
    """
    low, high = edges.min(axis=1), edges.max(axis=1)
    span = len(vertices)
    keys, number = np.unique(low * span + high, return_inverse=True)
    a, b = vertices[keys // span], vertices[keys % span]
    rise = b[:, 2] - a[:, 2]
    share = np.divide(z - a[:, 2], rise, out=np.zeros_like(rise), where=rise != 0.0)
    points = a + share[:, None] * (b - a)
    points[:, 2] = z
    numbers = number.ravel() + span
    # Where one end lies on the cut, that vertex itself is the crossing.
    for side in (0, 1):
        on = vertices[edges[:, side], 2] == z
        numbers = np.where(on, edges[:, side], numbers)
    return points, numbers
