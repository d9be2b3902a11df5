"""Slits between Solid features that stand close together (13.11, adjacent_gap_width)."""

import numpy as np
import pytest

from geo3d.shapes import wall
from geo3d.table.seals import seals
from tests.visibility.scenes import board, box, model

LOOKERS = [model("a", "red", (50.0, 40.0)), model("b", "blue", (50.0, 60.0))]


def two_walls(folder, apart, settings="", heights=(5.0, 4.0), ruleset="wh40k-11e"):
    """Two walls .25 thick end to end along x, `apart` between them about x = 50."""
    half = apart / 2
    return board(
        folder,
        LOOKERS,
        {
            "one": box((44.0, 50 - half), (49.875, 50.125), (0.0, heights[0])),
            "two": box((50 + half, 56.0), (49.875, 50.125), (0.0, heights[1])),
        },
        settings=settings,
        ruleset=ruleset,
    )


def test_a_slit_is_filled_from_face_to_face_up_to_solid_height(tmp_path):
    (seal,) = seals(two_walls(tmp_path, 0.3))
    assert seal.id == "one+two/gap-1" and seal.features == ("one", "two")
    mesh = seal.mesh.copy().apply_transform(seal.transform)
    assert mesh.is_watertight
    low, high = mesh.bounds
    assert low[2] == pytest.approx(0.0, abs=1e-9) and high[2] == pytest.approx(3.0)
    # It reaches from wall to wall and a little into both, and is as deep as they are.
    assert 49.8 < low[0] < 49.85 and 50.15 < high[0] < 50.2
    assert low[1] == pytest.approx(49.875, abs=1e-3) and high[1] == pytest.approx(50.125, abs=1e-3)


def test_it_ends_at_the_top_of_the_lower_piece(tmp_path):
    (seal,) = seals(two_walls(tmp_path, 0.3, heights=(5.0, 2.0)))
    assert seal.mesh.bounds[1, 2] == pytest.approx(2.0)


@pytest.mark.parametrize(
    ("apart", "settings", "ruleset", "number"),
    [(0.3, "", "wh40k-11e", 1), (0.49, "", "wh40k-11e", 1), (0.51, "", "wh40k-11e", 0),
     (0.8, "", "wh40k-11e", 0), (0.8, "adjacent_gap_width = 1.0", "wh40k-11e", 1),
     (0.3, "adjacent_gap_width = 0.0", "wh40k-11e", 0), (0.3, "", "none", 0)],
)  # fmt: skip
def test_only_closer_than_the_setting(tmp_path, apart, settings, ruleset, number):
    assert len(seals(two_walls(tmp_path, apart, settings, ruleset=ruleset))) == number


def test_walls_at_a_right_angle_and_bounds_that_only_overlap(tmp_path):
    """The one ends .2 from the other's face: closed. Far corners of slanting walls: nothing."""
    tee = board(
        tmp_path,
        LOOKERS,
        {
            "one": box((44.0, 56.0), (49.875, 50.125), (0.0, 5.0)),
            "two": box((49.9, 50.1), (50.325, 55.0), (0.0, 5.0)),
        },
        ruleset="wh40k-11e",
    )
    (seal,) = seals(tee)
    placed = seal.mesh.copy().apply_transform(seal.transform)
    assert placed.contains([[50.0, 50.2, 1.0]])[0]
    mesh = wall(8.0, 5.0, 0.25).mesh
    angled = board(
        tmp_path,
        LOOKERS,
        {"one": mesh, "two": mesh.copy()},
        ruleset="wh40k-11e",
        places={"one": ((50.0, 50.0), 45.0), "two": ((53.0, 49.0), 45.0)},
    )
    assert seals(angled) == ()


def test_a_slit_turns_with_its_features(tmp_path):
    mesh = wall(6.0, 5.0, 0.25).mesh
    turn = np.radians(33.0)
    way = np.array([np.cos(turn), np.sin(turn)])
    places = {
        "one": (tuple(np.array([50.0, 50.0]) - 3.15 * way), 33.0),
        "two": (tuple(np.array([50.0, 50.0]) + 3.15 * way), 33.0),
    }
    (seal,) = seals(
        board(tmp_path, LOOKERS, {"one": mesh, "two": mesh.copy()}, ruleset="wh40k-11e",
              places=places)
    )  # fmt: skip
    placed = seal.mesh.copy().apply_transform(seal.transform)
    # .3 by .25 by 3, and .02 of overlap into both.
    assert placed.volume == pytest.approx(0.34 * 0.25 * 3.0, rel=0.02)
    assert placed.contains([[50.0, 50.0, 1.5]])[0]
