"""What every method, and geo3d, say about pairs of models, beside the truth: one row a pair.

Judged is bare material: no gap is closed, no area blocks, no rule is applied. That is what the
meshes show, and what 2D tools stand in for.
"""

import itertools
import weakref
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from geo3d.flat.answer import Answer
from geo3d.flat.methods import METHODS, Methods
from geo3d.flat.pairs import FLOOR, Pair, Places
from geo3d.flat.plan import plan_of
from geo3d.flat.reference import Reference
from geo3d.flat.solid import solid_of
from geo3d.flat.truth import LINES, Truth, brute_force
from geo3d.table.board import Board
from geo3d.table.measure import measure as measure_bases
from geo3d.visibility import Sight, board_scene
from geo3d.visibility.asking import run
from geo3d.visibility.sightline import judge_pair

TOGETHER = 25
"""Pairs on one board at a time: they do not block each other."""

BANDS = (12.0, 24.0, 36.0)
"""Inches at which distances are parted."""

Point = tuple[float, float, float]


@dataclass(frozen=True)
class Row:
    """One pair.

    Attributes:
        board, number: which pair of which board; they and the seed make the pair.
        observer, target: names of the models' profiles.
        observer_at, target_at: where they stand, (x, y, z); and how they are turned, degrees.
        floors: how many of the two stand an inch or more above the table.
        distance: inches between the bases.
        between: the gravest category that the centres' line crosses in plan.
        truth: whether there is an open line.
        fraction: the truth's share of the target.
        line: an open line (x, y, z, x, y, z) that the reference confirms, or None.
        known_by: "lines" (brute force found it), "witness" (only geo3d's witness did, and the
            reference confirms it), "none" (nothing is open).
        fault: the reference contradicts the engine, or a witness of geo3d: see `truth`.
        geo3d, certainty: geo3d's answer for bare material.
        geo3d_fraction, geo3d_low, geo3d_high: its fraction, and its interval.
        seen: what each method says, by name; and the fraction of each.
    """

    board: str
    number: int
    observer: str
    target: str
    observer_at: Point
    target_at: Point
    observer_turn: float
    target_turn: float
    floors: int
    distance: float
    between: str
    truth: bool
    fraction: float
    line: tuple[float, ...] | None
    known_by: str
    fault: bool
    geo3d: bool
    certainty: str
    geo3d_fraction: float
    geo3d_low: float
    geo3d_high: float
    seen: dict[str, bool]
    fractions: dict[str, float]

    @property
    def band(self) -> str:
        """Its distance in words."""
        for lower, upper in itertools.pairwise((0.0, *BANDS)):
            if self.distance < upper:
                return f'{lower:.0f} to {upper:.0f}"'
        return f'{BANDS[-1]:.0f}" and more'

    def says(self, method: str) -> bool:
        """What a method, or "geo3d", says."""
        return self.geo3d if method == "geo3d" else self.seen[method]

    def share(self, method: str) -> float:
        """The fraction that a method, or "geo3d", finds."""
        return self.geo3d_fraction if method == "geo3d" else self.fractions[method]

    def to_dict(self) -> dict[str, Any]:
        """Plain values by name, for JSON."""
        return asdict(self)

    @classmethod
    def from_dict(cls, values: dict[str, Any]) -> "Row":
        """The reverse of `to_dict`, also after a way through JSON."""
        plain = {field.name: values[field.name] for field in fields(cls)}
        for name in ("observer_at", "target_at", "line"):
            plain[name] = None if plain[name] is None else tuple(plain[name])
        return cls(**plain)


def measure(
    board: Board, pairs: int | Sequence[int], seed: int, *, name: str | None = None,
    lines: int = LINES, progress: Callable[[int], None] | None = None,
) -> list[Row]:  # fmt: skip
    """What is said about pairs of models on a board's terrain, and what is true.

    Args:
        board: its own models are left out.
        pairs: how many, or the numbers of the pairs that are wanted.
        seed: with the name and a pair's number it makes the pair.
        name: of the board; None: its file's.
        lines: that the truth traces a pair, a power of two.
        progress: called with the number of rows made since the last call.

    Returns:
        One row a pair, in the order of numbers. The same on every run, however pairs are parted.

    Raises:
        UsageError: the board has no room for models.
    """
    numbers = range(pairs) if isinstance(pairs, int) else pairs
    called = board.path.stem if name is None else name
    bench = bench_of(board)
    rows: list[Row] = []
    for begin in range(0, len(numbers), TOGETHER):
        some = [bench.places.pair(seed, called, n) for n in numbers[begin : begin + TOGETHER]]
        rows += bench.rows(called, some, lines)
        if progress is not None:
            progress(len(some))
    return rows


class Bench:
    """A board's terrain, made ready for all that is asked of it. Built once.

    Args:
        board: its own models are left out.
    """

    def __init__(self, board: Board) -> None:
        self.plan = plan_of(board)
        self.places = Places(self.plan)
        self.methods = Methods(self.plan)
        self.check = Reference(self.plan.board)

    def rows(self, name: str, pairs: list[Pair], lines: int) -> list[Row]:
        """The rows of some pairs."""
        figures = {f.id: f for pair in pairs for f in (pair.observer, pair.target)}
        board = replace(self.plan.board, figures=figures)
        scene = board_scene(board)
        judges = [judge_pair(scene, pair.observer.id, pair.target.id) for pair in pairs]
        sights = run(scene, judges)
        return [
            self._row(name, board, pair, sight, lines)
            for pair, sight in zip(pairs, sights, strict=True)
        ]

    def _row(self, name: str, board: Board, pair: Pair, sight: Sight, lines: int) -> Row:
        one, other = pair.observer, pair.target
        contact = board.settings.contact
        truth = brute_force(
            self.plan.scene.rays, self.check, solid_of(one, contact), solid_of(other, contact),
            pair.shift, lines,
        )  # fmt: skip
        witness = sight.witness
        line = None if truth.line is None else tuple(float(x) for x in truth.line.reshape(-1))
        holds = witness is not None and not self.check.blocked(witness.start, witness.end)
        if line is None and witness is not None and holds:
            line = (*witness.start, *witness.end)
        answers: dict[str, Answer] = self.methods.all(one, other)
        return Row(
            board=name,
            number=pair.number,
            observer=one.profile.name,
            target=other.profile.name,
            observer_at=one.at,
            target_at=other.at,
            observer_turn=one.turn_deg,
            target_turn=other.turn_deg,
            floors=sum(bool(figure.bottom >= FLOOR) for figure in (one, other)),
            distance=measure_bases(board, one.id, other.id).distance,
            between=self.plan.between(one, other),
            truth=line is not None,
            fraction=truth.fraction,
            line=line,
            known_by=_known_by(truth, line is not None),
            fault=truth.contradicted or (witness is not None and not holds),
            geo3d=sight.geometry.visible,
            certainty=sight.certainty,
            geo3d_fraction=sight.visible_fraction.value,
            geo3d_low=sight.visible_fraction.low,
            geo3d_high=sight.visible_fraction.high,
            seen={name: answers[name].visible for name in METHODS},
            fractions={name: answers[name].fraction for name in METHODS},
        )


_benches: weakref.WeakKeyDictionary[Board, Bench] = weakref.WeakKeyDictionary()


def bench_of(board: Board) -> Bench:
    """A board's bench, made once for each board object and kept as long as it."""
    found = _benches.get(board)
    if found is None:
        found = _benches[board] = Bench(board)
    return found


def _known_by(truth: Truth, visible: bool) -> str:
    if truth.visible:
        return "lines"
    return "witness" if visible else "none"
