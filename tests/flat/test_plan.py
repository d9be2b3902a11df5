"""The board in plan: what shades, what does not, what stands between."""

import dataclasses

import numpy as np
import shapely

from geo3d.flat.plan import not_held, plan_of, rings, touched
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box

WALLS = {"low": box((14, 15), (5, 15), (0, 1)), "high": box((20, 21), (5, 15), (0, 6))}


def test_footprints_heights_and_shades(tmp_path):
    plan, one, other = asked(scene(tmp_path, WALLS))
    assert plan.names == ("low", "high")
    assert plan.tops.tolist() == [1.0, 6.0]
    assert plan.footprints[0].equals(shapely.box(14, 5, 15, 15))
    # A ruleset without categories: all that stands counts as dense.
    assert plan.categories == ("dense", "dense")
    assert len(plan.shades) == len(plan.walls) == 2
    assert not plan.board.figures
    assert plan.between(one, other) == "dense"


def categories(made, *names):
    features = {
        id: dataclasses.replace(feature, category=name)
        for (id, feature), name in zip(made.features.items(), names, strict=True)
    }
    return dataclasses.replace(made, features=features)


def test_what_is_exposed_does_not_shade_and_the_gravest_stands_between(tmp_path):
    made = scene(tmp_path, WALLS)
    one, other = made.figures["a"], made.figures["b"]
    assert len(plan_of(categories(made, "exposed", "dense")).shades) == 1
    assert plan_of(categories(made, "light", "exposed")).between(one, other) == "light"
    assert plan_of(categories(made, "exposed", "exposed")).between(one, other) == "exposed"
    aside = dataclasses.replace(other, at=(10.0, 18.0, 0.0))
    assert plan_of(made).between(one, aside) == "nothing"


def test_a_marked_area_shades_with_all_of_its_mat(tmp_path):
    made = scene(tmp_path, {"wall": WALLS["high"]}, mat=True)
    plan = plan_of(made)
    assert [round(shade.area, 6) for shade in plan.shades] == [800.0, 10.0]
    assert [round(shade.area, 6) for shade in plan.walls] == [10.0]


def test_a_base_that_touches_a_shade_puts_it_out_of_the_way(tmp_path):
    # The base reaches from x = 9.5 to 10.5.
    plan, one, other = asked(scene(tmp_path, {"w": box((10.5, 12), (5, 15), (0, 3))}))
    assert touched(plan.shades, one).tolist() == [True]
    assert len(not_held(plan.shades, other, one)) == 0
    clear = dataclasses.replace(one, at=(9.99, 10.0, 0.0))
    assert len(not_held(plan.shades, clear, other)) == 1


def test_rings_of_one_polygon_and_of_several():
    both = shapely.union(shapely.box(0, 0, 1, 1), shapely.box(3, 0, 4, 1))
    assert [np.ptp(ring, axis=0).tolist() for ring in rings(both)] == [[1.0, 1.0], [1.0, 1.0]]
    assert rings(shapely.Polygon()) == []
