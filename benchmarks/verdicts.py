"""The verdicts of 13.07 to 13.11.01 beside a reference written from the rules, on random boards.

    python benchmarks/verdicts.py [--boards 500] [--seed N]

Every ordered pair of enemies is compared. Exit status 1 where they differ in a fact that the
reference is sure of.
"""

import argparse
import collections
import secrets
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import geo3d
from tests.reference.verdict_boards import random_board
from tests.reference.verdict_oracle import compare


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--boards", type=int, default=500)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}, {arguments.boards} boards", flush=True)
    begun = time.perf_counter()
    counts: collections.Counter[str] = collections.Counter()
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.seed, arguments.seed + arguments.boards):
            plain = random_board(seed)
            board = plain.load(Path(folder))
            for pair in geo3d.sightlines(board).pairs:
                found = compare(plain, pair.observer, pair.target, pair)
                counts.update(
                    pairs=1, compared=found.agreed + len(found.differ), unsure=found.unsure,
                    disagreements=len(found.differ),
                )  # fmt: skip
                verdict = pair.verdict
                counts.update(
                    name for name, holds in (
                        ("visible", pair.visible), ("fully visible", pair.fully_visible),
                        ("hidden", verdict.hidden), ("gone to ground", verdict.gone_to_ground),
                        ("cover", verdict.benefit_of_cover),
                        ("hidden and out of range", pair.open_line and not pair.visible),
                        ("closed by areas alone", pair.geometry.visible and not pair.open_line),
                    ) if holds
                )  # fmt: skip
                for name, told, wanted in found.differ:
                    print(
                        f"board {seed}: {pair.observer} to {pair.target}: {name} is {told}, "
                        f"by the reference {wanted}",
                        flush=True,
                    )
    for name, number in counts.items():
        print(f"{name:>24} {number:7d}")
    print(f"{'seconds':>24} {time.perf_counter() - begun:9.1f}")
    return 1 if counts["disagreements"] else 0


if __name__ == "__main__":
    sys.exit(main())
