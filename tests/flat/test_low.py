"""Both under 3": the footprint blocks."""

import pytest

from geo3d.flat.answer import Answer
from geo3d.flat.low import both_low
from tests.flat.scenes import asked, scene
from tests.visibility.scenes import box


@pytest.mark.parametrize(
    ("heights", "visible"),
    [((2.99, 2.99), False), ((3.0, 1.0), True), ((1.0, 3.0), True), ((4.0, 4.0), True)],
)
def test_who_is_three_inches_tall_looks_over_all(tmp_path, heights, visible):
    """However high the wall is, and however low: 9" here."""
    made = scene(tmp_path, {"w": box((19, 21), (0, 20), (0, 9))}, heights=heights)
    assert both_low(*asked(made)).visible is visible


def test_a_kerb_hides_two_low_models(tmp_path):
    made = scene(tmp_path, {"kerb": box((19, 21), (0, 20), (0, 0.2))})
    assert both_low(*asked(made)) == Answer(False, 0.0)


def test_the_top_counts_above_the_table(tmp_path):
    made = scene(tmp_path, {"w": box((19, 21), (0, 20), (0, 9))}, one=(10, 10, 1.5))
    assert both_low(*asked(made)).visible
