"""Climbs over dense features, up one side and down the other, on a straight line (13.06)."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.cspace import GIVE
from geo3d.motion.keywords import BESIDE, passes_walls
from geo3d.motion.obstacles import climbed_through, in_the_way, levels
from geo3d.motion.spaces import walls_of
from geo3d.motion.visible import clear, cross
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.tolerances import ON_THE_DOT

MEETINGS = 64
"""Crossings of one line with one feature that are kept; a line with more does not climb."""


@dataclass(frozen=True, eq=False)
class Level:
    """A height at which a feature may be climbed over.

    Attributes:
        z: on the board.
        through: (M, 4) outline of where the base is not clear to go up or down.
        inside: that region.
        stops: (M, 4) outline of what is in the way at that height.
    """

    z: float
    through: Floats
    inside: BaseGeometry
    stops: Floats


@dataclass(frozen=True, eq=False)
class Climbable:
    """A feature that must be climbed.

    Attributes:
        ground: z from which.
        walls: (M, 4) outline of what is in the way on the ground.
        levels: lowest first.
    """

    feature: Feature
    ground: float
    walls: Floats
    levels: tuple[Level, ...]


def climbable(
    board: Board, figure: Figure, feature: Feature, turn_deg: float, most: float
) -> Climbable | None:
    """How a feature is climbed; None where it is in nobody's way.

    Args:
        most: inches up and down that are left for it.
    """
    if passes_walls(board, figure.profile, feature):
        return None
    base = figure.profile.base
    ground = feature.ground_level
    blocked = in_the_way(board, figure, feature, ground, base, turn_deg)
    if blocked.is_empty:
        return None
    found = []
    for z in levels(feature):
        if 2 * (z - ground) > most + ON_THE_DOT:
            break
        found.append(level_at(board, figure, feature, turn_deg, z))
    return Climbable(feature, ground, _outline(blocked), tuple(found))


def level_at(board: Board, figure: Figure, feature: Feature, turn_deg: float, z: float) -> Level:
    """A feature as it is climbed over at a height."""
    base = figure.profile.base
    through = climbed_through(feature, z + figure.profile.top, base, turn_deg)
    through = through.buffer(-GIVE, join_style="mitre")
    shapely.prepare(through)
    stops = in_the_way(board, figure, feature, z, base, turn_deg)
    return Level(z, walls_of(through), through, _outline(stops))


def _outline(shape: BaseGeometry) -> Floats:
    return walls_of(shape.buffer(-GIVE, join_style="mitre"))


def climbed(climbables: list[Climbable], start: Floats, ends: Floats) -> tuple[Floats, Ints]:
    """(N,) inches up and down on lines from a start to ends (N, 2); infinite where none leads.

    Returns:
        The inches, and (N, F) which level each feature is climbed at, -1 for none.
    """
    total = np.zeros(len(ends))
    chosen = np.full((len(ends), len(climbables)), -1, np.int64)
    for number, each in enumerate(climbables):
        met = np.zeros(len(ends), np.bool_)
        rows = np.flatnonzero(np.isfinite(total))
        blocked = np.zeros(len(rows), np.bool_)
        _meets(start, ends[rows], each.walls, blocked)
        met[rows] = blocked
        if not met.any():
            continue
        best = np.full(len(ends), np.inf)
        for row, level in enumerate(each.levels):
            asked = met & np.isinf(best)
            if not asked.any() or shapely.intersects_xy(level.inside, *start):
                continue
            some = ends[asked]
            count = np.zeros(len(some), np.int64)
            _count(start, some, level.through, level.stops, 2 * BESIDE, False, count)
            count[shapely.intersects_xy(level.inside, some[:, 0], some[:, 1])] = 0
            cost = np.where(count > 0, 2 * (level.z - each.ground) * count, np.inf)
            best[asked] = cost
            chosen[np.flatnonzero(asked)[count > 0], number] = row
        total[met] += best[met]
    return total, chosen


def dropped(level: Level, start: Floats, ends: Floats) -> Bools:
    """(N,) whether a line leads from a start on top of a feature off it, and down to each end."""
    count = np.zeros(len(ends), np.int64)
    _count(start, ends, level.through, level.stops, 2 * BESIDE, True, count)
    count[shapely.intersects_xy(level.inside, ends[:, 0], ends[:, 1])] = 0
    free: Bools = count == 1
    return free


def places(level: Level, start: Floats, end: Floats, on_top: bool = False) -> list[float]:
    """Shares of a line at which a model goes up and down in turn; down first from on top."""
    met = np.empty(MEETINGS)
    number = _crossings(start, end, level.through, met)
    shares = sorted(met[:number])
    if on_top:
        return [float(share) for share in shares[:1]]
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
def _count(start, ends, through, stops, longest, on_top, count):  # type: ignore[no-untyped-def]
    """How often each line is climbed; 0 where it cannot be."""
    met = np.empty(MEETINGS)
    for n in range(len(ends)):
        ax, ay, bx, by = start[0], start[1], ends[n, 0], ends[n, 1]
        if not clear(ax, ay, bx, by, stops):
            continue
        number = cross(ax, ay, bx, by, through, met)
        if number <= 0 or (number % 2 == 1) != on_top:
            continue
        if on_top:
            count[n] = 1 if number == 1 else 0
            continue
        shares = np.sort(met[:number])
        length = np.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
        times = 1
        for k in range(1, number - 1, 2):
            if (shares[k + 1] - shares[k]) * length > longest:
                times += 1
        count[n] = times
