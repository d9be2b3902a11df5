"""Shadows on the ground, by the sun's height."""

import numpy as np

from geo3d.rays import RayScene
from geo3d_viewer.light import LIFT, SUN, SUN_SHARE, brightness
from tests.picture.boards import box


def test_a_wall_throws_a_shadow_as_long_as_the_sun_is_low() -> None:
    """A wall of height h across the sun's way: its shadow is h / tan(elevation) long."""
    height = 2.0
    away = -SUN[:2] / np.linalg.norm(SUN[:2])
    length = (height - LIFT) * np.linalg.norm(SUN[:2]) / SUN[2]
    wall = box((-0.01, 0.01), (-30, 30), (0, height))
    turn = np.eye(4)
    turn[:2, :2] = np.column_stack([away, [-away[1], away[0]]])
    scene = RayScene()
    scene.place(wall, turn)
    steps = np.array([-1.0, 0.5 * length, 0.98 * length, 1.02 * length, 30.0])
    points = np.column_stack([steps[:, None] * away, np.zeros(len(steps))])
    bright = brightness(scene, points)
    assert bright[4] == 1.0
    # By the wall the sky is half hidden on either side alike; the sun only on one.
    sunny = brightness(scene, np.column_stack([-steps[:, None] * away, np.zeros(len(steps))]))
    assert np.allclose(sunny[1] - bright[1], SUN_SHARE, atol=0.06)
    assert bright[2] < bright[3] - 0.8 * SUN_SHARE
    assert bright[0] > bright[1]
