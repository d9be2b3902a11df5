"""A sweep on dask.distributed: parts go to workers, what comes back is written at once.

Only this process writes, so workers need no folder in common. A worker that dies loses the part it
was at; the scheduler gives that to another. What is done does not depend on how many workers there
are, nor on the order in which they finish.
"""

import logging
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from functools import lru_cache
from pathlib import Path
from typing import Any

import psutil
from distributed import Client, KilledWorker, LocalCluster, as_completed

import geo3d
from geo3d.errors import Geo3dError, UsageError
from geo3d.rays.compiled import THREADS
from geo3d.sweep.measures import Measure, measure_of
from geo3d.sweep.options import Options, Part
from geo3d.sweep.parcel import digest, pack, unpack
from geo3d.sweep.store import Store, unique_names
from geo3d.table import Board
from geo3d.table.seals import prepare_gaps

AHEAD = 3
"""Parts for each worker that are under way or wait at the scheduler."""

PATIENCE = "15s"
"""How long a scheduler may take to answer."""

Told = Callable[[int, int], None]

_one = threading.Lock()
"""A process works at one part at a time: its caches and kernels are made for that."""


class SweepError(Geo3dError):
    """Workers or the scheduler failed."""


def sweep(
    boards: Sequence[Board],
    measure: str,
    folder: Path,
    options: Options | None = None,
    *,
    workers: int | None = None,
    scheduler: str | None = None,
    progress: Told | None = None,
) -> dict[str, Any]:
    """Take a measure of many boards; go on where an earlier run into the same folder stopped.

    Args:
        boards: their terrain counts, their models do not.
        measure: "exposure", "reach", ...
        folder: for results; what each file is stands in `store`.
        workers: local processes; None for one a core.
        scheduler: address of a dask scheduler to use instead of local processes.
        progress: called with (parts done, parts to do).

    Returns:
        For each board its summary and cost, as in `summary.json`.

    Raises:
        UsageError: no such measure, bad options, a folder that holds another sweep.
        SweepError: no scheduler there, or workers keep dying.
    """
    options = options or Options()
    if not boards:
        raise UsageError("a sweep needs boards, and there are none")
    if workers is not None and workers < 1:
        raise UsageError(f"workers: 1 or more wanted, got {workers!r}")
    how = measure_of(measure)
    names = unique_names([board.path for board in boards])
    counts = [how.parts(board, options) for board in boards]
    store = Store(folder, {
        "geo3d": geo3d.__version__, "measure": measure, "options": asdict(options),
        "boards": {name: [digest(board), count]
                   for name, board, count in zip(names, boards, counts, strict=True)},
    })  # fmt: skip
    todo = [
        (place, number)
        for place, (name, count) in enumerate(zip(names, counts, strict=True))
        for number in store.missing(name, count)
    ]
    if todo:
        total = sum(counts)
        for each in sorted({place for place, _ in todo}):
            prepare_gaps(boards[each])
        with _client(workers, scheduler) as client:
            done = total - len(todo)
            if progress is not None:
                progress(done, total)
            for place, number, part, cost in _results(client, how, boards, counts, options, todo):
                store.keep(names[place], number, part.columns, cost)
                done += 1
                if progress is not None:
                    progress(done, total)
    summary: dict[str, Any] = {"measure": measure, "options": asdict(options), "boards": {}}
    for name, board, count in zip(names, boards, counts, strict=True):
        rows = how.table(board, options, store.gathered(name, count, summed=how.summed))
        store.finish(name, rows)
        summary["boards"][name] = {
            **how.summary(board, options, rows), "cost": _cost(store.costs(name, count), how)
        }  # fmt: skip
    store.summarise(summary)
    return summary


