"""The benefit of cover of a unit against one attacking model (13.08)."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True)
class Covered:
    """What a model of the attacked unit has.

    Attributes:
        model: its id.
        in_area: it has INFANTRY, BEASTS or SWARM and is within a terrain area.
        behind_terrain: it is not fully visible to the attacker because of terrain features or
            obscuring areas: not even with other models out of the way.
    """

    model: str
    in_area: bool
    behind_terrain: bool

    @property
    def holds(self) -> bool:
        """It meets one of the two conditions."""
        return self.in_area or self.behind_terrain


def benefit_of_cover(models: Sequence[Covered]) -> bool:
    """Whether a unit has it: every model meets one of the conditions."""
    return bool(models) and all(model.holds for model in models)


def exposed(models: Sequence[Covered]) -> tuple[str, ...]:
    """The models that keep a unit from it."""
    return tuple(model.model for model in models if not model.holds)
