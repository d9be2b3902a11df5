"""Rates and their intervals, against closed forms and published figures."""

from dataclasses import replace

import pytest

from geo3d.flat.accuracy import Row
from geo3d.flat.rates import groups, rate, score, worst, wrong


def row(number=0, truth=True, says=True, fraction=0.5, share=0.5, distance=10.0, board="b"):
    return Row(
        board=board, number=number, observer="o", target="t", observer_at=(0.0, 0.0, 0.0),
        target_at=(1.0, 0.0, 0.0), observer_turn=0.0, target_turn=0.0, floors=0,
        distance=distance, between="nothing", truth=truth, fraction=fraction, line=None,
        known_by="lines" if truth else "none", fault=False, geo3d=truth, certainty="certified",
        geo3d_fraction=fraction, geo3d_low=0.0, geo3d_high=1.0, seen={"centre": says},
        fractions={"centre": share},
    )  # fmt: skip


@pytest.mark.parametrize("number", [1, 20, 20_000])
def test_none_of_many(number):
    """The upper end is where none in n has a chance of 2.5%: (1 - p)^n = .025."""
    found = rate(0, number)
    assert (found.share, found.low) == (0.0, 0.0)
    assert found.high == pytest.approx(1 - 0.025 ** (1 / number), rel=1e-9)
    full = rate(number, number)
    assert (full.low, full.high) == (pytest.approx(0.025 ** (1 / number)), 1.0)


def test_one_in_two():
    """One of two: both ends from 1 - (1 - p)^2 = .025 and its mirror image."""
    found = rate(1, 2)
    low = 1 - 0.975**0.5
    assert (found.low, found.high) == (pytest.approx(low), pytest.approx(1 - low))


def test_none_at_all():
    found = rate(0, 0)
    assert found.share != found.share and (found.low, found.high) == (0.0, 1.0)


def test_a_score_counts_both_ways_apart():
    rows = [
        row(0, True, True, 0.5, 0.7), row(1, True, False, 0.8, 0.0), row(2, True, True, 1.0, 1.0),
        row(3, False, True, 0.0, 0.4), row(4, False, False, 0.0, 0.0),
    ]  # fmt: skip
    found = score(rows, "centre")
    assert (found.false_hidden.count, found.false_hidden.of) == (1, 3)
    assert (found.false_visible.count, found.false_visible.of) == (1, 2)
    assert (found.wrong.count, found.wrong.of) == (2, 5)
    assert found.fraction_error == pytest.approx((0.2 + 0.8 + 0.4) / 5)
    assert found.fraction_bias == pytest.approx((0.2 - 0.8 + 0.4) / 5)
    assert score(rows, "geo3d").wrong.count == 0
    assert found.to_dict()["false_hidden"]["count"] == 1


def test_groups_are_sorted_and_hold_all():
    rows = [row(n, distance=d) for n, d in enumerate((40.0, 3.0, 13.0, 5.0))]
    parted = groups(rows, lambda r: r.band)
    assert {name: len(some) for name, some in parted.items()} == {
        '0 to 12"': 2, '12 to 24"': 1, '36" and more': 1
    }  # fmt: skip
    assert wrong(parted['0 to 12"'], "centre").of == 2


def test_the_worst_are_those_of_which_most_is_seen_or_that_are_nearest():
    rows = [
        row(0, True, False, 0.2), row(1, True, False, 0.9), row(2, True, True),
        row(3, False, True, 0.0, distance=9.0), row(4, False, True, 0.0, distance=4.0),
    ]  # fmt: skip
    assert [r.number for r in worst(rows, "centre", False, 5)] == [1, 0]
    assert [r.number for r in worst(rows, "centre", True, 5)] == [4, 3]
    assert [r.number for r in worst(rows, "centre", True, 1)] == [4]
    assert worst([replace(r, geo3d=r.truth) for r in rows], "geo3d", True, 5) == []
