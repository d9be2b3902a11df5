"""Which keywords and categories let a model go where (13.06).

With ruleset "none" no keyword and no category hinders anybody.
"""

from typing import Final

from geo3d.table.board import Board, Feature
from geo3d.table.figures import Profile

THROUGH_WALLS: Final = frozenset({"INFANTRY", "BEASTS", "SWARM", "MOBILE"})
"""Keywords that let a model move through dense features horizontally."""

THROUGH_FLOORS: Final = frozenset({"INFANTRY", "BEASTS", "SWARM"})
"""Keywords that let a model move through dense features vertically."""

OFF_GROUND: Final = frozenset({"INFANTRY", "BEASTS", "SWARM", "FLY", "MONSTER"})
"""Keywords that let a model be set up or end a move on a surface off the ground."""

LOW: Final = 2.0
"""Inches: sections of dense features up to this height hinder nobody."""

BESIDE: Final = 0.5
"""Inches from a feature within which a model stays while it moves vertically."""


def passes_walls(board: Board, profile: Profile, feature: Feature) -> bool:
    """Whether a model moves through a feature horizontally, whatever its height."""
    return not _hinders(board, feature) or bool(profile.keywords & THROUGH_WALLS)


def passes_floors(board: Board, profile: Profile, feature: Feature) -> bool:
    """Whether a model moves up through the feature's ceilings and down through its floors."""
    return not _hinders(board, feature) or bool(profile.keywords & THROUGH_FLOORS)


def may_end_off_ground(board: Board, profile: Profile) -> bool:
    """Whether a model may be set up or end a move on a surface off the ground."""
    return not has_terrain_rules(board) or bool(profile.keywords & OFF_GROUND)


def has_terrain_rules(board: Board) -> bool:
    """Whether the board's ruleset knows 13.06."""
    return board.ruleset == "wh40k-11e"


def _hinders(board: Board, feature: Feature) -> bool:
    return has_terrain_rules(board) and feature.category == "dense"
