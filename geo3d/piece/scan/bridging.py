"""An outline carried on over a part that was not seen: below what was seen above it, as it bends on
both sides, or straight."""

import numpy as np

from geo3d.rays.segments import Floats

BESIDE = 0.75
"""Inches of the outline on each side of a gap that tell how it bends: noise is shorter."""

STRAYS = 0.04
"""Inches, root mean square, that the outline beside a gap may stray from one bend: twice a rough
scan's noise. A corner strays more."""

BEND = 0.35
"""Of a gap's length: a bend that leaves the straight line by more, 70 degrees at the ends, is none
that the two sides tell."""

STEP = 0.1
"""Inches between the points put in."""

HIGH = 0.5
"""Inches: the wall's foot lies below the edge of what was seen of it, if that is no higher."""


def below(run: Floats, cut: float) -> Floats | None:
    """(N, 2) points between the ends of the edge of what was seen over an unseen foot, in plan.

    A wall goes straight down: where it has a corner above, it has one at its foot. The edge is
    ragged and runs to and fro along the wall: what leads back is left out.

    Args:
        run: (R, 3) the edge, from where it leaves the cut to where it comes back.

    Returns:
        None where the edge rises by more than `HIGH`: what is below is anybody's guess.
    """
    if float(run[:, 2].max()) > cut + HIGH:
        return None
    begin = run[0, :2]
    across = run[-1, :2] - begin
    length = float(np.linalg.norm(across))
    if length < 2 * STEP:
        return np.empty((0, 2))
    along = (run[:, :2] - begin) @ (across / length)
    rows = [0]
    for row in range(1, len(run) - 1):
        if along[rows[-1]] + STEP / 2 < along[row] < length - STEP / 2:
            rows.append(row)
    found: Floats = run[rows[1:], :2]
    return found


def bridge(before: Floats, after: Floats) -> Floats:
    """(N, 2) points between the end of one stretch of outline and the beginning of the next.

    A parabola over the line between them, fitted to both stretches and led through both ends.
    Empty where the gap is too short for a point, or the stretches are not of one bend: the outline
    goes straight on.

    Args:
        before: (A, 2) points of the outline that end where the gap begins.
        after: (B, 2) points that begin where it ends.
    """
    none = np.empty((0, 2))
    begin, end = before[-1], after[0]
    across = end - begin
    length = float(np.linalg.norm(across))
    if length < 2 * STEP:
        return none
    along = across / length
    aside = np.array([-along[1], along[0]])
    sides = np.concatenate([_within(before[::-1]), _within(after)]) - begin
    u, v = sides @ along, sides @ aside
    # What turns back under the gap is no stretch on both sides of it.
    if len(u) < 6 or ((u > 0.1 * length) & (u < 0.9 * length)).any():
        return none
    fit = np.polynomial.Polynomial.fit(u, v, 2)
    if float(np.sqrt(np.mean((fit(u) - v) ** 2))) > STRAYS:
        return none
    at = np.linspace(0.0, length, int(np.ceil(length / STEP)) + 1)[1:-1]
    ends = fit(np.array([0.0, length]))
    rise = fit(at) - ends[0] - (ends[1] - ends[0]) * at / length
    if np.abs(rise).max() > BEND * length:
        return none
    found: Floats = begin + at[:, None] * along + rise[:, None] * aside
    return found


def _within(points: Floats) -> Floats:
    """The first of some points in a row, as far as `BESIDE` from the first along them."""
    far = np.cumsum(np.linalg.norm(np.diff(points, axis=0, prepend=points[:1]), axis=1))
    return points[far <= BESIDE]
