"""A model that stands against a scanned wall gets away from it."""

import numpy as np
import pytest

import geo3d
from geo3d.shapes import roughen, wall
from tests.scenario.moving_board import Model, Thing, one, rect

ROUGH = roughen(wall(10.0, 5.0, 0.25).mesh, 20_000)


@pytest.mark.parametrize("base", [None, rect(4.0, 2.5)])
def test_from_against_a_rough_wall(tmp_path, base):
    """Half of a disc, and a strip 6" long, .06" to the wall's smooth face and `contact` into it:
    less .15" at most, its noise and what it is told too large by."""
    half = 0.56 if base is None else 1.31
    model = Model((30, 22 - 0.125 - half), "VEHICLE", **({} if base is None else {"base": base}))
    board = one(model, {"it": Thing(ROUGH)}).load(tmp_path)
    assert geo3d.judge_stand(board, "m", model.at).legal
    found = geo3d.reach(board, "m", 3.0)
    most = np.pi * 9 / 2 + 6 * (0.06 + 0.05)
    assert most - 6 * 0.15 < found.area < most * 1.02
    assert [row[3] for row in found.points if row[:2] == model.at] == [0.0]
    for to in [(30, 22 - 0.125 - half - 2.5), (31.5, 22 - 0.125 - half - 1.5)]:
        way = geo3d.reach(board, "m", 3.0, to)
        straight = np.hypot(to[0] - model.at[0], to[1] - model.at[1])
        assert way.reachable and way.distance.total == pytest.approx(straight, rel=0.01)
