"""A small board with exactly known answers, and a way to run commands on it.

A wall .5" thick and 5" high stands across the middle of a 30" x 20" table, x 14.75 to 15.25, y 6
to 14. Red's model stands before it at (5, 10), blue's behind it at (25, 10) and beside it at
(25, 1).
"""

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
import trimesh

from geo3d.cli.app import run

BOARD = """
format = "geo3d-board/1"
ruleset = "none"
[battlefield]
size = [30.0, 20.0]
[pieces.wall]
mesh = "wall.stl"
units = "inch"
[[features]]
id = "wall-1"
piece = "wall"
at = [15.0, 10.0]
[profiles.trooper]
base = { round = 32 }
height = 1.5
[[units]]
id = "red-1"
player = "red"
profile = "trooper"
models = [{ id = "red-1-a", at = [5.0, 10.0] }]
[[units]]
id = "blue-1"
player = "blue"
profile = "trooper"
models = [{ id = "blue-1-a", at = [25.0, 10.0] }, { id = "blue-1-b", at = [25.0, 1.0] }]
"""


@dataclass(frozen=True)
class Result:
    """What a command left behind."""

    status: int
    out: str
    err: str

    def json(self) -> Any:
        """Standard output as exactly one strict JSON document, without NaN and infinity."""

        def refuse(constant: str) -> None:
            raise AssertionError(f"{constant} is not JSON")

        return json.loads(self.out, parse_constant=refuse)


@pytest.fixture(scope="session")
def board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The board file."""
    folder = tmp_path_factory.mktemp("board")
    wall = trimesh.creation.box(bounds=[[-0.25, -4, 0], [0.25, 4, 5]])
    wall.export(folder / "wall.stl")
    path = folder / "board.toml"
    path.write_text(BOARD, encoding="utf-8")
    return path


@pytest.fixture
def geo3d(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Run a command in this process."""

    def command(*arguments: object) -> Result:
        status = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Result(status, out, err)

    return command
