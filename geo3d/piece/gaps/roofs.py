"""Passages that are roofed over a part of their length only: mouths lie at the roof's edges."""

from dataclasses import replace

import numpy as np

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.lanes import AS_DEEP, Lanes
from geo3d.piece.gaps.necks import DEEP, MOUTH
from geo3d.piece.gaps.paint import LOW, marked, painted
from geo3d.piece.gaps.slices import Slices
from geo3d.piece.gaps.widening import free
from geo3d.rays.segments import Floats

MIDDLE = 0.6
"""Share of a passage's width, about its middle, over which a roof is looked for."""

ROOFED = 0.9
"""Share of it that is roofed under a roof."""

AHEAD = 1.0
"""Inches under the roof's edge along which the passage's sides are looked at, too."""

MOSTLY, SAME, SLACK = 0.8, 0.04, 0.15
"""At so many of the looks it must be as wide as its end, to a share of that and inches: between the
walls of a round room a broken floor's edge has no jambs."""

LOOKS = 20
"""How many looks."""

SQUARES, LEAST_SQUARE = 20, 0.02
"""Over that width; and inches, at least."""


def under_roof(chain: Chain, cuts: Slices, faces: Faces, deepest: float) -> Chain:
    """A mouth's chain moved inwards, to where the roof begins, if it lies before that.

    Under a roof no deeper than a wall, open to the sky before and behind, it is that of an opening.
    Where nothing is roofed before the passage is blocked it stays as it is, and leaks.

    Args:
        deepest: inches, of the thickest wall.
    """
    if not chain.mouth:
        return chain
    inward = -chain.mouth * chain.frame[2, :2] / np.linalg.norm(chain.frame[2, :2])
    frame = np.array([chain.frame[0], [*inward, 0.0], [0.0, 0.0, 1.0]])
    half = MIDDLE * float(np.median(chain.necks.width)) / 2
    square = max(2 * half / SQUARES, LEAST_SQUARE)
    low, high = np.array([-half, 0.0]), np.array([half, DEEP])
    origin = np.append(chain.origin[:2], 0.0)
    plan = origin[:2] + np.array([
        [x, y] for x in (low[0], high[0]) for y in (low[1], high[1])
    ]) @ frame[:2, :2]  # fmt: skip
    bottom, top = float(chain.heights[0]), float(faces.high[2].max())
    rows = faces.near(np.append(plan.min(axis=0), bottom), np.append(plan.max(axis=0), top))
    local = np.ascontiguousarray((faces.triangles[rows] - origin) @ frame.T)
    over = painted(local, low, high, square, (bottom + LOW, top)).mean(axis=0) >= ROOFED
    # Where the wall leans, its lintel lies so much farther in, as seen from the middle.
    lean = float(chain.frame[1, :2] @ inward / chain.frame[1, 2])
    leaning = max(0, round(lean * float(chain.heights[-1] - chain.origin[2]) / square))
    if over[: leaning + 1].any():
        return chain
    level = int(np.argmin(np.abs(cuts.heights - bottom)))
    stop = marked(cuts.at(level), origin, frame, low, high, square).any(axis=0)
    over = over[: int(stop.argmax())] if stop.any() else over
    least = int(np.ceil(MOUTH / square))
    for first in np.flatnonzero(over & ~np.append(False, over[:-1])):
        length = int(np.argmin(np.append(over[first:], False)))
        if length < least:
            continue
        if not _straight(chain, cuts, inward, first * square + AHEAD):
            return chain
        low_end, high_end = float(first) * square, float(first + length) * square
        width = float(np.median(chain.necks.width))
        lanes = Lanes.of(faces, origin[:2], inward, width, bottom, (0.0, DEEP))
        # A slanting edge ends the roof earlier on one side.
        for run in lanes.runs():
            if run.stop > low_end and run.begin < high_end:
                low_end, high_end = run.begin, run.stop
                break
        outdoors = first + length < len(over) and high_end - low_end <= deepest + AS_DEEP
        wall = high_end - low_end if outdoors else MOUTH
        shift = (low_end - leaning * square + wall / 2) * inward
        return replace(
            chain,
            necks=replace(chain.necks, middle=chain.necks.middle + shift),
            origin=chain.origin + np.append(shift, 0.0),
            half=wall / 2,
            mouth=0 if outdoors else chain.mouth,
        )
    return chain


def _straight(chain: Chain, cuts: Slices, inward: Floats, far: float) -> bool:
    """Whether a passage is as wide as at its end, so far inwards."""
    row = len(chain.necks) // 2
    middle, along = chain.necks.middle[row], chain.necks.across[row]
    points = middle + np.linspace(0.0, far, LOOKS)[:, None] * inward
    segments, width = cuts.at(int(chain.necks.level[row])), float(np.median(chain.necks.width))
    wide = free(points, along, segments) + free(points, -along, segments)
    off = np.abs(wide - width) <= SAME * width + SLACK
    return bool(off.mean() >= MOSTLY)
