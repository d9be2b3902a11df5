"""All test pieces for enclosed gaps, by name."""

from tests.piece.gaps import plain_walls
from tests.piece.gaps.case import Case, by_name

CASES: dict[str, Case] = by_name([*plain_walls.CASES])
