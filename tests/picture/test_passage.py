"""Where the open line passes: between what, how wide, marked in the picture and its close-up."""

import re
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility import board_scene
from geo3d_viewer.gaps import bare
from geo3d_viewer.html import write_html
from geo3d_viewer.palette import WITNESS
from geo3d_viewer.passage import camera, passage, words
from geo3d_viewer.picture import in_eye
from geo3d_viewer.scene import describe
from geo3d_viewer.stops import open_to
from tests.picture.boards import HIGH, OBSERVER, TARGET, box, load
from tests.picture.browser import open_page

LEFT, RIGHT = box((12, 12.5), (2, 9.4), (0, 9)), box((12, 12.5), (9.7, 18), (0, 9))
"""A slit .3" wide, from y = 9.4 to 9.7: through it one sees from y = 9.5, 6.5" before its far edge,
at 7.5" behind that up to y = 9.93 of a target from 9.5 to 10.5."""

BOARDS = Path(__file__).parents[2] / "meshes" / "boards"


def _place(folder: Path, walls: dict, **more: object) -> tuple:
    board = load(folder, walls, **more)
    sight = geo3d.sight(board, OBSERVER, TARGET)
    scene = board_scene(board)
    return board, sight, scene, passage(scene, sight)


def test_the_slit_is_found_and_named(tmp_path: Path) -> None:
    none = {"implicit_areas": False, "adjacent_gap_width": 0.0}
    board, sight, scene, place = _place(tmp_path, {"left": LEFT, "right": RIGHT}, settings=none)
    assert place is not None and not place.upright
    assert 12.0 <= place.at[0] <= 12.5
    # Square to the line, which runs a little aside.
    assert place.width == pytest.approx(0.3 / abs(place.along[0]), abs=0.02)
    assert set(place.ids) == {"left", "right"}
    assert sorted(place.sides[:, 1]) == pytest.approx([9.4, 9.7], abs=0.03)
    assert words(scene, place) in (
        'between left and right, 0.3" wide', 'between right and left, 0.3" wide'
    )  # fmt: skip
    drawn = describe(board, sight)
    (bar,) = [each for each in drawn.lines if each.role == "passage"]
    assert bar.on_top and bar.colour == WITNESS
    assert bar.segments[0] == pytest.approx(place.sides)
    (tag,) = [each for each in drawn.labels if each.text.startswith("gap ")]
    assert tag.anchor == pytest.approx(place.at) and tag.text == 'gap 0.3"'
    inset = drawn.insets[1]
    assert inset.title == f"the open line passes {words(scene, place)}"
    assert {each.text for each in inset.labels} == {'0.3"', "left", "right"}
    # In the model's eye it is a point.
    eye = in_eye(drawn, drawn.eyes[0])
    assert not [each for each in eye.lines if each.role == "passage"]
    assert not [each for each in eye.labels if each.text.startswith("gap ")]


def test_a_page_names_what_is_on_both_sides_in_its_close_up(tmp_path: Path) -> None:
    none = {"implicit_areas": False, "adjacent_gap_width": 0.0}
    board = load(tmp_path, {"left": LEFT, "right": RIGHT}, settings=none)
    write_html(describe(board, geo3d.sight(board, OBSERVER, TARGET)), tmp_path / "page.html")
    opened = open_page(tmp_path / "page.html")
    assert opened.complaints == []
    frames = re.findall(r"<figure.*?</figure>", opened.document, re.DOTALL)
    assert "the open line passes between" in frames[1]
    tags = re.findall(r'<div class="tag[^>]*>([^<]*)<', frames[1])
    assert set(tags) == {'0.3"', "left", "right"}
    assert not re.findall(r'class="tag', frames[0])


def test_where_most_is_seen_it_is_not_told(tmp_path: Path) -> None:
    """Over a wall 1.3" high the observer's top edge, at x = 5.5 and z = 2, sees the target's face
    above z = .6: .7" lower after 7", and as much again after 7 more."""
    board = load(tmp_path, {"wall": box((12, 12.5), (2, 18), (0, 1.3))})
    sight = geo3d.sight(board, OBSERVER, TARGET)
    assert not sight.fully_visible and sight.visible_fraction.low > 0.6
    assert passage(board_scene(board), sight) is not None
    drawn = describe(board, sight)
    assert not [each for each in drawn.lines if each.role == "passage"]
    assert not any("passes" in inset.title for inset in drawn.insets)


def test_its_close_up_looks_along_the_line_and_sees_the_bar(tmp_path: Path) -> None:
    none = {"implicit_areas": False, "adjacent_gap_width": 0.0}
    _, _, scene, place = _place(tmp_path, {"left": LEFT, "right": RIGHT}, settings=none)
    rays = bare(scene, models=False)
    view = camera(rays, place)
    # From the observer's side, less than 45 degrees off the line.
    assert float(view.axes[2] @ place.along) > np.cos(np.radians(45))
    across = place.sides[0] + np.linspace(0.1, 0.9, 9)[:, None] * (place.sides[1] - place.sides[0])
    assert open_to(rays, view, across).mean() > 0.8
    at, depth = view.project(place.sides, (300, 300))
    assert (depth > 0).all() and (at > 0).all() and (at < 300).all()


def test_one_thing_alone_is_passed_over_or_beside(tmp_path: Path) -> None:
    """Over a wall 1.5" high, whose upper edge the open line is nearest to; past the end of one at
    y = 10.1, to whose right nothing stands."""
    for name, wall, said in (
        ("low", box((12, 12.5), (2, 18), (0, 1.5)), "over wall"),
        ("end", box((12, 12.5), (2, 10.1), (0, 9)), "past the edge of wall"),
    ):
        folder = tmp_path / name
        folder.mkdir()
        _, _, scene, place = _place(folder, {"wall": wall})
        assert place is not None and sorted(map(str, place.ids)) == ["None", "wall"]
        assert words(scene, place).startswith(said) and words(scene, place).endswith(" off")
        assert 12.0 <= place.at[0] <= 12.5


def test_under_a_roof_and_over_a_sill_it_is_as_high_as_the_hole(tmp_path: Path) -> None:
    """One piece with a slot from z = 1.2 to 1.7 over its whole length."""
    slot = box((12, 12.5), (2, 18), (0, 1.2)) + box((12, 12.5), (2, 18), (1.7, 9))
    _, _, scene, place = _place(
        tmp_path, {"wall": slot},
        settings={"implicit_areas": False, "max_gap_width": 0.0, "solid_height": 0.0},
    )  # fmt: skip
    assert place is not None and place.upright
    assert place.width == pytest.approx(0.5, abs=0.03)
    assert words(scene, place) == 'through an opening of wall, 0.5" high'


def test_without_an_open_line_or_with_nothing_near_there_is_none(tmp_path: Path) -> None:
    for name, walls in (("high", {"wall": HIGH}), ("bare", {})):
        folder = tmp_path / name
        folder.mkdir()
        *_, place = _place(folder, walls)
        assert place is None


def test_on_the_outpost_the_line_passes_between_wall_and_gate() -> None:
    """The gate's pillar and the broken end of wall-w leave about an inch and a half."""
    board = geo3d.load_board(BOARDS / "outpost.toml")
    sight = geo3d.sight(board, "blue-1-a", "red-3-a")
    scene = board_scene(board)
    place = passage(scene, sight)
    assert place is not None
    assert {scene.name(str(id)) for id in place.ids} == {"gate", "wall-w"}
    assert 1.2 < place.width < 1.8
