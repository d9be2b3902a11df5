"""A board with a ruin that has a gap of each kind across the line of sight."""

import json
from pathlib import Path
from typing import Any

import trimesh

import geo3d
from geo3d.shapes.solids import box, mesh_of, solid, union
from geo3d.shapes.walls import Hole, wall, window
from geo3d.table.board import Board
from tests.picture.boards import write

CLOSED = window(0.0, 0.5, 2.0, 2.0)
"""About y = 10, z from .5 to 2.5: across the line of sight."""

STRADDLING = window(-3.0, 2.0, 1.0, 2.0)
"""About y = 7, z from 2 to 4."""

OPEN = window(3.0, 3.5, 1.0, 1.0)
"""About y = 13, z from 3.5 to 4.5."""


def ruin(*holes: Hole, tunnel: bool = True) -> trimesh.Trimesh:
    """A wall with x from 12 to 12.5, y from 5 to 15, z up to 6; a roofed tunnel along x beside it.

    The tunnel runs from x = 9 to 15 through a block with y from 15 to 18, z up to 3; it is 1.5 wide
    (y from 15.75 to 17.25) and 2 high. Its two ends are mouths: it is deeper than 2.
    """
    across = solid(wall(10.0, 6.0, 0.5, holes).mesh).rotate([0.0, 0.0, 90.0])
    bodies = [across.translate([12.25, 10.0, 0.0])]
    if tunnel:
        block = box([9.0, 15.0, 0.0], [15.0, 18.0, 3.0])
        bodies.append(block - box([8.0, 15.75, -1.0], [16.0, 17.25, 2.0]))
    return mesh_of(union(bodies))


def load_ruin(
    folder: Path, mesh: trimesh.Trimesh, gaps: str = "auto", id: str = "ruin-1", **more: Any
) -> Board:
    """The board of `boards.write` with this ruin on it."""
    path = write(folder, {id: mesh}, **more)
    board = json.loads(path.read_text(encoding="utf-8"))
    board["pieces"]["p0"]["gaps"] = gaps
    path.write_text(json.dumps(board), encoding="utf-8")
    return geo3d.load_board(path)
