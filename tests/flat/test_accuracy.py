"""Rows of a measurement: the same however parted, and right where the answer is plain."""

import gc
import json
import weakref
from dataclasses import replace

import numpy as np
import pytest

from geo3d.flat.accuracy import Bench, Row, bench_of, measure
from geo3d.flat.methods import METHODS
from geo3d.flat.pairs import Pair
from geo3d.shapes import wall, window
from tests.flat.scenes import scene
from tests.visibility.scenes import box

FEW = 4096
"""Lines a pair: enough for plain cases."""


@pytest.fixture
def walls(tmp_path):
    return scene(tmp_path, {
        "one": box((12, 13), (3, 17), (0, 4)), "two": box((24, 25), (5, 20), (0, 1.5))
    })  # fmt: skip


def test_the_same_rows_however_they_are_parted(walls):
    whole = measure(walls, 6, 3, lines=FEW)
    parts = measure(walls, range(4, 6), 3, lines=FEW) + measure(walls, [0, 1, 2, 3], 3, lines=FEW)
    assert whole == parts[2:] + parts[:2]
    assert [row.number for row in whole] == list(range(6))
    assert whole != measure(walls, 6, 4, lines=FEW)


def test_a_board_is_made_ready_once_and_let_go_with_it(walls):
    assert bench_of(walls) is bench_of(walls)
    alike = replace(walls)
    left = weakref.ref(bench_of(alike))
    assert left() is not bench_of(walls)
    del alike
    gc.collect()
    assert left() is None


def test_through_json_and_back(walls):
    rows = measure(walls, 3, 3, lines=FEW, name="a name")
    assert rows[0].board == "a name"
    again = [Row.from_dict(json.loads(json.dumps(row.to_dict()))) for row in rows]
    assert again == rows


def row_of(made):
    bench = Bench(made)
    pair = Pair(0, made.figures["a"], made.figures["b"], np.zeros(4))
    (row,) = bench.rows("b", [pair], FEW)
    return row


def test_a_window_shows_what_plans_hide(tmp_path):
    """A wall across the table with a window: the meshes show through it, no 2D method does."""
    made = wall(40, 6, 0.25, [window(0, 0.5, 0.5, 3)]).mesh
    row = row_of(scene(tmp_path, {"w": made}, places={"w": ((20, 10), 90.0)}))
    assert row.truth and row.geo3d
    assert row.known_by == "lines" and not row.fault
    assert row.seen == dict.fromkeys(METHODS, False)
    assert row.between == "dense"
    assert row.distance == pytest.approx(19.0)
    assert row.floors == 0
    assert (row.says("geo3d"), row.says("nine")) == (True, False)
    assert row.share("geo3d") == pytest.approx(row.fraction, abs=0.05)


def test_a_blank_wall_hides_to_all(tmp_path):
    row = row_of(scene(tmp_path, {"w": box((20, 20.25), (-1, 21), (0, 6))}))
    assert not row.truth and not row.geo3d and row.known_by == "none" and row.line is None
    assert row.seen == dict.fromkeys(METHODS, False)


def test_other_models_do_not_count(tmp_path):
    """Pairs stand on one board at a time, and none is in the way of another."""
    made = scene(tmp_path, {}, one=(10, 10), other=(30, 10))
    bench = Bench(made)
    a, b = made.figures["a"], made.figures["b"]
    between = replace(a, id="c", at=(20.0, 10.0, 0.0))
    pairs = [
        Pair(0, a, b, np.zeros(4)), Pair(1, between, replace(b, id="d"), np.zeros(4))
    ]  # fmt: skip
    assert [row.geo3d_fraction for row in bench.rows("b", pairs, FEW)] == [1.0, 1.0]


@pytest.mark.parametrize(
    ("distance", "band"),
    [(0.0, '0 to 12"'), (11.99, '0 to 12"'), (12.0, '12 to 24"'), (36.0, '36" and more')],
)
def test_bands(walls, distance, band):
    (row,) = measure(walls, 1, 3, lines=FEW)
    assert replace(row, distance=distance).band == band
