"""`geo3d los` on the board of conftest: what it says and the JSON that others rely on."""

import itertools
import re

import pytest

from geo3d.cli.los import lines
from geo3d.cli.output import point
from geo3d.rules import sight
from geo3d.table import load_board
from geo3d.visibility.fraction import Fraction
from geo3d.visibility.result import Blocker, Geometry, Sight, Witness

RADIUS = 16 / 25.4
"""Of a 32 mm base."""

KEYS = {
    "observer", "target", "distance", "visible", "fully_visible", "visible_fraction", "certainty",
    "witness", "blocked_by", "geometry", "verdict", "settings", "warnings",
}  # fmt: skip


def test_hidden_behind_the_wall(geo3d, board):
    result = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a", "--json")
    answer = result.json()
    assert result.status == 0
    assert set(answer) >= KEYS
    assert answer["visible"] is False
    assert answer["fully_visible"] is False
    assert answer["geometry"] == {"visible": False, "fully_visible": False}
    assert answer["witness"] is None
    assert answer["verdict"] is None
    assert answer["distance"] == pytest.approx(20 - 2 * RADIUS, abs=1e-9)
    assert answer["visible_fraction"]["value"] == 0
    (blocker,) = answer["blocked_by"]
    assert (blocker["id"], blocker["kind"]) == ("wall-1", "terrain")
    assert blocker["share"] == pytest.approx(1.0)


def test_seen_past_the_wall(geo3d, board):
    answer = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-b", "--json").json()
    assert answer["visible"] is True
    assert answer["certainty"] == "certified"
    fraction = answer["visible_fraction"]
    assert fraction["low"] <= fraction["value"] <= fraction["high"] <= fraction["low"] + 0.05
    shares = sum(blocker["share"] for blocker in answer["blocked_by"])
    assert shares + fraction["value"] == pytest.approx(1.0)
    # The witness begins on red's body and ends on blue's.
    for end, (x, y) in (("from", (5, 10)), ("to", (25, 1))):
        px, py, pz = answer["witness"][end]
        assert (px - x) ** 2 + (py - y) ** 2 <= RADIUS**2 + 1e-9
        assert 0 <= pz <= 1.5


def test_an_eye_above_looks_over_the_wall(geo3d, board):
    # From z = 20 at x = 5 down to z = 1.5 at x = 25 the line is at 10.75 over the 5" wall.
    answer = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a", "--eye", "5,10,20",
                   "--json").json()  # fmt: skip
    assert answer["visible"] is True
    assert answer["witness"]["from"] == pytest.approx([5, 10, 20], abs=1e-6)


def test_an_eye_may_have_negative_coordinates(geo3d, board):
    for eye in (["--eye", "-5,10,20"], ["--eye=-5,10,20"]):
        result = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a", *eye, "--json")
        assert result.json()["witness"]["from"] == pytest.approx([-5, 10, 20], abs=1e-6)


def test_text_says_verdict_and_what_is_in_the_way(geo3d, board):
    result = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a")
    assert result.status == 0
    lines = result.out.splitlines()
    assert lines[0] == "NOT VISIBLE: red-1-a cannot see blue-1-a"
    assert lines[1] == '18.7" apart, base to base'
    assert "  100%  wall-1 (terrain)" in lines


def test_text_gives_the_eye(geo3d, board):
    result = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a", "--eye", "5,10,20")
    assert "eye at 5,10,20" in result.out
    assert result.out.splitlines()[0].split(":")[0].endswith("VISIBLE")
    assert "open line 5,10,20" in result.out


def test_both_directions_agree(geo3d, board):
    for target in ("blue-1-a", "blue-1-b"):
        there = geo3d("los", board, "--from", "red-1-a", "--to", target, "--json").json()
        back = geo3d("los", board, "--from", target, "--to", "red-1-a", "--json").json()
        assert there["visible"] == back["visible"]
        assert there["distance"] == back["distance"]


def test_json_keeps_infinite_settings_out(geo3d, board, tmp_path):
    for file in board.parent.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "board.toml"
    path.write_text(path.read_text() + "[settings]\nmax_gap_width = inf\n", encoding="utf-8")
    answer = geo3d("los", path, "--from", "red-1-a", "--to", "blue-1-a", "--json").json()
    assert answer["settings"]["max_gap_width"] is None
    assert answer["settings"]["solid_height"] == 3.0


@pytest.mark.parametrize(("value", "seen"), [(0.9991, "over 99%"), (0.0, "under 1%")])
def test_text_of_a_sliver(value, seen):
    """What is seen only nearly whole, or hardly at all, is not rounded to all and nothing."""
    blocker = Blocker("wall-1", "terrain", 1 - value)
    answer = Sight(
        "red", "blue", 10.0, True, False, Fraction(value, value, value), "certified",
        Witness((0, 0, 1), (10, 0, 1)), (blocker,), Geometry(True, False), None, {}, (), None,
    )  # fmt: skip
    text = "\n".join(lines(answer))
    assert f"\n{seen} of it is seen" in text
    assert "  under 1%  wall-1" in text or "  100%  wall-1" in text


def test_the_open_line_as_printed_is_open(geo3d, root):
    """Witnesses of a board of ruins, copied from the text to `geo3d ray` without the two units."""
    path = root / "meshes" / "boards" / "ruined-quarter.toml"
    made = load_board(path)
    figures = list(made.figures.values())
    pairs = [(a, b) for a, b in itertools.product(figures, figures) if a.player < b.player]
    answers = ((one, other, sight(made, one.id, other.id)) for one, other in pairs)
    seen = list(itertools.islice((each for each in answers if each[2].visible), 3))
    assert len(seen) == 3
    for one, other, answer in seen:
        ends = re.search(r"^open line (\S+)\n +to (\S+)$", "\n".join(lines(answer)), re.MULTILINE)
        line = ["--from", ends[1], "--to", ends[2]]
        left_out = ["--ignore", one.unit, "--ignore", other.unit]
        assert geo3d("ray", path, *line, *left_out).out.startswith("CLEAR"), (one.id, other.id)
        witness = answer.witness
        assert (point(ends[1], ""), point(ends[2], "")) == (witness.start, witness.end)


@pytest.mark.parametrize(
    ("eye", "said"),
    [
        ("5,10,-2.5", 'the eye is 2.50" below the ground'),
        ("15,10,2", "the eye is inside wall-1"),
        ("15,10,5.01", None),
        ("5,10,0.01", None),
        # In its own body, or in another's, an eye may be.
        ("5,10,1", None),
    ],
)
def test_an_eye_where_none_can_be(geo3d, board, eye, said):
    result = geo3d("los", board, "--from", "red-1-a", "--to", "blue-1-a", "--eye", eye, "--json")
    assert result.status == 0
    warned = [note for note in result.json()["warnings"] if "the eye" in note]
    assert len(warned) == (said is not None)
    assert said is None or warned[0].startswith(said)
