"""The free part of a wall's plane that holds a chain of necks, on a fine grid.

What of the mesh lies within the wall's depth is projected on its plane. The part of the plane that
stays free about the necks is a gap where it is bounded: where it does not reach the grid's border.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.flood import LEAKS, Numbers, Solid, Squares, flooded, near
from geo3d.piece.gaps.paint import LOW, ground_below, painted
from geo3d.rays.segments import Bools, Floats

FINE = 0.01
"""Inches: the grid's squares."""

BEYOND = 2.5
"""Inches over the highest and under the lowest neck that are looked at: no gap goes on so far
beyond its necks."""

MOST_SQUARES = 500_000
"""Larger planes get a coarser grid."""

BESIDE = 0.6
"""Inches of wall that are looked at beside and above the necks."""

CRACK = 0.05
"""Inches: narrower cracks do not open a gap."""

WIDEN = (0.08, 0.2, 0.4, 0.7, 1.0)
"""Inches beyond half the wall's thickness: where the plane leaks, mesh within these depths counts,
so that walls which bend away from the plane do, too."""

FILLED = 0.9
"""Then the ring round a gap must be filled by this share."""

STABLE = 0.9
"""Share of the free area that must be left where the depth is widened once more."""

RING = 0.08
"""Inches: how wide that ring is."""


@dataclass(frozen=True, eq=False)
class Free:
    """A bounded free part of a wall's plane.

    Attributes:
        mask: (U, V) its squares, in a window of the grid.
        corner: (2,) of the window, in the chain's frame.
        square: inches.
        depth: (2,) from and to where across the wall mesh was looked at.
        widened: that is more than the wall's own depth.
    """

    mask: Bools
    corner: Floats
    square: float
    depth: tuple[float, float]
    widened: bool


def free_parts(faces: Faces, chain: Chain) -> list[Free]:
    """The bounded free parts that hold necks of a chain; none where the plane leaks.

    Args:
        faces: of the mesh; the ground, its lowest z, bounds from below.
    """
    ground = faces.ground
    reach = max(WIDEN) + chain.half
    local = _near(faces, chain, reach)
    low, high, square = _window(local, chain, ground)
    spots = _spots(chain, low, square)
    inner = max(chain.half - 0.03, 0.03)
    first, *more = (-inner, inner), *((-chain.half - w, chain.half + w) for w in WIDEN)

    def at(depth: tuple[float, float], spots: Squares) -> tuple[list[Free], Numbers]:
        solid = _projected(local, chain, low, high, square, depth, ground)
        return _bounded(solid, spots, low, square, depth, depth != first)

    parts, part = at(first, spots)
    if parts:
        return parts
    # What is covered at one depth is at each greater one; from where one gets out past all that is
    # within the greatest, one does at each lesser.
    spots = spots[part != 0]
    if len(spots) < 2:
        return []
    deepest, part = at(more[-1], spots)
    spots = spots[part != LEAKS]
    before: list[Free] = []
    for depth in more:
        if len(spots) < 2:
            break
        if depth == more[-1]:
            parts = deepest
        else:
            parts, part = at(depth, spots)
            spots = spots[part != 0]
        if before:
            # A little deeper the outline may close where it barely did.
            return parts if _area(parts) >= STABLE * _area(before) else before
        before = parts
    return before


def _area(parts: list[Free]) -> float:
    return sum(float(part.mask.sum()) * part.square**2 for part in parts)


