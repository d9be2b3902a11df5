"""Whether a mesh is a heap: faces thrown together, most of which cross many others."""

import numpy as np
import trimesh

from geo3d.rays.segments import Floats

SAMPLE = 60
"""Faces whose neighbours are counted: enough to know millions of pairs to a third or so."""

MOST = 4e9
"""Pairs of faces whose bounds overlap. A closed mesh has some ten a face, a kitbash of boxes a
hundred. 100,000 faces of any size thrown into one place have as many; each line through them meets
thousands, and to look for walls and surfaces takes half a minute, and goes by the square."""


def overlapping_pairs(triangles: Floats) -> float:
    """An estimate of how many pairs of triangles (T, 3, 3) have bounds that overlap."""
    low, high = triangles.min(axis=1), triangles.max(axis=1)
    number = len(low)
    rows = np.arange(number)
    if number > SAMPLE:
        rows = np.random.default_rng(0).choice(number, SAMPLE, replace=False)
    met = sum(
        int(np.count_nonzero(((low <= high[row]) & (high >= low[row])).all(axis=1))) - 1
        for row in rows.tolist()
    )
    return met / max(len(rows), 1) * number / 2


def is_heap(mesh: trimesh.Trimesh) -> bool:
    """Whether so many faces overlap that looking at all of them has no end."""
    # So few faces cannot have so many pairs.
    if len(mesh.faces) ** 2 / 2 <= MOST:
        return False
    triangles: Floats = np.asarray(mesh.triangles, dtype=np.float64)
    return overlapping_pairs(triangles) > MOST
