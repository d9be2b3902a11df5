"""Reach from many cells, on tables where the area is arithmetic."""

import numpy as np
import pytest

from geo3d.sweep import reach
from geo3d.sweep.options import Options
from tests.sweep.boards import board

FEW = Options(cell=1.0, every=3, move=1.0, base_mm=0.9 * 25.4)
"""Starts at x 1.5, 4.5, 7.5, 10.5 and y 1.5, 4.5, 7.5; base of radius .45"."""


def swept(of, options=FEW, parts=1):
    found = [reach.part(of, options, number, parts).columns for number in range(parts)]
    summed = {name: np.concatenate([each[name] for each in found]) for name in found[0]}
    rows = reach.table(of, options, summed)
    return rows, reach.summary(of, options, rows)


def test_on_an_empty_table_a_model_gets_to_a_disc():
    rows, summary = swept(board())
    assert rows["x"].tolist() == [x for x in (1.5, 4.5, 7.5, 10.5) for _ in range(3)]
    assert rows["y"].tolist() == [1.5, 4.5, 7.5] * 4
    # The base's centre stays .45" from the table's edge, y 7.5 is .05" below that: half a disc,
    # and a strip of height h, h sqrt(1 - h^2) + asin(h).
    h = 0.05
    half = np.pi / 2 + h * np.sqrt(1 - h * h) + np.arcsin(h)
    wanted = np.where(rows["y"] == 7.5, half, np.pi)
    assert rows["legal"].all()
    assert rows["area"] == pytest.approx(wanted, rel=0.02)
    assert rows["freedom"] == pytest.approx(1.0, abs=0.02)
    assert summary["unfairness"] == pytest.approx(0.0, abs=0.02)


def test_where_it_cannot_stand_it_cannot_go():
    # A block over the starts at x = 1.5 that are red's; none of blue's.
    rows, summary = swept(board(((1, 0, 0), (2, 8, 3))), parts=2)
    blocked = rows["x"] == 1.5
    assert (rows["legal"] == ~blocked).all()
    assert (rows["area"][blocked] == 0).all()
    assert summary["players"]["red"] == {"starts": 0, "freedom": None}
    assert summary["players"]["blue"]["starts"] == 3
