"""A judged move in a picture: path, swept base, end, and where it breaks a rule."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
import trimesh

from geo3d.cli.output import spot
from geo3d.cli.stand import stood
from geo3d.errors import UsageError, counted
from geo3d.motion import Move, Violation
from geo3d.motion.heights import heights_of
from geo3d.motion.path import Leg, Point, legs
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d_viewer.caption import shown
from geo3d_viewer.description import (
    Answer,
    Colour,
    Floats,
    Label,
    LegendEntry,
    Lines,
    Surface,
)
from geo3d_viewer.ending import GHOST, ghost, rests, sticks_out
from geo3d_viewer.flat import lifted
from geo3d_viewer.palette import ACROSS, BROKEN, CLIMB, INK, OVERHANG, SUPPORT, SWEPT
from geo3d_viewer.path import LIFT, climbs, covered, trail
from geo3d_viewer.vantage import PATH_DEG

MARK = 0.14
"""Inches: radius of the dot where a rule is broken; its spikes are twice as long and more."""

TOGETHER = 0.25
"""Inches: what is broken nearer to each other has one label."""

LEGEND = (
    ("path", LegendEntry("path across", ACROSS, line=True)),
    ("climb", LegendEntry("climb up or down", CLIMB, line=True)),
    ("swept", LegendEntry("swept by the base", SWEPT, opacity=0.6)),
    ("support", LegendEntry("support polygon", SUPPORT)),
    ("mass", LegendEntry("centre of mass", INK)),
    ("overhang", LegendEntry("sticks out", OVERHANG)),
    ("broken", LegendEntry("rule broken", BROKEN)),
)


def moved(board: Board, move: Move, path: Sequence[Point], colour: Colour) -> Answer:
    """What is drawn of a move.

    Args:
        path: the points that it was judged by, without the start.
        colour: of the model's player.

    Raises:
        UsageError: a path that the move cannot have been judged by.
    """
    figure = board.figure(move.model)
    heights = heights_of(board)
    asked = legs(figure, path, heights)
    if len(asked) != len(move.turned_deg):
        number = len(move.turned_deg)
        raise UsageError(
            f"path: the {counted(number, 'point')} that the move was judged by wanted, "
            f"got {len(asked)}"
        )
    way = [replace(leg, by_deg=by) for leg, by in zip(asked, move.turned_deg, strict=True)]
    parts = [
        *covered(figure, way, heights),
        *trail(way, heights),
        *ghost(figure, move.end, colour),
        *rests(move.end),
        *sticks_out(figure, move.end),
        *_marks(move.violations),
    ]
    surfaces = tuple(part for part in parts if isinstance(part, Surface))
    lines = tuple(part for part in parts if isinstance(part, Lines))
    labels = (*climbs(way, heights), *_broken(move.violations))
    roles = {part.role for part in parts}
    end = LegendEntry("model at its end", colour, opacity=GHOST)
    legend = [entry for role, entry in LEGEND if role in roles]
    return Answer(
        model=move.model,
        title=f"{shown(move.model)} moves",
        caption=words(move),
        verdict="legal" if move.legal else "illegal",
        subject="the move",
        surfaces=surfaces,
        lines=lines,
        labels=labels,
        legend=(end, *legend),
        matter=_matter(figure, way, move),
        elevations_deg=PATH_DEG,
    )


def words(move: Move) -> tuple[str, ...]:
    """The answer, the first reason, and how the model ends."""
    far = move.distance
    most = "" if move.maximum is None else f' of {move.maximum:g}"'
    out = [
        f'{"legal" if move.legal else "not legal"}, {far.total:.2f}"{most}: '
        f'{far.horizontal:.2f}" across, {far.up:.2f}" up, {far.down:.2f}" down'
    ]
    if move.violations:
        first, rest = move.violations[0], len(move.violations) - 1
        more = f" (and {rest} more)" if rest else ""
        text = _named(first.text, first.by)
        out.append(f"{first.rule} at {spot(first.at)}: {text}{more}")
    out.append(_named(stood(move.end), move.end.surface.feature))
    return tuple(out)


def _named(text: str, id: str | None) -> str:
    """A sentence in which an id is as it is shown."""
    return text if id is None else text.replace(id, shown(id))


def _groups(violations: Sequence[Violation]) -> list[tuple[Floats, list[str]]]:
    """Where rules are broken, and which: those near each other together."""
    groups: list[tuple[Floats, list[str]]] = []
    for each in violations:
        at = np.array(each.at)
        for place, rules in groups:
            if np.linalg.norm(place - at) <= TOGETHER:
                rules.append(each.rule)
                break
        else:
            groups.append((at, [each.rule]))
    return groups


def _marks(violations: Sequence[Violation]) -> Iterator[Surface | Lines]:
    """A dot with spikes where a rule is broken."""
    places = [place for place, _ in _groups(violations)]
    if not places:
        return
    ball = trimesh.creation.icosphere(subdivisions=2, radius=MARK)
    vertices = (np.array(places)[:, None] + ball.vertices).reshape(-1, 3)
    number = np.arange(len(places))[:, None, None]
    faces = (number * len(ball.vertices) + ball.faces).reshape(-1, 3)
    yield Surface("broken", "broken", vertices, faces, np.eye(4), BROKEN)
    corners = 1.5 * MARK * np.array([[1, 1, 1], [-1, 1, 1], [-1, -1, 1], [1, -1, 1]])
    spikes = np.stack([corners, -corners], axis=1)
    segments = (np.array(places)[:, None, None] + spikes).reshape(-1, 2, 3)
    yield Lines("broken", "broken", segments, BROKEN, 4.0, on_top=True)


def _broken(violations: Sequence[Violation]) -> Iterator[Label]:
    """The numbers of the rules that are broken there."""
    for place, rules in _groups(violations):
        x, y, z = (float(value) for value in place)
        text = ", ".join(dict.fromkeys(rules))
        yield Label(text, "broken", (x, y, z + LIFT), BROKEN, 0)


def _matter(figure: Figure, way: Sequence[Leg], move: Move) -> Floats:
    """Points of the path, of both bodies' rims, and where rules are broken."""
    shares = np.linspace(0.0, 1.0, 13)[:, None]
    lines = [lifted(leg.start + shares * np.subtract(leg.end, leg.start), LIFT) for leg in way]
    outline = figure.profile.base.placed(move.end.at[:2], move.end.turn_deg)
    every = max(1, len(outline) // 16)
    bodies = [
        np.column_stack([rim[::every], np.full(len(rim[::every]), z + high)])
        for rim, z in ((figure.outline, figure.at[2]), (outline, move.end.at[2]))
        for high in (LIFT, figure.profile.top)
    ]
    broken = [lifted(np.array([each.at]), 2.0 * MARK) for each in move.violations]
    return np.concatenate([*lines, *bodies, *broken])
