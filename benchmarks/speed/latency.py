"""P4: how long one question takes: bare segments of one pair, and one whole `sight`."""

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np

import geo3d
from benchmarks.speed import targets
from benchmarks.speed.board import Fresh, write_board
from benchmarks.speed.embree import Embree
from benchmarks.speed.options import Options
from benchmarks.speed.peers import Geo3d
from benchmarks.speed.scene import FIGURES, Scene, pair_lines, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import percentile
from geo3d.visibility import Sight

EACH = 1024
"""Segments of a pair."""


def latency(options: Options) -> Iterator[Table]:
    """Median and 99th percentile over all pairs, each asked alone, the engines in turns."""
    for name in options.scenes:
        with tempfile.TemporaryDirectory() as folder:
            yield _latency(scene(name), Fresh(write_board(scene(name), Path(folder))), options)


def _latency(ruins: Scene, boards: Fresh, options: Options) -> Table:
    exact, embree = Geo3d(ruins), Embree(ruins)
    lines = pair_lines(EACH)
    bundles = [lines.bundle(number) for number in range(FIGURES**2)]
    ready = [embree.ready(bundle) for bundle in bundles]
    ask, other = "any_hit of one pair", "the same, embreex on 1 thread"
    times: dict[str, list[float]] = {ask: [], other: [], "sight of one pair": []}
    for number in range(-1, options.runs):
        for bundle, arrays in zip(bundles, ready, strict=True):
            begun = time.perf_counter()
            exact.any_hit(bundle)
            between = time.perf_counter()
            embree.any_hit(arrays)
            if number >= 0:  # The round before the first warms up.
                times[ask].append(between - begun)
                times[other].append(time.perf_counter() - between)
    pairs = np.random.default_rng(0).permutation(FIGURES**2)[: options.part(FIGURES**2)]
    sight = times["sight of one pair"]
    boards.renew()
    geo3d.sight(boards.board, "red-0", "blue-0")
    for _ in range(max(1, options.runs // 2)):
        boards.renew()
        for pair in pairs:
            red, blue = divmod(int(pair), FIGURES)
            begun = time.perf_counter()
            answer = geo3d.sight(boards.board, f"red-{red}", f"blue-{blue}")
            taken = time.perf_counter() - begun
            sight.append(taken)
            times.setdefault(f"  of those {_kind(answer)}", []).append(taken)
    table = Table(
        f"P4 latency, {EACH:,} segments of one pair, {ruins.name}: {ruins.total():,} faces",
        ["", "median", "99th percentile", "asked", "to embreex"],
    )
    bare = statistics.median(times[other])
    for name, values in times.items():
        median = statistics.median(values)
        worst = seconds(percentile(values, 0.99))
        table.add(name, seconds(median), worst, f"{len(values):,}", figure(median / bare))
    # Each pair is compared with itself: the two were asked one right after the other.
    ratio = statistics.median(a / b for a, b in zip(times[ask], times[other], strict=True))
    table.wanted("any_hit to embreex, pair by pair", ratio, most=targets.BARE_LATENCY)
    table.wanted("sight, median, seconds", statistics.median(sight), most=targets.SIGHT_MEDIAN)
    table.wanted(
        "sight, 99th percentile, seconds", percentile(sight, 0.99), most=targets.SIGHT_WORST
    )
    return table


def _kind(answer: Sight) -> str:
    if answer.visible:
        return "fully visible" if answer.fully_visible else "visible"
    return "hidden, proven" if answer.certainty == "certified" else "hidden, not proven"
