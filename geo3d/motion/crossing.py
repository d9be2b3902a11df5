"""What a base may not pass on its way: the battlefield's edge, enemy models, dense terrain.

Rules 03.01 and 13.06. Each check gives the violations of one sweep, a line or a rotation.
"""

import math
from dataclasses import replace
from typing import Any

import numpy as np
import shapely

from geo3d.motion.heights import Heights, Spot
from geo3d.motion.keywords import BESIDE, LOW, has_terrain_rules, passes_floors, passes_walls
from geo3d.motion.path import Leg
from geo3d.motion.result import Violation
from geo3d.motion.sections import Sweep, sections
from geo3d.motion.sweep import STEP_DEG, drawn_in, hull, swept_line, swept_turn
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.tolerances import CLEAR_OF, ON_THE_DOT

MOVED = 1e-9
"""Inches: a line shorter than this in plan is upright."""


def line_violations(board: Board, heights: Heights, figure: Figure, leg: Leg) -> list[Violation]:
    """What a straight line breaks on its way; its end is judged apart."""
    start, end = np.array(leg.start), np.array(leg.end)
    way = end - start
    length = math.hypot(way[0], way[1])
    outline = figure.profile.base.placed(leg.start[:2], leg.turn_deg)
    swept = swept_line(outline, way[:2]) if length > MOVED else outline
    found = edge_violations(board, [swept], leg.end)
    if length <= MOVED and abs(way[2]) <= MOVED:
        return found
    span = min(start[2], end[2]), max(start[2], end[2])
    found += enemy_violations(board, figure, [swept], span)
    inner = drawn_in(swept)
    contact = board.settings.contact
    body = math.inf if board.settings.overhead_counts else figure.profile.top
    if length > MOVED:
        slope = way[:2] / length * (way[2] / length)
        sweep = Sweep(inner, start, slope, contact, body)
    else:
        high = span[1] - span[0] + (body if way[2] > 0.0 else -contact)
        sweep = Sweep(inner, np.array([*leg.start[:2], span[0]]), np.zeros(2), contact, high)
    # From ground to ground it goes along, though it steps onto a base plate, or a hill rises.
    along = abs(way[2]) <= MOVED or (heights.is_ground(*leg.start) and heights.is_ground(*leg.end))
    for feature in board.features.values():
        if passes_floors(board, figure.profile, feature):
            continue
        walls_too = not passes_walls(board, figure.profile, feature)
        if length > MOVED and not walls_too and along:
            continue
        broken = _feature_violations(feature, sweep, walls_too, length <= MOVED)
        if broken and length > MOVED:
            first = replace(sweep, outline=outline)
            broken = _coming_off(feature, first, way[:2], walls_too, broken)
        found += broken
    return found + _away_violations(board, heights, outline, leg)


def _coming_off(
    feature: Feature, sweep: Sweep, way: Floats, walls_too: bool, broken: list[Violation]
) -> list[Violation]:
    """What a line runs into that begins up to `contact` within a feature, as a model may stand.

    Within the first `BESIDE` it must be clear of it, no deeper on the way there, and stay clear.

    Args:
        sweep: of the base where the line begins.
        way: (2,) where it goes.
        broken: what it runs into were it to begin clear; given back where it does not come off.
    """
    length = math.hypot(way[0], way[1])
    outline, contact = sweep.outline, sweep.low

    def met(swept: Floats) -> bool:
        return bool(_feature_violations(feature, replace(sweep, outline=swept), walls_too, False))

    if not met(drawn_in(outline)) or met(drawn_in(outline, contact)):
        return broken
    far = contact / 4
    while far < min(length, BESIDE) and met(drawn_in(outline + way * (far / length))):
        far *= 2
    share = min(far, length) / length
    if far > BESIDE or met(drawn_in(swept_line(outline, way * share), contact)):
        return broken
    return [] if not met(drawn_in(swept_line(outline + way * share, way * (1 - share)))) else broken


def turn_taken(
    board: Board, heights: Heights, figure: Figure, leg: Leg, through_models: bool = False
) -> tuple[float, list[Violation]]:
    """Which way round a model rotates at the end of a line, and what that breaks (03.01).

    Args:
        through_models: a rule lets it pass enemy models, too: they are not in its way.

    Returns:
        Degrees, counter-clockwise above 0: the shorter way where that is clear, else the longer
        where that is. Where neither is: the shorter, and what it breaks.
    """
    if leg.by_deg == 0.0:
        return 0.0, []
    broken: list[list[Violation]] = []
    for by in (leg.by_deg, leg.by_deg - math.copysign(360.0, leg.by_deg)):
        found = _turn_violations(board, heights, figure, leg, by)
        found = [each for each in found if not (through_models and each.by in board.figures)]
        if not found:
            return by, []
        broken.append(found)
    return leg.by_deg, broken[0]


