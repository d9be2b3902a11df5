"""Both under 3 inches: the footprint blocks; otherwise it does not.

A shortcut for ruins whose ground floor is closed (13.11's usual 3"): two low models do not see
through a footprint, and who is taller is taken to look over it, or in through the windows above.

What it gets wrong, and why: a low wall hides nobody who is a little taller than it, and a high wall
hides a tank, too; a model on a floor counts by where its top is, yet the footprint says nothing of
what is up there; open windows of the ground floor are seen through.
"""

from geo3d.flat.answer import Answer, Method
from geo3d.flat.footprints import by_nine
from geo3d.flat.plan import Plan
from geo3d.table.figures import Figure

LOW = 3.0
"""Inches above the table: a model whose top is lower is low (the height of 13.11)."""


def both_low(plan: Plan, observer: Figure, target: Figure) -> Answer:
    """Nine by nine points past footprints for two low models; for others nothing blocks.

    As `check_los` of warhammer-40k-godot treats terrain of medium height, which blocks only where
    both models are lower.
    """
    if observer.top < LOW and target.top < LOW:
        return by_nine(plan, observer, target)
    return Answer(True, 1.0)


def _same(plan: Plan) -> Plan:
    return plan


BOTH_LOW = Method(
    "low",
    'both under 3": the footprint blocks',
    "github.com/BigBobbo/warhammer-40k-godot (autoloads/LineOfSightManager.gd, check_los)",
    _same,
    both_low,
)
