"""Shortest ways over layers made by hand, against lengths from arithmetic."""

from math import hypot

import numpy as np
import pytest
import shapely

from geo3d.motion.reaching.climbs import Climbable, Level
from geo3d.motion.reaching.roadmap import Layer, Roadmap
from geo3d.motion.reaching.spaces import space
from geo3d.motion.reaching.walls import walls_of
from geo3d.motion.relief import Relief
from tests.scenario.moving_board import Model, one

TABLE = shapely.box(-20, -20, 20, 20)
BLOCK = shapely.box(4, -2, 6, 5)
"""Between (0, 0) and (10, 0); round it the shorter way is south, by (4, -2) and (6, -2)."""
SOUTH = 2 * hypot(4, 2) + 2


@pytest.fixture
def flat(tmp_path):
    return Relief(one(Model((5, 5))).load(tmp_path))


def layer(blocked=None, climbs=(), hard=None, nodes=None, turn=0.0, beside=()):
    free = space(TABLE, shapely.Polygon() if blocked is None else blocked, turn)
    hard = space(TABLE, shapely.Polygon() if hard is None else hard, turn)
    nodes = free.corners if nodes is None else np.array(nodes, dtype=float)
    return Layer(free, nodes, np.zeros(len(nodes)), hard, list(climbs), beside)


def climb(z, over=BLOCK):
    found = Level(z, walls_of(over), over, walls_of(shapely.Polygon()), shapely.Polygon())
    return Climbable(None, 0.0, walls_of(over), np.array(over.bounds), (z,), lambda _: found)


def built(relief, layers, limit=30.0, **more):
    made = Roadmap(layers, np.zeros(2), limit, 0.0, relief, **more)
    made.build()
    return made


def ask(made, *points, number=0, most=None):
    spots = np.array(points, dtype=float)
    most = None if most is None else np.full(len(spots), most)
    return made.ask(number, spots, np.zeros(len(spots)), most)


def test_straight(flat):
    distance, source = ask(built(flat, [layer()]), (3, 4), (-5, 12))
    assert distance.tolist() == [5.0, 13.0] and source.tolist() == [-1, -1]


def test_round_a_block(flat):
    made = built(flat, [layer(BLOCK)])
    distance, source = ask(made, (10, 0))
    assert distance[0] == pytest.approx(SOUTH, abs=1e-3)
    corners = [made.layers[0].nodes[node] for _, node in made.way_to(0, int(source[0]))]
    np.testing.assert_allclose(corners, [(4, -2), (6, -2)], atol=1e-3)


def test_no_farther_than_the_limit(flat):
    assert np.isinf(ask(built(flat, [layer(BLOCK)], SOUTH - 0.01), (10, 0))[0][0])
    assert np.isfinite(ask(built(flat, [layer(BLOCK)], SOUTH + 0.01), (10, 0))[0][0])


def test_only_shorter_ways_are_looked_for(flat):
    made = built(flat, [layer(BLOCK)])
    distance, source = ask(made, (10, 0), (0, 3), most=SOUTH - 0.01)
    assert distance.tolist() == [np.inf, 3.0] and source.tolist() == [-2, -1]


@pytest.mark.parametrize(("z", "over"), [(0.4, True), (0.6, False)])
def test_over_or_round(flat, z, over):
    """10" and twice the height over it; round it 10.94"."""
    assert 10.8 < SOUTH < 11.2
    distance, source = ask(built(flat, [layer(BLOCK, [climb(z)])]), (10, 0))
    assert distance[0] == pytest.approx(10 + 2 * z if over else SOUTH, abs=1e-3)
    assert bool(source[0] == -1) is over


def test_not_over_what_cannot_be_climbed(flat):
    """An enemy on the straight way over it, 10.2" long: round the block."""
    foe = shapely.box(4.5, -1, 5.5, 1)
    assert ask(built(flat, [layer(BLOCK, [climb(0.1)])]), (10, 0))[0][0] == pytest.approx(10.2)
    distance, _ = ask(built(flat, [layer(BLOCK, [climb(0.1)], hard=foe)]), (10, 0))
    assert distance[0] == pytest.approx(SOUTH, abs=1e-3)


def test_not_over_under_an_enemy(flat):
    """From below an enemy to below it: the line crosses its outline nowhere."""
    foe = shapely.box(-1, -1, 11, 1)
    distance, _ = ask(built(flat, [layer(BLOCK, [climb(0.1)], hard=foe)]), (10, 0))
    assert distance[0] == pytest.approx(SOUTH, abs=1e-3)


def test_by_way_of_another_facing(flat):
    """At the first facing a wall across the table; at the second none. It turns at (0, 3)."""
    wall = shapely.box(4, -30, 6, 30)
    first = layer(wall, nodes=[(0, 3)], beside=((1, np.array([0])),))
    second = layer(nodes=[(0, 3)], turn=90.0, beside=((0, np.array([0])),))
    made = built(flat, [first, second])
    assert np.isinf(ask(made, (8, 3))[0][0])
    distance, source = ask(made, (8, 3), number=1)
    assert distance[0] == 3 + 8
    assert made.way_to(1, int(source[0])) == [(0, 0), (1, 0)]


def test_down_first(flat):
    """From 3" up, above the ground: each way begins with 3"."""
    assert ask(built(flat, [layer()], begun=3.0), (3, 4))[0].tolist() == [8.0]


def test_first_steps_from_where_it_is_not_free(flat):
    """The start lies in what is in the way; a place 1" west of it is granted."""
    made = layer(shapely.box(-0.5, -1, 3, 1), nodes=[(-1, 0)])
    assert np.isinf(ask(built(flat, [made]), (-4, 4))[0][0])
    assert ask(built(flat, [made], steps=1), (-4, 4))[0].tolist() == [1 + 5]
