"""The distance from points to a mesh's surface."""

import itertools
import math
from typing import Any

import numpy as np

from geo3d.rays.bvh import DEPTH, tree_of
from geo3d.rays.compiled import WORKERS, inline, kernel, pool
from geo3d.rays.segments import Floats
from geo3d.rays.triangles import point_triangle_squared


def distances(mesh: Any, points: Floats) -> Floats:
    """(N,) inches from each point to the nearest point of a mesh's surface.

    Args:
        mesh: a trimesh.Trimesh; faces without area do not count.
        points: (N, 3) finite, in the mesh's frame.
    """
    tree = tree_of(mesh)
    local = np.ascontiguousarray(points, dtype=np.float64) - tree.centre
    found = np.empty(len(local))
    cuts = np.linspace(0, len(local), 4 * WORKERS + 1).astype(np.int64)
    tasks = [
        pool().submit(_nearest, local[a:b], tree.boxes, tree.links, tree.triangles, found[a:b])
        for a, b in itertools.pairwise(cuts)
        if b > a
    ]
    for task in tasks:
        task.result()
    return found


@inline
def box_squared(box, x, y, z):  # type: ignore[no-untyped-def]
    """Squared distance from a point to a box."""
    dx = max(box[0] - x, 0.0, x - box[3])
    dy = max(box[1] - y, 0.0, y - box[4])
    dz = max(box[2] - z, 0.0, z - box[5])
    return dx * dx + dy * dy + dz * dz


@inline
def nearest_squared(x, y, z, boxes, links, triangles, stack):  # type: ignore[no-untyped-def]
    """Squared distance from a point to the nearest triangle of a tree."""
    best = math.inf
    stack[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        if box_squared(boxes[node], x, y, z) >= best:
            continue
        left, number = links[node, 0], links[node, 1]
        if number < 0:
            near = box_squared(boxes[left], x, y, z)
            far = box_squared(boxes[left + 1], x, y, z)
            first = left if near <= far else left + 1
            stack[depth], stack[depth + 1] = left + left + 1 - first, first
            depth += 2
            continue
        for i in range(left, left + number):
            t = triangles[i]
            best = min(
                best,
                point_triangle_squared(
                    x, y, z, t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8]
                ),
            )
    return best


@kernel
def _nearest(points, boxes, links, triangles, found):  # type: ignore[no-untyped-def]
    """Fill the distance of each point."""
    stack = np.empty(DEPTH, np.int64)
    for n in range(len(points)):
        x, y, z = points[n]
        found[n] = math.sqrt(nearest_squared(x, y, z, boxes, links, triangles, stack))
