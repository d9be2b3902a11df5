"""The surface of a figure as sight lines see it: flat patches, sampled by projected area.

A figure is its base's outline extruded over its height, or its own mesh. What lies lower than the
setting `contact` above its underside is left out, so that a figure on a rough floor is not hidden
by the floor's noise.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt
import trimesh
from scipy.spatial import ConvexHull, QhullError, cKDTree

from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.figures import Figure
from geo3d.tolerances import DRAWN_IN

DIRECTIONS = 16
"""Directions across the line of sight in which a body's extremes are taken."""


@dataclass(frozen=True, eq=False)
class Body:
    """A figure's surface, board frame, inches.

    All of it is drawn in by a hair (`DRAWN_IN`): its lines begin and end inside the figure.

    Attributes:
        centre: (3,) middle of the whole figure: its box's centre, or half its height over its base.
        origin, edge1, edge2: (K, 3) each patch's corner and two sides.
        triangle: (K,) bool: half the parallelogram; else all of it.
        normal: (K, 3) unit, outward (or either way where `oriented` is False).
        area: (K,).
        corners: (M, 3) points whose hull is that of the body.
        outline: (L, 2) counter-clockwise convex outline of an upright solid; None for a mesh.
        low, high: the z range of the parts that count.
        oriented: whether normals tell outside from inside.
    """

    centre: Floats
    origin: Floats
    edge1: Floats
    edge2: Floats
    triangle: Bools
    normal: Floats
    area: Floats
    corners: Floats
    outline: Floats | None
    low: float
    high: float
    oriented: bool

    def facing(self, eye: Floats) -> "Facing":
        """The patches that face a point, weighted by area projected towards it."""
        share = np.where(self.triangle, 1 / 3, 1 / 2)[:, None]
        cosine = self._cosine(self.origin + share * (self.edge1 + self.edge2), self.normal, eye)
        weight = self.area * cosine
        inside = not weight.sum() > 0.0
        if inside:
            # Nothing faces a point inside the body, so all of the surface counts alike.
            weight = self.area
        patches = np.flatnonzero(weight > 0.0)
        return Facing(self, eye, patches, np.cumsum(weight[patches]), cosine[patches], inside)

    def extremes(self, eye: Floats) -> Floats:
        """(E, 3) points of the body outermost across the direction from `eye`."""
        side, up = self._across(eye)
        return self.corners[_outermost(self.corners @ np.stack([side, up]).T)]

    def silhouette(self, eye: Floats) -> Floats:
        """(E, 3) points of the body outermost as `eye` sees it, in perspective.

        Each borders on what faces the eye, however near that is. Where the body reaches beside the
        eye or behind it, nothing is outermost: none.
        """
        side, up = self._across(eye)
        seen = (self.corners - eye) @ np.stack([side, up, _cross(up, side)]).T
        if seen[:, 2].min() <= 0.0:
            return np.empty((0, 3))
        return self.corners[_outermost(seen[:, :2] / seen[:, 2:])]

    def _across(self, eye: Floats) -> tuple[Floats, Floats]:
        """Two unit vectors (3,) across the direction from a point to the centre: level, and up."""
        axis = self.centre - eye
        length = np.linalg.norm(axis)
        axis = axis / length if length > 0.0 else np.array([1.0, 0.0, 0.0])
        side = np.array([axis[1], -axis[0], 0.0])
        if np.linalg.norm(side) < 1e-6:
            side = np.array([1.0, 0.0, 0.0])
        side = side / np.linalg.norm(side)
        return side, _cross(side, axis)

    def rim(self, eye: Floats, square: Floats) -> Floats:
        """(N, 3) points of the body's rims as seen from `eye`.

        Half are corners of its upper half, a fifth of its lower; the rest lie on the upright
        stretches between its outermost corners to either side. What is seen through a slit is
        mostly seen from a rim.

        Args:
            square: (N, 2) in [0, 1).
        """
        middle = (self.low + self.high) / 2
        upper, lower = (self.corners[up] for up in (self.corners[:, 2] > middle,
                                                    self.corners[:, 2] <= middle))  # fmt: skip
        way = self.centre - eye
        aside = np.array([-way[1], way[0]]) if way[:2].any() else np.array([1.0, 0.0])
        across = self.corners[:, :2] @ aside
        ends = self.corners[[across.argmin(), across.argmax()]]
        kind, share = square[:, 0], square[:, 1]
        side = ends[(kind > 0.85).astype(np.int64)].copy()
        side[:, 2] = self.low + share * (self.high - self.low)
        if self.outline is None:
            # A mesh's outermost points do not lie above each other.
            side = self.corners[(share * len(self.corners)).astype(np.int64)]
        points: Floats = np.select(
            [(kind < 0.5)[:, None], (kind < 0.7)[:, None]],
            [_pick(upper, share, self.corners), _pick(lower, share, self.corners)],
            side,
        )
        return points

    def drawn_in(self, points: Floats) -> Floats:
        """Points moved into the body: an upright solid's volume, or on to a mesh's corners."""
        if self.outline is None:
            _, nearest = cKDTree(self.corners).query(points)
            corners: Floats = self.corners[nearest]
            return corners
        moved = points.copy()
        moved[:, 2] = np.clip(points[:, 2], self.low, self.high)
        middle = self.outline.mean(axis=0)
        _draw_in(np.ascontiguousarray(self.outline), middle, moved)
        return moved

    def _cosine(self, points: Floats, normals: Floats, eye: Floats) -> Floats:
        way = eye - points
        length = np.linalg.norm(way, axis=1)
        cosine = np.einsum("ij,ij->i", normals, way) / np.where(length > 0.0, length, 1.0)
        facing: Floats = np.maximum(cosine, 0.0) if self.oriented else np.abs(cosine)
        return facing


