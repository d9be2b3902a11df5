"""The accuracy measure: the rows of `geo3d.flat`, however they are parted."""

import json

import numpy as np

from geo3d.flat.accuracy import measure
from geo3d.sweep import accuracy
from geo3d.sweep.options import Options
from tests.sweep.boards import board

OPTIONS = Options(pairs=5, seed=3)
ACROSS = ((5.75, 0.0, 0.0), (6.25, 8.0, 6.0))
"""A wall from edge to edge, higher than any model: nobody sees across."""


def test_parts_give_the_rows_of_the_measurement():
    of = board(ACROSS)
    found = [accuracy.part(of, OPTIONS, number, 2) for number in range(2)]
    assert [part.pairs for part in found] == [3, 2]
    columns = {
        name: np.concatenate([part.columns[name] for part in found]) for name in found[0].columns
    }
    rows = accuracy.table(of, OPTIONS, columns)
    wanted = [json.loads(json.dumps(row.to_dict())) for row in measure(of, 5, 3)]
    assert [json.loads(text) for text in rows["row"]] == wanted
    assert rows["number"].tolist() == [0, 1, 2, 3, 4]
    summary = accuracy.summary(of, OPTIONS, rows)
    assert summary["pairs"] == 5
    across = [
        (row["observer_at"][0] - 6) * (row["target_at"][0] - 6) < 0 for row in wanted
    ]  # fmt: skip
    assert all(not row["truth"] for row, apart in zip(wanted, across, strict=True) if apart)
    assert summary["visible"] == sum(row["truth"] for row in wanted)
    assert set(summary["methods"]) > {"geo3d"}


def test_how_many_parts():
    assert accuracy.parts(board(), Options(pairs=101)) == 3
    assert accuracy.parts(board(), Options(pairs=50)) == 1
