"""Slits between Solid features that stand close together (13.11, `adjacent_gap_width`)."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import shapely
import shapely.affinity
import trimesh

from geo3d.piece.section import section
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

LEAST = 0.002
"""Square inches: smaller slivers are left out."""

Slit = tuple[Feature, Feature, trimesh.Trimesh, Floats, int]


def slits(features: Sequence[Feature], settings: Settings) -> Iterator[Slit]:
    """Yield what closes the slits between each two features.

    Two features that come closer than `adjacent_gap_width` are one surface there: the slit between
    them is closed from the ground up to `solid_height`, or to the top of the lower one.

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
            for number, mesh in enumerate(_plugs(one, other, ground, top, width, corner), start=1):
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
    flat: Any = section(feature.piece.mesh, height - float(feature.transform[2, 3]))
    if flat.is_empty:
        return flat
    if flat.geom_type not in ("Polygon", "MultiPolygon"):
        flat = shapely.buffer(flat, SKIN)
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3] - corner[:2]
    return shapely.affinity.affine_transform(flat, [a, b, c, d, x, y])


def _between(one: Any, other: Any, width: float) -> Any:
    """Where a disc of that width does not fit in between the two, grown a little into both."""
    if one.is_empty or other.is_empty or shapely.distance(one, other) >= width:
        return shapely.Polygon()
    # Only what is near the other matters.
    near_one, near_other = (
        one.intersection(other.buffer(2 * width)),
        other.intersection(one.buffer(2 * width)),
    )
    both = shapely.union(near_one, near_other)
    closed = both.buffer(width / 2, quad_segs=32).buffer(-width / 2, quad_segs=32)
    left = shapely.get_parts(shapely.difference(closed, shapely.union(one, other)))
    touch = 0.01 * width
    slit = [
        part
        for part in left
        if part.area > LEAST and part.distance(one) < touch and part.distance(other) < touch
    ]
    grown = shapely.union_all(slit).buffer(OVERLAP, join_style="mitre")
    return shapely.simplify(grown, 1e-4)
