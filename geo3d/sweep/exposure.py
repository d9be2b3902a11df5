"""What each cell of a board sees of every other, at eye height.

A cell sees another where the straight line between the points at eye height over their two middles
is open. Both ways it is the same line, so each pair is asked once. Twice: by material alone
("bare"), and by the ruleset ("ruled": closed gaps, 13.11, and obscuring areas, 13.10, but those
that one of the two middles lies in). Models neither block nor take part; hidden (13.09) does not,
either, since it depends on models. Cells whose eye point lies in terrain, or in a closed gap, are
no places: they see nothing, and nobody counts them.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

import numpy as np
import shapely

from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.sweep.cells import Cells, cells_of, in_material
from geo3d.sweep.options import Columns, Options, Part
from geo3d.table import Board
from geo3d.visibility.scene import BoardScene, board_scene

PAIRS = 2_000_000
"""Pairs of cells in a part of the work: about a second."""

BATCH = 200_000
"""Lines that are asked at once: some ten megabytes."""

KINDS = ("bare", "ruled")


@dataclass(frozen=True, eq=False)
class Field:
    """A board prepared for lines between its cells.

    Attributes:
        cells: all.
        place: (N,) which are places.
        order: (P,) the places' numbers, those within the same areas together.
        first: (G + 1,) where each such group begins in `order`.
        groups: (G,) the ids, in the scene, of the areas of each.
        scene: terrain, closed gaps and areas.
        bare: terrain alone.
        marks: (O, 3) the objectives at eye height.
        mark_areas: (O,) the ids of the areas that each lies in.
    """

    cells: Cells
    place: Bools
    order: Ints
    first: Ints
    groups: tuple[frozenset[str], ...]
    scene: BoardScene
    bare: RayScene
    marks: Floats
    mark_areas: tuple[frozenset[str], ...]


@lru_cache(maxsize=2)
def field_of(board: Board, options: Options) -> Field:
    """A board prepared; of the last two kept."""
    empty = replace(board, figures={}, units={})
    scene = board_scene(empty)
    cells = cells_of(board, options.cell, options.eye)
    bare = RayScene()
    solid = RayScene()
    for name in scene.rays.ids:
        placed = scene.rays[name]
        if name not in scene.sealed and name not in scene.areas:
            bare.place(placed.mesh, placed.transform, name)
        if name not in scene.areas:
            solid.place(placed.mesh, placed.transform, name)
    place = ~in_material(solid, cells.eyes)
    areas = _areas_at(scene, cells.eyes)
    numbers = np.flatnonzero(place)
    kinds = sorted({areas[n] for n in numbers.tolist()}, key=sorted)
    rank = {kind: number for number, kind in enumerate(kinds)}
    group = np.array([rank[areas[n]] for n in numbers.tolist()], dtype=np.int64)
    order = numbers[np.argsort(group, kind="stable")]
    first = np.concatenate([[0], np.cumsum(np.bincount(group, minlength=len(kinds)))])
    plan = np.array([mark.at for mark in board.objectives.values()]).reshape(-1, 2)
    marks = np.column_stack([plan, board.ground.heights_at(plan) + options.eye])
    return Field(
        cells, place, order, first.astype(np.int64), tuple(kinds), scene, bare, marks,
        tuple(_areas_at(scene, marks)),
    )  # fmt: skip


def _areas_at(scene: BoardScene, points: Floats) -> list[frozenset[str]]:
    """The ids, in the scene, of the obscuring areas that each point lies within in plan."""
    found: list[set[str]] = [set() for _ in points]
    for id, name in scene.areas.items():
        boundary = scene.board.areas[name].boundary
        shapely.prepare(boundary)
        for row in np.flatnonzero(shapely.contains_xy(boundary, points[:, 0], points[:, 1])):
            found[row].add(id)
    return [frozenset(each) for each in found]


def parts(board: Board, options: Options) -> int:
    """How many parts the work on a board has; it depends on nothing but the board's size."""
    cells = len(cells_of(board, options.cell, options.eye).ix)
    return max(1, -(-cells * cells // 2 // PAIRS))


def part(board: Board, options: Options, number: int, of: int) -> Part:
    """One part: every `of`-th place, from `number` on, against all that come after it.

    Returns:
        Rows for all cells that it counted something for: how many cells, and how many of each
        player's zone, each sees; sums over all parts are the answer.
    """
    field = field_of(board, options)
    total, columns = len(field.cells.ix), 1 + len(field.cells.players)
    counts = np.zeros((len(KINDS), columns, total), np.int64)
    marks = np.zeros((len(KINDS), len(field.marks), total), np.int64)
    ranks = np.arange(number, len(field.order), of)
    pairs = 0
    for some in _batches(ranks, len(field.order)):
        starts, ends = _pairs(some, len(field.order))
        pairs += len(starts)
        a, b = field.order[starts], field.order[ends]
        seen = ~field.bare.any_hit(field.cells.eyes[a], field.cells.eyes[b])
        _count(counts[0], a[seen], b[seen], field.cells.player)
        a, b = a[seen], b[seen]
        groups = np.searchsorted(field.first, ends[seen], side="right") - 1
        own = np.searchsorted(field.first, starts[seen], side="right") - 1
        seen = _ruled(field, a, field.cells.eyes[b], own, groups, field.groups)
        _count(counts[1], a[seen], b[seen], field.cells.player)
    if len(field.marks):
        _see_marks(field, ranks, marks)
    rows = np.flatnonzero(counts[0, 0] + marks[0].sum(axis=0))
    found: Columns = {"cell": rows}
    for kind, count, of_marks in zip(KINDS, counts, marks, strict=True):
        found[f"{kind}_sees"] = count[0, rows]
        for player in range(columns - 1):
            found[f"{kind}_sees_player_{player}"] = count[1 + player, rows]
        for mark in range(len(field.marks)):
            found[f"{kind}_sees_objective_{mark}"] = of_marks[mark, rows]
    return Part(found, pairs)


def _batches(ranks: Ints, places: int) -> list[Ints]:
    """Ranks cut into runs of about `BATCH` pairs."""
    if not len(ranks):
        return []
    edges = np.cumsum(places - 1 - ranks) // BATCH
    return np.split(ranks, np.flatnonzero(np.diff(edges)) + 1)


def _pairs(ranks: Ints, places: int) -> tuple[Ints, Ints]:
    """Each rank with all ranks after it."""
    after = places - 1 - ranks
    starts = np.repeat(ranks, after)
    begin = np.repeat(np.cumsum(after) - after, after)
    return starts, starts + 1 + np.arange(len(starts)) - begin


def _count(counts: Ints, a: Ints, b: Ints, player: Ints) -> None:
    """Add pairs that see each other to what each of the two sees, by whose zone it is."""
    for one, other in ((a, b), (b, a)):
        counts[0] += np.bincount(one, minlength=counts.shape[1])
        for number in range(counts.shape[0] - 1):
            theirs = one[player[other] == number]
            counts[1 + number] += np.bincount(theirs, minlength=counts.shape[1])


def _ruled(
    field: Field, a: Ints, ends: Floats, own: Ints, groups: Ints,
    areas: tuple[frozenset[str], ...],
) -> Bools:  # fmt: skip
    """(M,) which lines the ruleset leaves open; the areas that an end lies in do not block.

    Args:
        a: (M,) cells at one end; lines of one cell and one group of ends stand together.
        ends: (M, 3) the other ends.
        own, groups: (M,) numbers of the two ends' groups: in the field's, and in `areas`.
    """
    if not len(a):
        return np.zeros(0, np.bool_)
    if not (field.scene.sealed or field.scene.areas):
        return np.ones(len(a), np.bool_)
    new = np.flatnonzero((np.diff(a) != 0) | (np.diff(groups) != 0)) + 1
    edges = np.concatenate([[0], new, [len(a)]])
    begin = edges[:-1]
    ignore = [
        field.groups[one] | areas[other]
        for one, other in zip(own[begin].tolist(), groups[begin].tolist(), strict=True)
    ]
    hit = field.scene.rays.any_hit(field.cells.eyes[a], ends, bundles=edges, ignore=ignore)
    return ~hit


def _see_marks(field: Field, ranks: Ints, marks: Ints) -> None:
    """Add the objectives that places see."""
    some = field.order[ranks]
    own = np.searchsorted(field.first, ranks, side="right") - 1
    for number, mark in enumerate(field.marks):
        ends = np.broadcast_to(mark, (len(some), 3))
        seen = ~field.bare.any_hit(field.cells.eyes[some], ends)
        marks[0, number, some[seen]] += 1
        rows = np.flatnonzero(seen)
        groups = np.full(len(rows), number, np.int64)
        ruled = _ruled(field, some[rows], ends[rows], own[rows], groups, field.mark_areas)
        marks[1, number, some[rows[ruled]]] += 1


def table(board: Board, options: Options, summed: Columns) -> Columns:
    """The rows of all cells, from the sums over all parts."""
    field = field_of(board, options)
    total = len(field.cells.ix)
    found: Columns = {
        "ix": field.cells.ix, "iy": field.cells.iy, "x": field.cells.eyes[:, 0],
        "y": field.cells.eyes[:, 1], "eye_z": field.cells.eyes[:, 2],
        "player": field.cells.player, "place": field.place,
    }  # fmt: skip
    for name, values in summed.items():
        if name != "cell":
            found[name] = np.zeros(total, np.int64)
            found[name][summed["cell"]] = values
    return found


def summary(board: Board, options: Options, rows: Columns) -> dict[str, Any]:
    """Shares for each player's zone, and how much they differ between players.

    For each kind: `sees_enemy`, the share of the zone's places that see at least one place of an
    enemy's zone; `pairs`, the share of the pairs (own place, enemy's place) that see each other;
    `sees_table`, the mean share of all places of the board that a place of the zone sees;
    `sees_objectives`, the mean share of the objectives. `unfairness` is the greatest difference
    between two players in `sees_enemy`, `sees_table` and `sees_objectives`: 0 is fair, 1 is not.
    """
    field = field_of(board, options)
    place, players = field.place, field.cells.players
    zones = [place & (field.cells.player == number) for number in range(len(players))]
    found: dict[str, Any] = {"cells": len(place), "places": int(place.sum())}
    for kind in KINDS:
        shares: dict[str, dict[str, Any]] = {}
        for number, name in enumerate(players):
            own = zones[number]
            others = [other for other in range(len(players)) if other != number]
            enemies = sum(int(zones[other].sum()) for other in others)
            none = np.zeros(len(place), np.int64)
            enemy = sum((rows[f"{kind}_sees_player_{other}"] for other in others), none)
            marks = [rows[f"{kind}_sees_objective_{n}"] for n in range(len(field.marks))]
            shares[name] = {
                "places": int(own.sum()),
                "sees_enemy": _share((enemy[own] > 0).sum(), own.sum()),
                "pairs": _share(enemy[own].sum(), own.sum() * enemies),
                "sees_table": _share(
                    rows[f"{kind}_sees"][own].sum(), own.sum() * (place.sum() - 1)
                ),
                "sees_objectives": _share(
                    sum(int(mark[own].sum()) for mark in marks), own.sum() * len(marks)
                ),
            }
        gaps = []
        for key in ("sees_enemy", "sees_table", "sees_objectives"):
            values = [share[key] for share in shares.values()]
            known = [value for value in values if value is not None]
            if len(known) > 1:
                gaps.append(max(known) - min(known))
        found[kind] = {"players": shares, "unfairness": max(gaps, default=None)}
    return found


def _share(some: Any, every: Any) -> float | None:
    return float(some) / float(every) if every else None
