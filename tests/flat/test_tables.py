"""CSV and Markdown: every pair, every digit; rates with counts and intervals."""

import csv
import io
from dataclasses import replace

import pytest

from geo3d.flat.methods import METHODS
from geo3d.flat.rates import rate
from geo3d.flat.tables import WINDOWS, as_csv, as_markdown, percent, shown, variant
from tests.flat.test_rates import row


def full(number, **what):
    made = row(number, **what)
    says = made.seen["centre"]
    return replace(made, seen=dict.fromkeys(METHODS, says), fractions=dict.fromkeys(METHODS, 1 / 3))


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0.0%"),
        (1.0, "100.0%"),
        (0.1234, "12.3%"),
        (0.00042, "0.042%"),
        (float("nan"), "none"),
    ],
)
def test_percent(share, text):
    assert percent(share) == text


def test_a_rate_is_shown_with_its_count():
    # (1 - p)^2 = .025 at p = .842.
    assert shown(rate(0, 2)) == "0.0% (0 of 2) [0.0%, 84.2%]"
    assert shown(rate(0, 0)) == "none"


def test_csv_holds_every_digit():
    rows = [full(7, distance=1 / 3), full(8, truth=False, says=True)]
    first, second = csv.DictReader(io.StringIO(as_csv(rows)))
    assert float(first["distance"]) == 1 / 3
    assert (first["number"], first["truth"], second["truth"], second["nine"]) == (
        "7",
        "1",
        "0",
        "1",
    )
    assert float(first["low_fraction"]) == 1 / 3
    assert set(METHODS) < set(first)


def test_markdown_names_all_methods_and_their_rates():
    rows = [full(0), full(1, says=False), full(2, truth=False, says=False, board="b" + WINDOWS)]
    text = as_markdown(rows, 5, 65536)
    assert text.startswith("3 pairs on 2 boards, seed 5, 65536 lines a pair; 2 see each other")
    for method in METHODS.values():
        assert f"| {method.title} | 50.0% (1 of 2)" in text
        assert method.used_by in text
    assert "| geo3d, its own default | 0.0% (0 of 2)" in text
    assert "Wrong by windows" in text
    assert "Wrong by windows" not in as_markdown(rows[:2], 5, 64)
    for line in text.splitlines():
        if line.startswith("| "):
            assert line.endswith(" |")


def test_windows_are_known_by_the_name():
    assert variant(row(board="x" + WINDOWS)) == "with windows"
    assert variant(row(board="x")) == "without"
