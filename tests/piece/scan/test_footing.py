"""Slopes go on below the cut, walls and low bases go straight down."""

import numpy as np
import pytest

from geo3d.piece.scan.cutting import above
from geo3d.piece.scan.underside import close_underside
from geo3d.shapes import roughen
from geo3d.shapes.solids import mesh_of, turned
from tests.piece.scan.meshes import fine_box

CUT = 0.05


@pytest.mark.parametrize("slope_deg", [15, 30, 45, 60])
@pytest.mark.parametrize("noise", [0.0, 0.005])
def test_a_cone_comes_back_whole(slope_deg, noise):
    """Of radius 3: cut at .05 it is .05 / tan smaller; its foot comes back to 3."""
    cone = mesh_of(turned([(0, 0), (3, 0), (0, 3 * np.tan(np.deg2rad(slope_deg)))], 64))
    rough = roughen(cone, 12_000, noise, seed=2)
    cut = above(rough, CUT)
    lost = CUT / np.tan(np.deg2rad(slope_deg))
    assert np.hypot(*cut.vertices[:, :2].T).max() == pytest.approx(3 - lost, abs=0.03)
    out, _ = close_underside(cut, CUT)
    foot = out.vertices[out.vertices[:, 2] == 0.0]
    # A corner of its 64 at 3, the middle of a side at 3 cos(180 / 64).
    radius = np.hypot(*foot[:, :2].T)
    assert radius.min() > 3 * np.cos(np.pi / 64) - 0.02 - 6 * noise
    assert radius.max() < 3 + 0.02 + 6 * noise
    assert out.is_watertight


@pytest.mark.parametrize("height", [0.08, 0.12, 0.3, 2.0])
def test_a_wall_and_a_low_base_go_straight_down(height):
    base = fine_box((-2, -2, 0), (2, 2, height), 0.1)
    out, _ = close_underside(above(base, CUT), CUT)
    assert out.bounds == pytest.approx(np.array([(-2, -2, 0), (2, 2, height)]))
    assert out.volume == pytest.approx(16 * height)
