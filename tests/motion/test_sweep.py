"""What a base covers while it moves: closed forms."""

import math

import numpy as np
import pytest
import shapely

from geo3d.motion.sweep import drawn_in, hull, swept_line, swept_turn
from geo3d.table.bases import Base

RECT = Base("rect", 2.0, 1.0)
ROUND = Base("round", 1.0, 1.0)


def area(outline):
    return shapely.Polygon(outline).area


@pytest.mark.parametrize("turn", [0.0, 30.0, 90.0])
def test_a_line_covers_the_base_and_its_width_times_the_way(turn):
    outline = RECT.placed((3.0, 4.0), turn)
    for angle in (0.0, 0.4, 2.0):
        way = 5.0 * np.array([math.cos(angle), math.sin(angle)])
        rest = math.radians(turn) - angle
        width = 4.0 * abs(math.sin(rest)) + 2.0 * abs(math.cos(rest))
        assert area(swept_line(outline, way)) == pytest.approx(8.0 + 5.0 * width)


def test_a_round_base_covers_no_more_when_it_turns():
    (outline,) = swept_turn(ROUND, (3.0, 4.0), 0.0, 90.0)
    assert area(outline) == pytest.approx(area(ROUND.polygon))


def test_a_whole_turn_covers_the_circle_through_the_corners():
    outlines = swept_turn(RECT, (0.0, 0.0), 10.0, 360.0)
    covered = shapely.union_all(shapely.polygons([shapely.linearrings(o) for o in outlines]))
    assert covered.area == pytest.approx(5.0 * math.pi, rel=1e-4)
    reach = np.hypot(*shapely.get_coordinates(covered).T).max()
    assert reach == pytest.approx(math.sqrt(5.0), rel=1e-12)


@pytest.mark.parametrize("by", [30.0, -30.0, 10.0])
def test_a_turn_covers_the_sectors_of_its_corners_and_no_more(by):
    """A square of side 2 turned by b of at most 45 degrees covers 4 (b + 1 - tan(b / 2)): past each
    corner a sector of radius sqrt(2), and between them what the first and the last position reach.
    """
    square = Base("rect", 1.0, 1.0)
    outlines = swept_turn(square, (0.0, 0.0), 20.0, by)
    covered = shapely.union_all(shapely.polygons([shapely.linearrings(o) for o in outlines]))
    angle = math.radians(abs(by))
    assert covered.area == pytest.approx(4 * (angle + 1 - math.tan(angle / 2)), rel=2e-5)
    for share in np.linspace(0.0, 1.0, 17):
        position = shapely.Polygon(square.placed((0.0, 0.0), 20.0 + share * by))
        assert covered.buffer(2e-5).contains(position)


def test_a_hull_whose_origin_lies_outside_of_it_sweeps_a_ring():
    """A square of side 2 centred 5 away, turned right round: the ring from 4 to sqrt(6^2 + 1)."""
    ring = Base("hull", 1.0, 1.0, np.array([[4.0, -1.0], [6.0, -1.0], [6.0, 1.0], [4.0, 1.0]]))
    outlines = swept_turn(ring, (1.0, 2.0), 0.0, 360.0)
    covered = shapely.union_all(shapely.polygons([shapely.linearrings(o) for o in outlines]))
    assert covered.area == pytest.approx(math.pi * (37.0 - 16.0), rel=1e-3)
    assert len(shapely.get_parts(covered)) == 1 and len(covered.interiors) == 1


def test_drawn_in_moves_each_side():
    assert area(drawn_in(RECT.polygon, 0.1)) == pytest.approx(3.8 * 1.8)
    # What is thinner than that stays as it is.
    assert area(drawn_in(RECT.polygon, 1.5)) == pytest.approx(8.0)


def test_hull_runs_counter_clockwise():
    outline = hull(np.array([[0.0, 0.0], [0.0, 2.0], [2.0, 0.0], [2.0, 2.0], [1.0, 1.0]]))
    assert len(outline) == 4
    assert shapely.LinearRing(outline).is_ccw
