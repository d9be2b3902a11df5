"""Sight on the shipped boards: one pair, and every pair, beside bare lines in the same run.

python benchmarks/sight.py [--board NAME]
"""

import argparse
import statistics
import sys
import time
from pathlib import Path

import numpy as np

import geo3d
from geo3d.visibility import board_scene

BOARDS = Path(__file__).resolve().parents[1] / "meshes" / "boards"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--board", default="crossroads")
    begun = time.perf_counter()
    board = geo3d.load_board(BOARDS / f"{parser.parse_args().board}.toml")
    print(f"{'load the board':>28} {time.perf_counter() - begun:8.2f} s")
    scene = board_scene(board)
    rng = np.random.default_rng(0)
    low, high = np.array([0, 0, 0.1]), np.array([*board.size, 3.0])
    ends = rng.uniform(low, high, (2, 100_000, 3))
    scene.rays.any_hit(*ends)
    begun = time.perf_counter()
    scene.rays.any_hit(*ends)
    bare = (time.perf_counter() - begun) / 100_000
    print(f"{'a bare line':>28} {bare * 1e6:8.2f} us")
    figures = list(board.figures.values())
    geo3d.sight(board, figures[0].id, figures[-1].id)
    begun = time.perf_counter()
    found = geo3d.sightlines(board)
    whole = time.perf_counter() - begun
    pairs = found.pairs
    print(f"{'every pair':>28} {whole:8.2f} s for {len(pairs)} pairs")
    print(f"{'a pair, in bare lines':>28} {whole / len(pairs) / bare:8.0f}")
    for name, chosen in {
        "visible": [p for p in pairs if p.visible],
        "hidden, proven": [p for p in pairs if not p.visible and p.certainty == "certified"],
        "hidden, sampled": [p for p in pairs if not p.visible and p.certainty == "sampled"],
    }.items():
        times = []
        for pair in chosen[:20]:
            scene.found.clear()
            begun = time.perf_counter()
            geo3d.sight(board, pair.observer, pair.target)
            times.append(time.perf_counter() - begun)
        if times:
            median = statistics.median(times) * 1e3
            print(f"{name:>28} {median:8.1f} ms a pair, {len(chosen)} pairs")
    return 0


if __name__ == "__main__":
    sys.exit(main())
