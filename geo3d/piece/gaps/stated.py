"""Gaps that a board file states instead of what is found: sill, lintel, width, centre."""

import math

import numpy as np
import trimesh

from geo3d.errors import MeshError
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.jambs import settle
from geo3d.piece.gaps.margin import LITTLE
from geo3d.piece.gaps.slices import OFF, level_cut
from geo3d.piece.gaps.surface import oriented
from geo3d.piece.gaps.widening import free
from geo3d.piece.gaps.winding import inside
from geo3d.rays.segments import Floats

DIRECTIONS = 180
"""Directions in which jambs are looked for, a degree apart."""

WITHIN = 0.25
"""Inches by which both jambs together may lie off the stated width."""

THIN = 0.05
"""Inches: the thickness taken where the wall's faces cannot be told."""


def stated_gap(
    mesh: trimesh.Trimesh, sill: float, lintel: float, width: float,
    centre: tuple[float, float, float],
) -> Gap:  # fmt: skip
    """The gap that a board file states, with its wall looked up on the mesh.

    Args:
        mesh: of the piece, inches, z up.
        sill, lintel: inches above the mesh's lowest point.
        width: inches from jamb to jamb.
        centre: the gap's middle, in the piece's frame; jambs are looked for to both sides of it.

    Returns:
        An upright rectangle of that size between the jambs.

    Raises:
        MeshError: heights that do not fit together, or no direction in which two jambs are that
            far apart about the centre.
    """
    low = float(mesh.bounds[0, 2])
    if not sill < lintel:
        raise MeshError(f"sill {sill:g}, lintel {lintel:g}: a sill below its lintel wanted")
    if not sill <= centre[2] - low <= lintel:
        raise MeshError(
            f"centre {_text(centre)}: a height from sill {sill:g} to lintel {lintel:g} wanted"
        )
    triangles = oriented(mesh)
    ground = float(triangles[:, :, 2].min())
    # Off round heights, where faces lie level.
    segments = level_cut(triangles, min(max(centre[2], ground + OFF), ground + lintel) + OFF / 16)
    middle = np.array(centre[:2])
    angle = np.arange(DIRECTIONS) * (math.pi / DIRECTIONS)
    across = np.column_stack([np.cos(angle), np.sin(angle)])
    ahead = np.array([free(middle[None], way, segments)[0] for way in across])
    behind = np.array([free(middle[None], -way, segments)[0] for way in across])
    off = np.abs(ahead + behind - width)
    off[~np.isfinite(off)] = np.inf
    best = int(off.argmin())
    if inside(middle[None], segments)[0] or not off[best] <= WITHIN:
        raise MeshError(
            f"no jambs {width:g} apart about {_text(centre)}: the centre of a stated gap must lie "
            "in the gap, and its width must be the gap's"
        )
    middle = middle + across[best] * (ahead[best] - behind[best]) / 2
    half = np.array([THIN / 2])
    place, way, wide = middle[None].copy(), across[best][None].copy(), np.array([float(width)])
    settle(place, way, wide, half, np.zeros(1, np.int64), segments)
    return _upright(sill, lintel, width, place[0], way[0], float(half[0]), ground)


def _upright(
    sill: float, lintel: float, width: float, middle: Floats, across: Floats, half: float,
    ground: float,
) -> Gap:  # fmt: skip
    along = np.append(across, 0.0)
    centre = np.append(middle, ground + (sill + lintel) / 2)
    up = np.array([0.0, 0.0, (lintel - sill) / 2])
    side = along * (width / 2)
    ring = np.array(
        [centre - side - up, centre + side - up, centre + side + up, centre - side + up]
    )
    return Gap(
        kind="opening",
        sill=float(sill),
        lintel=float(lintel),
        width=float(width),
        area=float(width * (lintel - sill)),
        centre=centre,
        outline=ring,
        normal=np.array([-along[1], along[0], 0.0]),
        thickness=2 * half,
        bend=np.zeros((1, 2)),
        overlap=LITTLE,
    )


def _text(point: tuple[float, float, float]) -> str:
    return "(" + ", ".join(f"{value:g}" for value in point) + ")"
