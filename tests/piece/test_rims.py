"""Where a mesh is open."""

import numpy as np
import pytest

from geo3d.piece.rims import open_rims, where_open
from tests.piece.scan.meshes import box, fine_box, joined, without


def test_a_closed_mesh_has_no_rim():
    assert open_rims(box((0, 0, 0), (4, 3, 2))) == []


def test_a_box_without_its_front():
    """4" by 2": a rim of 12", its middle in the middle of the missing side."""
    (rim,) = open_rims(without(fine_box((0, 0, 0), (4, 3, 2)), lambda c: c[1] < 1e-6))
    assert rim.centre == pytest.approx((2.0, 0.0, 1.0))
    assert rim.size == pytest.approx((4.0, 0.0, 2.0))
    assert rim.length == pytest.approx(12.0)
    assert not rim.on_ground
    assert "(2.00, 0.00, 1.00)" in where_open([rim])
    assert '12.0" of edge' in where_open([rim])


def test_an_open_underside_lies_on_the_ground():
    (rim,) = open_rims(without(fine_box((0, 0, 1), (4, 3, 2)), lambda c: c[2] < 1 + 1e-6))
    assert rim.on_ground


def test_the_longest_is_first_and_the_others_are_counted():
    open_box = without(box((0, 0, 0), (4, 3, 2)), lambda c: c[2] > 2 - 1e-6)
    small = without(box((6, 0, 0), (7, 1, 1)), lambda c: c[2] > 1 - 1e-6)
    rims = open_rims(joined(small, open_box))
    assert [rim.length for rim in rims] == pytest.approx([14.0, 4.0])
    assert where_open(rims).endswith("and in 1 smaller place")


def test_moving_a_mesh_moves_its_rims():
    mesh = without(fine_box((0, 0, 0), (4, 3, 2)), lambda c: c[1] < 1e-6)
    (before,) = open_rims(mesh)
    mesh.apply_translation((1, 2, 3))
    (after,) = open_rims(mesh)
    assert np.subtract(after.centre, before.centre) == pytest.approx((1, 2, 3))
