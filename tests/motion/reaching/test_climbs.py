"""Climbs on straight lines over a wall in plan: where, how high, how often."""

import numpy as np
import pytest
from shapely.geometry import MultiPolygon, Polygon, box

from geo3d.motion.reaching.climbs import Climbable, Level, climbed, dropped, places
from geo3d.motion.reaching.walls import walls_of

START = np.array([0.0, 0.0])
BAND = box(4, -10, 6, 10)
"""Across the way east from the start, from x = 4 to x = 6."""


def level(z, through, stops=None):
    stops = Polygon() if stops is None else stops
    return Level(z, walls_of(through), through, walls_of(stops), stops)


def feature(*levels, blocked=BAND):
    known = {each.z: each for each in levels}
    bounds = np.array(blocked.bounds)
    return Climbable(None, 0.0, walls_of(blocked), bounds, tuple(known), known.__getitem__)


def over(climbables, *ends, room=None):
    room = None if room is None else np.full(len(ends), room)
    return climbed(climbables, START, np.array(ends, dtype=float), room)


def test_up_and_down_once():
    """2.5" up, 2.5" down; nothing where nothing is in the way."""
    inches, chosen = over([feature(level(2.5, BAND))], (9, 0), (3, 0), (-9, 0))
    assert inches.tolist() == [5.0, 0.0, 0.0]
    assert chosen.tolist() == [[0], [-1], [-1]]


def test_at_the_lowest_height_that_is_clear():
    """At 2.5" something is in the way south of y = 0, at 4" nothing is."""
    low = level(2.5, BAND, box(4.5, -10, 5.5, -0.5))
    inches, chosen = over([feature(low, level(4.0, BAND))], (9, 3), (9, -3))
    assert inches.tolist() == [5.0, 8.0] and chosen[:, 0].tolist() == [0, 1]


def test_no_more_inches_than_there_is_room_for():
    both = [feature(level(2.5, BAND, BAND), level(4.0, BAND))]
    assert over(both, (9, 0), room=8.1)[0].tolist() == [8.0]
    assert over(both, (9, 0), room=8.0)[0].tolist() == [np.inf]


def test_levels_are_found_when_they_are_asked_for():
    asked = []

    def find(z):
        asked.append(z)
        return level(z, BAND)

    lazy = Climbable(None, 0.0, walls_of(BAND), np.array(BAND.bounds), (2.5, 4.0), find)
    assert over([lazy], (3, 0))[0].tolist() == [0.0] and asked == []
    assert over([lazy], (9, 0))[0].tolist() == [5.0] and asked == [2.5]


def test_two_features_add_up():
    second = box(12, -10, 13, 10)
    both = [feature(level(2.5, BAND)), feature(level(3.0, second), blocked=second)]
    assert over(both, (9, 0), (15, 0))[0].tolist() == [5.0, 11.0]
    assert over(both, (15, 0), room=10.9)[0].tolist() == [np.inf]


def test_not_to_a_place_where_it_cannot_come_down():
    assert over([feature(level(2.5, BAND), blocked=box(4, -10, 5, 10))], (5.5, 0))[0][0] == np.inf


@pytest.mark.parametrize(("apart", "times"), [(0.9, 1), (1.1, 2)])
def test_down_between_two_walls_where_they_are_farther_apart(apart, times):
    """Off the ground it stays within 1/2" of the feature: over a gap of 1" it stays up."""
    walls = MultiPolygon([box(4, -9, 5, 9), box(5 + apart, -9, 6 + apart, 9)])
    one = level(2.5, walls)
    assert over([feature(one, blocked=walls)], (10, 0))[0].tolist() == [5.0 * times]
    shares = places(one, START, np.array([10.0, 0.0]))
    wanted = [4, 5, 5 + apart, 6 + apart] if times == 2 else [4, 6 + apart]
    assert shares == pytest.approx([x / 10 for x in wanted])


def test_down_from_on_top():
    """From x = 5 off the band to both sides; not to a place on it, nor over it and on again."""
    start, ends = np.array([5.0, 0.0]), np.array([(9.0, 0.0), (1.0, 0.0), (5.5, 3.0)])
    none = np.nan
    assert dropped(level(3.0, BAND), start, ends).tolist() == pytest.approx(
        [0.25, 0.25, none], nan_ok=True
    )
    again = MultiPolygon([BAND, box(7, -9, 8, 9)])
    assert dropped(level(3.0, again), start, ends).tolist() == pytest.approx(
        [none, 0.25, none], nan_ok=True
    )


def test_within_what_stops_it_no_line_leads():
    """Start and end both lie in what is in the way at that height, so no outline is crossed."""
    ends = np.array([(9.0, 0.0)])
    stops = box(3, -10, 10, 10)
    assert np.isnan(dropped(level(3.0, BAND, stops), np.array([5.0, 0.0]), ends)).all()
