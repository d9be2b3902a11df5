"""Each parametric shape: closed, standing on z = 0, of the volume and area its parameters give."""

import math

import numpy as np
import pytest

from geo3d.errors import ShapeError
from geo3d.rays import RayScene
from geo3d.shapes import (
    Hole,
    arch,
    arched,
    barricade,
    crate,
    crater,
    door,
    hill,
    l_ruin,
    pipe,
    platform,
    round_hole,
    stairs,
    statue,
    tower,
    u_ruin,
    wall,
    window,
    wood,
)  # fmt: skip
from geo3d.shapes.round import revolved

SHAPES = {
    "wall": lambda: wall(6, 5),
    "wall with a window": lambda: wall(6, 5, 0.25, [window(0, 1, 1, 1)]),
    "wall with all": lambda: wall(
        9, 6, 0.3,
        [door(-3, 1.5, 2.5), arched(0, 0, 2, 1.5), round_hole(3, 2, 0.15),
         window(3, 4, 1.2, 0.8), Hole(((1.5, 4), (2, 4), (1.75, 4.7)))],
    ),
    "arch": lambda: arch(5, 5, 2, 1.5),
    "l ruin": lambda: l_ruin(6, 5, 6, holes_x=[window(0.5, 1, 1, 1)], holes_y=[door(0, 1, 2)]),
    "l ruin, triangle": lambda: l_ruin(6, 5, 6, floor="triangle", holes_x=[window(0, 4, 1, 1)]),
    "l ruin, no floor": lambda: l_ruin(4, 7, 3, floor="none"),
    "u ruin": lambda: u_ruin(6, 5, 6, holes_back=[window(-1, 1, 1, 1), window(1, 3.5, 1, 1)]),
    "u ruin, no floor": lambda: u_ruin(6, 5, 4, floor_height=None),
    "crate": lambda: crate(2, 1.5, 1),
    "tower": lambda: tower(2.5, 6),
    "tower without windows": lambda: tower(2.5, 6, windows=0),
    "stairs": lambda: stairs(6, 0.5, 0.6, 2),
    "one step": lambda: stairs(1, 0.5, 0.6, 2),
    "crater": lambda: crater(3, 0.7, 0.5),
    "hill": lambda: hill(5, 2),
    "barricade": lambda: barricade(4, 1, 0.9, 0.3),
    "statue": lambda: statue(4.5, 1.5),
    "platform": lambda: platform(6, 4, 3),
    "wood": lambda: wood([(0, 0, 5), (2.2, 0.4, 4), (-1, 2, 4.5)], 3.6),
    "pipe": lambda: pipe(6, 0.8, 0.1),
}  # fmt: skip


@pytest.mark.parametrize("name", SHAPES)
def test_closed_and_of_its_closed_form(name):
    shape = SHAPES[name]()
    mesh = shape.mesh
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.volume == pytest.approx(shape.volume, rel=1e-9)
    assert mesh.area == pytest.approx(shape.area, rel=1e-9)
    assert mesh.bounds[0, 2] == pytest.approx(0.0, abs=1e-12)


@pytest.mark.parametrize(
    ("make", "volume", "area"),
    [
        # By hand: 6 x 5 less 1 x 1, a quarter thick; two faces, rim 22, reveals 4.
        (lambda: wall(6, 5, 0.25, [window(0, 1, 1, 1)]), 29 * 0.25, 2 * 29 + 26 * 0.25),
        # A door: rim 22 - 1.5 + 2 * 2.5 + 1.5.
        (lambda: wall(6, 5, 0.25, [door(0, 1.5, 2.5)]), 26.25 * 0.25, 52.5 + 27 * 0.25),
        (lambda: crate(2, 3, 4), 24, 52),
        (lambda: stairs(3, 1, 1, 2), 12, 2 * 6 + 12 * 2),
        # Two boxes 6 x .25 x 6 and 4.75 x .25 x 6 that share .25 x 6.
        (lambda: l_ruin(6, 5, 6, floor="none"), 10.75 * 1.5, 2 * 10.75 * 0.25 + 22 * 6),
    ],
)  # fmt: skip
def test_by_hand(make, volume, area):
    shape = make()
    assert shape.volume == pytest.approx(volume)
    assert shape.area == pytest.approx(area)


def test_turned_in_many_sides_tends_to_the_round_solid():
    """A cone of radius 1 and height 3: pi, error falling with the square of the sides."""
    errors = [
        math.pi - revolved("cone", [(0, 0), (1, 0), (0, 3)], sides).volume for sides in (64, 128)
    ]
    assert 0 < errors[1] < errors[0]
    assert errors[0] / errors[1] == pytest.approx(4, rel=0.01)


def test_openings_are_where_the_mesh_is_open():
    """A line across the wall through an opening's middle meets nothing; above it, it does."""
    for make in (
        lambda: wall(6, 5, 0.25, [window(-1, 1, 1, 1), door(1.5, 1, 2)]),
        lambda: tower(2.5, 6),
    ):
        shape = make()
        scene = RayScene()
        scene.place(shape.mesh, id="s")
        assert shape.openings
        for opening in shape.openings:
            centre = np.array(opening.centre)
            out = np.array([*centre[:2], 0.0])
            straight = len(shape.openings) == 2
            across = np.array([0.0, 1.0, 0.0]) if straight else out / np.linalg.norm(out)
            a, b = centre - across, centre + across
            assert not scene.any_hit([a], [b])[0]
            up = np.array([0, 0, opening.lintel - centre[2] + 0.05])
            assert scene.any_hit([a + up], [b + up])[0]


def test_tower_window_by_hand():
    """Windows of 30 degrees: 4 of 48 sides; chord in the middle surface 2 * 2.375 * sin 15."""
    (first, *_) = tower(2.5, 6).openings
    assert first.width == pytest.approx(2 * 2.375 * math.sin(math.radians(15)))
    assert (first.sill, first.lintel) == (1.0, 2.0)


@pytest.mark.parametrize(
    "make",
    [
        lambda: wall(0, 5),
        lambda: wall(6, float("nan")),
        lambda: wall(6, 5, holes=[window(3, 1, 1, 1)]),
        lambda: wall(6, 5, holes=[window(0, 4.5, 1, 1)]),
        lambda: wall(6, 5, holes=[window(0, 1, 1, 1), window(0.5, 1.5, 1, 1)]),
        lambda: l_ruin(6, 5, 6, holes_x=[window(0, 2.5, 1, 1)]),
        lambda: l_ruin(6, 5, 6, holes_x=[window(-2.7, 1, 0.3, 1)]),
        lambda: u_ruin(6, 5, 2.5),
        lambda: tower(2.5, 6, windows=5),
        lambda: tower(2.5, 6, thickness=3),
        lambda: stairs(0, 1, 1, 1),
        lambda: crater(3, 0.5, 0.6),
        lambda: platform(1, 4, 3, leg=0.5),
        lambda: wood([(0, 0, 5), (1, 0, 5)], 4),
        lambda: pipe(6, 0.8, 0.9),
        lambda: barricade(4, 1, 0.3, 0.9),
    ],
)
def test_impossible_parameters_are_refused(make):
    with pytest.raises(ShapeError):
        make()
