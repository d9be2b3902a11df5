"""The true size of a scan: as its file states it, as it is told, or by a measure of the real piece.

Nothing is rescaled on a guess.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np
import shapely
import trimesh

from geo3d.errors import MeshError, UsageError
from geo3d.piece.scan.meshes import arrays, body_of
from geo3d.rays.segments import Floats
from geo3d.units import INCHES_PER_UNIT

PLAUSIBLE = (1.0, 30.0)
"""Inches: the longest side of pieces that stand on tables, with what of the table was scanned."""

OUTERMOST = 2.5
"""Times the noise of a scan's table, which is that of faces, by which the outermost vertex of a
flat side with some thousand of them lies beyond it."""


@dataclass(frozen=True)
class Measure:
    """A length taken on the real piece, inches.

    Attributes:
        kind: "height" (from the ground to the highest point), "length" (the longer side of the
            smallest rectangle round its plan) or "marker" (between two points of the file).
        inches: how long it really is.
        points: of a marker pair: two points in the file's own coordinates.
    """

    kind: str
    inches: float
    points: tuple[tuple[float, float, float], tuple[float, float, float]] | None = None

    def __post_init__(self) -> None:
        if not (np.isfinite(self.inches) and self.inches > 0.0):
            raise UsageError(f"{self.kind}: inches above 0 wanted, got {self.inches!r}")
        if self.kind not in ("height", "length", "marker"):
            raise UsageError(f"measure {self.kind!r}: height, length or marker wanted")
        if (self.points is None) != (self.kind != "marker"):
            raise UsageError("marker: two points and their distance wanted")
        if self.points is not None and self.between == 0.0:
            raise UsageError("marker: its two points are the same")

    @property
    def between(self) -> float:
        """The distance of a marker pair in the file's units."""
        one, other = np.array(self.points, dtype=np.float64)
        return float(np.linalg.norm(one - other))


def candidates(size: Any) -> str:
    """The sizes that a file without units may have, the plausible ones marked.

    Args:
        size: (3,) in the file's units.
    """
    rows = []
    for unit, inches in INCHES_PER_UNIT.items():
        real = np.asarray(size, dtype=np.float64) * inches
        mark = " (plausible)" if PLAUSIBLE[0] <= real.max() <= PLAUSIBLE[1] else ""
        rows.append(f"{unit}: {' x '.join(f'{v:.4g}' for v in real)} inches{mark}")
    return "; ".join(rows)


def refuse_unsaid(source: str, mesh: trimesh.Trimesh) -> MeshError:
    """The error for a scan whose size nothing says."""
    size = np.ptp(np.asarray(mesh.vertices), axis=0)
    return MeshError(
        f"{source}: its size is not known, and nothing is rescaled on a guess: give --units, or a "
        f"measure of the real piece (--height, --length or --marker). It would be, with all that "
        f"was scanned, in {candidates(size)}"
    )


def measured(mesh: trimesh.Trimesh, kind: str, noise: float) -> float:
    """The height or length, inches, of a piece on z = 0; of several bodies that of the largest.

    Args:
        noise: of the scan, inches, root mean square: the outermost points lie about `OUTERMOST`
            times as far out.
    """
    vertices, faces = arrays(mesh)
    body = body_of(mesh)
    areas = np.bincount(body, weights=mesh.area_faces)
    points = vertices[np.unique(faces[body == areas.argmax()])]
    if kind == "height":
        return float(points[:, 2].max()) - OUTERMOST * noise
    return plan_length(points[:, :2]) - 2 * OUTERMOST * noise


def plan_length(points: Floats) -> float:
    """The longer side of the smallest rectangle round points in plan."""
    rectangle = shapely.MultiPoint(points).minimum_rotated_rectangle
    ring = shapely.get_coordinates(rectangle)
    return float(np.linalg.norm(np.diff(ring, axis=0), axis=1).max())