def _near(faces: Faces, chain: Chain, reach: float) -> Floats:
    """(K, 3, 3) in the chain's frame: the triangles that come near its plane and its necks."""
    half = float(chain.necks.width.max()) / 2 + 2 * BESIDE + _spread(chain)
    low, high = faces.ground, float(faces.high[2].max())
    corners = np.array([
        chain.origin + u * chain.frame[0] + d * chain.frame[2]
        + (z - chain.origin[2]) / chain.frame[1, 2] * chain.frame[1]
        for u in (-half, half) for d in (-reach, reach) for z in (low, high)
    ])  # fmt: skip
    box = corners.min(axis=0), corners.max(axis=0)
    rows = faces.near(np.append(box[0][:2], low), np.append(box[1][:2], high))
    local = (faces.triangles[rows] - chain.origin) @ chain.frame.T
    deep, along = local[:, :, 2], local[:, :, 0]
    kept = (deep.max(axis=1) >= -reach) & (deep.min(axis=1) <= reach)
    kept &= (along.max(axis=1) >= -half) & (along.min(axis=1) <= half)
    near: Floats = np.ascontiguousarray(local[kept])
    return near


def _spread(chain: Chain) -> float:
    """How far the necks' middles lie from the chain's, along the wall."""
    off = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    return float(np.abs(off).max())


def _window(local: Floats, chain: Chain, ground: float) -> tuple[Floats, Floats, float]:
    along = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    half = chain.necks.width / 2
    left, right = float((along - half).min()) - BESIDE, float((along + half).max()) + BESIDE
    up = (chain.heights - chain.origin[2]) / chain.frame[1, 2]
    top = min(float(local[:, :, 1].max()) + 0.1, float(up.max()) + BEYOND)
    floor = (ground - chain.origin[2]) / chain.frame[1, 2]
    bottom = max(floor - 0.1, float(up.min()) - BEYOND)
    low, high = np.array([left, bottom]), np.array([right, top])
    squares = float(np.prod((high - low) / FINE))
    return low, high, FINE * max(1.0, np.sqrt(squares / MOST_SQUARES))


def _spots(chain: Chain, low: Floats, square: float) -> Squares:
    """(N, 2) squares of the grid where necks pass: their middles, and halfway to the jambs."""
    along = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    up = (chain.heights - chain.origin[2]) / chain.frame[1, 2]
    points = np.concatenate([
        np.column_stack([along + share * chain.necks.width, up]) for share in (0.0, -0.25, 0.25)
    ])  # fmt: skip
    return ((points - low) / square).astype(np.int64)


def _projected(
    local: Floats, chain: Chain, low: Floats, high: Floats, square: float,
    depth: tuple[float, float], ground: float,
) -> Solid:  # fmt: skip
    solid = painted(local, low, high, square, depth)
    bottom = ((ground - chain.origin[2]) / chain.frame[1, 2] - low[1]) / square
    # A wall that leans may stand on its edge: then in its middle it begins so much higher.
    raised = chain.half * abs(float(chain.frame[2, 2]))
    ground_below(solid, bottom, square, low=LOW + raised)
    return solid


def _bounded(
    solid: Solid, spots: Squares, low: Floats, square: float, depth: tuple[float, float],
    ringed: bool,
) -> tuple[list[Free], Numbers]:  # fmt: skip
    """The bounded components of what is free, at least two of whose squares are spots.

    Also for each spot where it lies, as of `flooded`.
    """
    # Cracks are closed for telling parts apart only; then each part takes back what it lost.
    radius = CRACK / 2 / square
    label, part = flooded(solid, spots, radius)
    found = []
    number, count = np.unique(part[part > 0], return_counts=True)
    for one in number[count >= 2]:
        core = label == one
        window = tuple(
            slice(max(0, ends[0] - more), ends[-1] + 1 + more)
            for more in [int(np.ceil(max(radius, RING / square))) + 2]
            for ends in (np.flatnonzero(core.any(axis=axis)) for axis in (1, 0))
        )
        mask = (solid[window] == 0) & near(core[window], radius + 1e-9)
        if ringed:
            around = near(mask, RING / square) & ~mask
            if solid[window][around].mean() < FILLED:
                continue
        at = low + square * np.array([window[0].start, window[1].start])
        found.append(Free(mask, at, square, depth, ringed))
    return found, part
