"""Lengths. Inside geo3d every length is in inches; this is the one place that converts.

1 inch = 25.4 mm exactly (international yard and pound agreement of 1959).
"""

from typing import Final, Literal

Unit = Literal["mm", "cm", "m", "inch"]
Up = Literal["z", "y"]

MM_PER_INCH: Final = 25.4
INCHES_PER_UNIT: Final[dict[str, float]] = {
    "mm": 1.0 / 25.4,
    "cm": 10.0 / 25.4,
    "m": 1000.0 / 25.4,
    "inch": 1.0,
}


def inches_from_mm(length_mm: float) -> float:
    """Millimetres to inches."""
    return length_mm / MM_PER_INCH
