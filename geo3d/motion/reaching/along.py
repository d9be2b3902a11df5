"""Straight along at a start's height off the ground, then up or down at the end (13.06)."""

from typing import Any

import numpy as np
import shapely

from geo3d.motion.crossing import MOVED
from geo3d.motion.heights import heights_of
from geo3d.motion.keywords import BESIDE, has_terrain_rules, passes_floors
from geo3d.motion.reaching.cspace import given
from geo3d.motion.reaching.landings import floors_met
from geo3d.motion.reaching.obstacles import enemies, in_the_way
from geo3d.piece.union import united
from geo3d.rays.segments import Bools, Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING


def clear_along(
    board: Board, figure: Figure, features: list[Feature], turn_deg: float, starts: Floats,
    points: Floats, height: Floats,
) -> Bools:  # fmt: skip
    """(N,) whether nothing is in the way of a figure off the ground, straight to places.

    Args:
        features: those within reach.
        turn_deg: its facing on the way.
        starts: (N, 2) where each line begins, at the figure's height.
        points: (N, 2).
        height: (N,) z at which it ends there.
    """
    z, base, heights = figure.at[2], figure.profile.base, heights_of(board)
    lines: Any = shapely.linestrings(np.stack([starts, points], axis=1))
    good = np.ones(len(points), np.bool_)
    inner = min(base.half_x, base.half_y) if base.kind != "hull" else 0.0
    if has_terrain_rules(board):
        near = []
        for feature in features:
            top = feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3]
            if top >= z - FLOATING:
                plan = heights.footprint(feature)
                near.append(plan.buffer(BESIDE + inner, quad_segs=32))
        region = united(near)
        shapely.prepare(region)
        good &= shapely.covers(region, lines)
    if not heights.relief.flat:
        good &= [
            heights.under_ground((*start, z), (*point, z)) is None
            for start, point in zip(starts.tolist(), points.tolist(), strict=True)
        ]
    span = min(z, float(np.nanmin(height))), max(z, float(np.nanmax(height)))
    stops = list(enemies(board, figure, turn_deg, *span, exact=True))
    for feature in features:
        stops.append(in_the_way(board, figure, feature, z, base, turn_deg))
        if not passes_floors(board, figure.profile, feature):
            step = np.abs(height - z)
            good &= step <= FLOATING
            # What passes walls along may meet a ledge in the little that it goes up.
            rows = np.flatnonzero(good & (step > MOVED))
            if len(rows):
                least = min(z, float(height[rows].min())) + board.settings.contact
                most = max(z, float(height[rows].max())) + figure.profile.top
                ledges = floors_met(feature, least, most, base, turn_deg)
                good[rows] = ~shapely.intersects_xy(ledges, *points[rows].T)
    met = given(united(stops))
    shapely.prepare(met)
    good[good] = ~shapely.intersects(met, lines[good])
    return good
