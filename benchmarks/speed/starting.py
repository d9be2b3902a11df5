"""P8: what a new process costs: the import, a first verdict, `geo3d los`."""

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from benchmarks.speed import targets
from benchmarks.speed.options import Options
from benchmarks.speed.table import Table, seconds
from benchmarks.speed.timing import Times

ROOT = Path(__file__).resolve().parents[2]

BOARD, FROM, TO = "meshes/boards/ruined-quarter.toml", "blue-5-a", "red-4-b"
"""What `make demo` asks."""

VERDICT = f"import geo3d; geo3d.sight(geo3d.load_board({BOARD!r}), {FROM!r}, {TO!r})"

MESSAGE = "compiling kernels"
"""What a process that compiles says on standard error."""

CALLS = {
    "python alone": ["-c", "pass"],
    "import geo3d": ["-c", "import geo3d"],
    "first verdict": ["-c", VERDICT],
    "geo3d los": ["-m", "geo3d.cli", "los", BOARD, "--from", FROM, "--to", TO],
}


def starting(options: Options) -> Iterator[Table]:
    """Whole processes on the demo board; kernels and all other caches in a folder made for this."""
    with tempfile.TemporaryDirectory() as folder:
        cold = _run(CALLS["first verdict"], Path(folder))
        runs: dict[str, list[Ran]] = {name: [] for name in CALLS}
        for _ in range(options.runs):
            for name, call in CALLS.items():
                runs[name].append(_run(call, Path(folder)))
    runs["first verdict, cold"] = [cold]
    table = Table("P8 new processes, demo board", ["", "median", "slowest", "processor", "runs"])
    warm = Times({name: [run.seconds for run in ran] for name, ran in runs.items()})
    for name, ran in runs.items():
        table.add(
            name, seconds(warm.median(name)), seconds(max(warm.seconds[name])),
            seconds(statistics.median(run.processor for run in ran)), str(len(ran)),
        )  # fmt: skip
    said = "said" if MESSAGE in cold.error else "NOT SAID"
    table.notes.append(f"cold: kernels compiled, no other cache; the message was {said}")
    for name, most in (
        ("import geo3d", targets.IMPORT),
        ("first verdict", targets.WARM),
        ("geo3d los", targets.WARM),
    ):
        table.wanted(f"{name}, seconds", warm.median(name), most=most)
    table.wanted("first verdict, cold, seconds", cold.seconds, most=targets.COLD)
    yield table


@dataclass(frozen=True)
class Ran:
    """A process that has ended.

    Attributes:
        seconds: by the clock on the wall.
        processor: seconds of all its threads, which a busy machine changes less.
        error: what it said on standard error.
    """

    seconds: float
    processor: float
    error: str


def _run(call: list[str], cache: Path) -> Ran:
    begun, before = time.perf_counter(), _children()
    done = subprocess.run(
        [sys.executable, *call], cwd=ROOT, capture_output=True, text=True, check=True,
        env=os.environ | {"GEO3D_CACHE_DIR": str(cache)},
    )  # fmt: skip
    return Ran(time.perf_counter() - begun, _children() - before, done.stderr)


def _children() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
