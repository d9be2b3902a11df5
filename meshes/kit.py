"""Solids for terrain makers: slabs from flat outlines, lofts, chunks, capsules. Inches, z up.

What is random comes from a generator that the caller seeds, so a piece is the same each time.
"""

from collections.abc import Iterable, Sequence
from math import cos, pi, sin

import manifold3d
import numpy as np
import shapely
import trimesh
from numpy.typing import ArrayLike, NDArray
from shapely.geometry import MultiPolygon, Polygon
from shapely.geometry.polygon import orient

from geo3d.shapes.solids import Solid, box, prism, solid, turned, union

__all__ = ["Solid", "box", "prism", "solid", "turned", "union"]


FINE = 2.0**-10
"""Inches: the grid of flat outlines. A power of two, so that moving them and turning them by right
angles is exact, and faces that should lie in one plane do; else their union leaves folds."""


def parts_of(shape: Polygon | MultiPolygon) -> list[Polygon]:
    """The polygons of a flat shape, on the grid."""
    snapped = shapely.set_precision(shape, FINE)
    return [p for p in shapely.get_parts(snapped) if p.geom_type == "Polygon" and p.area > 1e-4]


def slab_flat(plan: Polygon | MultiPolygon, low: float, high: float) -> Solid:
    """A flat shape in (x, y) raised from z = low to z = high."""
    bodies = [
        prism([list(ring.coords[:-1]) for ring in (part.exterior, *part.interiors)], high - low)
        for part in map(orient, parts_of(plan))
    ]
    return manifold3d.Manifold.compose(bodies).translate([0.0, 0.0, low])


def slab(elevation: Polygon | MultiPolygon, thickness: float, y: float = 0.0) -> Solid:
    """A flat shape in (x, z) made thick along y, its middle at `y`."""
    body = slab_flat(elevation, 0.0, thickness).rotate([90.0, 0.0, 0.0])
    return body.translate([0.0, y + thickness / 2, 0.0])


def grounded(body: Solid) -> Solid:
    """A solid without its hollows inside, and without loose bodies that hang in the air."""
    kept = [
        part for part in body.decompose() if part.volume() > 0 and part.bounding_box()[2] < 0.01
    ]
    return manifold3d.Manifold.compose(kept)


def block(
    centre: Sequence[float], size: Sequence[float], turn: float = 0.0, bevel: float = 0.0
) -> Solid:
    """An upright box that stands on `centre`, edges on top cut by `bevel`."""
    x, y, z = size
    body = box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z))
    if bevel > 0.0:
        b = bevel
        low = [
            (sx * x / 2, sy * y / 2, h) for sx in (-1, 1) for sy in (-1, 1) for h in (0.0, z - b)
        ]
        top = [(sx * (x / 2 - b), sy * (y / 2 - b), z) for sx in (-1, 1) for sy in (-1, 1)]
        body = hull(low + top)
    return body.rotate([0.0, 0.0, turn]).translate(list(centre))


def hull(points: ArrayLike) -> Solid:
    """The convex hull of points."""
    return manifold3d.Manifold.hull_points(np.asarray(points, dtype=np.float64))


def chunk(
    rng: np.random.Generator, centre: Sequence[float], size: float, flat: float = 0.7
) -> Solid:
    """A broken lump of stone, about `size` wide, sunk a little into the ground at centre's z."""
    points = rng.normal(size=(14, 3))
    points /= np.linalg.norm(points, axis=1)[:, None]
    points *= size / 2 * rng.uniform(0.75, 1.15, (14, 1)) * [1.0, 0.85, flat]
    points[:, 2] += size * flat * 0.28
    x, y, z = centre
    body = hull(points).rotate([0.0, 0.0, float(rng.uniform(0, 360))]).translate([x, y, z])
    return body.trim_by_plane([0.0, 0.0, 1.0], z)


def ball(radius: ArrayLike, centre: Sequence[float], fineness: int = 2) -> Solid:
    """An ellipsoid as a subdivided icosahedron."""
    sphere = trimesh.creation.icosphere(subdivisions=fineness)
    points = np.asarray(sphere.vertices) * np.asarray(radius) + np.asarray(centre)
    return solid(trimesh.Trimesh(points, sphere.faces, process=False))


