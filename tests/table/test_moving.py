"""A board with something moved is the board of a file in which it stands there."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d.table.board import Board
from geo3d.table.moving import with_feature_at, with_figure_at, with_warnings
from geo3d.table.reading import read_board_file


def _data() -> dict[str, Any]:
    wall = {"mesh": "wall.ply", "units": "inch", "category": "dense"}
    return {
        "format": "geo3d-board/1",
        "ruleset": "wh40k-11e",
        "battlefield": {"size": [30, 20]},
        "pieces": {"wall": wall},
        "features": [
            {"id": "alone", "piece": "wall", "at": [10, 10]},
            {"id": "one", "piece": "wall", "at": [16, 6]},
            {"id": "two", "piece": "wall", "at": [20, 6]},
            {"id": "marked", "piece": "wall", "at": [24, 14]},
        ],
        "areas": [
            {"id": "both", "features": ["one", "two"]},
            {"id": "field", "features": ["marked"],
             "boundary": [[22, 12], [26, 12], [26, 16], [22, 16]]},
        ],
        "profiles": {"man": {"base": {"round": 32}, "height": 1.6}},
        "units": [{"id": "u", "player": "red", "profile": "man",
                   "models": [{"id": "m", "at": [5, 10]}]}],
    }  # fmt: skip


def _load(folder: Path, data: dict[str, Any]) -> Board:
    box = trimesh.creation.box(bounds=[[-1, -0.25, 0], [1, 0.25, 3]])
    box.export(folder / "wall.ply")
    path = folder / "board.json"
    path.write_text(json.dumps(data), encoding="utf-8")
    return geo3d.load_board(path)


def _same(one: Board, other: Board) -> None:
    assert one.features.keys() == other.features.keys()
    for id, feature in one.features.items():
        assert np.allclose(feature.transform, other.features[id].transform, atol=1e-12)
        assert feature.ground_level == other.features[id].ground_level
    assert one.areas.keys() == other.areas.keys()
    for id, area in one.areas.items():
        there = other.areas[id]
        assert shapely.symmetric_difference(area.boundary, there.boundary).area < 1e-9
        assert (area.features, area.implicit) == (there.features, there.implicit)
    for id, figure in one.figures.items():
        assert (figure.at, figure.turn_deg) == (other.figures[id].at, other.figures[id].turn_deg)
    assert set(one.warnings) == set(other.warnings)


@pytest.mark.parametrize("number", range(4))
@pytest.mark.parametrize(("at", "turn"), [((8.0, 15.0, 0.0), 40.0), ((29.5, 10.0, 0.5), 0.0)])
def test_a_moved_piece_takes_the_areas_that_it_outlines_along(
    tmp_path: Path, number: int, at: tuple[float, float, float], turn: float
) -> None:
    """Off its marked area, over the table's edge, floating: the file would say so, too."""
    data = _data()
    board = _load(tmp_path, data)
    areas = read_board_file(board.path)[0].areas
    entry = data["features"][number]
    moved = with_warnings(with_feature_at(board, areas, entry["id"], at, turn), areas)
    entry.update(at=list(at), turn=turn)
    _same(moved, _load(tmp_path, data))


@pytest.mark.parametrize("at", [(5.0, 5.0, 0.0), (10.0, 10.0, 1.0), (0.1, 3.0, 0.0), (9.0, 3, 2.0)])
def test_a_moved_model_stands_there_with_the_file_s_warnings(
    tmp_path: Path, at: tuple[float, float, float]
) -> None:
    data = _data()
    board = _load(tmp_path, data)
    areas = read_board_file(board.path)[0].areas
    moved = with_warnings(with_figure_at(board, "m", at, 90.0), areas)
    data["units"][0]["models"][0].update(at=list(at), turn=90.0)
    _same(moved, _load(tmp_path, data))
    # And the board that it came from is as it was.
    assert board.figures["m"].at == (5.0, 10.0, 0.0)


def test_an_unknown_model_is_told(tmp_path: Path) -> None:
    with pytest.raises(geo3d.UsageError, match="no model 'x'"):
        with_figure_at(_load(tmp_path, _data()), "x", (0.0, 0.0, 0.0))
