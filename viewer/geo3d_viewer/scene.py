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
    eyes,
    figures,
    gaps,
    ground,
    groups,
    motion,
    reach_field,
    sightline,
    stops,
    vantage,
)
from geo3d_viewer.camera import FRAME
from geo3d_viewer.description import (
    Answer,
    Colour,
    Eye,
    Floats,
    Group,
    Inset,
    Label,
    Layer,
    LegendEntry,
    Lines,
    SceneDescription,
    Surface,
    Verdict,
)
from geo3d_viewer.groups import OPEN, STOPPED, TESTED
from geo3d_viewer.labels import shortened
from geo3d_viewer.palette import (
    BLOCKED,
    CATEGORIES,
    CLOSED,
    HIDDEN,
    INK,
    OBSERVER,
    PALE,
    SEEN,
    TESTED_OPEN,
    TESTED_STOPPED,
    UNSEEN,
    WITNESS,
    mixed,
    player_colours,
)
from geo3d_viewer.terrain import terrain

UNDER_WORDS = 0.1
"""Of the picture's half: from the words down to what is framed, room for a tag between."""

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
    stopping = _stopping(sight)
    surfaces: list[Surface] = _grounds(board, rays, before)
    lines: list[Lines] = [*ground.grid(board), *ground.outlines(board, colours)]
    lines += ground.bases(board)
    for surface, edges in terrain(board, stopping):
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
    surfaces += figures.figures(board, colours, observer, target)
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
            figures.painted(looked_at, sight.samples, eye, colour, patches, _reached(sight))
        )
        surfaces += sightline.dots(sight, scene.name)
        lines += sightline.sight_lines(sight, scene.name)
        for part in sightline.mark(sight):
            (surfaces if isinstance(part, Surface) else labels).append(part)  # type: ignore[arg-type]
        lines += [_ring(board, sight.observer, OBSERVER), _ring(board, sight.target, INK)]
        lines.append(figures.outline(board.figures[sight.observer], OBSERVER))
        lines.append(figures.outline(looked_at, mixed(colour, PALE, 0.6)))
        stop_at = stops.where(scene, sight)
        for curtain, boundary, label in areas.stopping(scene, sight):
            surfaces.append(curtain)
            lines.append(boundary)
            labels.append(replace(label, stop=stop_at.get(("area", curtain.name))))
        labels += _blockers(board, sight, stop_at)
        labels += _gaps(scene, sight, stop_at)
        for blocker in sight.blocked_by[: caption.BLOCKERS]:
            if blocker.kind == "model":
                lines.append(_ring(board, blocker.id, BLOCKED))
        seen_from = eyes.eyes(scene, sight)
        lines += gaps.stopping(scene, sight, all_gaps)
        if before is None:
            places = stops.stops(scene, sight)
            top = min(FRAME[3], caption.room(title, words) - UNDER_WORDS)
            camera = vantage.best(scene, rays, sight, places, aspect, top)
            insets = tuple(close_ups.close_ups(scene, sight, camera, places))
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
            *_legend(board, colours, sight, drawn_gaps.legend),
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
                *([] if sight is None else sightline.groups(sight, scene.name, caption.shown)),
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


def _reached(sight: Sight) -> Colour:
    """What the parts of the target are painted that open lines reach."""
    return HIDDEN if caption.too_far(sight) else SEEN


def _stopping(sight: Sight | None) -> frozenset[str]:
    """The features whose own material stops lines, of those that are named: they are marked."""
    if sight is None:
        return frozenset()
    named = sight.blocked_by[: caption.BLOCKERS]
    return frozenset(blocker.id for blocker in named if blocker.kind == "terrain")


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


def _blockers(board: Board, sight: Sight, stop_at: Mapping[tuple[str, str], Point]) -> list[Label]:
    """The names of features and models that stop lines, features' above where they do."""
    labels = []
    for blocker in sight.blocked_by[: caption.BLOCKERS]:
        feature = board.features.get(blocker.id)
        if feature is not None and blocker.kind == "terrain":
            stop = _stop_points(sight, blocker.id)
            at = stop.mean(axis=0) if len(stop) else np.asarray(feature.transform)[:3, 3]
            top = float(stop[:, 2].max()) if len(stop) else float(at[2])
            anchor = (float(at[0]), float(at[1]), top)
            stop_point = stop_at.get(("terrain", blocker.id))
            name = caption.shown(blocker.id)
            labels.append(Label(name, "blocker", anchor, BLOCKED, 1, stop=stop_point))
        elif blocker.kind == "model":
            figure = board.figures[blocker.id]
            anchor = (figure.at[0], figure.at[1], figure.top)
            labels.append(Label(caption.shown(blocker.id), "blocker", anchor, BLOCKED, 1,
                                stop=stop_at.get(("model", blocker.id))))  # fmt: skip
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
        labels.append(Label(caption.shown(text), "gap", anchor, CLOSED, 2, stop=stop_point))
    return labels


def _stop_points(sight: Sight, id: str) -> Floats:
    hits: Floats = sight.samples.hit_points[sight.samples.blockers == id]
    return hits[np.asarray(np.isfinite(hits).all(axis=1))]


def _of_board(board: Board) -> tuple[str, ...]:
    width, depth = board.size
    return (
        f"{width:g} by {depth:g} inches, {counted(len(board.features), 'feature')}, "
        f"{counted(len(board.figures), 'model')}",
    )


def _legend(
    board: Board,
    colours: dict[str, Colour],
    sight: Sight | None,
    of_gaps: tuple[LegendEntry, ...],
) -> tuple[LegendEntry, ...]:
    used: dict[str | None, set[str]] = {}
    for feature in board.features.values():
        used.setdefault(feature.category, set()).add(feature.id)
    entries = [
        LegendEntry(
            category or "terrain",
            CATEGORIES.get(category, CATEGORIES[None]),
            of=frozenset(used[category]),
        )
        for category in CATEGORIES
        if category in used
    ]
    entries += of_gaps
    for player, colour in colours.items():
        own = frozenset(each.id for each in board.figures.values() if each.player == player)
        entries.append(LegendEntry(caption.shown(player), colour, of=own))
    if sight is not None:
        if sight.samples.reached.any():
            hidden = "open to lines, but hidden (13.09)"
            text = hidden if caption.too_far(sight) else "part that is seen"
            entries.append(LegendEntry(text, _reached(sight)))
        if not sight.samples.reached.all():
            entries.append(LegendEntry("part towards the observer, not seen", UNSEEN))
        if sight.witness is not None:
            entries.append(LegendEntry("open line", WITNESS, line=True, group=OPEN))
        elif caption.too_far(sight):
            text = "open line to a hidden model"
            entries.append(LegendEntry(text, HIDDEN, line=True, dashed=True, group=OPEN))
        if any(blocker.kind == "area" for blocker in sight.blocked_by):
            entries.append(areas.LEGEND)
        if sight.blocked_by:
            entries.append(LegendEntry("stopped line", BLOCKED, line=True, group=STOPPED))
            text = "where it would go on"
            entries.append(LegendEntry(text, BLOCKED, line=True, dashed=True, group=STOPPED))
            stopped = LegendEntry("tested, stopped", TESTED_STOPPED, line=True, group=TESTED)
            entries.append(stopped)
        if sight.samples.reached.any():
            open_ = LegendEntry("tested, open", TESTED_OPEN, line=True, group=f"{TESTED}/open")
            entries.append(open_)
    return tuple(entries)
