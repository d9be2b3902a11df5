"""Unions of flat shapes."""

import numpy as np
import pytest
import shapely

from geo3d.piece import union
from geo3d.piece.union import common, united, without


def test_abutting_and_apart():
    """Two unit squares side by side and one apart: areas add up, two parts."""
    found = united([shapely.box(0, 0, 1, 1), shapely.box(1, 0, 2, 1), shapely.box(5, 0, 6, 1)])
    assert found.area == pytest.approx(3.0) and len(shapely.get_parts(found)) == 2
    assert found.equals(united(np.array([shapely.box(0, 0, 2, 1), shapely.box(5, 0, 6, 1)])))


def test_of_nothing():
    assert united([]).is_empty


def test_where_the_exact_union_fails(monkeypatch):
    """As a library may fail on outlines that differ by roundings: the grid's union is told."""
    exact = union.shapely.union_all

    def failing(parts, grid_size=None):
        if grid_size is None:
            raise shapely.GEOSException("TopologyException: Ring edge missing")
        return exact(parts, grid_size=grid_size)

    monkeypatch.setattr(union.shapely, "union_all", failing)
    found = united([shapely.box(0, 0, 1, 1), shapely.box(1 + 1e-9, 0, 2, 1)])
    assert found.area == pytest.approx(2.0, abs=1e-5) and found.geom_type == "Polygon"


@pytest.mark.parametrize(
    ("does", "name", "area"), [(common, "intersection", 0.5), (without, "difference", 0.5)]
)
def test_of_two_where_the_exact_one_fails(monkeypatch, does, name, area):
    """Unit squares half over each other; once exactly, once where the library fails."""
    squares = shapely.box(0, 0, 1, 1), shapely.box(0.5, 0, 1.5, 1)
    assert does(*squares).area == pytest.approx(area)
    exact = getattr(union.shapely, name)

    def failing(one, other, grid_size=None):
        if grid_size is None:
            raise shapely.GEOSException("TopologyException: unable to assign free hole to a shell")
        return exact(one, other, grid_size=grid_size)

    monkeypatch.setattr(union.shapely, name, failing)
    assert does(*squares).area == pytest.approx(area, abs=1e-5)
