"""From a board, and an answer about a pair on it, to the description of a picture."""

import numpy as np

from geo3d.errors import counted
from geo3d.table.board import Board
from geo3d.visibility import BoardScene, Sight, board_scene
from geo3d_viewer import areas, caption, figures, gaps, ground, sightline, vantage
from geo3d_viewer.description import (
    Colour,
    Floats,
    Inset,
    Label,
    LegendEntry,
    Lines,
    SceneDescription,
    Surface,
)
from geo3d_viewer.palette import (
    BLOCKED,
    CATEGORIES,
    CLOSED,
    INK,
    OBSERVER,
    SEEN,
    UNSEEN,
    WITNESS,
    player_colours,
)
from geo3d_viewer.terrain import terrain


def describe(board: Board, sight: Sight | None = None, aspect: float = 1.6) -> SceneDescription:
    """What a picture of a board shows.

    Args:
        board: from `geo3d.load_board`.
        sight: from `geo3d.sight` on the same board: the pair that the picture is about.
        aspect: width over height of the picture.
    """
    scene = board_scene(board)
    rays = gaps.bare(scene)
    drawn_gaps = gaps.gaps(board, scene)
    colours = player_colours(dict.fromkeys(f.player for f in board.figures.values()))
    observer, target = (None, None) if sight is None else (sight.observer, sight.target)
    surfaces: list[Surface] = [ground.table(board, rays)]
    lines: list[Lines] = [*ground.grid(board), *ground.outlines(board, colours)]
    relief = ground.relief(board, rays)
    if relief is not None:
        surfaces.append(relief)
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
    surfaces += figures.figures(board, colours, observer, target)
    labels += figures.names(board, colours, observer, target)
    whole = vantage.overview(board, aspect)
    camera, inset = whole, None
    if sight is not None:
        looked_at = board.figures[sight.target]
        eye = scene.body(sight.observer).centre
        colour = colours[looked_at.player]
        surfaces.append(figures.painted(looked_at, sight.samples, eye, colour))
        dots = sightline.dots(sight)
        if dots is not None:
            surfaces.append(dots)
        lines += sightline.sight_lines(sight)
        lines += _rings(board, sight)
        for curtain, label in areas.stopping(scene, sight):
            surfaces.append(curtain)
            labels.append(label)
        labels += _blockers(board, sight)
        labels += _gaps(scene, sight)
        camera = vantage.best(scene, rays, sight, aspect)
        inset = Inset(
            f"{caption.shown(sight.target)} from the observer's side",
            vantage.close_up(scene, sight),
            vantage.matter(scene, sight),
        )
    return SceneDescription(
        title=caption.shown(board.path.name) if sight is None else caption.title(sight),
        caption=_of_board(board) if sight is None else caption.lines(sight, board.features),
        verdict=None if sight is None else caption.verdict(sight),
        surfaces=tuple(surfaces),
        lines=tuple(lines),
        labels=tuple(sorted(labels, key=lambda label: label.rank)),
        legend=_legend(board, colours, sight, drawn_gaps.legend),
        camera=camera,
        overview=whole,
        inset=inset,
        warnings=board.warnings if sight is None else sight.warnings,
    )


def _rings(board: Board, sight: Sight) -> list[Lines]:
    """A ring on the ground about each of the pair."""
    rings = []
    for id, colour in ((sight.observer, OBSERVER), (sight.target, INK)):
        figure = board.figures[id]
        middle = np.array([figure.at[0], figure.at[1], figure.bottom + ground.RAISED])
        radius = float(np.linalg.norm(figure.outline - middle[:2], axis=1).max()) + 0.15
        rings.append(Lines(id, "ring", ground.ring(middle, radius), colour, 4.0))
    return rings


def _blockers(board: Board, sight: Sight) -> list[Label]:
    """The names of the features that stop lines, above where they do."""
    labels = []
    for blocker in sight.blocked_by[: caption.BLOCKERS]:
        feature = board.features.get(blocker.id)
        if feature is not None and blocker.kind == "terrain":
            stop = _stop_points(sight, blocker.id)
            at = stop.mean(axis=0) if len(stop) else np.asarray(feature.transform)[:3, 3]
            top = float(stop[:, 2].max()) if len(stop) else float(at[2])
            anchor = (float(at[0]), float(at[1]), top)
            labels.append(Label(caption.shown(blocker.id), "blocker", anchor, BLOCKED, 1))
    return labels


def _gaps(scene: BoardScene, sight: Sight) -> list[Label]:
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
        labels.append(Label(caption.shown(text), "gap", anchor, CLOSED, 2))
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
    used = dict.fromkeys(feature.category for feature in board.features.values())
    entries = [
        LegendEntry(category or "terrain", CATEGORIES.get(category, CATEGORIES[None]))
        for category in CATEGORIES
        if category in used
    ]
    entries += of_gaps
    entries += [LegendEntry(caption.shown(player), colour) for player, colour in colours.items()]
    if sight is not None:
        entries += [
            LegendEntry("part that is seen", SEEN),
            LegendEntry("facing part that is not", UNSEEN),
        ]
        if sight.witness is not None:
            entries.append(LegendEntry("open line", WITNESS, line=True))
        if any(blocker.kind == "area" for blocker in sight.blocked_by):
            entries.append(areas.LEGEND)
        if sight.blocked_by:
            entries.append(LegendEntry("stopped line", BLOCKED, line=True))
    return tuple(entries)
