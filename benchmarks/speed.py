"""How fast the ray core and sight are, beside other engines in the same run.

    python benchmarks/speed.py [--only P1,P3] [--scene small,mid] [--runs 5] [--share 1.0]

Prints tables with ratios; benchmarks/NOTES.md says what each measures and what it should reach.
Exit status 1 where an answer was wrong; a figure that falls short is said and is no failure.
"""

import argparse
import importlib
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.speed.options import Options
from benchmarks.speed.peer import Missing
from benchmarks.speed.scene import FACES

MEASURES = {
    "P1": ("rates", "any_hit"),
    "P2": ("rates", "first_hit"),
    "P3": ("verdicts", "verdicts"),
    "P4": ("latency", "latency"),
    "P5": ("moving", "moving"),
    "P6": ("building", "building"),
    "P7": ("heat", "heat"),
    "P8": ("starting", "starting"),
    "boards": ("shipped", "shipped"),
    "growth": ("growth", "growth"),
    "stress": ("stress", "stress"),
}
"""Name -> module and function; each yields tables."""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--only", default=",".join(MEASURES), help="names, with commas")
    parser.add_argument("--scene", default=",".join(FACES), help="sizes, with commas")
    parser.add_argument("--runs", type=int, default=5, help="rounds of each measure")
    parser.add_argument("--share", type=float, default=1.0, help="part of the segments")
    chosen = parser.parse_args()
    only, scenes = chosen.only.split(","), tuple(chosen.scene.split(","))
    for given, known in ((only, MEASURES), (scenes, FACES)):
        for name in given:
            if name not in known:
                parser.error(f"{name!r}: one of {', '.join(known)} wanted")
    options = Options(scenes, chosen.runs, chosen.share)
    wrong = 0
    for name in only:
        module, function = MEASURES[name]
        measure = getattr(importlib.import_module(f"benchmarks.speed.{module}"), function)
        try:
            for table in measure(options):
                print(table.text(), flush=True)
                wrong += table.wrong
        except Missing as error:
            print(f"{name}: left out: {error}\n", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
