"""Where models can get to: time beside ruins of 50,000 faces, and agreement with `judge_move`.

    python benchmarks/reach.py [--seed N] [--asked 2000] [--boards 50] [--only speed|offered|grid]

Speed is told in seconds of one core, for pieces whose surfaces and gaps are known; the first move
beside a piece still finds the slits between it and others, the second does not. Exit status 1 where
a place is offered that no legal way leads to, a straight move is longer by 1 % in reach, one that
comes close to no wall is not found, or more than 1 % of those of up to .98 of the limit are not.
"""

import argparse
import json
import resource
import secrets
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import geo3d
from geo3d.shapes import door, l_ruin, roughen, window
from geo3d.table import Board
from tests.property.test_reach import Tally, random_case, refused, straight

FACES = 50_000
MODELS = {
    "infantry": ({"round": 32}, ["INFANTRY"], 1.6),
    "walker": ({"round": 80}, ["VEHICLE"], 4.0),
    "beast": ({"oval": [90, 52]}, ["MONSTER"], 3.0),
    "tank": ({"rect": [4.0 * 25.4, 2.5 * 25.4]}, ["VEHICLE"], 2.5),
}
"""Base, keywords, height."""


def ruins(folder: Path, number: int) -> Board:
    """Rough ruins in four rows on a table, every model between the first four."""
    shape = l_ruin(7, 6, 6, holes_x=[door(0, 1.2, 2), window(2, 1, 1, 1)],
                   holes_y=[window(0, 1, 1.2, 1)])  # fmt: skip
    geo3d.write_piece(roughen(shape.mesh, FACES), folder / "ruin.glb", name="ruin")
    spots = [(12.0 + 11.0 * (n % 4), 4.0 + 9.0 * (n // 4)) for n in range(number)]
    content = {
        "format": "geo3d-board/1", "ruleset": "wh40k-11e", "battlefield": {"size": [60, 44]},
        "pieces": {"ruin": {"mesh": "ruin.glb", "category": "dense"}},
        "features": [
            {"id": f"ruin-{n}", "piece": "ruin", "at": spot, "turn": 37.0 * n}
            for n, spot in enumerate(spots)
        ],
        "profiles": {
            id: {"base": base, "keywords": words, "height": height}
            for id, (base, words, height) in MODELS.items()
        },
        "units": [
            {"id": f"unit-{id}", "player": "red", "profile": id,
             "models": [{"id": id, "at": [7.5, 12.0 + 9.0 * n]}]}
            for n, id in enumerate(MODELS)
        ],
    }  # fmt: skip
    path = folder / "board.json"
    path.write_text(json.dumps(content), encoding="utf-8")
    return geo3d.load_board(path)


def speed() -> None:
    print(f"{'ruins':>5} {'model':>9} {'inches':>6} {'first':>7} {'again':>7} {'to a place':>10}"
          f" {'area':>8}")  # fmt: skip
    for number, limit in ((1, 6.0), (16, 6.0), (16, 24.0)):
        with tempfile.TemporaryDirectory() as folder:
            board = ruins(Path(folder), number)
            for id in MODELS:
                figure = board.figures[id]
                geo3d.judge_stand(board, id, (12.0, 8.0))
                geo3d.reach(board, id, 0.01)
                begun = time.process_time()
                found = geo3d.reach(board, id, limit)
                first = time.process_time() - begun
                begun = time.process_time()
                geo3d.reach(board, id, limit - 1e-3)
                again = time.process_time() - begun
                begun = time.process_time()
                x, y, _ = figure.at
                geo3d.reach(board, id, limit, (x + limit * 0.7, y))
                to = time.process_time() - begun
                print(f"{number:5d} {id:>9} {limit:6.1f} {first:7.2f} {again:7.2f} {to:10.2f}"
                      f" {found.area:8.1f}", flush=True)  # fmt: skip
    print(f"most memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f} GB")


def offered(seed: int, wanted: int) -> int:
    """Places that are offered, and the ways there."""
    begun, asked, wrong, boards = time.perf_counter(), 0, [], 0
    while asked < wanted:
        case = random_case(seed + boards)
        number, found = refused(case, np.random.default_rng(seed + boards), 10)
        asked, boards, wrong = asked + number, boards + 1, wrong + found
        for line in found:
            print(line, flush=True)
    took = time.perf_counter() - begun
    print(f"offered: {asked} places on {boards} boards, {len(wrong)} wrong, {took:.0f} s")
    return len(wrong)


def grid(seed: int, boards: int) -> int:
    """Straight moves to a grid."""
    begun, tally = time.perf_counter(), Tally()
    for each in range(seed, seed + boards):
        for line in straight(random_case(each, 6.0), tally):
            print(line, flush=True)
    took = time.perf_counter() - begun
    share = tally.found / max(tally.legal, 1)
    print(f"straight: {tally.legal} legal moves on {boards} boards, {share:.2%} found, "
          f"{tally.longer} longer, {tally.open} missed far from walls, {took:.0f} s")  # fmt: skip
    return tally.longer + tally.open + (share < 0.99)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=secrets.randbelow(2**31))
    parser.add_argument("--asked", type=int, default=2000)
    parser.add_argument("--boards", type=int, default=50)
    parser.add_argument("--only", choices=["speed", "offered", "grid"])
    chosen = parser.parse_args()
    print(f"seed {chosen.seed}")
    wrong = 0
    if chosen.only in (None, "offered"):
        wrong += offered(chosen.seed, chosen.asked)
    if chosen.only in (None, "grid"):
        wrong += grid(chosen.seed, chosen.boards)
    if chosen.only in (None, "speed"):
        speed()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
