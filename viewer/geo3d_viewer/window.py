"""A desktop window with a board in it: drag to turn, shift and drag to shift, wheel to zoom.

With a session it is worked in: click to choose who looks and at whom, drag models, keys for the
rest.
"""

from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.piece import Piece
from geo3d_viewer import display
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.groups import as_begun
from geo3d_viewer.picture import SIZE
from geo3d_viewer.piece import describe_piece
from geo3d_viewer.session import Session


def require_screen() -> None:
    """Raise UsageError where no window can be opened."""
    if not display.has_screen():
        raise UsageError(
            "no display to open a window on: use --screenshot FILE.png or --html FILE.html"
        )


def open_window(scene: SceneDescription) -> None:
    """Open a window, and return when it has been closed.

    Raises:
        UsageError: no display.
    """
    require_screen()
    drawing = prepared(scene, off_screen=False)
    drawing.plotter.show(title=scene.title)


def open_session(session: Session, dark: bool = False) -> None:
    """Open a window to work in, and return when it has been closed.

    Raises:
        UsageError: no display.
    """
    require_screen()
    # Loaded only now: VTK must not be before it is known what it draws on.
    from geo3d_viewer.desk import Desk

    desk = Desk(session, SIZE, off_screen=False, dark=dark)
    desk.drawing.plotter.show(title=str(session.board.path.name))


def open_piece(piece: Piece, at: float | None, category: str | None, dark: bool = False) -> None:
    """Open a window with a piece and a slider for its section, and return when it was closed.

    Raises:
        UsageError: no display; a section above or below the piece.
    """
    require_screen()
    scene = describe_piece(piece, at, category, dark=dark)
    drawing = prepared(scene, off_screen=False)
    assert scene.section is not None

    def moved(z: float) -> None:
        high = scene.section is None or z >= scene.section.high
        drawing.show(describe_piece(piece, None if high else z, category, dark=dark))

    drawing.plotter.add_slider_widget(
        moved, (scene.section.low, scene.section.high), value=at or scene.section.high,
        title="section, inches", pointa=(0.62, 0.12), pointb=(0.96, 0.12),
    )  # fmt: skip
    drawing.plotter.show(title=scene.title)


def prepared(scene: SceneDescription, off_screen: bool) -> Any:
    """The drawing with its overlay and its handling, not yet shown."""
    # Loaded only now: VTK must not be before it is known what it draws on.
    from geo3d_viewer.draw import Drawing

    drawing = Drawing(as_begun(scene), SIZE, off_screen)
    plotter = drawing.plotter
    if not off_screen:
        plotter.enable_terrain_style(mouse_wheel_zooms=True, shift_pans=True)
        while_moving(drawing)
    Overlay(drawing)
    return drawing


def while_moving(drawing: Any) -> None:
    """Have simpler shapes drawn while the view is turned, where there are many faces."""
    style = drawing.plotter.iren.interactor.GetInteractorStyle()
    style.AddObserver("StartInteractionEvent", lambda *_: drawing.moving(True))
    style.AddObserver("EndInteractionEvent", lambda *_: drawing.moving(False))


class Overlay:
    """Tags, caption and legend over a plotter, laid out anew for each frame."""

    def __init__(self, drawing: Any) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkImageMapper

        self.drawing, self.plotter = drawing, drawing.plotter
        self._mapper = vtkImageMapper()
        self._mapper.SetColorWindow(255)
        self._mapper.SetColorLevel(127.5)
        actor = vtkActor2D()
        actor.SetMapper(self._mapper)
        self._seen: tuple[Any, ...] | None = None
        self._update()
        self.plotter.renderer.AddViewProp(actor)
        self.plotter.renderer.AddObserver("StartEvent", self._update)

    def _update(self, *_: Any) -> None:
        import pyvista as pv

        from geo3d_viewer.overlay import overlay

        size = tuple(int(number) for number in self.plotter.window_size)
        at = self.plotter.camera
        camera = Camera(tuple(at.position), tuple(at.focal_point), at.view_angle)
        scene = self.drawing.scene
        if self._seen is not None and (size, camera, scene) == self._seen:
            return
        self._seen = size, camera, scene
        pixels = np.asarray(overlay(scene, camera, (size[0], size[1])))[::-1]
        image = pv.ImageData(dimensions=(size[0], size[1], 1))
        image.point_data["over"] = pixels.reshape(-1, 4)
        image.set_active_scalars("over")
        self._mapper.SetInputData(image)
