"""Small boards for picture tests, written as JSON so that ids may hold anything."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

import geo3d
from geo3d.table.board import Board

OBSERVER, TARGET = "red-1", "blue-1"


def box(x: tuple[float, float], y: tuple[float, float], z: tuple[float, float]) -> trimesh.Trimesh:
    """A closed box from its ranges."""
    return trimesh.creation.box(bounds=np.array([x, y, z]).T)


def write(
    folder: Path,
    walls: dict[str, trimesh.Trimesh],
    observer: str = OBSERVER,
    target: str = TARGET,
    **more: Any,
) -> Path:
    """A board of 30 by 20 inches: observer at (5, 10), target at (20, 10), walls between.

    Both stand on square bases of one inch and are two inches high, faces square to the line.
    """
    pieces, features = {}, []
    for number, (id, mesh) in enumerate(walls.items()):
        mesh.export(folder / f"wall-{number}.ply")
        pieces[f"p{number}"] = {"mesh": f"wall-{number}.ply", "units": "inch", "category": "dense"}
        features.append({"id": id, "piece": f"p{number}", "at": [0, 0, 0]})
    board = {
        "format": "geo3d-board/1",
        "ruleset": "wh40k-11e",
        "battlefield": {"size": [30, 20]},
        # A wall alone would be an area that blocks at any height (13.10).
        "settings": {"implicit_areas": False},
        "pieces": pieces,
        "features": features,
        "profiles": {"square": {"base": {"rect": [25.4, 25.4]}, "height": 2.0}},
        "units": [
            {"id": "u-1", "player": "red", "profile": "square",
             "models": [{"id": observer, "at": [5, 10]}]},
            {"id": "u-2", "player": "blue", "profile": "square",
             "models": [{"id": target, "at": [20, 10]}]},
        ],
        **more,
    }  # fmt: skip
    path = folder / "board.json"
    path.write_text(json.dumps(board), encoding="utf-8")
    return path


def load(folder: Path, walls: dict[str, trimesh.Trimesh], **more: Any) -> Board:
    """The board of `write`, loaded."""
    return geo3d.load_board(write(folder, walls, **more))


LOW = box((12, 12.5), (5, 15), (0, 1.5))
"""Hides what the line of sight's lower half passes: see test_scene."""

HIGH = box((12, 12.5), (2, 18), (0, 9))
"""Hides the target from every point of the observer."""
