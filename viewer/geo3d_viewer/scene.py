"""From a board, and an answer about it, to the description of a picture."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

import numpy as np

from geo3d.errors import UsageError, counted
from geo3d.motion import Move, Reach
from geo3d.motion.path import Point
from geo3d.rays import RayScene
from geo3d.table.board import Board, terrain_cache
from geo3d.visibility import BoardScene, Sight, board_scene
from geo3d_viewer import (
    areas,
    caption,
    close_ups,
    entry,
    eyes,
    figures,
    footprint,
    gaps,
    ground,
    groups,
    legends,
    motion,
    passage,
    reach_field,
    reasons,
    sightline,
    stops,
    vantage,
)
from geo3d_viewer.camera import FRAME
from geo3d_viewer.description import (
    Answer,
    Colour,
    Eye,
    Group,
    Inset,
    Label,
    Layer,
    Lines,
    SceneDescription,
    Surface,
    Verdict,
)
from geo3d_viewer.labels import shortened
from geo3d_viewer.palette import (
    CLOSED,
    INK,
    OBSERVER,
    PALE,
    mixed,
    player_colours,
)
from geo3d_viewer.reasons import Reason
from geo3d_viewer.terrain import terrain

UNDER_WORDS = 0.1
"""Of the picture's half: from the words down to what is framed, room for a tag between."""

CLOSE = 1.0
"""Inches from the observer's body within which what stops lines is right beside it."""

OVER = 0.09
"""Inches above the ground of the ring about a model, over what else is drawn about it."""


