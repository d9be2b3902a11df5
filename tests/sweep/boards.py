"""Small boards to sweep: a table 12" x 8", zones of 3" at both ends, boxes and marked areas."""

from pathlib import Path
from types import MappingProxyType

import trimesh

from geo3d.piece import Piece
from geo3d.table import Board, made_board

HEAD = """
format = "geo3d-board/1"
ruleset = "{ruleset}"
[battlefield]
size = [12, 8]
[settings]
implicit_areas = false
[[zones]]
id = "west"
player = "red"
boundary = [[0, 0], [3, 0], [3, 8], [0, 8]]
[[zones]]
id = "east"
player = "blue"
boundary = [[9, 0], [12, 0], [12, 8], [9, 8]]
[[objectives]]
id = "mid"
at = [6, 4]
"""


def board(
    *boxes: tuple[tuple[float, float, float], tuple[float, float, float]],
    areas: str = "",
    ruleset: str = "wh40k-11e",
    name: str = "small",
) -> Board:
    """A board with boxes between two corners each, all dense."""
    text = HEAD.format(ruleset=ruleset)
    pieces = {}
    for number, (low, high) in enumerate(boxes):
        mesh = trimesh.creation.box(bounds=[low, high])
        pieces[f"box-{number}"] = Piece(mesh, category="dense", extras=MappingProxyType({}))
        text += f"""
            [pieces.box-{number}]
            mesh = "box-{number}"
            [[features]]
            id = "box-{number}"
            piece = "box-{number}"
            at = [0, 0]
        """
    return made_board(Path(f"{name}.toml"), text + areas, pieces)


WALL = ((5.75, 0.0, 0.0), (6.25, 4.75, 3.0))
"""Across the middle, from one long edge to 4.75 of 8 inches."""