def _turn_violations(
    board: Board, heights: Heights, figure: Figure, leg: Leg, by: float
) -> list[Violation]:
    z, origin = leg.end[2], np.array(leg.end)
    body = math.inf if board.settings.overhead_counts else figure.profile.top

    def broken_by(feature: Feature, outline: Floats) -> list[Violation]:
        sweep = Sweep(drawn_in(outline), origin, np.zeros(2), board.settings.contact, body)
        return _feature_violations(feature, sweep, True, False)

    every = swept_turn(figure.profile.base, leg.end[:2], leg.turn_deg, by)
    whole = hull(np.concatenate(every))
    met = [
        feature
        for feature in board.features.values()
        if not passes_walls(board, figure.profile, feature) and broken_by(feature, whole)
    ]
    found: list[Violation] = []
    # Nothing in the hull of all positions: nothing in any of them.
    if (
        met
        or edge_violations(board, [whole], leg.end)
        or enemy_violations(board, figure, [whole], (z, z))
    ):
        areas: Any = [shapely.Polygon(outline) for outline in every]
        kept = ~shapely.is_empty(shapely.buffer(areas, -CLEAR_OF))
        outlines = [outline for outline, good in zip(every, kept, strict=True) if good]
        found += edge_violations(board, outlines, leg.end)
        found += enemy_violations(board, figure, outlines, (z, z))
        for feature in met:
            each = (broken_by(feature, outline) for outline in outlines)
            found += next(filter(None, each), [])
    return found + _turned_away(board, heights, figure, leg, by)


def _turned_away(
    board: Board, heights: Heights, figure: Figure, leg: Leg, by: float
) -> list[Violation]:
    """Whether a base that turns off the ground leaves all features for a while (13.06)."""
    base, spot = figure.profile.base, leg.end
    outline = base.placed(spot[:2], leg.turn_deg)
    if not has_terrain_rules(board) or heights.is_ground(*spot, outline):
        return []
    for share in np.linspace(0.0, 1.0, 2 + int(abs(by) / STEP_DEG)):
        turned = base.placed(spot[:2], leg.turn_deg + float(share) * by)
        _, far = heights.beside(turned, np.zeros(2), spot[2])
        if len(far):
            return [_away(spot)]
    return []


def edge_violations(board: Board, outlines: list[Floats], at: Spot) -> list[Violation]:
    """Whether a base crosses the battlefield's edge (03.01)."""
    points = np.concatenate(outlines)
    out = float(max((-points).max(), (points - np.array(board.size)).max()))
    if out <= ON_THE_DOT:
        return []
    return [Violation("03.01", at, None, f"its base crosses the battlefield's edge by {out:.2f}\"")]


def enemy_violations(
    board: Board, figure: Figure, outlines: list[Floats], span: tuple[float, float]
) -> list[Violation]:
    """The enemy models that a base passes through (03.01)."""
    enemies = [
        other
        for other in board.figures.values()
        if other.player != figure.player
        and span[0] < other.top - ON_THE_DOT
        and span[1] > other.bottom - ON_THE_DOT
    ]
    if not enemies:
        return []
    swept = united([shapely.Polygon(drawn_in(outline)) for outline in outlines])
    return [
        Violation("03.01", enemy.at, enemy.id, f"it passes through the enemy model {enemy.id}")
        for enemy in enemies
        if swept.intersects(shapely.Polygon(enemy.outline))
    ]


def _feature_violations(
    feature: Feature, sweep: Sweep, walls_too: bool, upright: bool
) -> list[Violation]:
    """Sections over 2" of a dense feature that a sweep runs into (13.06)."""
    high = [
        section
        for section in sections(
            feature.piece.mesh, feature.transform, feature.ground_level, sweep, not walls_too
        )
        if section.height > LOW + ON_THE_DOT
    ]
    if not high:
        return []
    worst = high[0]
    if upright:
        text = f"it moves up or down through a floor, a ceiling or a wall of {feature.id}"
    elif not walls_too:
        text = f"it moves through a floor or a ceiling of {feature.id}"
    else:
        text = (
            f'it runs into a section of {feature.id} {_told(worst.height)}" high, over {LOW:g}": '
            "such a one must be climbed"
        )
    return [Violation("13.06", worst.at, feature.id, text)]


def _told(height: float) -> str:
    """A height above `LOW` that does not look like it."""
    short = f"{height:.2f}"
    return short if float(short) > LOW else f"{height:.6f}"


def _away_violations(board: Board, heights: Heights, outline: Floats, leg: Leg) -> list[Violation]:
    """Whether a line off the ground leads away from all features (13.06)."""
    found = []
    under = heights.under_ground(leg.start, leg.end)
    if under is not None:
        spot, deep = under
        found.append(Violation("03.01", spot, None, f'it is {deep:.2f}" under the ground there'))
    if not has_terrain_rules(board):
        return found
    way = np.array(leg.end[:2]) - np.array(leg.start[:2])
    if heights.is_ground(*leg.start, outline) and heights.is_ground(*leg.end, outline + way):
        return found
    highest = max(leg.start[2], leg.end[2])
    _, far = heights.beside(outline, way, highest)
    return [*found, *(_away((float(x), float(y), highest)) for x, y in far)]


def _away(at: Spot) -> Violation:
    text = (
        f'off the ground, it is more than {BESIDE:g}" from every feature that reaches up to '
        f'{at[2]:.2f}"'
    )
    return Violation("13.06", at, None, text)
