"""That fast answers are right ones: the segments of `benchmarks/ray_stress.py`, a part of them."""

from collections.abc import Iterator

from benchmarks import ray_stress
from benchmarks.speed.options import Options
from benchmarks.speed.table import Table

SHARE = 0.02
"""Of the full size, which `python benchmarks/ray_stress.py` runs."""

SEED = 1


def stress(options: Options) -> Iterator[Table]:
    """Against brute force: any, first and all hits of segments near edges, corners, surfaces."""
    print(ray_stress.HEADINGS)
    total = wrong = 0
    for kind, number in ray_stress.SIZES.items():
        asked = max(1, round(number * SHARE * options.share))
        wrong += ray_stress.run(kind, asked, SEED)
        total += asked
    table = Table(f"stress, against brute force, seed {SEED}", ["", "segments", "differ"])
    table.add("all kinds", f"{total:,}", str(wrong))
    if wrong:
        table.fault(f"{wrong} of {total} segments; see above")
    yield table
