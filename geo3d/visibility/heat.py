"""What models see of the table: for points all over the ground and the floors, by how much."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.errors import UsageError
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board
from geo3d.table.plumb import plumb_of
from geo3d.units import inches_from_mm
from geo3d.visibility.body import Body
from geo3d.visibility.scene import BoardScene, board_scene

PARTS = 16
"""Points of an observer that lines are drawn from: its middle, and corners far from each other."""

BLOCK = 4.0
"""Inches: points within squares of that side are looked up together."""

BATCH = 1000
"""Points that are looked at from one observer between two words on how far it is."""

BITS = 62
"""Areas that one number tells of: whether a point is in them."""

SAME_LEVEL = 0.1
"""Inches between two surfaces above each other at least; of nearer ones the upper counts."""


@dataclass(frozen=True, eq=False)
class Heat:
    """What models see, point by point.

    Attributes:
        observers: ids of the models that look.
        spacing: inches between points.
        height: inches above a surface of the points that are looked at.
        points: (N, 3) on surfaces: ground and floors.
        share: (N,) the greatest share of an observer's parts that an open line runs from.
        count: (N,) observers with an open line.
    """

    observers: tuple[str, ...]
    spacing: float
    height: float
    points: Floats
    share: Floats
    count: Ints


def heat(
    board: Board,
    observers: Sequence[str],
    spacing: float = 0.5,
    height: float = 1.0,
    progress: Callable[[int, int], None] | None = None,
) -> Heat:
    """What models see of points above the ground and above each floor.

    A line to a point is stopped by all that stops lines to a model there: closed gaps (13.11),
    areas (13.10) but those that the observer is within or the point is in, and models but the
    observer's own unit. Each observer looks from `PARTS` of its points: what is seen through the
    smallest slits may be missed.

    Args:
        observers: ids of models.
        progress: called with (points looked at, of), each point once for each observer; what it
            raises ends the search.

    Raises:
        UsageError: no observer, no such model, or sizes that are not above 0.
    """
    if not observers:
        raise UsageError(f"{board.path}: no model that looks: one or more wanted")
    if not (0.0 < spacing < np.inf and 0.0 < height < np.inf):
        raise UsageError(f"spacing and height: inches above 0 wanted, got {spacing!r}, {height!r}")
    figures = [board.figure(id) for id in observers]
    scene = board_scene(board)
    points = _points(board, spacing)
    ends = points + np.array([0.0, 0.0, height])
    blocks = list(_blocks(scene, points))
    share, count = np.zeros(len(points)), np.zeros(len(points), np.int64)
    of = len(points) * len(figures)
    for number, figure in enumerate(figures):
        seen = np.zeros((len(points), 0), np.bool_)
        done = number * len(points)
        for some in _batches(blocks):
            if progress is not None:
                progress(done, of)
            rows, part = _seen(scene, scene.body(figure.id), scene.ignored((figure,)), ends, some)
            if not seen.shape[1]:
                seen = np.zeros((len(points), part.shape[1]), np.bool_)
            seen[rows] = part
            done += len(rows)
        share = np.maximum(share, seen.sum(axis=1) / max(seen.shape[1], 1))
        count += seen.any(axis=1)
    if progress is not None:
        progress(of, of)
    return Heat(tuple(observers), spacing, height, points, share, count)


def parts(body: Body) -> Floats:
    """(P, 3) a body's middle, and corners of it, each the farthest from those before."""
    chosen = [body.centre]
    away = np.linalg.norm(body.corners - body.centre, axis=1)
    while len(chosen) < PARTS and away.max() > 1e-6:
        point = body.corners[int(away.argmax())]
        chosen.append(point)
        away = np.minimum(away, np.linalg.norm(body.corners - point, axis=1))
    return np.array(chosen)


def _points(board: Board, spacing: float) -> Floats:
    """(N, 3) on the ground and on what faces up above it, over the middles of squares."""
    x, y = (np.arange(spacing / 2, size, spacing) for size in board.size)
    plan = np.stack(np.meshgrid(x, y, indexing="ij"), axis=2).reshape(-1, 2)
    ground = board.ground.heights_at(plan)
    row, z, _ = plumb_of(board.features).surfaces(plan)
    row, z = np.append(np.arange(len(plan)), row), np.append(ground, z)
    kept = z >= ground[row] - SAME_LEVEL
    row, z = row[kept], z[kept]
    order = np.lexsort((-z, row))
    row, z = row[order], z[order]
    upper = np.ones(len(row), np.bool_)
    upper[1:] = (row[1:] != row[:-1]) | (z[:-1] - z[1:] > SAME_LEVEL)
    return np.column_stack([plan[row[upper]], z[upper]])


def _blocks(scene: BoardScene, points: Floats) -> Iterator[tuple[Ints, frozenset[str]]]:
    """Rows of points near each other, and the areas that they are in."""
    cell = np.floor(points[:, :2] / BLOCK).astype(np.int64)
    names = list(scene.areas.items())
    inside = np.zeros((len(points), -(-len(names) // BITS)), np.int64)
    for number, (_, name) in enumerate(names):
        column, bit = divmod(number, BITS)
        boundary = scene.board.areas[name].boundary
        within = shapely.intersects_xy(boundary, *points[:, :2].T)
        inside[:, column] |= within.astype(np.int64) << bit
    keys = np.column_stack([cell, inside])
    rows = np.lexsort(keys.T[::-1])
    new = (keys[rows[1:]] != keys[rows[:-1]]).any(axis=1)
    for some in np.split(rows, np.flatnonzero(new) + 1):
        if not len(some):
            continue
        bits = inside[some[0]].tolist()
        yield (
            some,
            frozenset(
                id
                for number, (id, _) in enumerate(names)
                if bits[number // BITS] >> number % BITS & 1
            ),
        )


def _batches(
    blocks: Sequence[tuple[Ints, frozenset[str]]],
) -> Iterator[Sequence[tuple[Ints, frozenset[str]]]]:
    """Blocks of about `BATCH` points together."""
    begin, number = 0, 0
    for at, (rows, _) in enumerate(blocks, start=1):
        number += len(rows)
        if number >= BATCH or at == len(blocks):
            yield blocks[begin:at]
            begin, number = at, 0


def _seen(
    scene: BoardScene,
    body: Body,
    ignore: frozenset[str],
    ends: Floats,
    blocks: Sequence[tuple[Ints, frozenset[str]]],
) -> tuple[Ints, Bools]:
    """(N,) rows of some points, and (N, P) which of them open lines reach from which part of a
    body."""
    froms = parts(body)
    order = np.concatenate([rows for rows, _ in blocks])
    number = len(froms)
    starts = np.tile(froms, (len(order), 1))
    edges = np.cumsum([0, *(len(rows) * number for rows, _ in blocks)])
    blocked = scene.rays.any_hit(
        starts, np.repeat(ends[order], number, axis=0), bundles=edges,
        ignore=[ignore | areas for _, areas in blocks],
        width=inches_from_mm(scene.board.settings.line_width),
    )  # fmt: skip
    return order, ~blocked.reshape(-1, number)
