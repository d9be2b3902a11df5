"""Whether a gap is the end of an enclosed passage, or a stretch of one before a bend or a branch.

Cut by cut, the way at the end of each leg of a passage that bends or branches widens, as it does
outdoors. But behind it the passage goes on under its roof, as wide as it was: there is no mouth
(13.11).
"""

from dataclasses import dataclass

import numpy as np
import scipy.ndimage

from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.lanes import WITHIN, Lanes
from geo3d.piece.gaps.necks import MORE, WIDER
from geo3d.piece.gaps.paint import marked, painted
from geo3d.piece.gaps.slices import Slices
from geo3d.rays.segments import Bools, Floats

LEVELS = (0.25, 0.5, 0.75)
"""Shares of a gap's height at which one looks; most of them decide."""

FINE = 40
"""Squares over a gap's width."""

LEAST_SQUARE = 0.01
"""Inches: no finer."""

THROUGH = 0.4
"""Share of the width that must be free about the middle of a way: doors beside it are no part."""

STAYS = 0.5
"""How far the way must stay wide, as a share of the width, or until it is blocked: else it is but a
face that was lost from the passage's side."""

ROOFED = 0.5
"""Share of what lies right before the passage's end that must be roofed: else it is outdoors."""

ALL = 0.95
"""Share of what lies before a gap, no wider, that is roofed where the passage goes on."""

LONG = 0.9
"""An opening as long as this share of its width is no door in a wall: a stretch of a passage."""

TURNS = 0.3
"""Of a width's length before the end a passage to one side is open along this share at least."""


ASLANT = 0.2
"""Slope up to which the face of a wall, beside a gap, runs along it and not away from it."""


@dataclass(frozen=True)
class Way:
    """What lies before one side of a gap.

    Attributes:
        end: how far off the gap's middle plane it begins.
        on: a roofed passage no wider than the gap goes on there: it bends, or others meet it.
        sides: to how many sides it goes on along the face of the gap's wall.
    """

    on: bool
    sides: int = 0
    end: float = 0.0


def within_passage(gap: Gap, cuts: Slices, faces: Faces, deepest: float) -> bool:
    """Whether a gap is but a stretch of an enclosed passage.

    That is a mouth before which the passage goes on; and an opening where it does so on both sides,
    but for a door in a wall between passages, which run along it; it is less long than wide.

    Args:
        deepest: inches within which the way widens.
    """
    out = gap.normal[:2] / np.linalg.norm(gap.normal[:2])
    if gap.kind == "mouth":
        return _way(gap, out, cuts, faces, deepest).on
    one = _way(gap, out, cuts, faces, deepest)
    if not one.on:
        return False
    other = _way(gap, -out, cuts, faces, deepest)
    bends = max(one.sides, other.sides) <= 1
    return other.on and (bends or one.end + other.end >= LONG * gap.width)


def _way(gap: Gap, out: Floats, cuts: Slices, faces: Faces, deepest: float) -> Way:
    low, high = float(gap.outline[:, 2].min()), float(gap.outline[:, 2].max())
    frame = np.array([[-out[1], out[0], 0.0], [*out, 0.0], [0.0, 0.0, 1.0]])
    origin = np.append(gap.centre[:2], low)
    ways = []
    for share in LEVELS:
        height = low + share * (high - low)
        level = int(np.clip(np.round((height - cuts.heights[0]) / cuts.step), 0,
                            len(cuts.heights) - 1))  # fmt: skip
        # As high as the gap is, and as much more as it may be wider.
        top = low + WIDER * (high - low) + MORE
        ways.append(_at_level(gap, origin, frame, cuts.at(level), (float(cuts.heights[level]), top),
                              faces, deepest))  # fmt: skip
    on = [way for way in ways if way.on]
    if 2 * len(on) <= len(ways):
        return Way(False)
    sides, end = (np.median([getattr(way, name) for way in on]) for name in ("sides", "end"))
    return Way(True, int(sides), float(end))


