"""P3: the verdicts of 400 pairs beside the same segments, bare, through embreex on two threads."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import geo3d
from benchmarks.speed import targets
from benchmarks.speed.board import Fresh, write_board
from benchmarks.speed.embree import Embree, Embree2
from benchmarks.speed.options import Options
from benchmarks.speed.recording import recording
from benchmarks.speed.scene import FIGURES, Scene, pair_lines, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import interleaved
from geo3d.visibility import Sight

WIDEST = 0.05
"""What an interval of the visible fraction may measure: 2.5% either way."""

EVEN = 1024
"""Segments a pair of the other comparison, which does not depend on what the verdicts ask."""


def verdicts(options: Options) -> Iterator[Table]:
    """All pairs at once: visible, fully visible, and the fraction."""
    for name in options.scenes:
        with tempfile.TemporaryDirectory() as folder:
            yield _verdicts(scene(name), Fresh(write_board(scene(name), Path(folder))), options)


def _verdicts(ruins: Scene, boards: Fresh, options: Options) -> Table:
    models = options.part(FIGURES)
    pairs = models * FIGURES

    def judge() -> list[Sight]:
        if models == FIGURES:
            return list(geo3d.sightlines(boards.board, "red", "blue").pairs)
        return [
            pair
            for number in range(models)
            for pair in geo3d.sightlines(boards.board, f"red-unit-{number}").pairs
        ]

    boards.renew()
    with recording() as asked:
        answers = judge()
    replay = asked.lines()
    two = Embree2(Embree(ruins))
    same, even = two.ready(replay), two.ready(pair_lines(EVEN).first(pairs * EVEN))
    names = "verdicts", "their segments, bare", f"{EVEN:,} a pair, bare"
    tasks = dict(
        zip(names, (judge, lambda: two.any_hit(same), lambda: two.any_hit(even)), strict=True)
    )
    times = interleaved(tasks, options.runs, before={names[0]: boards.renew})
    table = Table(
        f"P3 verdicts of {pairs} pairs, {ruins.name}: {ruins.total():,} faces",
        ["", "time", "a pair", "segments", "verdicts take so many times as long"],
    )
    for name, segments in zip(names, (len(replay), len(replay), pairs * EVEN), strict=True):
        time = times.median(name)
        ratio = times.ratio(names[0], name)
        table.add(name, seconds(time), seconds(time / pairs), f"{segments:,}", figure(ratio))
    table.notes.append(
        f"{sum(a.visible for a in answers)} visible, {sum(a.fully_visible for a in answers)} "
        f"fully, {sum(a.certainty == 'certified' for a in answers)} certain; "
        f"{asked.calls} questions to the ray core; bare: embreex, 2 threads, ruins alone"
    )
    if len(answers) != pairs:
        table.fault(f"{len(answers)} answers for {pairs} pairs")
    for answer in answers:
        share = answer.visible_fraction
        if share.high - share.low > WIDEST + 1e-12:
            table.fault(f"{answer.observer} to {answer.target}: {share} is wider than {WIDEST}")
    if len(replay):
        ratio = times.ratio(*names[:2])
        table.wanted("verdicts to their bare segments", ratio, most=targets.VERDICTS)
    else:
        table.notes.append("no segment went through RayScene: only the even comparison holds")
    return table