def describe(
    board: Board,
    sight: Sight | None = None,
    aspect: float = 1.6,
    *,
    move: Move | None = None,
    path: Sequence[Point] = (),
    reach: Reach | None = None,
    observer: str | None = None,
    layers: Sequence[Layer] = (),
    before: SceneDescription | None = None,
    dark: bool = False,
) -> SceneDescription:
    """What a picture of a board shows: the board alone, or the answer to one question about it.

    Args:
        board: from `geo3d.load_board`; answers are about the same board.
        sight: from `geo3d.sight`: the pair that the picture is about.
        aspect: width over height of the picture.
        move: from `geo3d.judge_move`: the move that it is about.
        path: the points that the move was judged by.
        reach: from `geo3d.reach`: the places, or the way to a place, that it is about.
        observer: a model that is marked as the one that looks, where no answer names it.
        layers: what else is laid over the board.
        before: of the same table, a moment ago: light and cameras are left as they were, and the
            target is painted coarsely. So it is made quickly, while something moves.
        dark: on a dark background.

    Raises:
        UsageError: more than one answer; a move without its path.
    """
    if sum(each is not None for each in (sight, move, reach)) > 1:
        raise UsageError("a picture is about one answer: a sight, a move or a reach")
    scene = board_scene(board)
    rays = gaps.bare(scene) if before is None else scene.rays
    all_gaps = _gaps_of(board, scene)
    drawn_gaps = all_gaps if sight is None else gaps.beside(all_gaps, sight)
    colours = player_colours(dict.fromkeys(f.player for f in board.figures.values()))
    target = None
    if sight is not None:
        observer, target = sight.observer, sight.target
    answer = _answer(board, colours, move, path, reach)
    if answer is not None:
        observer = answer.model
    why = () if sight is None else reasons.reasons(scene, sight)
    surfaces: list[Surface] = _grounds(board, rays, before)
    lines: list[Lines] = [*ground.grid(board), *ground.outlines(board, colours)]
    lines += ground.bases(board)
    for surface, edges in terrain(board):
        surfaces.append(surface)
        if edges is not None:
            lines.append(edges)
    surfaces += drawn_gaps.surfaces
    lines += drawn_gaps.lines
    labels: list[Label] = []
    for marker, label in ground.objectives(board):
        surfaces.append(marker)
        labels.append(label)
    blocked_by = () if sight is None else sight.blocked_by
    labels += ground.area_names(board, {each.id for each in blocked_by if each.kind == "area"})
    faded = sight is not None and _beside(scene, sight, why)
    surfaces += figures.figures(board, colours, observer, target, faded)
    stopped_by = {each.id for each in blocked_by[: caption.BLOCKERS] if each.kind == "model"}
    labels += (
        tag for id, tag in figures.names(board, colours, observer, target) if id not in stopped_by
    )
    title, words, verdict, subject = _said(board, sight, answer)
    whole = vantage.overview(board, aspect) if before is None else before.overview
    camera = whole
    insets: tuple[Inset, ...] = ()
    if answer is not None:
        surfaces += answer.surfaces
        lines += [*answer.lines, _ring(board, answer.model, OBSERVER, OVER)]
        labels += answer.labels
        camera = vantage.best_on(rays, answer.matter, answer.elevations_deg, board, aspect)
    elif sight is None and observer is not None:
        lines.append(_ring(board, observer, OBSERVER, OVER))
    seen_from: tuple[Eye, ...] = ()
    if sight is not None:
        looked_at = board.figures[sight.target]
        eye = scene.body(sight.observer).centre
        colour = colours[looked_at.player]
        patches = figures.PATCHES if before is None else figures.COARSE
        surfaces.append(
            figures.painted(looked_at, sight.samples, eye, colour, patches, legends.reached(sight))
        )
        surfaces += sightline.dots(sight, why)
        lines += sightline.sight_lines(sight, why)
        for part in sightline.mark(sight):
            (surfaces if isinstance(part, Surface) else labels).append(part)  # type: ignore[arg-type]
        lines += [_ring(board, sight.observer, OBSERVER), _ring(board, sight.target, INK)]
        lines.append(figures.outline(board.figures[sight.observer], OBSERVER))
        lines.append(figures.outline(looked_at, mixed(colour, PALE, 0.6)))
        stop_at = stops.where(sight, why)
        few = before is None and sight.visible_fraction.value <= passage.FEW
        tight = passage.passage(scene, sight) if few else None
        by = () if tight is None else tight.areas(scene)
        for curtain, boundary, label in areas.stopping(scene, sight, by):
            surfaces.append(curtain)
            lines.append(boundary)
            labels.append(replace(label, stop=stop_at.get(("area", curtain.name))))
        labels += _blockers(board, sight, why, stop_at)
        labels += _gaps(scene, sight, stop_at)
        for reason in why[: caption.BLOCKERS]:
            if reason.kind == "model":
                lines.append(_ring(board, reason.id, reason.colour))
        seen_from = eyes.eyes(scene, sight)
        lines += gaps.stopping(scene, sight, all_gaps)
        if before is None:
            surfaces += footprint.footprints(scene, sight, why)
            for each in entry.entries(scene, sight, why):
                (surfaces if isinstance(each, Surface) else lines).append(each)  # type: ignore[arg-type]
            if tight is not None:
                across, label = passage.drawn(tight)
                lines.append(across)
                labels.append(label)
            places = stops.stops(scene, sight)
            top = min(FRAME[3], caption.room(title, words) - UNDER_WORDS)
            bar = None if tight is None else tight.sides
            camera = vantage.best(scene, rays, sight, places, aspect, top, bar)
            insets = tuple(close_ups.close_ups(scene, sight, camera, places, tight))
        else:
            insets = tuple(close_ups.close_ups(scene, sight, None))
    for layer in layers:
        surfaces += [replace(each, group=layer.key) for each in layer.surfaces]
        lines += [replace(each, group=layer.key) for each in layer.lines]
        labels += [replace(each, group=layer.key) for each in layer.labels]
    return SceneDescription(
        title=title,
        caption=(*words, *(layer.note for layer in layers if layer.note)),
        verdict=verdict,
        surfaces=tuple(surfaces),
        lines=tuple(lines),
        labels=tuple(sorted(shortened(labels), key=lambda label: label.rank)),
        legend=(
            *legends.legend(board, colours, sight, why, drawn_gaps.legend),
            *(() if answer is None else answer.legend),
            *(replace(entry, group=layer.key) for layer in layers for entry in layer.legend),
        ),
        camera=camera if before is None else before.camera,
        overview=whole,
        insets=insets,
        subject=subject,
        warnings=board.warnings if sight is None else sight.warnings,
        groups=groups.listed(
            [*surfaces, *lines, *labels],
            [
                *(Group(layer.key, layer.text) for layer in layers),
                *([] if sight is None else sightline.groups(sight, why, board.features)),
            ],
        ),
        eyes=seen_from,
        dark=dark,
        reason=None if sight is None or sight.verdict is None else sight.verdict.reason,
        settings=caption.settings(board.settings.to_dict()),
    )


_drawn_gaps = terrain_cache()
"""board -> its gaps as they are drawn."""


def _gaps_of(board: Board, scene: BoardScene) -> gaps.DrawnGaps:
    found: gaps.DrawnGaps | None = _drawn_gaps.get(board)
    if found is None:
        found = _drawn_gaps[board] = gaps.gaps(board, scene)
    return found


