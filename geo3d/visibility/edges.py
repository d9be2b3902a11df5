"""Silhouette edges: where an occluder begins to hide, and so where a line may just pass.

Whatever open lines there are between two bodies, some of them graze an edge of what hides the rest.
So lines past silhouette edges find slits that evenly spread lines take long to find.
"""

import weakref
from dataclasses import dataclass

import numpy as np

from geo3d.rays.bvh import MeshTree
from geo3d.rays.compiled import kernel
from geo3d.rays.placing import Placed
from geo3d.rays.scene import RayScene
from geo3d.rays.segments import Floats, Ints
from geo3d.visibility.sequence import spread


@dataclass(frozen=True, eq=False)
class Edges:
    """A mesh's edges, in its own frame.

    Attributes:
        ends: (E, 2, 3).
        normals: (E, 2, 3) unit normals of the two faces; of one that has just one face, or more
            than two, a normal and its opposite, so that it is a silhouette from everywhere.
        inward: (E, 3) from the edge towards its first face's middle.
    """

    ends: Floats
    normals: Floats
    inward: Floats


_edges: weakref.WeakKeyDictionary[MeshTree, Edges] = weakref.WeakKeyDictionary()


def edges_of(tree: MeshTree) -> Edges:
    """The edges of a mesh that can be silhouettes: all but those between coplanar faces."""
    found = _edges.get(tree)
    if found is None:
        found = _find(tree)
        _edges[tree] = found
    return found


def _find(tree: MeshTree) -> Edges:
    corners = tree.triangles.reshape(-1, 3, 3)
    points, index = np.unique(corners.reshape(-1, 3), axis=0, return_inverse=True)
    index = index.reshape(-1, 3)
    pairs = np.stack([index, np.roll(index, -1, axis=1)], axis=2).reshape(-1, 2)
    face = np.repeat(np.arange(len(index)), 3)
    pairs.sort(axis=1)
    order = np.lexsort((pairs[:, 1], pairs[:, 0]))
    pairs, face = pairs[order], face[order]
    new = np.ones(len(pairs), np.bool_)
    new[1:] = (pairs[1:] != pairs[:-1]).any(axis=1)
    begin = np.flatnonzero(new)
    number = np.diff(np.append(begin, len(pairs)))
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.linalg.norm(normal, axis=1)[:, None]
    first = face[begin]
    second = face[np.minimum(begin + 1, len(face) - 1)]
    normals = np.stack([normal[first], normal[second]], axis=1)
    normals[number != 2, 1] = -normals[number != 2, 0]
    ends = points[pairs[begin]] + tree.centre
    bent = np.abs(np.einsum("ij,ij->i", normals[:, 0], normals[:, 1])) < 1.0 - 1e-9
    bent |= number != 2
    inward = corners[first].mean(axis=1) + tree.centre - ends.mean(axis=1)
    return Edges(ends[bent], normals[bent], inward[bent])


@kernel
def _in_shaft(ends, normals, turn, shift, foot, axis, length, radius0, radius1, lean, out):  # type: ignore[no-untyped-def]
    """Mark the edges that cross the cone between two balls and may be silhouettes along it.

    Fills out[e] = (from, to), the edge's stretch inside as shares of it; (0, 0) for none.
    """
    for e in range(len(ends)):
        out[e, 0], out[e, 1] = 0.0, 0.0
        a0, a1 = 0.0, 0.0
        na, nb = 0.0, 0.0
        # Along the axis and, squared, away from it, at both ends.
        p = np.empty((2, 3))
        for k in range(3):
            for j in range(2):
                p[j, k] = shift[k] - foot[k]
                for i in range(3):
                    p[j, k] += turn[k, i] * ends[e, j, i]
            a0 += axis[k] * p[0, k]
            a1 += axis[k] * p[1, k]
            for i in range(3):
                na += axis[k] * turn[k, i] * normals[e, 0, i]
                nb += axis[k] * turn[k, i] * normals[e, 1, i]
        if min(na, nb) > lean or max(na, nb) < -lean:
            continue
        low, high = 0.0, 1.0
        if a0 == a1:
            if a0 < 0.0 or a0 > length:
                continue
        else:
            t0, t1 = -a0 / (a1 - a0), (length - a0) / (a1 - a0)
            low, high = max(low, min(t0, t1)), min(high, max(t0, t1))
        if low >= high:
            continue
        radius = max(radius0, radius1)
        # The edge's stretch within that distance of the axis (a quadratic).
        qa, qb, qc = 0.0, 0.0, 0.0
        for k in range(3):
            u = p[0, k] - a0 * axis[k]
            v = p[1, k] - a1 * axis[k] - u
            qa += v * v
            qb += u * v
            qc += u * u
        qc -= radius * radius
        if qa <= 1e-18:
            if qc > 0.0:
                continue
        else:
            root = qb * qb - qa * qc
            if root <= 0.0:
                continue
            root = np.sqrt(root)
            low, high = max(low, (-qb - root) / qa), min(high, (-qb + root) / qa)
            if low >= high:
                continue
        out[e, 0], out[e, 1] = low, high


