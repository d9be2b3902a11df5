"""What can be chosen for a sweep, and what a part of it gives."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d.errors import UsageError

Columns = dict[str, npt.NDArray[Any]]
"""A table: columns by name, all of one length."""


@dataclass(frozen=True)
class Options:
    """All options of all measures.

    Attributes:
        cell: inches along the side of a cell.
        eye: inches above the ground: the height that cells see from and are seen at.
        every: reach: in the middle of each square of so many cells along a side is a start.
        base_mm: reach: diameter of the model's round base, in millimetres.
        height: reach: inches that the model is high.
        keywords: reach: of the model.
        move: reach: inches.
        pairs: accuracy: pairs of models on each board.
        seed: accuracy: by which they are drawn.
    """

    cell: float = 0.5
    eye: float = 1.5
    every: int = 8
    base_mm: float = 32.0
    height: float = 1.6
    keywords: tuple[str, ...] = ("INFANTRY",)
    move: float = 6.0
    pairs: int = 200
    seed: int = 0

    def __post_init__(self) -> None:
        for name in ("cell", "eye", "base_mm", "height", "move"):
            value = getattr(self, name)
            if not (np.isfinite(value) and value > 0.0):
                raise UsageError(f"{name}: a number above 0 wanted, got {value!r}")
        for name in ("every", "pairs"):
            if getattr(self, name) < 1:
                raise UsageError(f"{name}: 1 or more wanted, got {getattr(self, name)!r}")
        if self.seed < 0:
            raise UsageError(f"seed: 0 or more wanted, got {self.seed!r}")


@dataclass(frozen=True, eq=False)
class Part:
    """What one part of the work found.

    Attributes:
        columns: its rows.
        pairs: pairs that were asked.
    """

    columns: Columns = field(repr=False)
    pairs: int
