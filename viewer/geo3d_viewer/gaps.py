"""The enclosed gaps of a picture (13.11): what closes them as glass, what stays open as outlines.

Only Solid features of a ruleset that knows the rule have any.
"""

import warnings
import weakref
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import shapely
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.gaps import Gap
from geo3d.rays import RayScene
from geo3d.table.board import Board
from geo3d.table.seals import feature_gaps, solid_features
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.caption import BLOCKERS
from geo3d_viewer.description import Colour, Floats, LegendEntry, Lines, Surface
from geo3d_viewer.palette import CLOSED, LEFT_OPEN, MOUTH, mixed
from geo3d_viewer.terrain import creases

Part = Literal["closed", "open", "mouth"]

GLASS = 0.5
"""Opacity of what closes a gap."""

COLOURS = {"closed": CLOSED, "open": LEFT_OPEN, "mouth": MOUTH}

WIDTHS = {"closed": 1.6, "open": 2.6, "mouth": 2.6}
"""Pixels."""

FAINT, THIN = 0.14, 1.0
"""Opacity and pixels of a gap that does not matter to the line of sight of a picture."""

FULL = 0.65
"""Opacity of one that stops lines."""

GREY, GREYER = (0.5, 0.5, 0.53), 0.55
"""What the colours of those that do not are mixed with, and how much of it."""

STRONG = 3.6
"""Pixels of the outline of a gap that stops lines."""

OFF = 0.012
"""Inches that an outline lies off the wall's face, so that it is not lost in it."""

DASH, SPACE = 0.2, 0.14
"""Inches: of the dashed outline of a mouth."""

LEAST = 0.01
"""Square inches: smaller parts have no outline."""

LEGEND = {
    "closed": LegendEntry("opening that counts as closed", CLOSED, opacity=GLASS, group="gaps"),
    "open": LegendEntry("opening that stays open", LEFT_OPEN, line=True, group="gaps"),
    "mouth": LegendEntry("open end of a passage", MOUTH, line=True, dashed=True, group="gaps"),
}


@dataclass(frozen=True, eq=False)
class DrawnGaps:
    """What there is to draw, and what the legend says of it."""

    surfaces: tuple[Surface, ...]
    lines: tuple[Lines, ...]
    legend: tuple[LegendEntry, ...]


def gaps(board: Board, scene: BoardScene) -> DrawnGaps:
    """The gaps and slits of a board.

    Args:
        scene: of that board: it has what closes gaps.
    """
    surfaces = tuple(_glass(scene))
    lines = tuple(_outlines(board))
    kinds = {part for part, _ in lines} | ({"closed"} if surfaces else set())
    of = {part: frozenset(each.name for kind, each in lines if kind == part) for part in kinds}
    if surfaces:
        of["closed"] |= {each.name for each in surfaces}
    legend = tuple(replace(entry, of=of[part]) for part, entry in LEGEND.items() if part in kinds)
    return DrawnGaps(surfaces, tuple(each for _, each in lines), legend)


def beside(drawn: DrawnGaps, sight: Sight) -> DrawnGaps:
    """The gaps as they are in the picture of a pair: those that stop lines filled, others pale.

    Only their outlines shine through: what closes a gap reaches into the wall about it. The ends of
    passages stop no lines, and are not drawn.
    """
    matter = {each.id for each in sight.blocked_by[:BLOCKERS] if each.kind == "gap"}
    surfaces = tuple(
        replace(each, opacity=FULL)
        if each.name in matter
        else replace(each, opacity=FAINT, colour=_pale(each.colour))
        for each in drawn.surfaces
    )
    lines = tuple(
        replace(each, width=THIN, colour=_pale(each.colour))
        for each in drawn.lines
        if each.colour != MOUTH and (each.name not in matter or each.colour != CLOSED)
    )
    legend = []
    for entry in drawn.legend:
        if entry.text == LEGEND["mouth"].text:
            continue
        if entry.text == LEGEND["closed"].text and matter:
            # Those that stop lines are in the legend as that.
            entry = replace(entry, of=entry.of - matter if entry.of is not None else None)
            if not entry.of:
                continue
            entry = replace(entry, text=f"other {entry.text}")
        faint = entry.opacity if entry.line else 2 * FAINT
        legend.append(replace(entry, colour=_pale(entry.colour), opacity=faint))
    return DrawnGaps(surfaces, lines, tuple(legend))


def _pale(colour: Colour) -> Colour:
    return mixed(colour, GREY, GREYER)


def bare(scene: BoardScene, models: bool = True) -> RayScene:
    """What throws shadows and stands before a camera: all but what closes gaps.

    Args:
        models: with them, too.
    """
    if not scene.sealed and not scene.areas and models:
        return scene.rays
    rays = RayScene()
    with warnings.catch_warnings():
        # Faces left out of the tree were counted when the piece was read.
        warnings.simplefilter("ignore", Geo3dWarning)
        for id in scene.rays.ids:
            if not models and scene.kind(id) == "model":
                continue
            if id not in scene.sealed and id not in scene.areas:
                placed = scene.rays[id]
                rays.place(placed.mesh, placed.transform, id)
    return rays


def _glass(scene: BoardScene) -> Iterator[Surface]:
    for id in sorted(scene.sealed):
        placed = scene.rays[id]
        vertices, faces = placed.mesh.vertices, placed.mesh.faces
        yield Surface(
            id, "gap", np.asarray(vertices, np.float64), np.asarray(faces), placed.transform,
            CLOSED, opacity=GLASS,
        )  # fmt: skip


