"""From a description to a PyVista plotter. Import `display` and decide before importing this."""

from typing import Any, cast

import numpy as np
import pyvista as pv
from vtkmodules.vtkCommonDataModel import vtkPlane
from vtkmodules.vtkRenderingCore import vtkRenderer

from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Lines, SceneDescription, Surface
from geo3d_viewer.light import SUN
from geo3d_viewer.palette import BACKGROUND

BEHIND_OPACITY = 0.3
"""How much of a line that must not be lost shows through what stands in front of it."""

VTK_OFFSET, HAIR, GLASS_OFFSET = 4.0, 2.0, 0.1
"""In VTK's units of depth: by what it brings lines forward, and by what creases are; by what glass
is put back."""

UNLIT = ("table", "field", "overhang")
"""Roles of what has its light in its colours, or shows in just those of the legend."""

FLAT = ("table", "grid", "area", "zone", "ring")
"""Roles of what does not stand up, and so is never cut away."""


class Drawing:
    """A plotter with a description in it. Close it when done."""

    def __init__(self, scene: SceneDescription, size: tuple[int, int], off_screen: bool) -> None:
        """Draw a description.

        Args:
            size: width and height in pixels.
            off_screen: no window.
        """
        self.scene = scene
        self.plotter = cast(Any, pv.Plotter)(
            off_screen=off_screen, window_size=list(size), lighting="none"
        )
        self.plotter.set_background(BACKGROUND)
        self._on_top = vtkRenderer()
        self._lights()
        self._scale = 1.0
        self._widths: list[tuple[Any, float]] = []
        self._standing: list[Any] = []
        for surface in scene.surfaces:
            self._surface(surface)
        for lines in scene.lines:
            self._lines(lines)
        self._layer()
        # Corners and undersides a little darker, so that shapes are read without their creases.
        self.plotter.enable_ssao(radius=1.2, bias=0.05, kernel_size=32, blur=True)
        self.look(scene.camera)

    def look(self, camera: Camera, scale: float = 1.0) -> None:
        """Take a camera; `scale` multiplies the widths of lines."""
        to = self.plotter.camera
        to.position, to.focal_point, to.up = camera.position, camera.focal, (0.0, 0.0, 1.0)
        to.view_angle = camera.view_angle_deg
        self.plotter.renderer.ResetCameraClippingRange()
        for actor in self._standing:
            actor.mapper.RemoveAllClippingPlanes()
            if camera.cut is not None:
                actor.mapper.AddClippingPlane(_cut(camera, camera.cut))
        for actor, width in self._widths:
            actor.GetProperty().SetLineWidth(width * scale)

    def image(self) -> np.ndarray:
        """What the camera sees: (height, width, 3) bytes."""
        self.plotter.render()
        return np.asarray(self.plotter.screenshot(None, return_img=True))

    def close(self) -> None:
        """Free what the graphics library holds."""
        self.plotter.close()

    def _lights(self) -> None:
        sun = pv.Light(position=tuple(1000 * SUN), light_type="scene light", intensity=0.58)
        lamp = pv.Light(light_type="headlight", intensity=0.42)
        for light in (sun, lamp):
            self.plotter.add_light(light)

    def _surface(self, surface: Surface) -> None:
        vertices, faces, colours = surface.drawable()
        mesh = pv.PolyData.from_regular_faces(vertices, cast(Any, faces))
        if colours is None:
            colours = surface.vertex_colours
        style: dict[str, Any] = {"color": surface.colour}
        if colours is not None:
            style = {"scalars": np.clip(colours * 255, 0, 255).astype(np.uint8), "rgb": True}
        lit = surface.role not in UNLIT and surface.opacity == 1.0
        actor = self.plotter.add_mesh(
            mesh, smooth_shading=False, lighting=lit, ambient=0.3 if lit else 0.0,
            diffuse=0.85 if lit else 1.0, specular=0.0, reset_camera=False, render=False,
            opacity=surface.opacity, **style,
        )  # fmt: skip
        if surface.opacity < 1.0:
            # Its front alone: so the same everywhere, however deep it is.
            actor.prop.culling = "back"
            # Where it lies in a wall's face, the wall is drawn.
            actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
            actor.mapper.SetRelativeCoincidentTopologyPolygonOffsetParameters(0.0, GLASS_OFFSET)
        actor.user_matrix = surface.transform
        if surface.role not in FLAT:
            self._standing.append(actor)

    def _lines(self, lines: Lines) -> None:
        if not len(lines.segments):
            return
        points = lines.segments.reshape(-1, 3)
        number = np.arange(len(points)).reshape(-1, 2)
        cells = np.column_stack([np.full(len(number), 2), number]).ravel()
        actor = self.plotter.add_mesh(
            pv.PolyData(points, lines=cells), color=lines.colour, line_width=lines.width,
            lighting=False, reset_camera=False, render=False,
        )  # fmt: skip
        # VTK draws lines as if nearer, by so much that they shine through what they lie behind.
        # Lines on the ground are raised anyway; creases need a hair.
        actor.mapper.SetResolveCoincidentTopologyToPolygonOffset()
        hair = HAIR if lines.role in ("edge", "gap") else 0.0
        actor.mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0.0, VTK_OFFSET - hair)
        self._widths.append((actor, lines.width))
        if lines.role not in FLAT:
            self._standing.append(actor)
        if lines.on_top:
            shine = pv.Actor(mapper=actor.mapper)
            shine.prop.color, shine.prop.opacity = lines.colour, BEHIND_OPACITY
            shine.prop.lighting = False
            self._widths.append((shine, lines.width))
            self._on_top.AddActor(shine)

    def _layer(self) -> None:
        """A second layer, with a depth of its own, over the first."""
        window = self.plotter.render_window
        window.SetNumberOfLayers(2)
        self._on_top.SetLayer(1)
        self._on_top.InteractiveOff()
        self._on_top.SetActiveCamera(self.plotter.camera)
        window.AddRenderer(self._on_top)


def _cut(camera: Camera, distance: float) -> vtkPlane:
    """The plane at a distance in front of a camera, facing away from it."""
    forward = camera.axes[2]
    plane = vtkPlane()
    plane.SetOrigin(*(camera.position + distance * forward))
    plane.SetNormal(*forward)
    return plane
