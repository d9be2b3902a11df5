"""Flat shapes on the ground: what they cover stays the same, and every corner lies as it should."""

import numpy as np
import pytest
import shapely

from geo3d_viewer.flat import CELL, laid, rim

RING = shapely.box(0, 0, 4, 3).difference(shapely.box(1, 1, 2, 2))
"""11 square inches, 14 + 4 about."""


def _plan_areas(vertices: np.ndarray, faces: np.ndarray) -> np.ndarray:
    a, b, c = (vertices[faces[:, k], :2] for k in range(3))
    (ux, uy), (vx, vy) = (b - a).T, (c - a).T
    return (ux * vy - uy * vx) / 2


def _level(points: np.ndarray) -> np.ndarray:
    return np.full(len(points), 2.0)


def _slope(points: np.ndarray) -> np.ndarray:
    return 0.5 * points[:, 0]


def test_a_level_shape_covers_itself() -> None:
    vertices, faces = laid(RING, _level, 0.25)
    areas = _plan_areas(vertices, faces)
    # All look up: else they would not be drawn.
    assert (areas > 0).all() and areas.sum() == pytest.approx(11.0)
    assert not shapely.contains_xy(
        shapely.box(1, 1, 2, 2), *vertices[faces].mean(axis=1)[:, :2].T
    ).any()
    assert (vertices[:, 2] == 2.25).all()


def test_on_a_slope_it_is_cut_and_follows() -> None:
    vertices, faces = laid(RING, _slope, 0.25)
    assert _plan_areas(vertices, faces).sum() == pytest.approx(11.0)
    assert vertices[:, 2] == pytest.approx(0.5 * vertices[:, 0] + 0.25)
    corners = vertices[faces]
    assert (np.ptp(corners[:, :, :2], axis=1) <= CELL + 1e-9).all()


def test_a_step_is_followed_within_a_square() -> None:
    """The ground rises by 1 at x = 2.5: no corner lies between, and its height is the ground's."""

    def step(points: np.ndarray) -> np.ndarray:
        return (points[:, 0] > 2.5).astype(np.float64)

    vertices, _ = laid(shapely.box(0, 0, 4, 3), step, 0.0)
    assert set(vertices[:, 2]) == {0.0, 1.0}
    assert vertices[vertices[:, 0] > 2.5, 2].min() == 1.0


@pytest.mark.parametrize("height", [_level, _slope])
def test_the_rim_goes_round_outside_and_holes(height) -> None:  # type: ignore[no-untyped-def]
    segments = rim(RING, height, 0.25)
    length = np.linalg.norm(segments[:, 1, :2] - segments[:, 0, :2], axis=1).sum()
    assert length == pytest.approx(18.0)
    assert segments[:, :, 2].ravel() == pytest.approx(height(segments.reshape(-1, 3)[:, :2]) + 0.25)


def test_nothing_is_laid_as_nothing() -> None:
    vertices, faces = laid(shapely.Polygon(), _level, 0.0)
    assert len(vertices) == len(faces) == len(rim(shapely.Polygon(), _level, 0.0)) == 0
