"""Is a path of one model legal, and how far is it (03.01, 13.06)."""

import math
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion.crossing import line_violations, turn_taken
from geo3d.motion.ending import ending
from geo3d.motion.heights import Heights, heights_of
from geo3d.motion.keywords import LOW, passes_walls
from geo3d.motion.path import Leg, Point, legs
from geo3d.motion.result import Distance, Move, Violation
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING
from geo3d.tolerances import ON_THE_DOT


def judge_move(
    board: Board,
    model: str,
    path: Sequence[Point],
    max_distance: float | None = None,
    through_models: bool = False,
) -> Move:
    """Judge a path of one model: how far it is, what it breaks, and how it ends.

    Args:
        model: its id.
        path: points (x, y), (x, y, z) or (x, y, z, turn), inches and degrees. The model goes to
            each in a straight line with the facing that it has, then rotates to the turn, the
            shorter way where that is clear, else the other. Without z: the ground there. Climbs
            must be in the path; none is put in.
        max_distance: inches; None for the profile's own move, or no limit where it has none.
        through_models: a rule lets it pass enemy models, too (03.01.02); it still ends on none.

    Returns:
        The judgement. Lines count by their length in plan and their rise or fall; from ground to
        ground they follow the relief, and count all that rises and falls on the way. Stepping onto
        a base plate of up to `ground_step` is free.

    Raises:
        UsageError: no such model, an empty path, a point that is not two to four finite numbers, a
            limit that is negative or no number.
        BoardError: a gap that the board states is not on its mesh.
    """
    figure = board.figure(model)
    if max_distance is not None and not max_distance >= 0.0:
        raise UsageError(f"max_distance: 0 or more inches wanted, got {max_distance!r}")
    maximum = figure.profile.move if max_distance is None else float(max_distance)
    heights = heights_of(board)
    way = legs(figure, path, heights)
    total = Distance()
    found: list[Violation] = []
    turned: list[float] = []
    for leg in way:
        before = total.total
        total = total + _distance(leg, *heights.up_and_down(leg.start, leg.end))
        if maximum is not None and before <= maximum + ON_THE_DOT < total.total:
            found.append(_too_far(leg, before, total.total, maximum))
        on_the_way = line_violations(board, heights, figure, leg)
        found += [each for each in on_the_way if not (through_models and each.by in board.figures)]
        by_deg, on_the_turn = turn_taken(board, heights, figure, leg, through_models)
        found += on_the_turn
        turned.append(by_deg)
    last = way[-1]
    moved = replace(figure, at=last.end, turn_deg=last.turn_deg + last.by_deg)
    climbed = _climbed(board, heights, figure, way)
    end = ending(board, moved, climbed)
    broken = _once([*found, *end.violations])
    return Move(model, maximum, total, broken, end, tuple(turned), climbed)


def _distance(leg: Leg, up: float, down: float) -> Distance:
    across = math.hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1])
    return Distance(across, up, down)


def _too_far(leg: Leg, before: float, after: float, maximum: float) -> Violation:
    share = (maximum - before) / (after - before)
    x, y, z = (a + share * (b - a) for a, b in zip(leg.start, leg.end, strict=True))
    text = f'the path is longer than {maximum:g}": {after:.2f}" at the end of this line'
    return Violation("03.01", (x, y, z), None, text)


def _climbed(board: Board, heights: Heights, figure: Figure, way: list[Leg]) -> frozenset[str]:
    """The dense features that a model went up higher than 2" in this move, though it may not pass
    them otherwise."""
    found = set()
    for leg in way:
        if leg.end[2] <= leg.start[2] + FLOATING or heights.is_ground(*leg.end):
            continue
        outline = figure.profile.base.placed(leg.start[:2], leg.turn_deg)
        plan = np.array(leg.end[:2]) - np.array(leg.start[:2])
        near, _ = heights.beside(outline, plan, leg.end[2])
        for feature in near:
            high = leg.end[2] > feature.ground_level + LOW + ON_THE_DOT
            if high and not passes_walls(board, figure.profile, feature):
                found.add(feature.id)
    return frozenset(found)


def _once(violations: list[Violation]) -> tuple[Violation, ...]:
    """Each once: lines that follow each other may break a rule in the same place."""
    return tuple(dict.fromkeys(violations))
