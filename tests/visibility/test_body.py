"""Bodies as sight lines see them."""

import math

import numpy as np
import pytest

from geo3d.visibility.body import body_of
from tests.visibility.scenes import board, model

MM = 25.4


def drum(folder, across, height):
    """An upright round body about the z axis; its underside at .05."""
    table = board(
        folder, [model("m", "red", (50, 50, 0), base=f"{{ round = {across * MM} }}", height=height)]
    )
    return body_of(table.figure("m"), 0.05)


@pytest.mark.parametrize("apart", [2.2, 3.0, 8.0, 100.0])
def test_silhouette_of_a_drum(tmp_path, apart):
    """At half its height, from a distance d to its middle: no part of a drum of radius 2 that lies
    farther round than the tangents' acos(2 / d) faces the eye, nor does its top. The corners of the
    outline are few, so half a step of it is allowed."""
    body = drum(tmp_path, 4.0, 2.0)
    eye = np.array([50.0 + apart, 50.0, 1.0])
    seen = body.silhouette(eye)
    angle = np.abs(np.arctan2(seen[:, 1] - 50.0, seen[:, 0] - 50.0))
    step = 2 * math.pi / len(body.outline)
    tangent = math.acos(2.0 / apart)
    assert angle.max() <= tangent + 1.01 * step
    # On both sides, above and below the eye.
    corners = {(y > 50.0, z > 1.0) for _, y, z in seen[angle > tangent / 2].tolist()}
    assert corners == {(False, False), (False, True), (True, False), (True, True)}


def test_silhouette_from_above(tmp_path):
    """From over a drum its top's rim is all that is outermost: its foot is hidden behind."""
    body = drum(tmp_path, 4.0, 2.0)
    seen = body.silhouette(np.array([50.0, 50.0, 5.0]))
    assert np.ptp(seen[:, 2]) < 1e-6 and seen[0, 2] == pytest.approx(2.0, abs=1e-3)


def test_no_silhouette_from_within(tmp_path):
    """Where a body is on all sides of the eye nothing is outermost."""
    body = drum(tmp_path, 4.0, 2.0)
    assert len(body.silhouette(np.array([50.5, 50.0, 1.0]))) == 0