def cylinder(
    start: Sequence[float],
    end: Sequence[float],
    radius: float,
    sides: int = 12,
    radius_end: float | None = None,
) -> Solid:
    """A round bar from start to end, or a cone's stump."""
    a, b = np.asarray(start, dtype=np.float64), np.asarray(end, dtype=np.float64)
    return loft(
        [
            ring_about(a, b - a, radius, sides),
            ring_about(b, b - a, radius if radius_end is None else radius_end, sides),
        ]
    )


def capsule(
    start: Sequence[float], end: Sequence[float], radius: float, radius_end: float | None = None
) -> Solid:
    """A limb: the hull of two balls."""
    sphere = np.asarray(trimesh.creation.icosphere(subdivisions=1).vertices)
    far = radius if radius_end is None else radius_end
    return hull(
        np.concatenate([sphere * radius + np.asarray(start), sphere * far + np.asarray(end)])
    )


def ring_about(
    centre: NDArray[np.float64], axis: NDArray[np.float64], radius: float, sides: int
) -> NDArray[np.float64]:
    """(sides, 3) a regular polygon about an axis, counter-clockwise seen against the axis."""
    axis = axis / np.linalg.norm(axis)
    helper = np.array([0.0, 0.0, 1.0]) if abs(axis[2]) < 0.9 else np.array([1.0, 0.0, 0.0])
    u = np.cross(helper, axis)
    u /= np.linalg.norm(u)
    v = np.cross(axis, u)
    angle = 2 * pi * (np.arange(sides) + 0.5) / sides
    return np.asarray(centre + radius * (np.cos(angle)[:, None] * u + np.sin(angle)[:, None] * v))


def loft(
    rings: Sequence[ArrayLike], low: ArrayLike | None = None, high: ArrayLike | None = None
) -> Solid:
    """A body through rings of equally many points, counter-clockwise seen from the last one's side.

    Its ends are closed by fans about `low` and `high`, by default the middles of the end rings.
    """
    stack = np.asarray(rings, dtype=np.float64)
    count, sides = stack.shape[:2]
    first = stack[0].mean(axis=0) if low is None else np.asarray(low, dtype=np.float64)
    last = stack[-1].mean(axis=0) if high is None else np.asarray(high, dtype=np.float64)
    points = np.concatenate([stack.reshape(-1, 3), [first, last]])
    here = np.arange(sides)
    after = (here + 1) % sides
    faces = [np.column_stack([np.full(sides, count * sides), after, here])]
    for level in range(count - 1):
        a, b = level * sides, (level + 1) * sides
        faces.append(np.column_stack([a + here, a + after, b + after]))
        faces.append(np.column_stack([a + here, b + after, b + here]))
    top = (count - 1) * sides
    faces.append(np.column_stack([top + here, top + after, np.full(sides, count * sides + 1)]))
    return solid(trimesh.Trimesh(points, np.concatenate(faces), process=False))


def noise_round(
    rng: np.random.Generator, sides: int, waves: Iterable[int] = (2, 3, 5, 7)
) -> NDArray[np.float64]:
    """(sides,) a smooth closed wave of height about 1 over the angles 2 pi i / sides."""
    angle = 2 * pi * np.arange(sides) / sides
    total = np.zeros(sides)
    for wave in waves:
        total += rng.uniform(0.5, 1.0) / wave**0.7 * np.sin(wave * angle + rng.uniform(0, 2 * pi))
    return total


def regular(radius: float, sides: int, turn: float = 0.0) -> Polygon:
    """A regular polygon; `turn` in degrees."""
    start = turn * pi / 180
    return Polygon(
        [
            (radius * cos(start + 2 * pi * i / sides), radius * sin(start + 2 * pi * i / sides))
            for i in range(sides)
        ]
    )


def rectangle(x0: float, y0: float, x1: float, y1: float) -> Polygon:
    """An upright rectangle in a plane."""
    return shapely.box(x0, y0, x1, y1)
