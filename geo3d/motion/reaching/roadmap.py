"""Shortest ways over the table: a visibility graph, one layer for each facing.

Among polygons a shortest path bends only at their concave corners as seen from the free space
(Lozano-Perez and Wesley 1979). Corners are joined by straight lines that meet nothing, and by lines
that climb over a feature; layers by rotations on the spot. The ways from the start are found with
Dijkstra's method, and lines are looked at only where they could shorten one.
"""

import heapq
import math
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from geo3d.motion.reaching.climbs import Climbable, climbed
from geo3d.motion.reaching.dropping import Top
from geo3d.motion.reaching.spaces import Space
from geo3d.motion.reaching.visible import nearest, seen_from
from geo3d.motion.relief import Relief
from geo3d.rays.segments import Bools, Floats, Ints

SHORTER = 1e-9
"""Inches by which another way must be shorter to count."""


BATCH = 4.0
"""Inches: climbs whose lengths may differ by no more are looked at together."""

Heap = list[tuple[float, int, int]]
"""Inches, layer and node; the complement of a node: climbs from there that were put off."""


@dataclass(frozen=True, eq=False)
class Layer:
    """The table at one facing.

    Attributes:
        space: what is free.
        nodes: (N, 2) corners where ways may bend, all of them free.
        rise: (N,) height of the ground there that counts.
        hard: what is free of what cannot be climbed: the battlefield's edge, enemy models.
        climbs: features in the way, with how they can be climbed.
        beside: for each neighbouring layer its number, and (N,) the node at the same place to which
            the model may rotate, or -1.
    """

    space: Space
    nodes: Floats
    rise: Floats
    hard: Space
    climbs: list[Climbable]
    beside: tuple[tuple[int, Ints], ...] = ()

    @cached_property
    def least(self) -> float:
        """The least inches that any climb comes to."""
        return min((each.least for each in self.climbs), default=math.inf)


@dataclass(frozen=True)
class Step:
    """How a place was come to.

    Attributes:
        layer, node: from where; for the start see `from_start`.
    """

    layer: int
    node: int


def from_start(place: int) -> int:
    """What stands for the start where a node would, -1 or below -2, by the number of the place that
    a model steps to first."""
    return -2 - place if place else -1


def first_place(node: int) -> int:
    """The number of the place that a model steps to first; see `from_start`."""
    return -2 - node if node < -1 else 0


