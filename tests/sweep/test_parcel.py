"""Boards packed and unpacked, and told apart."""

import numpy as np

import geo3d
from geo3d.sweep.parcel import digest, pack, unpack
from tests.sweep.boards import WALL, board

UNITS = """
[profiles.trooper]
base = { round = 32 }
height = 1.6
[[units]]
id = "red-1"
player = "red"
profile = "trooper"
models = [{ id = "red-1-a", at = [1.5, 2] }]
[[units]]
id = "blue-1"
player = "blue"
profile = "trooper"
models = [{ id = "blue-1-a", at = [10.5, 5] }]
"""


def test_what_comes_out_answers_as_what_went_in():
    before = board(WALL, areas=UNITS)
    after = unpack(pack(before))
    answer = geo3d.sight(after, "red-1-a", "blue-1-a").to_dict()
    assert answer == geo3d.sight(before, "red-1-a", "blue-1-a").to_dict()
    assert answer["blocked_by"][0]["id"] == "box-0"
    # Models do not count.
    assert digest(after) == digest(before) == digest(board(WALL))


def test_relief_comes_along(tmp_path, root):
    text = 'format = "geo3d-board/1"\nruleset = "none"\n[battlefield]\nsize = [10, 10]\n'
    hill = root / "meshes" / "pieces" / "hill.glb"
    path = tmp_path / "hill.toml"
    path.write_text(f'{text}ground = {{ mesh = "{hill.as_posix()}", at = [5, 5] }}\n')
    before = geo3d.load_board(path)
    after = unpack(pack(before))
    points = np.array([[5.0, 5.0], [0.0, 0.0], [4.2, 5.5]])
    assert (after.ground.heights_at(points) == before.ground.heights_at(points)).all()
    assert before.ground.heights_at(points)[0] > 0.0


def test_boards_that_differ_in_anything_that_counts_are_told_apart():
    low = WALL[0]
    area = '[[areas]]\nid = "A"\nboundary = [[5, 0], [7, 0], [7, 8], [5, 8]]\n'
    boards = [
        board(WALL), board(), board((low, (6.25, 4.75, 3.001))), board(WALL, areas=area),
        board(WALL, ruleset="none"),
    ]  # fmt: skip
    assert len({digest(each) for each in boards}) == len(boards)
    assert digest(board(WALL, name="other")) == digest(boards[0])
