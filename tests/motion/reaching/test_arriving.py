"""Ends in contact with models and close to scanned walls, and ways off walls stood against."""

from math import hypot, pi

import numpy as np
import pytest
import shapely

import geo3d
from geo3d.motion.reaching.arriving import CLOSE, free_beside
from geo3d.motion.reaching.spaces import space
from geo3d.shapes import crate, roughen, wall
from tests.motion.reaching.test_reach import AT, FAR, R, ask, cap, off
from tests.scenario.moving_board import Model, Table, Thing, disc, one, oval, rect

ROUGH = roughen(wall(10.0, 5.0, 0.25).mesh, 20_000)


def test_the_nearest_free_place():
    """Of a square with a square in its middle: one place is free, one lies too far inside."""
    around = space(shapely.box(0, 0, 10, 10), shapely.box(4, 4, 6, 6), 0.0)
    points = np.array([[4.1, 5.0], [5.0, 5.9], [2.0, 2.0], [4 + 2 * CLOSE, 5.0], [-0.1, 3.0]])
    found = free_beside(around, points)
    assert found[[0, 1, 4]] == pytest.approx(np.array([[4, 5], [5, 6], [0, 3]]), abs=1e-4)
    assert around.holds(found[[0, 1, 4]]).all()
    assert np.isnan(found[[2, 3]]).all()


@pytest.mark.parametrize("player", ["red", "blue"])
@pytest.mark.parametrize(
    ("base", "half"), [(disc(1.0), 0.5), (oval(2.4, 1.4), 1.2), (rect(4.0, 2.5), 2.0)]
)
def test_up_to_a_model(tmp_path, player, base, half):
    """Bases that touch: the halves of both apart, all sizes along x."""
    foe = Model((30 + 2.0 + half + 1.0, 22), base=disc(2.0), player=player)
    table = Table({"m": Model(AT, base=base), "it": foe})
    found = ask(tmp_path, table, FAR, (32.0, 22.0))
    assert found.reachable and found.distance.total == pytest.approx(2.0, abs=1e-9)
    # A tenth of an inch into it, as it faces.
    assert not ask(tmp_path, table, FAR, (32.1, 22.0, 0.0, 0.0)).reachable


def test_points_in_contact_with_a_model_are_told(tmp_path):
    """The grid's fourth point along x, where the bases touch."""
    spot = 30 + 4 * FAR / 12
    foe = Model((spot + 1.5, 22), base=disc(2.0), player="blue")
    found = ask(tmp_path, Table({"m": Model(AT), "foe": foe}))
    (row,) = [row for row in found.points if row[:2] == (spot, 22.0)]
    assert row[3] == pytest.approx(2.0, abs=1e-9)


@pytest.mark.parametrize("share", [0.0, 0.5, 1.0])
def test_up_to_a_rough_wall(tmp_path, share):
    """As near to it as a straight move gets."""
    board = one(Model((30, 19), "VEHICLE"), {"it": Thing(ROUGH)}).load(tmp_path)
    clear = R + 0.125
    near = 22 - clear
    while not geo3d.judge_move(board, "m", [(31.0, near)]).legal:
        near -= 0.005
    assert near > 22 - clear - 0.1
    to = (31.0, near - share * 0.1)
    way = geo3d.reach(board, "m", FAR, to)
    assert way.reachable and way.distance.total == pytest.approx(hypot(1.0, to[1] - 19), rel=0.01)


def test_between_two_rough_walls(tmp_path):
    """With .08" more room than a straight move needs it goes through, and ends between them."""

    def board(spare):
        off = (2 * R + 0.25 + spare) / 2
        things = {"one": Thing(ROUGH, (30, 22 - off)), "other": Thing(ROUGH, (30, 22 + off))}
        return one(Model((24, 22), "VEHICLE"), things).load(tmp_path)

    spare = 0.0
    while not geo3d.judge_move(board(spare), "m", [(36.0, 22.0)], 12.0).legal:
        spare += 0.01
    assert spare < 0.15
    alley = board(spare + 0.08)
    for to in ((36.0, 22.0), (30.0, 22.0)):
        found = geo3d.reach(alley, "m", 12.0, to)
        assert found.reachable and found.distance.total == pytest.approx(to[0] - 24.0, rel=0.01)


