"""The makers' tools against closed forms."""

from math import pi, sin, sqrt, tan

import numpy as np
import pytest
from shapely.geometry import MultiPolygon, Polygon

from geo3d.shapes.solids import mesh_of
from meshes.kit import (
    block,
    box,
    capsule,
    chunk,
    cylinder,
    grounded,
    loft,
    rectangle,
    regular,
    slab,
    slab_flat,
    union,
)


def test_slab_of_several_parts_with_a_hole():
    whole = rectangle(0, 0, 4, 3).difference(rectangle(1, 1, 2, 2))
    body = slab(MultiPolygon([whole, rectangle(5, 0, 6, 2)]), 0.5, y=2.0)
    assert body.volume() == pytest.approx((12 - 1 + 2) * 0.5, rel=1e-9)
    assert body.bounding_box() == pytest.approx((0, 1.75, 0, 6, 2.25, 3))
    assert mesh_of(body).is_watertight


def test_slab_flat_stands_between_its_heights():
    body = slab_flat(Polygon([(0, 0), (2, 0), (0, 1)]), 0.25, 1.0)
    assert body.volume() == pytest.approx(0.75, rel=1e-9)
    assert body.bounding_box() == pytest.approx((0, 0, 0.25, 2, 1, 1))


def test_loft_of_two_squares_is_a_frustum():
    square = np.array([[1, 1], [-1, 1], [-1, -1], [1, -1]], dtype=float)
    low = np.column_stack([square * 2, np.zeros(4)])
    high = np.column_stack([square, np.full(4, 3.0)])
    # Areas 16 and 4, height 3.
    assert loft([low, high]).volume() == pytest.approx(3 / 3 * (16 + sqrt(16 * 4) + 4), rel=1e-9)


def test_cylinder_in_any_direction():
    area = 9 / 2 * 0.4**2 * sin(2 * pi / 9)
    for end in ((0, 0, 2), (2, 0, 0), (0, -2, 0), (0, 0, -2)):
        body = cylinder((0, 0, 0), end, 0.4, 9)
        assert body.volume() == pytest.approx(2 * area, rel=1e-9)


def test_block_with_cut_edges():
    # The prismatoid formula for the part above z = .5, with sides 2, 1.5, 1 and 3, 2.5, 2.
    assert block((0, 0, 0), (3, 2, 1)).volume() == pytest.approx(6, rel=1e-9)
    cut = 0.5 / 6 * (3 * 2 + 4 * 2.5 * 1.5 + 2 * 1)
    assert block((1, 1, 1), (3, 2, 1), turn=30, bevel=0.5).volume() == pytest.approx(
        3 + cut, rel=1e-9
    )


def test_regular_polygon_by_its_inner_radius():
    side = regular(1.0, 6, turn=15)
    assert side.area == pytest.approx(6 * tan(pi / 6) * (sqrt(3) / 2) ** 2, rel=1e-12)


def test_capsule_lies_within_the_round_one():
    volume = capsule((0, 0, 0), (0, 0, 2), 0.5).volume()
    exact = pi * 0.25 * 2 + 4 / 3 * pi * 0.125
    assert 0.85 * exact < volume < exact


def test_chunk_stays_above_its_ground():
    rng = np.random.default_rng(5)
    for _ in range(20):
        body = chunk(rng, (1.0, 2.0, 0.5), 0.4)
        low, high = body.bounding_box()[:3], body.bounding_box()[3:]
        assert low[2] == pytest.approx(0.5)
        assert high[2] < 0.5 + 0.4
        assert max(high[0] - low[0], high[1] - low[1]) <= 0.4 * 1.15 + 1e-9


def test_grounded_fills_hollows_and_drops_what_hangs():
    hollow = box((0, 0, 0), (2, 2, 2)) - box((0.5, 0.5, 0.5), (1.5, 1.5, 1.5))
    hanging = box((5, 5, 1), (6, 6, 2))
    assert grounded(union([hollow, hanging])).volume() == pytest.approx(8.0, rel=1e-9)
