"""Climbs over dense features, up one side and down the other, on a straight line (13.06)."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.keywords import BESIDE, passes_walls
from geo3d.motion.reaching.cspace import given
from geo3d.motion.reaching.obstacles import climbed_through, in_the_way, levels
from geo3d.motion.reaching.visible import clear, cross
from geo3d.motion.reaching.walls import Walls, walls_of
from geo3d.piece.union import united
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats, Ints
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.tolerances import ON_THE_DOT

MEETINGS = 64
"""Crossings of one line with one feature that are kept; a line with more does not climb."""


@dataclass(frozen=True, eq=False)
class Level:
    """A height at which features may be climbed over, or come down from.

    Attributes:
        z: on the board.
        through: outline of where the base is not clear to go up or down.
        inside: that region, and what is in the way at that height.
        stops: outline of what is in the way at that height.
        stopped: that region.
    """

    z: float
    through: Walls
    inside: BaseGeometry
    stops: Walls
    stopped: BaseGeometry


@dataclass(frozen=True, eq=False)
class Climbable:
    """A feature that must be climbed.

    Attributes:
        ground: z from which.
        walls: outline of what is in the way on the ground.
        bounds: (4,) of that region: least x and y, greatest x and y.
        heights: z at which it may be climbed over, lowest first.
        find: gives the level at one of them; each is found when it is first asked for.
    """

    feature: Feature
    ground: float
    walls: Walls
    bounds: Floats
    heights: tuple[float, ...]
    find: Callable[[float], Level]

    def inches(self, number: int) -> float:
        """Inches up and down of a climb over one of the heights."""
        return 2 * (self.heights[number] - self.ground)

    @property
    def least(self) -> float:
        """The least inches up and down of a climb over it; infinite where none is short enough."""
        return self.inches(0) if self.heights else math.inf


def climbable(
    board: Board, figure: Figure, feature: Feature, turn_deg: float, most: float
) -> Climbable | None:
    """How a feature is climbed; None where it is in nobody's way.

    Args:
        most: inches up and down that are left for it.
    """
    if passes_walls(board, figure.profile, feature):
        return None
    ground = feature.ground_level
    blocked = in_the_way(board, figure, feature, ground, figure.profile.base, turn_deg)
    if blocked.is_empty:
        return None
    heights = tuple(z for z in levels(feature) if 2 * (z - ground) <= most + ON_THE_DOT)
    find = cache(partial(level_at, board, figure, [feature], turn_deg))
    return Climbable(feature, ground, _outline(blocked), np.array(blocked.bounds), heights, find)


def level_at(
    board: Board, figure: Figure, features: list[Feature], turn_deg: float, z: float
) -> Level:
    """Features as they are climbed over at a height, or come down from."""
    base, top = figure.profile.base, figure.profile.top
    high = math.inf if board.settings.overhead_counts else z + top
    through = united([climbed_through(feature, high, base, turn_deg) for feature in features])
    through = given(through)
    stops = united([in_the_way(board, figure, each, z, base, turn_deg) for each in features])
    stops = given(stops)
    # Both were smoothed: at some places either is the larger one.
    inside = united([through, stops])
    shapely.prepare(inside)
    shapely.prepare(stops)
    return Level(z, walls_of(through), inside, walls_of(stops), stops)


def _outline(shape: BaseGeometry) -> Walls:
    return walls_of(given(shape))


def climbed(
    climbables: list[Climbable], start: Floats, ends: Floats, room: Floats | None = None
) -> tuple[Floats, Ints]:
    """(N,) inches up and down on lines from a start to ends (N, 2); infinite where none leads.

    Args:
        room: (N,) only climbs of fewer inches are asked about; None for all.

    Returns:
        The inches, and (N, F) which level each feature is climbed at, -1 for none.
    """
    total = np.zeros(len(ends))
    chosen = np.full((len(ends), len(climbables)), -1, np.int64)
    if not climbables:
        return total, chosen
    bounds = np.array([each.bounds for each in climbables])
    (x, y), (a, b) = start, ends.T[..., None]
    near = (np.minimum(x, a) <= bounds[:, 2]) & (np.maximum(x, a) >= bounds[:, 0])
    near &= (np.minimum(y, b) <= bounds[:, 3]) & (np.maximum(y, b) >= bounds[:, 1])
    for number in np.flatnonzero(near.any(axis=0)):
        each = climbables[number]
        rows = np.flatnonzero(near[:, number] & (total < np.inf))
        blocked = np.zeros(len(rows), np.bool_)
        _meets(start, ends[rows], each.walls, blocked)
        rows = rows[blocked]
        if not len(rows):
            continue
        best = np.full(len(rows), np.inf)
        for row in range(len(each.heights)):
            asked = np.flatnonzero(np.isinf(best))
            inches = each.inches(row)
            if room is not None:
                asked = asked[total[rows[asked]] + inches < room[rows[asked]]]
            if not len(asked):
                break
            level = each.find(each.heights[row])
            if shapely.intersects_xy(level.inside, *start):
                continue
            some = ends[rows[asked]]
            count = np.zeros(len(some), np.int64)
            _count(start, some, level.through, level.stops, 2 * BESIDE, count)
            count[shapely.intersects_xy(level.inside, some[:, 0], some[:, 1])] = 0
            best[asked[count > 0]] = inches * count[count > 0]
            chosen[rows[asked[count > 0]], number] = row
        total[rows] += best
    return total, chosen


def dropped(level: Level, start: Floats, ends: Floats) -> Floats:
    """(N,) share of the line from a start on top of a feature to each end at which it leads off it,
    and down; NaN where none does."""
    found = np.full(len(ends), np.nan)
    # An outline tells nothing of lines that lie within it wholly.
    if not shapely.intersects_xy(level.stopped, *start):
        _drop(start, ends, level.through, level.stops, found)
    found[shapely.intersects_xy(level.inside, ends[:, 0], ends[:, 1])] = np.nan
    return found


def places(level: Level, start: Floats, end: Floats) -> list[float]:
    """Shares of a line at which a model goes up and down in turn."""
    met = np.empty(MEETINGS)
    number = _crossings(start, end, level.through, met)
    shares = sorted(met[:number])
    length = float(np.hypot(*(end - start)))
    kept = [shares[0]]
    for down, up in zip(shares[1::2], shares[2::2], strict=False):
        if (up - down) * length > 2 * BESIDE:
            kept += [down, up]
    return [float(share) for share in [*kept, shares[-1]]]


@kernel
def _meets(start, ends, walls, met):  # type: ignore[no-untyped-def]
    for n in range(len(ends)):
        met[n] = not clear(start[0], start[1], ends[n, 0], ends[n, 1], walls)


@kernel
def _crossings(start, end, walls, met):  # type: ignore[no-untyped-def]
    return cross(start[0], start[1], end[0], end[1], walls, met)


@kernel
def _count(start, ends, through, stops, longest, count):  # type: ignore[no-untyped-def]
    """How often each line is climbed; 0 where it cannot be."""
    met = np.empty(MEETINGS)
    for n in range(len(ends)):
        ax, ay, bx, by = start[0], start[1], ends[n, 0], ends[n, 1]
        if not clear(ax, ay, bx, by, stops):
            continue
        number = cross(ax, ay, bx, by, through, met)
        if number <= 0 or number % 2 == 1:
            continue
        shares = np.sort(met[:number])
        length = np.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        times = 1
        for k in range(1, number - 1, 2):
            if (shares[k + 1] - shares[k]) * length > longest:
                times += 1
        count[n] = times


@kernel
def _drop(start, ends, through, stops, found):  # type: ignore[no-untyped-def]
    """Where each line leaves a region that it begins in, for good."""
    met = np.empty(MEETINGS)
    for n in range(len(ends)):
        ax, ay, bx, by = start[0], start[1], ends[n, 0], ends[n, 1]
        if clear(ax, ay, bx, by, stops) and cross(ax, ay, bx, by, through, met) == 1:
            found[n] = met[0]
