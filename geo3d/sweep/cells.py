"""The table cut into square cells, and what is known of each: is it a place, whose zone is it."""

from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.errors import UsageError
from geo3d.piece.locate import locate
from geo3d.rays import RayScene
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table import Board
from geo3d.tolerances import TOUCH

MOST = 4_000_000
"""Cells of a board: more would not fit into the memory of a worker."""


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of a board, column after column from its corner.

    Attributes:
        ix, iy: (N,) numbers along x and y.
        eyes: (N, 3) the middle of each, at eye height above the ground there.
        player: (N,) the number in `players` of the one in whose zone the middle lies; -1: none's.
        players: with a zone, sorted.
    """

    ix: Ints
    iy: Ints
    eyes: Floats
    player: Ints
    players: tuple[str, ...]


def cells_of(board: Board, size: float, eye: float) -> Cells:
    """The cells of a board whose middles lie on it.

    Args:
        size: inches along a side.
        eye: inches above the ground.

    Raises:
        UsageError: there would be too many.
    """
    counts = [max(int(np.ceil(side / size - 0.5)), 0) for side in board.size]
    if not 0 < counts[0] * counts[1] <= MOST:
        raise UsageError(
            f"{board.path}: cells of {size:g} inches: there would be {counts[0] * counts[1]}; 1 to "
            f"{MOST} are wanted"
        )
    x, y = (axis.ravel() for axis in np.meshgrid(*map(np.arange, counts), indexing="ij"))
    plan: Floats = np.column_stack([(x + 0.5) * size, (y + 0.5) * size])
    eyes: Floats = np.column_stack([plan, board.ground.heights_at(plan) + eye])
    players = tuple(sorted({zone.player for zone in board.zones.values()}))
    player = np.full(len(plan), -1)
    for zone in reversed(board.zones.values()):
        within = shapely.intersects_xy(zone.boundary, plan[:, 0], plan[:, 1])
        player[within] = players.index(zone.player)
    return Cells(x.astype(np.int64), y.astype(np.int64), eyes, player.astype(np.int64), players)


def in_material(rays: RayScene, points: Floats) -> Bools:
    """(N,) whether a point lies inside a closed mesh of a scene, or on its surface."""
    found = np.zeros(len(points), np.bool_)
    for name in rays.ids:
        placed = rays[name]
        local = (points - placed.transform[:3, 3]) @ placed.transform[:3, :3]
        low, high = placed.tree.bounds[0] - TOUCH, placed.tree.bounds[1] + TOUCH
        near = np.flatnonzero(((local >= low) & (local <= high)).all(axis=1))
        if len(near):
            where = locate(placed.mesh, local[near])
            # An open mesh (a table's top, a scan with holes) has a surface, but no inside.
            found[near] |= where.distance <= TOUCH if where.open else where.inside
    return found