def _cost(parts: list[dict[str, Any]], how: Measure) -> dict[str, Any]:
    """What a board cost: processor time for each pair, and the most memory that a worker had."""
    pairs = sum(part["pairs"] for part in parts)
    seconds = sum(part["seconds"] for part in parts)
    return {
        "pairs": pairs, "of": how.unit, "seconds": seconds,
        "microseconds_each": 1e6 * seconds / pairs if pairs else None,
        "worker_megabytes": max((part["megabytes"] for part in parts), default=None),
    }  # fmt: skip


@lru_cache(maxsize=2)
def _unpacked(data: bytes) -> Board:
    return unpack(data)


def work(data: bytes, measure: str, options: Options, number: int, of: int) -> tuple[Part, Any]:
    """On a worker: one part, and what it cost."""
    with _one:
        how, board = measure_of(measure), _unpacked(data)
        how.prepare(board, options)
        begun = time.process_time()
        part = how.part(board, options, number, of)
        cost = {
            "pairs": part.pairs, "seconds": time.process_time() - begun,
            "megabytes": _megabytes(),
        }  # fmt: skip
        return part, cost


def _megabytes() -> float:
    """The most memory that this process has had, where the system tells; else what it has now."""
    info = psutil.Process().memory_info()
    peak = getattr(info, "peak_wset", 0)
    status = Path("/proc/self/status")
    if status.exists():
        found = re.search(r"VmHWM:\s*(\d+) kB", status.read_text(encoding="ascii"))
        peak = 1024 * int(found[1]) if found else 0
    return float(max(peak, info.rss)) / 2**20


def _results(
    client: Client, how: Measure, boards: Sequence[Board], counts: Sequence[int],
    options: Options, todo: Sequence[tuple[int, int]],
) -> Iterator[tuple[int, int, Part, Any]]:  # fmt: skip
    """The parts to do, as they are done; only a few are under way at a time."""
    packed: dict[int, bytes] = {}
    places: dict[Any, tuple[int, int]] = {}
    waiting = iter(todo)

    def submit() -> Any:
        place, number = next(waiting, (-1, -1))
        if place < 0:
            return None
        if place not in packed:
            packed.clear()
            packed[place] = pack(boards[place])
        future = client.submit(
            work, packed[place], how.name, options, number, counts[place],
            pure=False, key=f"{how.name}-{place}-{number}",
        )  # fmt: skip
        places[future.key] = place, number
        return future

    ahead = AHEAD * max(len(client.nthreads()), 1)
    first = [future for future in (submit() for _ in range(ahead)) if future is not None]
    under_way = as_completed(first)
    for future in under_way:
        place, number = places.pop(future.key)
        try:
            part, cost = future.result()
        except KilledWorker:
            raise SweepError(
                f"{boards[place].path}: part {number}: the workers that were at it died, one after "
                "the other; with too little memory fewer workers, or larger cells, may do"
            ) from None
        yield place, number, part, cost
        future.release()
        after = submit()
        if after is not None:
            under_way.add(after)


@contextmanager
def _client(workers: int | None, scheduler: str | None) -> Iterator[Client]:
    """A scheduler to talk to: that at an address, or one of this machine for the time being."""
    if scheduler is not None:
        try:
            client = Client(scheduler, timeout=PATIENCE)
        except (OSError, ValueError) as error:
            raise SweepError(
                f"scheduler {scheduler!r}: no dask scheduler answers there ({error}); an address "
                "like tcp://host:8786 is wanted"
            ) from None
        with client:
            if not client.nthreads():
                raise SweepError(f"scheduler {scheduler!r}: it has no workers; start some")
            yield client
        return
    # Workers are spawned. Each computes in one thread, so that they do not fight over cores.
    with LocalCluster(
        n_workers=workers, threads_per_worker=1, processes=True, host="127.0.0.1",
        dashboard_address="127.0.0.1:0", memory_limit=0, silence_logs=logging.CRITICAL,
        env={THREADS: "1"}, preload=["geo3d.sweep.deaf"],
    ) as cluster, Client(cluster) as client:  # fmt: skip
        yield client
