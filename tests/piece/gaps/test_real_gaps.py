"""Gaps of real files, with numbers that their index states, or that their shadow on a plane has.

The walls of KayKit (CC0) stand along x and are as thick as they are deep, so the shadow of all
their triangles on y = 0 has exactly the holes that can be looked through: a second way to measure.
"""

import numpy as np
import pytest
import shapely
import trimesh

from geo3d.piece import read_piece
from tests.piece.gaps.case import Expected
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import Tolerance, off, report

ALLOWED = Tolerance(0.02, 0.03)
DOORWAY = (Expected("opening", 0.0, 2.75, 2.0, (0.8 * 5.5, 5.5), (0.0, 0.0, 1.375), 0.3),)
"""Its upper corners are rounded off."""
KNOWN = {
    "window_open": (
        Expected("opening", 1.3, 2.6, 1.3535, 1.3535 * 1.3, (0.0, 0.0, 1.95), 0.3),
    ),
    "broken": (
        Expected("opening", 1.118, 2.378, 1.760, 1.37, (0.203, 0.0, 1.748), 0.3),
        Expected("opening", 2.687, 2.896, 0.4995, (0.0395, 0.0415), (0.336, 0.0, 2.791), 0.3),
    ),
    "doorway": (),
}  # fmt: skip


def real(folder, name):
    return read_piece(folder / "terrain" / f"kaykit_wall_{name}.glb", "inch").mesh


def without_leaf(mesh):
    """The doorway without the bodies that lie within it: the leaf, its bands, its handle."""
    bodies = mesh.split(only_watertight=False)
    kept = [b for b in bodies if np.abs(b.bounds[:, 0]).max() > 1.001]
    assert len(bodies) - len(kept) == 6
    return trimesh.util.concatenate(kept)


def holes(mesh):
    """Holes of the shadow on y = 0 over the ground, in (x, z), larger than .01."""
    flat = mesh.triangles[:, :, [0, 2]]
    shadow = shapely.union_all(
        [*(shapely.Polygon(t).buffer(1e-6) for t in flat), shapely.box(-9, -1, 9, 0)]
    )
    rings = [ring for part in shapely.get_parts(shadow) for ring in shapely.get_rings(part)[1:]]
    return sorted(
        (p for p in map(shapely.Polygon, rings) if p.area > 0.01), key=lambda p: p.bounds[1]
    )


def meshes(folder):
    for name, expected in KNOWN.items():
        yield name, real(folder, name), expected
    yield "doorway without its leaf", without_leaf(real(folder, "doorway")), DOORWAY


def test_shadows_have_the_holes_that_are_stated(realfiles):
    for _, mesh, expected in meshes(realfiles):
        found = holes(mesh)
        assert len(found) == len(expected)
        for hole, gap in zip(found, expected, strict=True):
            left, low, right, high = hole.bounds
            assert (low, high) == pytest.approx((gap.sill, gap.lintel), abs=2e-3)
            assert right - left == pytest.approx(gap.width, abs=2e-3)
            assert (left + right) / 2 == pytest.approx(gap.centre[0], abs=2e-3)
            assert not off(hole.area, gap.area, 0.002)


def test_gaps_of_real_walls(realfiles):
    for name, mesh, expected in meshes(realfiles):
        wrong = report(find_gaps(mesh), expected, ALLOWED, name)
        assert not wrong, wrong
