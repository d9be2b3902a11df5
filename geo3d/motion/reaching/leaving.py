"""First steps of a model that stands against what is in its way.

What is in the way is told a little larger than it is (see `cspace`, `plan`): a model that stands
close to it would have no way from there. Short lines that `judge_move` grants lead it away.
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.crossing import line_violations
from geo3d.motion.heights import Heights
from geo3d.motion.path import Leg
from geo3d.motion.reaching.obstacles import enemies, in_the_way
from geo3d.motion.reaching.roadmap import Layer
from geo3d.piece.union import united
from geo3d.rays.segments import Bools, Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure

RINGS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
"""Inches to the places that are tried, the nearest first."""

WAYS = 24
"""Directions that are tried."""

NEAR = 0.05
"""Inches to what is in its way within which a figure off the ground steps aside: from there it
sees round it. A twenty-fifth of the width of a common base."""

ASIDE = 1e-3
"""Inches beyond what is in its way that a figure steps: lines from there do not meet it."""


def first_steps(board: Board, heights: Heights, figure: Figure, layer: Layer) -> Floats:
    """(N, 2) places nearby that a figure on the ground may go to straight, and that are free; none
    where it stands free itself.

    Args:
        layer: the table at its own facing.
    """
    start = np.array(figure.at[:2])
    if layer.space.holds(start[None])[0]:
        return np.empty((0, 2))

    def goes(place: Floats) -> bool:
        x, y = place.tolist()
        leg = Leg(figure.at, (x, y, heights.ground(x, y)), figure.turn_deg, 0.0)
        return not line_violations(board, heights, figure, leg)

    return _around(start, layer.space.holds, goes)


def in_its_way(
    board: Board, figure: Figure, features: list[Feature], turn_deg: float
) -> BaseGeometry:
    """What is in the way of a figure off the ground at its height, at a facing: where the centre of
    its base cannot be.

    Args:
        features: those within reach.
    """
    z, base = figure.at[2], figure.profile.base
    foes = enemies(board, figure, turn_deg, z, z, exact=True)
    return united(
        [*foes, *(in_the_way(board, figure, each, z, base, turn_deg) for each in features)]
    )


def step_aside(
    board: Board, heights: Heights, figure: Figure, met: BaseGeometry, turn_deg: float
) -> Floats:
    """(N, 2) places nearby, at its height, to which a figure off the ground may step at a facing,
    and where nothing is in its way; where it stands is one of them, if nothing is there.

    Args:
        met: what is in its way at that facing; prepared.
    """
    start, z = np.array(figure.at[:2]), figure.at[2]
    far = shapely.distance(met, shapely.Point(start))
    if not far <= NEAR:
        return start[None]

    def free(places: Floats) -> Bools:
        clear: Bools = ~shapely.intersects_xy(met, places[:, 0], places[:, 1])
        return clear

    def goes(place: Floats) -> bool:
        x, y = place.tolist()
        leg = Leg(figure.at, (x, y, z), turn_deg, 0.0)
        return not line_violations(board, heights, figure, leg)

    found = _around(start, free, goes)
    if far > 0.0:
        return np.concatenate([start[None], found])
    # The nearest, too: there may be little room.
    line = shapely.shortest_line(met.boundary, shapely.Point(start))
    edge = shapely.get_coordinates(line)[0]
    out = edge - start
    away = float(np.hypot(*out))
    if 0.0 < away <= RINGS[-1]:
        place: Floats = edge + out / away * ASIDE
        if free(place[None])[0] and goes(place):
            found = np.concatenate([place[None], found])
    return found if len(found) else start[None]


def _around(
    start: Floats, free: Callable[[Floats], Bools], goes: Callable[[Floats], bool]
) -> Floats:
    """(N, 2) places on rings about a start that are free, and that it goes to: the nearest in each
    direction."""
    found: list[Floats] = []
    angle = np.arange(WAYS) * (2 * np.pi / WAYS)
    left = np.column_stack([np.cos(angle), np.sin(angle)])
    for far in RINGS:
        ring = start + far * left
        good = free(ring)
        good[good] = [goes(place) for place in ring[good]]
        found += list(ring[good])
        left = left[~good]
    return np.array(found).reshape(-1, 2)


def with_nodes(layer: Layer, heights: Heights, places: Floats) -> Layer:
    """A layer with more nodes, after its own, on which the model does not rotate."""
    none = np.full(len(places), -1, np.int64)
    return replace(
        layer,
        nodes=np.concatenate([layer.nodes, places]),
        rise=np.concatenate([layer.rise, heights.bare(places)]),
        beside=tuple((number, np.concatenate([same, none])) for number, same in layer.beside),
    )
