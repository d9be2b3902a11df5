"""The whole board checked: `geo3d check`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geo3d.errors import UsageError
from geo3d.motion import judge_stand
from geo3d.rules.wh40k_11e.areas import shortfalls
from geo3d.rules.wh40k_11e.clearance import Clearance, clearance
from geo3d.rules.wh40k_11e.coherency import Coherency, coherency
from geo3d.rules.wh40k_11e.engagement import engaged_units
from geo3d.table.board import Board


@dataclass(frozen=True)
class Fault:
    """A broken rule.

    Attributes:
        rule: its number.
        ids: the unit or models, and what they meet.
        text: a sentence for people.
    """

    rule: str
    ids: tuple[str, ...]
    text: str

    def to_dict(self) -> dict[str, Any]:
        """A row of `violations` in JSON."""
        return {"rule": self.rule, "ids": list(self.ids), "text": self.text}


@dataclass(frozen=True)
class UnitState:
    """A unit's state on the board.

    Attributes:
        coherent: it is in coherency (03.03).
        engaged_with: enemy units that it is engaged with (03.04).
        removals: the fewest models without which it would be coherent; advice (03.03).
    """

    coherent: bool
    engaged_with: tuple[str, ...]
    removals: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """A value of `units` in JSON."""
        return {
            "coherent": self.coherent,
            "engaged_with": list(self.engaged_with),
            "removals": list(self.removals),
        }


@dataclass(frozen=True)
class Check:
    """What is wrong on a board.

    Attributes:
        violations: every broken rule.
        units: by id; empty with ruleset "none".
        clearance: for a base size, where one was given.
        warnings: those of the board, and categories that a deployment map lacks (13.02).
    """

    violations: tuple[Fault, ...]
    units: dict[str, UnitState]
    clearance: Clearance | None
    warnings: tuple[str, ...]

    @property
    def legal(self) -> bool:
        """No rule is broken."""
        return not self.violations

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `geo3d check --json`."""
        document = {
            "legal": self.legal,
            "violations": [fault.to_dict() for fault in self.violations],
            "units": {id: unit.to_dict() for id, unit in self.units.items()},
            "warnings": list(self.warnings),
        }
        if self.clearance is not None:
            document["clearance"] = self.clearance.to_dict()
        return document


def check(
    board: Board,
    base_mm: float | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Check:
    """Check a board: how each model stands (03.01, 13.06, 13.06.01), the units' coherency (03.03)
    and engagement (03.04), and the areas' categories (13.02).

    Args:
        base_mm: millimetres across of a round base for which room is looked for (13.02.01).
        progress: called with (models done, models in all).

    Raises:
        UsageError: a base size that is not above 0.
        BoardError: a gap that the board states is not on its mesh.
    """
    if base_mm is not None and not 0.0 < base_mm < float("inf"):
        raise UsageError(f"clearance: a base size in millimetres above 0 wanted, got {base_mm!r}")
    faults: list[Fault] = []
    for number, (id, figure) in enumerate(board.figures.items()):
        if progress is not None:
            progress(number, len(board.figures))
        stand = judge_stand(board, id, (*figure.at, figure.turn_deg))
        for violation in stand.violations:
            ids = (id,) if violation.by is None else (id, violation.by)
            faults.append(Fault(violation.rule, ids, f"{id}: {violation.text}"))
    if progress is not None:
        progress(len(board.figures), len(board.figures))
    units: dict[str, UnitState] = {}
    notes = list(board.warnings)
    if board.ruleset == "wh40k-11e":
        engaged = engaged_units(board)
        for id, unit in board.units.items():
            state = coherency(board, unit)
            units[id] = UnitState(state.coherent, tuple(engaged[id]), state.removals)
            faults += _incoherent(id, state)
        notes += shortfalls(board)
    room = None if base_mm is None else clearance(board, base_mm)
    return Check(tuple(faults), units, room, tuple(dict.fromkeys(notes)))


def _incoherent(unit: str, state: Coherency) -> list[Fault]:
    faults = [
        Fault("03.03", (unit, model), f'{model} is within 2" of no other model of {unit}')
        for model in state.alone
    ]
    for one, other, across, up in state.apart:
        far = f'{across:.2f}" apart' if across > 9.0 else f'{up:.2f}" above each other'
        faults.append(Fault("03.03", (unit, one, other), f"{one} and {other} are {far}"))
    return faults
