"""How deep material reaches into a model, and one base into another."""

import numpy as np
import pytest

from geo3d.table.standing import penetration
from tests.visibility.scenes import board, box, model


def test_penetration():
    """Squares of side 2, centres 1.5 apart along x: .5."""
    square = np.array([(-1, -1), (1, -1), (1, 1), (-1, 1)], dtype=float)
    assert penetration(square, square + (1.5, 0.3)) == pytest.approx(0.5)


def inside(folder, terrain, **base):
    made = board(folder, [model("m", "red", (50, 50, 0), **base)], {"it": terrain})
    return [note for note in made.warnings if "inside it" in note]


def test_thin_wall_through_a_model(tmp_path):
    """A wall .06 thick through the centre: a radius deep, .63, though no point is .05 in it."""
    (note,) = inside(tmp_path, box((0, 99), (49.97, 50.03), (0, 5)))
    assert '0.63"' in note or '0.60"' in note


def test_wholly_in_material_and_on_a_low_floor(tmp_path):
    assert inside(tmp_path, box((40, 60), (40, 60), (0, 5)))
    assert not inside(tmp_path, box((40, 60), (40, 60), (-0.1, 0.04)))


@pytest.mark.parametrize("bottom", [1.5, 1.7])
def test_ceiling(tmp_path, bottom):
    """A ceiling at 1.5 takes .1 of a model 1.6 high, one at 1.7 nothing."""
    notes = inside(tmp_path, box((40, 60), (40, 60), (bottom, 3)))
    assert bool(notes) == (bottom < 1.6)
    assert all('0.10"' in note for note in notes)
