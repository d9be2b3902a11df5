"""Down from the feature that a model stands on, past enemies at each height."""

import numpy as np
import pytest
from shapely.geometry import Polygon, box

from geo3d.motion.reaching.climbs import Level
from geo3d.motion.reaching.dropping import Top
from geo3d.motion.reaching.spaces import space
from geo3d.motion.reaching.walls import walls_of

TABLE, NONE = box(-20, -20, 20, 20), Polygon()
BLOCK = box(-4, -4, 4, 4)
START = np.zeros(2)
EAST, NORTH = (10.0, 0.0), (0.0, 8.0)


def drops(high=NONE, down=NONE, low=NONE, ends=(EAST, NORTH)):
    level = Level(3.0, walls_of(BLOCK), BLOCK, walls_of(NONE), NONE)
    top = Top(level, *(space(TABLE, each, 0.0) for each in (high, down, low)))
    return top.drops(START, np.array(ends)).tolist()


def known(*shares):
    return pytest.approx(list(shares), nan_ok=True)


def test_nobody_in_the_way():
    """4" to the block's edge, of 10 and of 8."""
    assert drops() == known(0.4, 0.5)


def test_enemies_at_its_height():
    """They are met before it comes down, not after."""
    assert drops(high=box(2, -1, 3, 1)) == known(np.nan, 0.5)
    assert drops(high=box(6, -1, 7, 1)) == known(0.4, 0.5)
    # It stands in one.
    assert drops(high=box(-1, -1, 1, 1)) == known(np.nan, np.nan)


def test_enemies_on_its_way_down():
    assert drops(down=box(3.5, -1, 4.5, 1)) == known(np.nan, 0.5)
    assert drops(down=box(2, -1, 3, 1)) == known(0.4, 0.5)


def test_enemies_on_the_ground():
    """They are met after it has come down, and where it would end."""
    assert drops(low=box(6, -1, 7, 1)) == known(np.nan, 0.5)
    assert drops(low=box(2, -1, 3, 1)) == known(0.4, 0.5)
    assert drops(low=box(3, -1, 11, 1)) == known(np.nan, 0.5)
