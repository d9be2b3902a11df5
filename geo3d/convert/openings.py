"""Windows and doors for walls that are published without: drawn by a seed, the same for each piece
of one kind, so that a layout that is the same for both players stays so."""

import zlib
from dataclasses import dataclass

import numpy as np

from geo3d.convert.heights import SLAB, STOREY
from geo3d.shapes import Hole, door, window

SLOT = 1.5
"""Inches of wall for each opening."""

MARGIN = 0.25
"""Inches of wall that are left beside an opening, and above it."""

DOOR, WINDOW = 0.25, 0.75
"""Chances: that a stretch of wall has a door, and that a slot has a window. Assumptions: two slots
of three end up open, as in the ruins that ship with geo3d."""


@dataclass(frozen=True)
class Stretch:
    """A straight piece of wall.

    Attributes:
        low, high: where it is clear of other walls, in inches from its middle.
    """

    low: float
    high: float


def openings(seed: int, kind: str, number: int, stretch: Stretch, height: float) -> list[Hole]:
    """The openings of a stretch of wall, from its middle.

    Args:
        seed: of the board.
        kind, number: of the piece, and of the stretch in it.
        height: of the wall, inches.
    """
    rng = np.random.default_rng([seed, zlib.crc32(kind.encode()), number])
    slots = int((stretch.high - stretch.low) / SLOT)
    if slots < 1:
        return []
    width = (stretch.high - stretch.low) / slots
    middles = [stretch.low + width * (slot + 0.5) for slot in range(slots)]
    storeys = [0.0] + ([STOREY] if height > STOREY else [])
    found = []
    with_door = int(rng.integers(slots)) if rng.random() < DOOR else -1
    for level in storeys:
        top = min(height - MARGIN, level + STOREY - SLAB - MARGIN)
        for slot, middle in enumerate(middles):
            wide = float(rng.uniform(0.6, min(1.1, width - MARGIN)))
            sill = level + float(rng.uniform(0.7, 1.1))
            tall = float(rng.uniform(0.9, 1.4))
            has_window = rng.random() < WINDOW
            if level == 0.0 and slot == with_door:
                found.append(door(middle, wide, min(2.2, top)))
            elif has_window and min(sill + tall, top) - sill > MARGIN:
                found.append(window(middle, sill, wide, min(sill + tall, top) - sill))
    return found
