"""Level cuts: closed outlines with the material on the left."""

import numpy as np
import pytest

from geo3d.piece.gaps.slices import MOST_CELLS, STEP, sampled, slices
from geo3d.piece.gaps.surface import oriented
from geo3d.shapes import hill, tower, wall, window


def area(segments):
    return float((segments[:, 0] * segments[:, 3] - segments[:, 2] * segments[:, 1]).sum() / 2)


def test_cut_areas_of_a_wall_with_a_window():
    cuts = slices(oriented(wall(6.0, 5.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)]).mesh))
    assert len(cuts.heights) == 100 and np.diff(cuts.heights) == pytest.approx(STEP)
    for number, z in enumerate(cuts.heights):
        length = 5.0 if 1.0 < z < 2.0 else 6.0
        assert area(cuts.at(number)) == pytest.approx(length * 0.25)


def test_cuts_alike_are_those_between_changes():
    cuts = slices(oriented(wall(6.0, 5.0, 0.25, [window(0.0, 1.0, 1.0, 1.0)]).mesh))
    # New at the foot, at the sill and at the lintel.
    new = cuts.heights[~cuts.same]
    assert len(new) == 3
    assert 0.0 < new[0] < 0.05 and 1.0 < new[1] < 1.05 and 2.0 < new[2] < 2.05
    slope = slices(oriented(hill(4.0, 2.0).mesh))
    assert not slope.same.any()


def test_normals_point_away_from_the_material_and_never_aslant_at_corners():
    segments = slices(oriented(tower(2.0, 4.0, windows=0).mesh)).at(10)
    cut = sampled(segments)
    out = cut.normals[(cut.normals != 0.0).any(axis=1)]
    points = cut.points[(cut.normals != 0.0).any(axis=1)]
    radius = np.linalg.norm(points, axis=1)
    along = (points * out).sum(axis=1) / radius
    assert len(points) > 0.9 * len(cut.points)
    assert (along[radius > 1.9] > 0.95).all() and (along[radius < 1.85] < -0.95).all()
    square = sampled(slices(oriented(wall(3.0, 2.0, 1.0).mesh)).at(3))
    corner = np.abs(np.abs(square.points) - [1.5, 0.5]).max(axis=1) < 0.02
    steep = np.abs(square.normals[corner]).max(axis=1)
    assert corner.sum() >= 4 and ((steep == 0.0) | (steep > 0.95)).all()


def test_a_mesh_millions_of_times_as_long_as_wide_takes_no_memory_for_its_margins():
    long = np.array([[0.0, 0.0, 1e6, 1e-3], [1e6, 1e-3, 0.0, 0.0]])
    cut = sampled(long)
    assert cut.marked.size <= MOST_CELLS
