"""What is in the way of a base on a board."""

import numpy as np
import pytest
import trimesh
from shapely.geometry import Point, box

from geo3d.motion.reaching.obstacles import (
    enemies,
    enemies_on_ground,
    grown_material,
    in_the_way,
    levels,
    no_end,
    without_small_holes,
)
from geo3d.shapes import crate, platform
from geo3d.table.bases import Base
from tests.scenario.moving_board import Model, Table, Thing, disc, one, rect

AT = (30.0, 22.0)
WINDOW = (np.array([10.0, 2.0]), np.array([50.0, 42.0]))


def test_moved_and_turned_with_its_piece(tmp_path):
    """Found in the piece's frame, then placed: a crate 4 x 2 turned by 90 degrees is 2 x 4."""
    things = {
        "a": Thing(crate(4, 2, 3), (20, 22), 90.0),
        "b": Thing(crate(4, 2, 3), (40, 22), 30.0),
    }
    board = one(Model(AT, base=rect(2, 1)), things).load(tmp_path)
    base = board.figures["m"].profile.base
    found = grown_material(board.features["a"], 1.0, 2.0, base, 0.0)
    assert found.bounds == pytest.approx((18, 19.5, 22, 24.5), abs=1e-5)
    # At its own facing the sum of two boxes is a box: 6 x 3.
    for turn in (30.0, 210.0):
        assert grown_material(board.features["b"], 1.0, 2.0, base, turn).area == pytest.approx(18)


def test_only_over_two_inches_and_only_whom_it_hinders(tmp_path):
    things = {"low": Thing(crate(4, 2, 2), (20, 22)), "high": Thing(crate(4, 2, 2.5), (40, 22))}
    board = Table(
        {"m": Model(AT, "VEHICLE"), "foot": Model((5, 5))}, things
    ).load(tmp_path)  # fmt: skip
    for id, name, area in (("m", "low", 0), ("m", "high", 15), ("foot", "high", 0)):
        figure = board.figures[id]
        found = in_the_way(board, figure, board.features[name], 0.0, figure.profile.base, 0.0)
        # 8 + 12 sides' length by .5 + a quarter of pi.
        assert found.area == pytest.approx(area and 8 + 6 + np.pi / 4, rel=0.01)


def test_it_passes_under(tmp_path):
    """A platform's slab from 3.3" on is over a model of 2.5", not over one of 4"."""
    things = {"platform": Thing(platform(6, 6, 3.5), AT)}
    board = Table(
        {"m": Model((5, 5), "VEHICLE", height=2.5), "tall": Model((9, 5), "VEHICLE", height=4.0)},
        things,
    ).load(tmp_path)
    for id, inside in (("m", False), ("tall", True)):
        figure = board.figures[id]
        found = in_the_way(board, figure, board.features["platform"], 0.0, figure.profile.base, 0.0)
        assert found.covers(Point(AT)) is inside


def test_levels(tmp_path):
    things = {"platform": Thing(platform(6, 6, 3.5), AT), "low": Thing(crate(1, 1, 2), (5, 30))}
    board = one(Model((5, 5), "VEHICLE"), things).load(tmp_path)
    assert levels(board.features["platform"]) == pytest.approx([3.5], abs=0.25)
    assert max(levels(board.features["platform"])) == pytest.approx(3.5)
    assert levels(board.features["low"]) == []


def test_enemies(tmp_path):
    """One on the ground, one on a crate, and a friend."""
    table = Table(
        {"m": Model(AT), "low": Model((20, 22), player="blue"), "friend": Model((25, 22)),
         "high": Model((40, 22, 3.0), player="blue")},
        {"crate": Thing(crate(4, 4, 3), (40, 22))},
    )  # fmt: skip
    board = table.load(tmp_path)
    figure = board.figures["m"]
    (found,) = enemies_on_ground(board, figure, 0.0)
    assert found.area == pytest.approx(np.pi, rel=0.01) and found.covers(Point(20.9, 22))
    assert len(enemies(board, figure, 0.0, 0.0, 10.0)) == 2
    (found,) = enemies(board, figure, 0.0, 2.0, 3.5)
    assert found.covers(Point(40, 22))
    assert enemies(board, figure, 0.0, 1.6, 2.9) == []


def test_no_end(tmp_path):
    """Not in a wall deeper than `contact`, and on no model, friends neither."""
    table = Table({"m": Model(AT), "friend": Model((20, 22), base=disc(2.0))},
                  {"wall": Thing(crate(0.5, 20, 5), (36, 22))})  # fmt: skip
    board = table.load(tmp_path)
    found = no_end(board, board.figures["m"], list(board.features.values()), None, 0.0, WINDOW)
    assert found.covers(Point(36, 22)) and found.covers(Point(21.4, 22))
    assert not found.intersects(Point(36.71, 22)) and found.covers(Point(36.69, 22))
    assert not found.intersects(Point(21.52, 22)) and not found.intersects(Point(30, 22))
    # 5" up nothing of it is left.
    above = no_end(board, board.figures["m"], list(board.features.values()), 5.0, 0.0, WINDOW)
    assert above.is_empty


def test_no_end_on_a_relief(tmp_path):
    corners = [(0, 0, 2), (60, 0, 2), (60, 44, 2), (0, 44, 2)]
    hill = trimesh.Trimesh(corners, [(0, 1, 2), (0, 2, 3)], process=False)
    things = {"low": Thing(crate(2, 2, 1.0), (36, 22))}
    board = one(Model((20, 22), height=1.6), things, ground=hill).load(tmp_path)
    found = no_end(board, board.figures["m"], list(board.features.values()), None, 0.0, WINDOW)
    # It stands 2" up, as the crate does: z = 0 would be under both.
    assert found.covers(Point(36, 22))


def test_small_holes():
    shape = box(0, 0, 10, 10) - box(1, 1, 2, 2) - box(4, 4, 8, 8)
    assert without_small_holes(shape, 1.5).area == pytest.approx(84)
    assert without_small_holes(shape, 0.5).area == pytest.approx(83)


def test_the_same_outline_is_kept(tmp_path):
    board = one(Model(AT), {"a": Thing(crate(4, 2, 3), (20, 22))}).load(tmp_path)
    base = Base("round", 0.5, 0.5)
    one_, other = (grown_material(board.features["a"], 1.0, 2.0, base, t) for t in (0.0, 33.0))
    assert one_.equals(other)