@dataclass(eq=False)
class Roadmap:
    """The ways from a start. Grows while it is built; then only asked.

    Attributes:
        layers: one for each facing.
        start: (2,).
        tops: where the start lies on a feature that the model may not pass: how it leaves it, for
            each facing that it may turn to there; else empty, and the start is on the ground.
        aside: (K, 2) for each of them, where it may step before it leaves that feature, at its
            height.
        begun: inches already gone when the model stands on the ground at the start, and up to it.
        high: the height of the start that counts.
        relief: how far lines on the ground go up and down.
        steps: how many of the last nodes of the first layer are come to straight from a start that
            is not free itself.
        limit: no way is longer.
        far: for each layer (N,) how far each node is.
        by: for each layer, how each node was come to.
        done: for each layer, whether that is the shortest way.
        off: for layers and nodes the nodes that climbs from there may lead to, and the inches
            there without the climb.
    """

    layers: list[Layer]
    start: Floats
    limit: float
    high: float
    relief: Relief
    begun: float = 0.0
    tops: dict[int, Top] = field(default_factory=dict)
    aside: dict[int, Floats] = field(default_factory=dict)
    steps: int = 0
    far: list[Floats] = field(default_factory=list)
    by: list[list[Step | None]] = field(default_factory=list)
    done: list[Bools] = field(default_factory=list)
    off: dict[tuple[int, int], tuple[Ints, Floats]] = field(default_factory=dict)

    @property
    def _past(self) -> float:
        """Inches that no way is as long as."""
        return self.limit + SHORTER

    def build(self) -> None:
        """Find the ways to all nodes within the limit."""
        self.far = [np.full(len(layer.nodes), np.inf) for layer in self.layers]
        self.by = [[None] * len(layer.nodes) for layer in self.layers]
        self.done = [np.zeros(len(layer.nodes), np.bool_) for layer in self.layers]
        heap: Heap = []
        for number in self.tops or (0,):
            layer = self.layers[number]
            way, by = self._from_start(number, layer.nodes, layer.rise)
            for first in np.flatnonzero(way <= self.limit).tolist():
                step = Step(number, int(by[first]))
                self._come(heap, number, first, float(way[first]), step)
        layer = self.layers[0]
        for first in range(len(layer.nodes) - self.steps, len(layer.nodes)):
            to, rise = layer.nodes[first : first + 1], layer.rise[first : first + 1]
            far = self.begun + np.hypot(*(to - self.start).T) + np.abs(rise - self.high)
            far += self._more(self.start, self.high, to, rise, 0.0)
            if far[0] <= self.limit:
                self._come(heap, 0, first, float(far[0]), Step(0, -1))
        while heap:
            come, number, node = heapq.heappop(heap)
            if node < 0:
                self._climb_on(heap, come, number, ~node)
                continue
            if self.done[number][node] or come > self.far[number][node]:
                continue
            self.done[number][node] = True
            self._leave(heap, come, number, node)

    def _leave(self, heap: Heap, far: float, number: int, node: int) -> None:
        layer = self.layers[number]
        at = layer.nodes[node]
        way = far + np.hypot(*(layer.nodes - at).T) + np.abs(layer.rise - layer.rise[node])
        wanted = ~self.done[number] & (way < self.far[number] - SHORTER) & (way <= self.limit)
        if wanted.any():
            seen = np.zeros(len(way), np.bool_)
            seen_from(at, layer.nodes, wanted, layer.space.walls, seen)
            rest, straight = np.flatnonzero(wanted & ~seen), np.flatnonzero(seen)
            high, rise = float(layer.rise[node]), layer.rise
            total = way[straight] + self._more(at, high, layer.nodes[straight], rise[straight])
            for other, value in zip(straight.tolist(), total.tolist(), strict=True):
                if value <= self.limit:
                    self._come(heap, number, other, value, Step(number, node))
            self._put_off(heap, number, node, rest, way[rest])
        for neighbour, same in layer.beside:
            if same[node] >= 0:
                self._come(heap, neighbour, int(same[node]), far, Step(number, node))

    def _put_off(self, heap: Heap, number: int, node: int, others: Ints, way: Floats) -> None:
        """Climbs from a node are looked at when none of them can be shorter than what is looked at
        first: by then most of what they lead to has been come to otherwise.

        Args:
            others: (N,) nodes that a climb may lead to; way: (N,) inches there without it.
        """
        least = self.layers[number].least
        good = ~self.done[number][others] & (way + least <= self.limit)
        good &= way + least < self.far[number][others] - SHORTER
        others, way = others[good], way[good]
        if len(others):
            self.off[number, node] = others, way
            heapq.heappush(heap, (float(way.min()) + least, number, ~node))

    def _climb_on(self, heap: Heap, far: float, number: int, node: int) -> None:
        """Look at those climbs from a node that were put off and may be short by now."""
        others, way = self.off.pop((number, node))
        layer = self.layers[number]
        now = way + layer.least <= far + BATCH
        self._put_off(heap, number, node, others[~now], way[~now])
        rest, way = others[now], way[now]
        at, high = layer.nodes[node], float(layer.rise[node])
        room = np.minimum(self.far[number][rest], self._past) - way
        short = ~self.done[number][rest] & (room > layer.least)
        rest, way, room = rest[short], way[short], room[short]
        if len(rest):
            total = way + _climb(layer, at, layer.nodes[rest], room)
            total += self._more(at, high, layer.nodes[rest], layer.rise[rest], 0.0)
            for other, value in zip(rest.tolist(), total.tolist(), strict=True):
                if value <= self.limit:
                    self._come(heap, number, other, value, Step(number, node))

    def _come(self, heap: Heap, number: int, node: int, far: float, by: Step) -> None:
        if far < self.far[number][node] - SHORTER:
            self.far[number][node] = far
            self.by[number][node] = by
            heapq.heappush(heap, (far, number, node))

    def _from_start(self, number: int, points: Floats, rise: Floats) -> tuple[Floats, Ints]:
        """(N,) how far places are, straight from the start at a facing; (N,) see `from_start`."""
        if self.tops:
            return self._from_top(number, points, rise)
        layer = self.layers[number]
        way: Floats = self.begun + np.hypot(*(points - self.start).T) + np.abs(rise - self.high)
        seen = np.zeros(len(points), np.bool_)
        wanted = way <= self.limit
        seen_from(self.start, points, wanted, layer.space.walls, seen)
        rest = np.flatnonzero(wanted & ~seen)
        rest = rest[way[rest] + layer.least <= self.limit]
        over = way[rest] + _climb(layer, self.start, points[rest], self._past - way[rest])
        over += self._more(self.start, self.high, points[rest], rise[rest], 0.0)
        way += self._more(self.start, self.high, points, rise)
        way[~seen] = np.inf
        way[rest] = over
        return way, np.full(len(points), -1, np.int64)

    def _from_top(self, number: int, points: Floats, rise: Floats) -> tuple[Floats, Ints]:
        best = np.full(len(points), np.inf)
        by = np.full(len(points), -1, np.int64)
        for place, start in enumerate(self.aside[number]):
            step = self.begun + float(np.hypot(*(start - self.start)))
            way = step + np.hypot(*(points - start).T) + np.abs(rise - self.high)
            rows = np.flatnonzero((way <= self.limit) & (way < best))
            rows = rows[np.isfinite(self.tops[number].drops(start, points[rows]))]
            way = way[rows] + self._more(start, self.high, points[rows], rise[rows], 0.0)
            better = way < best[rows]
            best[rows[better]], by[rows[better]] = way[better], from_start(place)
        return best, by

    def ask(
        self, number: int, points: Floats, rise: Floats, most: Floats | None = None
    ) -> tuple[Floats, Ints]:
        """How far places are at one facing, and the node that the way to each comes from.

        Args:
            number: of the layer.
            points: (N, 2), all of them free; rise: (N,) their heights that count.
            most: (N,) only shorter ways are looked for; None for all within the limit.

        Returns:
            (N,) inches, infinite where there is no such way; (N,) the node, -2 for none; for the
            start see `from_start`.
        """
        layer = self.layers[number]
        distance = np.full(len(points), np.inf) if most is None else most.copy()
        source = np.full(len(points), -2, np.int64)
        if number in (self.tops or (0,)):
            way, by = self._from_start(number, points, rise)
            good = (way <= self.limit) & (way < distance)
            distance[good], source[good] = way[good], by[good]
        kept = np.flatnonzero(self.done[number])
        kept = kept[np.argsort(self.far[number][kept], kind="stable")]
        if len(kept):
            found = np.full(len(points), -1, np.int64)
            nodes, far = layer.nodes[kept], self.far[number][kept]
            nearest(
                points, rise, nodes, far, layer.rise[kept], layer.space.walls, self.limit,
                self.relief.grid, self.relief.step, self.relief.least, distance, found,
            )  # fmt: skip
            source[found >= 0] = kept[found[found >= 0]]
            self._over(layer, kept, points, rise, distance, source, number)
        distance[source == -2] = np.inf
        return distance, source

    def _over(
        self, layer: Layer, kept: Ints, points: Floats, rise: Floats, distance: Floats,
        source: Ints, number: int,
    ) -> None:  # fmt: skip
        """Shorten ways to places by climbs from nodes."""
        least = layer.least
        # No way is shorter than straight from the start.
        shortest = self.begun + np.hypot(*(points - self.start).T) + least
        open_ = np.flatnonzero(shortest < np.minimum(distance, self._past))
        if not len(open_):
            return
        for node in kept:
            if self.far[number][node] + least > self.limit:
                break
            at = layer.nodes[node]
            most = np.minimum(distance[open_], self._past)
            way = self.far[number][node] + np.hypot(*(points[open_] - at).T)
            way += np.abs(rise[open_] - layer.rise[node])
            short = way + least < most
            rows, way, room = open_[short], way[short], (most - way)[short]
            if not len(rows):
                continue
            total = way + _climb(layer, at, points[rows], room)
            high = float(layer.rise[node])
            total += self._more(at, high, points[rows], rise[rows], 0.0)
            better = (total < distance[rows]) & (total <= self.limit)
            distance[rows[better]], source[rows[better]] = total[better], node

    def _more(
        self, start: Floats, high: float, ends: Floats, rise: Floats, least: float | None = None
    ) -> Floats:
        """(N,) inches that lines on the ground go up and down, beyond what their ends differ by."""
        more: Floats = self.relief.up_and_down(start, high, ends, rise, least) - np.abs(rise - high)
        return more

    def begins(self, number: int, node: int) -> tuple[int, int]:
        """The layer in which the way to a node leaves the start, and the first place on it."""
        while node >= 0:
            step = self.by[number][node]
            assert step is not None
            number, node = step.layer, step.node
        return number, first_place(node)

    def way_to(self, number: int, node: int) -> list[tuple[int, int]]:
        """The layers and nodes from the start on, the start itself left out, to a node."""
        found: list[tuple[int, int]] = []
        while node >= 0:
            found.append((number, node))
            step = self.by[number][node]
            assert step is not None
            number, node = step.layer, step.node
        return found[::-1]


def _climb(layer: Layer, start: Floats, ends: Floats, room: Floats) -> Floats:
    """(N,) inches up and down on lines that are not clear; infinite where nothing is climbed, or
    not in fewer inches than there is room for."""
    free = np.zeros(len(ends), np.bool_)
    # An outline tells nothing of lines that lie within it wholly.
    if layer.hard.holds(start[None])[0]:
        seen_from(start, ends, layer.hard.holds(ends), layer.hard.walls, free)
    more, _ = climbed(layer.climbs, start, ends, room)
    up: Floats = np.where(free & (more > 0.0), more, np.inf)
    return up
