"""Terrain areas in the situations of rule 13.01, with shipped pieces."""

import pytest
import shapely

from geo3d.errors import BoardError
from geo3d.table import footprint, within
from tests.scenario.boards import area, feature, load, models, pieces


def test_s_13_01_mat(tmp_path):
    """S-13.01-mat: two dense ruins on one mat; the mat's edge is the area's."""
    mat = [[10, 8], [30, 8], [30, 24], [10, 24]]
    board = load(
        tmp_path,
        pieces("ruin-corner", "ruin-wall")
        + feature("corner", "ruin-corner", (15, 13))
        + feature("wall", "ruin-wall", (24, 16), 30)
        + area("mat", ["corner", "wall"], str(mat))
        # A base's radius is 16 / 25.4 = .63": the third and fourth touch no more and just about.
        + models(a=(20, 9), b=(9.5, 9), c=(9.3, 9), d=(40, 9)),
    )
    assert list(board.areas) == ["mat"]
    found = board.areas["mat"]
    assert found.boundary.equals(shapely.Polygon(mat))
    assert found.boundary.area == 20 * 16
    assert found.features == ("corner", "wall")
    assert {board.features[id].category for id in found.features} == {"dense"}
    inside = [id for id, figure in board.figures.items() if within(board, figure, found)]
    assert inside == ["a", "b"]
    assert not [note for note in board.warnings if "13.01" in note]


def test_s_13_01_field(tmp_path):
    """S-13.01-field: three features on the table, an agreed rectangle round them is the area."""
    agreed = [[20, 10], [40, 10], [40, 30], [20, 30]]
    board = load(
        tmp_path,
        pieces("container", "tower", "statue")
        + feature("container", "container", (24, 14))
        + feature("tower", "tower", (34, 24))
        + feature("statue", "statue", (24, 24))
        + area("field", ["container", "tower", "statue"], str(agreed))
        + models(between=(30, 16)),
    )
    found = board.areas["field"]
    assert found.boundary.equals(shapely.Polygon(agreed))
    categories = sorted(str(board.features[id].category) for id in found.features)
    assert categories == ["dense", "dense", "light"]
    # It touches no feature, and is within the area all the same.
    figure = board.figures["between"]
    base = shapely.Polygon(figure.outline)
    assert not any(base.intersects(footprint(board.features[id])) for id in found.features)
    assert within(board, figure, found)


def test_a_feature_that_sticks_out_of_its_mat_is_told(tmp_path):
    # Its origin lies on the mat's right edge, so all of it beyond its origin sticks out.
    board = load(
        tmp_path,
        pieces("container")
        + feature("container", "container", (30, 16))
        + area("mat", ["container"], "[[20, 10], [30, 10], [30, 22], [20, 22]]"),
    )
    (note,) = [note for note in board.warnings if "13.01" in note]
    assert "container" in note
    beyond = board.features["container"].piece.mesh.bounds[1, 0]
    assert f'{beyond:.2f}"' in note


def test_a_feature_on_the_table_is_its_own_area(tmp_path):
    """13.01 b: turning it by 90 degrees turns the area."""
    for turn in (0, 90):
        board = load(tmp_path, pieces("container") + feature("box", "container", (30, 20), turn))
        (x0, y0, _), (x1, y1, _) = board.features["box"].piece.mesh.bounds
        turned = (x0, y0, x1, y1) if turn == 0 else (-y1, x0, -y0, x1)
        found = board.areas["box"]
        assert found.implicit
        moved = [edge + at for edge, at in zip(turned, (30, 20, 30, 20), strict=True)]
        assert found.boundary.bounds == pytest.approx(moved, abs=1e-3)
        assert x1 - x0 > 2 * (y1 - y0)


def test_features_that_outline_a_boundary(tmp_path):
    """13.01 c: the hull of several covers the ground between them."""
    board = load(
        tmp_path,
        pieces("container")
        + feature("one", "container", (20, 10))
        + feature("two", "container", (40, 10))
        + feature("three", "container", (30, 30))
        + area("triangle", ["one", "two", "three"])
        + models(middle=(30, 17), beside=(20, 25)),
    )
    hull = board.areas["triangle"].boundary
    assert hull.equals(hull.convex_hull)
    for id in ("one", "two", "three"):
        assert hull.buffer(1e-6).contains(footprint(board.features[id]))
    assert within(board, board.figures["middle"], board.areas["triangle"])
    assert not within(board, board.figures["beside"], board.areas["triangle"])


def test_every_feature_has_one_category(tmp_path):
    """13.02: from the piece's file, overridden by the board; other words are refused."""
    text = pieces("statue") + feature("statue", "statue", (30, 20))
    assert load(tmp_path, text).features["statue"].category == "light"
    changed = load(tmp_path, text + 'category = "dense"\n').features["statue"]
    assert changed.category == "dense"
    with pytest.raises(BoardError, match=r"features\[0\]\.category"):
        load(tmp_path, text + 'category = "woods"\n')


def test_a_mesh_without_a_category_needs_one(tmp_path):
    """13.02: a raw mesh says nothing of its category."""
    (tmp_path / "sheet.off").write_text("OFF\n3 1 0\n0 0 0\n4 0 0\n0 0 4\n3 0 1 2\n")
    text = '[pieces.sheet]\nmesh = "sheet.off"\nunits = "inch"\n' + feature("it", "sheet", (9, 9))
    with pytest.raises(BoardError, match=r"features\[0\]\.category: required"):
        load(tmp_path, text)
    assert load(tmp_path, text + 'category = "exposed"\n').features["it"].category == "exposed"
