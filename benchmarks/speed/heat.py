"""P7: what one figure sees of the whole board, on a half-inch grid, beside bare segments.

There is no verb for this yet, so the map is made here of one `any_hit`: for each square so many
segments from points of the figure to a point above the square. A map of a square is the share of
them that is open.
"""

from collections.abc import Iterator

import numpy as np

from benchmarks.speed import targets
from benchmarks.speed.embree import Embree, Embree2
from benchmarks.speed.lines import Lines
from benchmarks.speed.options import Options
from benchmarks.speed.rates import AGREE
from benchmarks.speed.scene import RADIUS, SIZE, TALL, Scene, figures, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import interleaved

STEP = 0.5
"""Inches of a square's side."""

EACH = 32
"""Segments a square."""

ABOVE = 0.8
"""Inches above the table that are looked at: half of a figure's height."""

TILE = 4
"""Squares a side of what is asked as one bundle."""


def grid() -> np.ndarray:
    """(N, 2) the squares' middles, tile by tile, so that neighbours follow each other."""
    counts = [round(side / STEP) for side in SIZE]
    x, y = (index.ravel() for index in np.indices(counts))
    order = np.lexsort((y % TILE, x % TILE, y // TILE, x // TILE))
    return (np.column_stack([x, y])[order] + 0.5) * STEP


def map_lines(each: int) -> Lines:
    """Segments from the first red figure to every square, bundled by tiles."""
    rng = np.random.default_rng(0)
    squares = grid()
    targets_at = np.column_stack([squares, np.full(len(squares), ABOVE)]).repeat(each, axis=0)
    angle, z = rng.uniform((0, 0.05), (2 * np.pi, TALL), (len(targets_at), 2)).T
    eye = figures()[0][0]
    starts = np.column_stack([eye[0] + RADIUS * np.cos(angle), eye[1] + RADIUS * np.sin(angle), z])
    tile = (squares // (TILE * STEP)).astype(int) @ (1000, 1)
    begins = np.flatnonzero(np.diff(tile, prepend=-1)) * each
    return Lines.of(starts, targets_at, edges=np.append(begins, len(starts)))


def heat(options: Options) -> Iterator[Table]:
    """The map by geo3d, and its segments bare."""
    lines = map_lines(options.part(EACH))
    for name in options.scenes:
        yield _heat(scene(name), lines, options)


def _heat(ruins: Scene, lines: Lines, options: Options) -> Table:
    rays, one = ruins.rays(), Embree(ruins)
    two = Embree2(one)
    ready = one.ready(lines)
    squares = len(grid())

    def bare() -> np.ndarray:
        return rays.any_hit(lines.starts, lines.ends, bundles=lines.edges)

    def seen() -> np.ndarray:
        return 1 - bare().reshape(squares, -1).mean(axis=1)

    tasks = {
        "map": seen,
        "bare, geo3d": bare,
        "bare, embreex, 1 thread": lambda: one.any_hit(ready),
        "bare, embreex, 2 threads": lambda: two.any_hit(ready),
    }
    times = interleaved(tasks, options.runs)
    table = Table(
        f"P7 heat map, {squares:,} squares x {len(lines) // squares} segments, {ruins.name}: "
        f"{ruins.total():,} faces",
        ["", "time", "segments/s", "the map takes so many times as long"],
    )
    for name in tasks:
        rate = len(lines) / times.median(name)
        table.add(
            name, seconds(times.median(name)), f"{rate:,.0f}", figure(times.ratio("map", name))
        )
    open_share, other = float(seen().mean()), 1 - float(one.blocked(one.any_hit(ready)).mean())
    table.notes.append(f"open: {open_share:.3%} of the segments, by embreex {other:.3%}")
    if abs(open_share - other) > AGREE:
        table.fault(f"the two differ by more than {AGREE:.2%}")
    ratio = times.ratio("map", "bare, embreex, 2 threads")
    table.wanted("map to bare on 2 threads", ratio, most=targets.HEAT)
    return table
