"""Sections of a feature that a moving base runs into, and how high they are (13.06).

A section is a connected piece of the feature's material within what the base sweeps. The base runs
into it where it lies between the base and the top of what stands on it; what lies higher is passed
under (unless the setting `overhead_counts` says otherwise), what lies lower is stood on.
"""

from dataclasses import dataclass

import numpy as np
import trimesh

from geo3d.motion.prism import cut, pieces, ready
from geo3d.rays.segments import Bools, Floats

LEVEL = 0.7
"""Upward part of a face's unit normal from which it is a floor or a ceiling, and no wall: 45
degrees."""


@dataclass(frozen=True)
class Section:
    """A section in the way.

    Attributes:
        height: inches of its top above the feature's ground level.
        at: (x, y, z) of its top, on the board.
    """

    height: float
    at: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Sweep:
    """Space that a base and what stands on it pass through, on the board.

    Attributes:
        outline: (K, 2) convex, counter-clockwise: what the base sweeps in plan.
        origin: (3,) a point of the underside's path.
        slope: (2,) how the underside rises along x and y.
        low, high: from and to how far above the underside.
    """

    outline: Floats
    origin: Floats
    slope: Floats
    low: float
    high: float


def sections(
    mesh: trimesh.Trimesh, transform: Floats, ground: float, sweep: Sweep, floors_only: bool = False
) -> list[Section]:
    """The sections of a placed mesh that are run into, highest first.

    Args:
        transform: (4, 4) the mesh's frame to the board's, upright.
        ground: z from which heights are told.
        floors_only: count only faces that look up or down: floors and ceilings.
    """
    turn, shift = transform[:2, :2], transform[:3, 3]
    outline = (sweep.outline - shift[:2]) @ turn
    slope = sweep.slope @ turn
    origin = (sweep.origin[:2] - shift[:2]) @ turn
    level = float(sweep.origin[2] - shift[2] - slope @ origin)
    if not _may_meet(mesh, float(shift[2]), sweep, outline):
        return []
    found = cut(mesh, outline, slope, level)
    met = (found.low < sweep.high) & (found.high > sweep.low)
    if floors_only:
        met &= _level(ready(mesh).triangles[found.faces])
    if not met.any():
        return []
    piece = pieces(mesh, found, outline)
    sections = []
    for number in np.unique(piece[met]):
        rows = np.flatnonzero(piece == number)
        best = rows[int(np.argmax(found.top[rows]))]
        x, y = turn @ found.highest[best, :2] + shift[:2]
        z = float(found.top[best] + shift[2])
        sections.append(Section(z - ground, (float(x), float(y), z)))
    return sorted(sections, key=lambda section: -section.height)


def _may_meet(mesh: trimesh.Trimesh, raised: float, sweep: Sweep, outline: Floats) -> bool:
    low, high = mesh.bounds
    rise = (sweep.outline - sweep.origin[:2]) @ sweep.slope + sweep.origin[2]
    return bool(
        (outline.min(axis=0) <= high[:2]).all()
        and (outline.max(axis=0) >= low[:2]).all()
        and rise.min() + sweep.low <= high[2] + raised
        and rise.max() + sweep.high >= low[2] + raised
    )


def _level(triangles: Floats) -> Bools:
    normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
    flat: Bools = np.abs(normals[:, 2]) >= LEVEL * np.linalg.norm(normals, axis=1)
    return flat
