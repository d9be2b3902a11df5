"""Every pair of opposing models, and the units that they roll up to: `geo3d sightlines`."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from geo3d.errors import UsageError
from geo3d.rules.flips import flip
from geo3d.rules.sight import Judges
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.visibility.asking import run
from geo3d.visibility.result import Sight

TOGETHER = 40
"""Pairs judged in one batch: enough to spread the cost of a call, few enough to show progress."""


@dataclass(frozen=True)
class UnitSight:
    """What one unit sees of another.

    Attributes:
        from_, to: ids of the units.
        visible: some model of the one sees some model of the other: it may be a target.
        models_seeing: models of the one that see at least one of the other.
        models_seen: models of the other that at least one sees.
        distance: inches between the nearest two bases.
        benefit_of_cover: of the other, against every model that sees it (where none does, against
            every model); None with a ruleset that does not know it.
        covered_from: models of the one against which the other has cover (13.08).
        flip: the one change that would turn a verdict, in words; None where there is no single one.
    """

    from_: str
    to: str
    visible: bool
    models_seeing: tuple[str, ...]
    models_seen: tuple[str, ...]
    distance: float
    benefit_of_cover: bool | None = None
    covered_from: tuple[str, ...] = ()
    flip: str | None = None

    def to_dict(self) -> dict[str, Any]:
        """As in the JSON of `geo3d sightlines`."""
        return {
            "from": self.from_,
            "to": self.to,
            "visible": self.visible,
            "models_seeing": list(self.models_seeing),
            "models_seen": list(self.models_seen),
            "benefit_of_cover": self.benefit_of_cover,
            "covered_from": list(self.covered_from),
            "distance": self.distance,
            "flip": self.flip,
        }


@dataclass(frozen=True)
class Sightlines:
    """All pairs, and their units.

    Attributes:
        pairs: one `Sight` for each pair, observers in the board's order, then targets.
        units: one for each pair of units.
        warnings: those of the board and of the answers, each once.
    """

    pairs: tuple[Sight, ...]
    units: tuple[UnitSight, ...]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `geo3d sightlines --json`, as plain values."""
        return {
            "pairs": [pair.to_dict() for pair in self.pairs],
            "units": [unit.to_dict() for unit in self.units],
            "warnings": list(self.warnings),
        }


def sightlines(
    board: Board,
    from_: str | None = None,
    to: str | None = None,
    progress: Callable[[int, int], None] | None = None,
) -> Sightlines:
    """Line of sight of every pair of opposing models.

    Args:
        from_, to: a unit or a player whose models look, or are looked at; None: all.
        progress: called with (pairs done, pairs in all), first with 0 done, once the question has
            turned out to be a good one.

    Raises:
        UsageError: no such unit or player, or no opposing pair.
    """
    lookers, looked_at = _models(board, from_), _models(board, to)
    pairs = [(a, b) for a in lookers for b in looked_at if a.player != b.player]
    if not pairs:
        raise UsageError(f"{board.path}: {_why_none(board, from_, to)}")
    by_rules = Judges(board)
    done = 0

    def one_more() -> None:
        nonlocal done
        done += 1
        if progress is not None:
            progress(done, len(pairs))

    if progress is not None:
        progress(0, len(pairs))
    answers: list[Sight] = []
    for begin in range(0, len(pairs), TOGETHER):
        judges = [by_rules.pair(a.id, b.id) for a, b in pairs[begin : begin + TOGETHER]]
        answers += run(by_rules.scene, judges, one_more)
    notes = dict.fromkeys(note for answer in answers for note in answer.warnings)
    return Sightlines(tuple(answers), _units(board, answers), tuple(notes))


def _why_none(board: Board, from_: str | None, to: str | None) -> str:
    """Why no pair of models opposes each other."""
    if from_ is not None and to is not None:
        return (
            f"no model of {from_!r} opposes one of {to!r}: units or players of two sides are wanted"
        )
    named = from_ if to is None else to
    if named is not None:
        return f"no model opposes those of {named!r}: models of another player are wanted"
    players = sorted({figure.player for figure in board.figures.values()})
    there = f"all are of player {players[0]!r}" if players else "it has none"
    return f"no two models on the board oppose each other: those of two players are wanted; {there}"


def _models(board: Board, name: str | None) -> list[Figure]:
    everyone = list(board.figures.values())
    if name is None:
        return everyone
    chosen = [figure for figure in everyone if name in (figure.unit, figure.player)]
    if not chosen:
        names = sorted({figure.unit for figure in everyone} | {f.player for f in everyone})
        raise UsageError(
            f"{board.path}: no unit or player {name!r} with models on the board; "
            f"there are {', '.join(names)}"
        )
    return chosen


def _units(board: Board, answers: list[Sight]) -> tuple[UnitSight, ...]:
    grouped: dict[tuple[str, str], list[Sight]] = {}
    for answer in answers:
        key = (board.figures[answer.observer].unit, board.figures[answer.target].unit)
        grouped.setdefault(key, []).append(answer)
    return tuple(_unit(one, other, pairs) for (one, other), pairs in grouped.items())


def _unit(one: str, other: str, pairs: list[Sight]) -> UnitSight:
    seeing = tuple(dict.fromkeys(pair.observer for pair in pairs if pair.visible))
    judged = {
        pair.observer: pair.verdict.benefit_of_cover for pair in pairs if pair.verdict is not None
    }
    against = [judged[model] for model in (seeing or judged) if model in judged]
    return UnitSight(
        from_=one,
        to=other,
        visible=bool(seeing),
        models_seeing=seeing,
        models_seen=tuple(dict.fromkeys(pair.target for pair in pairs if pair.visible)),
        distance=min(pair.distance for pair in pairs),
        benefit_of_cover=all(against) if against else None,
        covered_from=tuple(model for model, covered in judged.items() if covered),
        flip=flip(pairs),
    )
