"""Mouths and openings under the edges of roofs over straight ways between walls.

A level cut shows no neck there: the walls go on, and it is the roof that ends.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.eaves import Spot, spots
from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.gaps.lanes import AS_DEEP, SHORTEST, Lanes, Run
from geo3d.piece.gaps.necks import MOUTH, Necks
from geo3d.piece.gaps.raster import WIDEN
from geo3d.piece.gaps.slices import Slices
from geo3d.piece.gaps.widening import free
from geo3d.piece.gaps.winding import inside
from geo3d.rays.segments import Bools, Floats

SAME, SLACK = 0.04, 0.15
"""A way is straight where it is as wide, to a share of that and inches."""

STRAIGHT, LEAST = 0.75, 1.0
"""How long it must be straight about the roof's edge, as a share of its width, and inches: the
walls of a round room are less."""

MOSTLY = 0.8
"""Share of the looks that must be so: there may be doors."""

OUTSIDE = 0.3
"""Inches of it that lie before the roof's edge: else the walls end, too, and there is a neck."""

LOOK = 0.05
"""Inches from look to look."""

ROUNDS = 3
"""How often the way's middle line is fitted."""

TALL = 0.2
"""Inches: so high the walls must be, at least, under the roof."""

MISSING = 12
"""Cuts in a row that may lack a neck: beside them a wall has a hole, or has lost faces."""

UNDER = 0.2
"""Inches under the lower lintel from which on there is a roof or none."""

FACING = 0.9
"""Cosine of the angle up to which two mouths open the same way."""

BEFORE = max(WIDEN) + MOUTH
"""Inches before a roof's edge at which it may still be taken for the lintel of another mouth."""

APART = 0.15
"""Inches within which two finds under one edge are one."""


@dataclass(frozen=True, eq=False)
class _Way:
    """A straight way between two walls.

    Attributes:
        middle: (2,) of it, where 0 is; ahead: (2,) unit, along it; width: inches.
        low, high: from and to where along it it is straight.
        reach: inches along it to both sides that were looked at.
    """

    middle: Floats
    ahead: Floats
    width: float
    low: float
    high: float
    reach: float


def roof_edges(cuts: Slices, faces: Faces, deepest: float) -> list[Chain]:
    """Chains of the mouths, and of openings under short roofs, that the roofs' edges make.

    Args:
        deepest: inches, of the thickest wall.
    """
    found: list[Chain] = []
    seen: list[Spot] = []
    for spot in spots(cuts, faces):
        if any(_near(spot, other) for other in seen):
            continue
        seen.append(spot)
        way = _way(spot, cuts, deepest)
        if way is None:
            continue
        bottom = float(cuts.heights[spot.level])
        reach = (-way.reach, way.reach)
        lanes = Lanes.of(faces, way.middle, way.ahead, way.width, bottom, reach)
        for run in lanes.runs():
            for chain in _ends(way, run, spot.level, cuts, deepest):
                if not any(_one(chain, other) for other in found):
                    found.append(chain)
    return found


def before_edge(chain: Chain, side: int, edges: list[Chain], faces: Faces) -> bool:
    """Whether a mouth that opens to one side of its chain lies under the sky before a roof's edge.

    Its mouth is under that edge.
    """
    out = side * chain.frame[2, :2] / np.linalg.norm(chain.frame[2, :2])
    width = float(np.median(chain.necks.width))
    for edge in edges:
        away = (edge.origin - chain.origin)[:2]
        far = -float(away @ out)
        facing = edge.mouth * float(edge.frame[2, :2] @ out) > FACING
        beside = abs(float(away @ chain.frame[0, :2])) > width / 2
        if edge.mouth and facing and not beside and APART < far <= BEFORE:
            lanes = Lanes.of(faces, chain.origin[:2], -out, width, edge.origin[2], (0.0, far))
            if lanes.roofed.mean() < 0.5:
                return True
    return False


