"""How thick a wall may be for its openings to be openings (13.11, `max_wall_thickness`)."""

import pytest

from geo3d.piece.gaps import find_gaps
from geo3d.shapes import wall, window


@pytest.mark.parametrize("width", [0.5, 1.0, 3.0])
@pytest.mark.parametrize(
    ("thickness", "most", "kinds"),
    [
        (1.9, 2.0, ["opening"]), (2.0, 2.0, ["opening"]),
        (2.3, 2.0, ["mouth", "mouth"]), (2.8, 2.0, ["mouth", "mouth"]),
        (2.8, 3.0, ["opening"]), (0.9, 0.5, ["mouth", "mouth"]),
    ],
)  # fmt: skip
def test_deeper_than_a_wall_may_be_it_is_a_passage_with_two_mouths(width, thickness, most, kinds):
    mesh = wall(8.0, 6.0, thickness, [window(0.0, 1.0, width, 1.0)]).mesh
    assert [gap.kind for gap in find_gaps(mesh, max_wall_thickness=most)] == kinds


@pytest.mark.parametrize("thickness", [2.3, 2.8, 3.5])
@pytest.mark.parametrize("width", [0.5, 1.0, 2.5])
def test_mouths_lie_at_the_ends_of_their_passage(width, thickness):
    """Within the last .25 of it."""
    found = find_gaps(wall(8.0, 6.0, thickness, [window(0.0, 1.0, width, 1.0)]).mesh)
    low, high = sorted(gap.centre[1] for gap in found)
    assert low == pytest.approx(0.125 - thickness / 2, abs=0.13)
    assert high == pytest.approx(thickness / 2 - 0.125, abs=0.13)
