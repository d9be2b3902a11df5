"""Unions, common parts and differences of flat shapes that hold for any input."""

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


def common(one: Any, other: Any) -> BaseGeometry:
    """What two shapes have in common; on a grid where that fails, as `united`."""
    return _of_two(shapely.intersection, one, other)


def without(one: Any, other: Any) -> BaseGeometry:
    """A shape without another; on a grid where that fails, as `united`."""
    return _of_two(shapely.difference, one, other)


def _of_two(does: Any, one: Any, other: Any) -> BaseGeometry:
    found: Any
    try:
        found = does(one, other)
    except shapely.GEOSException:
        valid = [shapely.make_valid(each) for each in (one, other)]
        found = does(*valid, grid_size=FOOTPRINT_GRID)
    assert isinstance(found, BaseGeometry)
    return found
