"""The layers of a roadmap: facings, and where a model may turn from one to the next."""

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st
from shapely.geometry import Polygon

from geo3d.motion.reaching.facings import COARSE, _turning, facings
from geo3d.table.bases import Base

RECT = Base("rect", 2.0, 1.0)
OVAL = Base("oval", 1.5, 0.7)
ARROW = Base("hull", 1.5, 0.5, np.array([[2.0, 0.0], [-1.0, 0.5], [-1.0, -0.5]]))


def test_how_many():
    """Half a turn brings ovals and rectangles to themselves."""
    assert facings(Base("round", 1, 1)).tolist() == [0.0]
    assert len(facings(RECT)) == len(facings(OVAL)) == 8 and facings(RECT).max() < 180
    assert len(facings(ARROW)) == 16 and facings(ARROW).max() < 360


@pytest.mark.parametrize("base", [RECT, OVAL, ARROW], ids=["rect", "oval", "arrow"])
@given(turn=st.floats(0, 360), by=st.sampled_from([22.5, -22.5]), share=st.floats(0, 1))
def test_what_it_covers_while_it_turns(base, turn, by, share):
    """It holds the base at each facing between, and is little larger than the hull of all."""
    whole = Polygon(_turning(base, turn, by).polygon)
    assert whole.is_valid and whole.exterior.is_ccw
    assert whole.buffer(1e-4).covers(Polygon(base.placed((0, 0), turn + share * by)))
    every = [Polygon(base.placed((0, 0), turn + part)) for part in np.linspace(0, by, 46)]
    hull = shapely.union_all(every).convex_hull
    assert hull.buffer(2 * COARSE + 1e-3).covers(whole)
    assert len(whole.exterior.coords) < 90
