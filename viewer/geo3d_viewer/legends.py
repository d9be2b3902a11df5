"""What the colours of a board's picture mean."""

from collections.abc import Iterator

from geo3d.table.board import Board
from geo3d.visibility import Sight
from geo3d_viewer import areas, caption, reasons, sightline
from geo3d_viewer.description import Colour, LegendEntry
from geo3d_viewer.groups import OPEN, STOPPED, TESTED
from geo3d_viewer.palette import (
    CATEGORIES,
    HIDDEN,
    OBJECTIVE,
    SEEN,
    TESTED_OPEN,
    UNSEEN,
    WITNESS,
)
from geo3d_viewer.reasons import Reason

DASHES: Colour = (0.5, 0.5, 0.52)
"""Of the dashes of any reason: seen on light and on dark."""


def reached(sight: Sight) -> Colour:
    """What the parts of the target are painted that open lines reach."""
    return HIDDEN if caption.too_far(sight) else SEEN


def legend(
    board: Board,
    colours: dict[str, Colour],
    sight: Sight | None,
    why: tuple[Reason, ...],
    of_gaps: tuple[LegendEntry, ...],
) -> tuple[LegendEntry, ...]:
    """What colours mean in the picture of a board, the answer's first.

    Args:
        colours: of the players.
        why: the reasons that lines are stopped.
        of_gaps: what is said of gaps.
    """
    entries = [] if sight is None else list(_of_sight(board, sight, why))
    used: dict[str | None, set[str]] = {}
    for feature in board.features.values():
        used.setdefault(feature.category, set()).add(feature.id)
    entries += [
        LegendEntry(
            f"{category} terrain" if category else "terrain",
            CATEGORIES.get(category, CATEGORIES[None]),
            of=frozenset(used[category]),
        )
        for category in CATEGORIES
        if category in used
    ]
    entries += of_gaps
    if board.objectives:
        ids = frozenset(board.objectives)
        entries.append(LegendEntry("objective", OBJECTIVE, of=ids))
    for player, colour in colours.items():
        own = frozenset(each.id for each in board.figures.values() if each.player == player)
        entries.append(LegendEntry(caption.shown(player), colour, of=own))
    return tuple(entries)


def _of_sight(board: Board, sight: Sight, why: tuple[Reason, ...]) -> Iterator[LegendEntry]:
    """What the colours of a pair mean."""
    seen = sight.samples.reached
    if seen.any():
        hidden = "open to lines, but hidden too far away"
        yield LegendEntry(hidden if caption.too_far(sight) else "part that is seen", reached(sight))
    if not seen.all():
        yield LegendEntry("side towards the observer, not seen", UNSEEN)
    if sight.witness is not None:
        yield LegendEntry("open line", WITNESS, line=True, group=OPEN)
    elif caption.too_far(sight):
        text = "open line to a hidden model"
        yield LegendEntry(text, HIDDEN, line=True, dashed=True, group=OPEN)
    yield from reasons.legend(why, board.features)
    if any(reason.main for reason in why):
        text = "dashes: where it would go on"
        yield LegendEntry(text, DASHES, line=True, dashed=True, group=STOPPED)
    if any(reason.kind == "area" for reason in why):
        yield areas.LEGEND
    if why:
        pale = sightline.pale(why[0])
        yield LegendEntry("tested, stopped", pale, line=True, group=TESTED)
    if seen.any():
        yield LegendEntry("tested, open", TESTED_OPEN, line=True, group=f"{TESTED}/open")
