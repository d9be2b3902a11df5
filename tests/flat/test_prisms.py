"""Footprints with heights: where a straight line passes over a box is arithmetic."""

import pytest

from geo3d.flat.answer import Answer
from geo3d.flat.prisms import by_prisms, prisms_of
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box


def answer(made):
    plan, one, other = asked(made)
    return by_prisms(prisms_of(plan), one, other)


@pytest.mark.parametrize(
    ("top", "open_"),
    # From 2" at x = 10 to 4" at x = 30: at the wall's near side, x = 15, it is 2.5" high.
    [(2.49, True), (2.51, False)],
)
def test_a_line_passes_over_the_nearer_edge(tmp_path, top, open_):
    made = scene(tmp_path, {"w": box((15, 18), (0, 20), (0, top))}, heights=(2.0, 4.0))
    plan, one, other = asked(made)
    expected = Answer(True, 1.0) if open_ else Answer(False, 0.0)
    assert by_prisms(prisms_of(plan), one, other) == expected
    # Turned round it is the same line.
    assert by_prisms(prisms_of(plan), other, one) == expected


def test_left_and_right_edges_lean_out(tmp_path):
    # Only the left of the three lines, at y = 10.5, passes a wall that ends at 10.3.
    made = scene(tmp_path, {"w": box((15, 18), (0, 10.3), (0, 5))})
    assert answer(made) == Answer(True, pytest.approx(1 / 3))


def test_a_window_is_solid_and_a_tall_corner_makes_all_of_it_tall(tmp_path):
    import trimesh

    lintel = box((19, 21), (0, 20), (3, 5))
    gate = trimesh.util.concatenate([lintel, box((19, 21), (0, 0.5), (0, 3))])
    assert not answer(scene(tmp_path, {"gate": gate})).visible


def test_a_prism_that_a_base_touches_is_left_out(tmp_path):
    made = scene(tmp_path, {"w": box((10.4, 12), (5, 15), (0, 9))})
    assert answer(made).visible
