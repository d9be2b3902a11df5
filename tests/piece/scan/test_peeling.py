"""Strips of table at the foot of a wall."""

import numpy as np
import pytest

from geo3d.piece.scan.cutting import above
from geo3d.piece.scan.peeling import peeled
from geo3d.piece.scan.underside import close_underside
from geo3d.shapes import hill
from tests.piece.scan.meshes import fine_box, joined, merged, sheet, without

CUT = 0.05


def on_table(lifted):
    """A box 1" high on a table in squares of .1", of which the strip before it is lifted."""
    table = sheet((-2, -2), (2, 2), step=0.1)
    x, y = table.vertices[:, 0], table.vertices[:, 1]
    table.vertices[(np.abs(x) < 0.45) & (y > 0.55) & (y < 0.75), 2] = lifted
    table = without(table, lambda c: np.abs(c[:2]).max() < 0.5)
    box = fine_box((-0.5, -0.5, 0), (0.5, 0.5, 1), 0.15)
    box = without(box, lambda c: c[2] < 1e-6)
    # The lifted strip leads to the wall at its own height.
    foot = table.vertices
    at = (np.abs(foot[:, 0]) < 0.45) & (np.abs(foot[:, 1] - 0.5) < 1e-9)
    foot[at, 2] = lifted
    return merged(joined(table, box))


@pytest.mark.parametrize("lifted", [0.06, 0.08, 0.095])
def test_a_lifted_strip_before_a_wall_is_taken_off(lifted):
    cut = above(on_table(lifted), CUT)
    assert cut.bounds[1, 1] > 0.6
    out = peeled(cut, CUT)
    assert out.bounds[1, 1] == pytest.approx(0.5)
    assert out.vertices[:, 2].min() == CUT
    # The wall itself loses nothing.
    assert out.bounds[1, 2] == 1.0


def test_what_is_higher_stays():
    cut = above(on_table(0.2), CUT)
    assert peeled(cut, CUT).bounds[1, 1] == pytest.approx(cut.bounds[1, 1])


def test_a_hill_keeps_its_foot():
    cut = above(hill(4, 2).mesh.subdivide_to_size(0.1), CUT)
    assert len(peeled(cut, CUT).faces) == len(cut.faces)


def test_a_thin_base_keeps_its_top():
    """.08" high: its top is low and flat, but its rim is steep, and nothing stands over it."""
    cut = above(fine_box((-2, -2, 0), (2, 2, 0.08), 0.1), CUT)
    out = peeled(cut, CUT)
    assert out.area == pytest.approx(cut.area)


def test_a_thin_base_with_a_wall_on_it_keeps_its_top():
    base, wall = fine_box((-2, -2, 0), (2, 2, 0.08), 0.1), fine_box((-1, -0.2, 0.08), (1, 0.2, 2))
    cut = above(joined(base, wall), CUT)
    assert peeled(cut, CUT).area == pytest.approx(cut.area)


def test_a_box_comes_back_whole():
    box = above(fine_box((0, 0, 0), (3, 2, 1)), CUT)
    out, _ = close_underside(peeled(box, CUT), CUT)
    assert out.is_watertight
    assert out.volume == pytest.approx(6.0)
