"""The table as a roadmap sees it: for each facing a layer, and what is in the way."""

import numpy as np
import shapely

from geo3d.motion.heights import Heights
from geo3d.motion.reaching.climbs import Climbable, climbable
from geo3d.motion.reaching.cspace import inner_box, of_base
from geo3d.motion.reaching.obstacles import enemies, enemies_on_ground, in_the_way
from geo3d.motion.reaching.roadmap import Layer
from geo3d.motion.reaching.spaces import Space, space
from geo3d.motion.sweep import hull, swept_turn
from geo3d.piece.union import united
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.bases import Base
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure

TURNS = 16
"""Facings of a base that is not round, in a whole turn, from the model's own on."""

BENDS, FEW_BENDS = 12, 6
"""Places along the limit at which ways may bend on a relief: for one facing, and for many."""

COARSE = 0.003
"""Inches by which the outline about a turning base may lie outside of it."""


def facings(base: Base) -> Floats:
    """Degrees from a model's own facing to each that is looked at."""
    if base.kind == "round":
        return np.zeros(1)
    if base.kind == "hull":
        return np.linspace(0.0, 360.0, TURNS, endpoint=False)
    # Half a turn brings ovals and rectangles to themselves.
    return np.linspace(0.0, 180.0, TURNS // 2, endpoint=False)


def near_features(board: Board, heights: Heights, at: Floats, far: float) -> list[Feature]:
    """The features within a distance of a place, in plan."""
    spot = shapely.Point(at)
    return [
        feature
        for feature in board.features.values()
        if shapely.distance(heights.footprint(feature), spot) <= far
    ]


def layers(
    board: Board, heights: Heights, figure: Figure, features: list[Feature], limit: float
) -> list[Layer]:
    """A layer for each facing.

    Args:
        features: those that can be come to.
        limit: inches; corners farther from the figure are left out.
    """
    base = figure.profile.base
    turns = figure.turn_deg + facings(base)
    spaces, climbs, hards = [], [], []
    for turn in turns:
        box = inner_box(board.size, base, float(turn))
        foes = united(enemies_on_ground(board, figure, float(turn)))
        # A climb may meet those that stand higher.
        hard = united(enemies(board, figure, float(turn), -np.inf, np.inf))
        soft = [
            in_the_way(board, figure, feature, feature.ground_level, base, float(turn))
            for feature in features
        ]
        spaces.append(space(box, united([foes, *soft]), float(turn)))
        hards.append(space(box, hard, float(turn)))
        climbs.append(_climbs(board, figure, features, float(turn), limit))
    fine = BENDS if len(spaces) == 1 else FEW_BENDS
    bends = heights.relief.bends(np.array(figure.at[:2]), limit, limit / fine)
    corners = [
        near(np.concatenate([each.corners, bends[each.holds(bends)]]), figure, limit)
        for each in spaces
    ]
    nodes = _nodes(corners, spaces, figure)
    made = []
    for number, each in enumerate(spaces):
        rise = heights.bare(nodes[number])
        made.append(Layer(each, nodes[number], rise, hards[number], climbs[number]))
    if len(spaces) == 1:
        return made
    return [
        Layer(one.space, one.nodes, one.rise, one.hard, one.climbs, beside)
        for one, beside in zip(made, _turned(board, figure, features, made, turns), strict=True)
    ]


def near(points: Floats, figure: Figure, limit: float) -> Floats:
    """Those of points (N, 2) within a distance of a figure's place."""
    kept: Floats = points[np.hypot(*(points - figure.at[:2]).T) <= limit]
    return kept


def _climbs(
    board: Board, figure: Figure, features: list[Feature], turn_deg: float, limit: float
) -> list[Climbable]:
    found = [climbable(board, figure, feature, turn_deg, limit) for feature in features]
    return [each for each in found if each is not None]


def _nodes(corners: list[Floats], spaces: list[Space], figure: Figure) -> list[Floats]:
    """The nodes of each layer: its corners, and those of its neighbours, where they are free."""
    start = np.array([figure.at[:2]])
    if len(corners) == 1:
        return corners
    found = []
    for number, each in enumerate(spaces):
        around = [corners[(number + step) % len(corners)] for step in (0, -1, 1)]
        points = np.unique(np.concatenate([start, *around]), axis=0)
        found.append(points[each.holds(points)])
    return found


def _turned(
    board: Board, figure: Figure, features: list[Feature], made: list[Layer], turns: Floats
) -> list[tuple[tuple[int, Ints], ...]]:
    """Where a model may rotate from each facing to the next and to the one before."""
    number = len(made)
    step = float(turns[1] - turns[0])
    links: list[list[tuple[int, Ints]]] = [[] for _ in range(number)]
    for one in range(number):
        other = (one + 1) % number
        free = _free_to_turn(board, figure, features, made[one].nodes, float(turns[one]), step)
        same = _same(made[one].nodes, made[other].nodes)
        same[~free] = -1
        back = np.full(len(made[other].nodes), -1, np.int64)
        rows = np.flatnonzero(same >= 0)
        back[same[rows]] = rows
        links[one].append((other, same))
        links[other].append((one, back))
    return [tuple(each) for each in links]


def _free_to_turn(
    board: Board, figure: Figure, features: list[Feature], points: Floats, turn_deg: float,
    by_deg: float,
) -> Bools:  # fmt: skip
    whole = _turning(figure.profile.base, turn_deg, by_deg)
    blocked = [
        in_the_way(board, figure, feature, feature.ground_level, whole, 0.0) for feature in features
    ]
    for other in board.figures.values():
        if other.player != figure.player:
            blocked.append(of_base(other.outline, whole, 0.0))
    room = space(inner_box(board.size, whole, 0.0), united(blocked), turn_deg)
    return room.holds(points)


def _same(points: Floats, others: Floats) -> Ints:
    """(N,) which of the others lies at the same place as each point, or -1."""
    places = {(x, y): number for number, (x, y) in enumerate(others.tolist())}
    return np.array([places.get((x, y), -1) for x, y in points.tolist()], dtype=np.int64)


def _turning(base: Base, turn_deg: float, by_deg: float) -> Base:
    """What a base covers while it turns, as a base of few sides that holds it."""
    outline = hull(np.concatenate(swept_turn(base, (0.0, 0.0), turn_deg, by_deg)))
    # Few corners, and moved out: where an outline begins, `simplify` may stray by twice as much.
    few = shapely.Polygon(outline).simplify(COARSE / 2).buffer(COARSE, join_style="mitre")
    corners = hull(shapely.get_coordinates(few))
    low, high = corners.min(axis=0), corners.max(axis=0)
    return Base("hull", float(high[0] - low[0]) / 2, float(high[1] - low[1]) / 2, corners)
