"""A board with a block to climb, and a model that moves on it."""

from pathlib import Path
from typing import Any

import trimesh

import geo3d
from geo3d.table.board import Board
from tests.picture.boards import box, write

MODEL = "red-1"
"""On a square base of one inch at (5, 10), two inches high, infantry, moves 20 inches."""

BLOCK = box((12, 16), (8, 12), (0, 5))
"""Five inches high; the model's own line y = 10 runs over its middle."""

PLAN = [(11.0, 10.0), (11.0, 10.0, 5.0), (14.0, 10.0, 5.0)]
"""Up to half an inch before the block, up beside it, and onto its middle."""


def load(folder: Path, keywords: list[str] | None = None, **more: Any) -> Board:
    """The board, with other walls (`walls`) or another base (`base`), where they are given."""
    walls = more.pop("walls", {"block": BLOCK})
    profile = {
        "base": more.pop("base", {"rect": [25.4, 25.4]}),
        "height": 2.0,
        "keywords": ["INFANTRY"] if keywords is None else keywords,
        "move": 20.0,
    }
    units = [
        {"id": "u-1", "player": "red", "profile": "mover",
         "models": [{"id": MODEL, "at": more.pop("at", [5, 10])}]},
    ]  # fmt: skip
    path = write(folder, walls, profiles={"mover": profile}, units=units, **more)
    return geo3d.load_board(path)


def relief(folder: Path, *profile: tuple[float, float]) -> dict[str, Any]:
    """A battlefield with a relief that is the same for all y: its (x, z) from x = 0 to 30."""
    corners = [[x, y, z] for x, z in profile for y in (0, 20)]
    faces = [
        face
        for k in range(0, 2 * len(profile) - 2, 2)
        for face in ([k, k + 2, k + 3], [k, k + 3, k + 1])
    ]
    trimesh.Trimesh(corners, faces, process=False).export(folder / "relief.ply")
    return {"size": [30, 20], "ground": {"mesh": "relief.ply", "units": "inch"}}
