"""A window to work in: clicks choose, drags move, keys do the rest. Import `display` first.

left click: who looks, then at whom (with shift: at whom)   left drag on a model: move it
e: the next of the observer's eyes    b: back from there     t: from above    o: the whole board
l: all tested lines    g: gaps    n: names    m: terrain may be dragged, too
, and .: turn what was moved last     u: undo     s: save    r: ruler    d: dark    q: close
"""

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.errors import Geo3dError
from geo3d_viewer import caption
from geo3d_viewer.camera import Camera, framing
from geo3d_viewer.description import Floats, Label, Lines, SceneDescription
from geo3d_viewer.draw import Drawing
from geo3d_viewer.groups import TESTED, as_begun, switched
from geo3d_viewer.html import ABOVE_DEG
from geo3d_viewer.palette import SECTION
from geo3d_viewer.picture import in_eye
from geo3d_viewer.session import Session
from geo3d_viewer.window import Overlay, while_moving

STILL = 4
"""Pixels that a pointer may stray in a click."""

TURN_DEG = 15.0

HELP = "click: choose   drag: move   e eye  t above  o board  l lines  u undo  s save  r ruler"


class Desk:
    """A session in a plotter.

    Attributes:
        session: what is looked at.
        drawing: the plotter with it.
        hidden: groups that are switched off; `shown`: that are switched on besides.
    """

    def __init__(
        self, session: Session, size: tuple[int, int], off_screen: bool, dark: bool = False
    ) -> None:
        self.session = session
        self.hidden: set[str] = set()
        self.shown: set[str] = set()
        self.terrain = self.ruling = False
        self._dark = dark
        self._told = HELP
        self._eye: int | None = None
        self._points: list[Floats] = []
        self._pressed: tuple[int, int, str | None] | None = None
        self._held: tuple[str, Floats] | None = None
        self._last: str | None = None
        self.scene = session.scene()
        self.drawing = Drawing(self._as_shown(), size, off_screen)
        if not off_screen:
            self.drawing.plotter.enable_terrain_style(mouse_wheel_zooms=True, shift_pans=True)
            while_moving(self.drawing)
            self._listen()
        Overlay(self.drawing)

    # What a pointer does; pixels from the top left.

    def press(self, x: int, y: int) -> bool:
        """The left button goes down; whether it is on something that can be dragged."""
        camera = self.camera
        hit = self.session.hit(camera.position, self._way(x, y))
        id = None if hit is None else hit.id
        self._pressed = x, y, id
        board = self.session.board
        return id in board.figures or (self.terrain and id in board.features)

    def move(self, x: int, y: int) -> None:
        """The pointer moves with the button down."""
        if self._pressed is None or self.ruling:
            return
        board = self.session.board
        begun_x, begun_y, id = self._pressed
        if self._held is None:
            if id is None or max(abs(x - begun_x), abs(y - begun_y)) <= STILL:
                return
            at = (
                board.figures[id].at if id in board.figures else board.features[id].transform[:3, 3]
            )
            point, _ = self.camera.project(np.array(at)[None], self._size)
            self._held = id, point[0] - (begun_x, begun_y)
            self.drawing.moving(True)
            self._last = id
        id, off = self._held
        self._try(
            lambda: self.session.drag(id, self.camera.position, self._way(x + off[0], y + off[1]))
        )
        self.update()

    def release(self, x: int, y: int, shift: bool = False) -> None:
        """The button comes up: what was dragged is let go, or what was clicked is chosen."""
        pressed, held = self._pressed, self._held
        self._pressed = self._held = None
        if held is not None:
            self.drawing.moving(False)
            self._try(lambda: self.session.drop(held[0]))
        elif pressed is not None and max(abs(x - pressed[0]), abs(y - pressed[1])) <= STILL:
            self._click(x, y, pressed[2], shift)
        else:
            return
        self.update()

    def key(self, name: str) -> None:
        """A key is pressed; see the head of this file."""
        session = self.session
        if name == "u":
            session.undo()
        elif name == "s":
            self._try(self._save)
        elif name in ("comma", "period"):
            id = self._last or session.target or session.observer
            if id is not None:
                by = TURN_DEG if name == "comma" else -TURN_DEG
                self._try(lambda: session.turn(id, by))
        elif name == "m":
            self.terrain = not self.terrain
            self._told = "terrain can be dragged" if self.terrain else HELP
        elif name == "r":
            self.ruling, self._points = not self.ruling, []
            self._told = "ruler: click two points" if self.ruling else HELP
        elif name == "d":
            self._dark = not self._dark
        elif name == "l":
            self.shown ^= {TESTED}
        elif name in ("g", "n"):
            self.hidden ^= {"gaps" if name == "g" else "names"}
        elif name in ("e", "b", "t", "o"):
            self._look(name)
            return
        elif name == "q":
            self.drawing.plotter.iren.terminate_app()
            return
        else:
            return
        self.update()

    def update(self) -> None:
        """Draw the session as it is now."""
        self.scene = self.session.scene()
        shown = self._as_shown()
        if self._eye is not None and self._eye < len(self.scene.eyes):
            eye = self.scene.eyes[self._eye]
            self.drawing.look(eye.camera, 1.0, eye.without)
        self.drawing.show(shown)
        self.drawing.plotter.render()

    @property
    def camera(self) -> Camera:
        """From where it is seen now."""
        at = self.drawing.plotter.camera
        return Camera(tuple(at.position), tuple(at.focal_point), at.view_angle)

    # Inside.

    @property
    def _size(self) -> tuple[int, int]:
        width, height = self.drawing.plotter.window_size
        return int(width), int(height)

    def _way(self, x: float, y: float) -> Floats:
        """(3,) the direction from the camera through a pixel."""
        right, up, forward = self.camera.axes
        width, height = self._size
        scale = np.tan(np.radians(self.camera.view_angle_deg) / 2) / (height / 2)
        way: Floats = forward + scale * ((x - width / 2) * right + (height / 2 - y) * up)
        return way

    def _click(self, x: int, y: int, id: str | None, shift: bool) -> None:
        if self.ruling:
            hit = self.session.hit(self.camera.position, self._way(x, y))
            if hit is not None:
                self._points = [*self._points[len(self._points) // 2 * 2 :], np.array(hit.point)]
            if len(self._points) == 2:
                dx, dy, dz = self._points[1] - self._points[0]
                flat = float(np.hypot(dx, dy))
                self._told = (
                    f'{float(np.hypot(flat, dz)):.2f}" (flat {flat:.2f}", up {float(dz):.2f}")'
                )
        elif id in self.session.board.figures:
            assert id is not None
            self._last = None
            self._try(lambda: self.session.pick(id, shift))

    def _look(self, name: str) -> None:
        if name == "e" and self.scene.eyes:
            self._eye = 0 if self._eye is None else (self._eye + 1) % len(self.scene.eyes)
            self.update()
            return
        self._eye = None
        camera = self.scene.overview if name == "o" else self.scene.camera
        if name == "t":
            low, high = (0.0, 0.0, 0.0), (*self.session.board.size, 0.0)
            box = np.array([[x, y, 0.0] for x in (low[0], high[0]) for y in (low[1], high[1])])
            way = np.subtract(self.scene.overview.position, self.scene.overview.focal)
            azimuth = float(np.degrees(np.arctan2(way[1], way[0])))
            camera = framing(box, azimuth, ABOVE_DEG, self._size[0] / self._size[1])
        self.drawing.look(camera)
        self.update()

    def _save(self) -> None:
        path: Path = self.session.save()
        self._told = f"saved as {caption.shown(path.name)}"

    def _try(self, act: Any) -> None:
        try:
            act()
        except Geo3dError as error:
            self._told = str(error)

    def _as_shown(self) -> SceneDescription:
        scene, panel = self.scene, self.session.panel()
        words = [*scene.caption]
        if panel.reason is not None:
            words.append(panel.reason)
        if panel.quick:
            words.append("quick pass; the whole answer when it is let go")
        words += [*panel.stale, *panel.notes[:2], self._told]
        scene = replace(scene, title=panel.title, caption=tuple(words), dark=self._dark)
        if self._eye is not None and self._eye < len(scene.eyes):
            scene = in_eye(scene, scene.eyes[self._eye])
        if len(self._points) == 2:
            line = Lines("ruler", "section", np.array([self._points]), SECTION, 3.0, on_top=True)
            middle = np.mean(self._points, axis=0)
            anchor = (float(middle[0]), float(middle[1]), float(middle[2]))
            tag = Label(self._told, "surface", anchor, SECTION, 0, group="ruler")
            scene = replace(scene, lines=(*scene.lines, line), labels=(tag, *scene.labels))
        return as_begun(switched(scene, self.shown, self.hidden))

    def _listen(self) -> None:
        """Have the window's pointer and keys come here."""
        interactor = self.drawing.plotter.iren.interactor
        style = interactor.GetInteractorStyle()

        def at() -> tuple[int, int]:
            x, y = interactor.GetEventPosition()
            return x, self._size[1] - 1 - y

        def pressed(*_: Any) -> None:
            if self.press(*at()):
                self._dragging = True
            else:
                self._dragging = False
                style.OnLeftButtonDown()

        def moved(*_: Any) -> None:
            if self._dragging:
                self.move(*at())
            else:
                style.OnMouseMove()

        def released(*_: Any) -> None:
            if not self._dragging:
                style.OnLeftButtonUp()
            self._dragging = False
            self.release(*at(), shift=bool(interactor.GetShiftKey()))

        self._dragging = False
        style.AddObserver("LeftButtonPressEvent", pressed)
        style.AddObserver("MouseMoveEvent", moved)
        style.AddObserver("LeftButtonReleaseEvent", released)
        # Keys of VTK's and of PyVista's own (surface, wireframe, exit) would come in between.
        self.drawing.plotter.iren.clear_key_event_callbacks()
        style.AddObserver("CharEvent", lambda *_: None)
        interactor.AddObserver("KeyPressEvent", lambda *_: self.key(interactor.GetKeySym()))
