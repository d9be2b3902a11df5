"""What of a mesh lies between two heights, in plan."""

import numpy as np
import pytest
import shapely
import trimesh
from shapely.geometry import Point, box

from geo3d.motion.reaching.plan import FEW, _outlines, excess, material, united
from geo3d.shapes import crate, extruded, platform, roughen


def test_a_solid_is_filled():
    """Between its bottom and its top a crate has no surface but its sides."""
    assert material(crate(4, 2, 3).mesh, 1.0, 2.0).area == pytest.approx(8.0)
    assert material(crate(4, 2, 3).mesh, 3.5, 4.0).is_empty
    assert material(crate(4, 2, 3).mesh, 2.0, 2.0).is_empty
    # What ends at the lower height is not between; a hair lower, it is.
    assert material(crate(4, 2, 3).mesh, 3.0, 4.0).is_empty
    assert material(crate(4, 2, 3).mesh, 3.0 - 1e-6, 4.0).area == pytest.approx(8.0)


def test_what_lies_between():
    """A platform: its legs below, its slab above."""
    mesh = platform(5, 4, 3, 0.2, 0.5).mesh
    assert material(mesh, 0.1, 2.5).area == pytest.approx(4 * 0.25)
    assert material(mesh, 0.1, 2.9).area == pytest.approx(20.0)


def test_a_ramp_is_clipped():
    """It rises by 1 in 2: from 1 to 2 high it lies over x from 2 on."""
    ramp = extruded("ramp", [(0, 0), (8, 0), (8, 4)], 2.0).mesh
    assert material(ramp, 2.0, 3.0).bounds == pytest.approx((4.0, -1.0, 8.0, 1.0))
    # An open sheet of the same slope is no more than what lies between.
    sheet = trimesh.Trimesh([(0, -1, 0), (8, -1, 4), (8, 1, 4), (0, 1, 0)], [(0, 1, 2), (0, 2, 3)],
                            process=False)  # fmt: skip
    assert material(sheet, 2.0, 3.0).bounds == pytest.approx((4.0, -1.0, 6.0, 1.0))


def test_an_upright_sheet_is_a_line():
    sheet = trimesh.Trimesh([(0, 0, 0), (5, 0, 0), (5, 0, 4), (0, 0, 4)], [(0, 1, 2), (0, 2, 3)],
                            process=False)  # fmt: skip
    found = material(sheet, 1.0, 2.0)
    assert found.area == 0.0 and found.length == pytest.approx(5.0)


def test_many_faces_are_covered():
    """Painted: never less than the truth, and at most so much more."""
    smooth = crate(4, 2, 3).mesh
    fine = roughen(smooth, 20_000, noise=0.0)
    assert len(fine.faces) > FEW
    found = material(fine, 1.0, 2.0)
    assert found.buffer(1e-9).covers(box(-2, -1, 2, 1))
    assert excess(smooth) == 0.0
    more = excess(fine) * np.sqrt(2)
    assert more < 0.04
    assert box(-2 - more, -1 - more, 2 + more, 1 + more).covers(found)


@pytest.mark.parametrize("share", [0.02, 0.3, 0.5, 0.7, 0.98])
def test_outlines_of_squares(share):
    """Those of squares marked at random, with holes and with some that touch at corners alone."""
    cells = np.random.default_rng(7).random((40, 30)) < share
    low = np.array([3.0, -2.0])
    wanted = united([box(x, y, x + 1, y + 1) for x, y in np.argwhere(cells).tolist()])
    found = united(_outlines(cells, low, 0.5))
    placed = shapely.affinity.affine_transform(wanted, (0.5, 0, 0, 0.5, *low))
    assert found.symmetric_difference(placed).area == pytest.approx(0.0, abs=1e-9)
    assert found.area == pytest.approx(cells.sum() / 4)


def test_united():
    assert united([]).is_empty
    assert united([box(0, 0, 1, 1), box(1, 0, 2, 1)]).area == pytest.approx(2.0)
    # A slit of a rounding, which upsets the exact union of some versions.
    parts = [Point(0, 0).buffer(1), shapely.affinity.rotate(Point(0, 0).buffer(1), 1e-13)]
    assert united(parts).area == pytest.approx(parts[0].area)
