"""The ray core against the numpy reference at full size: no difference is allowed.

    python benchmarks/ray_stress.py [--random 1000000] [--aimed 100000] [--seed N]

Random segments, segments that end 1e-6" short of a face or pass 1e-7" beside one, and some aimed
at vertices, edges and along faces (compared where the reference says the same with half and with
double the touching distance). Exit status 1 on any difference.
"""

import argparse
import secrets
import sys
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from geo3d.rays import RayScene
from tests.reference import brute, ray_scenes

PART = 20_000


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--random", type=int, default=1_000_000)
    parser.add_argument("--aimed", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    arguments = parser.parse_args()
    print(f"seed {arguments.seed}")
    rng = np.random.default_rng(arguments.seed)
    third = arguments.random // 3
    kinds = {
        "anywhere": (third, lambda _, n: ray_scenes.random_segments(rng, n), False),
        "1e-6 short of a face": (
            third, lambda placed, n: ray_scenes.short_of_a_surface(rng, placed, n), False),
        "1e-7 beside a face": (
            third, lambda placed, n: ray_scenes.beside_a_surface(rng, placed, n), False),
        "aimed": (arguments.aimed, lambda placed, n: ray_scenes.aimed(rng, placed, n), True),
    }  # fmt: skip
    print(f"{'segments':>22} {'compared':>9} {'blocked':>8} {'differ':>7} {'seconds':>8}")
    faults = 0
    for name, (wanted, make, ambiguous) in kinds.items():
        compared, blocked, differ, begun = 0, 0, 0, time.perf_counter()
        while compared < wanted:
            placed = ray_scenes.scene(rng)
            scene = RayScene()
            for mesh, matrix, id in placed:
                scene.place(mesh, matrix, id)
            starts, ends = make(placed, min(PART, wanted - compared + 100))
            truth = brute.any_hit(placed, starts, ends)
            clear = np.ones(len(starts), bool)
            if ambiguous:
                for touch in (0.5e-8, 2e-8):
                    clear &= brute.any_hit(placed, starts, ends, touch) == truth
            answers = scene.any_hit(starts, ends), scene.first_hit(starts, ends).hit
            for answer in answers:
                differ += int((answer != truth)[clear].sum())
            differ += int((scene.any_hit(ends, starts) != answers[0]).sum())
            compared += int(clear.sum())
            blocked += int(truth[clear].sum())
        seconds = time.perf_counter() - begun
        print(f"{name:>22} {compared:>9} {blocked:>8} {differ:>7} {seconds:>8.1f}", flush=True)
        faults += differ
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
