"""Lines that graze: through points beside silhouette edges, from one body to another."""

import numpy as np
from scipy.spatial import cKDTree

from geo3d.rays import RayScene
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats
from geo3d.visibility.body import Body
from geo3d.visibility.edges import EdgePoints, edge_points
from geo3d.visibility.sequence import spread


def edges_between(
    rays: RayScene, first: Body | Floats, second: Body, ignore: frozenset[str], number: int
) -> EdgePoints:
    """Points of the silhouette edges between two bodies, or a point and a body."""
    foot, reach = (first.centre, _reach(first)) if isinstance(first, Body) else (first, 0.0)
    return edge_points(rays, ignore, foot, second.centre, reach, _reach(second), number)


def grazing_lines(edges: EdgePoints, first: Body, second: Body) -> tuple[Floats, Floats]:
    """Lines past edges: half from the first body on to the second, half the other way.

    Half of each leave from a body's extremes, half from its whole face.
    """
    points = edges.beside()
    number = len(points)
    square = spread(0, number, 2)
    turn = np.arange(number)
    starts, ends = [], []
    for one, other, offset in ((first, second, 0), (second, first, 1)):
        begin = one.facing(other.centre).at(square)[0]
        edge = one.extremes(other.centre)
        begin = np.where(((turn // 2) % 2 == 0)[:, None], edge[(turn // 4) % len(edge)], begin)
        mine = turn % 2 == offset
        a, b = _carried_on(begin[mine], points[mine], other)
        starts.append(a if offset == 0 else b)
        ends.append(b if offset == 0 else a)
    return np.concatenate(starts), np.concatenate(ends)


def grazing_ends(edges: EdgePoints, eye: Floats, target: Body) -> Floats:
    """Where lines from a point past edges end in a body."""
    points = edges.beside()
    return _carried_on(np.broadcast_to(eye, points.shape), points, target)[1]


def _reach(body: Body) -> float:
    return float(np.linalg.norm(body.corners - body.centre, axis=1).max())


def _carried_on(starts: Floats, through: Floats, body: Body) -> tuple[Floats, Floats]:
    """Lines from `starts` through points, ended in the body; those that miss it are left out.

    A line is ended where it is nearest to the upright axis of a solid, if it is inside there; in a
    mesh, at the nearest of many points of its surface.
    """
    way = through - starts
    size = np.linalg.norm(way, axis=1)
    kept = size > 1e-9
    starts, way = starts[kept], way[kept] / size[kept, None]
    to = body.centre - starts
    if body.outline is None:
        share = np.einsum("ij,ij->i", to, way)
        inside = share > 0.0
        near = starts + share[:, None] * way
        surface = body.corners
        _, row = cKDTree(surface).query(near[inside])
        return starts[inside], surface[row]
    ends = np.empty_like(starts)
    inside = np.empty(len(starts), np.bool_)
    _end_inside(
        starts, way, body.centre, np.ascontiguousarray(body.outline), body.low, body.high, ends,
        inside,
    )  # fmt: skip
    return starts[inside], ends[inside]


@kernel
def _end_inside(starts, way, centre, outline, low, high, ends, inside):  # type: ignore[no-untyped-def]
    """Fill where lines from `starts` end in an upright solid, and whether they meet it at all."""
    number = len(outline)
    for n in range(len(starts)):
        x, y, z = starts[n, 0], starts[n, 1], starts[n, 2]
        dx, dy, dz = way[n, 0], way[n, 1], way[n, 2]
        flat = dx * dx + dy * dy
        along = (centre[0] - x) * dx + (centre[1] - y) * dy
        share = along / flat if flat >= 1e-12 else (centre[2] - z) * dz
        # Where the line passes the axis above or below the solid, its top or bottom may be hit.
        at = z + share * dz
        if abs(dz) >= 1e-12:
            if at > high:
                share = (high - z) / dz
            elif at < low:
                share = (low - z) / dz
        ex, ey, ez = x + share * dx, y + share * dy, z + share * dz
        good = share > 0.0 and low - 1e-9 <= ez <= high + 1e-9
        i = 0
        while good and i < number:
            ax, ay = outline[i, 0], outline[i, 1]
            j = i + 1 if i + 1 < number else 0
            good = (outline[j, 0] - ax) * (ey - ay) - (outline[j, 1] - ay) * (ex - ax) >= 0.0
            i += 1
        inside[n] = good
        ends[n, 0], ends[n, 1], ends[n, 2] = ex, ey, min(max(ez, low), high)
