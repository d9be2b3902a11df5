"""P1 and P2: segments a second through `any_hit` and `first_hit`, beside every peer."""

from collections.abc import Iterator
from functools import partial

import numpy as np

from benchmarks.speed import targets
from benchmarks.speed.lines import Lines
from benchmarks.speed.options import Options
from benchmarks.speed.peer import Peer
from benchmarks.speed.peers import engines
from benchmarks.speed.scene import Scene, pair_lines, random_lines, scene
from benchmarks.speed.table import Table, figure
from benchmarks.speed.timing import Times, interleaved, once

AGREE = 1e-4
"""Share of the segments in which the number of hits may differ from embreex, which is float32."""

BASE = "embreex, 1 thread"


def any_hit(options: Options) -> Iterator[Table]:
    """P1: 400 pairs, so many segments each, pair by pair."""
    for name in options.scenes:
        board = scene(name)
        found, notes = engines(board)
        for each in (256, 4096):
            each = options.part(each, least=8)
            lines = pair_lines(each)
            title = f"P1 any_hit, 400 pairs x {each:,} segments"
            yield _rates(title, "any_hit", board, found, notes, lines, options, targets.ANY)


def first_hit(options: Options) -> Iterator[Table]:
    """P2: random segments."""
    for name in options.scenes:
        board = scene(name)
        found, notes = engines(board)
        lines = random_lines(options.part(1_000_000, least=1_000))
        title = f"P2 first_hit, {len(lines):,} random segments"
        yield _rates(title, "first_hit", board, found, notes, lines, options, targets.FIRST)


def _rates(
    title: str, verb: str, board: Scene, found: list[Peer], notes: list[str], lines: Lines,
    options: Options, wanted: dict[str, dict[str, float]],
) -> Table:  # fmt: skip
    few = {peer.name: lines.thinned(peer.few) if peer.few else lines for peer in found}
    ready = {peer.name: peer.ready(few[peer.name]) for peer in found}
    tasks = {peer.name: partial(getattr(peer, verb), ready[peer.name]) for peer in found}
    exact = found[0]
    truth = exact.blocked(tasks[exact.name]())
    hits = {p.name: int(p.blocked(tasks[p.name]()).sum()) for p in found}
    fast = {p.name: tasks[p.name] for p in found if p.few is None}
    times = interleaved(fast, options.runs)
    times = Times(times.seconds | {p.name: [once(tasks[p.name])] for p in found if p.few})
    table = Table(
        f"{title}, {board.name}: {board.total():,} faces",
        ["", "segments/s", f"to {BASE}", "geo3d is times as fast", "asked", "hits", "differ"],
    )
    ratios = {}
    for peer in found:
        asked = few[peer.name]
        rate = len(asked) / times.median(peer.name)
        ratios[peer.name] = _faster(times, few, exact.name, peer.name)
        reference = int(thinned(truth, len(asked)).sum())
        table.add(
            peer.name + (f" (from {len(asked)} segments)" if peer.few else ""),
            f"{rate:,.0f}",
            figure(_faster(times, few, peer.name, BASE)),
            figure(ratios[peer.name]),
            f"{len(asked):,}", f"{hits[peer.name]:,}", f"{hits[peer.name] - reference:+,}",
        )  # fmt: skip
    table.notes += notes
    if abs(hits[BASE] - hits[exact.name]) > max(1, AGREE * len(lines)):
        table.fault(f"{hits[exact.name]:,} hits, by embreex {hits[BASE]:,}: over {AGREE:.2%} apart")
    for peer_name, by_scene in wanted.items():
        if board.name in by_scene and peer_name in ratios:
            table.wanted(f"geo3d to {peer_name}", ratios[peer_name], least=by_scene[board.name])
    return table


def _faster(times: Times, asked: dict[str, Lines], one: str, other: str) -> float:
    """How many times as many segments a second `one` answers as `other`."""
    return times.ratio(other, one) * len(asked[one]) / len(asked[other])


def thinned(truth: np.ndarray, number: int) -> np.ndarray:
    """The answers to `Lines.thinned`."""
    rows = np.linspace(0, len(truth) - 1, number).astype(np.int64)
    return truth[rows]