@dataclass(frozen=True, eq=False)
class Facing:
    """The patches of a body that face a point.

    Attributes:
        body, eye: the body, and the point (3,).
        patches: (P,) indices of the body's patches.
        cumulative: (P,) running sum of projected areas.
        cosine: (P,) of the angle at which each patch's middle is seen.
        inside: the point lies inside the body, and its patches count by area alone.
    """

    body: Body
    eye: Floats
    patches: Ints
    cumulative: Floats
    cosine: Floats
    inside: bool

    def at(self, square: Floats) -> tuple[Floats, Floats]:
        """Spread points of the unit square over the facing patches.

        Args:
            square: (N, 2) in [0, 1).

        Returns:
            points (N, 3), spread by projected area of the patches; weights (N,), about 1: what a
            point's own projection has over that of its patch's middle.
        """
        body = self.body
        points, weights = np.empty((len(square), 3)), np.ones(len(square))
        # Of one kind, whoever asks: the kernel is compiled anew for each.
        square = np.require(square, np.float64, ["C", "W"])
        _spread_over(
            square, self.cumulative, self.patches, self.cosine, body.origin, body.edge1, body.edge2,
            body.triangle, body.normal, self.eye, body.oriented, self.inside, points, weights,
        )  # fmt: skip
        return points, weights


@kernel
def _spread_over(  # type: ignore[no-untyped-def]
    square, cumulative, patches, cosine, origin, edge1, edge2, triangle, normal, eye, oriented,
    inside, points, weights,
):  # fmt: skip
    """Fill points and weights for points of the unit square; see `Facing.at`."""
    last = len(patches) - 1
    for n in range(len(square)):
        target = square[n, 0] * cumulative[last]
        row = min(np.searchsorted(cumulative, target, side="right"), last)
        before = cumulative[row - 1] if row > 0 else 0.0
        along = min(max((target - before) / (cumulative[row] - before), 0.0), 1.0)
        across = square[n, 1]
        patch = patches[row]
        if triangle[patch]:
            root = np.sqrt(along)
            first, second = root * (1.0 - across), root * across
        else:
            first, second = along, across
        size, dot = 0.0, 0.0
        for k in range(3):
            x = origin[patch, k] + first * edge1[patch, k] + second * edge2[patch, k]
            points[n, k] = x
            size += (eye[k] - x) * (eye[k] - x)
            dot += normal[patch, k] * (eye[k] - x)
        if inside:
            continue
        dot = dot / np.sqrt(size) if size > 0.0 else 0.0
        weights[n] = (max(dot, 0.0) if oriented else abs(dot)) / cosine[row]


