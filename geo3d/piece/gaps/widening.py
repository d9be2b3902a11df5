"""Whether the passage behind and before a gap is wider than it: that makes it an opening (13.11).

Necks are judged cut by cut. Where these do not agree, or judge by too little, all of a gap's height
is looked at.
"""

from dataclasses import replace

import numpy as np

from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.necks import MORE, WIDER
from geo3d.piece.gaps.slices import Slices
from geo3d.piece.gaps.winding import inside
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats

MOSTLY = 0.5
"""Share of the heights at which an opening must widen, and of the depth within which it does so
that must be wider for what seems to be a mouth to be an opening."""

FEW = 0.3
"""Share of its height at which necks tell that a gap is an opening; below it all is looked at."""

LEVELS, DEPTHS = 12, 20
"""How many heights and depths are looked at."""


def kind_told(gap: Gap, told: float, cuts: Slices, deepest: float) -> Gap | None:
    """A gap with the kind that all of its height tells; None for a stretch of a passage.

    A mouth behind which it is mostly wider is an opening: a neck must stay wide for long, so that a
    niche or a window beside a passage does not make an opening of its mouth. Beside the legs of a
    long table it does not stay so for long, up to the legs at its other side; but a table has no
    sides. An opening that only a small part of its height tells, as where a pocket at the ground
    crosses a passage between two containers, is one where most of its height widens.

    Args:
        gap: of a mouth the normal points out of the passage.
        told: share of its height at which there are necks.
        deepest: inches within which an opening widens on both sides.
    """
    if gap.kind == "mouth":
        behind = _wider(gap, -1, cuts, deepest)
        return replace(gap, kind="opening") if behind.mean() >= MOSTLY else gap
    if told >= FEW:
        return gap
    sides = [side for side in (1, -1)
             if _wider(gap, side, cuts, deepest).any(axis=1).mean() >= MOSTLY]  # fmt: skip
    if len(sides) == 1:
        bend = (sides[0] * gap.bend)[:: sides[0]]
        return replace(gap, kind="mouth", normal=sides[0] * gap.normal, bend=bend)
    return gap if sides else None


def _wider(gap: Gap, side: int, cuts: Slices, deepest: float) -> Bools:
    """(L, D) at which heights and depths on one side of a gap, before it is blocked, the way is
    wider than the gap by as much as makes a neck."""
    low, high = gap.outline[:, 2].min(), gap.outline[:, 2].max()
    heights = low + (np.arange(LEVELS) + 0.5) / LEVELS * (high - low)
    levels = np.round((heights - cuts.heights[0]) / cuts.step).astype(np.int64)
    levels = np.unique(np.clip(levels, 0, len(cuts.heights) - 1))
    across = side * gap.normal[:2] / np.linalg.norm(gap.normal[:2])
    depths = (np.arange(DEPTHS) + 0.5) / DEPTHS * deepest
    points = gap.centre[:2] + depths[:, None] * across
    wide = np.zeros((len(levels), DEPTHS), np.bool_)
    for row, level in enumerate(levels):
        segments = cuts.at(int(level))
        along = gap.level[:2]
        width = free(points, along, segments) + free(points, -along, segments)
        blocked = np.logical_or.accumulate(inside(points, segments))
        wide[row] = (width > WIDER * gap.width + MORE) & ~blocked
    return wide


def free(points: Floats, way: Floats, segments: Floats) -> Floats:
    """(N,) how far one comes from points (N, 2) before the outline; infinite if it is not met."""
    found = np.empty(len(points))
    _free(points, way, segments, found)
    return found


@kernel
def _free(points, way, segments, found):  # type: ignore[no-untyped-def]
    for n in range(len(points)):
        least = np.inf
        for s in range(len(segments)):
            ax, ay = segments[s, 0] - points[n, 0], segments[s, 1] - points[n, 1]
            bx, by = segments[s, 2] - points[n, 0], segments[s, 3] - points[n, 1]
            one, other = -ax * way[1] + ay * way[0], -bx * way[1] + by * way[0]
            if (one < 0.0) != (other < 0.0):
                share = one / (one - other)
                x, y = ax + share * (bx - ax), ay + share * (by - ay)
                along = x * way[0] + y * way[1]
                if along > 0.0:
                    least = min(least, along)
        found[n] = least
