"""P7: what one figure sees of the whole board, on a half-inch grid, beside its segments, bare."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np

from benchmarks.speed import targets
from benchmarks.speed.board import Fresh, write_board
from benchmarks.speed.embree import Embree, Embree2
from benchmarks.speed.options import Options
from benchmarks.speed.recording import recording
from benchmarks.speed.scene import Scene, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import interleaved
from geo3d.visibility.heat import heat as heat_map

STEP = 0.5
"""Inches of a square's side."""

LOOKS = "red-0"
"""Who looks."""


def heat(options: Options) -> Iterator[Table]:
    """The map by geo3d, and the segments that it asked, bare."""
    for name in options.scenes:
        with tempfile.TemporaryDirectory() as folder:
            yield _heat(scene(name), Fresh(write_board(scene(name), Path(folder))), options)


def _heat(ruins: Scene, boards: Fresh, options: Options) -> Table:
    step = STEP / np.sqrt(options.share)
    boards.renew()
    with recording() as asked:
        found = heat_map(boards.board, [LOOKS], step)
    one = Embree(ruins)
    two, lines = Embree2(one), asked.lines()
    ready = one.ready(lines)
    name = "map"
    tasks = {
        name: lambda: heat_map(boards.board, [LOOKS], step),
        "its segments, embreex, 1 thread": lambda: one.any_hit(ready),
        "its segments, embreex, 2 threads": lambda: two.any_hit(ready),
    }
    times = interleaved(tasks, options.runs, before={name: boards.renew})
    table = Table(
        f"P7 heat map, {len(found.points):,} points, {ruins.name}: {ruins.total():,} faces",
        ["", "time", "segments/s", "the map takes so many times as long"],
    )
    for task in tasks:
        rate = len(lines) / times.median(task)
        ratio = figure(times.ratio(name, task))
        table.add(task, seconds(times.median(task)), f"{rate:,.0f}", ratio)
    table.notes.append(
        f"{float((found.share > 0).mean()):.1%} of the points are seen; the map also meets "
        "figures, the table and the floors that points lie on"
    )
    most = times.ratio(name, "its segments, embreex, 2 threads")
    table.wanted("map to bare on 2 threads", most, most=targets.HEAT)
    return table
