"""Where a model can end a move, in a picture: tiles at their places, coloured by distance."""

from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.motion import Reach
from geo3d_viewer.description import SceneDescription, Surface
from geo3d_viewer.palette import TABLE, distances
from geo3d_viewer.reach_field import LIFT, MOST, TILE, step_of
from geo3d_viewer.scene import describe
from tests.picture.move_board import MODEL, load, relief

ROWS = (
    (5.0, 10.0, 0.0, 0.0, 0.0),
    (6.0, 10.0, 0.0, 1.0 + 1e-9, 0.0),
    (7.0, 10.0, 0.0, 2.0, 0.0),
    (7.0, 11.0, 0.0, 2.3, 0.0),
    (14.0, 10.0, 5.0, 4.0, 0.0),
)
"""An inch apart, four on the ground and one on the block."""


def _field(folder: Path, rows: tuple = ROWS, maximum: float = 4.0) -> SceneDescription:
    answer = Reach(MODEL, maximum, 12.5, 1.0, rows)
    return describe(load(folder), reach=answer)


def _tiles(scene: SceneDescription) -> list[Surface]:
    return [surface for surface in scene.surfaces if surface.role == "field"]


def _middles(tiles: Surface) -> list[tuple[float, ...]]:
    corners = tiles.placed().reshape(-1, 4, 3)
    assert np.allclose(np.ptp(corners, axis=1), [TILE, TILE, 0])
    return [tuple(np.round(middle, 6).tolist()) for middle in corners.mean(axis=1)]


def test_there_is_a_tile_at_each_place_and_its_colour_is_the_distance(tmp_path: Path) -> None:
    """Steps of half an inch up to 4: just at a step counts to it, whatever rounding adds."""
    scene = _field(tmp_path)
    colours = distances(8)
    found = {surface.colour: _middles(surface) for surface in _tiles(scene)}
    assert found == {
        colours[0]: [(5, 10, LIFT)],
        colours[1]: [(6, 10, LIFT)],
        colours[3]: [(7, 10, LIFT)],
        colours[4]: [(7, 11, LIFT)],
        colours[7]: [(14, 10, 5 + LIFT)],
    }
    assert scene.subject == "the field" and scene.verdict is None


def test_the_legend_says_which_distance_has_which_colour(tmp_path: Path) -> None:
    scene = _field(tmp_path)
    colours = distances(8)
    texts = {entry.colour: entry.text for entry in scene.legend}
    assert [texts[colours[k]] for k in (0, 1, 3, 4, 7)] == [
        'ends within 0.5"', '0.5 to 1"', '1.5 to 2"', '2 to 2.5"', '3.5 to 4"',
    ]  # fmt: skip
    assert {part.colour for part in (*_tiles(scene), *_outline(scene))} <= set(texts)


def _outline(scene: SceneDescription) -> list:
    return [lines for lines in scene.lines if lines.role == "field"]


def test_the_outline_goes_round_what_hangs_together(tmp_path: Path) -> None:
    """Four squares of an inch in an L have a way round of 10, the one on the block of 4; that one
    is no neighbour of what lies under it."""
    beside = ((13.0, 10.0, 0.0, 3.0, 0.0),)
    (lines,) = _outline(_field(tmp_path, ROWS + beside))
    length = np.linalg.norm(lines.segments[:, 1] - lines.segments[:, 0], axis=1)
    assert length == pytest.approx(1.0)
    high = lines.segments[:, :, 2].min(axis=1) > 1
    assert high.sum() == 4 and (~high).sum() == 10 + 4
    assert (5.5, 9.5) in {tuple(xy) for xy in np.round(lines.segments[:, :, :2], 6).reshape(-1, 2)}


def test_on_a_relief_tiles_and_outline_follow_it(tmp_path: Path) -> None:
    rows = ((5.0, 10.0, 1.25, 0.0, 0.0), (6.0, 10.0, 1.5, 1.25, 0.0), (9.0, 10.0, 5.0, 3.0, 0.0))
    board = load(tmp_path, walls={}, battlefield=relief(tmp_path, (0, 0), (30, 7.5)))
    scene = describe(board, reach=Reach(MODEL, 4.0, 3.0, 1.0, rows))
    points = np.concatenate([tiles.placed() for tiles in _tiles(scene)])
    (outline,) = _outline(scene)
    for some in (points, outline.segments.reshape(-1, 3)):
        low = some[:, 0] < 8
        assert some[low, 2] == pytest.approx(some[low, 0] / 4 + LIFT)
        # What lies off the ground stays level.
        assert some[~low, 2] == pytest.approx(5 + LIFT)
    # A side of six: the two tiles are neighbours, though one lies higher.
    assert (outline.segments[:, 0, 0] < 8).sum() == 6


