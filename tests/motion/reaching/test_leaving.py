"""A model that stands against a scanned wall, or an enemy, gets away from it."""

import numpy as np
import pytest

import geo3d
from geo3d.shapes import crate, roughen, wall
from tests.motion.reaching.test_reach import AT, R, ask
from tests.scenario.moving_board import Model, Table, Thing, disc, one, oval, rect

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


def steps(folder, table, far):
    """Straight moves at its height in 16 directions, with whether they are legal, and what is told
    of their ends."""
    board = table.load(folder)
    x, y, z = board.figures["m"].at
    for angle in np.arange(16) * np.pi / 8:
        to = (x + far * np.cos(angle), y + far * np.sin(angle), z)
        yield geo3d.judge_move(board, "m", [to], 6.0).legal, geo3d.reach(board, "m", 6.0, to), to


@pytest.mark.parametrize("gap", [0.0, 1e-6, 2e-4, 5e-3])
@pytest.mark.parametrize("words", ["MONSTER", "FLY", "INFANTRY"])
def test_off_the_ground_in_contact_with_an_enemy(tmp_path, words, gap):
    """On a crate, 3" up: half of all directions lead away from the enemy or along it."""
    at = (*AT, 3.0)
    foe = Model((AT[0] + 2 * R + gap, AT[1], 3.0), player="blue")
    table = Table({"m": Model(at, words), "foe": foe}, {"crate": Thing(crate(6, 6, 3), AT)})
    for far in (0.3, 1.0):
        legal = 0
        for granted, found, to in steps(tmp_path, table, far):
            assert found.reachable is granted, to
            legal += granted
            if granted:
                assert found.distance.total == pytest.approx(far, rel=0.01)
        assert 9 <= legal <= 11
    # And down: past the far edge, to the ground.
    down = ask(tmp_path, table, 9.0, (AT[0] - 4.0, AT[1]))
    assert down.reachable and down.distance.total == pytest.approx(4.0 + 3.0, rel=0.01)


@pytest.mark.parametrize("base", [disc(2 * R), oval(1.4, 2 * R), rect(1.6, 2 * R)])
def test_off_the_ground_along_a_wall_that_it_touches(tmp_path, base):
    """The wall stands on the crate, 2.5" high, north of the base."""
    wall_at = (AT[0], AT[1] + R + 0.2, 3.0)
    things = {"crate": Thing(crate(8, 6, 3), AT), "wall": Thing(crate(6, 0.4, 2.5), wall_at)}
    table = Table({"m": Model((*AT, 3.0), "FLY", base=base)}, things)
    granted = [each for each in steps(tmp_path, table, 0.5) if each[0]]
    assert len(granted) == 9
    for _, found, to in granted:
        assert found.reachable, to
        assert found.distance.total == pytest.approx(0.5, rel=0.01)


@pytest.mark.parametrize("words", ["VEHICLE", "MONSTER"])
def test_places_behind_an_enemy_up_there(tmp_path, words):
    """It hangs over the crate's edge beside an enemy that does so, too. What is offered, on the
    ground beyond it and below it too, is granted."""
    things = {"crate": Thing(crate(3, 3, 3), AT)}
    foe = Model((AT[0] + 2 * R + 2e-4, AT[1] - 0.3, 3.0), player="blue")
    table = Table({"m": Model((AT[0], AT[1] - 0.3, 3.0), words), "foe": foe}, things)
    board = table.load(tmp_path)
    points = geo3d.reach(board, "m", 6.0).points
    assert len(points) > 10
    for x, y, z, distance, _ in points:
        found = geo3d.reach(board, "m", 6.0, (x, y, z))
        assert found.reachable and found.distance.total <= distance + 1e-6
    # Straight on, through the enemy: 2.5" along and 3" down.
    assert not geo3d.reach(board, "m", 6.0, (AT[0] + 2.5, AT[1] - 0.3)).reachable
