"""Which gaps are closed, up to where, and the plug that closes one (13.11)."""

from typing import Any, Literal

import numpy as np
import shapely
import trimesh

from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.margin import CORE, LITTLE
from geo3d.shapes.solids import Solid, mesh_of, prism, union


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
    level = np.array([-gap.normal[1], gap.normal[0], 0.0])
    level /= np.linalg.norm(level)
    up = np.cross(gap.normal, level)
    if up[2] < 0.0:
        level, up = -level, -up
    frame = np.array([level, up])
    flat = shapely.Polygon((gap.outline - gap.centre) @ frame.T).buffer(0)
    flat = shapely.simplify(flat, 1e-4)
    # It reaches into the wall, so that no slit is left beside it: all of it a little, its core as
    # far as there is wall.
    near, far = gap.depth
    core = gap.thickness * CORE / 2
    columns = np.column_stack([level, up, gap.normal])
    body = _slab(flat.buffer(min(LITTLE, gap.overlap), join_style="mitre"), near, far)
    body = body + _slab(flat.buffer(gap.overlap, join_style="mitre"), -core, core)
    body = body.transform(np.column_stack([columns, gap.centre]))
    if to < gap.lintel:
        body = body.trim_by_plane([0.0, 0.0, -1.0], -(ground + to))
    return mesh_of(body)


def _slab(plan: Any, near: float, far: float) -> Solid:
    """A plan without its holes, raised from one height to another."""
    parts = [np.asarray(part.exterior.coords)[:-1].tolist() for part in shapely.get_parts(plan)]
    return union([prism([ring], far - near) for ring in parts]).translate([0.0, 0.0, near])