def test_beside_a_step_tiles_stay_level(tmp_path: Path) -> None:
    """A cliff of 3 inches at x = 5.2 is no slope that the tile about x = 5 could follow."""
    field = relief(tmp_path, (0, 0), (5.2, 0), (5.2, 3), (30, 3))
    board = load(tmp_path, walls={}, battlefield=field, at=[3, 10])
    scene = describe(board, reach=Reach(MODEL, 4.0, 1.0, 1.0, ((5.0, 10.0, 0.0, 2.0, 0.0),)))
    (tiles,) = _tiles(scene)
    assert tiles.placed()[:, 2] == pytest.approx(LIFT)


def test_the_places_of_a_real_answer_are_all_drawn(tmp_path: Path) -> None:
    board = load(tmp_path, at=[11, 10])
    answer = geo3d.reach(board, MODEL, 7.0)
    scene = describe(board, reach=answer)
    drawn = {middle for tiles in _tiles_of(scene, answer.spacing) for middle in tiles}
    assert len(answer.points) > 100
    assert drawn == {
        (round(x, 6), round(y, 6), round(z + LIFT, 6)) for x, y, z, *_ in answer.points
    }
    # It climbs 5 inches onto the block with 2 left.
    assert max(z for _, _, z in drawn) == pytest.approx(5 + LIFT)
    assert scene.caption == (
        f'it can end a move of 7" on {answer.area:.1f} square inches',
        f'{len(answer.points)} places {answer.spacing:.2g}" apart, the highest 5.00" up',
    )


def _tiles_of(scene: SceneDescription, spacing: float) -> list[list[tuple[float, ...]]]:
    found = []
    for tiles in _tiles(scene):
        corners = tiles.placed().reshape(-1, 4, 3)
        assert np.allclose(np.ptp(corners, axis=1), [TILE * spacing, TILE * spacing, 0])
        found.append([tuple(np.round(middle, 6).tolist()) for middle in corners.mean(axis=1)])
    return found


def test_where_nothing_is_reached_nothing_is_drawn(tmp_path: Path) -> None:
    scene = _field(tmp_path, ())
    assert not _tiles(scene) and not _outline(scene)
    assert scene.caption[1] == '0 places 1" apart, the highest 0.00" up'


def test_the_way_to_a_place_is_drawn_as_a_move(tmp_path: Path) -> None:
    board = load(tmp_path, at=[11, 10])
    scene = describe(board, reach=geo3d.reach(board, MODEL, 9.0, (14, 10, 5)))
    assert scene.subject == "the move" and scene.verdict == "legal" and not _tiles(scene)
    (ghost,) = [surface for surface in scene.surfaces if surface.role == "ghost"]
    assert ghost.placed().mean(axis=0) == pytest.approx([14, 10, 6])
    none = describe(board, reach=geo3d.reach(board, MODEL, 7.0, (14, 10, 5)))
    assert none.verdict == "illegal" and none.caption == ('no legal way there of 7" or less',)


@pytest.mark.parametrize(
    ("maximum", "step"),
    [(0.0, 0.25), (2.0, 0.25), (4.0, 0.5), (6.0, 1.0), (8.0, 1.0), (12.0, 2.0), (24.0, 3.0)],
)
def test_steps_are_round_and_few(maximum: float, step: float) -> None:
    assert step_of(maximum) == step


def test_there_are_never_more_colours_than_can_be_told_apart() -> None:
    for maximum in (0.3, 7.9, 8.1, 99.0, 1000.0, 12345.6):
        assert maximum / step_of(maximum) <= MOST


@pytest.mark.parametrize("number", range(1, MOST + 1))
def test_farther_is_brighter(number: int) -> None:
    """By luminance, which no colour-blindness takes away (WCAG 2, relative luminance)."""
    colours = np.array(distances(number))
    assert len(colours) == number
    linear = np.where(colours <= 0.04045, colours / 12.92, ((colours + 0.055) / 1.055) ** 2.4)
    light = linear @ [0.2126, 0.7152, 0.0722]
    assert (np.diff(light) > 0.015).all()
    assert np.linalg.norm(colours - TABLE, axis=1).min() > 0.3
