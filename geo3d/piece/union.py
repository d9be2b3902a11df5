"""Unions of flat shapes that hold for any input."""

from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.tolerances import FOOTPRINT_GRID


def united(parts: Any) -> BaseGeometry:
    """One shape of several (a list or an array of shapes); an empty polygon of none.

    Where outlines differ by roundings alone the exact union can fail: then its corners lie on a
    grid of `FOOTPRINT_GRID`.
    """
    every = np.array(list(parts), dtype=object)
    if not len(every):
        return shapely.Polygon()
    found: Any
    try:
        found = shapely.union_all(every)
    except shapely.GEOSException:
        found = shapely.union_all(shapely.make_valid(every), grid_size=FOOTPRINT_GRID)
    assert isinstance(found, BaseGeometry)
    return found
