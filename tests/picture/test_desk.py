"""The window to work in, drawn off screen: what pointer and keys do."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility.heat import heat
from geo3d_viewer import display
from geo3d_viewer.layers.heat import layer as heat_layer
from geo3d_viewer.session import Session
from tests.picture import pixels
from tests.picture.boards import LOW, OBSERVER, TARGET, box, write

pytest.importorskip("pyvista")

WALL = box((12.0, 12.5), (2.0, 8.0), (0.0, 9.0))
SIZE = (800, 500)


@contextmanager
def _desk(folder: Path, wall: object = WALL, pair: bool = True) -> Iterator:
    display.without_screen()
    from geo3d_viewer.desk import Desk

    board = geo3d.load_board(write(folder, {"wall": wall}))
    desk = Desk(Session(board, *((OBSERVER, TARGET) if pair else ())), SIZE, off_screen=True)
    desk.key("t")
    try:
        yield desk
    finally:
        desk.drawing.close()


def _at(desk: object, point: tuple[float, float, float]) -> tuple[int, int]:
    (pixel,), _ = desk.camera.project(np.array([point]), SIZE)
    return round(pixel[0]), round(pixel[1])


def test_clicks_choose_and_a_drag_behind_a_wall_hides(tmp_path: Path) -> None:
    with _desk(tmp_path, pair=False) as desk:
        for point in ((5.0, 10.0, 2.0), (20.0, 10.0, 2.0)):
            assert desk.press(*_at(desk, point))
            desk.release(*_at(desk, point))
        assert desk.session.panel().verdict == "seen"
        assert desk.drawing.scene.title == f"{OBSERVER} looks at {TARGET}"
        desk.press(*_at(desk, (20.0, 10.0, 0.0)))
        desk.move(*_at(desk, (20.0, 6.0, 0.0)))
        desk.move(*_at(desk, (20.0, 3.0, 0.0)))
        assert desk.session.panel().quick and "quick pass" in " ".join(desk.drawing.scene.caption)
        desk.release(*_at(desk, (20.0, 3.0, 0.0)))
        panel = desk.session.panel()
        assert (panel.verdict, panel.quick) == ("hidden", False)
        # A pixel is a fifteenth of an inch or so.
        assert desk.session.board.figures[TARGET].at == pytest.approx((20, 3, 0), abs=0.15)
        assert desk.drawing.scene.verdict == "hidden"
        desk.key("u")
        assert desk.session.panel().verdict == "seen" and desk.drawing.scene.verdict == "seen"


def test_a_drag_on_the_table_or_on_terrain_turns_the_view(tmp_path: Path) -> None:
    with _desk(tmp_path) as desk:
        assert not desk.press(*_at(desk, (1.0, 1.0, 0.0)))
        desk.release(*_at(desk, (9.0, 9.0, 0.0)))
        assert not desk.press(*_at(desk, (12.25, 5.0, 9.0)))
        desk.release(0, 0)
        desk.key("m")
        assert desk.press(*_at(desk, (12.25, 5.0, 9.0)))
        assert not desk.session.panel().unsaved


def test_its_drawing_is_that_of_a_new_one(tmp_path: Path) -> None:
    """What was changed step by step is drawn as if it had been so from the beginning."""
    from geo3d_viewer.draw import Drawing

    with _desk(tmp_path, LOW) as desk:
        desk.key("l")
        desk.key("g")
        desk.session.drag_to(TARGET, (20.0, 6.0, 0.0))
        desk.update()
        desk.session.drop(TARGET)
        desk.update()
        new = Drawing(desk.drawing.scene, SIZE, off_screen=True)
        try:
            new.look(desk.camera)
            desk.drawing.look(desk.camera)
            one, other = new.image(), desk.drawing.image()
        finally:
            new.close()
    # The words lie over the one, and not over the other; that of where the open line passes is
    # some 200 by 12 of 800 by 230 pixels.
    assert (one[200:430] == other[200:430]).all(axis=2).mean() > 0.97


def test_keys_switch_lines_names_eyes_and_the_dark(tmp_path: Path) -> None:
    with _desk(tmp_path, LOW) as desk:
        assert "tested" not in {line.role for line in desk.drawing.scene.lines}
        desk.key("l")
        assert "tested" in {line.role for line in desk.drawing.scene.lines}
        desk.key("n")
        assert not [tag for tag in desk.drawing.scene.labels if tag.role in ("figure", "target")]
        desk.key("n")
        desk.key("d")
        assert desk.drawing.scene.dark
        desk.key("e")
        assert desk.camera.position == pytest.approx(desk.scene.eyes[0].camera.position)
        assert pixels.seen(desk.drawing.image()[200:430]) > 300
        desk.key("e")
        assert desk.camera.position == pytest.approx(desk.scene.eyes[1].camera.position)
        desk.key("o")
        assert desk.camera.position == pytest.approx(desk.scene.overview.position)


def test_a_heat_map_is_gone_when_something_has_moved(tmp_path: Path) -> None:
    """In the window, too: it is of the board before, and that is told."""
    with _desk(tmp_path) as desk:
        board = desk.session.board
        desk.session.lay(heat_layer(board, heat(board, [OBSERVER], 2.0), OBSERVER))
        desk.update()
        assert "field" in {each.role for each in desk.drawing.scene.surfaces}
        desk.press(*_at(desk, (20.0, 10.0, 1.0)))
        desk.move(*_at(desk, (20.0, 6.0, 1.0)))
        assert "field" not in {each.role for each in desk.drawing.scene.surfaces}
        desk.release(*_at(desk, (20.0, 6.0, 1.0)))
        assert "field" not in {each.role for each in desk.drawing.scene.surfaces}
        assert "so not drawn" in " ".join(desk.drawing.scene.caption)
        desk.key("u")
        assert "field" in {each.role for each in desk.drawing.scene.surfaces}
        assert "so not drawn" not in " ".join(desk.drawing.scene.caption)


def test_the_ruler_measures(tmp_path: Path) -> None:
    with _desk(tmp_path) as desk:
        desk.key("r")
        for point in ((2.0, 14.0, 0.0), (12.0, 14.0, 0.0)):
            desk.press(*_at(desk, point))
            desk.release(*_at(desk, point))
        (tag,) = [tag for tag in desk.drawing.scene.labels if tag.group == "ruler"]
        assert float(tag.text.partition('"')[0]) == pytest.approx(10.0, abs=0.2)


def test_few_faces_while_it_moves(tmp_path: Path) -> None:
    """Eighty thousand faces, placed a hundred times: over eight million."""
    import trimesh

    from geo3d_viewer.description import Surface
    from geo3d_viewer.detail import MOVING, SMALL
    from geo3d_viewer.draw import Drawing
    from geo3d_viewer.scene import describe

    display.without_screen()
    ball = trimesh.creation.icosphere(subdivisions=6, radius=0.5)
    vertices, faces = np.asarray(ball.vertices), np.asarray(ball.faces)
    many = []
    for k in range(100):
        place = np.eye(4)
        place[:3, 3] = 1.5 + 3 * (k % 10), 1.0 + 2 * (k // 10), 0.5
        many.append(Surface(f"b{k}", "terrain", vertices, faces, place, (0.6, 0.6, 0.6)))
    scene = describe(geo3d.load_board(write(tmp_path, {})))
    scene = type(scene)(**{**vars(scene), "surfaces": (*scene.surfaces, *many)})
    drawing = Drawing(scene, SIZE, off_screen=True)
    try:
        assert drawing.faces() > 8_192_000
        whole = drawing.image()
        smooth = drawing.plotter.render_window.GetMultiSamples()
        drawing.moving(True)
        assert drawing.faces() < 1.3 * max(MOVING, 100 * SMALL)
        assert drawing.plotter.render_window.GetMultiSamples() == 0
        assert not drawing._on_top.GetDraw()
        coarse = drawing.image()
        drawing.moving(False)
        assert drawing._on_top.GetDraw()
        assert drawing.plotter.render_window.GetMultiSamples() == smooth
        # At rest it is drawn as before, to the pixel.
        assert (drawing.image() == whole).mean() > 0.999
        assert drawing.faces() > 8_192_000
    finally:
        drawing.close()
    # It looks nearly the same.
    assert np.abs(whole.astype(int) - coarse).mean() < 3.0


def test_the_window_s_own_events_come_to_it(tmp_path: Path) -> None:
    """As VTK sends them, though there is no screen: a drag on a model, one on the table, keys."""
    with _desk(tmp_path) as desk:
        plotter = desk.drawing.plotter
        plotter.enable_terrain_style(mouse_wheel_zooms=True, shift_pans=True)
        desk._listen()
        interactor = plotter.iren.interactor

        def send(event: str, x: float, y: float, key: str = "") -> None:
            # VTK counts from below.
            interactor.SetEventInformation(
                round(x), SIZE[1] - 1 - round(y), 0, 0, key or "x", 0, key
            )
            interactor.InvokeEvent(event)

        start, end = _at(desk, (20.0, 10.0, 0.0)), _at(desk, (20.0, 3.0, 0.0))
        before = desk.camera
        send("LeftButtonPressEvent", *start)
        for share in (0.3, 0.6, 1.0):
            send("MouseMoveEvent", *(a + share * (b - a) for a, b in zip(start, end, strict=True)))
        assert desk.session.panel().quick
        send("LeftButtonReleaseEvent", *end)
        assert desk.session.panel().verdict == "hidden" and desk.camera == before
        send("KeyPressEvent", 0, 0, "u")
        assert desk.session.panel().verdict == "seen"
        table = _at(desk, (2.0, 16.0, 0.0))
        send("LeftButtonPressEvent", *table)
        send("MouseMoveEvent", table[0] + 60, table[1] + 30)
        send("LeftButtonReleaseEvent", table[0] + 60, table[1] + 30)
        assert desk.camera != before and not desk.session.panel().unsaved
