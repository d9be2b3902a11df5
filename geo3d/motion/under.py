"""What lies under a base: the material that it may rest on, as points."""

import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.motion.heights import heights_of
from geo3d.piece.upward import STEEPEST, undersides
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board
from geo3d.tolerances import CLEAR_OF, ZERO_AREA_RATIO

ROOM = 0.1
"""Inches above a base's underside up to which, at its centre, material is taken to be under it: as
much as a model may float. At the rim a base that tilts needs more."""

MOST_TILT = 45.0
"""Degrees: where the board lets a base tilt by more, it still has no more room than for this. What
leans so far would else be under a base that stands beside it."""

TABLE = -1
"""The owner of points of the table and its relief."""


@dataclass(frozen=True, eq=False)
class Under:
    """What lies under a base, in board coordinates.

    Attributes:
        points: (N, 3) corners of what of the material's upper side lies within the outline.
        owner: (N,) row of the feature in `features`, or `TABLE`.
        face: (N,) face of the feature's mesh; -1 on the table.
        features: ids of the board's features.
    """

    points: Floats
    owner: Ints
    face: Ints
    features: tuple[str, ...]

    def some(self, rows: Bools) -> "Under":
        """The points of some rows."""
        return Under(self.points[rows], self.owner[rows], self.face[rows], self.features)

    def joined(self, more: "Under") -> "Under":
        """These points and more, on the same board."""
        return Under(
            np.concatenate([self.points, more.points]),
            np.concatenate([self.owner, more.owner]),
            np.concatenate([self.face, more.face]),
            self.features,
        )


def limit(figure_z: float, reach: float, max_tilt: float) -> float:
    """z up to which material is under a base: room to rest tilted, and no ceiling.

    Args:
        figure_z: of the base's underside.
        reach: inches from its centre to the farthest point of its outline.
        max_tilt: degrees.
    """
    return figure_z + ROOM + reach * float(np.tan(np.radians(min(max_tilt, MOST_TILT))))


def under(board: Board, outline: Floats, top: float, ginnertop: float | None = None) -> Under:
    """The material of features, relief and table under a base.

    All of it below the highest is given, too: what rests on the hull of these points does not touch
    it. Left out are what only touches the outline, sides that look down, and points above `top`;
    of walls that reach above it the rest counts, the wall itself being no ground to stand on.

    Args:
        outline: (K, 2) convex, counter-clockwise.
        top: z; see `limit`.
        ginnertop: the same for the relief, which is no ceiling; as `top` where it is not given.
    """
    table = np.column_stack([outline, np.zeros(len(outline))])
    found = [(table, np.full(len(table), TABLE), np.full(len(table), -1))]
    if board.ground.mesh is not None:
        highest = top if ginnertop is None else ginnertop
        points, _ = _over(board.ground.mesh, board.ground.transform, outline, highest)
        points = points[points[:, 2] >= 0.0]
        found.append((points, np.full(len(points), TABLE), np.full(len(points), -1)))
    features = list(board.features.values())
    for row in heights_of(board).rows_near(outline):
        feature = features[row]
        points, face = _over(feature.piece.mesh, feature.transform, outline, top)
        found.append((points, np.full(len(points), row), face))
    points, owner, face = (np.concatenate(part) for part in zip(*found, strict=True))
    return Under(points, owner, face, tuple(board.features))


def tops_at(
    mesh: trimesh.Trimesh, transform: Floats, place: Floats, top: float
) -> tuple[Floats, Ints]:
    """The upper sides of a placed mesh on the vertical through a place (2,), up to `top`.

    Returns:
        z and face of each, (N,), the highest last.
    """
    local = (place - transform[:2, 3]) @ transform[:2, :2]
    ready = _ready(mesh)
    rows = ready.near(local, local)
    a, b, c = (ready.triangles[rows, k] for k in range(3))
    whole = (b - a)[:, 0] * (c - a)[:, 1] - (b - a)[:, 1] * (c - a)[:, 0]
    # Faces that stand upright are no place to stand.
    flat = whole != 0.0
    rows, whole, a, b, c = rows[flat], whole[flat], a[flat], b[flat], c[flat]
    ahead, aside, to = b - a, c - a, local - a[:, :2]
    u = (to[:, 0] * aside[:, 1] - to[:, 1] * aside[:, 0]) / whole
    v = (ahead[:, 0] * to[:, 1] - ahead[:, 1] * to[:, 0]) / whole
    slack = 1e-9  # Shares of a side: a place on the edge of two faces is on both.
    z = a[:, 2] + u * ahead[:, 2] + v * aside[:, 2] + transform[2, 3]
    on = (u >= -slack) & (v >= -slack) & (u + v <= 1.0 + slack) & (z <= top)
    order = np.argsort(z[on], kind="stable")
    return z[on][order], ready.face[rows[on]][order]


@dataclass(frozen=True, eq=False)
class _Ready:
    """A mesh's faces but undersides, to be looked up in plan.

    Attributes:
        triangles: (N, 3, 3).
        face: (N,) which they are in the mesh.
        steep: (N,) whether they are walls.
        tree: over their bounds in plan.
    """

    triangles: Floats
    face: Ints
    steep: Bools
    tree: shapely.STRtree

    def near(self, low: Floats, high: Floats) -> Ints:
        """Rows of the faces whose bounds meet a box."""
        rows: Ints = np.sort(self.tree.query(shapely.box(*low, *high)))
        return rows


_meshes: weakref.WeakKeyDictionary[trimesh.Trimesh, _Ready] = weakref.WeakKeyDictionary()


