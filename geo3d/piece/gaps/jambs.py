"""Necks moved into the middle surface of their wall: from the middle of one jamb to the other's."""

import math

import numpy as np

from geo3d.piece.gaps.winding import SOLID
from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Floats, Ints

BESIDE = (
    (0.2, 0.35), (0.35, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 1.1), (0.2, 0.27), (0.14, 0.2),
    (0.1, 0.15), (0.06, 0.1),
)  # fmt: skip
"""Inches into the wall beside a jamb, where its two faces are looked for: far enough from a jamb
that slants; or nearer, where the wall is no longer than that."""

EVENLY = 0.12
"""The first of these between which the wall's thickness changes by no more than this slope is
taken; else the one where it changes least."""

EVEN = (0.05, 0.06)
"""The wall must be as thick at both, to so many inches and such a share of it: then these are its
two faces, and no part of the jamb."""

FAR = 5
"""The first of these go step by step into the wall."""

STEEPEST, JUMP = 4.0, 0.1
"""Slope; inches. From step to step a jamb that slants makes the wall no thicker than by this slope
and this much. Where it is, another wall begins there, as beside a window close to a corner."""

THICKEST = 3.0
"""Inches: no face is looked for farther away."""

AWAY = 1e-4
"""Inches from a jamb from which one looks back at the neck."""

OFF = 0.6
"""Inches that the middle of a jamb may lie from where the neck meets it; in thicker walls as much
as they are thick."""

BACK = 0.04
"""Inches to both sides of a place in the wall's very face at which one looks, too."""


def settle(
    middle: Floats, across: Floats, width: Floats, half: Floats, mouth: Ints, segments: Floats
) -> None:
    """Move necks, in place, into the middle surface of their wall where its faces can be told.

    Beside each jamb, the wall's middle line is found from its two faces and followed to the jamb.
    Mouths have no such faces, nor has a sheet, and stay.

    Args:
        middle, across: (N, 2); width, half, mouth: (N,) as in `Necks`.
        segments: (M, 4) of the cut.
    """
    _settle(middle, across, width, half, mouth, segments, np.array(BESIDE), EVEN,
            FAR, (STEEPEST, JUMP, BACK, EVENLY))  # fmt: skip


@inline
def _faces(x, y, ux, uy, segments):  # type: ignore[no-untyped-def]
    """How far the wall's faces lie from a point, across u to the left and right; -1 outside."""
    left, right, wound = 1e9, 1e9, 0.0
    for s in range(len(segments)):
        ax, ay = segments[s, 0] - x, segments[s, 1] - y
        bx, by = segments[s, 2] - x, segments[s, 3] - y
        wound += math.atan2(ax * by - ay * bx, ax * bx + ay * by)
        a, b = ax * ux + ay * uy, bx * ux + by * uy
        if (a < 0.0) != (b < 0.0):
            h = -ax * uy + ay * ux
            h += a / (a - b) * (-bx * uy + by * ux - h)
            if h >= 0.0:
                left = min(left, h)
            else:
                right = min(right, -h)
    if wound < SOLID * 2 * math.pi:
        return -1.0, -1.0
    return left, right


@inline
def _ahead(x, y, dx, dy, segments):  # type: ignore[no-untyped-def]
    """How far along a unit direction the outline is met first."""
    least = 1e9
    for s in range(len(segments)):
        ax, ay = segments[s, 0] - x, segments[s, 1] - y
        bx, by = segments[s, 2] - x, segments[s, 3] - y
        a, b = -ax * dy + ay * dx, -bx * dy + by * dx
        if (a < 0.0) != (b < 0.0):
            along = ax * dx + ay * dy
            along += a / (a - b) * (bx * dx + by * dy - along)
            if along > 0.0:
                least = min(least, along)
    return least