def sky_between(one: Gap, other: Gap, faces: Faces) -> bool:
    """Whether the sky is open all across the way from one gap to another, under which they are."""
    way = (other.centre - one.centre)[:2]
    far = float(np.hypot(*way))
    if far <= APART:
        return False
    low = min(float(gap.outline[:, 2].max()) for gap in (one, other)) - UNDER
    width = min(one.width, other.width)
    return Lanes.of(faces, one.centre[:2], way / far, width, low, (0.0, far)).open_between()


def _near(one: Spot, other: Spot) -> bool:
    """Whether two spots of one cut lie under one edge, beside each other."""
    away = float(np.hypot(*(one.at - other.at)))
    return (
        one.level == other.level
        and away <= 2 * APART
        and abs(one.width - other.width) <= APART
        and abs(float(one.across @ other.across)) > np.cos(np.pi / 30)
    )


def _way(spot: Spot, cuts: Slices, deepest: float) -> _Way | None:
    """The straight way through a spot; None where its walls are no two straight ones.

    It is followed as far as a roof may reach that is as deep as a wall.
    """
    segments = cuts.at(spot.level)
    middle, across, width = spot.at, spot.across, spot.width
    for _ in range(ROUNDS):
        ahead = np.array([-across[1], across[0]])
        along, left, right = _looks(middle, across, LEAST + width, segments)
        wide = left + right
        close = np.isfinite(wide) & (np.abs(along) <= LEAST / 2)
        if not close.any():
            return None
        width = float(np.median(wide[close]))
        same = np.isfinite(wide) & (np.abs(wide - width) <= SAME * width + SLACK)
        low, high = _stretch(along, same)
        rows = same & (along >= low) & (along <= high)
        if rows.sum() < 3:
            return None
        width = float(np.median(wide[rows]))
        slope, off = np.polyfit(along[rows], (left[rows] - right[rows]) / 2, 1)
        middle = middle + off * across
        ahead = ahead + slope * across
        ahead /= np.hypot(*ahead)
        across = np.array([ahead[1], -ahead[0]])
    if high - low < max(LEAST, STRAIGHT * width):
        return None
    reach = deepest + 2 * width + LEAST
    along, left, right = _looks(middle, across, reach, segments)
    same = np.abs(left + right - width) <= SAME * width + SLACK
    return _Way(middle, ahead, width, *_stretch(along, same), reach)


def _looks(
    middle: Floats, across: Floats, reach: float, segments: Floats
) -> tuple[Floats, Floats, Floats]:
    """Places along a way, and how far its walls are there on both sides of its middle.

    Infinitely far beyond what ends the way.
    """
    ahead = np.array([-across[1], across[0]])
    along = np.arange(-reach, reach + LOOK / 2, LOOK)
    points = middle + along[:, None] * ahead
    ends = [float(free(middle[None], side * ahead, segments)[0]) for side in (-1, 1)]
    beyond = (along < -ends[0]) | (along > ends[1])
    left, right = free(points, across, segments), free(points, -across, segments)
    left[beyond] = np.inf
    return along, left, right


def _stretch(along: Floats, same: Bools) -> tuple[float, float]:
    """From and to where about 0 most looks are alike."""
    ends = []
    for side in (-1, 1):
        order = np.flatnonzero(side * along >= -LOOK / 2)[::side]
        share = np.cumsum(same[order]) / (np.arange(len(order)) + 1)
        good = np.flatnonzero(same[order] & (share >= MOSTLY))
        ends.append(float(along[order[good[-1]]]) if len(good) else 0.0)
    return ends[0], ends[1]