@kernel
def _draw_in(outline, middle, points):  # type: ignore[no-untyped-def]
    """Draw points outside a convex outline towards its middle until they are inside."""
    number = len(outline)
    side = np.empty((number, 3))
    within = math.inf
    for i in range(number):
        j = i + 1 if i + 1 < number else 0
        nx, ny = outline[j, 1] - outline[i, 1], outline[i, 0] - outline[j, 0]
        side[i, 0], side[i, 1] = nx, ny
        side[i, 2] = nx * (outline[i, 0] - middle[0]) + ny * (outline[i, 1] - middle[1])
        size = math.sqrt(nx * nx + ny * ny)
        if size > 0.0:
            # No side is nearer to the middle than that.
            within = min(within, (1.0 - 1e-9) * side[i, 2] / size)
    for n in range(len(points)):
        x, y = points[n, 0] - middle[0], points[n, 1] - middle[1]
        if within > 0.0 and x * x + y * y <= within * within:
            continue
        share = 1.0
        for i in range(number):
            out, limit = side[i, 0] * x + side[i, 1] * y, side[i, 2]
            if out > limit:
                share = min(share, limit / out)
        points[n, 0] = middle[0] + share * x
        points[n, 1] = middle[1] + share * y


def _cross(one: Floats, other: Floats) -> Floats:
    """The cross product of two vectors (3,); numpy's takes ten times as long for a single pair."""
    (a, b, c), (x, y, z) = one.tolist(), other.tolist()
    return np.array([b * z - c * y, c * x - a * z, a * y - b * x])


def _outermost(flat: Floats) -> Ints:
    """Which of (N, 2) points are outermost in one of `DIRECTIONS`, ascending.

    The directions lie half a step off the axes, so that of an upright solid the four corners are
    taken, and not whatever point of an edge comes first.
    """
    angle = (np.arange(DIRECTIONS) + 0.5) * (2 * np.pi / DIRECTIONS)
    return np.unique((flat @ np.stack([np.cos(angle), np.sin(angle)])).argmax(axis=0))


def _pick(rows: Floats, share: Floats, otherwise: Floats) -> Floats:
    """Rows by shares in [0, 1); of `otherwise` where there are none."""
    rows = rows if len(rows) else otherwise
    picked: Floats = rows[(share * len(rows)).astype(np.int64)]
    return picked


def body_of(figure: Figure, contact: float) -> Body:
    """The surface of a figure from `contact` inches above its underside up."""
    if figure.profile.mesh is None:
        return _prism(figure, contact)
    return _real(figure, contact)


def _prism(figure: Figure, contact: float) -> Body:
    outline = figure.outline
    bottom = figure.bottom + figure.profile.lift
    top = figure.top
    low = max(bottom, figure.bottom + contact)
    if low >= top:
        # A figure flatter than the contact height: what there is of it counts.
        low = bottom
    number = len(outline)
    base = np.column_stack([outline, np.full(number, low)])
    step = np.roll(base, -1, axis=0) - base
    rise = np.tile([0.0, 0.0, top - low], (number, 1))
    caps = [(top, 1.0)]
    if bottom >= figure.bottom + contact:
        caps.append((bottom, -1.0))
    middle = outline.mean(axis=0)
    origin, edge1, edge2 = [base], [step], [rise]
    normal = [np.column_stack([step[:, 1], -step[:, 0], np.zeros(number)])]
    for z, up in caps:
        corner = np.array([middle[0], middle[1], z])
        rim = np.column_stack([outline, np.full(number, z)]) - corner
        origin.append(np.tile(corner, (number, 1)))
        edge1.append(rim)
        edge2.append(np.roll(rim, -1, axis=0))
        normal.append(np.tile([0.0, 0.0, up], (number, 1)))
    quads = np.arange(number * (1 + len(caps))) < number
    return _assemble(
        centre=np.array([middle[0], middle[1], (bottom + top) / 2]),
        origin=np.concatenate(origin),
        edge1=np.concatenate(edge1),
        edge2=np.concatenate(edge2),
        triangle=~quads,
        normal=np.concatenate(normal),
        corners=np.concatenate([base, base + rise]),
        outline=outline,
        oriented=True,
    )


