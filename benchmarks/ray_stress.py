"""The ray engine against the brute force at full size; prints a table, fails on any difference.

A million segments anywhere and a million near surfaces, a hundred thousand aimed at vertices, at
edges and along faces, on many random scenes of a few hundred triangles. Takes some minutes.
"""

import argparse
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from geo3d.rays import RayScene
from tests.reference import random_rays
from tests.reference.agreement import compare

SIZES = {
    "anywhere": 1_000_000,
    "1e-6 short of a surface": 400_000,
    "1e-6 beyond a surface": 200_000,
    "1e-7 beside an edge": 300_000,
    "1e-7 beside a vertex": 100_000,
    "through vertices": 100_000,
    "through edges": 100_000,
    "along faces": 100_000,
}
BATCH = 5_000
SHOWN = 5
HEADINGS = (
    f"{'segments':26}{'asked':>10}{'judged':>10}{'blocked':>9}{'differences':>13}{'time':>10}"
)


def run(kind: str, number: int, seed: int) -> int:
    """Compare `number` segments of one kind, print a row, return how many differ."""
    begun = time.perf_counter()
    asked = judged = blocked = 0
    differences = []
    for batch in range(-(-number // BATCH)):
        # Every fourth scene lies a million inches from the origin.
        placed = random_rays.scene(seed + batch, offset=1e6 if batch % 4 == 3 else 0.0)
        scene = RayScene()
        for mesh, transform, id in placed:
            scene.place(mesh, transform, id=id)
        rng = np.random.default_rng([seed, batch])
        size = min(BATCH, number - asked)
        found = compare(scene, placed, *random_rays.KINDS[kind](placed, size, rng))
        asked, judged = asked + found.asked, judged + found.judged
        blocked += found.blocked
        differences += [(seed + batch, difference) for difference in found.differences]
    print(
        f"{kind:26}{asked:>10,}{judged:>10,}{blocked / max(judged, 1):>9.1%}"
        f"{len(differences):>13,}{time.perf_counter() - begun:>8.0f} s",
        flush=True,
    )
    for scene_seed, difference in differences[:SHOWN]:
        print(f"    scene {scene_seed}: {difference.what}: {difference.start} {difference.end}")
    return len(differences)


def main() -> int:
    """Run all kinds."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=int(np.random.SeedSequence().entropy % 2**32))
    parser.add_argument("--scale", type=float, default=1.0, help="part of the full size")
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    print(HEADINGS)
    wrong = 0
    for kind, number in SIZES.items():
        wrong += run(kind, max(1, round(number * arguments.scale)), arguments.seed)
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
