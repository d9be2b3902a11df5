"""Gaps that a board states: their wall is looked up on the mesh."""

import numpy as np
import pytest

from geo3d.errors import MeshError
from geo3d.piece.gaps import plug, stated_gap
from geo3d.shapes import wall, window
from tests.piece.gaps.variants import about_z, placed

MESH = wall(6.0, 5.0, 0.5, [window(0.7, 1.0, 1.0, 1.5)]).mesh


@pytest.mark.parametrize("degrees", [0.0, 37.0, 90.0])
def test_a_rectangle_between_the_jambs_as_deep_as_the_wall(degrees):
    matrix = about_z(degrees, (12.0, -7.0, 0.0))
    centre = tuple((matrix @ [0.6, 0.1, 1.7, 1.0])[:3])
    gap = stated_gap(placed(MESH, matrix), 1.0, 2.2, 1.0, centre)
    assert (gap.sill, gap.lintel, gap.width, gap.area) == (1.0, 2.2, 1.0, pytest.approx(1.2))
    assert gap.thickness == pytest.approx(0.5, abs=1e-6)
    assert gap.centre == pytest.approx((matrix @ [0.7, 0.0, 1.6, 1.0])[:3], abs=1e-6)
    assert abs(gap.normal @ matrix[:3, 1]) == pytest.approx(1.0, abs=1e-6)
    mesh = plug(gap, 2.0)
    assert mesh.is_watertight and mesh.bounds[1, 2] == pytest.approx(2.0)
    inside = matrix @ np.array([[0.25, -0.2, 1.1, 1.0], [1.15, 0.2, 1.9, 1.0]]).T
    assert mesh.contains(inside[:3].T).all()


@pytest.mark.parametrize(
    ("width", "centre"), [(2.0, (0.7, 0.0, 1.5)), (1.0, (2.5, 0.0, 1.5)), (1.0, (0.7, 9.0, 1.5))]
)
def test_where_no_jambs_are_it_is_an_error(width, centre):
    with pytest.raises(MeshError, match="no jambs"):
        stated_gap(MESH, 1.0, 2.0, width, centre)
