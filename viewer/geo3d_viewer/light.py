"""The light of a picture: a sun whose shadows fall on the ground, and the dimness beside things.

Shadows are traced once with the ray core and kept as brightness of the ground's corners, so that
every renderer shows the same ones.
"""

import numpy as np
from scipy.ndimage import gaussian_filter

from geo3d.rays import RayScene
from geo3d_viewer.camera import direction
from geo3d_viewer.description import Floats

SUN = direction(235.0, 52.0)
"""(3,) unit vector towards the sun."""

LIFT = 0.02
"""Inches above the ground from which shadows are traced: the ground does not shade itself."""

FAR = 60.0
"""Inches beyond which nothing throws a shadow."""

NEAR = 5.0
"""Inches within which things take light from the sky."""

SUN_SHARE, SKY_SHARE = 0.3, 0.34
"""How much of the ground's brightness goes where the sun, and where the whole sky, is hidden."""

SKY = 32
"""Directions of the sky that are tried."""

SMOOTH = 1.3
"""Grid steps over which the sky's light is smoothed."""


def brightness(rays: RayScene, points: Floats, across: int | None = None) -> Floats:
    """How bright the ground is at points, from 0 to 1.

    Args:
        rays: all that throws shadows.
        points: (N, 3) on the ground.
        across: the points are rows of a grid, each of that many; then the sky's light is smoothed
            over neighbours, which takes out the pattern of the directions tried.

    Returns:
        (N,) 1 in the open; less in shadows and beside tall things.
    """
    starts = points + np.array([0.0, 0.0, LIFT])
    shaded = rays.any_hit(starts, starts + FAR * SUN)
    sky = _sky(SKY)
    froms = np.repeat(starts, SKY, axis=0)
    dim = rays.any_hit(froms, froms + NEAR * np.tile(sky, (len(starts), 1)))
    covered = dim.reshape(-1, SKY).mean(axis=1)
    if across is not None:
        covered = gaussian_filter(covered.reshape(-1, across), SMOOTH).ravel()
    bright: Floats = 1.0 - SUN_SHARE * shaded - SKY_SHARE * covered
    return bright


def _sky(number: int) -> Floats:
    """(number, 3) directions upwards, as dense as their share of a flat ground's light."""
    index = np.arange(number)
    height = np.sqrt((index + 0.5) / number)
    turn = index * (np.pi * (3.0 - np.sqrt(5.0)))
    flat = np.sqrt(1.0 - height * height)
    return np.column_stack([flat * np.cos(turn), flat * np.sin(turn), height])
