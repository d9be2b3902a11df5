"""Where a model can get to from each of many cells.

A model of the stated base, height, keywords and move starts in the middle of each square of so many
cells along a side, facing along x, on the ground, alone on the table. `legal` says whether it may
be set up there; then `area` is that of the places where it may end (`geo3d reach`), and `freedom`
that area over the area that it could reach on the same table without terrain: over 1 where it gets
onto floors.
"""

from dataclasses import replace
from functools import lru_cache
from typing import Any

import numpy as np
import shapely

from geo3d.motion import judge_stand, reach
from geo3d.motion.reaching.cspace import inner_box
from geo3d.sweep.cells import Cells, cells_of
from geo3d.sweep.options import Columns, Options, Part
from geo3d.table import Base, Board, Figure, Profile, Unit
from geo3d.tolerances import CURVE_SIDES
from geo3d.units import inches_from_mm

STARTS = 8
"""Starts in a part of the work: some seconds."""

MODEL = "sweep-model"


@lru_cache(maxsize=2)
def starts_of(board: Board, options: Options) -> tuple[Cells, Board]:
    """The squares that are starts, and the board with the model alone; of the last two kept."""
    starts = cells_of(board, options.cell * options.every, options.eye)
    radius = inches_from_mm(options.base_mm) / 2
    profile = Profile(
        MODEL, Base("round", radius, radius), options.height, None, 0.0,
        frozenset(word.upper() for word in options.keywords), options.move,
    )  # fmt: skip
    figure = Figure(MODEL, f"{MODEL}-unit", MODEL, profile, (0.0, 0.0, 0.0), 0.0)
    unit = Unit(figure.unit, MODEL, MODEL, (MODEL,), False, False)
    return starts, replace(board, figures={MODEL: figure}, units={unit.id: unit})


def parts(board: Board, options: Options) -> int:
    """How many parts the work on a board has."""
    return max(1, -(-len(starts_of(board, options)[0].ix) // STARTS))


def part(board: Board, options: Options, number: int, of: int) -> Part:
    """One part: every `of`-th start, from `number` on."""
    starts, alone = starts_of(board, options)
    rows = np.arange(number, len(starts.ix), of)
    legal, areas, free = (np.zeros(len(rows)) for _ in range(3))
    figure = alone.figures[MODEL]
    table = inner_box(board.size, figure.profile.base, 0.0)
    for place, row in enumerate(rows.tolist()):
        x, y, z = starts.eyes[row]
        at = (float(x), float(y), float(z) - options.eye)
        moved = alone.with_figures({MODEL: replace(figure, at=at)})
        disc = shapely.Point(x, y).buffer(options.move, quad_segs=CURVE_SIDES // 4)
        free[place] = table.intersection(disc).area
        legal[place] = judge_stand(moved, MODEL, at).legal
        if legal[place]:
            areas[place] = reach(moved, MODEL, options.move).area
    found: Columns = {"start": rows, "legal": legal > 0, "area": areas, "free": free}
    return Part(found, len(rows))


def table(board: Board, options: Options, summed: Columns) -> Columns:
    """The rows of all starts."""
    starts, _ = starts_of(board, options)
    order = np.argsort(summed["start"])
    free, area = summed["free"][order], summed["area"][order]
    with np.errstate(invalid="ignore"):
        freedom = np.where(free > 0.0, area / free, 0.0)
    return {
        "ix": starts.ix, "iy": starts.iy, "x": starts.eyes[:, 0], "y": starts.eyes[:, 1],
        "player": starts.player, "legal": summed["legal"][order], "area": area,
        "freedom": freedom,
    }  # fmt: skip


def summary(board: Board, options: Options, rows: Columns) -> dict[str, Any]:
    """The mean freedom of all legal starts, and of those in each player's zone; `unfairness` is the
    greatest difference between two players."""
    starts, _ = starts_of(board, options)
    legal = rows["legal"].astype(bool)
    found: dict[str, Any] = {
        "starts": len(legal), "legal": int(legal.sum()), "freedom": _mean(rows["freedom"][legal]),
    }  # fmt: skip
    zones = {}
    for number, name in enumerate(starts.players):
        own = legal & (starts.player == number)
        zones[name] = {"starts": int(own.sum()), "freedom": _mean(rows["freedom"][own])}
    means = [zone["freedom"] for zone in zones.values() if zone["freedom"] is not None]
    return {**found, "players": zones,
            "unfairness": max(means) - min(means) if len(means) > 1 else None}  # fmt: skip


def _mean(values: Any) -> float | None:
    return float(values.mean()) if len(values) else None
