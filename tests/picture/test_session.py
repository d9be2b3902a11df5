"""A session: who looks at whom, what is moved, undone and saved; no graphics library is loaded."""

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import geo3d
from geo3d.visibility.heat import heat
from geo3d_viewer.layers.circles import engagement
from geo3d_viewer.layers.heat import layer as heat_layer
from geo3d_viewer.session import Session
from tests.picture.boards import HIGH, OBSERVER, TARGET, box, load, write

WALL = box((12.0, 12.5), (2.0, 8.0), (0.0, 9.0))
"""Not between the pair at y = 10, but between the observer and what stands about (20, 3)."""

DECK = box((24.0, 28.0), (12.0, 16.0), (0.0, 3.0))
DOWN = (0.0, 0.0, -1.0)


def _session(folder: Path, pair: bool = True, **more: object) -> Session:
    board = geo3d.load_board(write(folder, {"wall": WALL, "deck": DECK}, **more))
    return Session(board, *((OBSERVER, TARGET) if pair else ()))


def _three(folder: Path) -> Session:
    """With a second model of the observer's player."""
    path = write(folder, {})
    data = json.loads(path.read_text())
    data["units"][0]["models"].append({"id": "red-2", "at": [5, 13]})
    path.write_text(json.dumps(data))
    return Session(geo3d.load_board(path))


