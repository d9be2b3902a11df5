"""Holes that splay: as wide as they are clear, without a jump where they splay a little more."""

import numpy as np
import pytest

from geo3d.shapes.solids import box, mesh_of, prism
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import rows

THICK = 0.6
CLEAR = 1.0
OFF = 0.06
"""Inches: of a wall's depth .03 at both faces counts for nothing, so it may come out wider."""


def width(outer):
    """As told, of a hole 1 high, so wide in the one face and 1 wide in the other."""
    x, y = outer / 2, THICK / 2
    hole = prism([[(-x, -y), (x, -y), (CLEAR / 2, y), (-CLEAR / 2, y)]], 1.0)
    found = find_gaps(mesh_of(box((-4, -y, 0), (4, y, 4)) - hole.translate([0.0, 0.0, 1.0])))
    assert [gap.kind for gap in found] == ["opening"], rows(found)
    assert found[0].area == pytest.approx(found[0].width * 1.0, rel=0.01)
    return found[0].width


def test_it_does_not_jump():
    told = np.array([width(outer) for outer in np.arange(1.0, 2.2, 0.1)])
    assert (told >= CLEAR - 0.01).all(), told
    assert (told <= CLEAR + OFF).all(), told
