"""The board file of the benchmark is the same scene."""

import numpy as np

from benchmarks.speed.board import Fresh, write_board
from benchmarks.speed.scene import figures, matrix, scene
from geo3d.visibility import board_scene


def test_board_is_the_scene(tmp_path):
    boards = Fresh(write_board(scene("small"), tmp_path))
    board = boards.board
    assert not board.warnings
    for number in range(16):
        assert np.abs(board.features[f"ruin-{number}"].transform - matrix(number)).max() < 1e-9
    for player, side in zip(("red", "blue"), figures(), strict=True):
        for number, at in enumerate(side):
            assert np.abs(board.figure(f"{player}-{number}").transform[:2, 3] - at).max() < 1e-9


def test_renewed_board_knows_no_pair(tmp_path):
    boards = Fresh(write_board(scene("small"), tmp_path))
    first = board_scene(boards.board)
    first.found["known"] = None
    boards.renew()
    assert board_scene(boards.board) is not first
    assert not board_scene(boards.board).found
