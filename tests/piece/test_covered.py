"""What faces cover in plan, against the union of every triangle."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.piece.covered import covered


def upright(points, faces):
    """Faces wound counter-clockwise in plan; flat ones left out."""
    points = np.column_stack([points, np.zeros(len(points))])
    triangles = points[faces]
    ahead, aside = triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0]
    turned = ahead[:, 0] * aside[:, 1] - ahead[:, 1] * aside[:, 0]
    faces = np.where((turned < 0)[:, None], faces[:, ::-1], faces)[np.abs(turned) > 1e-3]
    return points[faces], faces


@settings(deadline=None, max_examples=60)
@given(st.integers(0, 2**32 - 1), st.integers(4, 40), st.integers(1, 30))
def test_triangles_over_shared_corners(seed, number, count):
    """Overlapping, doubled, meeting in edges and corners: the union's area, and nothing outside."""
    rng = np.random.default_rng(seed)
    points = np.round(rng.uniform(0, 10, (number, 2)), 2)
    triangles, faces = upright(points, rng.integers(0, number, (count, 3)))
    if not len(faces):
        return
    truth = shapely.union_all(shapely.polygons(triangles[:, :, :2]))
    found = covered(triangles, faces)
    assert found.area == pytest.approx(truth.area, abs=1e-3)
    assert shapely.symmetric_difference(found, truth).area < 1e-3


def test_a_ring_that_climbs_over_itself():
    """One and a half turns of a spiral ramp: its outline in plan is the ring with its hole."""
    angle = np.arange(73) * np.pi / 24
    inner = np.column_stack([np.cos(angle), np.sin(angle)])
    rim = np.concatenate([inner, 2 * inner])
    i = np.arange(72)
    faces = np.concatenate(
        [np.column_stack([i, i + 73, i + 74]), np.column_stack([i, i + 74, i + 1])]
    )
    triangles, faces = upright(rim, faces)
    found = covered(triangles, faces)
    ngon = 48 / 2 * np.sin(2 * np.pi / 48)
    assert found.area == pytest.approx(4 * ngon - ngon, abs=1e-4)
    assert len(found.interiors) == 1