@dataclass(frozen=True, eq=False)
class EdgePoints:
    """Points of the silhouette edges between two bodies, spread by length.

    Attributes:
        points: (N, 3).
        outward: (N, 3) unit, across the axis between the bodies and away from the edge's face.
        owner: (N,) number of the placed mesh in `ids`.
        ids: the meshes that have edges there.
    """

    points: Floats
    outward: Floats
    owner: Ints
    ids: tuple[str, ...]

    def beside(self) -> Floats:
        """The points moved outward by 1e-4 to .1 inch."""
        offset = 10.0 ** (-4.0 + 3.0 * spread(0, len(self.points), 2)[:, 1])
        moved: Floats = self.points + offset[:, None] * self.outward
        return moved


def edge_points(
    rays: RayScene,
    ignore: frozenset[str],
    foot: Floats,
    head: Floats,
    radius0: float,
    radius1: float,
    number: int,
) -> EdgePoints:
    """Points of the silhouette edges that lie between two balls.

    Args:
        rays: the scene; what is in `ignore` has no edges.
        foot, head: (3,) the balls' centres; radius0, radius1: their radii.
        number: how many points are wanted; there are none where there is no such edge.
    """
    none = EdgePoints(np.empty((0, 3)), np.empty((0, 3)), np.empty(0, np.int64), ())
    length = float(np.linalg.norm(head - foot))
    if length == 0.0:
        return none
    axis = (head - foot) / length
    lean = min(1.0, (radius0 + radius1) / length + 1e-6)
    starts, stops, inwards, owners = [], [], [], []
    ids: list[str] = []
    for id in sorted(set(rays.ids) - ignore):
        placed = rays[id]
        if not _near(placed, foot, axis, length, max(radius0, radius1)):
            continue
        edges = edges_of(placed.tree)
        turn, shift = placed.transform[:3, :3], placed.transform[:3, 3]
        part = np.empty((len(edges.ends), 2))
        _in_shaft(
            edges.ends, edges.normals, np.ascontiguousarray(turn), shift.copy(), foot, axis, length,
            radius0, radius1, lean, part,
        )  # fmt: skip
        kept = np.flatnonzero(part[:, 1] > part[:, 0])
        if not len(kept):
            continue
        ends = edges.ends[kept] @ turn.T + shift
        way = ends[:, 1] - ends[:, 0]
        starts.append(ends[:, 0] + part[kept, :1] * way)
        stops.append(ends[:, 0] + part[kept, 1:] * way)
        inwards.append(edges.inward[kept] @ turn.T)
        owners.append(np.full(len(kept), len(ids)))
        ids.append(id)
    if not starts:
        return none
    begin, stop = np.concatenate(starts), np.concatenate(stops)
    inward, owner = np.concatenate(inwards), np.concatenate(owners)
    # Short edges count a little more than by their length, so that none is passed over.
    weight = np.linalg.norm(stop - begin, axis=1) + 0.02
    running = np.cumsum(weight)
    along = spread(0, number, 2)[:, 0] * running[-1]
    row = np.minimum(np.searchsorted(running, along, side="right"), len(begin) - 1)
    before = np.where(row > 0, running[row - 1], 0.0)
    share = np.clip((along - before) / weight[row], 0.0, 1.0)
    way = stop - begin
    across = np.cross(way[row], axis)
    size = np.linalg.norm(across, axis=1)
    across = across / np.where(size > 0.0, size, 1.0)[:, None]
    side = -np.sign(np.einsum("ij,ij->i", across, inward[row]))
    side[side == 0.0] = 1.0
    usable = size > 0.0
    return EdgePoints(
        points=(begin[row] + share[:, None] * way[row])[usable],
        outward=(side[:, None] * across)[usable],
        owner=owner[row][usable],
        ids=tuple(ids),
    )


def _near(placed: Placed, foot: Floats, axis: Floats, length: float, radius: float) -> bool:
    """Whether a placed mesh's ball comes within `radius` of the line between the two points."""
    low, high = placed.tree.bounds
    centre = placed.transform[:3, :3] @ placed.tree.centre + placed.transform[:3, 3]
    along = float(np.clip(axis @ (centre - foot), 0.0, length))
    gap = float(np.linalg.norm(centre - foot - along * axis))
    return gap <= radius + float(np.linalg.norm(high - low)) / 2
