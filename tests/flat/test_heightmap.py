"""The height map: heights of its cells, and lines over them."""

import numpy as np
import pytest
import trimesh

from geo3d.flat.heightmap import CELL, HeightMap, by_height_map, height_map, over
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box


def answer(made):
    plan, one, other = asked(made)
    return by_height_map(height_map(plan), one, other).visible


def test_heights_of_cells(tmp_path):
    plan, _, _ = asked(scene(tmp_path, {"block": box((10, 12), (4, 5), (0, 3))}))
    made = height_map(plan)
    assert made.heights.shape == (160, 80)
    # Two by one inches of cells of a quarter inch.
    assert (made.heights == 3.0).sum() == 32
    assert (made.heights == 0.0).sum() == 160 * 80 - 32
    assert made.at(np.array([[11.0, 4.5], [9.9, 4.5], [-5.0, 50.0]])).tolist() == [3.0, 0.0, 0.0]


def test_a_wall_as_thin_as_cardboard_is_not_missed(tmp_path):
    plan, _, _ = asked(scene(tmp_path, {"card": box((10.0, 10.07), (0, 20), (0, 3))}))
    assert (height_map(plan).heights == 3.0).any(axis=0).all()


@pytest.mark.parametrize(
    ("top", "open_"),
    # From 2" at x = 10 to 4" at x = 30; over the wall, x 15 to 18, it rises from 2.5" to 2.8".
    [(2.4, True), (2.6, False)],
)
def test_one_line_from_top_to_top(tmp_path, top, open_):
    made = scene(tmp_path, {"w": box((15, 18), (0, 20), (0, top))}, heights=(2.0, 4.0))
    assert answer(made) is open_


def test_the_space_under_a_bridge_is_solid(tmp_path):
    legs = [box((15, 18), y, (0, 3)) for y in ((0, 1), (19, 20))]
    bridge = trimesh.util.concatenate([box((15, 18), (0, 20), (3, 4)), *legs])
    assert not answer(scene(tmp_path, {"bridge": bridge}))


def test_who_is_under_a_roof_is_put_on_top_of_it(tmp_path):
    """A model in a closed box sees out of it, for the map lifts it to the roof."""
    walls = [box((8, 12), y, (0, 4)) for y in ((8, 8.1), (11.9, 12))]
    walls += [box(x, (8, 12), (0, 4)) for x in ((8, 8.1), (11.9, 12))]
    bunker = trimesh.util.concatenate([*walls, box((8, 12), (8, 12), (4, 4.1))])
    assert answer(scene(tmp_path, {"bunker": bunker}))


def test_the_cells_of_the_ends_do_not_stop():
    heights = np.zeros((40, 4))
    heights[4] = heights[36] = 9.0
    made = HeightMap(CELL, heights)
    start, end = np.array([1.1, 0.5, 2.0]), np.array([9.1, 0.5, 2.0])
    assert not over(made, start, end)
    heights[20] = 2.0
    assert over(made, start, end)
    heights[20] = 1.99
    assert not over(made, start, end)
