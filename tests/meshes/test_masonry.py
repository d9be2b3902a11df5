"""Ruined walls: openings of exact size, tops that stay on their line."""

from math import pi, sin, sqrt

import numpy as np
import pytest
from shapely.geometry import Point

from geo3d.shapes.solids import mesh_of
from meshes.kit import rectangle
from meshes.masonry import Wall, broken_floor, broken_top, lancet, round_headed, square, stones


def test_lancet_is_two_arcs():
    sides, width, height = 7, 1.2, 2.0
    hole = lancet(3.0, 0.9, width, height, sides)
    assert hole.bounds == pytest.approx((2.4, 0.9, 3.6, 2.9))
    # Half of its head: a sector of 60 degrees in chords, less half an equilateral triangle.
    sector = sides / 2 * width**2 * sin(pi / 3 / sides)
    head = 2 * (sector - width**2 * sqrt(3) / 8)
    assert hole.area == pytest.approx(head + width * (height - width * sqrt(3) / 2), rel=1e-12)


def test_round_headed_is_half_a_polygon():
    hole = round_headed(0.0, 0.5, 1.4, 2.3, 12)
    assert hole.bounds == pytest.approx((-0.7, 0.5, 0.7, 2.8))
    assert hole.area == pytest.approx(1.4 * 1.6 + 6 * 0.49 * sin(pi / 12), rel=1e-12)


def test_broken_top_keeps_to_its_line():
    rng = np.random.default_rng(3)
    face = broken_top(rng, [(0, 4), (4, 4), (8, 2)])
    assert face.is_valid
    assert face.bounds[0] == 0.0
    assert face.bounds[2] == 8.0
    # A top is off its line by its own chance, half a course, and its tilt; the line slopes by 1/2,
    # and stones are at most .55 wide.
    off = 0.18 + 0.125 + 0.05 + 0.55 / 4
    assert 4 - off <= face.intersection(rectangle(0, 0, 3.9, 9)).bounds[3] <= 4 + off
    assert rectangle(0, 0, 8, 2 - off).difference(face).area == pytest.approx(0.0, abs=1e-9)


def test_stones_lie_within_the_wall_and_apart():
    rng = np.random.default_rng(1)
    face = rectangle(0, 0, 6, 4).difference(square(3, 1, 1, 1.5))
    laid = stones(rng, face, 1.0)
    assert face.contains(laid)
    assert all(part.area == pytest.approx(0.45 * 0.2) for part in laid.geoms)


def test_a_window_is_open_through_the_whole_wall():
    hole = lancet(2.0, 0.9, 1.0, 1.7)
    wall = Wall(line=[(0, 4), (4, 4)], windows=[hole], bands=[3.0], piers=[0.6, 3.4])
    mesh = mesh_of(wall.body(np.random.default_rng(2)))
    assert mesh.is_watertight
    inside = hole.buffer(-1e-3)
    rng = np.random.default_rng(4)
    points = rng.uniform((1.5, 0.9), (2.5, 2.6), (200, 2))
    clear = np.array([inside.contains(Point(p)) for p in points])
    assert 40 < clear.sum() < 190
    starts = np.column_stack([points[:, 0], np.full(200, -5.0), points[:, 1]])
    hit = mesh.ray.intersects_any(starts, np.tile([0.0, 1.0, 0.0], (200, 1)))
    assert not hit[clear].any()
    beside = np.array([hole.buffer(1e-3).contains(Point(p)) for p in points])
    assert hit[~beside].all()


def test_a_broken_floor_is_one_piece_without_the_bite():
    plan = broken_floor(np.random.default_rng(6), rectangle(0, 0, 6, 5), [(6.0, 5.0, 2.0)])
    assert plan.geom_type == "Polygon"
    # The bite's radius varies from .86 to 1.12, and its polygon has 16 uneven corners.
    assert 30 - pi * (2 * 1.12) ** 2 / 4 < plan.area < 30 - 0.8 * pi * (2 * 0.86) ** 2 / 4
