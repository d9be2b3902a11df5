"""Which gaps are closed, up to where, and the plug that closes one (13.11)."""

from typing import Literal

import manifold3d
import numpy as np
import shapely
import trimesh

from geo3d.piece.gaps.gap import Gap
from geo3d.rays.segments import Floats

OVERLAP = 0.03
"""Inches by which a plug reaches into the wall about its gap, so that no slit is left beside it."""


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
    # A gap closed to its lintel is closed into it.
    flat = shapely.simplify(flat, 1e-4).buffer(OVERLAP, join_style="mitre")
    if flat.geom_type != "Polygon":
        flat = max(flat.geoms, key=lambda part: part.area)
    near, far = gap.depth
    ring = np.asarray(flat.exterior.coords)[:-1]
    section = manifold3d.CrossSection([ring], manifold3d.FillRule.NonZero)
    body = manifold3d.Manifold.extrude(section, far - near)
    # Columns: where the section's axes, the extrusion and the origin go.
    start = gap.centre + near * gap.normal
    body = body.transform(np.column_stack([level, up, gap.normal, start]))
    if to < gap.lintel:
        body = body.trim_by_plane([0.0, 0.0, -1.0], -(ground + to))
    mesh = body.to_mesh64()
    points: Floats = np.asarray(mesh.vert_properties, dtype=np.float64)[:, :3]
    return trimesh.Trimesh(points, np.asarray(mesh.tri_verts, dtype=np.int64), process=False)
