"""Where a model can end a move, in a picture: a tile for each place, coloured by distance."""

from collections.abc import Iterator

import numpy as np

from geo3d.motion import Reach
from geo3d.motion.heights import Heights, heights_of
from geo3d.table.board import Board
from geo3d_viewer.caption import shown
from geo3d_viewer.description import (
    Answer,
    Colour,
    Floats,
    Ints,
    LegendEntry,
    Lines,
    Surface,
)
from geo3d_viewer.flat import lifted
from geo3d_viewer.palette import INK, distances
from geo3d_viewer.vantage import FIELD_DEG

TILE = 0.84
"""Side of a tile as a share of the places' spacing."""

LIFT = 0.05
"""Inches that tiles are drawn above what the model ends on."""

STEPS = (0.25, 0.5, 1.0, 2.0, 3.0, 4.0, 6.0, 12.0, 24.0)
"""Inches from colour to colour: the first that needs no more than `MOST` of them."""

MOST = 8

EVEN = 0.05
"""Inches: a place nearer to the ground is on it, and its tile follows it."""

SAME_LEVEL = 0.3
"""Inches: neighbouring places whose heights differ by more are not on one surface."""


def field(board: Board, answer: Reach) -> Answer:
    """What is drawn of a model's reach: nothing where it reaches nothing."""
    heights = heights_of(board)
    squares, legend = _bands(answer, heights)
    lines: tuple[Lines, ...] = ()
    figure = board.figure(answer.model)
    matter = np.column_stack([figure.outline, np.full(len(figure.outline), figure.top)])
    if answer.points:
        places = _places(answer)
        matter = np.concatenate([matter, places])
        outline = _outline(places, answer.spacing, heights)
        lines = (Lines("reach", "field", outline, INK, 2.0),)
        legend.append(LegendEntry("its limit", INK, line=True))
    name = shown(answer.model)
    return Answer(
        model=answer.model,
        title=f"{name} looks for a way" if answer.asked else f"Reach of {name}",
        caption=words(answer),
        verdict="illegal" if answer.asked else None,
        subject="the model" if answer.asked else "the field",
        surfaces=tuple(squares),
        lines=lines,
        labels=(),
        legend=tuple(legend),
        matter=matter,
        elevations_deg=FIELD_DEG,
    )


def _bands(answer: Reach, heights: Heights) -> tuple[list[Surface], list[LegendEntry]]:
    """Tiles and what they mean, a colour for each step of distance."""
    found: list[Surface] = []
    legend: list[LegendEntry] = []
    if not answer.points:
        return found, legend
    step = step_of(answer.maximum)
    number = max(1, int(np.ceil(answer.maximum / step - 1e-9)))
    colours = distances(number)
    places = _places(answer)
    # What lies just at a step belongs to it, also where rounding puts it past that.
    far = np.array(answer.points)[:, 3] / step
    band = np.clip(np.ceil(far - 1e-6).astype(np.int64) - 1, 0, number - 1)
    for k in range(number):
        some = places[band == k]
        if len(some):
            low, high = k * step, min((k + 1) * step, answer.maximum)
            text = f'{low:g} to {high:g}"' if legend else f'ends within {high:g}"'
            found.append(tiles(text, some, answer.spacing, heights, colours[k]))
            legend.append(LegendEntry(text, colours[k]))
    return found, legend


def step_of(maximum: float) -> float:
    """Inches from one colour to the next."""
    return next((step for step in STEPS if maximum <= step * MOST), maximum / MOST)


def words(answer: Reach) -> tuple[str, ...]:
    """The answer."""
    if answer.asked:
        return (f'no legal way there of {answer.maximum:g}" or less',)
    high = max((row[2] for row in answer.points), default=0.0)
    return (
        f'it can end a move of {answer.maximum:g}" on {answer.area:.1f} square inches',
        f'{len(answer.points)} places {answer.spacing:.2g}" apart, the highest {high:.2f}" up',
    )


def _places(answer: Reach) -> Floats:
    """(N, 3) middles of the tiles."""
    places: Floats = lifted(np.array(answer.points)[:, :3], LIFT)
    return places


def tiles(name: str, middles: Floats, spacing: float, heights: Heights, colour: Colour) -> Surface:
    """Squares about places (N, 3)."""
    half = TILE * spacing / 2
    corners = half * np.array([[-1, -1, 0], [1, -1, 0], [1, 1, 0], [-1, 1, 0]])
    vertices = _draped(middles[:, None] + corners, middles, heights).reshape(-1, 3)
    number = 4 * np.arange(len(middles))[:, None, None]
    faces = (number + np.array([[0, 1, 2], [0, 2, 3]])).reshape(-1, 3)
    return Surface(name, "field", vertices, faces, np.eye(4), colour)


def _draped(points: Floats, middles: Floats, heights: Heights) -> Floats:
    """Points (N, K, 3) about places (N, 3): where a place is on the ground, laid on it.

    The ground may fall away beside a place, or rise: by more than the way there is no slope.
    """
    grounds = heights.grounds(points[:, :, :2].reshape(-1, 2)).reshape(points.shape[:2])
    rise = grounds + LIFT - middles[:, 2:]
    away = np.linalg.norm(points[:, :, :2] - middles[:, None, :2], axis=2)
    on = np.abs(heights.grounds(middles[:, :2]) + LIFT - middles[:, 2]) <= EVEN
    draped = points.copy()
    draped[:, :, 2] += np.where(on[:, None] & (np.abs(rise) <= away), rise, 0.0)
    return draped


def _outline(places: Floats, spacing: float, heights: Heights) -> Floats:
    """(S, 2, 3) the sides of the places' squares that no other place on the surface is beyond."""
    cells: Ints = np.rint((places[:, :2] - places[0, :2]) / spacing).astype(np.int64)
    at: dict[tuple[int, int], list[float]] = {}
    for (i, j), z in zip(cells.tolist(), places[:, 2].tolist(), strict=True):
        at.setdefault((i, j), []).append(z)
    rows, sides = [], []
    for row, side in _sides(cells, places, at, spacing):
        rows.append(row)
        sides.append(side)
    return _draped(np.array(sides), places[rows], heights)


def _sides(
    cells: Ints, places: Floats, at: dict[tuple[int, int], list[float]], spacing: float
) -> Iterator[tuple[int, Floats]]:
    """The row of a place, and the ends of a side of its square, (2, 3)."""
    half = spacing / 2
    for row, ((i, j), place) in enumerate(zip(cells.tolist(), places, strict=True)):
        for di, dj in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            beyond = at.get((i + di, j + dj), [])
            if not any(abs(z - place[2]) <= SAME_LEVEL for z in beyond):
                middle = place + half * np.array([di, dj, 0.0])
                aside = half * np.array([-dj, di, 0.0])
                yield row, np.stack([middle - aside, middle + aside])
