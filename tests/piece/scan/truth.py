"""How far an imported piece is from the truth of its simulated scan."""

from dataclasses import dataclass

import numpy as np
import scipy.spatial
import trimesh

from geo3d.piece.gaps import find_gaps
from geo3d.piece.nearest import distances
from geo3d.piece.scan import Imported
from geo3d.piece.scan.deviation import samples
from tests.scanning import Scan

SEEN = 0.12
"""Inches from a point that was seen: the surface there counts as seen."""
STRAY = 0.15
"""Inches outside the true bounds: what is there is table or crumb."""


@dataclass(frozen=True, eq=False)
class Error:
    """Errors, in inches and degrees; of gaps, how many.

    Attributes:
        scale: part by which it is too large.
        level_deg: its z axis against the true one.
        ground: how far its lowest point is over the true ground.
        rms, greatest: distances of seen points of the truth from the piece, and the other way.
        lost, new: openings of the shape without a gap within .1", and gaps in the result that the
            exact shape does not have within .2".
        strays: vertices that lie outside the true bounds.
        crate: whether the crate is there; None where there was none.
    """

    scale: float
    level_deg: float
    ground: float
    rms: float
    greatest: float
    lost: int
    new: int
    strays: int
    crate: bool | None


def compare(scan: Scan, found: Imported, openings: tuple = ()) -> Error:
    """The piece laid over the truth by the transform of its own report."""
    back = scan.to_truth @ np.linalg.inv(found.report.transform)
    scale = float(np.cbrt(np.linalg.det(back[:3, :3])))
    placed = trimesh.Trimesh(
        trimesh.transform_points(found.piece.mesh.vertices, back), found.piece.mesh.faces,
        process=False,
    )  # fmt: skip
    points = samples(placed, 20_000)
    near, _ = scipy.spatial.cKDTree(scan.seen).query(points)
    off = np.concatenate([distances(placed, scan.seen), distances(scan.shape, points[near < SEEN])])
    gaps = find_gaps(placed)
    true = find_gaps(scan.shape)
    low, high = scan.shape.bounds
    outside = ((placed.vertices < low - STRAY) | (placed.vertices > high + STRAY)).any(axis=1)
    crate = None
    if scan.crate is not None:
        a, b = scan.crate
        of = placed.vertices[
            ((placed.vertices > a - 0.1) & (placed.vertices < b + 0.1)).all(axis=1)
        ]
        crate = bool(len(of) and np.abs(np.ptp(of, axis=0) - (b - a)).max() < 0.2)
    return Error(
        scale=scale - 1.0,
        level_deg=float(np.rad2deg(np.arccos(min(1.0, back[2, 2] / scale)))),
        ground=float(placed.vertices[:, 2].min()),
        rms=float(np.sqrt(np.mean(off**2))),
        greatest=float(off.max()),
        lost=sum(not any(_alike(o, gap, 0.1) for gap in gaps) for o in openings),
        new=sum(not any(_alike(t, gap, 0.2) for t in true) for gap in gaps),
        strays=int(outside.sum()),
        crate=crate,
    )


def _alike(true, gap, within: float) -> bool:
    off = [true.sill - gap.sill, true.lintel - gap.lintel, true.width - gap.width,
           *(np.asarray(true.centre) - gap.centre)]  # fmt: skip
    return bool(np.abs(off).max() <= within)
