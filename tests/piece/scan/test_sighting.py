"""Line of sight past an imported piece, and the measure of how it differs."""

import numpy as np
import pytest

from geo3d.piece.scan import import_scan
from geo3d.shapes import wall, window
from geo3d.shapes.solids import box, mesh_of
from tests.piece.scan.sighting import laid_over, sights_agree
from tests.scanning import scan

SHAPE = wall(6, 3, 0.25, [window(0, 1, 1.2, 1)])


def test_an_imported_wall_hides_what_the_exact_one_hides(tmp_path):
    scanned = scan(SHAPE.mesh, 2, seed=4, faces=12_000, crate=True)
    path = tmp_path / "scan.ply"
    scanned.mesh.export(path)
    found = import_scan(path, units=scanned.units, up=scanned.up)
    agreed = sights_agree(scanned, laid_over(scanned, found), tmp_path, pairs=30)
    assert agreed.pairs == 30
    # Both answers occur.
    assert 0 < agreed.seen < 30
    # 1% of 30, and within what the surface may be off.
    assert len(agreed.differ) <= 1
    assert all(one.depth < 0.1 for one in agreed.differ)


def test_a_wall_that_is_not_there_is_seen_through(tmp_path):
    """A slab of half the height: lines over it go up to .125, half its thickness, deep into the
    exact wall, and are told."""
    scanned = scan(SHAPE.mesh, 1, seed=4, faces=4_000)
    low = mesh_of(box((-3, -0.125, 0), (3, 0.125, 0.5)))
    agreed = sights_agree(scanned, low, tmp_path, pairs=30)
    assert agreed.differ
    assert not any(one.exact for one in agreed.differ)
    assert max(one.depth for one in agreed.differ) == pytest.approx(0.125, abs=0.01)
    assert np.all([one.line.shape == (2, 3) for one in agreed.differ])