def _real(figure: Figure, contact: float) -> Body:
    mesh = figure.profile.body
    placed = trimesh.Trimesh(
        trimesh.transform_points(mesh.vertices, figure.transform), mesh.faces, process=False
    )
    centre = placed.bounds.mean(axis=0)
    slicing: Any = trimesh.intersections.slice_mesh_plane
    cut = slicing(placed, [0.0, 0.0, 1.0], [0.0, 0.0, figure.bottom + contact])
    kept = cut if len(cut.faces) and cut.area > 0.0 else placed
    corners: Floats = np.asarray(kept.vertices[kept.faces], dtype=np.float64)
    corners = corners[_along_a_curve(corners.mean(axis=1))]
    points = corners.reshape(-1, 3)
    try:
        hull = points[ConvexHull(points).vertices]
    except QhullError:
        hull = np.unique(points, axis=0)
    edge1, edge2 = corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]
    return _assemble(
        centre=centre,
        origin=corners[:, 0],
        edge1=edge1,
        edge2=edge2,
        triangle=np.ones(len(corners), np.bool_),
        normal=np.cross(edge1, edge2),
        corners=hull,
        outline=None,
        oriented=bool(mesh.is_watertight and mesh.is_winding_consistent and mesh.volume > 0),
    )


def _along_a_curve(points: Floats) -> Ints:
    """An order in which near points come near each other (Morton's), for even sampling."""
    low, high = points.min(axis=0), points.max(axis=0)
    cell = ((points - low) / np.where(high > low, high - low, 1.0) * 1023).astype(np.int64)
    code = np.zeros(len(points), np.int64)
    for bit in range(10):
        for axis in range(3):
            code |= ((cell[:, axis] >> bit) & 1) << (3 * bit + axis)
    return np.argsort(code, kind="stable")


def _assemble(
    *,
    centre: Floats,
    origin: Floats,
    edge1: Floats,
    edge2: Floats,
    triangle: npt.NDArray[np.bool_],
    normal: Floats,
    corners: Floats,
    outline: Floats | None,
    oriented: bool,
) -> Body:
    # Drawn in about its middle, far enough that a face it stands against is off its surface.
    low, high = corners.min(axis=0), corners.max(axis=0)
    middle, least = (low + high) / 2, float((high - low).min()) / 2
    if outline is not None:
        along = np.roll(outline, -1, axis=0) - outline
        off = outline - middle[:2]
        gap = np.abs(along[:, 0] * off[:, 1] - along[:, 1] * off[:, 0])
        least = min(least, float((gap / np.linalg.norm(along, axis=1)).min()))
    share = 1.0 - min(DRAWN_IN / least, 0.01) if least > 0.0 else 1.0
    origin, corners = middle + share * (origin - middle), middle + share * (corners - middle)
    edge1, edge2 = share * edge1, share * edge2
    if outline is not None:
        outline = middle[:2] + share * (outline - middle[:2])
    area = np.linalg.norm(np.cross(edge1, edge2), axis=1) * np.where(triangle, 0.5, 1.0)
    length = np.linalg.norm(normal, axis=1)
    return Body(
        centre=centre,
        origin=origin,
        edge1=edge1,
        edge2=edge2,
        triangle=triangle,
        normal=normal / np.where(length > 0.0, length, 1.0)[:, None],
        area=area,
        corners=corners,
        outline=outline,
        low=float(corners[:, 2].min()),
        high=float(corners[:, 2].max()),
        oriented=oriented,
    )
