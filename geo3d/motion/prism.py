"""The part of a mesh over a convex outline, and the connected pieces that it falls into.

Kernels clip triangles to an upright prism. A piece is what hangs together over edges of the mesh
inside the prism: so a wall with a breach is one piece for a base that touches its full height, and
a low one for a base within the breach.
"""

import weakref
from dataclasses import dataclass

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
import trimesh

from geo3d.rays.clipping import clipped
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints

WELD = 1e-6
"""Inches: corners nearer than this are one: files may list every triangle alone."""


@dataclass(frozen=True, eq=False)
class Solidity:
    """A mesh made ready for cutting prisms out of it.

    Attributes:
        triangles: (F, 3, 3).
        low, high: (F, 3) bounds.
        corners: (F, 3) number of each corner, welded.
    """

    triangles: Floats
    low: Floats
    high: Floats
    corners: Ints


_ready: weakref.WeakKeyDictionary[trimesh.Trimesh, Solidity] = weakref.WeakKeyDictionary()


def ready(mesh: trimesh.Trimesh) -> Solidity:
    """A mesh made ready, once."""
    found = _ready.get(mesh)
    if found is None:
        vertices = np.asarray(mesh.vertices, dtype=np.float64)
        faces = np.asarray(mesh.faces, dtype=np.int64)
        faces = faces[np.isfinite(vertices[faces]).all(axis=(1, 2))]
        grid = np.round(np.where(np.isfinite(vertices), vertices, 0.0) / WELD).astype(np.int64)
        _, number = np.unique(grid, axis=0, return_inverse=True)
        triangles = np.ascontiguousarray(vertices[faces])
        found = Solidity(
            triangles, triangles.min(axis=1), triangles.max(axis=1), number.ravel()[faces]
        )
        _ready[mesh] = found
    return found


@dataclass(frozen=True, eq=False)
class Cut:
    """The faces of a mesh that reach into a prism.

    Attributes:
        faces: (N,) rows of the mesh.
        low, high: (N,) z of the part inside, measured from the prism's floor (see `cut`).
        top: (N,) z of the part inside.
        highest: (N, 3) a point of that z.
    """

    faces: Ints
    low: Floats
    high: Floats
    top: Floats
    highest: Floats


def cut(mesh: trimesh.Trimesh, outline: Floats, slope: Floats, level: float) -> Cut:
    """Cut the upright prism over an outline out of a mesh, in the mesh's frame.

    Args:
        outline: (K, 2) convex, counter-clockwise.
        slope: (2,) how the prism's floor rises along x and y.
        level: z of the floor over the origin.
    """
    made = ready(mesh)
    least, most = outline.min(axis=0), outline.max(axis=0)
    near = np.flatnonzero(
        (made.high[:, 0] >= least[0]) & (made.high[:, 1] >= least[1])
        & (made.low[:, 0] <= most[0]) & (made.low[:, 1] <= most[1])
    )  # fmt: skip
    low, high = np.full(len(near), np.inf), np.full(len(near), -np.inf)
    top, spot = np.full(len(near), -np.inf), np.zeros((len(near), 3))
    _clip(made.triangles, near, outline, slope, level, low, high, top, spot)
    kept = top > -np.inf
    return Cut(near[kept], low[kept], high[kept], top[kept], spot[kept])


@kernel
def _clip(triangles, rows, outline, slope, level, low, high, top, spot):  # type: ignore[no-untyped-def]
    """Clip each triangle to the outline's sides; note the extent of what is left."""
    sides = len(outline)
    corners = np.empty((2, sides + 6, 3))
    for n in range(len(rows)):
        count, now = 3, 0
        for c in range(3):
            for k in range(3):
                corners[0, c, k] = triangles[rows[n], c, k]
        for s in range(sides):
            ax, ay = outline[s, 0], outline[s, 1]
            t = s + 1 if s + 1 < sides else 0
            nx, ny = -(outline[t, 1] - ay), outline[t, 0] - ax
            least = np.inf
            for c in range(3):
                x, y = triangles[rows[n], c, 0] - ax, triangles[rows[n], c, 1] - ay
                least = min(least, nx * x + ny * y)
            # Wholly behind this side: there is nothing to cut off.
            if least >= 0.0:
                continue
            count = clipped(corners, now, count, ax, ay, 0.0, nx, ny, 0.0)
            now = 1 - now
            if count == 0:
                break
        for c in range(count):
            z = corners[now, c, 2]
            over = z - level - slope[0] * corners[now, c, 0] - slope[1] * corners[now, c, 1]
            low[n], high[n] = min(low[n], over), max(high[n], over)
            if z > top[n]:
                top[n] = z
                for k in range(3):
                    spot[n, k] = corners[now, c, k]


def pieces(mesh: trimesh.Trimesh, found: Cut, outline: Floats) -> Ints:
    """(N,) which connected piece each face of a cut belongs to.

    Faces hang together where they share an edge of the mesh that reaches into the outline.
    """
    made = ready(mesh)
    number = len(found.faces)
    corners = made.corners[found.faces]
    ends = np.stack([corners, np.roll(corners, -1, axis=1)], axis=2).reshape(-1, 2)
    at = made.triangles[found.faces]
    spans = np.stack([at, np.roll(at, -1, axis=1)], axis=2).reshape(-1, 2, 3)[:, :, :2]
    owner = np.repeat(np.arange(number), 3)
    inside = _reach_in(spans, outline)
    ends, owner = np.sort(ends[inside], axis=1), owner[inside]
    order = np.lexsort((ends[:, 1], ends[:, 0]))
    ends, owner = ends[order], owner[order]
    same = (ends[1:] == ends[:-1]).all(axis=1)
    graph = scipy.sparse.coo_matrix(
        (np.ones(int(same.sum()), np.int8), (owner[1:][same], owner[:-1][same])), (number, number)
    )
    _, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    return label.astype(np.int64)


def _reach_in(spans: Floats, outline: Floats) -> Bools:
    """(N,) whether segments (N, 2, 2) have a point in a convex outline (Cyrus and Beck 1978)."""
    first, last = np.zeros(len(spans)), np.ones(len(spans))
    good = np.ones(len(spans), np.bool_)
    for a, b in zip(outline, np.roll(outline, -1, axis=0), strict=True):
        normal = np.array([-(b[1] - a[1]), b[0] - a[0]])
        one, other = ((spans - a) @ normal).T
        rise = other - one
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -one / rise
        first = np.where(rise > 0.0, np.maximum(first, at), first)
        last = np.where(rise < 0.0, np.minimum(last, at), last)
        good &= (rise != 0.0) | (one >= 0.0)
    within: Bools = good & (first <= last)
    return within
