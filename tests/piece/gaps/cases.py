"""All test pieces for enclosed gaps, by name."""

from tests.piece.gaps import alleys, odd_walls, passages, plain_walls, rooms, structures
from tests.piece.gaps.case import Case, by_name

CASES: dict[str, Case] = by_name(
    [
        *plain_walls.CASES,
        *odd_walls.CASES,
        *rooms.CASES,
        *passages.CASES,
        *structures.CASES,
        *alleys.CASES,
    ]
)
