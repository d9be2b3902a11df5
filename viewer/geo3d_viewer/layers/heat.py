"""A heat map as tiles: how much of a model, or how many of a player's, see each place."""

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion.heights import heights_of
from geo3d.table.board import Board
from geo3d.visibility.heat import Heat
from geo3d_viewer.caption import shown
from geo3d_viewer.description import Layer, LegendEntry
from geo3d_viewer.palette import distances
from geo3d_viewer.reach_field import LIFT, tiles

SHARES = (
    (0.0, "seen from under a quarter of it"), (0.25, "from a quarter on"), (0.5, "from half on"),
    (0.75, "from three quarters on"),
)  # fmt: skip
"""From which share of an observer's parts, and what the legend says."""

COUNTS = (1, 2, 4, 8, 16)
"""From how many observers a colour goes."""


def observers_of(board: Board, name: str) -> tuple[str, ...]:
    """The models that a name means: a model, all of a unit or all of a player.

    Raises:
        UsageError: nothing of that name.
    """
    if name in board.figures:
        return (name,)
    found = tuple(f.id for f in board.figures.values() if name in (f.unit, f.player))
    if not found:
        names = sorted({f.player for f in board.figures.values()})
        raise UsageError(
            f"{board.path}: no model, unit or player {name!r}; the players are {', '.join(names)}"
        )
    return found


def layer(board: Board, found: Heat, name: str) -> Layer:
    """The heat map of what a name means."""
    one = len(found.observers) == 1
    values = found.share if one else found.count.astype(np.float64)
    steps = [low for low, _ in SHARES] if one else [n for n in COUNTS if n <= values.max()]
    edges = np.array(steps or [1.0])
    band = np.searchsorted(edges, values, side="right") - 1
    band[found.count == 0] = -1
    colours = distances(len(edges))
    places = found.points + np.array([0.0, 0.0, LIFT])
    heights = heights_of(board)
    surfaces, legend = [], []
    for k in range(len(edges)):
        text = _text(one, k, edges)
        if (band == k).any():
            surfaces.append(tiles(text, places[band == k], found.spacing, heights, colours[k]))
            legend.append(LegendEntry(text, colours[k]))
    seen = float((found.count > 0).mean()) if len(found.count) else 0.0
    note = (
        f'{shown(name)} sees {seen:.0%} of the places {found.spacing:g}" apart, looked at '
        f'{found.height:g}" above ground and floors'
    )
    return Layer("heat", f"what {shown(name)} sees", note, tuple(surfaces), legend=tuple(legend))


def _text(one: bool, k: int, edges: np.ndarray) -> str:
    if one:
        return SHARES[k][1]
    low = int(edges[k])
    high = int(edges[k + 1]) - 1 if k + 1 < len(edges) else None
    if high is None:
        return f"seen by {low} or more"
    return f"seen by {low}" if high == low else f"seen by {low} to {high}"
