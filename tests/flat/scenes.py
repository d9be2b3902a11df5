"""Two models before walls, for tests of 2D methods: bases of exactly one inch, units of inches."""

from pathlib import Path

from geo3d.flat.plan import Plan, plan_of
from geo3d.table import Board
from geo3d.table.figures import Figure
from tests.visibility.scenes import board, model

INCH = "{ round = 25.4 }"
"""A round base one inch across."""


def scene(
    folder: Path, terrain: dict, one: tuple = (10.0, 10.0), other: tuple = (30.0, 10.0),
    heights: tuple[float, float] = (2.0, 2.0), bases: tuple[str, str] = (INCH, INCH),
    **more: object,
) -> Board:  # fmt: skip
    """A board 40" x 20" with two models, "a" and "b"."""
    models = [
        model("a", "red", one, bases[0], heights[0]),
        model("b", "blue", other, bases[1], heights[1]),
    ]
    return board(folder, models, terrain, size=(40.0, 20.0), **more)


def asked(made: Board) -> tuple[Plan, Figure, Figure]:
    """The plan of a board, and its two models."""
    return plan_of(made), made.figures["a"], made.figures["b"]
