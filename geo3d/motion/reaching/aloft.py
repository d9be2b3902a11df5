"""Ways of a model that stands off the ground: straight on at its height, and down."""

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.crossing import turn_taken
from geo3d.motion.heights import Heights, Spot
from geo3d.motion.keywords import LOW, passes_floors
from geo3d.motion.moving import judge_move
from geo3d.motion.path import Leg
from geo3d.motion.reaching.along import clear_along
from geo3d.motion.reaching.arriving import CLOSE, free_beside
from geo3d.motion.reaching.cspace import given, inner_box
from geo3d.motion.reaching.dropping import Top, top_at
from geo3d.motion.reaching.leaving import in_its_way, step_aside
from geo3d.motion.reaching.obstacles import enemies
from geo3d.motion.reaching.spaces import Space, space
from geo3d.motion.reaching.ways import Paths, Way, nearest_facing
from geo3d.motion.standing import standing
from geo3d.piece.union import united
from geo3d.rays.segments import Floats, Ints
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING
from geo3d.tolerances import ON_THE_DOT

STEPS_TRIED = 6
"""First steps from which a straight line is looked for, those of the shortest ways first."""


class Aloft:
    """A model off the ground.

    Args:
        features: those within reach.
        turns: facings, degrees, its own first.
        limit: inches that it may go.

    Attributes:
        turned: numbers of the facings that it may turn to where it stands; its own first.
        aside: for each of them (K, 2), where it may step at its height before it goes on.
    """

    def __init__(
        self,
        board: Board,
        heights: Heights,
        figure: Figure,
        features: list[Feature],
        turns: Floats,
        limit: float,
    ) -> None:
        self.board, self.heights, self.figure, self.features = board, heights, figure, features
        self.turns, self.limit = turns, limit
        self.turned = self._turned()
        self._met: dict[int, BaseGeometry] = {}
        self._rooms: dict[int, Space] = {}
        self.aside: dict[int, Floats] = {}
        for number in self.turned:
            turn = float(turns[number])
            self._met[number] = in_its_way(board, figure, features, turn)
            met = given(self._met[number])
            shapely.prepare(met)
            self.aside[number] = step_aside(board, heights, figure, met, turn)

    def _turned(self) -> list[int]:
        found = [0]
        figure = self.figure
        for number in range(1, len(self.turns)):
            by = (
                nearest_facing(figure, figure.turn_deg, float(self.turns[number])) - figure.turn_deg
            )
            leg = Leg(figure.at, figure.at, figure.turn_deg, by)
            if not turn_taken(self.board, self.heights, figure, leg)[1]:
                found.append(number)
        return found

    def straight_down(self, bare: float) -> float:
        """Inches to the ground below where it stands; infinite where an enemy is below.

        Args:
            bare: z of table or relief there.
        """
        figure, span = self.figure, (bare, self.figure.at[2] - FLOATING)
        below = united(enemies(self.board, figure, figure.turn_deg, *span, exact=True))
        if shapely.intersects_xy(given(below), *figure.at[:2]):
            return np.inf
        return figure.at[2] - bare

    def tops(self) -> dict[int, Top]:
        """How it leaves the feature that it stands on, for each facing that it may turn to; none
        where it may pass it."""
        figure = self.figure
        under = standing(self.board, figure).feature
        held = None if under is None else self.board.features[under]
        if (
            held is None
            or passes_floors(self.board, figure.profile, held)
            or figure.at[2] <= held.ground_level + LOW + ON_THE_DOT
        ):
            return {}
        # Others may be in the way there, and on the way down.
        met = [
            each for each in self.features if not passes_floors(self.board, figure.profile, each)
        ]
        return {
            number: top_at(self.board, figure, met, float(self.turns[number]))
            for number in self.turned
        }

    def along(self, points: Floats, height: Floats, number: int) -> tuple[Floats, Ints]:
        """Straight along at its height, at a facing, then up or down.

        Args:
            points: (N, 2); height: (N,) z there.

        Returns:
            (N,) inches, infinite where that leads away from all features, is not clear, or too far;
            (N,) the place that it steps to first.
        """
        starts = self.aside[number]
        ways = np.hypot(*(points[:, None] - starts).transpose(2, 0, 1))
        ways += np.hypot(*(starts - self.figure.at[:2]).T)
        ways += np.abs(height - self.figure.at[2])[:, None]
        order = np.argsort(ways, axis=1, kind="stable")
        way, place = np.full(len(points), np.inf), order[:, 0].copy()
        turn = float(self.turns[number])
        for k in range(min(len(starts), STEPS_TRIED)):
            by = order[:, k]
            far = ways[np.arange(len(points)), by]
            rows = np.flatnonzero((far <= self.limit + ON_THE_DOT / 2) & np.isinf(way))
            if len(rows):
                clear = clear_along(
                    self.board, self.figure, self.features, turn, starts[by[rows]],
                    points[rows], height[rows],
                )  # fmt: skip
                good = rows[clear]
                way[good], place[good] = far[good], by[good]
        return way, place

    def last_steps(
        self, paths: Paths, spot: Spot, number: int, turn: float | None
    ) -> tuple[float, Way] | None:
        """The inches and the path to a place that is close to what is in the way at its height; by
        one beside it that is free, or past it straight on where that is legal. None where there is
        no such way, or nothing is in the way there."""
        room = self._room(number)
        point = np.array([spot[:2]])
        if room.holds(point)[0]:
            return None
        beside = free_beside(room, point)
        if np.isnan(beside).any():
            return None
        x, y, z = *spot[:2], self.figure.at[2]
        way, place = self.along(beside, np.full(1, z), number)
        if not way[0] - CLOSE <= self.limit:
            return None
        path = [*paths.turn_there(number), *paths.step_aside(number, int(place[0]))]
        end: Way = [(x, y, z, turn)] if spot[2] == z else [(x, y, z, None), (*spot, turn)]
        for first in (path, [*path, (*beside[0].tolist(), z, None)]):
            made = judge_move(self.board, self.figure.id, [*first, *end], self.limit)
            if made.legal:
                return made.distance.total, [*first, *end]
        return None

    def _room(self, number: int) -> Space:
        """What is free at its height, at a facing."""
        if number not in self._rooms:
            turn = float(self.turns[number])
            box = inner_box(self.board.size, self.figure.profile.base, turn)
            self._rooms[number] = space(box, self._met[number], turn)
        return self._rooms[number]
