"""Material between two models stops every line, also where they touch it or stand in it.

A line's contact at its own ends does not block a bare ray. Two models flush against the two faces
of a wall are still parted by it: no sight line may slip through by beginning and ending there.
"""

import numpy as np
import pytest

import geo3d
from tests.visibility.scenes import board, box, model, sheet

SQUARE = "{ rect = [25.4, 25.4] }"


def hidden(made, a="a", b="b", **kwargs):
    """Neither sees the other, and nothing claims that it does."""
    for one, other in ((a, b), (b, a)):
        answer = geo3d.sight(made, one, other, **kwargs)
        assert not answer.visible, (one, other, answer.witness)
        assert answer.visible_fraction.value == 0.0
    return [blocker.id for blocker in answer.blocked_by]


@pytest.mark.parametrize("thick", [1.0, 0.1, 0.01, 1e-4])
@pytest.mark.parametrize("off", [0.0, 1e-9])
@pytest.mark.parametrize("aside", [0.0, 3.0])
def test_flush_against_both_faces_of_a_wall(tmp_path, thick, off, aside):
    """Square bases 1" wide whose sides lie in the wall's faces, opposite or 3" along."""
    wall = {"wall": box((20, 80), (50, 50 + thick), (0, 9))}
    made = board(
        tmp_path,
        [
            model("a", "red", (50, 49.5 - off), base=SQUARE),
            model("b", "blue", (50 + aside, 50.5 + thick + off), base=SQUARE),
        ],
        wall,
    )
    assert hidden(made) == ["wall"]


@pytest.mark.parametrize("turn", [30.0, 45.0])
def test_flush_and_turned(tmp_path, turn):
    angle = np.radians(turn)
    across = np.array([-np.sin(angle), np.cos(angle)])
    middle = np.array([50.0, 50.0])
    made = board(
        tmp_path,
        [
            model("a", "red", tuple(middle - 0.75 * across), base=SQUARE, turn=turn),
            model("b", "blue", tuple(middle + 0.75 * across), base=SQUARE, turn=turn),
        ],
        {"wall": box((-30, 30), (-0.25, 0.25), (0, 9))},
        places={"wall": ((50.0, 50.0, 0.0), turn)},
    )
    assert hidden(made) == ["wall"]


def test_round_bases_flush(tmp_path):
    """Each touches its face in one line only; the tangent is no way through."""
    radius = 16 / 25.4
    made = board(
        tmp_path,
        [model("a", "red", (50, 50 - radius)), model("b", "blue", (50, 51 + radius))],
        {"wall": box((20, 80), (50, 51), (0, 9))},
    )
    assert hidden(made) == ["wall"]


def test_flush_against_a_sheet(tmp_path):
    """A sheet without thickness, touched from both sides."""
    made = board(
        tmp_path,
        [model("a", "red", (50, 49.5), base=SQUARE), model("b", "blue", (50, 50.5), base=SQUARE)],
        {"sheet": sheet((20, 50, 0), (80, 50, 0), (80, 50, 9), (20, 50, 9))},
    )
    assert hidden(made) == ["sheet"]


@pytest.mark.parametrize("base", [SQUARE, "{ round = 25.4 }"])
def test_base_to_base_past_a_model_between(tmp_path, base):
    """Three in a row, each touching the next; the middle one is taller and wider."""
    wide = "{ rect = [25.4, 508] }"
    made = board(
        tmp_path,
        [
            model("a", "red", (49, 50), base=base),
            model("m", "green", (50, 50), base=wide, height=9),
            model("b", "blue", (51, 50), base=base),
        ],
    )
    assert hidden(made) == ["m"]


@pytest.mark.parametrize("deep", [0.1, 0.4])
def test_both_reach_into_a_wall(tmp_path, deep):
    """Each stands partly in the wall: a line from within it to within it is in material."""
    made = board(
        tmp_path,
        [
            model("a", "red", (50, 49.5 + deep), base=SQUARE),
            model("b", "blue", (50, 51.5 - deep), base=SQUARE),
        ],
        {"wall": box((20, 80), (50, 51), (0, 9))},
    )
    assert hidden(made) == ["wall"]


def test_both_inside_a_block(tmp_path):
    made = board(
        tmp_path,
        [model("a", "red", (48, 50), base=SQUARE), model("b", "blue", (52, 50), base=SQUARE)],
        {"block": box((40, 60), (40, 60), (0, 9))},
    )
    assert hidden(made) == ["block"]


def test_an_eye_in_material_sees_nothing(tmp_path):
    """The eye in the middle of a wall, and on its face with the target flush behind it."""
    made = board(
        tmp_path,
        [model("a", "red", (50, 30), base=SQUARE), model("b", "blue", (50, 51.5), base=SQUARE)],
        {"wall": box((20, 80), (50, 51), (0, 9))},
    )
    for eye in ((50, 50.5, 1), (50, 50, 1)):
        answer = geo3d.sight(made, "a", "b", eye=eye)
        assert not answer.visible
        assert [blocker.id for blocker in answer.blocked_by] == ["wall"]


def test_a_room_is_not_material(tmp_path):
    """Inside a hollow box, flush against its inner faces, two models see each other."""
    room = box((39, 61), (39, 61), (0, 9)).difference(box((40, 60), (40, 60), (-1, 8)))
    made = board(
        tmp_path,
        [model("a", "red", (40.5, 50), base=SQUARE), model("b", "blue", (59.5, 50), base=SQUARE)],
        {"room": room},
    )
    for one, other in (("a", "b"), ("b", "a")):
        answer = geo3d.sight(made, one, other)
        assert answer.fully_visible
        assert answer.certainty == "certified"


def test_side_by_side_along_one_face(tmp_path):
    """Both flush against the same face of a wall: it is beside them, not between."""
    made = board(
        tmp_path,
        [model("a", "red", (45, 49.5), base=SQUARE), model("b", "blue", (55, 49.5), base=SQUARE)],
        {"wall": box((20, 80), (50, 51), (0, 9))},
    )
    assert geo3d.sight(made, "a", "b").fully_visible


@pytest.mark.parametrize("eye", [(1e7, 0, 1), (0, -1e300, 1)])
def test_an_eye_beyond_all_boards_is_refused(tmp_path, eye):
    made = board(tmp_path, [model("a", "red", (45, 50)), model("b", "blue", (55, 50))])
    with pytest.raises(geo3d.UsageError, match="eye"):
        geo3d.sight(made, "a", "b", eye=eye)