def _ends(way: _Way, run: Run, level: int, cuts: Slices, deepest: float) -> list[Chain]:
    """The chains at a roof's ends that lie under open sky, where the way is straight.

    Each edge is found from a spot of its own: from afar too little may be seen of its roof.
    """
    at = [run.begin, run.stop]
    sides, own = [], []
    for number, sky in enumerate((run.sky_before, run.sky_behind)):
        side = 2 * number - 1
        if sky is None:
            continue
        outer, inner = sky + side * OUTSIDE, at[number] - side * SHORTEST
        if min(outer, inner) >= way.low and max(outer, inner) <= way.high:
            sides.append(side)
            if min(outer, inner) <= 0.0 <= max(outer, inner):
                own.append(side)
    if not own:
        return []
    length = run.stop - run.begin
    if len(sides) == 2 and length <= deepest + AS_DEEP:
        return _chain(way, (run.begin + run.stop) / 2, length / 2, 0, level, cuts)
    found = []
    for side in own:
        end = at[0] if side < 0 else at[1]
        place = way.middle + end * way.ahead
        blocked = free(place[None], -side * way.ahead, cuts.at(level))
        if blocked[0] <= deepest:
            continue
        half = min(MOUTH, length) / 2
        found += _chain(way, end - side * half, half, side, level, cuts)
    return found


def _chain(
    way: _Way, place: float, half: float, mouth: int, level: int, cuts: Slices
) -> list[Chain]:
    """A chain of the necks at one place of a way, up and down from a cut; none if they are few."""
    middle = way.middle + place * way.ahead
    across = np.array([way.ahead[1], -way.ahead[0]])
    rows = {level: _neck(middle, across, cuts.at(level))}
    for step in (-1, 1):
        number, missed, last = level, 0, rows[level]
        while 0 <= number + step < len(cuts.heights) and missed <= MISSING:
            number += step
            # Of cuts that are alike one tells all.
            alike = cuts.same[number] if step > 0 else cuts.same[number + 1]
            neck = rows.get(number - step) if alike else None
            neck = _neck(middle, across, cuts.at(number)) if neck is None else neck
            if neck is not None and last is not None and abs(neck[1] - last[1]) <= SLACK:
                rows[number], last, missed = neck, neck, 0
            else:
                missed += 1
    levels = np.array(sorted(number for number, neck in rows.items() if neck is not None))
    if not len(levels) or cuts.heights[levels[-1]] - cuts.heights[levels[0]] < TALL:
        return []
    off, width = np.array([rows[number] for number in levels.tolist()]).T
    one = np.ones(len(levels))
    # As everywhere the jambs are told from the one with the smaller x.
    turn = -1.0 if across[0] < 0.0 or (across[0] == 0.0 and across[1] < 0.0) else 1.0
    along = np.append(turn * across, 0.0)
    normal = np.cross(along, [0.0, 0.0, 1.0])
    side = mouth * int(np.sign(normal[:2] @ way.ahead))
    necks = Necks(
        levels, middle + off[:, None] * across, one[:, None] * along[:2], width, half * one,
        (side * one).astype(np.int64),
    )  # fmt: skip
    z = cuts.heights[levels]
    origin = np.append(np.median(necks.middle, axis=0), (z[0] + z[-1]) / 2)
    frame = np.array([along, [0.0, 0.0, 1.0], normal])
    return [Chain(necks, z, origin, frame, half, side, True)]


def _neck(middle: Floats, across: Floats, segments: Floats) -> tuple[float, float] | None:
    """How far the middle between two walls lies from a point, and how wide they are apart."""
    point = middle[None]
    if not len(segments) or inside(point, segments)[0]:
        return None
    ahead, behind = (
        float(free(point, across, segments)[0]),
        float(free(point, -across, segments)[0]),
    )
    if not np.isfinite(ahead + behind):
        return None
    return (ahead - behind) / 2, ahead + behind


def _one(one: Chain, other: Chain) -> bool:
    """Whether two chains are under one edge of one roof."""
    away = float(np.hypot(*(one.origin - other.origin)[:2]))
    overlap = bool(one.heights[0] <= other.heights[-1] and other.heights[0] <= one.heights[-1])
    if one.mouth == 0 or other.mouth == 0:
        return away <= APART and overlap and one.mouth == other.mouth
    facing = one.mouth * other.mouth * float(one.frame[2] @ other.frame[2])
    return away <= APART and overlap and facing > FACING
