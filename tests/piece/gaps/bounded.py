"""Is a gap truly bounded by material? Decided by a slice of the solid, projected on its plane."""

from typing import Protocol

import numpy as np
import shapely
import trimesh
from numpy.typing import ArrayLike

from geo3d.shapes.solids import Solid, solid

CRACK = 0.05
"""Cracks up to this wide do not open a gap (13.11)."""
DEPTHS = (0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0)
"""Half thicknesses of the slices that are tried: a wall up to 2 thick lies in the last."""
RIM = 0.05
"""How much of an outline's rim may be inaccurate."""


class Found(Protocol):
    """What is asked of a gap: its outline, (N, 3), and the direction across its wall, (3,)."""

    @property
    def outline(self) -> ArrayLike: ...

    @property
    def normal(self) -> ArrayLike: ...


def plane_of(outline: np.ndarray, normal: ArrayLike) -> tuple[np.ndarray, np.ndarray]:
    """Middle and level unit normal of the upright plane that lies closest to an outline.

    One that leans so much that in plan it is deeper than wide has none: the plane closest to it
    stands across its wall. The normal that is told decides there.
    """
    middle = (outline.min(axis=0) + outline.max(axis=0)) / 2
    plan = outline[:, :2] - outline[:, :2].mean(axis=0)
    told = np.asarray(normal, dtype=np.float64)[:2] / np.linalg.norm(np.asarray(normal)[:2])
    if np.ptp(plan @ told) > np.ptp(plan @ [-told[1], told[0]]):
        return middle, np.array([*told, 0.0])
    along = np.linalg.svd(plan, full_matrices=True)[2][0]
    return middle, np.array([along[1], -along[0], 0.0])


def flattened(points: np.ndarray, middle: np.ndarray, normal: np.ndarray) -> np.ndarray:
    """(N, 2) along the plane and up."""
    along = np.array([-normal[1], normal[0]])
    return np.column_stack([(points[:, :2] - middle[:2]) @ along, points[:, 2]])


def shadow(body: Solid, middle: np.ndarray, normal: np.ndarray, depth: float) -> shapely.Geometry:
    """Material within `depth` of the plane, projected on it along its normal: (along, up)."""
    at = float(normal @ middle)
    slice_ = body.trim_by_plane(list(normal), at - depth).trim_by_plane(list(-normal), -at - depth)
    along = np.array([-normal[1], normal[0], 0.0])
    # Rows: where along, up and the normal go, so that a projection along z is one on the plane.
    turn = np.vstack([along, [0.0, 0.0, 1.0], np.cross(along, [0.0, 0.0, 1.0])])
    moved = slice_.transform(np.column_stack([turn, -turn @ (middle * [1.0, 1.0, 0.0])]))
    material: shapely.Geometry = shapely.Polygon()
    # Rings do not cross, and a point is in as many as it is deep in them: odd is material.
    for ring in moved.project().to_polygons():
        if len(ring) >= 3:
            material = material.symmetric_difference(shapely.Polygon(ring).buffer(0))
    return material


def within_a_hole(material: shapely.Geometry, outline: shapely.Geometry) -> bool:
    """Does the outline, less its rim, lie in one bounded part of what material and ground leave?"""
    core = outline.buffer(-RIM)
    if core.is_empty:
        core = outline.buffer(-0.02)
    if core.is_empty or core.intersection(material).area > 0.02 * core.area:
        return False
    low, _, high, _ = shapely.union(material, outline).bounds
    ground = shapely.box(low - 9.0, -1.0, high + 9.0, 0.0)
    # Walls grow by half a crack to both sides, which closes cracks.
    closed = shapely.union(material, ground).buffer(CRACK / 2, join_style="mitre")
    bounded = [
        shapely.Polygon(ring)
        for part in shapely.get_parts(closed)
        for ring in shapely.get_rings(part)[1:]
    ]
    inside = core.buffer(-CRACK / 2)
    target = core if inside.is_empty else inside
    return any(hole.intersection(target).area > 0.98 * target.area for hole in bounded)


def bounded(mesh: trimesh.Trimesh, gap: Found) -> bool:
    """Is there a slice along the gap's plane whose shadow surrounds the gap and leaves it free?

    Args:
        mesh: closed.
        gap: its outline lies near one upright plane, as that of a gap in one wall does.
    """
    outline = np.asarray(gap.outline, dtype=np.float64)
    middle, normal = plane_of(outline, gap.normal)
    flat = shapely.Polygon(flattened(outline, middle, normal)).buffer(0)
    body = solid(mesh)
    return any(within_a_hole(shadow(body, middle, normal, depth), flat) for depth in DEPTHS)


def hole_at(
    mesh: trimesh.Trimesh, middle: ArrayLike, turn_deg: float, depth: float
) -> shapely.Polygon | None:
    """The bounded part of what a slice leaves open about a point, in (along, up); None without.

    Args:
        mesh: closed.
        turn_deg: direction of the slice's plane in plan.
        depth: half its thickness.
    """
    a = np.radians(turn_deg)
    at = np.asarray(middle, dtype=np.float64)
    material = shadow(solid(mesh), at, np.array([np.sin(a), -np.cos(a), 0.0]), depth)
    low, _, high, _ = material.bounds
    closed = shapely.union(material, shapely.box(low - 9.0, -1.0, high + 9.0, 0.0))
    for part in shapely.get_parts(closed):
        for ring in shapely.get_rings(part)[1:]:
            if shapely.Polygon(ring).contains(shapely.Point(0.0, at[2])):
                return shapely.Polygon(ring)
    return None
