"""Which gaps are closed, up to where, and the plug that closes one (13.11)."""

import itertools
from typing import Any, Literal

import numpy as np
import shapely
import trimesh

from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.margin import CORE, LITTLE
from geo3d.rays.segments import Floats
from geo3d.shapes.solids import Solid, mesh_of, prism, union

THINNEST = 0.05
"""Inches: what closes the gap of a sheet is so thick."""


def sealed_to(
    gap: Gap,
    *,
    solid_height: float = 3.0,
    max_gap_width: float = 4.0,
    seal_mouths: bool = False,
    straddling_gap: Literal["part", "whole"] = "part",
    raised: float = 0.0,
) -> float | None:
    """Up to which height above the piece's lowest point a gap is closed; None where it is not.

    Args:
        gap: of a Solid feature.
        solid_height, max_gap_width, seal_mouths, straddling_gap: the settings of 13.11.
        raised: inches by which the piece's lowest point lies above ground level.
    """
    if gap.kind == "mouth" and not seal_mouths:
        return None
    # Widths are measured to a hundredth at best.
    if gap.width > max_gap_width + 1e-6:
        return None
    top = solid_height - raised
    if straddling_gap == "whole":
        return gap.lintel if gap.sill <= top else None
    return min(gap.lintel, top) if gap.sill < top else None


def plug(gap: Gap, to: float, ground: float = 0.0) -> trimesh.Trimesh:
    """A closed mesh that fills a gap up to a height, as deep as the wall, in the piece's frame.

    Args:
        to: inches above the piece's lowest point, as from `sealed_to`.
        ground: z of that point.
    """
    flat = shapely.simplify(shapely.Polygon(gap.flat()).buffer(0), 1e-4)
    half = max(gap.thickness, THINNEST) / 2
    # It reaches into the wall, so that no slit is left beside it: all of it a little, its core as
    # far as there is wall.
    plan = flat.buffer(min(LITTLE, gap.overlap), join_style="mitre")
    if len(gap.bend) > 1:
        body = _bent(plan, gap.bend, half)
    else:
        wide = flat.buffer(gap.overlap, join_style="mitre")
        body = _slab(plan, -half, half) + _slab(wide, -CORE * half, CORE * half)
    body = body.transform(np.column_stack([gap.level, gap.up, gap.normal, gap.centre]))
    if to < gap.lintel:
        body = body.trim_by_plane([0.0, 0.0, -1.0], -(ground + to))
    return mesh_of(body)


def _slab(plan: Any, near: float, far: float) -> Solid:
    """A plan without its holes, raised from one height to another."""
    parts = [np.asarray(part.exterior.coords)[:-1].tolist() for part in shapely.get_parts(plan)]
    return union([prism([ring], far - near) for ring in parts]).translate([0.0, 0.0, near])


def _bent(plan: Any, bend: Floats, half: float) -> Solid:
    """A slab in columns, each as deep as the wall's middle there and at its neighbours asks."""
    left, low, right, high = plan.bounds
    edges = (bend[1:, 0] + bend[:-1, 0]) / 2
    edges = np.concatenate([[left], edges, [right]])
    parts = []
    for number, (one, other) in enumerate(itertools.pairwise(edges)):
        column = plan.intersection(shapely.box(one - 1e-6, low, other + 1e-6, high))
        about = bend[max(0, number - 1) : number + 2, 1]
        if not column.is_empty and column.area > 0.0:
            parts.append(_slab(column, float(about.min()) - half, float(about.max()) + half))
    return union(parts)
