"""Importing simulated scans: how far the piece is from the truth, by shape and severity.

    python benchmarks/scans.py [--faces 40000] [--seed 1] [--pairs 50] [--fresh] [--large]

Ten shapes, four severities each, with a crate beside those that leave room for one. `--large` also
imports one scan of a million faces and tells seconds and memory. Only simulated scans are measured:
see tests/scanning.py for what the simulated phone does.

`--pairs` asks, for so many pairs of models a scan, whether they see each other past the piece as
they do past the exact shape (bare material), and how deep the open line of the one goes into the
material of the other. `--fresh` takes shapes that were chosen after the import was written.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from geo3d.piece.scan import import_scan
from geo3d.shapes import (
    arch,
    arched,
    barricade,
    crater,
    door,
    hill,
    l_ruin,
    platform,
    round_hole,
    stairs,
    statue,
    tower,
    u_ruin,
    wall,
    window,
)
from tests.piece.scan.sighting import Agreement, laid_over, sights_agree
from tests.piece.scan.terrain import bunker, chapel, gantry
from tests.piece.scan.truth import compare
from tests.scanning import scan

SHAPES = {
    "wall": wall(6, 4, 0.25, [window(0, 1, 1, 1), door(-2, 1, 2)]),
    "L ruin": l_ruin(7, 5.5, 6, 0.25, [window(0, 1, 1, 1.5)], [door(0, 1.2, 2)]),
    "tower": tower(2, 5),
    "arch": arch(5, 4, 2, 1.5),
    "hill": hill(4, 2),
    "crater": crater(3, 1.5, 1),
    "platform": platform(4, 3, 3),
    "statue": statue(5, 1.5),
    "stairs": stairs(6, 0.5, 0.5, 2),
    "barricade": barricade(4, 1.2, 1, 0.3),
}
"""Each an exact solid."""

FRESH = {
    "U ruin": u_ruin(6, 4, 5, 0.3, [window(1.2, 0.8, 1.2, 1.2), door(-1.4, 1, 2)], 3.0),
    "arcade": wall(8, 3.5, 0.4, [arched(-2.2, 0, 1.6, 1.2), round_hole(2, 1.8, 1.0, 24)]),
    "chapel": chapel(),
    "gantry": gantry(),
    "bunker": bunker(),
}
"""Chosen when the import was finished."""

LARGE = """
import json, resource, sys, time
from geo3d.piece.scan import import_scan
begun = time.perf_counter()
found = import_scan(sys.argv[1], units="m", up="z")
peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
print(json.dumps([len(found.piece.mesh.faces), time.perf_counter() - begun, peak / 1024]))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--faces", type=int, default=40_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--pairs", type=int, default=0)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--large", action="store_true")
    parser.add_argument("--only", default="", help="names of shapes, with commas")
    options = parser.parse_args()
    print(f"seed {options.seed}, about {options.faces} faces with the table")
    print(
        f"{'shape':10}{'sev':>4}{'scale':>9}{'level':>7}{'ground':>8}{'rms':>7}{'max':>7}"
        f"{'lost':>5}{'new':>4}{'stray':>6}{'crate':>6}{'faces':>8}{'closed':>7}{'sec':>6}"
    )
    wrong = 0
    sights: list[Agreement] = []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scan.ply"
        for name, shape in (FRESH if options.fresh else SHAPES).items():
            if options.only and name not in options.only.split(","):
                continue
            for severity in (1, 2, 3, 4):
                scanned = scan(shape.mesh, severity, options.seed, faces=options.faces, crate=True)
                scanned.mesh.export(path)
                begun = time.perf_counter()
                found = import_scan(path, units=scanned.units, up=scanned.up)
                seconds = time.perf_counter() - begun
                e = compare(scanned, found, shape.openings)
                bad = (
                    abs(e.scale) > 0.01 or e.level_deg > 0.5 or abs(e.ground) > 0.03
                    or e.rms > 0.03 or e.greatest > 0.1 or e.lost > 0 or e.new > 0
                    or e.strays > 0 or not e.crate
                )  # fmt: skip
                wrong += bad
                print(
                    f"{name:10}{severity:4}{e.scale:9.1e}{e.level_deg:7.3f}{e.ground:8.4f}"
                    f"{e.rms:7.4f}{e.greatest:7.3f}{e.lost:5}{e.new:4}{e.strays:6}{e.crate!s:>6}"
                    f"{len(found.piece.mesh.faces):8}{found.piece.mesh.is_watertight!s:>7}"
                    f"{seconds:6.1f}{'  <' if bad else ''}",
                    flush=True,
                )
                if options.pairs:
                    piece = laid_over(scanned, found)
                    sights.append(
                        sights_agree(scanned, piece, Path(folder), options.pairs, options.seed)
                    )
                    _tell(sights[-1:])
    print(f"{wrong} beyond: scale 1%, level .5, ground .03, rms .03, max .1, or a count")
    if sights:
        _tell(sights)
    if options.large:
        _large(options.seed)
    return 0


def _tell(sights: list[Agreement]) -> None:
    """A row about lines of sight."""
    pairs, seen = sum(s.pairs for s in sights), sum(s.seen for s in sights)
    differ = [d for s in sights for d in s.differ]
    text = f"{pairs} pairs, {seen} see each other, {len(differ)} judged otherwise"
    if differ:
        text += "; in the other's material by " + " ".join(f'{d.depth:.3f}"' for d in differ)
    print(f"    {text}", flush=True)


def _large(seed: int) -> None:
    scanned = scan(SHAPES["L ruin"].mesh, 2, seed, faces=1_000_000, units="m", up="z", crate=True)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "scan.ply"
        scanned.mesh.export(path)
        faces = len(scanned.mesh.faces)
        text = subprocess.run(
            [sys.executable, "-c", LARGE, str(path)],
            check=True, capture_output=True, text=True, cwd=ROOT,
        ).stdout  # fmt: skip
    after, seconds, memory = json.loads(text.splitlines()[-1])
    print(f"{faces} faces to {after}: {seconds:.1f} s, {memory:.0f} MB")


if __name__ == "__main__":
    sys.exit(main())
