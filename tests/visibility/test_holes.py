"""What is seen through a hole: each part of the target from few points of the observer."""

import json

import numpy as np
import pytest
import trimesh

import geo3d


def board(folder, hole, at, bases):
    """A wall across a table, 18" wide and 4" high, with a hole (y, z, width, height)."""
    y, z, width, height = hole
    wall = trimesh.creation.box(bounds=[(-0.15, -9, 0), (0.15, 9, 4)])
    cut = trimesh.creation.box(bounds=[(-2, y - width / 2, z), (2, y + width / 2, z + height)])
    wall.difference(cut).export(folder / "wall.stl")
    made = {
        "format": "geo3d-board/1", "ruleset": "none", "battlefield": {"size": [40, 20]},
        "pieces": {"wall": {"mesh": "wall.stl", "units": "inch", "gaps": "none"}},
        "features": [{"id": "wall", "piece": "wall", "at": [at, 10.0]}],
        "profiles": {
            side: {"base": {"round": base}, "height": 1.5}
            for side, base in zip("ab", bases, strict=True)
        },
        "units": [
            {"id": side.upper(), "player": f"player {side}", "profile": side,
             "models": [{"id": side, "at": [x, 10.0]}]}
            for side, x in (("a", 4.0), ("b", 35.0))
        ],
    }  # fmt: skip
    path = folder / "board.json"
    path.write_text(json.dumps(made), encoding="utf-8")
    return geo3d.load_board(path)


@pytest.mark.parametrize(
    ("hole", "at", "bases"),
    [
        ((0.0, 0.7, 0.15, 0.1), 10.0, (100, 100)),
        ((0.0, 0.5, 0.15, 0.5), 7.0, (100, 100)),
        ((1.5, 0.5, 0.15, 0.5), 6.3, (100, 100)),
        ((0.0, 0.6, 0.4, 0.1), 10.0, (100, 32)),
    ],
)
def test_all_of_the_target_is_seen_through_a_small_hole(tmp_path, hole, at, bases):
    """By the hole's place on the way, lines from any point of the target through its middle end
    within the observer: the hole lies so near to it that the target is drawn small there."""
    y, z, _, height = hole
    near, far = at - 4.0, 35.0 - at
    radius, own = (base / 50.8 for base in bases[::-1])
    # How far from the hole's middle such a line ends, across and in height.
    share = near / (far - radius)
    assert abs(y) + (radius + abs(y)) * share < own
    middle = z + height / 2
    assert middle - (1.5 - middle) * share > 0.06
    assert middle + middle * share < 1.5
    answer = geo3d.sight(board(tmp_path, hole, at, bases), "a", "b")
    assert answer.visible
    assert answer.visible_fraction.value == pytest.approx(1.0, abs=0.02)
    assert answer.visible_fraction.high == 1.0


def test_what_no_line_through_the_hole_reaches_stays_hidden(tmp_path):
    """The hole, .1" to either side, is 28" from the observer's middle, the target at most 3" behind
    it: a line from .63" aside through the hole's other rim comes (.1 + .63) x 3 / 28 further."""
    answer = geo3d.sight(board(tmp_path, (0.0, 0.2, 0.2, 1.2), 32.0, (32, 100)), "a", "b")
    assert answer.visible
    assert not answer.fully_visible
    samples = answer.samples
    seen = samples.target_points[samples.reached]
    assert np.abs(seen[:, 1] - 10.0).max() <= 0.1 + (0.1 + 0.63) * 3 / 28
    # .18 of 1.97 to either side.
    assert answer.visible_fraction.high < 0.15