@pytest.mark.parametrize("deep", [0.001, 0.03, 0.049])
def test_off_a_wall_that_it_stands_in(tmp_path, deep):
    """A model may be set up so far in a wall, and gets off it, not along it, nor into it."""
    things = {"wall": Thing(crate(0.5, 40, 5), (30 + R - deep + 0.25, 22))}
    table = one(Model(AT, "VEHICLE"), things)
    board = table.load(tmp_path)
    assert geo3d.judge_stand(board, "m", AT).legal
    for to in ((27, 22), (27, 25), (29.9, 22), (29.5, 22.5)):
        assert geo3d.judge_move(board, "m", [to]).legal
    for to in ((30, 25), (30.01, 22), (32, 22), (29.999 if deep > 0.002 else 30, 23)):
        move = geo3d.judge_move(board, "m", [to])
        assert "13.06" in {each.rule for each in move.violations}
    far = geo3d.reach(board, "m", FAR, (27, 22))
    assert far.reachable and far.distance.total == pytest.approx(3.0, rel=0.01)
    # Half of the disc, less the strip that it came out of.
    assert geo3d.reach(board, "m", FAR).area == off(cap(FAR, deep))


def test_deeper_in_a_wall_it_does_not_get_off(tmp_path):
    things = {"wall": Thing(crate(0.5, 40, 5), (30 + R - 0.1 + 0.25, 22))}
    assert not geo3d.judge_move(
        one(Model(AT, "VEHICLE"), things).load(tmp_path), "m", [(27, 22)]
    ).legal


def test_another_wall_beside_what_it_comes_down_from(tmp_path):
    """On a crate 3" high, with a wall of another feature along one of its four sides."""
    things = {"crate": Thing(crate(4, 4, 3), AT), "wall": Thing(crate(0.5, 40, 5), (32.25, 22))}
    found = ask(tmp_path, one(Model((*AT, 3.0), "VEHICLE FLY"), things), 9.0)
    assert max(row[0] for row in found.points) <= 31.5 + 1e-9
    # A disc of 6" up to the wall, without the crate grown by the base; and the crate's top.
    crate_grown = 3.5 * 5 + R * 4 + pi * R**2 / 2
    assert found.area == pytest.approx(9 + pi * 36 - cap(6.0, 1.5) - crate_grown, rel=0.03)
    assert min(row[3] for row in found.points) == 0.0


def test_on_a_floor_against_a_wall(tmp_path):
    """It stands .03" in the wall of another feature."""
    things = {
        "crate": Thing(crate(4.4, 4, 3), (30.2, 22)),
        "wall": Thing(crate(0.5, 40, 5), (32.25, 22)),
    }
    at = (31.53, 22.0, 3.0)
    table = one(Model(at, "VEHICLE FLY"), things)
    assert geo3d.judge_stand(table.load(tmp_path), "m", at).legal
    found = ask(tmp_path, table)
    assert [row[3] for row in found.points if row[:2] == at[:2] and row[2] > 2.0] == [0.0]
    assert ask(tmp_path, table, FAR, at).distance.total == 0.0
    # Off the wall, and over the floor; and down past the opposite edge.
    along = ask(tmp_path, table, FAR, (30.0, 22.0, 3.0))
    assert along.reachable and along.distance.total == pytest.approx(1.53, rel=0.01)
    down = ask(tmp_path, table, 9.0, (27.0, 22.0))
    assert down.reachable and down.distance.total == pytest.approx(4.53 + 3.0, rel=0.01)
