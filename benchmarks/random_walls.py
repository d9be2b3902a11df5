"""Enclosed gaps of many random walls against their closed form.

    python benchmarks/random_walls.py [--walls 300] [--seed N]

Exit status 1 where a gap was missed, invented, or measured otherwise.
"""

import argparse
import secrets
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from geo3d.piece.gaps import find_gaps
from tests.piece.gaps.matching import report
from tests.piece.gaps.random_walls import ALLOWED, random_wall


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--walls", type=int, default=300)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, {arguments.walls} walls")
    begun = time.perf_counter()
    gaps = faults = 0
    for seed in range(arguments.seed, arguments.seed + arguments.walls):
        mesh, expected = random_wall(seed)
        gaps += len(expected)
        wrong = report(find_gaps(mesh), expected, ALLOWED, f"wall {seed}")
        if wrong:
            faults += 1
            print(wrong)
    print(f"{'gaps':>16} {gaps:6d}")
    print(f"{'faulty walls':>16} {faults:6d}")
    print(f"{'seconds':>16} {time.perf_counter() - begun:8.1f}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
