"""Sight on random boards of shipped pieces against plain random lines."""

import os
import secrets

import numpy as np

from tests.reference.random_boards import judge, random_board


def test_visible_wherever_a_reference_line_is_open(tmp_path):
    """Whatever a random line sees, sight sees; and its witness is open by the reference.

    New seeds each run, printed; GEO3D_SEED repeats one. The full number of boards is run by
    benchmarks/random_boards.py.
    """
    first = int(os.environ.get("GEO3D_SEED", secrets.randbelow(2**31)))
    print(f"seeds {first} to {first + 3}; repeat with GEO3D_SEED={first}")
    seen, hidden = 0, 0
    for seed in range(first, first + 4):
        board = random_board(tmp_path, seed, models=2)
        rng = np.random.default_rng(seed)
        for observer in ("red-0-a", "red-1-a"):
            for target in ("blue-0-a", "blue-1-a"):
                verdict = judge(board, observer, target, rng, lines=16_384)
                assert not verdict.missed, (seed, verdict)
                assert not verdict.false_witness, (seed, verdict)
                assert verdict.engine_wrong == 0, (seed, verdict)
                seen += verdict.visible
                hidden += not verdict.visible
    assert seen + hidden == 16