@kernel
def _settle(middle, across, width, half, mouth, segments, beside, even, far, limits):  # type: ignore[no-untyped-def]
    steepest, jump, back, evenly = limits
    jamb = np.empty((2, 2))
    lines = np.empty((2, 2))
    for n in range(len(middle)):
        if mouth[n] != 0:
            continue
        ux, uy = across[n, 0], across[n, 1]
        thick, told = 0.0, 0
        for side in range(2):
            sign = -1.0 if side == 0 else 1.0
            ex, ey = (
                middle[n, 0] + sign * width[n] / 2 * ux,
                middle[n, 1] + sign * width[n] / 2 * uy,
            )
            best, bx, by, thickness = 1e9, 0.0, 0.0, 0.0
            known, known_at, cornered = -1.0, 0.0, False
            for pair in range(len(beside)):
                if cornered and pair < far:
                    continue
                inside = True
                deep, other = 0.0, 0.0
                for k in range(2):
                    x = ex + sign * beside[pair, k] * ux
                    y = ey + sign * beside[pair, k] * uy
                    left, right = _faces(x, y, ux, uy, segments)
                    if left < 0.0:
                        # The narrowest place of a splayed hole may lie in the wall's very face.
                        for way in (-back, back):
                            left, right = _faces(x - way * uy, y + way * ux, ux, uy, segments)
                            if left >= 0.0:
                                x, y = x - way * uy, y + way * ux
                                break
                    if left >= 0.0 and pair < far:
                        most = known + steepest * (beside[pair, k] - known_at) + jump
                        cornered = known >= 0.0 and left + right > most
                        known, known_at = left + right, beside[pair, k]
                    if left < 0.0 or (cornered and pair < far) or max(left, right) > THICKEST:
                        inside = False
                        break
                    lines[k, 0] = x - uy * (left - right) / 2
                    lines[k, 1] = y + ux * (left - right) / 2
                    other, deep = deep, left + right
                if not inside or abs(deep - other) > even[0] + even[1] * deep:
                    continue
                slope = abs(deep - other) / (beside[pair, 1] - beside[pair, 0])
                if slope >= best:
                    continue
                dx, dy = lines[0, 0] - lines[1, 0], lines[0, 1] - lines[1, 1]
                size = math.sqrt(dx * dx + dy * dy)
                if size == 0.0:
                    continue
                dx, dy = dx / size, dy / size
                cosine = -sign * (dx * ux + dy * uy)
                if cosine < 0.5:
                    continue
                along = _ahead(lines[0, 0], lines[0, 1], dx, dy, segments)
                jx, jy = lines[0, 0] + along * dx, lines[0, 1] + along * dy
                if math.hypot(jx - ex, jy - ey) > max(OFF, deep):
                    continue
                # Between that jamb and the neck's middle nothing stands: it is no other's jamb.
                wx, wy = middle[n, 0] - jx, middle[n, 1] - jy
                way = math.sqrt(wx * wx + wy * wy)
                if way == 0.0:
                    continue
                wx, wy = wx / way, wy / way
                clear = _ahead(jx + AWAY * wx, jy + AWAY * wy, wx, wy, segments)
                if clear < way - AWAY:
                    continue
                best, bx, by, thickness = slope, jx, jy, deep * cosine
                if slope <= evenly:
                    break
            if best < 1e9:
                jamb[side, 0], jamb[side, 1] = bx, by
                thick += thickness
                told += side + 1
        if told == 3:
            wx, wy = jamb[1, 0] - jamb[0, 0], jamb[1, 1] - jamb[0, 1]
            size = math.sqrt(wx * wx + wy * wy)
            if size == 0.0 or (wx * ux + wy * uy) < 0.8 * size:
                continue
            middle[n, 0] = (jamb[0, 0] + jamb[1, 0]) / 2
            middle[n, 1] = (jamb[0, 1] + jamb[1, 1]) / 2
            across[n, 0], across[n, 1], width[n] = wx / size, wy / size, size
            half[n] = thick / 4
        elif told > 0:
            side = told - 1
            off = -(jamb[side, 0] - middle[n, 0]) * uy + (jamb[side, 1] - middle[n, 1]) * ux
            middle[n, 0] -= off * uy
            middle[n, 1] += off * ux
            half[n] = thick / 2
