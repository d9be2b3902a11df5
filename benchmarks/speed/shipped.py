"""Sight on the shipped boards, with their rules: to load one, and every pair."""

import time
from collections.abc import Iterator
from pathlib import Path

import geo3d
from benchmarks.speed.board import Fresh
from benchmarks.speed.options import Options
from benchmarks.speed.recording import recording
from benchmarks.speed.table import Table, seconds
from benchmarks.speed.timing import interleaved

BOARDS = Path(__file__).resolve().parents[2] / "meshes" / "boards"


def shipped(options: Options) -> Iterator[Table]:
    """One row a board. Gaps of the pieces are in the cache folder after the first run."""
    table = Table("shipped boards", ["", "load", "pairs", "all pairs", "a pair", "segments a pair"])
    for path in sorted(BOARDS.glob("*.toml")):
        begun = time.perf_counter()
        boards = Fresh(path)
        loading = time.perf_counter() - begun

        def judge(boards: Fresh = boards) -> int:
            return len(geo3d.sightlines(boards.board).pairs)

        with recording() as asked:
            pairs = judge()
        times = interleaved({"all": judge}, options.runs, before={"all": boards.renew})
        whole = times.median("all")
        table.add(
            path.stem, seconds(loading), f"{pairs:,}", seconds(whole), seconds(whole / pairs),
            f"{len(asked) / pairs:,.0f}",
        )  # fmt: skip
    yield table
