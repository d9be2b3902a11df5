"""The heat map's measure: the map of a whole board, beside just the segments that it asked."""

import pytest

from benchmarks.speed import heat
from benchmarks.speed.board import Fresh, write_board
from benchmarks.speed.options import Options
from benchmarks.speed.recording import recording
from benchmarks.speed.scene import SIZE, scene
from geo3d.visibility.heat import PARTS
from geo3d.visibility.heat import heat as heat_map

pytest.importorskip("embreex")


def test_the_map_is_of_the_whole_board(tmp_path, monkeypatch):
    counted = []

    def counting(board, observers, spacing):
        found = heat_map(board, observers, spacing)
        counted.append(len(found.points))
        return found

    monkeypatch.setattr(heat, "heat_map", counting)
    ruins = scene("small")
    table = heat._heat(ruins, Fresh(write_board(ruins, tmp_path)), Options(share=0.04, runs=1))
    # A share of .04 of the points: squares of .5" / .2, the ground over each, and floors.
    assert min(counted) >= (SIZE[0] / 2.5) * int(SIZE[1] / 2.5)
    assert f"{counted[0]:,} points" in table.title
    assert [row[0].split(",")[0] for row in table.rows] == ["map", *["its segments"] * 2]
    assert not table.wrong


def test_the_segments_are_those_of_the_map(tmp_path):
    """From each part of the model that looks to each point, whatever else is asked."""
    ruins = scene("small")
    boards = Fresh(write_board(ruins, tmp_path))
    boards.renew()
    with recording() as asked:
        found = heat_map(boards.board, [heat.LOOKS], 4.0)
    assert len(asked) >= PARTS * len(found.points)
