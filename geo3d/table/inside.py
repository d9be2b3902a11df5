"""How deep a figure stands in material.

A figure's upright solid is a convex prism. How deep a point lies in it is the least of its
distances to the prism's sides, bottom and top, so over a triangle the deepest point is found by
halving: a part that cannot hold a deeper point than one already seen is left, the others are cut in
four.
"""

import threading
import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.piece.locate import locate
from geo3d.rays.segments import Floats
from geo3d.table.board import Feature
from geo3d.table.figures import Figure
from geo3d.table.footprints import mesh_footprint
from geo3d.tolerances import DEPTH_STEP

BASE_PLATE = 0.1
"""Inches above the contact height in which the base of a flying stand or miniature is looked at."""

STEEP = 20.0
"""In a plate this thin, how much faster depth grows from its bottom and top than the distance, so
that its little height does not limit how deep a wall reaches into it."""

PORTION = 10_000
"""Triangles that are looked at together."""

POINTS = 400
"""Points of a real miniature that are looked up in a feature's material."""


@dataclass(frozen=True, eq=False)
class _Prism:
    """A convex outline (K, 2) from height `low` to `high`.

    Attributes:
        steep: how much faster depth grows from bottom and top than the distance: 1 in a solid.
    """

    outline: Floats
    low: float
    high: float
    steep: float = 1.0

    def planes(self) -> tuple[Floats, Floats]:
        """(K + 2, 3) normals inwards and (K + 2,) offsets: depth is the least normal·p + offset."""
        along = np.roll(self.outline, -1, axis=0) - self.outline
        inwards = np.column_stack([-along[:, 1], along[:, 0]])
        length = np.linalg.norm(along, axis=1)[:, None]
        inwards = np.divide(inwards, length, out=np.zeros_like(inwards), where=length > 0.0)
        normals = np.zeros((len(along) + 2, 3))
        normals[:-2, :2] = inwards
        normals[-2:, 2] = (self.steep, -self.steep)
        level = (-self.steep * self.low, self.steep * self.high)
        offsets = np.append(-(inwards * self.outline).sum(axis=1), level)
        return normals, offsets

    def bounds(self) -> tuple[Floats, Floats]:
        """Lowest and highest corner, (3,) each."""
        return (
            np.array([*self.outline.min(axis=0), self.low]),
            np.array([*self.outline.max(axis=0), self.high]),
        )


def depth_inside(
    figure: Figure, feature: Feature, contact: float, surface_only: bool = False
) -> float:
    """How deep, in inches, a feature's material reaches into a figure; 0 where it does not.

    In an upright solid the depth is that of the deepest point of the feature's surface or material
    below the solid's sides, bottom and top. Of a flying stand the base and what it carries are
    looked at, of a real miniature the base, and then points of its mesh in a closed feature, by
    their distance to the feature's surface; of a base, what is above the contact height.

    Args:
        surface_only: not whether it lies wholly within the material: part of a mesh is given.
    """
    outline = (figure.outline - feature.transform[:2, 3]) @ feature.transform[:2, :2]
    bottom = figure.bottom - float(feature.transform[2, 3])
    profile = figure.profile
    prisms = []
    if profile.mesh is not None or profile.lift > 0.0:
        low = bottom + contact
        prisms.append(_Prism(outline, low, low + BASE_PLATE, STEEP))
    if profile.height is not None:
        low = bottom + profile.lift
        prisms.append(_Prism(outline, low, low + profile.height))
    looked_at = _surface_in_prism if surface_only else _depth_in_prism
    depth = max(looked_at(prism, feature) for prism in prisms)
    if profile.mesh is not None:
        depth = max(depth, _depth_of_miniature(figure, feature))
    return depth


def reaches_into(figure: Figure, feature: Feature, low: float, high: float) -> bool:
    """Whether some of a feature's surface lies within a base's outline between two heights."""
    outline = (figure.outline - feature.transform[:2, 3]) @ feature.transform[:2, :2]
    base = float(feature.transform[2, 3])
    return _surface_in_prism(_Prism(outline, low - base, high - base), feature) > 0.0


