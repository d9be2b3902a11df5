"""Ways of a model from where it stands, and the paths that are made of them."""

import numpy as np
import pytest
from shapely.geometry import Point

import geo3d
from geo3d.motion.reaching.goals import goals
from geo3d.motion.reaching.trips import Trips
from geo3d.shapes import crate, platform
from tests.scenario.moving_board import Model, Table, Thing, disc, one, rect

AT = (30.0, 22.0)


def trips(folder, table, limit=12.0):
    board = table.load(folder)
    return Trips(board, board.figures["m"], limit)


def far(made, goal, *points, exact=True):
    distance, facing, z = made.distances(goal, np.array(points, dtype=float), exact)
    return distance.tolist(), facing.tolist(), z.tolist()


def goals_of(made):
    return goals(made.board, made.figure, made.turns, made.features, made.limit)


def test_along_up_and_no_farther(tmp_path):
    """A crate 3" high whose middle is 5" away: 8"; the ground before it 2"; beyond 12" nothing."""
    made = trips(tmp_path, one(Model(AT), {"it": Thing(crate(4, 4, 3), (35, 22))}))
    ground, top = goals_of(made)
    distance, _, z = far(made, top, (35, 22), (35.5, 22))
    assert distance == pytest.approx([8.0, 8.5]) and z == pytest.approx([3.0, 3.0])
    assert far(made, ground, (32, 22), (30, 34.1))[0] == [2.0, np.inf]
    # Half in the crate it does not end.
    assert far(made, ground, (33, 22))[0] == [np.inf]


def test_paths_are_written_with_their_climbs(tmp_path):
    """Over a wall from x = 32.75 to 33.25: up at 32.25, down at 33.75; the base is 1" across."""
    made = trips(tmp_path, one(Model(AT, "VEHICLE"), {"it": Thing(crate(0.5, 30, 2.5), (33, 22))}))
    path = np.array([point[:3] for point in made.path_to((36.0, 22.0, 0.0), None)])
    wanted = [(32.25, 0), (32.25, 2.5), (33.75, 2.5), (33.75, 0), (36, 0)]
    np.testing.assert_allclose(path[:, [0, 2]], wanted, atol=0.01)
    np.testing.assert_allclose(path[:, 1], 22.0, atol=1e-9)


def test_the_turn_that_is_asked_for_is_the_last(tmp_path):
    made = trips(tmp_path, one(Model(AT, base=rect(2, 1))))
    assert made.path_to((35.0, 22.0, 0.0), 60.0) == [(35.0, 22.0, 0.0, 60.0)]
    assert made.path_to((*AT, 0.0), 45.0) == [(*AT, 0.0, 45.0)]


def test_along_over_an_enemy_below(tmp_path):
    """On a roof it goes along over an enemy that stands below it; the roof's floor lies between."""
    models = {"m": Model((28, 22, 3.0)), "foe": Model((32, 22), base=disc(1), player="blue")}
    made = trips(tmp_path, Table(models, {"it": Thing(platform(10, 6, 3.0, 0.2), (30, 22))}))
    (top,) = [goal for goal in goals_of(made) if goal.feature is not None]
    assert far(made, top, (32, 22))[0] == pytest.approx([4.0])


def test_the_ways_it_offers_and_the_way_it_shows(tmp_path):
    """Every place of a small grid that is offered is come to, at the distance told."""
    things = {"it": Thing(crate(2, 2, 2.5), (33, 22))}
    made = trips(tmp_path, one(Model(AT, "VEHICLE", base=rect(2, 1)), things), 7.0)
    (ground,) = goals_of(made)
    spots = np.array([(x, y) for x in (31, 33, 35, 36) for y in (20.5, 22, 24)], dtype=float)
    distance, _, _ = made.distances(ground, spots, True)
    assert np.isfinite(distance).sum() >= 6
    for spot, told in zip(spots.tolist(), distance.tolist(), strict=True):
        assert told >= Point(AT).distance(Point(spot)) - 1e-9
        path = made.path_to((*spot, 0.0), None)
        if np.isfinite(told):
            way = geo3d.judge_move(made.board, "m", path, 7.0)
            assert way.legal and way.distance.total <= told + 1e-6


def test_it_turns_on_a_roof_to_fit_between(tmp_path):
    """A base 2 x 1 that lies across on a crate 4" high: between two high walls 1.4" apart it fits
    along only. It turns where it stands, goes 5" along between them, over the gap, to the middle of
    the other crate; MONSTER has not climbed either in this move."""
    things = {
        "one": Thing(crate(4, 4, 3), (28, 22)), "other": Thing(crate(4, 4, 3), (32.1, 22)),
        "north": Thing(crate(0.4, 2, 6), (30.6, 23.7)),
        "south": Thing(crate(0.4, 2, 6), (30.6, 20.3)),
    }  # fmt: skip
    model = Model((28, 22, 3.0), "MONSTER", base=rect(2, 1), turn=90.0)
    made = trips(tmp_path, one(model, things))
    path = made.path_to((32.2, 22.0, 3.0), None)
    assert path is not None and path[0][:3] == (28, 22, 3.0) and path[0][3] % 180 < 20
    way = geo3d.judge_move(made.board, "m", path, 12.0)
    assert way.legal and way.distance.total == pytest.approx(4.2)
