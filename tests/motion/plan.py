"""Outlines in plan for the tests of motion."""

import numpy as np


def rect(x0, y0, x1, y1):
    """(4, 2) counter-clockwise."""
    return np.array([[x0, y0], [x1, y0], [x1, y1], [x0, y1]], dtype=np.float64)
