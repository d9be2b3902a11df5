"""Whether the space behind a mouth is wider than it: then it is an opening (13.11)."""

import numpy as np

from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.necks import MORE, WIDER
from geo3d.piece.gaps.slices import Slices
from geo3d.rays.segments import Floats

MOSTLY = 0.5
"""Share of the depth within which an opening widens, at all its heights, that must be wider."""

LEVELS, DEPTHS = 12, 20
"""How many heights and depths are looked at."""


def widens(gap: Gap, cuts: Slices, deepest: float) -> bool:
    """Whether the passage behind a mouth is mostly wider than it, as that under a table is.

    A neck is told by the space behind it: it must stay wide for long, so that a niche or a window
    beside a passage does not make an opening of its mouth. Beside the legs of a long table it does
    not stay so for long, up to the legs at its other side; but the table has no sides.

    Args:
        gap: its normal points out of the passage.
        deepest: inches within which an opening widens on both sides.
    """
    ground = cuts.heights[0]
    low, high = gap.outline[:, 2].min(), gap.outline[:, 2].max()
    heights = low + (np.arange(LEVELS) + 0.5) / LEVELS * (high - low)
    levels = np.unique(np.round((heights - ground) / cuts.step).astype(np.int64))
    levels = levels[(levels >= 0) & (levels < len(cuts.heights))]
    along, inward = gap.level[:2], -gap.normal[:2] / np.linalg.norm(gap.normal[:2])
    depths = (np.arange(DEPTHS) + 0.5) / DEPTHS * deepest
    points = gap.centre[:2] + depths[:, None] * inward
    wide = [
        free(points, along, cuts.at(int(level))) + free(points, -along, cuts.at(int(level)))
        > WIDER * gap.width + MORE
        for level in levels
    ]
    return bool(len(wide)) and float(np.mean(wide)) >= MOSTLY


def free(points: Floats, way: Floats, segments: Floats) -> Floats:
    """(N,) how far one comes from points (N, 2) before the outline; infinite where it is not met."""
    a, b = segments[:, :2] - points[:, None], segments[:, 2:] - points[:, None]
    one = -a[:, :, 0] * way[1] + a[:, :, 1] * way[0]
    other = -b[:, :, 0] * way[1] + b[:, :, 1] * way[0]
    with np.errstate(divide="ignore", invalid="ignore"):
        along = (a + (one / (one - other))[:, :, None] * (b - a)) @ way
    along[((one < 0.0) == (other < 0.0)) | ~(along > 0.0)] = np.inf
    least: Floats = along.min(axis=1, initial=np.inf)
    return least
