"""The measurement over many boards, on several processes, that can be stopped and taken up again.

A part is some pairs of one board. Each finished part is a file of its own, so that what is done is
never done twice; which process made it does not matter (see `pairs`).
"""

import contextlib
import json
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import lru_cache, partial
from importlib.metadata import version
from pathlib import Path
from typing import Any

from geo3d.errors import UsageError
from geo3d.flat.accuracy import TOGETHER, Bench, Row
from geo3d.flat.methods import METHODS
from geo3d.flat.workers import on_processes
from geo3d.piece.write import write_bytes
from geo3d.table.board import Board

PART = 2 * TOGETHER
"""Pairs in a part: some seconds of work, so that stopping loses little."""


@dataclass(frozen=True)
class Source:
    """A board that can be made on any process.

    Attributes:
        name: of the board, for rows and for the seed.
        load: makes it; a function that can be sent to another process.
    """

    name: str
    load: Callable[[], Board]


@dataclass(frozen=True)
class Run:
    """What is measured.

    Attributes:
        sources: the boards.
        pairs: of all, spread evenly over the boards.
        seed: of the pairs.
        lines: that the truth traces a pair.
    """

    sources: tuple[Source, ...]
    pairs: int
    seed: int
    lines: int

    def parts(self) -> list[tuple[Source, range]]:
        """All parts, in order."""
        each, more = divmod(self.pairs, len(self.sources))
        counts = [each + (number < more) for number in range(len(self.sources))]
        return [
            (source, range(begin, min(begin + PART, count)))
            for source, count in zip(self.sources, counts, strict=True)
            for begin in range(0, count, PART)
        ]

    def key(self) -> dict[str, Any]:
        """What must be the same for parts to belong together."""
        return {
            "geo3d": version("geo3d"),
            "seed": self.seed,
            "lines": self.lines,
            "pairs": self.pairs,
            "boards": [source.name for source in self.sources],
            "methods": list(METHODS),
        }


@dataclass(frozen=True)
class Measured:
    """The rows of a run, in the order of its parts, and what they cost.

    Attributes:
        seconds: of all parts, of the processes together.
    """

    rows: list[Row]
    seconds: float


def run(
    wanted: Run, folder: Path, workers: int, told: Callable[[int, int], None] | None = None
) -> Measured:
    """Measure, or take up a measurement that was stopped.

    Args:
        folder: where parts are kept, in "parts"; made if it is not there.
        workers: processes; 1 does all the work in this one.
        told: called with pairs done, and pairs in all.

    Raises:
        UsageError: the folder holds parts of another run; a board has no room for models.
        WorkerError: a process has ended by itself.
    """
    kept = folder / "parts"
    _begin(wanted, kept)
    parts = wanted.parts()
    left = [part for part in parts if not _file(kept, *part).exists()]
    done = wanted.pairs - sum(len(numbers) for _, numbers in left)
    if told is not None:
        told(done, wanted.pairs)
    # Closed at once whatever happens here: the other processes must not work on for nobody.
    with contextlib.closing(_made(left, wanted, workers)) as finished:
        for (source, numbers), made in finished:
            write_bytes(_file(kept, source, numbers), json.dumps(made).encode())
            done += len(numbers)
            if told is not None:
                told(done, wanted.pairs)
    rows: list[Row] = []
    seconds = 0.0
    for part in parts:
        made = json.loads(_file(kept, *part).read_text(encoding="utf-8"))
        rows += [Row.from_dict(row) for row in made["rows"]]
        seconds += made["seconds"]
    return Measured(rows, seconds)


Part = tuple[Source, range]


def _made(left: list[Part], wanted: Run, workers: int) -> Generator[tuple[Part, dict[str, Any]]]:
    """Each part as it is finished."""
    work = partial(_part, seed=wanted.seed, lines=wanted.lines)
    if workers > 1:
        yield from on_processes(work, left, workers)
        return
    for part in left:
        yield part, work(part)


def _part(part: Part, seed: int, lines: int) -> dict[str, Any]:
    """The rows of a part, as plain values, and the seconds that they took."""
    source, numbers = part
    bench = _bench(source)
    begun = time.perf_counter()
    rows: list[Row] = []
    for begin in range(0, len(numbers), TOGETHER):
        some = numbers[begin : begin + TOGETHER]
        pairs = [bench.places.pair(seed, source.name, number) for number in some]
        rows += bench.rows(source.name, pairs, lines)
    return {"rows": [row.to_dict() for row in rows], "seconds": time.perf_counter() - begun}


@lru_cache(maxsize=2)
def _bench(source: Source) -> Bench:
    return Bench(source.load())


def _file(kept: Path, source: Source, numbers: range) -> Path:
    safe = "".join(c if c.isalnum() or c in "-+." else "_" for c in source.name)
    return kept / f"{safe}-{numbers.start:06d}-{numbers.stop:06d}.json"


def _begin(wanted: Run, kept: Path) -> None:
    """Make the folder of parts, or check that it is of the same run."""
    path = kept / "run.json"
    key = wanted.key()
    if path.exists():
        known = json.loads(path.read_text(encoding="utf-8"))
        differ = [name for name in key if known.get(name) != key[name]]
        if differ:
            raise UsageError(
                f"{kept}: holds parts of another run: {', '.join(differ)} differ; another folder, "
                "or the same arguments as before, are wanted"
            )
        return
    kept.mkdir(parents=True, exist_ok=True)
    write_bytes(path, json.dumps(key, indent=2).encode())