def _at_level(
    gap: Gap, origin: Floats, frame: Floats, segments: Floats, height: tuple[float, float],
    faces: Faces, deepest: float,
) -> Way:  # fmt: skip
    """What lies before a gap at the height of one cut, roofed or not up to another height."""
    nothing = Way(False)
    wide = WIDER * gap.width + MORE
    square = max(gap.width / FINE, LEAST_SQUARE)
    reach = gap.thickness / 2 + deepest
    # What is looked at, and half a room about it.
    low = np.array([-gap.width / 2 - wide, -wide])
    high = np.array([gap.width / 2 + wide, reach + 2 * wide])
    lines = marked(segments, origin, frame, low, high, square)
    clear = scipy.ndimage.distance_transform_edt(~lines) * square
    along = low[0] + (np.arange(lines.shape[0]) + 0.5) * square
    deep = low[1] + (np.arange(lines.shape[1]) + 0.5) * square
    width, left, right = _widths(lines, along, square)
    here = np.flatnonzero(np.abs(deep) <= gap.thickness / 2)
    narrow = float(np.min(width[here], initial=gap.width))
    if narrow < 2 * square:
        return nothing
    wide = WIDER * narrow + MORE
    middle = int(np.argmin(np.abs(along)))
    first = _widens((width > wide) & (deep > 0.0), lines[middle], round(STAYS * narrow / square))
    ahead = np.abs(along) <= WITHIN * narrow / 2
    if first < 0 or deep[first] > reach:
        # No wider, and roofed alike: a passage that goes on.
        near = (deep > 0.0) & (deep <= reach)
        if lines[middle, near].any():
            return nothing
        roof = _roof(origin, frame, low, high, square, height, faces)
        least = min(THROUGH * narrow, float(clear[middle, near].min()))
        way = _part(clear >= least, (middle, int(near.argmax()))) & near & ahead[:, None]
        return Way(bool(roof[way].mean() >= ALL), 1, reach)
    end = float(deep[first])
    before = (deep >= end) & (deep <= end + narrow)
    # The way out of the gap, as far as it is as wide.
    through = clear >= min(THROUGH * narrow, float(clear[middle, first]))
    front = _part(through, (middle, first)) & before & (np.abs(along) <= narrow / 2)[:, None]
    roof = _roof(origin, frame, low, high, square, height, faces)
    if roof[front].mean() < ROOFED:
        return nothing
    between = roof[ahead][:, (deep > 0.0) & (deep < end)]
    if between.size and Lanes(between, 0.0, square).open_between():
        return nothing
    out = _comes_out(lines[ahead], roof[ahead], deep, end, deepest)
    if out is not None:
        # Jambs that slant or are stepped: nothing leads aside before one is out of the wall.
        within = (deep >= 0.0) & (deep < out - 2 * square)
        aside = np.maximum(left, right)[within]
        if float(np.max(aside, initial=0.0)) < along[-1] - 2 * square:
            return nothing
    roofed = _part(through & (roof | (front & (deep < end + square))), (middle, first))
    # A room is wide beside the passage's own way, or farther on than where it is crossed.
    far = (deep >= end + wide) & (deep <= end + 1.5 * wide)
    beside = (np.abs(along) >= narrow / 2) & (np.abs(along) <= (narrow + wide) / 2)
    about = far[None, :] & (np.abs(along) <= (narrow + wide) / 2)[:, None]
    about |= beside[:, None] & ((deep >= end) & (deep <= end + 1.5 * wide))[None, :]
    if (about & roofed & (clear > wide / 2 + square)).any():
        return nothing
    aside = (wide - narrow) / 2 + MORE
    sides = 0
    for side, free in ((-1, left), (1, right)):
        far = side * along - narrow / 2
        faces_at = _face_depths(lines[(far >= narrow / 4) & (far <= narrow / 2)], deep)
        straight = np.median(faces_at) <= end + ASLANT * 0.375 * narrow + MORE
        sides += bool(straight and (free[before] > narrow / 2 + aside).mean() >= TURNS)
    return Way(True, sides, end)


def _comes_out(
    blocked: Bools, roof: Bools, deep: Floats, end: float, deepest: float
) -> float | None:
    """How deep the way straight on comes out from under its roof; None where it does not so within
    a wall's depth, or is blocked before."""
    beyond = (deep >= end) & (deep <= deepest)
    open_ = np.asarray(roof[:, beyond].mean(axis=0) < ROOFED)
    shut = np.asarray(blocked[:, beyond].any(axis=0))
    if not open_.any() or shut[: int(open_.argmax()) + 1].any():
        return None
    return float(deep[beyond][open_.argmax()])


def _part(squares: Bools, at: tuple[int, int]) -> Bools:
    """(X, Y) the part of marked squares that hangs together with one of them."""
    label, _ = scipy.ndimage.label(squares)
    part: Bools = label == label[at]
    return part


def _face_depths(lines: Bools, deep: Floats) -> Floats:
    """(X,) how deep the face of what is at depth 0 lies in each row; infinite where nowhere."""
    beyond = lines[:, deep > 0.0]
    first: Floats = np.where(beyond.any(axis=1), deep[deep > 0.0][beyond.argmax(axis=1)], np.inf)
    return first


def _widens(wide: Bools, blocked: Bools, stays: int) -> int:
    """The first depth from which the way stays wide for so many squares, or until it is blocked."""
    run = 0
    for number in range(len(wide)):
        if blocked[number] and run > 0:
            return number - run
        run = run + 1 if wide[number] and not blocked[number] else 0
        if run >= stays:
            return number + 1 - run
    return -1


def _widths(lines: Bools, along: Floats, square: float) -> tuple[Floats, Floats, Floats]:
    """(Y,) how wide the way is at each depth: in all, and to the left and right of its middle."""
    middle = int(np.argmin(np.abs(along)))
    left = np.flip(lines[: middle + 1], axis=0)
    right = lines[middle:]
    free = [
        np.where(part.any(axis=0), part.argmax(axis=0), len(part)) * square
        for part in (left, right)
    ]
    return free[0] + free[1], free[0], free[1]


def _roof(
    origin: Floats, frame: Floats, low: Floats, high: Floats, square: float,
    height: tuple[float, float], faces: Faces,
) -> Bools:  # fmt: skip
    """(X, Y) over which squares there is material between two heights."""
    corners = origin[:2] + np.array([
        [x, y] for x in (low[0], high[0]) for y in (low[1], high[1])
    ]) @ frame[:2, :2]  # fmt: skip
    rows = faces.near(
        np.append(corners.min(axis=0), height[0]), np.append(corners.max(axis=0), height[1])
    )
    local = (faces.triangles[rows] - np.append(origin[:2], 0.0)) @ frame.T
    roof = painted(np.ascontiguousarray(local), low, high, square, height) > 0
    return np.asarray(roof, np.bool_)