def _ready(mesh: trimesh.Trimesh) -> _Ready:
    found = _meshes.get(mesh)
    if found is None:
        triangles = np.asarray(mesh.vertices, np.float64)[np.asarray(mesh.faces, np.int64)]
        face = np.flatnonzero(np.isfinite(triangles).all(axis=(1, 2)) & ~undersides(mesh))
        triangles = np.ascontiguousarray(triangles[face])
        normal = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        length = np.linalg.norm(normal, axis=1)
        steep = np.abs(normal[:, 2]) <= np.cos(np.radians(STEEPEST)) * length + ZERO_AREA_RATIO
        low, high = triangles[:, :, :2].min(axis=1), triangles[:, :, :2].max(axis=1)
        tree = shapely.STRtree(shapely.box(*low.T, *high.T))
        found = _meshes[mesh] = _Ready(triangles, face, steep, tree)
    return found


def _over(
    mesh: trimesh.Trimesh, transform: Floats, outline: Floats, top: float
) -> tuple[Floats, Ints]:
    """Points of a placed mesh within an outline, and their faces."""
    local = np.ascontiguousarray((outline - transform[:2, 3]) @ transform[:2, :2])
    level = top - float(transform[2, 3])
    low, high = local.min(axis=0), local.max(axis=0)
    bounds = mesh.bounds
    if (bounds[0] > [*high, level]).any() or (bounds[1, :2] < low).any():
        return np.empty((0, 3)), np.empty(0, np.int64)
    ready = _ready(mesh)
    rows = ready.near(low, high)
    rows = rows[ready.triangles[rows, :, 2].min(axis=1, initial=np.inf) <= level]
    points, source = _clip(ready.triangles[rows], ready.steep[rows], local, level, CLEAR_OF)
    placed = points @ transform[:3, :3].T + transform[:3, 3]
    placed[:, 2] = points[:, 2] + transform[2, 3]
    return placed, ready.face[rows[source]]


@kernel
def _cut(one, number, other, x, y, z, offset):  # type: ignore[no-untyped-def]
    """The part of a polygon in a half-space, into `other`; returns its number of corners."""
    kept = 0
    before = one[number - 1]
    depth0 = x * before[0] + y * before[1] + z * before[2] + offset
    for i in range(number):
        point = one[i]
        depth1 = x * point[0] + y * point[1] + z * point[2] + offset
        if (depth0 < 0.0 < depth1) or (depth1 < 0.0 < depth0):
            share = depth0 / (depth0 - depth1)
            for k in range(3):
                other[kept, k] = before[k] + share * (point[k] - before[k])
            kept += 1
        if depth1 >= 0.0:
            for k in range(3):
                other[kept, k] = point[k]
            kept += 1
        before, depth0 = point, depth1
    return kept


@kernel
def _clip(triangles, steep, outline, level, clear):  # type: ignore[no-untyped-def]
    """Corners of the triangles' parts within an outline up to a level, and each one's triangle."""
    sides = len(outline)
    planes = np.empty((sides, 3))
    for k in range(sides):
        ax, ay = outline[k]
        bx, by = outline[(k + 1) % sides]
        length = max(np.hypot(bx - ax, by - ay), 1e-300)
        planes[k, 0], planes[k, 1] = -(by - ay) / length, (bx - ax) / length
        planes[k, 2] = -(planes[k, 0] * ax + planes[k, 1] * ay)
    # The circle about the outline's middle that lies inside it.
    cx, cy = outline[:, 0].mean(), outline[:, 1].mean()
    inner = np.inf
    for k in range(sides):
        inner = min(inner, planes[k, 0] * cx + planes[k, 1] * cy + planes[k, 2])
    inner = max(inner - clear, 0.0) ** 2
    points = np.empty((4 * len(triangles) + 16, 3))
    source = np.empty(len(points), np.int64)
    total = 0
    one, other = np.empty((sides + 8, 3)), np.empty((sides + 8, 3))
    for t in range(len(triangles)):
        number = 3
        one[:3] = triangles[t]
        if not steep[t]:
            number = _cut(one, number, other, 0.0, 0.0, -1.0, level)
            one, other = other, one
        farthest = 0.0
        for i in range(number):
            farthest = max(farthest, (one[i, 0] - cx) ** 2 + (one[i, 1] - cy) ** 2)
        within = farthest < inner
        for k in range(sides):
            if number == 0 or within:
                break
            x, y, offset = planes[k]
            least = np.inf
            for i in range(number):
                least = min(least, x * one[i, 0] + y * one[i, 1] + offset)
            if least < 0.0:
                number = _cut(one, number, other, x, y, 0.0, offset)
                one, other = other, one
        # What only touches the outline is beside the base: so is then the middle of its part.
        x, y = 0.0, 0.0
        for i in range(number):
            x += one[i, 0] / number
            y += one[i, 1] / number
        depth = np.inf if number > 0 else -np.inf
        for k in range(0 if within else sides):
            depth = min(depth, planes[k, 0] * x + planes[k, 1] * y + planes[k, 2])
        if depth <= clear:
            continue
        if total + number > len(points):
            more, from_ = (
                np.empty((2 * len(points) + number, 3)),
                np.empty(2 * len(points) + number, np.int64),
            )
            more[:total], from_[:total] = points[:total], source[:total]
            points, source = more, from_
        for i in range(number):
            if one[i, 2] <= level + 1e-12:
                points[total], source[total] = one[i], t
                total += 1
    return points[:total], source[:total]
