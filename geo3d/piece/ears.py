"""Ears cut from an outline in the plane (earcut, Mapbox), with a bound on the work.

An outline that neither crosses nor touches itself takes up to the square of its corners, one that
does the cube: where no ear is left, each way to cut it in two is tried.
"""

import mapbox_earcut
import numpy as np
import shapely

from geo3d.rays.segments import Floats, Ints

MOST_CORNERS = 16_000
"""Corners of what neither crosses nor touches itself: to be sure of that, and to cut the ears,
takes three seconds at worst (teeth that all overlap along both axes), and mostly a tenth of one."""

MOST_WORK = 5e10
"""Cubed corners of what does: as many take up to three seconds. One outline of 3,600 corners, or
50,000 of a hundred."""

SMALL = 64
"""Corners: of fewer it takes longer to see whether they cross than to cut them."""


class Work:
    """What is left of `MOST_WORK`, for all outlines of one mesh."""

    def __init__(self, left: float = MOST_WORK) -> None:
        self.left = left

    def allows(self, flat: Floats, ends: Ints) -> bool:
        """Whether these rings may be cut; what they take is taken off where they cross or touch.

        Args:
            flat: (K, 2) corners, finite, the outer ring's first.
            ends: (R,) where each ring ends.
        """
        size = len(flat)
        if size <= SMALL or (size <= MOST_CORNERS and plain(flat, ends)):
            return True
        if size**3 > self.left:
            return False
        self.left -= size**3
        return True


def plain(flat: Floats, ends: Ints) -> bool:
    """Whether rings neither cross nor touch, themselves and each other."""
    rings = [ring for ring in np.split(flat, ends[:-1]) if len(ring) >= 3]
    return bool(rings) and bool(shapely.is_valid(shapely.Polygon(rings[0], rings[1:])))


def ears(flat: Floats, ends: Ints, work: Work) -> Ints | None:
    """(T, 3) triangles between an outer ring and its holes, as positions in `flat`, of any winding.

    None where that would take more work than there is left.
    """
    if not work.allows(flat, ends):
        return None
    cut = mapbox_earcut.triangulate_float64(np.ascontiguousarray(flat), ends.astype(np.uint32))
    found: Ints = np.asarray(cut, dtype=np.int64).reshape(-1, 3)
    return found
