"""First steps of a model that stands against what is in its way.

What is in the way is told a little larger than it is (see `cspace`, `plan`): a model that stands
close to it would have no way from there. Short lines that `judge_move` grants lead it away.
"""

from dataclasses import replace

import numpy as np
import shapely

from geo3d.motion.crossing import line_violations
from geo3d.motion.heights import Heights
from geo3d.motion.path import Leg
from geo3d.motion.reaching.obstacles import in_the_way
from geo3d.motion.reaching.roadmap import Layer
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure

RINGS = (0.02, 0.05, 0.1, 0.15, 0.2, 0.3)
"""Inches to the places that are tried, the nearest first."""

WAYS = 24
"""Directions that are tried."""

ENOUGH = 4
"""Places that will do."""

ASIDE = 1e-3
"""Inches beyond what is in its way that a figure steps: lines from there do not meet it."""


def first_steps(board: Board, heights: Heights, figure: Figure, layer: Layer) -> Floats:
    """(N, 2) places nearby that a figure on the ground may go to straight, and that are free; none
    where it stands free itself.

    Args:
        layer: the table at its own facing.
    """
    start = np.array(figure.at[:2])
    found: list[Floats] = []
    if layer.space.holds(start[None])[0]:
        return np.empty((0, 2))
    angle = np.arange(WAYS) * (2 * np.pi / WAYS)
    for far in RINGS:
        ring = start + far * np.column_stack([np.cos(angle), np.sin(angle)])
        for place in ring[layer.space.holds(ring)]:
            x, y = place.tolist()
            leg = Leg(figure.at, (x, y, heights.ground(x, y)), figure.turn_deg, 0.0)
            if not line_violations(board, heights, figure, leg):
                found.append(place)
        if len(found) >= ENOUGH:
            break
    return np.array(found).reshape(-1, 2)


def step_aside(
    board: Board, heights: Heights, figure: Figure, features: list[Feature], turn_deg: float
) -> Floats:
    """(2,) the nearest place at its height to which a figure off the ground may step at a facing,
    and where nothing is in its way; where it stands if nothing is, or no such step is legal.

    Args:
        features: those within reach.
    """
    start, z = np.array(figure.at[:2]), figure.at[2]
    base = figure.profile.base
    met = united([in_the_way(board, figure, each, z, base, turn_deg) for each in features])
    if not shapely.intersects_xy(met, *start):
        return start
    line = shapely.shortest_line(met.boundary, shapely.Point(start))
    edge = shapely.get_coordinates(line)[0]
    out = edge - start
    far = float(np.hypot(*out))
    if 0.0 < far <= RINGS[-1]:
        place: Floats = edge + out / far * ASIDE
        x, y = place.tolist()
        leg = Leg(figure.at, (x, y, z), turn_deg, 0.0)
        clear = not shapely.intersects_xy(met, x, y)
        if clear and not line_violations(board, heights, figure, leg):
            return place
    return start


def with_nodes(layer: Layer, heights: Heights, places: Floats) -> Layer:
    """A layer with more nodes, after its own, on which the model does not rotate."""
    none = np.full(len(places), -1, np.int64)
    return replace(
        layer,
        nodes=np.concatenate([layer.nodes, places]),
        rise=np.concatenate([layer.rise, heights.bare(places)]),
        beside=tuple((number, np.concatenate([same, none])) for number, same in layer.beside),
    )
