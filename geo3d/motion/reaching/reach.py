"""Everywhere a model can end a move within its distance, and the shortest way to a place (03.01).

On the ground, and on surfaces off the ground that its keywords let it end on (13.06). What is told
is never more than `judge_move` grants; see `roadmap` for how ways are found.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion.heights import heights_of
from geo3d.motion.moving import judge_move
from geo3d.motion.path import Point, place
from geo3d.motion.reaching.goals import Goal, goals
from geo3d.motion.reaching.trips import Trips
from geo3d.motion.result import Distance, Move
from geo3d.rays.segments import Floats
from geo3d.table.board import Board

FINE = 150
"""Squares of the grid that an area is summed on, along half its longer side, for a round base."""

SPACING = 12
"""Points that are told along a move's distance."""

GOLDEN = (1.0 + math.sqrt(5.0)) / 2.0

Row = tuple[float, float, float, float, float]


@dataclass(frozen=True, eq=False)
class Reach:
    """Where a model can get to.

    Attributes:
        model: its id.
        maximum: inches.
        area: of the places in plan where the centre of its base may end, summed over surfaces.
        spacing: inches between neighbouring points.
        points: (x, y, z, distance, turn) of places on a grid where it may end.
        asked: whether a place was asked for.
        way: the shortest way to the place that was asked for, judged; None where none leads there.
        path: the places on it, (x, y, z, turn), the start first.
    """

    model: str
    maximum: float
    area: float
    spacing: float
    points: tuple[Row, ...]
    asked: bool = False
    way: Move | None = None
    path: tuple[tuple[float, float, float, float], ...] = ()

    @property
    def reachable(self) -> bool:
        """Whether a legal way leads to the place that was asked for."""
        return self.way is not None

    @property
    def distance(self) -> Distance | None:
        """How far that is."""
        return None if self.way is None else self.way.distance

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `geo3d reach --json`, without warnings."""
        if self.asked:
            return {
                "reachable": self.reachable,
                "distance": None if self.distance is None else self.distance.to_dict(),
                "path": [list(point) for point in self.path],
                "maximum": self.maximum,
            }
        return {
            "area": self.area,
            "points": [list(row) for row in self.points],
            "maximum": self.maximum,
            "spacing": self.spacing,
        }


def reach(
    board: Board,
    model: str,
    max_distance: float | None = None,
    to: Point | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Reach:
    """Where a model can end a move, or the shortest legal way to a place.

    Args:
        model: its id.
        max_distance: inches; None for the profile's own move.
        to: (x, y) or (x, y, z): only the way there is asked for. Without z at ground level. With a
            turn, the model must end with that facing.
        progress: called with (steps done, steps to do).

    Raises:
        UsageError: no such model, no distance given and none in the profile, a bad place.
    """
    figure = board.figure(model)
    maximum = figure.profile.move if max_distance is None else float(max_distance)
    if maximum is None:
        raise UsageError(
            f"reach: profile {figure.profile.name!r} has no move: a maximum distance is wanted"
        )
    if not (math.isfinite(maximum) and maximum >= 0.0):
        raise UsageError(f"reach: a maximum of 0 or more inches wanted, got {maximum!r}")
    heights = heights_of(board)
    trips = _trips(board, model, maximum)
    if to is not None:
        spot, turn = place(to, heights, "to")
        path = trips.path_to(spot, turn)
        if path is None:
            return Reach(model, maximum, 0.0, 0.0, (), True)
        way = judge_move(board, model, path, maximum)
        turned = (*figure.at, figure.turn_deg), *_turned(path, figure.turn_deg)
        return Reach(model, maximum, 0.0, 0.0, (), True, way, turned)
    found = goals(board, figure, trips.turns, trips.features, maximum)
    area = 0.0
    rows: list[Row] = []
    spacing = max(min(maximum, math.hypot(*board.size)) / SPACING, 0.25)
    for number, goal in enumerate(found):
        if progress is not None:
            progress(number, len(found))
        area += _area(trips, goal, maximum)
        rows += _rows(trips, goal, maximum, spacing)
    if progress is not None:
        progress(len(found), len(found))
    return Reach(model, maximum, area, spacing, tuple(rows))


@lru_cache(maxsize=1)
def _trips(board: Board, model: str, maximum: float) -> Trips:
    """The ways of a model; the last are kept, since many places may be asked about in turn."""
    return Trips(board, board.figure(model), maximum)


def _turned(
    path: list[tuple[float, float, float, float | None]], turn: float
) -> list[tuple[float, float, float, float]]:
    found = []
    for x, y, z, wanted in path:
        turn = turn if wanted is None else wanted
        found.append((x, y, z, turn))
    return found


def _bounds(trips: Trips, goal: Goal, maximum: float) -> tuple[Floats, Floats] | None:
    """Corners, (2,) each, of where the model may end on a goal within the distance."""
    boxes = np.array([region.bounds for region in goal.wide if not region.is_empty])
    if not len(boxes):
        return None
    start = np.array(trips.figure.at[:2])
    low = np.maximum(boxes[:, :2].min(axis=0), start - maximum)
    high = np.minimum(boxes[:, 2:].max(axis=0), start + maximum)
    return (low, high) if (low <= high).all() else None


def _grid(start: Floats, low: Floats, high: Floats, step: float, turn: Floats) -> Floats:
    """(N, 2) points of a square grid through the start, turned, that covers a box."""
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    rows = (corners - start) @ turn / step
    first, last = np.floor(rows.min(axis=0) - 1e-9), np.ceil(rows.max(axis=0) + 1e-9)
    along = [np.arange(a, b + 1) * step for a, b in zip(first, last, strict=True)]
    x, y = np.meshgrid(*along, indexing="ij")
    points: Floats = start + np.column_stack([x.ravel(), y.ravel()]) @ turn.T
    return points


def _area(trips: Trips, goal: Goal, maximum: float) -> float:
    bounds = _bounds(trips, goal, maximum)
    if bounds is None:
        return 0.0
    low, high = bounds
    step = float((high - low).max()) / 2 / (FINE / math.sqrt(len(trips.layers)))
    if step <= 0.0:
        return 0.0
    # Askew, so that no outline runs along its rows: turned by the golden ratio.
    askew = np.array([[GOLDEN, -1.0], [1.0, GOLDEN]]) / math.hypot(GOLDEN, 1.0)
    start = np.array(trips.figure.at[:2])
    # The start is the corner of four squares, so that they lie on all sides of it alike.
    points = _grid(start + (askew @ (0.5, 0.5)) * step, low, high, step, askew)
    distance, _, _ = trips.distances(goal, points, exact=False)
    return float((distance <= maximum).sum()) * step**2


def _rows(trips: Trips, goal: Goal, maximum: float, spacing: float) -> list[Row]:
    bounds = _bounds(trips, goal, maximum)
    if bounds is None:
        return []
    start = np.array(trips.figure.at[:2])
    points = _grid(start, *bounds, spacing, np.eye(2))
    points = points[np.hypot(*(points - start).T) <= maximum + 1e-9]
    distance, layer, height = trips.distances(goal, points, exact=True)
    found = []
    for row in np.flatnonzero(np.isfinite(distance)).tolist():
        z = float(height[row])
        turn = float(trips.layers[layer[row]].space.turn_deg)
        found.append((float(points[row, 0]), float(points[row, 1]), z, float(distance[row]), turn))
    return found
