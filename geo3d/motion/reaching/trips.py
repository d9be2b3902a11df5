"""Ways of one model from where it stands, and what they lead to."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import shapely

from geo3d.motion.ending import ending
from geo3d.motion.heights import Spot, heights_of
from geo3d.motion.keywords import BESIDE
from geo3d.motion.moving import judge_move
from geo3d.motion.reaching.aloft import Aloft
from geo3d.motion.reaching.arriving import CLOSE, free_beside
from geo3d.motion.reaching.facings import layers, near_features
from geo3d.motion.reaching.goals import Goal, needs_landing
from geo3d.motion.reaching.landings import Landing, landing
from geo3d.motion.reaching.leaving import first_steps, with_nodes
from geo3d.motion.reaching.roadmap import Layer, Roadmap
from geo3d.motion.reaching.ways import Paths, Way
from geo3d.motion.standing import standing
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING
from geo3d.tolerances import ON_THE_DOT

WIDE = 0.25
"""Inches about features and models within which an end is judged by itself, not by its plan."""

RELIEF = 120
"""Places along the width of what can be reached at which a relief is looked at for the area."""

TRIES = 3
"""Facings in which a model may end at a place that are looked at, the nearest first."""


class Trips:
    """All ways of a model within a distance. Built once, then asked.

    Args:
        board: the board.
        figure: where it stands now.
        limit: inches.

    Attributes:
        features: those within reach.
        layers: one for each facing.
    """

    def __init__(self, board: Board, figure: Figure, limit: float) -> None:
        self.board, self.figure, self.limit = board, figure, limit
        # A move of just the limit is legal, whatever rounding does.
        self.most = limit + ON_THE_DOT / 2
        self.heights = heights_of(board)
        at = np.array(figure.at[:2])
        radius = float(np.hypot(*(figure.outline - at).T).max())
        self.features = near_features(board, self.heights, at, limit + radius + BESIDE)
        self.layers: list[Layer] = layers(board, self.heights, figure, self.features, limit)
        self.off = not self.heights.is_ground(*figure.at)
        steps = np.empty((0, 2))
        if not self.off:
            steps = first_steps(board, self.heights, figure, self.layers[0])
            self.layers[0] = with_nodes(self.layers[0], self.heights, steps)
        bare = float(self.heights.bare(at[None])[0])
        self.aloft: Aloft | None = None
        begun, tops, aside = 0.0, {}, {}
        if self.off:
            self.aloft = Aloft(board, self.heights, figure, self.features, self.turns, limit)
            begun, tops = self.aloft.straight_down(bare), self.aloft.tops()
            aside = self.aloft.aside
        self.map = Roadmap(
            self.layers,
            at,
            self.most,
            bare,
            self.heights.relief,
            begun,
            tops,
            aside,
            len(steps),
        )
        self.map.build()
        self.paths = Paths(self.heights, figure, self.map, self.off)
        self._landings: dict[tuple[str, float, int], Landing] = {}

    @property
    def turns(self) -> Floats:
        """The facings, degrees."""
        return np.array([layer.space.turn_deg for layer in self.layers])

    def distances(self, goal: Goal, points: Floats, exact: bool) -> tuple[Floats, Ints, Floats]:
        """How far the model must go to end at places.

        Args:
            points: (N, 2).
            exact: judge each end that is near a feature by itself, not by its plan alone.

        Returns:
            (N,) inches, infinite where it cannot end within the limit; (N,) the facing's number;
            (N,) z.
        """
        ways = np.full((len(self.layers), len(points)), np.inf)
        z = np.full(len(points), np.nan)
        regions = goal.wide if exact else goal.regions
        for number, (layer, region) in enumerate(zip(self.layers, regions, strict=True)):
            rows = np.flatnonzero(shapely.intersects_xy(region, points[:, 0], points[:, 1]))
            if not len(rows):
                continue
            some = points[rows]
            height, bare = self._heights(goal, some)
            rise = np.abs(height - bare) if goal.feature is not None else np.zeros(len(some))
            way = np.full(len(some), np.inf)
            free = layer.space.holds(some)
            free &= ~shapely.intersects_xy(goal.under[number], *some.T)
            # Where only the shortest way is asked for, others need not be found.
            most = None if exact else ways[:, rows[free]].min(axis=0) - rise[free]
            if goal.feature is not None and self._needs_landing(goal.feature, goal.height):
                landing = self._landing(goal.feature, goal.height, number)
                way = self._landed(landing, number, some)[0] + height - goal.height
            else:
                way[free] = self.map.ask(number, some[free], bare[free], most)[0] + rise[free]
            if self.aloft and number in self.aloft.turned:
                way = np.minimum(way, self.aloft.along(some, height, number)[0])
            if number == 0 and self.off is (goal.feature is not None):
                # It may stay.
                stays = (some == self.map.start).all(axis=1)
                stays &= (not self.off) | (np.abs(height - self.figure.at[2]) <= ON_THE_DOT)
                way[stays] = 0.0
            way[~np.isfinite(height) | (way > self.most)] = np.inf
            if goal.feature is None and not exact and self.board.ground.mesh is not None:
                way[self._hollow(some, layer.space.turn_deg)] = np.inf
            ways[number, rows] = way
            z[rows] = height
        if exact:
            self._arrive(goal, points, ways, z)
            self._judge(goal, points, ways, z)
        facing = ways.argmin(axis=0)
        return ways[facing, np.arange(len(points))], facing, z

    def _arrive(self, goal: Goal, points: Floats, ways: Floats, z: Floats) -> None:
        """Fill in ways to places that are close to what is in the way, where there is no other."""
        if self.aloft:
            self._arrive_aloft(self.aloft, goal, points, ways, z)
        if goal.feature is not None and self._needs_landing(goal.feature, goal.height):
            return
        for number, (layer, region) in enumerate(zip(self.layers, goal.wide, strict=True)):
            rows = np.flatnonzero(np.isinf(ways).all(axis=0))
            rows = rows[shapely.intersects_xy(region, *points[rows].T)]
            rows = rows[~layer.space.holds(points[rows])]
            height, _ = self._heights(goal, points[rows])
            for row, high in zip(rows.tolist(), height.tolist(), strict=True):
                if np.isfinite(high):
                    x, y = points[row].tolist()
                    last = self._last_steps((x, y, high), number, None)
                    z[row] = high
                    ways[number, row] = last[0] if last else np.inf

    def _arrive_aloft(
        self, aloft: Aloft, goal: Goal, points: Floats, ways: Floats, z: Floats
    ) -> None:
        for number in aloft.turned:
            rows = np.flatnonzero(np.isinf(ways).all(axis=0))
            rows = rows[shapely.intersects_xy(goal.wide[number], *points[rows].T)]
            height, _ = self._heights(goal, points[rows])
            for row, high in zip(rows.tolist(), height.tolist(), strict=True):
                if np.isfinite(high):
                    x, y = points[row].tolist()
                    last = aloft.last_steps(self.paths, (x, y, high), number, None)
                    z[row] = high
                    ways[number, row] = last[0] if last else np.inf

    def _last_steps(self, spot: Spot, number: int, turn: float | None) -> tuple[float, Way] | None:
        """The inches and the path to a place that is not free at a facing, by one beside it that
        is: past it straight on where that is legal, else from there."""
        beside = free_beside(self.layers[number].space, np.array([spot[:2]]))
        if np.isnan(beside).any():
            return None
        far, source = self.map.ask(number, beside, self.heights.bare(beside))
        x, y = beside[0].tolist()
        if not far[0] - CLOSE <= self.most:
            return None
        path = self.paths.to((x, y, self.heights.ground(x, y)), number, int(source[0]), None)
        end: Way = [(*spot[:2], self.heights.ground(*spot[:2]), None)]
        end = [*end, (*spot, turn)] if end[0][2] != spot[2] else [(*spot, turn)]
        for start in (path[:-1], path):
            # Where the model has turned there, it has to be gone to.
            if start is path or path[-1][3] is None:
                way = judge_move(self.board, self.figure.id, [*start, *end], self.limit)
                if way.legal:
                    return way.distance.total, [*start, *end]
        return None

    def _needs_landing(self, feature: Feature, height: float) -> bool:
        return needs_landing(self.board, self.figure, feature, height)

    def _landing(self, feature: Feature, height: float, number: int) -> Landing:
        """Where it may go up to a surface at one facing, found once."""
        key = feature.id, height, number
        if key not in self._landings:
            turn = float(self.layers[number].space.turn_deg)
            self._landings[key] = landing(
                self.board, self.figure, self.features, feature, height, turn, self.limit
            )
        return self._landings[key]

    def _landed(self, landing: Landing, number: int, points: Floats) -> tuple[Floats, Ints, Ints]:
        """How far places off the ground are, the spot on the ground below that each way goes up
        from, and the node that it comes from there."""
        spots = landing.spots
        free = np.flatnonzero(self.layers[number].space.holds(spots))
        bare = self.heights.bare(spots[free])
        far, source = np.full(len(spots), np.inf), np.full(len(spots), -2)
        far[free], source[free] = self.map.ask(number, spots[free], bare)
        far[free] += landing.height - bare
        way, of = landing.ways(far, points, self.most)
        return way, of, source

    def _hollow(self, points: Floats, turn_deg: float) -> Bools:
        """(N,) where a base lies too far above the relief under its centre to stand there.

        Looked at on a grid, and told of the nearest place on it.
        """
        outline = self.figure.profile.base.placed((0.0, 0.0), turn_deg)
        step = max(2 * self.limit / RELIEF, 1e-3)
        cells, of = np.unique(np.round(points / step), axis=0, return_inverse=True)
        hollow: Bools = (self.heights.hollow(cells * step, outline) > FLOATING)[of.ravel()]
        return hollow

    def _heights(self, goal: Goal, points: Floats) -> tuple[Floats, Floats]:
        """z of places on a goal, and of table or relief under them."""
        bare = self.heights.bare(points)
        if goal.feature is None:
            return self.heights.grounds(points), bare
        low, high = goal.height - 2 * FLOATING, goal.height + 2 * FLOATING
        return self.heights.on(goal.feature, points, low, high), bare

    def _judge(self, goal: Goal, points: Floats, ways: Floats, z: Floats) -> None:
        """Take out ends that are not legal; those on open ground need no look."""
        rows = np.flatnonzero(np.isfinite(ways).any(axis=0))
        if goal.feature is None and self.board.ground.mesh is None:
            near = np.zeros(len(rows), np.bool_)
            radius = float(np.hypot(*(self.figure.outline - self.figure.at[:2]).T).max())
            spots = shapely.points(points[rows])
            plans = [self.heights.footprint(feature) for feature in self.features]
            others = self.board.figures.values()
            plans += [shapely.Polygon(each.outline) for each in others if each.id != self.figure.id]
            for plan in plans:
                near |= shapely.dwithin(spots, plan, radius + WIDE)
            rows = rows[near]
        for row in rows.tolist():
            at = (float(points[row, 0]), float(points[row, 1]), float(z[row]))
            for number in np.argsort(ways[:, row], kind="stable")[:TRIES].tolist():
                turn = float(self.layers[number].space.turn_deg)
                if ending(self.board, replace(self.figure, at=at, turn_deg=turn)).legal:
                    break
                ways[number, row] = np.inf
            else:
                ways[:, row] = np.inf

    def path_to(self, spot: Spot, turn: float | None) -> Way | None:
        """The shortest legal path that is known to a place, or None."""
        for path in self._candidates(spot, turn):
            if judge_move(self.board, self.figure.id, path, self.limit).legal:
                return path
        return None

    def _candidates(self, spot: Spot, turn: float | None) -> Iterator[Way]:
        """Paths to a place, the shortest first."""
        if spot[:2] == self.figure.at[:2]:
            if not self.off:
                yield [(*spot, turn)]
            elif abs(spot[2] - self.figure.at[2]) <= ON_THE_DOT:
                yield [(*self.figure.at, turn)]
        point, bare = np.array([spot[:2]]), self.heights.bare(np.array([spot[:2]]))
        rise = 0.0 if self.heights.is_ground(*spot) else abs(spot[2] - float(bare[0]))
        found: list[tuple[float, int, int]] = []
        close: list[tuple[float, Way]] = []
        for number, layer in enumerate(self.layers):
            if not layer.space.holds(point)[0]:
                last = self._last_steps(spot, number, turn)
                close += [last] if last else []
                continue
            way, source = self.map.ask(number, point, bare)
            if np.isfinite(way[0]) and way[0] + rise <= self.most:
                found.append((float(way[0]) + rise, number, int(source[0])))
        least = min([far for far, _, _ in found], default=np.inf)
        for number in self.aloft.turned if self.aloft else ():
            assert self.aloft is not None
            along, by = self.aloft.along(point, np.array([spot[2]]), number)
            if not np.isfinite(along[0]):
                last = self.aloft.last_steps(self.paths, spot, number, turn)
                close += [last] if last else []
            elif along[0] <= least:
                x, y, _ = spot
                aside = self.paths.step_aside(number, int(by[0]))
                path = [(x, y, self.figure.at[2], None), (x, y, spot[2], turn)]
                yield [*self.paths.turn_there(number), *aside, *path]
        ordered: list[tuple[float, Callable[[], Way]]] = [
            (far, partial(self.paths.to, spot, facing, node, turn)) for far, facing, node in found
        ]
        ordered += [(far, partial(list, path)) for far, path in close]
        for _, made in sorted(ordered, key=lambda each: each[0]):
            yield made()
        yield from self._landed_paths(spot, turn)

    def _landed_paths(self, spot: Spot, turn: float | None) -> Iterator[Way]:
        """Paths to a place off the ground that go up beside its floor, the shortest first."""
        under = standing(self.board, replace(self.figure, at=spot))
        if under.feature is None:
            return
        feature = self.board.features[under.feature]
        if feature not in self.features or not self._needs_landing(feature, spot[2]):
            return
        found = []
        for number in range(len(self.layers)):
            up = self._landing(feature, spot[2], number)
            way, of, source = self._landed(up, number, np.array([spot[:2]]))
            if of[0] >= 0:
                x, y = up.spots[of[0]].tolist()
                found.append((float(way[0]), number, int(source[of[0]]), x, y))
        for _, number, node, x, y in sorted(found):
            path = self.paths.to((x, y, self.heights.ground(x, y)), number, node, None)
            yield [*path, (x, y, spot[2], None), (*spot, turn)]
