"""Paths as `judge_move` takes them, of ways that a roadmap has found."""

from dataclasses import dataclass

import numpy as np

from geo3d.motion.heights import Heights, Spot
from geo3d.motion.reaching.climbs import climbed, places
from geo3d.motion.reaching.roadmap import Roadmap
from geo3d.motion.reaching.visible import seen_from
from geo3d.rays.segments import Floats
from geo3d.table.figures import Figure

Way = list[tuple[float, float, float, float | None]]
"""Points (x, y, z, turn) after the start; turn None: the facing is kept."""


def nearest_facing(figure: Figure, facing: float, wanted: float) -> float:
    """The facing nearest to one in which a figure's base lies as in another, degrees."""
    same = 360.0 if figure.profile.base.kind == "hull" else 180.0
    return wanted + same * round((facing - wanted) / same)


@dataclass(frozen=True, eq=False)
class Paths:
    """Paths of a figure.

    Attributes:
        map: the ways from where it stands.
        off: whether it stands off the ground.
    """

    heights: Heights
    figure: Figure
    map: Roadmap
    off: bool

    def to(self, spot: Spot, number: int, source: int, turn: float | None) -> Way:
        way = self.map.way_to(number, source)
        path: Way = []
        (layer, place), at, z = self.map.begins(number, source), self.map.start, self.figure.at[2]
        facing, on_top = self.figure.turn_deg, bool(self.map.tops)
        if self.off and not on_top:
            z = self.heights.ground(*at)
            path.append((*self.map.start.tolist(), z, None))
        elif layer:
            path = self.turn_there(layer)
            facing = self._facing(facing, layer)
        if on_top:
            path += self.step_aside(layer, place)
            at = self.map.aside[layer][place]
        for other, node in way:
            to = self.map.layers[other].nodes[node]
            if other != layer:
                # A rotation on the spot.
                path = path or [(*at.tolist(), z, None)]
                facing = self._facing(facing, other)
                path[-1] = (*path[-1][:3], facing)
                layer = other
                if np.array_equal(to, at):
                    continue
            path += self._line(layer, at, to, on_top)
            at, z, on_top = to, path[-1][2], False
        path += self._line(layer, at, np.array(spot[:2]), on_top)
        if not self.heights.is_ground(*spot):
            path.append((*spot, None))
        if turn is not None:
            path[-1] = (*path[-1][:3], turn)
        return path

    def turn_there(self, number: int) -> Way:
        """A rotation where it stands to a facing; none to its own."""
        if number == 0:
            return []
        return [(*self.figure.at, self._facing(self.figure.turn_deg, number))]

    def _facing(self, facing: float, number: int) -> float:
        """The facing of a layer, degrees, as near to another as it can be told."""
        return nearest_facing(self.figure, facing, float(self.map.layers[number].space.turn_deg))

    def step_aside(self, number: int, place: int) -> Way:
        """The step that it takes at a facing before it goes on off the ground; most often none."""
        to = self.map.aside[number][place]
        if np.array_equal(to, self.map.start):
            return []
        return [(*to.tolist(), self.figure.at[2], None)]

    def _line(self, number: int, start: Floats, end: Floats, on_top: bool) -> Way:
        """A straight line on the ground, with the climbs that it needs."""
        layer = self.map.layers[number]
        ground = self.heights.ground

        def spot(share: float, z: float | None) -> tuple[float, float, float, None]:
            x, y = (start + share * (end - start)).tolist()
            return x, y, ground(x, y) if z is None else z, None

        last = spot(1.0, None)
        if on_top:
            (share,) = self.map.tops[number].drops(start, end[None]).tolist()
            return [spot(share, self.figure.at[2]), spot(share, None), last]
        seen = np.zeros(1, np.bool_)
        seen_from(start, end[None], np.ones(1, np.bool_), layer.space.walls, seen)
        if seen[0]:
            return [last]
        _, chosen = climbed(layer.climbs, start, end[None])
        stops: list[tuple[float, float | None, float | None]] = []
        for each, level in zip(layer.climbs, chosen[0].tolist(), strict=True):
            if level >= 0:
                z = each.heights[level]
                for k, share in enumerate(places(each.find(z), start, end)):
                    stops.append((share, None, z) if k % 2 == 0 else (share, z, None))
        path: Way = []
        for share, before, after in sorted(stops, key=lambda stop: stop[0]):
            path += [spot(share, before), spot(share, after)]
        return [*path, last]
