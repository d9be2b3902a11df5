"""How far a base sticks out past a surface, against closed forms and sampling."""

from math import cos, hypot, pi, radians, sin, sqrt

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st
from shapely.geometry import MultiPolygon, Point, Polygon, box

from geo3d.motion.overhang import overhang
from geo3d.table.bases import Base
from geo3d.tolerances import OVERHANG_STEP

DISC = Base("round", 1.0, 1.0)
RECT = Base("rect", 1.0, 0.5)
OVAL = Base("oval", 1.0, 0.5)
HULL = Base("hull", 1.0, 1.0, np.array([[-1.0, -1.0], [1.0, -1.0], [0.0, 1.0]]))
WIDE = box(-9, -9, 9, 9)


def out(base, surface, at=(0.0, 0.0), turn=0.0):
    return overhang(base.placed(at, turn), surface)


def near(length):
    """Found to within the step, and never too long."""
    return pytest.approx(length - OVERHANG_STEP / 2, abs=OVERHANG_STEP / 2 + 1e-9)


@pytest.mark.parametrize(("base", "turn", "reach"), [
    (DISC, 0, 1.0), (RECT, 0, 1.0), (RECT, 90, 0.5), (OVAL, 0, 1.0), (OVAL, 90, 0.5),
    (RECT, 30, cos(radians(30)) + 0.5 * sin(radians(30))), (HULL, 0, 1.0),
])  # fmt: skip
@pytest.mark.parametrize("edge", [0.1, 0.7, -0.2])
def test_past_a_straight_edge(base, turn, reach, edge):
    """The support function along x, less where the edge runs."""
    found = out(base, box(-9, -9, edge, 9), turn=turn)
    assert found == pytest.approx(max(0.0, reach - edge), abs=1e-9)


def test_an_oval_past_a_slanting_edge():
    """An oval's reach along a direction: the root of (a cos)^2 + (b sin)^2."""
    turn = radians(25)
    along = np.array([cos(turn), sin(turn)])
    across = np.array([-along[1], along[0]])
    edge = Polygon([0.3 * along + 9 * s * across - 9 * t * along
                    for s, t in ((-1, 0), (1, 0), (1, 1), (-1, 1))])  # fmt: skip
    reach = sqrt(cos(turn) ** 2 + (0.5 * sin(turn)) ** 2)
    assert out(OVAL, edge) == pytest.approx(reach - 0.3, abs=0.0004)


def test_within_and_flush():
    assert out(DISC, WIDE) == 0.0
    assert out(RECT, box(-1, -0.5, 1, 0.5)) == 0.0
    assert out(RECT, box(-1, -0.5, 1 - 1e-6, 0.5)) == 0.0
    assert out(RECT, box(-1, -0.5, 0.99, 0.5)) == pytest.approx(0.01)


def test_a_larger_disc_on_a_smaller():
    found = out(DISC, Point(0, 0).buffer(0.6, quad_segs=64))
    assert found == pytest.approx(0.4, abs=1e-3)
    assert out(DISC, Point(0.3, 0).buffer(0.6, quad_segs=64)) == pytest.approx(0.7, abs=1e-3)


def test_past_a_corner():
    """Corner (1, .5) of the base beyond corner (.6, .2) of the surface: .4 and .3, so .5."""
    assert out(RECT, box(-9, -9, 0.6, 0.2)) == pytest.approx(0.5)


def test_over_the_inner_corner_of_an_l():
    """The farthest point is as far from both arms: (x - .2) = (-.3 - y) on the rim."""
    surface = WIDE - box(0.2, -9, 9, -0.3)
    x = (-0.2 + sqrt(0.04 + 8 * 0.99)) / 4
    assert x**2 + (x + 0.1) ** 2 == pytest.approx(1.0)
    assert out(DISC, surface) == near(x - 0.2)


