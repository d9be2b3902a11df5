"""Which way a surface goes on below the cut: slopes go on as they came, walls straight down."""

import numpy as np
import scipy.spatial
import trimesh

from geo3d.piece.scan.meshes import arrays, normals_and_areas
from geo3d.rays.segments import Floats, Ints

AROUND = 0.5
"""Inches round a point of the outline within which the surface tells its slope: over noise."""

SLOPES = (0.35, 0.98)
"""Height of the mean normal of a slope, 70 to 11 degrees; steeper is a wall, flatter a top or the
table."""

ALIKE = 0.9
"""Length of the mean normal: of a slope; a wall and the top of a low base make less of one."""

FARTHEST = 0.2
"""Inches that an outline moves out at most: noise moves it on a shallow slope, too, and both
together must not take it beyond the piece."""

ENOUGH = 40_000
"""Faces near the cut that are looked at; of more every so manieth."""


def run_out(mesh: trimesh.Trimesh, rim: Ints, cut: float) -> Floats:
    """(N, 2) in plan, how far from each vertex of an outline at a cut its foot on z = 0 lies."""
    vertices, faces = arrays(mesh)
    shift = np.zeros((len(rim), 2))
    near = np.flatnonzero(vertices[faces][:, :, 2].min(axis=1) < cut + AROUND)
    near = near[:: max(1, len(near) // ENOUGH)]
    if not len(near) or not len(rim):
        return shift
    normals, areas = normals_and_areas(vertices, faces[near])
    tree = scipy.spatial.cKDTree(vertices[faces[near]].mean(axis=1))
    for row, rows in enumerate(tree.query_ball_point(vertices[rim], AROUND)):
        if not rows or not areas[rows].sum() > 0.0:
            continue
        mean = areas[rows] @ normals[rows] / areas[rows].sum()
        length = float(np.linalg.norm(mean))
        # The mesh may be wound either way as yet.
        up = abs(float(mean[2])) / max(length, 1e-12)
        if length < ALIKE or not SLOPES[0] < up < SLOPES[1]:
            continue
        level = mean[:2] * np.sign(mean[2])
        flat = float(np.linalg.norm(level))
        shift[row] = level / flat * min(FARTHEST, cut * abs(float(mean[2])) / flat)
    return shift
