"""P5: one piece moves and one pair is asked, beside building the merged scene anew."""

from collections.abc import Iterator

import numpy as np

from benchmarks.speed import targets
from benchmarks.speed.embree import Embree, embree_scene
from benchmarks.speed.lines import Lines
from benchmarks.speed.options import Options
from benchmarks.speed.scene import Scene, matrix, pair_lines, scene
from benchmarks.speed.table import Table, figure, seconds
from benchmarks.speed.timing import interleaved

EACH = 1024
"""Segments of the pair."""

MOVED = 5
"""Number of the ruin that moves."""

STEP = 0.125
"""Inches that it moves each time; a whole number in binary, so that it can move back exactly."""


class Moving:
    """The two ways to move a ruin, and the same question after it."""

    def __init__(self, ruins: Scene) -> None:
        self.ruins = ruins
        self.rays = ruins.rays()
        self.lines = self._half_blocked()
        self.where = matrix(MOVED)
        self.steps = 0

    def _half_blocked(self) -> Lines:
        """The segments of the pair of which most nearly half are blocked."""
        lines = pair_lines(EACH)
        blocked = self.rays.any_hit(lines.starts, lines.ends, bundles=lines.edges)
        share = blocked.reshape(-1, EACH).mean(axis=1)
        return lines.bundle(int(np.abs(share - 0.5).argmin()))

    def shift(self) -> None:
        """The next place of the ruin."""
        self.where = matrix(MOVED)
        self.steps += 1
        self.where[0, 3] += STEP * (self.steps % 8)

    def ours(self) -> int:
        """Move and ask: how many segments are blocked."""
        self.rays.move(f"ruin-{MOVED}", self.where)
        lines = self.lines
        return int(self.rays.any_hit(lines.starts, lines.ends, bundles=lines.edges).sum())

    def merged(self) -> int:
        """Build embreex's scene with the ruin there, and ask."""
        engine = Embree.holding(embree_scene(*self.ruins.merged({MOVED: self.where})))
        ready = engine.ready(self.lines)
        return int(engine.blocked(engine.any_hit(ready)).sum())


def moving(options: Options) -> Iterator[Table]:
    """Every round moves the ruin to another place, for both engines."""
    for name in options.scenes:
        ruins = scene(name)
        both = Moving(ruins)
        names = "move and ask", "merge anew and ask, embreex"
        times = interleaved(
            {names[0]: both.ours, names[1]: both.merged}, options.runs,
            before={names[0]: both.shift},
        )  # fmt: skip
        both.shift()
        table = Table(
            f"P5 one piece moves, {EACH:,} segments, {name}: {ruins.total():,} faces",
            ["", "time", "geo3d is times as fast", "blocked"],
        )
        ratio = times.ratio(names[1], names[0])
        ours, merged = both.ours(), both.merged()
        table.add(names[0], seconds(times.median(names[0])), "1", f"{ours:,}")
        table.add(names[1], seconds(times.median(names[1])), figure(ratio), f"{merged:,}")
        if abs(ours - merged) > 1:
            table.fault(f"{ours} blocked, by embreex {merged}")
        table.wanted("moving", ratio, least=targets.MOVE)
        yield table
