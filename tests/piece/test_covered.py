"""What faces cover in plan, against the union of every triangle."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.piece import covered as module
from geo3d.piece.covered import covered, overlapping


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


@settings(deadline=None, max_examples=20)
@given(st.integers(0, 2**32 - 1))
def test_a_heap_is_united_one_by_one(seed):
    """Either way there is the union of the same triangles; 60 that cross are a small heap."""
    rng = np.random.default_rng(seed)
    points = np.round(rng.uniform(0, 10, (180, 2)), 2)
    triangles, faces = upright(points, np.arange(180).reshape(-1, 3))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "BLOCK", 7)
        patch.setattr(module, "FEW", -len(triangles))
        patch.setattr(module, "_wind", None)  # the other way is not taken
        found = covered(triangles, faces)
    truth = shapely.union_all(shapely.polygons(triangles[:, :, :2]))
    assert shapely.symmetric_difference(found, truth).area < 1e-3


def test_a_heap_is_never_cut_along_all_its_edges(monkeypatch):
    """Of 300 triangles that cross some 100,000 pairs of edges do."""
    monkeypatch.setattr(module, "_wind", None)
    rng = np.random.default_rng(1)
    triangles, faces = upright(rng.uniform(0, 10, (900, 2)), np.arange(900).reshape(-1, 3))
    assert covered(triangles, faces).area < 100.0


def test_pairs_are_counted():
    """Of 30 boxes in a row each meets the next; 30 rows of 30 at one place are estimated."""
    row = shapely.box(np.arange(30), 0, np.arange(30) + 1.5, 1)
    assert overlapping(row) == 29
    places = np.repeat(np.arange(30) * 3.0, 30)
    assert overlapping(shapely.box(places, 0, places + 1, 1)) == 30 * 30 * 29 / 2
    assert overlapping(row[:0]) == 0


@pytest.mark.parametrize("number", [3, 20])
def test_a_plate_with_many_holes(number):
    """A square of `number` cells a side, each with a hole of a quarter of its area."""
    i, j = np.divmod(np.arange(number**2), number)
    ring = np.array([(0, 0), (1, 0), (1, 1), (0, 1)])
    grid = np.column_stack(np.divmod(np.arange((number + 1) ** 2), number + 1))
    inner = (np.column_stack([i, j])[:, None] + 0.25 + ring / 2).reshape(-1, 2)
    outer = (i[:, None] + ring[:, 0]) * (number + 1) + j[:, None] + ring[:, 1]
    own = len(grid) + np.arange(4 * number**2).reshape(-1, 4)
    faces = []
    for a, b in ((0, 1), (1, 2), (2, 3), (3, 0)):
        faces.append(np.column_stack([outer[:, a], outer[:, b], own[:, b]]))
        faces.append(np.column_stack([outer[:, a], own[:, b], own[:, a]]))
    triangles, faces = upright(np.concatenate([grid, inner]), np.concatenate(faces))
    found = covered(triangles, faces)
    assert found.area == pytest.approx(0.75 * number**2, abs=1e-4)
    assert len(found.interiors) == number**2
