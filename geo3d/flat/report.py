"""All that a measurement leaves behind: rows, tables, pictures, an atlas page, what it cost."""

import json
from collections.abc import Callable
from pathlib import Path

from geo3d.flat.accuracy import Bench
from geo3d.flat.atlas import CELL, atlas
from geo3d.flat.pictures import distance_picture, pair_picture, rates_picture
from geo3d.flat.rates import JUDGED, worst
from geo3d.flat.running import Measured, Run, Source
from geo3d.flat.tables import as_csv, as_markdown
from geo3d.piece.write import write_bytes

WORST = 2
"""Pictures of the worst pairs of each method, of those that it hides and of those that it shows."""


def write_report(
    wanted: Run, made: Measured, folder: Path, told: Callable[[int, int], None] | None = None
) -> list[Path]:
    """Write pairs.csv, accuracy.md, rates.png, distance.png, and pictures of the worst pairs.

    Args:
        told: called with pictures of pairs drawn, and how many there are in all.

    Returns:
        The files.
    """
    rows = made.rows
    files = {
        "pairs.csv": as_csv(rows).encode(),
        "accuracy.md": as_markdown(rows, wanted.seed, wanted.lines).encode(),
        "rates.png": rates_picture(rows),
        "distance.png": distance_picture(rows),
    }
    cost = {"pairs": len(rows), "seconds": made.seconds}
    files["cost.json"] = (json.dumps(cost, indent=2) + "\n").encode()
    chosen = [
        (f"{method}-{'visible' if visible else 'hidden'}-{rank}.png", method, row)
        for method in JUDGED
        for visible in (False, True)
        for rank, row in enumerate(worst(rows, method, visible, WORST), start=1)
    ]
    # By board, so that each is made ready once.
    sources = {source.name: source for source in wanted.sources}
    chosen.sort(key=lambda item: item[2].board)
    ready: dict[str, Bench] = {}
    for number, (name, method, row) in enumerate(chosen):
        if told is not None:
            told(number, len(chosen))
        if row.board not in ready:
            ready = {row.board: Bench(sources[row.board].load())}
        files[f"worst/{name}"] = pair_picture(ready[row.board].plan, row, method)
    if told is not None and chosen:
        told(len(chosen), len(chosen))
    return [_write(folder / name, data) for name, data in files.items()]


def write_atlas(
    source: Source, folder: Path, told: Callable[[int, int], None] | None = None,
    cell: float = CELL,
) -> Path:  # fmt: skip
    """Write the atlas page of one board, atlas.html; arguments as for `atlas`."""
    page = atlas(Bench(source.load()), source.name, told, cell)
    return _write(folder / "atlas.html", page.encode())


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_bytes(path, data)
    return path
