"""Cameras by arithmetic, and framing by what it promises."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from geo3d_viewer.camera import FRAME, Camera, framing


def test_projection_on_paper() -> None:
    """View angle 90: at depth 10 the picture is 20 inches high, so an inch is 10 of 200 pixels."""
    camera = Camera((0.0, -10.0, 0.0), (0.0, 0.0, 0.0), view_angle_deg=90.0)
    at, depth = camera.project(np.array([[0, 0, 0], [5, 0, 5], [-10, 10, 0]]), (200, 200))
    assert depth == pytest.approx([10, 10, 20])
    assert at == pytest.approx(np.array([[100, 100], [150, 50], [50, 100]]))


def test_straight_down_has_north_up() -> None:
    camera = Camera((3.0, 4.0, 20.0), (3.0, 4.0, 0.0))
    at, _ = camera.project(np.array([[4.0, 4.0, 0.0], [3.0, 5.0, 0.0]]), (100, 100))
    assert at[0, 0] > 50 and at[0, 1] == pytest.approx(50)
    assert at[1, 1] < 50 and at[1, 0] == pytest.approx(50)


coordinates = st.tuples(*[st.floats(-50, 50)] * 3)


@given(
    st.lists(coordinates, min_size=2, max_size=12),
    st.floats(-180, 180),
    st.floats(5, 85),
    st.floats(0.5, 2.5),
)
def test_framing_holds_everything_and_no_nearer_camera_does(
    points: list[tuple[float, float, float]], azimuth: float, elevation: float, aspect: float
) -> None:
    cloud = np.array(points)
    camera = framing(cloud, azimuth, elevation, aspect)
    inside = _in_frame(camera, cloud, aspect)
    assert inside.max() <= 1e-6
    depth = camera.project(cloud, (2, 2))[1]
    # It is as near as it gets: a point lies on the frame's edge, or is an inch away.
    assert inside.max() >= -1e-6 or depth.min() == pytest.approx(1.0, abs=1e-6)


def _in_frame(camera: Camera, points: np.ndarray, aspect: float) -> np.ndarray:
    """How far outside the frame each point lies, in halves of the picture; negative inside."""
    at, depth = camera.project(points, (1, 1))
    assert (depth > 0).all()
    x, y = (at[:, 0] - 0.5) * 2 / aspect, (0.5 - at[:, 1]) * 2
    left, right, bottom, top = FRAME
    return np.max([left - x, x - right, bottom - y, y - top], axis=0)
