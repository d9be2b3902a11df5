"""Sight against 65,536 random lines a pair, on many random boards of shipped pieces.

    python benchmarks/random_boards.py [--boards 200] [--seed N]

Exit status 1 where sight missed an open line, a witness is blocked, or the engine and the numpy
reference differ.
"""

import argparse
import secrets
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from tests.reference.random_boards import LINES, judge, random_board


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=200)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    parser.add_argument("--models", type=int, default=2, help="models of each player")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, {arguments.boards} boards, {LINES} lines a pair")
    begun = time.perf_counter()
    counts = {"pairs": 0, "visible": 0, "proven hidden": 0, "sampled hidden": 0}
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.boards):
            board = random_board(Path(folder), seed, models=arguments.models)
            rng = np.random.default_rng(seed)
            for observer in [f for f in board.figures if f.startswith("red")]:
                for target in [f for f in board.figures if f.startswith("blue")]:
                    verdict = judge(board, observer, target, rng)
                    counts["pairs"] += 1
                    counts["visible"] += verdict.visible
                    hidden = not verdict.visible
                    counts["proven hidden"] += hidden and verdict.certainty == "certified"
                    counts["sampled hidden"] += hidden and verdict.certainty == "sampled"
                    if verdict.missed or verdict.false_witness or verdict.engine_wrong:
                        faults += 1
                        print(f"board {seed}: {verdict}")
    for name, number in counts.items():
        print(f"{name:>16} {number:6d}")
    print(f"{'faults':>16} {faults:6d}")
    print(f"{'seconds':>16} {time.perf_counter() - begun:8.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
