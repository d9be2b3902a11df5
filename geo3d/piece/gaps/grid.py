"""How far one comes over the grid of a level cut."""

import numpy as np

from geo3d.rays.compiled import inline


@inline
def free_along(marked, corner, cell, x, y, dx, dy, most):  # type: ignore[no-untyped-def]
    """How far from a point one comes along a direction before a marked square; -1 for at once."""
    step = cell / 2
    a, b = int(np.floor((x - corner[0]) / cell)), int(np.floor((y - corner[1]) / cell))
    on_grid = 0 <= a < marked.shape[0] and 0 <= b < marked.shape[1]
    if on_grid and marked[a, b]:
        return -1.0
    s = 0.0
    while s < most:
        s += step
        i = int(np.floor((x + s * dx - corner[0]) / cell))
        j = int(np.floor((y + s * dy - corner[1]) / cell))
        if i < 0 or j < 0 or i >= marked.shape[0] or j >= marked.shape[1]:
            # Beyond the grid nothing stops the way, unless it comes back in.
            if (i < 0 and dx <= 0.0) or (i >= marked.shape[0] and dx >= 0.0):
                return most
            if (j < 0 and dy <= 0.0) or (j >= marked.shape[1] and dy >= 0.0):
                return most
            a, b = i, j
            continue
        if marked[i, j]:
            return s
        if i != a and j != b and _pinched(marked, a, b, i, j):
            return s
        a, b = i, j
    return most


@inline
def _pinched(marked, a, b, i, j):  # type: ignore[no-untyped-def]
    """Whether a step between two squares that touch at a corner passes between marked ones."""
    if 0 <= a < marked.shape[0] and 0 <= b < marked.shape[1]:
        return marked[a, j] and marked[i, b]
    return False
