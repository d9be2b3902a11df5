"""Hidden models, their detection range, and going to ground (13.09, 13.09.01, 13.11.01)."""

from dataclasses import dataclass
from typing import Final

from geo3d.table.board import Area, Board, Unit
from geo3d.table.figures import Figure
from geo3d.table.obscuring import is_covering
from geo3d.tolerances import ON_THE_DOT

SHELTERED: Final = frozenset({"INFANTRY", "BEASTS", "SWARM"})
"""Keywords of models that can be hidden (13.09), and that have cover within any area (13.08)."""

TO_GROUND: Final = 3.0
"""Inches by which going to ground shortens the detection range (13.11.01)."""


@dataclass(frozen=True)
class Shelter:
    """Where a model stands, as far as 13.08 and 13.09 ask.

    Attributes:
        keyword: it has INFANTRY, BEASTS or SWARM.
        areas: ids of the areas that it is within.
        covering: those of them that hold a light or dense feature.
        shot: its unit made ranged attacks this turn or the previous (13.09.01).
        stays_hidden: an ability keeps it hidden though it shot.
    """

    keyword: bool
    areas: tuple[str, ...]
    covering: tuple[str, ...]
    shot: bool
    stays_hidden: bool = False

    @property
    def hidden(self) -> bool:
        """Whether the model is hidden (13.09)."""
        return self.keyword and bool(self.covering) and (self.stays_hidden or not self.shot)

    @property
    def covered(self) -> bool:
        """Whether where it stands is enough for the benefit of cover (13.08)."""
        return self.keyword and bool(self.areas)


def shelter(board: Board, figure: Figure, areas: list[Area]) -> Shelter:
    """Where a model stands.

    Args:
        areas: those that it is within.
    """
    unit = board.units[figure.unit]
    return Shelter(
        keyword=bool(figure.profile.keywords & SHELTERED),
        areas=tuple(area.id for area in areas),
        covering=tuple(area.id for area in areas if is_covering(board, area)),
        shot=made_ranged_attacks(board, unit),
        stays_hidden=unit.stays_hidden,
    )


def made_ranged_attacks(board: Board, unit: Unit) -> bool:
    """Whether a unit made ranged attacks this turn or the previous one.

    In the first battle round nothing has happened in a previous turn (13.09.01).
    """
    return unit.shot_this_turn or (unit.shot_previous_turn and board.battle_round > 1)


def goes_to_ground(where: Shelter, seen_past_dense: bool) -> bool:
    """Whether a model has gone to ground (13.11.01).

    A unit that shot cannot, even if an ability keeps it hidden.

    Args:
        seen_past_dense: it is fully visible with dense features as the only blockers.
    """
    return where.hidden and not where.shot and not seen_past_dense


def detection_range(board: Board, figure: Figure, gone_to_ground: bool) -> float:
    """Inches within which a model can be visible while it is hidden: its unit's, else its
    profile's, else the setting."""
    unit = board.units[figure.unit]
    own = unit.detection_range
    if own is None:
        own = figure.profile.detection_range
    if own is None:
        own = board.settings.detection_range
    return max(0.0, own - TO_GROUND) if gone_to_ground else own


def is_detected(where: Shelter, distance: float, within: float) -> bool:
    """Whether a model's being hidden leaves it visible to an enemy at a distance, base to base."""
    return not where.hidden or distance <= within + ON_THE_DOT
