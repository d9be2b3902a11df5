"""What the user should look at after an import."""

from collections.abc import Sequence

import numpy as np
import trimesh

from geo3d.piece.scan.report import Step
from geo3d.piece.scan.units import PLAUSIBLE

LARGE = 1.0
"""Inches: dropping what is larger than this is worth a warning."""


def remarks(steps: Sequence[Step], mesh: trimesh.Trimesh, on_table: bool) -> list[str]:
    """Warnings, from the records of the steps and the mesh that came out."""
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
    for row in told["holes"]["left_open"]:
        found.append(f'a hole {row["across"]:.2f}" across at {_spot(row["centre"])} was left open')
    if told["underside"]["sheets"]:
        found.append(f"{told['underside']['sheets']} outlines at the ground are not closed: sheets")
    if not told["simplify"].get("greatest") and told["simplify"]["error"] > 0.0:
        found.append("it was not simplified: each try changed more than it may")
    return found


def _size(values: Sequence[float]) -> str:
    return " x ".join(f'{value:.2f}"' for value in values)


def _spot(values: Sequence[float]) -> str:
    return "(" + ", ".join(f"{value:.2f}" for value in values) + ")"