def _surface_in_prism(prism: _Prism, feature: Feature) -> float:
    """The depth in the prism of the deepest point of a feature's surface, in its own frame."""
    normals, offsets = prism.planes()
    low, high = prism.bounds()
    bounds = feature.piece.mesh.bounds
    if (bounds[0] >= high).any() or (bounds[1] <= low).any():
        return 0.0
    corners, lowest, highest = _boxed(feature.piece.mesh)
    rows = np.flatnonzero((lowest[0] < high[0]) & (highest[0] > low[0]))
    for axis in (1, 2):
        rows = rows[(lowest[axis, rows] < high[axis]) & (highest[axis, rows] > low[axis])]
    best = 0.0
    within = corners[rows]
    for portion in np.array_split(within, len(within) // PORTION + 1):
        best = _deepest(portion, normals, offsets, best)
    return best


_lock = threading.Lock()
_triangles: weakref.WeakKeyDictionary[trimesh.Trimesh, tuple[Floats, Floats, Floats]] = (
    weakref.WeakKeyDictionary()
)


def _boxed(mesh: trimesh.Trimesh) -> tuple[Floats, Floats, Floats]:
    """A mesh's triangles (F, 3, 3), their lowest and highest x, y, z (3, F); found once a mesh."""
    with _lock:
        found = _triangles.get(mesh)
    if found is None:
        corners: Floats = np.asarray(mesh.triangles, dtype=np.float64)
        lowest = np.ascontiguousarray(corners.min(axis=1).T)
        found = corners, lowest, np.ascontiguousarray(corners.max(axis=1).T)
        with _lock:
            _triangles[mesh] = found
    return found


def _depth_in_prism(prism: _Prism, feature: Feature) -> float:
    """How deep the feature, in its own frame, reaches into the prism."""
    mesh = feature.piece.mesh
    best = _surface_in_prism(prism, feature)
    normals, offsets = prism.planes()
    middle = np.append(prism.outline.mean(axis=0), (prism.low + prism.high) / 2)
    most = float((normals @ middle + offsets).min())
    between = mesh.bounds[0, 2] < middle[2] < mesh.bounds[1, 2]
    if most > best and between and shapely.contains_xy(mesh_footprint(mesh), *middle[:2]):
        found = locate(mesh, middle[None])
        if found.inside[0] and not found.open:
            best = most
    return best


def _deepest(triangles: Floats, normals: Floats, offsets: Floats, best: float) -> float:
    """`best`, or the depth of a point of some triangles, (N, 3, 3), that is deeper; to within
    `DEPTH_STEP` of the deepest."""
    while len(triangles):
        depths = triangles @ normals.T + offsets
        best = max(best, float(depths.min(axis=2).max()))
        # No point of a triangle is deeper below a plane than its deepest corner.
        triangles = triangles[depths.max(axis=1).min(axis=1) > best + DEPTH_STEP]
        a, b, c = triangles[:, 0], triangles[:, 1], triangles[:, 2]
        ab, bc, ca = (a + b) / 2, (b + c) / 2, (c + a) / 2
        quarters = [(a, ab, ca), (ab, b, bc), (ca, bc, c), (ab, bc, ca)]
        triangles = np.concatenate([np.stack(quarter, axis=1) for quarter in quarters])
    return best


def _depth_of_miniature(figure: Figure, feature: Feature) -> float:
    """How deep points of a miniature's surface lie in a closed feature's material."""
    mesh = feature.piece.mesh
    if not mesh.is_watertight:
        return 0.0
    body = figure.profile.body
    points = np.concatenate([body.vertices, body.triangles_center]) @ figure.transform[:3, :3].T
    points = points + (figure.transform[:3, 3] - feature.transform[:3, 3])
    points = points @ feature.transform[:3, :3]
    points = points[((points > mesh.bounds[0]) & (points < mesh.bounds[1])).all(axis=1)]
    if len(points) == 0:
        return 0.0
    found = locate(mesh, points[:: len(points) // POINTS + 1])
    deep = found.distance[found.inside]
    return float(deep.max()) if len(deep) else 0.0
