"""What is in the way of a model lower than 2", under what reaches higher (13.06).

It runs into a section that stands in its way and is over 2" high: what hangs together from the
model's top up to that height. A crown over its head is passed under; only the trunk is in the way.
"""

import threading
import weakref
from typing import Any

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
import shapely
import trimesh

from geo3d.motion.prism import ready
from geo3d.motion.reaching.plan import clipped_between, outward
from geo3d.rays.segments import Bools, Floats, Ints

Parts = tuple[trimesh.Trimesh, trimesh.Trimesh] | None

LESS = 0.9
"""Part of the area that a section takes up at 2", in plan, below which it is told by where it
stands."""

_known: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[tuple[float, float], Parts]] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def standing_and_hanging(mesh: trimesh.Trimesh, low: float, high: float, thin: float) -> Parts:
    """The faces that hang together from one height up to another, parted by where they are smaller.

    What runs into them meets them at both heights, so either outline covers it.

    Args:
        low, high: z in the mesh's frame.
        thin: inches over which faces are looked at at each of them.

    Returns:
        Those that take up less at the lower height, to be looked at there, and the others, to be
        looked at at the upper one. None where that is the whole mesh at the upper one.
    """
    key = outward(low, high)
    with _lock:
        known = _known.setdefault(mesh, {})
        if key in known:
            return known[key]
    found = _parted(mesh, low, high, thin)
    with _lock:
        known[key] = found
    return found


def _parted(mesh: trimesh.Trimesh, low: float, high: float, thin: float) -> Parts:
    made = ready(mesh)
    rows = np.flatnonzero((made.high[:, 2] > low) & (made.low[:, 2] < high + thin))
    label = _together(made.corners[rows])
    number = int(label.max(initial=-1)) + 1
    below = _spread(made.triangles[rows], label, number, low, low + thin)
    above = _spread(made.triangles[rows], label, number, high, high + thin)
    both = np.isfinite(below) & np.isfinite(above)
    stands = both & (below < LESS * above)
    if not stands.any() and not (np.isfinite(above) & ~both).any():
        return None
    one, other = (made.triangles[rows[kept[label]]] for kept in (stands, both & ~stands))
    return _mesh(one), _mesh(other)


def _together(corners: Ints) -> Ints:
    """(N,) number of the connected piece that each face, (N, 3) corners, belongs to."""
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2)
    ends, owner = np.sort(ends, axis=1), np.repeat(np.arange(len(corners)), 3)
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    ends, owner = ends[order], owner[order]
    same = (ends[1:] == ends[:-1]).all(axis=1)
    one, other = owner[1:][same], owner[:-1][same]
    graph = scipy.sparse.coo_matrix(
        (np.ones(len(one), np.int8), (one, other)), (len(corners), len(corners))
    )
    _, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    return label.astype(np.int64)


def _spread(triangles: Floats, label: Ints, number: int, low: float, high: float) -> Floats:
    """(number,) area of the hull of each piece between two heights, in plan; NaN where there is
    nothing of it."""
    within: Bools = (triangles[:, :, 2].max(axis=1) > low) & (triangles[:, :, 2].min(axis=1) < high)
    parts, some = clipped_between(triangles[within], low, high)
    owner = label[within][some]
    found = np.full(number, np.nan)
    for each in np.unique(owner).tolist():
        hull: Any = shapely.convex_hull(shapely.multipoints(parts[owner == each].reshape(-1, 2)))
        found[each] = shapely.area(hull)
    return found


def _mesh(triangles: Floats) -> trimesh.Trimesh:
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    return trimesh.Trimesh(triangles.reshape(-1, 3), corners, process=False)
