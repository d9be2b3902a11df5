"""Pictures: the painted parts are there, and gone when a wall hides the target."""

import os
import stat
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh
from PIL import Image

import geo3d
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Surface
from geo3d_viewer.picture import picture, write_picture
from geo3d_viewer.scene import describe
from tests.picture import pixels
from tests.picture.boards import HIGH, LOW, OBSERVER, TARGET, load

pytest.importorskip("pyvista")

SMALL = (800, 500)
LEGEND = 44
"""The lowest rows hold the legend, which shows all colours whatever the answer."""


def _pixels(folder: Path, walls: dict[str, trimesh.Trimesh], **more: object) -> np.ndarray:
    board = load(folder, walls, **more)
    image = picture(describe(board, geo3d.sight(board, OBSERVER, TARGET)), SMALL)
    assert image.size == SMALL
    return np.asarray(image)[:-LEGEND]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, np.ndarray]:
    return {
        name: _pixels(tmp_path_factory.mktemp(name), walls)
        for name, walls in (("open", {}), ("low", {"wall": LOW}), ("high", {"wall": HIGH}))
    }


def test_the_seen_part_is_painted_and_vanishes_behind_a_wall(shown: dict[str, np.ndarray]) -> None:
    """The close-up alone is a quarter of 500 pixels across: thousands of them are the target."""
    assert pixels.seen(shown["open"]) > 4000
    assert pixels.seen(shown["low"]) > 3000
    # The caption of a hidden target is red, and there is no open line: nothing is left in green.
    assert pixels.seen(shown["high"]) == 0


def test_the_unseen_part_is_painted(shown: dict[str, np.ndarray]) -> None:
    assert pixels.unseen(shown["high"]) > 3000
    assert pixels.unseen(shown["open"]) < 0.1 * pixels.unseen(shown["high"])


def test_stopped_lines_are_drawn(shown: dict[str, np.ndarray]) -> None:
    assert pixels.stopped(shown["high"]) > 5 * pixels.stopped(shown["open"]) + 200


def test_what_shines_through_does_so_where_it_stands(tmp_path: Path) -> None:
    """A ball in its own frame about (0, 0, 0), placed at (22, 10, 1) behind a wall: it shows there
    and nowhere else, as in the middle of the table's corner where it would be if it were not
    placed."""
    board = load(tmp_path, {"wall": HIGH})
    scene = describe(board)
    ball = trimesh.creation.icosphere(subdivisions=2, radius=0.8)
    place = np.eye(4)
    place[:3, 3] = 22.0, 10.0, 1.0
    surface = Surface(
        "ball", "marker", np.asarray(ball.vertices), np.asarray(ball.faces), place,
        (1.0, 0.0, 1.0), on_top=True,
    )  # fmt: skip
    camera = Camera((-20.0, 10.0, 6.0), (15.0, 10.0, 1.0))
    before = replace(scene, camera=camera, labels=(), legend=(), caption=())
    after = replace(before, surfaces=(*before.surfaces, surface))
    one, other = (np.asarray(picture(each, SMALL)).astype(int) for each in (before, after))
    rows, columns = np.nonzero(np.abs(one - other).max(axis=2) > 20)
    (at,), _ = camera.project(place[None, :3, 3], SMALL)
    assert len(rows) > 100
    assert np.hypot(columns - at[0], rows - at[1]).max() < 30


def test_a_written_picture_is_a_png_of_the_usual_size(tmp_path: Path) -> None:
    board = load(tmp_path, {"wall": LOW}, target="a\nvery " + "long " * 20 + "id \U0001f600 人")
    write_picture(describe(board), tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as image:
        assert image.format == "PNG" and image.size == (1600, 1000)
    # Nothing temporary is left beside it, and others may read it as their mask lets them.
    assert [path.name for path in tmp_path.glob("*board.png*")] == ["board.png"]
    mask = os.umask(0)
    os.umask(mask)
    assert stat.S_IMODE((tmp_path / "board.png").stat().st_mode) == 0o666 & ~mask


def test_where_nothing_can_be_written_is_said(tmp_path: Path) -> None:
    scene = describe(load(tmp_path, {}))
    with pytest.raises(geo3d.UsageError, match=r"nowhere.board\.png: cannot be written"):
        write_picture(scene, tmp_path / "nowhere" / "board.png")
    with pytest.raises(geo3d.UsageError, match=r"board\.jpg: a name that ends in \.png"):
        write_picture(scene, tmp_path / "board.jpg")
