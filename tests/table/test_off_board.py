"""What does not lie on the board: models that stick out, and things of which nothing is on it."""

import pytest

import geo3d
from tests.visibility.scenes import board, box, model

BOARD = """
format = "geo3d-board/1"
ruleset = "none"
[battlefield]
size = [60, 44]
[[objectives]]
id = "o"
at = [{x}, {y}]
[[zones]]
id = "z"
player = "red"
boundary = [[{x}, {y}], [{x2}, {y}], [{x2}, {y2}]]
[[areas]]
id = "a"
boundary = [[{x}, {y}], [{x2}, {y}], [{x2}, {y2}]]
"""


@pytest.mark.parametrize(
    ("x", "y", "of_objective", "of_the_rest"),
    [
        (30, 22, None, None), (0, 0, None, None), (60, 44, None, None),
        (60.5, 22, "0.50", "0.50"), (30, 47, "3.00", "3.00"),
        # The objective is off, of area and zone, which reach 2 farther, a part is on the table.
        (-1, 22, "1.00", None), (30, -1.5, "1.50", None),
        (-4, 22, "4.00", "2.00"), (30, -2.25, "2.25", "0.25"), (70, 60, "16.00", "16.00"),
    ],
)  # fmt: skip
def test_objectives_zones_areas(tmp_path, x, y, of_objective, of_the_rest):
    path = tmp_path / "board.toml"
    path.write_text(BOARD.format(x=x, y=y, x2=x + 2, y2=y + 2), encoding="utf-8")
    told = [
        f'{what} lies off the board, {far}" from its edge'
        for what, far in [("area a", of_the_rest), ("zone z", of_the_rest),
                          ("objective o", of_objective)]
        if far is not None
    ]  # fmt: skip
    assert list(geo3d.load_board(path).warnings) == told


def test_pieces(tmp_path):
    """A piece that hangs over the edge is no fault; one that is nowhere on the table is told, with
    its turn: a beam from (1, 0) to (9, 0), turned by 90 degrees at (-5, 20), lies at x = -5."""
    beam = box((1, 9), (-0.5, 0.5), (0, 1))
    made = board(
        tmp_path, [], {"over": beam, "off": beam},
        places={"over": ((95.0, 50.0, 0.0), 0.0), "off": ((-5.0, 20.0, 0.0), 90.0)},
    )  # fmt: skip
    assert [note for note in made.warnings if "off the board" in note] == [
        'feature off lies off the board, 4.50" from its edge'
    ]


def test_models(tmp_path):
    """A base of radius .63 whose centre is .2 from the edge sticks out by .43."""
    radius = 16 / 25.4
    made = board(
        tmp_path,
        [
            model("out", "red", (0.2, 20)), model("edge", "red", (radius, 30)),
            model("corner", "red", (99.9, 99.8)),
        ],
    )  # fmt: skip
    assert [note for note in made.warnings if "off the board" in note] == [
        'model out stands off the board by 0.43"', 'model corner stands off the board by 0.53"',
    ]  # fmt: skip
