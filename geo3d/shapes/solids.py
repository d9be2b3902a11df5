"""Solids as manifold3d handles them, to and from trimesh."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import manifold3d
import numpy as np
import shapely
import trimesh

from geo3d.shapes.shape import Point2

Solid = Any
"""A manifold3d.Manifold."""


def solid(mesh: trimesh.Trimesh) -> Solid:
    """A closed mesh as a solid."""
    return manifold3d.Manifold(
        manifold3d.Mesh64(
            vert_properties=np.array(mesh.vertices, dtype=np.float64, order="C"),
            tri_verts=np.array(mesh.faces, dtype=np.uint64, order="C"),
        )
    )


def mesh_of(body: Solid) -> trimesh.Trimesh:
    """A solid as a closed mesh."""
    found = body.to_mesh64()
    points = np.asarray(found.vert_properties, dtype=np.float64)[:, :3]
    return trimesh.Trimesh(points, np.asarray(found.tri_verts, dtype=np.int64), process=False)


def box(low: Sequence[float], high: Sequence[float]) -> Solid:
    """An upright box between two corners."""
    size = [h - l for l, h in zip(low, high, strict=True)]  # noqa: E741
    return manifold3d.Manifold.cube(size).translate(list(low))


def prism(rings: Sequence[Sequence[Point2]], height: float) -> Solid:
    """A plan raised from z = 0: the first ring its outline, the others holes."""
    plan = shapely.Polygon(rings[0], rings[1:])
    making: Any = trimesh.creation.extrude_polygon
    return solid(making(plan, height))


def upright_slab(rings: Sequence[Sequence[Point2]], thickness: float) -> Solid:
    """An elevation of rings in (x, z), thick along y, its middle at y = 0."""
    return prism(rings, thickness).rotate([90.0, 0.0, 0.0]).translate([0.0, thickness / 2, 0.0])


def turned(profile: Sequence[Point2], sides: int) -> Solid:
    """A profile in (r, z) turned about the z axis in `sides` flat sides, a corner at angle 0.

    The profile begins and ends on the axis and goes round counter-clockwise.
    """
    angle = np.arange(sides) * (2 * np.pi / sides)
    points: list[np.ndarray] = []
    rings: list[np.ndarray] = []
    total = 0
    for r, z in profile:
        if r == 0.0:
            rings.append(np.full(sides, total))
            points.append(np.array([[0.0, 0.0, z]]))
        else:
            rings.append(total + np.arange(sides))
            points.append(
                np.column_stack([r * np.cos(angle), r * np.sin(angle), np.full(sides, z)])
            )
        total += len(points[-1])
    faces = []
    for low, high in pairwise(rings):
        after_low, after_high = np.roll(low, -1), np.roll(high, -1)
        faces.append(np.column_stack([low, after_low, after_high]))
        faces.append(np.column_stack([low, after_high, high]))
    every = np.concatenate(faces)
    real = (every != np.roll(every, 1, axis=1)).all(axis=1)
    return solid(trimesh.Trimesh(np.concatenate(points), every[real], process=False))


def union(bodies: Sequence[Solid]) -> Solid:
    """One solid of several."""
    return manifold3d.Manifold.batch_boolean(list(bodies), manifold3d.OpType.Add)
