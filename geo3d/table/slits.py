"""Slits between Solid features that stand close together (13.11, `adjacent_gap_width`)."""

import itertools
import threading
import weakref
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely
import shapely.affinity
import trimesh
from scipy.spatial import Delaunay

from geo3d.piece.section import section
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.shapes.solids import mesh_of, prism, union
from geo3d.table.board import Feature
from geo3d.table.settings import Settings

LAYER = 0.25
"""Inches: slits are closed in layers of this height, each as its middle is."""

SKIN = 0.01
"""Inches: half of what an open mesh's surface is taken to be thick."""

OVERLAP = 0.02
"""Inches by which a plug reaches into the features to both sides."""

RUB = 1e-4
"""Inches: half of what is rubbed off."""

POINTS = 0.05
"""Inches between the points of outlines that slits are spanned between."""

LEAST = 0.002
"""Square inches: smaller slivers are left out."""

KEPT = 64
"""Sections of a mesh that are kept: layers above ground, on hills of some heights."""

Slit = tuple[Feature, Feature, trimesh.Trimesh, Floats, int]


Known = dict[tuple[str, str], list[trimesh.Trimesh]]
"""Ids of two features, and what closes the slits between them."""


def slits(
    features: Sequence[Feature], settings: Settings, known: Known | None = None
) -> Iterator[Slit]:
    """Yield what closes the slits between each two features.

    Two features that come closer than `adjacent_gap_width` are one surface there: the slit between
    them is closed from the ground up to `solid_height`, or to the top of the lower one.

    Args:
        known: those of a board that were found before; what is found is put in.

    Yields:
        The two features, a closed mesh, (4, 4) its frame to the board's, and its number from 1.
    """
    width = settings.adjacent_gap_width
    if width <= 0.0:
        return
    bounds = [_bounds(feature) for feature in features]
    for i, one in enumerate(features):
        for j in range(i + 1, len(features)):
            other = features[j]
            gap = np.maximum(bounds[i][0] - bounds[j][1], bounds[j][0] - bounds[i][1])[:2]
            if np.hypot(*np.maximum(gap, 0.0)) >= width:
                continue
            ground = max(one.ground_level, other.ground_level)
            top = min(
                ground + settings.solid_height, float(bounds[i][1][2]), float(bounds[j][1][2])
            )
            corner = np.round((bounds[i][0] + bounds[i][1]) / 2)
            made = None if known is None else known.get((one.id, other.id))
            if made is None:
                made = _plugs(one, other, ground, top, width, corner)
                if known is not None:
                    known[one.id, other.id] = made
            for number, mesh in enumerate(made, start=1):
                frame = np.eye(4)
                frame[:2, 3] = corner[:2]
                yield one, other, mesh, frame, number


def _bounds(feature: Feature) -> tuple[Floats, Floats]:
    low, high = feature.piece.mesh.bounds
    corners = np.array(list(itertools.product(*zip(low, high, strict=True))))
    placed = corners @ feature.transform[:3, :3].T + feature.transform[:3, 3]
    return placed.min(axis=0), placed.max(axis=0)


def _plugs(
    one: Feature, other: Feature, ground: float, top: float, width: float, corner: Floats
) -> list[trimesh.Trimesh]:
    """Closed meshes about `corner`, one for each slit that hangs together."""
    layers = max(1, int(np.ceil((top - ground) / LAYER - 1e-9)))
    edges = np.linspace(ground, top, layers + 1)
    bodies = []
    plans = []
    for low, high in itertools.pairwise(edges):
        if high - low < 1e-6:
            continue
        # Off round heights, where faces lie level.
        middle = (low + high) / 2 + 0.0137 * (high - low)
        plan = _between(_plan(one, middle, corner), _plan(other, middle, corner), width)
        for part in shapely.get_parts(plan):
            if part.is_empty:
                continue
            rings = [np.asarray(ring.coords)[:-1].tolist() for ring in shapely.get_rings([part])]
            plans.append(part)
            bodies.append(prism(rings, high - low).translate([0.0, 0.0, low]))
    if not bodies:
        return []
    # Those that lie over each other are one slit.
    label = np.arange(len(plans))
    for a in range(len(plans)):
        for b in range(a):
            if plans[a].intersects(plans[b]):
                label[label == label[a]] = label[b]
    return [
        mesh_of(union([bodies[k] for k in np.flatnonzero(label == part)]))
        for part in np.unique(label)
    ]


def _plan(feature: Feature, height: float, corner: Floats) -> Any:
    """The feature's material at a height of the board, in plan, about `corner`."""
    flat: Any = _cut(feature.piece.mesh, height - float(feature.transform[2, 3]))
    if flat.is_empty:
        return flat
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3] - corner[:2]
    return shapely.affinity.affine_transform(flat, [a, b, c, d, x, y])


_lock = threading.Lock()
_sections: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[float, Any]] = (
    weakref.WeakKeyDictionary()
)


def _cut(mesh: trimesh.Trimesh, z: float) -> Any:
    """A mesh's material at a height, kept: a piece may stand on a board many times."""
    with _lock:
        known = _sections.setdefault(mesh, {})
        found: Any = known.get(z)
    if found is None:
        found = section(mesh, z)
        if found.geom_type not in ("Polygon", "MultiPolygon"):
            found = shapely.buffer(found, SKIN)
        with _lock:
            while len(known) >= KEPT:
                known.pop(next(iter(known)), None)
            known[z] = found
    return found


def _between(one: Any, other: Any, width: float) -> Any:
    """What lies between two plans where they are closer than `width`, grown a little into both.

    The triangulation of their outlines' points spans the space between them; its triangles that
    reach from one to the other over less than that width make up the slit.
    """
    if one.is_empty or other.is_empty or shapely.distance(one, other) >= width:
        return shapely.Polygon()
    near = [
        shapely.get_coordinates(
            shapely.segmentize(shapely.intersection(a.boundary, shapely.buffer(b, width)), POINTS)
        )
        for a, b in ((one, other), (other, one))
    ]
    points, first = np.unique(np.round(np.concatenate(near), 9), axis=0, return_index=True)
    label = first >= len(near[0])
    if len(points) < 3 or label.all() or not label.any():
        return shapely.Polygon()
    triangles = Delaunay(points, qhull_options="QJ Pp").simplices
    ends = points[triangles]
    across = label[triangles] != np.roll(label[triangles], -1, axis=1)
    length = np.linalg.norm(ends - np.roll(ends, -1, axis=1), axis=2)
    spans = across.any(axis=1) & (np.where(across, length, 0.0) < width).all(axis=1)
    both = shapely.union(one, other)
    between = shapely.difference(united(shapely.polygons(ends[spans])), both)
    slit = [part for part in shapely.get_parts(between) if part.area > LEAST]
    if not slit:
        return shapely.Polygon()
    # Slivers along a wall's side, left by rounding, are rubbed off.
    whole = shapely.buffer(united(slit), -RUB, join_style="mitre")
    whole = shapely.buffer(whole, RUB, join_style="mitre")
    into = shapely.intersection(shapely.buffer(whole, OVERLAP), both)
    closed = shapely.buffer(shapely.union(whole, into), 1e-6)
    parts = [part for part in shapely.get_parts(closed) if part.area > LEAST]
    return shapely.simplify(united(parts), 1e-5)
