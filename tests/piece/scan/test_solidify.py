"""Sheets made thick."""

import pytest

from geo3d.errors import UsageError
from geo3d.piece.scan.solidify import solidify
from tests.piece.scan.meshes import fine_box, joined, merged, sheet, without


def test_a_level_sheet_becomes_a_slab():
    out, step = solidify(sheet((0, 0), (4, 3), z=2.0), 0.25)
    assert out.is_watertight
    assert out.is_winding_consistent
    assert out.volume == pytest.approx(4 * 3 * 0.25)
    assert out.bounds[:, 2] == pytest.approx([1.75, 2.0])
    assert step.figures["sheets"] == 1


def test_a_closed_body_stays_as_it_is():
    house = fine_box((0, 0, 0), (2, 2, 2))
    out, step = solidify(house, 0.2)
    assert out is house
    assert not step.changed


def test_of_two_bodies_only_the_sheet_changes():
    house = fine_box((6, 0, 0), (8, 2, 2))
    out, _ = solidify(merged(joined(house, sheet((0, 0), (4, 3), z=2.0))), 0.25)
    assert out.volume == pytest.approx(8 + 3)


def test_a_small_hole_makes_no_sheet():
    house = without(fine_box((0, 0, 0), (3, 3, 3)), lambda c: c[2] > 2.99 and max(c[:2]) < 0.5)
    assert not solidify(house, 0.2)[1].changed


@pytest.mark.parametrize("thickness", [0.0, -1.0, float("nan")])
def test_no_thickness(thickness):
    with pytest.raises(UsageError, match="thickness"):
        solidify(sheet((0, 0), (1, 1)), thickness)
