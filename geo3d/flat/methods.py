"""The methods that are measured, by name."""

from geo3d.flat.answer import Answer
from geo3d.flat.footprints import CENTRE, EDGE, POINTS, WALLS
from geo3d.flat.heightmap import HEIGHT_MAP
from geo3d.flat.low import BOTH_LOW
from geo3d.flat.plan import Plan
from geo3d.flat.prisms import PRISMS
from geo3d.table.figures import Figure

METHODS = {m.name: m for m in (CENTRE, EDGE, POINTS, WALLS, PRISMS, HEIGHT_MAP, BOTH_LOW)}
"""All 2D and 2.5D methods, in the order of tables."""


class Methods:
    """All methods, or some, prepared for one board.

    Args:
        plan: the board's terrain in plan.
        names: which; None: all.
    """

    def __init__(self, plan: Plan, names: tuple[str, ...] | None = None) -> None:
        self._made = {n: METHODS[n].prepare(plan) for n in (names or tuple(METHODS))}

    def ask(self, name: str, observer: Figure, target: Figure) -> Answer:
        """What a method says about a pair."""
        return METHODS[name].ask(self._made[name], observer, target)

    def all(self, observer: Figure, target: Figure) -> dict[str, Answer]:
        """What each says."""
        return {name: self.ask(name, observer, target) for name in self._made}
