"""A desktop window with the board in it: drag to turn, shift and drag to shift, wheel to zoom."""

from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d_viewer import display
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import SceneDescription
from geo3d_viewer.picture import SIZE


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


def prepared(scene: SceneDescription, off_screen: bool) -> Any:
    """The drawing with its overlay and its handling, not yet shown."""
    # Loaded only now: VTK must not be before it is known what it draws on.
    from geo3d_viewer.draw import Drawing

    drawing = Drawing(scene, SIZE, off_screen)
    plotter = drawing.plotter
    if not off_screen:
        plotter.enable_terrain_style(mouse_wheel_zooms=True, shift_pans=True)
    _Overlay(scene, plotter)
    return drawing


class _Overlay:
    """Tags, caption and legend over a plotter, laid out anew for each frame."""

    def __init__(self, scene: SceneDescription, plotter: Any) -> None:
        from vtkmodules.vtkRenderingCore import vtkActor2D, vtkImageMapper

        self.scene, self.plotter = scene, plotter
        self._mapper = vtkImageMapper()
        self._mapper.SetColorWindow(255)
        self._mapper.SetColorLevel(127.5)
        actor = vtkActor2D()
        actor.SetMapper(self._mapper)
        self._seen: tuple[Any, ...] | None = None
        self._update()
        plotter.renderer.AddViewProp(actor)
        plotter.renderer.AddObserver("StartEvent", self._update)

    def _update(self, *_: Any) -> None:
        import pyvista as pv

        from geo3d_viewer.overlay import overlay

        size = tuple(int(number) for number in self.plotter.window_size)
        at = self.plotter.camera
        camera = Camera(tuple(at.position), tuple(at.focal_point), at.view_angle)
        if (size, camera) == self._seen:
            return
        self._seen = size, camera
        pixels = np.asarray(overlay(self.scene, camera, (size[0], size[1])))[::-1]
        image = pv.ImageData(dimensions=(size[0], size[1], 1))
        image.point_data["over"] = pixels.reshape(-1, 4)
        image.set_active_scalars("over")
        self._mapper.SetInputData(image)
