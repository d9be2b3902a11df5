"""Where a model may end a move: the ground, and each surface off the ground, in plan."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.keywords import LOW, may_end_off_ground, passes_floors, passes_walls
from geo3d.motion.overhang import filled
from geo3d.motion.reaching.cspace import given, inner_box, shrunk
from geo3d.motion.reaching.obstacles import enemies, no_end
from geo3d.motion.standable import standables_of
from geo3d.piece.surfaces import surfaces
from geo3d.piece.union import common, united, without
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING
from geo3d.tolerances import ON_THE_DOT


@dataclass(frozen=True, eq=False)
class Goal:
    """The ground, or a surface.

    Attributes:
        feature: whose surface it is; None for the ground.
        height: mean z of the surface; 0 for the ground.
        regions: for each facing, where the centre of the base may end, its base level; prepared.
        wide: the same, where it may end leaning, or close to others, if at all: each such end is
            to be judged.
        under: for each facing, where it does not come straight up from the ground: enemies.
    """

    feature: Feature | None
    height: float
    regions: tuple[BaseGeometry, ...]
    wide: tuple[BaseGeometry, ...]
    under: tuple[BaseGeometry, ...]


def goals(
    board: Board, figure: Figure, turns: Floats, features: list[Feature], limit: float
) -> list[Goal]:
    """The ground and the surfaces that a model may end on, as far as it can get.

    Args:
        turns: the facings, degrees.
        features: those that can be come to.
        limit: inches that it can go.
    """
    found = [_ground(board, figure, turns, features, limit)]
    if not may_end_off_ground(board, figure.profile):
        return found
    known = standables_of(board)
    for row, feature in enumerate(board.features.values()):
        if feature not in features:
            continue
        for number in range(len(surfaces(feature.piece.mesh, board.settings.max_tilt))):
            place = row, number
            high = known[place].height
            off = high > feature.ground_level + board.settings.ground_step + ON_THE_DOT
            if off and _may_be_come_to(board, figure, feature, high):
                goal = _surface(board, figure, turns, features, place, limit)
                if not all(shapely.is_empty(region) for region in goal.regions):
                    found.append(goal)
    return found


def _may_be_come_to(board: Board, figure: Figure, feature: Feature, height: float) -> bool:
    """Whether a model may end on a surface of a feature at a height, having come there."""
    return (
        passes_walls(board, figure.profile, feature)
        or height <= feature.ground_level + LOW + ON_THE_DOT
        or abs(height - figure.at[2]) <= FLOATING
    )


def needs_landing(board: Board, figure: Figure, feature: Feature, height: float) -> bool:
    """Whether a model comes to a height of a feature only from beside its floors."""
    profile = figure.profile
    return (
        not passes_floors(board, profile, feature)
        and passes_walls(board, profile, feature)
        and height > feature.ground_level + LOW + ON_THE_DOT
    )


def _window(figure: Figure, limit: float) -> tuple[Floats, Floats]:
    at = np.array(figure.at[:2])
    far = limit + float(np.hypot(*(figure.outline - at).T).max())
    return at - far, at + far


def _ground(
    board: Board, figure: Figure, turns: Floats, features: list[Feature], limit: float
) -> Goal:
    base = figure.profile.base
    window = _window(figure, limit)
    regions: list[BaseGeometry] = []
    wide: list[BaseGeometry] = []
    for turn in turns:
        about = shapely.box(*(window[0] - 1.0), *(window[1] + 1.0))
        box = common(inner_box(board.size, base, float(turn)), about)
        for each, surely in ((regions, False), (wide, True)):
            blocked = no_end(board, figure, features, None, float(turn), window, surely)
            region = without(box, blocked)
            shapely.prepare(region)
            each.append(region)
    return Goal(None, 0.0, tuple(regions), tuple(wide), (shapely.Polygon(),) * len(turns))


def _surface(
    board: Board,
    figure: Figure,
    turns: Floats,
    features: list[Feature],
    place: tuple[int, int],
    limit: float,
) -> Goal:
    base = figure.profile.base
    known = standables_of(board)
    one = known[place]
    feature = board.features[one.feature]
    # Over the edge of this surface the base may stand on what is one with it; its centre is here.
    whole, here = filled(known.united(place, [])), one.outer
    assert isinstance(whole, BaseGeometry)
    regions: list[BaseGeometry] = []
    wide: list[BaseGeometry] = []
    under: list[BaseGeometry] = []
    small = shapely.area(whole) < shapely.Polygon(base.polygon).area
    if small or shapely.distance(here, shapely.Point(figure.at[:2])) > limit:
        nowhere = (shapely.Polygon(),) * len(turns)
        return Goal(feature, one.height, nowhere, nowhere, nowhere)
    for turn in turns:
        whole_region = common(shrunk(whole, base, float(turn)), here)
        whole_region = common(whole_region, inner_box(board.size, base, float(turn)))
        for each, surely in ((regions, False), (wide, True)):
            region = whole_region
            if not region.is_empty:
                low, high = np.array(region.bounds).reshape(2, 2)
                blocked = no_end(
                    board, figure, features, one.height, float(turn), (low, high), surely
                )
                region = without(region, blocked)
            shapely.prepare(region)
            each.append(region)
        # Whom it would meet on its way up.
        ground = feature.ground_level + FLOATING
        met = united(enemies(board, figure, float(turn), ground, one.height, exact=True))
        met = given(met)
        shapely.prepare(met)
        under.append(met)
    return Goal(feature, one.height, tuple(regions), tuple(wide), tuple(under))
