"""What the verbs share: JSON without NaN, points, notes."""

import json
import re

import pytest

from geo3d.cli.output import exact, note, percent, point, print_json, say, spot
from geo3d.errors import UsageError


def test_what_json_cannot_hold_is_null(capsys):
    print_json({"a": float("nan"), "b": [float("inf"), 1.5], "c": ({"d": -float("inf")},)})
    assert json.loads(capsys.readouterr().out) == {"a": None, "b": [None, 1.5], "c": [{"d": None}]}


def test_json_is_plain_ascii(capsys):
    print_json({"id": "Панцер 😀 \udce9"})
    out = capsys.readouterr().out
    assert out.isascii()
    assert json.loads(out)["id"] == "Панцер 😀 \udce9"


def test_points():
    assert point("1,-2.5,3e1", "--eye") == (1.0, -2.5, 30.0)
    assert point(" 1, 2 ,3", "--eye") == (1.0, 2.0, 3.0)
    with pytest.raises(UsageError, match=r"--eye '1,2': three numbers"):
        point("1,2", "--eye")


def test_spot():
    assert spot((1.0, -2.345, 10)) == "(1.00, -2.35, 10.00)" or spot((1, -2.344, 10)) == (
        "(1.00, -2.34, 10.00)"
    )


@pytest.mark.parametrize("values", [(0.1 + 0.2, -1e-300, 1e6), (1 / 3, 2.0, -0.0)])
def test_exact_points_are_read_back_bit_for_bit(values):
    assert point(exact(values), "--from") == values
    assert exact((5.0, -10.0, 0.25)) == "5,-10,0.25"


def test_notes_go_to_standard_error(capsys):
    note(["first", "second"])
    out, err = capsys.readouterr()
    assert out == ""
    assert err == "note: first\nnote: second\n"


@pytest.mark.parametrize(
    ("share", "text"),
    [(0.0, "0%"), (0.004, "under 1%"), (0.41, "41%"), (0.996, "over 99%"), (1.0, "100%")],
)
def test_percent(share: float, text: str) -> None:
    assert percent(share) == text


EVIL = "a\x1b[2J\r\n\x07\x7f\x9b\u202e"
SHOWN = r"a\x1b[2J\r\n\x07\x7f\x9b\u202e"


def test_nothing_steers_the_terminal(capsys):
    say(EVIL, "é 😀")
    note([EVIL])
    print_json({"id": EVIL})
    out, err = capsys.readouterr()
    assert out.splitlines()[:2] == [SHOWN, "é 😀"]
    assert err == f"note: {SHOWN}\n"
    assert json.loads(out.split("😀\n")[1])["id"] == EVIL
    assert not re.search(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]", out + err)


def test_every_verb_prints_through_here(root):
    """A bare print of an id would reach the terminal raw."""
    verbs = [*(root / "geo3d" / "cli").glob("*.py"), root / "viewer" / "geo3d_viewer" / "verb.py"]
    for path in verbs:
        if path.name not in ("output.py", "app.py"):
            assert not re.search(r"(?<!\.)\bprint\(", path.read_text(encoding="utf-8")), path.name
