"""Layers: tiles where models see, circles where rules draw them."""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
import shapely
import trimesh

import geo3d
from geo3d.flat.disagree import disagree
from geo3d.flat.methods import METHODS
from geo3d.table.board import Board
from geo3d.visibility.heat import heat
from geo3d_viewer.layers import circles
from geo3d_viewer.layers.disagree import layer as disagree_layer
from geo3d_viewer.layers.heat import layer, observers_of
from geo3d_viewer.palette import BOTH_HIDE, BOTH_SHOW, ONLY_2D, ONLY_3D, TABLE
from geo3d_viewer.scene import describe
from tests.picture.boards import HIGH, OBSERVER, TARGET, box, load, write
from tests.picture.colours import BLINDNESS, lab


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


@pytest.mark.parametrize(
    ("wall", "before", "behind"),
    [
        # A kerb: 2D, that knows no heights, hides what is behind it.
        (box((12, 12.2), (0, 20), (0, 0.3)), BOTH_SHOW, ONLY_3D),
        (box((12, 12.2), (0, 20), (0, 9)), BOTH_SHOW, BOTH_HIDE),
        # It touches the observer's base, which ends at 5.5: in 2D it is left out.
        (box((5.5, 5.7), (0, 20), (0, 9)), BOTH_SHOW, ONLY_2D),
    ],
)
def test_tiles_lie_where_2d_and_the_meshes_agree_and_where_not(
    tmp_path: Path, wall: trimesh.Trimesh, before: tuple, behind: tuple
) -> None:
    """Cells of half an inch in which a base of one inch stands: those whose middles are half an
    inch and more from the edges and the wall."""
    board = load(tmp_path, {"wall": wall})
    made = disagree_layer(board, disagree(board, OBSERVER, "nine"))
    x = np.arange(0.25, 30, 0.5)
    rows = ((x >= 0.5) & (x <= 19.5)).sum()
    low, high = wall.bounds[:, 0]
    expected = {
        before: (x[(x >= 0.5) & (x <= low - 0.5)], rows),
        behind: (x[(x >= high + 0.5) & (x <= 29.5)], rows),
    }
    assert {each.colour for each in made.surfaces} == set(expected)
    for each in made.surfaces:
        columns, number = expected[each.colour]
        middles = each.vertices.reshape(-1, 4, 3).mean(axis=1)
        assert np.unique(np.round(middles[:, 0], 6)) == pytest.approx(columns)
        assert len(middles) == len(columns) * number
    assert [entry.colour for entry in made.legend] == [each.colour for each in made.surfaces]
    number = sum(len(columns) for columns, _ in expected.values())
    share = len(expected[behind][0]) / number
    hidden, visible = (share if behind == only else 0.0 for only in (ONLY_3D, ONLY_2D))
    assert made.note == (
        f"from {OBSERVER}, {METHODS['nine'].title} (nine): of {number * rows} places {hidden:.1%} "
        f"are hidden in 2D alone, {visible:.1%} visible in 2D alone; bare terrain, no rules"
    )


@pytest.mark.parametrize("eye", BLINDNESS.values(), ids=BLINDNESS)
def test_what_2d_gets_wrong_is_told_apart_by_every_eye(eye: np.ndarray) -> None:
    """Colours 25 apart in L*a*b* are told apart at a glance; 2.3 is just noticeable."""
    colours = (BOTH_SHOW, BOTH_HIDE, ONLY_2D, ONLY_3D, TABLE)
    for one, other in itertools.combinations(colours, 2):
        assert np.linalg.norm(lab(one, eye) - lab(other, eye)) > 25


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
