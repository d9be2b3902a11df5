"""What the user should look at after an import."""

from collections.abc import Sequence

import numpy as np
import trimesh

from geo3d.errors import counted
from geo3d.piece.rims import SMALL, Rim
from geo3d.piece.scan.report import Step
from geo3d.piece.scan.units import PLAUSIBLE

NAMED = 8
"""Open places that are named, the largest; all are in the report."""

LARGE = 1.0
"""Inches: dropping what is larger than this is worth a warning."""


def remarks(
    steps: Sequence[Step], mesh: trimesh.Trimesh, on_table: bool, rims: Sequence[Rim]
) -> list[str]:
    """Warnings, from the records of the steps, the mesh that came out and where that is open."""
    told = {step.name: step.figures for step in steps}
    found = []
    longest = float(np.ptp(np.asarray(mesh.vertices), axis=0).max())
    if not PLAUSIBLE[0] <= longest <= PLAUSIBLE[1]:
        found.append(f'it is {longest:.3g}" long: are its units right?')
    if not on_table:
        found.append("no table was found: its level and its ground are those of its lowest points")
    if told["table"]["mat"]:
        found.append("a mat was taken for table; a base that large would be gone, too")
    for row in told["crumbs"]["dropped"]:
        if max(row["size"]) > LARGE:
            found.append(f"dropped {_size(row['size'])} at {_spot(row['centre'])}: {row['why']}")
    for row in told["crumbs"]["kept"]:
        if not row["standing"]:
            found.append(
                f"kept {_size(row['size'])} at {_spot(row['centre'])} that hangs in the air"
            )
    over = [rim for rim in rims if not rim.on_ground]
    named = [rim for rim in over if rim.across >= SMALL][:NAMED]
    for rim in named:
        found.append(
            f'open at {_spot(rim.centre)}, {_size(rim.size)}, {rim.length:.1f}" of edge: the scan '
            "has nothing there, and lines of sight and moves can pass inside: scan it again from "
            "there, or close it in a mesh program"
        )
    if len(over) > len(named):
        rest = sum(rim.length for rim in over) - sum(rim.length for rim in named)
        smaller = counted(len(over) - len(named), "smaller place")
        found.append(f'open in {smaller}, {rest:.1f}" of edge together')
    if told["underside"]["sheets"]:
        found.append(f"{told['underside']['sheets']} outlines at the ground are not closed: sheets")
    if not told["simplify"].get("greatest") and told["simplify"]["error"] > 0.0:
        found.append("it was not simplified: each try changed more than it may")
    return found


def _size(values: Sequence[float]) -> str:
    return " x ".join(f'{value:.2f}"' for value in values)


def _spot(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value:.2f}" for value in values) + ")"