def _grounds(board: Board, rays: RayScene, before: SceneDescription | None) -> list[Surface]:
    """Table and relief with the light on them, or as they were a moment ago."""
    if before is not None:
        return [each for each in before.surfaces if each.role in ("table", "ground")]
    relief = ground.relief(board, rays)
    return [ground.table(board, rays), *([] if relief is None else [relief])]


def _beside(scene: BoardScene, sight: Sight, why: Sequence[Reason]) -> bool:
    """Whether a main reason stops lines right beside the observer, whose body would hide that."""
    one = scene.body(sight.observer)
    low, high = one.corners.min(axis=0), one.corners.max(axis=0)
    for reason in why:
        ends = sight.samples.hit_points[reason.rows]
        off = np.maximum(np.maximum(low - ends, ends - high), 0.0)
        if reason.main and float(np.linalg.norm(off, axis=1).min()) <= CLOSE:
            return True
    return False


def _answer(
    board: Board,
    colours: dict[str, Colour],
    move: Move | None,
    path: Sequence[Point],
    reach: Reach | None,
) -> Answer | None:
    """What is drawn of a move, or of a reach."""
    if reach is not None:
        if reach.way is None:
            return reach_field.field(board, reach)
        move, path = reach.way, reach.path[1:]
    if move is None:
        return None
    return motion.moved(board, move, path, colours[board.figure(move.model).player])


def _said(
    board: Board, sight: Sight | None, answer: Answer | None
) -> tuple[str, tuple[str, ...], Verdict | None, str | None]:
    """Title, caption, verdict and subject."""
    if answer is not None:
        return answer.title, answer.caption, answer.verdict, answer.subject
    if sight is None:
        return caption.shown(board.path.name), _of_board(board), None, None
    words = caption.lines(sight, board.features)
    return caption.title(sight), words, caption.verdict(sight), "the pair"


def _ring(board: Board, id: str, colour: Colour, raised: float = ground.RAISED) -> Lines:
    """A ring on the ground about a model."""
    figure = board.figures[id]
    middle = np.array([figure.at[0], figure.at[1], figure.bottom + raised])
    radius = float(np.linalg.norm(figure.outline - middle[:2], axis=1).max()) + 0.15
    return Lines(id, "ring", ground.ring(middle, radius), colour, 4.0)


def _blockers(
    board: Board, sight: Sight, why: Sequence[Reason], stop_at: Mapping[tuple[str, str], Point]
) -> list[Label]:
    """The names of features and models that stop lines, features' above where they do."""
    labels = []
    for reason in why[: caption.BLOCKERS]:
        text, stop = caption.shown(reason.id), stop_at[reason.kind, reason.id]
        rank = 1 if reason.main else 2
        if reason.kind == "terrain":
            ends = sight.samples.hit_points[reason.rows]
            x, y = (float(value) for value in ends.mean(axis=0)[:2])
            anchor = (x, y, float(ends[:, 2].max()))
            labels.append(
                Label(text, "blocker", anchor, reason.colour, rank, stop=stop, before="body of ")
            )
        elif reason.kind == "model":
            figure = board.figures[reason.id]
            anchor = (figure.at[0], figure.at[1], figure.top)
            labels.append(
                Label(text, "blocker", anchor, reason.colour, rank, stop=stop, before="model ")
            )
    return labels


def _gaps(scene: BoardScene, sight: Sight, stop_at: Mapping[tuple[str, str], Point]) -> list[Label]:
    """The names of the closed gaps that stop lines: short ones, where they are told apart so."""
    ids = [blocker.id for blocker in sight.blocked_by if blocker.kind == "gap"]
    short = [caption.short(id) for id in ids]
    labels = []
    for id, name in zip(ids, short, strict=True):
        placed = scene.rays[id]
        corners = placed.mesh.vertices @ placed.transform[:3, :3].T + placed.transform[:3, 3]
        x, y, z = (corners.min(axis=0) + corners.max(axis=0)) / 2
        text = name if short.count(name) == 1 else id
        anchor = (float(x), float(y), float(z))
        stop_point = stop_at.get(("gap", id))
        labels.append(
            Label(caption.shown(text), "gap", anchor, CLOSED, 1, stop=stop_point, before="closed ")
        )
    return labels


def _of_board(board: Board) -> tuple[str, ...]:
    width, depth = board.size
    return (
        f"{width:g} by {depth:g} inches, {counted(len(board.features), 'feature')}, "
        f"{counted(len(board.figures), 'model')}",
    )
