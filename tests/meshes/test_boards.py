"""The shipped boards: two forces each, nobody in a wall, and the sizes that are promised."""

import warnings
from collections import Counter

import pytest

from geo3d.piece import shipped_names
from geo3d.table import load_board
from meshes.make import HERE

BOARDS = ("crossroads", "outpost", "ruined-quarter")
SHIPPED = {name: HERE / "boards" / f"{name}.toml" for name in BOARDS}


def test_these_are_all():
    assert sorted(path.stem for path in (HERE / "boards").iterdir()) == sorted(BOARDS)


@pytest.mark.parametrize("name", BOARDS)
def test_loads_without_a_warning(name):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        board = load_board(SHIPPED[name])
    # A model in a wall, off the board, in the air or overlapping another would be named here.
    assert board.warnings == ()
    sides = Counter(figure.player for figure in board.figures.values())
    assert set(sides) == {"red", "blue"}
    assert min(sides.values()) >= 8
    assert len(board.features) >= 10
    assert {feature.piece.name for feature in board.features.values()} <= set(shipped_names())
    assert any(figure.at[2] > 1.0 for figure in board.figures.values()), "nobody stands high up"


def test_the_sample_is_twenty_against_twenty_among_sixteen():
    board = load_board(SHIPPED["ruined-quarter"])
    assert Counter(figure.player for figure in board.figures.values()) == {"red": 20, "blue": 20}
    assert len(board.features) == 16
    assert {figure.profile.base.kind for figure in board.figures.values()} >= {
        "round",
        "oval",
        "rect",
    }
