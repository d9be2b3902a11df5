"""Where a model that passes walls but no floors goes up beside a floor."""

from math import hypot

import numpy as np
import pytest

from geo3d.motion.reaching.landings import landing
from geo3d.shapes import platform
from tests.scenario.moving_board import Model, Table, Thing, disc

SLAB = {"it": Thing(platform(6, 6, 3.5, 0.2, 0.2), (30, 22))}
"""Its top from (27, 19) to (33, 25)."""


def found(folder, models, limit=60.0):
    board = Table(models, SLAB).load(folder)
    feature = board.features["it"]
    return landing(board, board.figures["m"], [feature], feature, 3.5, 0.0, limit)


def test_spots_lie_half_a_base_off_the_slab(tmp_path):
    up = found(tmp_path, {"m": Model((10, 22), "MONSTER MOBILE")})
    away = np.abs(up.spots - (30, 22)) - 3
    out = np.hypot(*np.maximum(away, 0.0).T)
    assert (out >= 0.5).all() and (out < 0.51).all()
    # All round it: four sides, and four quarters of a circle.
    apart = np.hypot(*(np.roll(up.spots[:-1], -1, axis=0) - up.spots[:-1]).T)
    assert apart.sum() == pytest.approx(4 * 6 + np.pi * 1.01, rel=0.01)


def test_only_as_far_as_it_can_go(tmp_path):
    up = found(tmp_path, {"m": Model((20, 22), "MONSTER MOBILE")}, 7.0)
    assert len(up.spots) and np.hypot(*(up.spots - (20, 22)).T).max() <= 7.0


def test_not_where_an_enemy_stands(tmp_path):
    """On the ground below the way up, and beside it up to where the bases touch."""
    foe = Model((26, 22), base=disc(1), player="blue")
    up = found(tmp_path, {"m": Model((10, 22), "MONSTER MOBILE"), "foe": foe})
    assert len(up.spots) and np.hypot(*(up.spots - (26, 22)).T).min() > 1.0 - 1e-9


def test_by_way_of_the_nearest(tmp_path):
    """From the spots, 5" on to the middle of the slab the shorter way is over the nearer."""
    up = found(tmp_path, {"m": Model((10, 22), "MONSTER MOBILE")})
    far = np.full(len(up.spots), np.inf)
    one, other = (int(np.hypot(*(up.spots - at).T).argmin()) for at in ((26.5, 22), (33.5, 22)))
    far[one], far[other] = 2.0, 4.0
    distance, of = up.ways(far, np.array([(29.5, 22), (32.5, 22), (60, 22)]), 20.0)
    assert of.tolist() == [one, other, -1]
    ways = [2 + hypot(*(up.spots[one] - (29.5, 22))), 4 + hypot(*(up.spots[other] - (32.5, 22)))]
    assert distance.tolist() == pytest.approx([*ways, np.inf])
