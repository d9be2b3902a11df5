"""The path of a move in a picture: its lines, its climbs, and what the base covers on its way."""

import math
from collections.abc import Iterator, Sequence
from functools import partial

import numpy as np
import shapely

from geo3d.motion.crossing import MOVED
from geo3d.motion.heights import Heights
from geo3d.motion.path import Leg
from geo3d.motion.sweep import swept_line, swept_turn
from geo3d.table.figures import Figure
from geo3d_viewer.description import Floats, Label, Lines, Surface
from geo3d_viewer.flat import CELL, laid, lifted, rim
from geo3d_viewer.ground import RAISED
from geo3d_viewer.palette import ACROSS, CLIMB, SWEPT

LIFT = 0.07
"""Inches that a path is drawn above what the model moves on; what its base covers is under it."""

WIDTH = 5.0
"""Pixels of a path's lines."""

SWEPT_OPACITY = 0.32

TOLD = 0.05
"""Inches: a rise or fall that comes to less has no label."""

Slope = tuple[float, float, float]
"""(a, b, c): the plane z = a x + b y + c."""


def trail(way: Sequence[Leg], heights: Heights) -> Iterator[Lines]:
    """The straight lines of a path, upright ones apart."""
    across = [_across(leg, heights) for leg in way if _is_across(leg)]
    if across:
        yield Lines("path", "path", np.concatenate(across), ACROSS, WIDTH, on_top=True)
    upright = [lifted(np.array([[leg.start, leg.end]]), LIFT) for leg in way if _is_climb(leg)]
    if upright:
        yield Lines("climbs", "climb", np.concatenate(upright), CLIMB, WIDTH, on_top=True)


def climbs(way: Sequence[Leg], heights: Heights) -> Iterator[Label]:
    """What each line counts up or down, beside its middle."""
    for leg in way:
        ways = zip(heights.up_and_down(leg.start, leg.end), ("up", "down"), strict=True)
        text = ", ".join(f'{inches:.1f}" {way}' for inches, way in ways if inches >= TOLD)
        if text:
            x, y, z = ((a + b) / 2 for a, b in zip(leg.start, leg.end, strict=True))
            colour = CLIMB if _is_climb(leg) else ACROSS
            yield Label(text, "climb", (x, y, z + LIFT), colour, 1)


def covered(figure: Figure, way: Sequence[Leg], heights: Heights) -> Iterator[Surface | Lines]:
    """What the base covers, on the ground and on each level that it moves on: fill and outline."""
    for slope, shape in _covered(figure, way, heights):
        height = heights.grounds if slope is None else partial(on_plane, slope)
        vertices, faces = laid(shape, height, RAISED)
        yield Surface(
            "swept", "swept", vertices, faces, np.eye(4), SWEPT, opacity=SWEPT_OPACITY
        )  # fmt: skip
        yield Lines("swept", "swept", rim(shape, height, RAISED), SWEPT, 1.8)


def on_plane(slope: Slope, points: Floats) -> Floats:
    """(N,) z of a plane at points (N, 2)."""
    z: Floats = points @ np.array(slope[:2]) + slope[2]
    return z


def _is_across(leg: Leg) -> bool:
    return math.hypot(leg.end[0] - leg.start[0], leg.end[1] - leg.start[1]) > MOVED


def _is_climb(leg: Leg) -> bool:
    return not _is_across(leg) and abs(leg.end[2] - leg.start[2]) > MOVED


def _across(leg: Leg, heights: Heights) -> Floats:
    """(S, 2, 3) a line across; on the ground it follows it."""
    start, end = np.array(leg.start), np.array(leg.end)
    points = np.stack([start, end])
    if heights.is_ground(*leg.start) and heights.is_ground(*leg.end):
        steps = max(2, int(np.ceil(np.linalg.norm(end - start) / CELL)) + 1)
        shares = np.linspace(0.0, 1.0, steps)[:, None]
        points = start + shares * (end - start)
        points[:, 2] = heights.grounds(points[:, :2])
    points = lifted(points, LIFT)
    return np.stack([points[:-1], points[1:]], axis=1)


def _covered(
    figure: Figure, way: Sequence[Leg], heights: Heights
) -> list[tuple[Slope | None, shapely.Geometry]]:
    """What the base covers, by the plane that it lies in; None for the ground."""
    base = figure.profile.base
    parts: dict[Slope | None, list[shapely.Geometry]] = {}

    def add(slope: Slope | None, *outlines: Floats) -> None:
        parts.setdefault(slope, []).extend(shapely.Polygon(outline) for outline in outlines)

    def level(at: tuple[float, float, float]) -> Slope | None:
        return None if heights.is_ground(*at) else (0.0, 0.0, round(at[2], 6))

    for leg in way:
        outline = base.placed(leg.start[:2], leg.turn_deg)
        plan = np.subtract(leg.end[:2], leg.start[:2])
        if _is_across(leg):
            add(_slope(leg, heights), swept_line(outline, plan))
        else:
            add(level(leg.start), outline)
            add(level(leg.end), outline)
        if leg.by_deg:
            add(level(leg.end), *swept_turn(base, leg.end[:2], leg.turn_deg, leg.by_deg))
    return [(slope, shapely.union_all(shapes)) for slope, shapes in parts.items()]


def _slope(leg: Leg, heights: Heights) -> Slope | None:
    """The plane of a line across."""
    if heights.is_ground(*leg.start) and heights.is_ground(*leg.end):
        return None
    start, end = np.array(leg.start), np.array(leg.end)
    plan = end[:2] - start[:2]
    a, b = plan * (end[2] - start[2]) / (plan @ plan)
    return round(float(a), 9), round(float(b), 9), round(float(start[2] - start[:2] @ [a, b]), 6)