def test_no_graphics_library_is_needed(tmp_path: Path) -> None:
    path = write(tmp_path, {"wall": WALL})
    program = (
        "import sys, geo3d\n"
        "from geo3d_viewer.session import Session\n"
        f"s = Session(geo3d.load_board({str(path)!r}), 'red-1', 'blue-1')\n"
        "s.drag_to('blue-1', (20, 3, 0)); s.scene(); s.drop('blue-1'); s.scene()\n"
        "print([name for name in ('pyvista', 'vtk', 'vtkmodules') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.strip() == "[]"


def test_the_first_click_looks_the_next_is_looked_at(tmp_path: Path) -> None:
    session = _three(tmp_path)
    assert session.panel().title.endswith("choose who looks")
    session.pick(OBSERVER)
    assert (session.observer, session.target, session.answer) == (OBSERVER, None, None)
    assert "choose whom it looks at" in session.panel().title
    session.pick(TARGET)
    assert session.panel().verdict == "seen" and session.panel().reason is not None
    # Of the observer's side: it looks instead. With shift: it is looked at.
    session.pick("red-2")
    assert (session.observer, session.target) == ("red-2", TARGET)
    session.pick(OBSERVER, as_target=True)
    assert (session.observer, session.target) == ("red-2", OBSERVER)
    with pytest.raises(geo3d.UsageError, match="no model 'x'"):
        session.pick("x")
    # A wrong click changes nothing.
    assert (session.observer, session.target) == ("red-2", OBSERVER)


def test_the_observer_clicked_again_lets_go(tmp_path: Path) -> None:
    session = _three(tmp_path)
    session.pick(OBSERVER)
    session.pick(OBSERVER)
    assert (session.observer, session.target) == (None, None)


def test_a_drag_behind_a_wall_changes_the_verdict_and_undo_brings_it_back(tmp_path: Path) -> None:
    """Lines from (5, 10) to (20, 3), each 1" wide, pass x = 12 between y = 6.3 and 7.2."""
    session = _session(tmp_path)
    start = session.board
    assert session.panel().verdict == "seen" and not session.panel().quick
    session.drag(TARGET, (20.0, 3.0, 50.0), DOWN)
    panel = session.panel()
    assert panel.quick and panel.verdict == "hidden" and panel.reason is None
    session.drag(TARGET, (20.5, 3.0, 50.0), DOWN)
    session.drop(TARGET)
    panel = session.panel()
    assert (panel.quick, panel.verdict, panel.undo, panel.unsaved) == (False, "hidden", 1, True)
    assert session.answer is not None and session.answer.certainty == "certified"
    assert session.board.figures[TARGET].at == (20.5, 3.0, 0.0)
    # What was dragged in several steps is one change.
    assert session.undo() and session.board is start
    assert (session.panel().verdict, session.panel().unsaved) == ("seen", False)
    assert not session.undo()


def test_undo_in_the_middle_of_a_drag_lets_go(tmp_path: Path) -> None:
    session = _session(tmp_path)
    start = session.board
    session.drag_to(TARGET, (20.0, 3.0, 0.0))
    assert session.undo() and session.board is start and not session.panel().quick


def test_a_model_snaps_to_the_surface_that_is_pointed_at(tmp_path: Path) -> None:
    session = _session(tmp_path)
    session.drag(TARGET, (26.0, 14.0, 50.0), DOWN)
    assert session.board.figures[TARGET].at == pytest.approx((26.0, 14.0, 3.0), abs=1e-6)
    # Aslant from the side, at the deck's wall half way up: the ground before it.
    session.drag(TARGET, (20.0, 14.0, 4.5), (1.0, 0.0, -0.75))
    assert session.board.figures[TARGET].at[2] < 3.1
    session.drag(TARGET, (15.0, 12.0, 50.0), DOWN)
    assert session.board.figures[TARGET].at == (15.0, 12.0, 0.0)
    # Past the table's edge: to the rim. Away from the table: nowhere.
    session.drag(TARGET, (40.0, 12.0, 50.0), DOWN)
    assert session.board.figures[TARGET].at == (30.0, 12.0, 0.0)
    session.drag(TARGET, (15.0, 12.0, 50.0), (0.0, 0.0, 1.0))
    assert session.board.figures[TARGET].at == (30.0, 12.0, 0.0)
    session.drop(TARGET)
    assert any("03.01" in note for note in session.panel().lines)


def test_a_piece_of_terrain_is_dragged_between_and_away(tmp_path: Path) -> None:
    session = _session(tmp_path)
    # Its own origin is the board's: moved up by 5", it stands from y = 7 to 13.
    session.drag("wall", (0.0, 5.0, 50.0), DOWN)
    assert session.panel().quick and session.panel().verdict == "hidden"
    session.drop("wall")
    assert session.panel().verdict == "hidden"
    assert session.board.features["wall"].transform[:3, 3] == pytest.approx([0.0, 5.0, 0.0])
    # The slits that the quick pass leaves out are judged again.
    assert session.board.settings == geo3d.load_board(session.board.path).settings
    session.undo()
    assert session.panel().verdict == "seen"


def test_things_are_turned(tmp_path: Path) -> None:
    session = _session(tmp_path)
    session.turn(TARGET, 15.0)
    session.turn(TARGET, -45.0)
    assert session.board.figures[TARGET].turn_deg == 330.0
    session.turn("wall", 90.0)
    turn = session.board.features["wall"].transform[:2, :2]
    assert np.allclose(turn, [[0.0, -1.0], [1.0, 0.0]])
    assert session.panel().undo == 3


@pytest.mark.parametrize(
    ("start", "way", "message"),
    [
        ((0, 0), DOWN, "ray: start: three numbers"),
        ((0, 0, "x"), DOWN, "ray: start: three numbers"),
        ((0, 0, float("nan")), DOWN, "ray: start: three numbers"),
        ((0, 0, 1), (0, 0, 0), "ray: direction: all three numbers are 0"),
        (None, DOWN, "ray: start: three numbers"),
    ],
)
def test_what_is_no_ray_is_told(tmp_path: Path, start: object, way: object, message: str) -> None:
    session = _session(tmp_path)
    with pytest.raises(geo3d.UsageError, match=message):
        session.drag(TARGET, start, way)
    with pytest.raises(geo3d.UsageError, match=message):
        session.hit(start, way)


def test_what_is_not_there_cannot_be_dragged(tmp_path: Path) -> None:
    with pytest.raises(geo3d.UsageError, match="no model 'table'"):
        _session(tmp_path).drag("table", (0, 0, 9), DOWN)


def test_the_pointer_meets_figures_terrain_ground_and_nothing(tmp_path: Path) -> None:
    session = _session(tmp_path)
    meets = {
        (20.0, 10.0): TARGET, (12.2, 5.0): "wall", (1.0, 1.0): None,
    }  # fmt: skip
    for (x, y), id in meets.items():
        found = session.hit((x, y, 50.0), DOWN)
        assert found is not None and found.id == id
        assert found.point[2] == pytest.approx({TARGET: 2.0, "wall": 9.0, None: 0.0}[id])
    assert session.hit((-5.0, 1.0, 50.0), DOWN) is None


def test_while_it_is_dragged_the_light_stays_and_the_target_is_coarse(tmp_path: Path) -> None:
    session = _session(tmp_path)
    before = session.scene()
    session.drag_to(TARGET, (20.0, 12.0, 0.0))
    during = session.scene()
    (table,) = [s for s in before.surfaces if s.role == "table"]
    assert table in during.surfaces and during.camera == before.camera
    one, other = (
        next(s for s in scene.surfaces if s.role == "target") for scene in (before, during)
    )
    assert len(other.faces) < len(one.faces) / 4
    session.drop(TARGET)
    assert table not in session.scene().surfaces


def test_the_panel_has_the_settings_in_force(tmp_path: Path) -> None:
    session = _session(tmp_path, settings={"implicit_areas": False, "solid_height": 2.5})
    assert session.panel().settings["solid_height"] == 2.5
    assert ("solid height", "2.5") in session.scene().settings
    assert session.scene().reason == session.panel().reason


def test_one_model_is_no_pair(tmp_path: Path) -> None:
    board = geo3d.load_board(write(tmp_path, {}))
    with pytest.raises(geo3d.UsageError, match="two models are needed"):
        Session(board, OBSERVER, OBSERVER)


def test_a_layer_is_gone_when_something_has_moved_and_back_when_it_is_undone(
    tmp_path: Path,
) -> None:
    """A heat map takes long: it is not drawn of another board. Circles are, about (9, 9)."""
    session = Session(load(tmp_path, {"wall": HIGH}), OBSERVER, TARGET)
    board = session.board
    session.lay(heat_layer(board, heat(board, [OBSERVER], 2.0), OBSERVER))
    session.lay(engagement(board))
    assert set(session.layers) == {"heat", "engagement"} and session.panel().stale == ()
    session.drag_to(OBSERVER, (9.0, 9.0, 0.0))
    for _ in range(2):
        # While it is held, and when it has been let go.
        assert set(session.layers) == {"engagement"}
        drawn = session.scene()
        assert "heat" not in {group.key for group in drawn.groups}
        assert not [each for each in drawn.surfaces if each.group == "heat"]
        own = np.concatenate([
            lines.segments.reshape(-1, 3) for lines in drawn.lines if lines.group == "engagement"
        ])  # fmt: skip
        # Its base is 1" square about it, and the range 2".
        assert np.abs(own[:, 0] - 6.5).min() < 1e-6
        (stale,) = session.panel().stale
        assert stale.startswith(f"what {OBSERVER} sees: of the board before")
        session.drop(OBSERVER)
    session.undo()
    assert set(session.layers) == {"heat", "engagement"} and session.panel().stale == ()
    session.turn(OBSERVER, 30.0)
    assert set(session.layers) == {"engagement"}
    session.unlay("heat")
    assert session.panel().stale == ()
