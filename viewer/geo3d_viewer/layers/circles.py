"""Engagement range (03.04) and coherency (03.03) about models, as they lie on the table."""

from collections.abc import Callable

import numpy as np
import shapely

from geo3d.errors import UsageError
from geo3d.rules.wh40k_11e.coherency import NEAR, coherency
from geo3d.rules.wh40k_11e.engagement import RANGE, engaged_pairs
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.table.measure import measure
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Floats, Layer, LegendEntry, Lines
from geo3d_viewer.ground import RAISED
from geo3d_viewer.palette import BROKEN, COHERENT, player_colours

OVER = RAISED + 0.05
"""Inches above the underside of a base that circles are drawn."""

HIGH = 0.4
"""Inches above it that lines between two models are."""

LEVEL = 0.5
"""Inches: circles about models whose heights differ by no more are joined."""


def engagement(board: Board) -> Layer:
    """Circles within which an enemy is engaged, and a line between each two that are.

    Raises:
        UsageError: a ruleset that does not know the rule.
    """
    _of_40k(board, "engagement")
    colours = player_colours(dict.fromkeys(f.player for f in board.figures.values()))
    lines = []
    for player, colour in colours.items():
        own = [figure for figure in board.figures.values() if figure.player == player]
        lines.append(Lines(player, "engagement", _joined(own, RANGE), colour, 2.0))
    pairs = engaged_pairs(board)
    legend = [
        LegendEntry(f"engagement range of {shown(player)}", colour, line=True)
        for player, colour in colours.items()
    ]
    if pairs:
        lines.append(Lines("engaged", "engagement", _between(board, pairs), BROKEN, 4.0, True))
        legend.append(LegendEntry("engaged", BROKEN, line=True))
    note = "no models are engaged (03.04)"
    if pairs:
        note = f"{len(pairs)} pair{'s' if len(pairs) > 1 else ''} of models engaged (03.04)"
    return Layer("engagement", "engagement range (03.04)", note, lines=tuple(lines),
                 legend=tuple(legend))  # fmt: skip


def cohering(board: Board) -> Layer:
    """Circles of half the distance of coherency: models whose circles meet are near enough.

    Lines join models of a unit that are within it of each other; about models that break coherency
    the circle is red.

    Raises:
        UsageError: a ruleset that does not know the rule.
    """
    _of_40k(board, "coherency")
    bad: list[Figure] = []
    links: list[tuple[str, str]] = []
    circles: list[Floats] = []
    broken = 0
    for unit in board.units.values():
        if len(unit.models) < 2:
            continue
        found = coherency(board, unit)
        broken += not found.coherent
        off = set(found.removals) | set(found.alone)
        good = [board.figures[id] for id in unit.models if id not in off]
        bad += [board.figures[id] for id in unit.models if id in off]
        circles.append(_joined(good, NEAR / 2))
        for k, one in enumerate(unit.models):
            for other in unit.models[k + 1 :]:
                if measure(board, one, other).horizontal <= NEAR:
                    links.append((one, other))
    lines = [Lines("coherency", "coherency", _stacked(circles), COHERENT, 2.0)]
    lines.append(Lines("links", "coherency", _between(board, links), COHERENT, 2.6))
    legend = [LegendEntry(f'coherency, {NEAR:g}" (03.03)', COHERENT, line=True)]
    if bad:
        lines.append(Lines("broken", "coherency", _joined(bad, NEAR / 2), BROKEN, 3.0))
        legend.append(LegendEntry("breaks coherency", BROKEN, line=True))
    note = "all units are in coherency (03.03)"
    if broken:
        note = f"{broken} unit{'s' if broken > 1 else ''} out of coherency (03.03)"
    return Layer("coherency", "coherency (03.03)", note, lines=tuple(lines), legend=tuple(legend))


def _of_40k(board: Board, layer: str) -> None:
    if board.ruleset != "wh40k-11e":
        raise UsageError(
            f'{board.path}: the layer {layer} is a rule of "wh40k-11e"; the board is of '
            f'"{board.ruleset}"'
        )


def _joined(figures: list[Figure], by: float) -> Floats:
    """(S, 2, 3) outlines about bases, joined where they overlap on one level."""
    parts = []
    left = sorted(figures, key=lambda figure: figure.bottom)
    while left:
        low = left[0].bottom
        some = [figure for figure in left if figure.bottom - low <= LEVEL]
        left = left[len(some) :]
        grown = shapely.buffer([shapely.Polygon(figure.outline) for figure in some], by)
        top = max(figure.bottom for figure in some) + OVER
        for ring in shapely.get_parts(shapely.boundary(shapely.union_all(grown))):
            plan = shapely.get_coordinates(ring)
            points = np.column_stack([plan, np.full(len(plan), top)])
            parts.append(np.stack([points[:-1], points[1:]], axis=1))
    return _stacked(parts)


def _between(board: Board, pairs: list[tuple[str, str]]) -> Floats:
    """(S, 2, 3) lines between the middles of models."""
    ends = [[board.figures[id].at for id in pair] for pair in pairs]
    return np.array(ends, np.float64).reshape(-1, 2, 3) + np.array([0.0, 0.0, HIGH])


def _stacked(parts: list[Floats]) -> Floats:
    return np.concatenate(parts) if parts else np.empty((0, 2, 3))


CIRCLES: dict[str, Callable[[Board], Layer]] = {
    "engagement": engagement,
    "coherency": cohering,
}
"""Layers that are made in no time: anew, when something has moved."""
