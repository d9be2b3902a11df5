"""Layers: tiles where models see, circles where rules draw them."""

import json
from pathlib import Path

import numpy as np
import pytest
import shapely

import geo3d
from geo3d.table.board import Board
from geo3d.visibility.heat import heat
from geo3d_viewer.layers import circles
from geo3d_viewer.layers.heat import layer, observers_of
from geo3d_viewer.scene import describe
from tests.picture.boards import HIGH, OBSERVER, TARGET, load, write


def _models(folder: Path, red: list, blue: list, **more: object) -> Board:
    path = write(folder, {}, **more)
    data = json.loads(path.read_text())
    data["profiles"] = {"square": {"base": {"round": 50.8}, "height": 1.0}}
    for unit, places in zip(data["units"], (red, blue), strict=True):
        unit["models"] = [{"id": f"{unit['id']}-{k}", "at": at} for k, at in enumerate(places)]
    path.write_text(json.dumps(data))
    return geo3d.load_board(path)


def test_tiles_lie_where_it_sees_and_the_share_is_told(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": HIGH})
    found = heat(board, [OBSERVER], 1.0)
    made = layer(board, found, OBSERVER)
    tiles = sum(len(each.faces) // 2 for each in made.surfaces)
    assert tiles == (found.count > 0).sum() < len(found.points)
    middles = np.concatenate(
        [each.vertices.reshape(-1, 4, 3).mean(axis=1) for each in made.surfaces]
    )
    seen = {tuple(point) for point in np.round(found.points[found.count > 0, :2], 6)}
    assert {tuple(point) for point in np.round(middles[:, :2], 6)} == seen
    share = (found.count > 0).mean()
    assert made.note.startswith(f"{OBSERVER} sees {share:.0%} of the places")
    assert len(made.legend) == len(made.surfaces)


def test_of_several_the_number_is_coloured(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": HIGH})
    found = heat(board, [OBSERVER, TARGET], 1.0)
    made = layer(board, found, "both")
    counts = {each.name: len(each.faces) // 2 for each in made.surfaces}
    assert counts == {
        "seen by 1": int((found.count == 1).sum()),
        "seen by 2 or more": int((found.count == 2).sum()),
    }


def test_where_nothing_is_seen_there_is_nothing(tmp_path: Path) -> None:
    board = load(tmp_path, {})
    found = heat(board, [OBSERVER], 1.0)
    none = type(found)(found.observers, 1.0, 1.0, found.points, 0 * found.share, 0 * found.count)
    made = layer(board, none, OBSERVER)
    assert made.surfaces == () and "sees 0% of" in made.note


def test_a_name_is_a_model_a_unit_or_a_player(tmp_path: Path) -> None:
    board = _models(tmp_path, [[5, 5], [8, 5]], [[20, 5]])
    assert observers_of(board, "u-1-1") == ("u-1-1",)
    assert observers_of(board, "u-1") == observers_of(board, "red") == ("u-1-0", "u-1-1")
    with pytest.raises(geo3d.UsageError, match="no model, unit or player 'x'; the players are"):
        observers_of(board, "x")


def test_engagement_circles_are_two_inches_about_bases(tmp_path: Path) -> None:
    """Bases of 2 inches: circles of radius 3 about (5, 5) and (20, 5), 15" apart: not engaged."""
    board = _models(tmp_path, [[5, 5]], [[20, 5]])
    made = circles.engagement(board)
    for line, x in zip(made.lines, (5.0, 20.0), strict=True):
        away = np.linalg.norm(line.segments[:, :, :2] - (x, 5.0), axis=2)
        assert away == pytest.approx(3.0, abs=0.02)
    assert made.note == "no models are engaged (03.04)"


@pytest.mark.parametrize(("x", "engaged"), [(8.99, True), (9.01, False)])
def test_who_is_engaged_is_joined_by_a_line(tmp_path: Path, x: float, engaged: bool) -> None:
    """Base to base they are x - 5 - 2 inches apart."""
    made = circles.engagement(_models(tmp_path, [[5, 5]], [[x, 5]]))
    assert ("engaged" in [line.name for line in made.lines]) is engaged
    assert made.note == ("1 pair of models engaged (03.04)" if engaged else
                         "no models are engaged (03.04)")  # fmt: skip


@pytest.mark.parametrize(("x", "coherent"), [(8.99, True), (9.01, False)])
def test_circles_of_coherency_meet_where_models_are_near(
    tmp_path: Path, x: float, coherent: bool
) -> None:
    board = _models(tmp_path, [[5, 5], [x, 5]], [[20, 15]])
    made = {line.name: line for line in circles.cohering(board).lines}
    assert ("broken" in made) is not coherent
    assert len(made["links"].segments) == int(coherent)
    if coherent:
        rings = shapely.polygonize(
            [shapely.MultiLineString(list(made["coherency"].segments[:, :, :2]))]
        )
        # One outline about both, as wide as both circles of radius 2 together.
        bounds = shapely.bounds(rings)
        assert bounds == pytest.approx((3.0, 3.0, x + 2.0, 7.0), abs=0.02)


def test_other_rulesets_have_no_such_circles(tmp_path: Path) -> None:
    board = load(tmp_path, {}, ruleset="none")
    for make in (circles.engagement, circles.cohering):
        with pytest.raises(geo3d.UsageError, match='is a rule of "wh40k-11e"'):
            make(board)


def test_a_layer_is_a_group_with_its_note_and_legend(tmp_path: Path) -> None:
    board = load(tmp_path, {})
    made = circles.engagement(board)
    scene = describe(board, layers=(made,))
    assert "engagement" in [group.key for group in scene.groups]
    assert scene.caption[-1] == made.note
    assert {line.group for line in scene.lines if line.role == "engagement"} == {"engagement"}