@pytest.mark.parametrize("end", [0.2, -0.4])
def test_over_a_notch(end):
    """In a slot .6 wide nothing of its middle is farther from the surface than .3."""
    notched = WIDE - box(-0.3, -9.5, 0.3, end)
    assert out(DISC, notched) == near(0.3)
    # The slot's end in sight of the rim: in a slot .6 wide and .5 deep below y = -.5.
    assert out(DISC, WIDE - box(-0.3, -9.5, 0.3, -0.8)) == near(1 - 0.8)


def test_the_farthest_point_lies_inside_the_base():
    """A notch whose far end is closed off beyond the base, so that its middle is farthest."""
    notch = Polygon([(-0.1, -1.2), (0.1, -1.2), (0.1, -0.9), (0.5, -0.5), (0, 0), (-0.5, -0.5),
                     (-0.1, -0.9)])  # fmt: skip
    surface = WIDE - notch - box(-0.1, -9.5, 0.1, -1.1)
    # From the square's middle (0, -.5) its sides are .5 / sqrt 2 away.
    found = out(DISC, surface)
    corners = shapely.distance(surface, shapely.points(DISC.polygon)).max()
    assert found == near(0.5 / sqrt(2)) and corners < 0.12


def test_holes_are_no_outer_edge():
    ring = Point(0, 0).buffer(2.0) - Point(0, 0).buffer(1.5)
    assert out(DISC, ring) == 0.0
    assert out(DISC, WIDE - box(-0.5, -0.5, 0.5, 0.5)) == 0.0


def test_two_surfaces():
    """A gap of .4 between two: its middle is .2 away."""
    parts = MultiPolygon([box(-9, -9, -0.2, 9), box(0.2, -9, 9, 9)])
    assert out(DISC, parts) == near(0.2)


def test_beside_a_surface():
    """All of the base is beside it: the farthest is its far side."""
    assert out(DISC, box(3, -9, 9, 9)) == pytest.approx(4.0)
    assert out(RECT, box(3, 0.5, 9, 9)) == pytest.approx(hypot(4.0, 1.0))
    assert out(RECT, Polygon()) == float("inf")


def test_within_a_wide_u():
    """2.5 from both arms, 1.5 from what is between them: its middle line is farthest."""
    assert out(RECT, WIDE - box(-2.5, -2.5, 2.5, 9.5)) == near(2.5)


@settings(deadline=None, max_examples=40)
@given(st.integers(0, 2**32 - 1), st.sampled_from([DISC, RECT, OVAL, HULL]), st.floats(0, 360))
def test_any_surface_by_sampling(seed, base, turn):
    """Star-shaped surfaces with long notches; points of the base and of its edge every .02."""
    rng = np.random.default_rng(seed)
    angle = np.sort(rng.uniform(0, 2 * pi, 12))
    radius = rng.uniform(0.1, 1.6, 12)
    corners = np.column_stack([np.cos(angle), np.sin(angle)]) * radius[:, None]
    surface = Polygon(corners).buffer(0)
    outline = base.placed((0.1, -0.2), turn)
    found = overhang(outline, surface)
    plan = Polygon(outline)
    outer = shapely.union_all([Polygon(part.exterior) for part in shapely.get_parts(surface)])
    x, y = np.meshgrid(np.arange(-1.6, 1.6, 0.02), np.arange(-1.6, 1.6, 0.02))
    points = shapely.points(np.column_stack([x.ravel(), y.ravel()]))
    edge = shapely.points(shapely.get_coordinates(shapely.segmentize(plan, 0.02)))
    points = np.concatenate([points[shapely.contains(plan, points)], edge])
    most = float(shapely.distance(outer, points).max())
    assert most - OVERHANG_STEP - 1e-9 <= found <= most + 0.02
    turned = shapely.affinity.rotate(surface, 40, (0, 0))
    matrix = np.array([[cos(radians(40)), -sin(radians(40))], [sin(radians(40)), cos(radians(40))]])
    assert overhang(outline @ matrix.T, turned) == pytest.approx(found, abs=OVERHANG_STEP)