def stopping(scene: BoardScene, sight: Sight, drawn: DrawnGaps) -> Iterator[Lines]:
    """The outlines of the closed gaps that stop lines, strong, and over what stands before them.

    Only that in the wall's face towards the observer: with both a gap is a tangle of edges.

    Args:
        drawn: of that board; a slit between two features has no outline there but its edges.
    """
    eye = scene.body(sight.observer).centre
    outlines = {each.name: each for each in drawn.lines if each.colour == CLOSED}
    for blocker in sight.blocked_by[:BLOCKERS]:
        if blocker.kind != "gap":
            continue
        if blocker.id in outlines:
            outline = outlines[blocker.id]
            front = _front(outline.segments, eye)
            yield replace(outline, segments=front, width=STRONG, on_top=True)
        else:
            placed = scene.rays[blocker.id]
            edges = creases(trimesh.Trimesh(placed.mesh.vertices, placed.mesh.faces, process=False))
            segments = edges @ placed.transform[:3, :3].T + placed.transform[:3, 3]
            yield Lines(blocker.id, "gap", segments, CLOSED, STRONG)


def _front(segments: Floats, eye: Floats) -> Floats:
    """Of an outline that lies on both faces of a wall, the one that is nearer to an eye."""
    one, other = segments[: len(segments) // 2], segments[len(segments) // 2 :]
    if len(one) != len(other) or np.ptp(other - one, axis=(0, 1)).max() > OFF:
        return segments
    away = [np.linalg.norm(each.mean(axis=(0, 1)) - eye) for each in (one, other)]
    return one if away[0] <= away[1] else other


def _outlines(board: Board) -> Iterator[tuple[Part, Lines]]:
    for feature in solid_features(board):
        matrix = np.asarray(feature.transform)
        low = float(feature.piece.mesh.bounds[0, 2])
        for each in feature_gaps(board, feature):
            level = None if each.sealed_to is None else low + each.sealed_to
            for part, segments in _known_outlines(each.gap, level):
                placed = segments @ matrix[:3, :3].T + matrix[:3, 3]
                yield part, Lines(each.id, "gap", placed, COLOURS[part], WIDTHS[part])


_made: weakref.WeakKeyDictionary[Gap, dict[float | None, list[tuple[Part, Floats]]]] = (
    weakref.WeakKeyDictionary()
)
"""Outlines that were made: those of a piece go with it where it is moved."""


def _known_outlines(gap: Gap, level: float | None) -> list[tuple[Part, Floats]]:
    made = _made.setdefault(gap, {})
    if level not in made:
        made[level] = list(outlined(gap, level))
    return made[level]


def outlined(gap: Gap, level: float | None) -> Iterator[tuple[Part, Floats]]:
    """The outlines of a gap's closed and of its open part, (S, 2, 3) each, in the piece's frame.

    They lie on both faces of the wall, so that the gap is marked from either side; that of a mouth
    only on the outer.

    Args:
        level: z up to which it is closed, or None where it is not.
    """
    along = np.array([-gap.normal[1], gap.normal[0], 0.0])
    along /= np.linalg.norm(along)
    up = np.cross(gap.normal, along)
    up *= np.sign(up[2]) or 1.0
    frame = np.array([along, up])
    whole = shapely.Polygon((gap.outline - gap.centre) @ frame.T).buffer(0)
    # The cut in the outline's own plane, which may lean.
    cut = -np.inf if level is None else (level - gap.centre[2]) / max(float(up[2]), 1e-9)
    left, low, right, high = whole.bounds
    rest: Part = "mouth" if gap.kind == "mouth" else "open"
    half = gap.thickness / 2 + OFF
    sides = (half,) if gap.kind == "mouth" else (-half, half)
    parts: tuple[tuple[Part, float, float], ...] = (
        ("closed", low, min(cut, high)),
        (rest, max(cut, low), high),
    )
    for part, bottom, top in parts:
        if top <= bottom:
            continue
        piece = shapely.intersection(whole, shapely.box(left, bottom, right, top))
        rings = [
            ring.exterior
            for ring in shapely.get_parts(piece)
            if ring.geom_type == "Polygon" and ring.area > LEAST
        ]
        loops = [
            gap.centre + shapely.get_coordinates(ring) @ frame + side * gap.normal
            for ring in rings
            for side in sides
        ]
        if loops:
            pieces = [
                dashed(loop) if part == "mouth" else np.stack([loop[:-1], loop[1:]], axis=1)
                for loop in loops
            ]
            yield part, np.concatenate(pieces)


def dashed(path: Floats, times: float = 1.0) -> Floats:
    """A path of points (N, 3) as dashes: (S, 2, 3), a dash that bends in several pieces.

    Args:
        times: how much longer they are than those of an outline.
    """
    along = np.append(0.0, np.cumsum(np.linalg.norm(np.diff(path, axis=0), axis=1)))
    number = max(1, round(along[-1] / (DASH + SPACE) / times))
    period = along[-1] / number
    dash = period * DASH / (DASH + SPACE)
    begins = np.arange(number) * period
    cuts = np.unique(np.concatenate([along, begins, begins + dash]))
    points = np.column_stack([np.interp(cuts, along, axis) for axis in path.T])
    drawn = ((cuts[:-1] + cuts[1:]) / 2) % period < dash
    pieces: Floats = np.stack([points[:-1], points[1:]], axis=1)[drawn]
    return pieces
