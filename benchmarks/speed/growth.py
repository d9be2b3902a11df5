"""Cost by the number of faces: on the whole board, and only far from the lines.

In the second table the lines keep to one ruin, whose faces stay few, while the fifteen others grow.
A cost that follows the faces near the lines stays level there.
"""

from collections.abc import Iterator

import numpy as np

from benchmarks.speed.lines import Lines
from benchmarks.speed.options import Options
from benchmarks.speed.scene import HEIGHT, PLACES, Scene, pair_lines, place
from benchmarks.speed.table import Table, figure
from benchmarks.speed.timing import interleaved

STEPS = (2_000, 8_000, 32_000, 125_000, 500_000)
"""Faces of a ruin: 32,000 to 8 million on the board."""

AROUND = 5
"""Number of the ruin that the lines of the second table keep to."""

LINES = 200_000


def near_lines(number: int) -> Lines:
    """Segments in a box about one ruin, clear of the boxes of all others."""
    x, y, _ = place(AROUND)
    rng = np.random.default_rng(0)
    low, high = (x - 1.5, y - 1.5, 0.05), (x + 1.5, y + 1.5, HEIGHT)
    return Lines.of(rng.uniform(low, high, (number, 3)), rng.uniform(low, high, (number, 3)))


def growth(options: Options) -> Iterator[Table]:
    """Both tables; all sizes side by side in one run."""
    steps = [faces for faces in STEPS if faces <= _largest(options)]
    everywhere = [Scene(f"{faces:,} each", (faces,) * PLACES) for faces in steps]
    pairs = pair_lines(options.part(LINES // 400))
    yield _table("growth, all ruins grow, lines of 400 pairs", everywhere, pairs, options)
    elsewhere = [
        Scene(
            f"{faces:,} each",
            tuple(STEPS[0] if number == AROUND else faces for number in range(PLACES)),
        )
        for faces in steps
    ]
    near = near_lines(options.part(LINES))
    title = f"growth, {PLACES - 1} ruins grow, lines keep to the other"
    table = _table(title, elsewhere, near, options)
    # Only ruins that no line comes near differ.
    if len({row[-1] for row in table.rows}) > 1:
        table.fault("the number of hits must be the same in all rows")
    yield table


def _largest(options: Options) -> int:
    """With small scenes only, the growth stops early, to try it out."""
    return {"small": 8_000, "mid": 125_000, "large": STEPS[-1]}[options.scenes[-1]]


def _table(title: str, scenes: list[Scene], lines: Lines, options: Options) -> Table:
    tasks = {}
    hits = {}
    for each in scenes:
        rays = each.rays()
        tasks[each.name] = lambda rays=rays: rays.any_hit(
            lines.starts, lines.ends, bundles=lines.edges
        )
        hits[each.name] = int(tasks[each.name]().sum())
    times = interleaved(tasks, options.runs)
    first = scenes[0]
    table = Table(
        f"{title}: {len(lines):,} segments",
        ["", "faces on the board", "segments/s", "time to the first", "faces to the first", "hits"],
    )
    for each in scenes:
        table.add(
            each.name, f"{each.total():,}", f"{len(lines) / times.median(each.name):,.0f}",
            figure(times.ratio(each.name, first.name)), figure(each.total() / first.total()),
            f"{hits[each.name]:,}",
        )  # fmt: skip
    return table
