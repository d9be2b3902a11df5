"""From a description to a PyVista plotter. Import `display` and decide before importing this."""

from dataclasses import dataclass
from typing import Any, cast

import numpy as np
import pyvista as pv
from vtkmodules.vtkCommonDataModel import vtkPlane
from vtkmodules.vtkRenderingCore import vtkPolyDataMapper, vtkRenderer

from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Colour, Lines, SceneDescription, Surface
from geo3d_viewer.detail import Shape, coarser
from geo3d_viewer.keys import key_of
from geo3d_viewer.light import SUN
from geo3d_viewer.palette import BACKGROUND, DARK

BEHIND_OPACITY = 0.45
"""How much of what must not be lost shows through what stands in front of it."""

VTK_OFFSET, HAIR, GLASS_OFFSET = 4.0, 2.0, 0.1
"""In VTK's units of depth: by what it brings lines forward, and by what creases are; by what glass
is put back."""

NEAREST, DEEPEST = 0.05, 1e-4
"""Inches from a model's eye at which things are drawn, and the share of the farthest that they are
drawn from at least: what is left of the depth's precision."""

LYING = 1e-3
"""z of a camera's upward direction below which it looks straight down."""

UNLIT = ("table", "field", "overhang", "footprint")
"""Roles of what has its light in its colours, or shows in just those of the legend."""

CUT_AT = ("terrain", "gap", "surface", "edge", "defect")
"""Roles of what is a piece's, and cut away above a section."""

FIGURES = ("figure", "observer", "target")

FLAT = ("table", "grid", "area", "zone", "ring", "base")
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
        self._on_top = vtkRenderer()
        self._lights()
        self._moves, self._samples = False, 0
        self._scale = 1.0
        self._drawn: dict[Any, _Drawn] = {}
        self._camera = scene.camera
        self._without: frozenset[str] = frozenset()
        self.show(scene)
        self._layer()
        self._corners()
        self.look(scene.camera)

    def show(self, scene: SceneDescription) -> None:
        """Draw another description: what it shares with the one before stays as it is."""
        self.scene = scene
        self.plotter.set_background(DARK if scene.dark else BACKGROUND)
        reduced = coarser(scene.surfaces)
        left, self._drawn = self._drawn, {}
        for surface in scene.surfaces:
            arrays = (surface.vertices, surface.faces, surface.face_colours, surface.vertex_colours)
            look = (
                surface.role, surface.colour, surface.opacity, surface.name, surface.on_top
            )  # fmt: skip
            key = self._free((key_of(*arrays), look))
            drawn = left.pop(key, None)
            if drawn is None:
                drawn = self._surface(surface, reduced.get(id(surface.faces)))
            for actor in filter(None, (drawn.actor, drawn.shine)):
                actor.user_matrix = surface.transform
            self._drawn[key] = drawn
        for lines in scene.lines:
            if len(lines.segments):
                look = (lines.role, lines.colour, lines.width, lines.on_top)
                key = self._free((key_of(lines.segments), look))
                self._drawn[key] = left.pop(key, None) or self._lines(lines)
        for drawn in left.values():
            self.plotter.remove_actor(drawn.actor, reset_camera=False, render=False)
            if drawn.shine is not None:
                self._on_top.RemoveActor(drawn.shine)
        self.look(self._camera, self._scale, self._without)

    def look(
        self,
        camera: Camera,
        scale: float = 1.0,
        without: frozenset[str] = frozenset(),
        no_roles: frozenset[str] = frozenset(),
    ) -> None:
        """Take a camera.

        Args:
            scale: multiplies the widths of lines.
            without: names of figures that are not drawn.
            no_roles: roles of surfaces and lines that are not.
        """
        self._camera, self._scale, self._without = camera, scale, without
        to = self.plotter.camera
        upright = camera.axes[1][2] > LYING
        up = (0.0, 0.0, 1.0) if upright else tuple(camera.axes[1])
        to.position, to.focal_point, to.up = camera.position, camera.focal, up
        to.view_angle = camera.view_angle_deg
        at = None if self.scene.section is None else self.scene.section.at
        for drawn in self._drawn.values():
            mapper = drawn.actor.mapper
            mapper.RemoveAllClippingPlanes()
            if camera.cut is not None and drawn.role not in FLAT:
                mapper.AddClippingPlane(_cut(camera, camera.cut))
            if at is not None and drawn.role in CUT_AT:
                mapper.AddClippingPlane(_lid(at))
            figure = drawn.role in FIGURES and drawn.name in without
            shown = not (figure or drawn.role in no_roles)
            for actor in filter(None, (drawn.actor, drawn.shine)):
                actor.SetVisibility(shown)
                if drawn.width:
                    actor.GetProperty().SetLineWidth(drawn.width * scale)
        self.plotter.renderer.ResetCameraClippingRange()
        if without and camera.cut is None:
            # In a model's eye things are near.
            near, far = to.clipping_range
            to.clipping_range = max(min(near, NEAREST), far * DEEPEST), far

    def moving(self, moves: bool) -> None:
        """Draw roughly while things move: simpler shapes of a board of many faces, of which nothing
        shines through then, no smooth edges and dark corners, which take ten times as long as all
        else without a graphics card."""
        if moves != self._moves:
            window = self.plotter.render_window
            if moves:
                self._samples = window.GetMultiSamples()
                self.plotter.disable_ssao()
            else:
                self._corners()
            window.SetMultiSamples(0 if moves else self._samples)
            self._moves = moves
        many = False
        for drawn in self._drawn.values():
            if drawn.coarse is not None:
                many = True
                drawn.actor.SetMapper(drawn.coarse if moves else drawn.whole)
        # What shines through takes as long as all the terrain, however little there is of it.
        self._on_top.SetDraw(not (moves and many))

    def faces(self) -> int:
        """Faces that are drawn as things are now."""
        return sum(
            drawn.actor.mapper.GetInput().GetNumberOfCells()
            for drawn in self._drawn.values()
            if not drawn.width
        )

    def image(self) -> np.ndarray:
        """What the camera sees: (height, width, 3) bytes."""
        self.plotter.render()
        return np.asarray(self.plotter.screenshot(None, return_img=True))

    def close(self) -> None:
        """Free what the graphics library holds."""
        self.plotter.close()

    def _corners(self) -> None:
        """Corners and undersides a little darker, so that shapes are read without their creases."""
        self.plotter.enable_ssao(radius=1.2, bias=0.05, kernel_size=32, blur=True)

    def _lights(self) -> None:
        sun = pv.Light(position=tuple(1000 * SUN), light_type="scene light", intensity=0.58)
        lamp = pv.Light(light_type="headlight", intensity=0.42)
        for light in (sun, lamp):
            self.plotter.add_light(light)

    def _free(self, key: Any) -> Any:
        """The key, and the number of those like it that are drawn already."""
        number = 0
        while (key, number) in self._drawn:
            number += 1
        return key, number

    def _surface(self, surface: Surface, coarse: Shape | None) -> "_Drawn":
        vertices, faces, colours = surface.drawable()
        if colours is None:
            colours = surface.vertex_colours
        else:
            # Colours of faces are a texture, which not every renderer has; those of corners all do.
            vertices, colours = vertices[faces].reshape(-1, 3), np.repeat(colours, 3, axis=0)
            faces = np.arange(len(vertices)).reshape(-1, 3)
        mesh = pv.PolyData.from_regular_faces(vertices, cast(Any, faces))
        style: dict[str, Any] = {"color": surface.colour}
        if colours is not None:
            style = {"scalars": _bytes(colours), "rgb": True}
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
        simple = None
        if coarse is not None:
            simple = vtkPolyDataMapper()
            rough = pv.PolyData.from_regular_faces(coarse[0], cast(Any, coarse[1]))
            if coarse[2] is not None:
                rough.point_data["paint"] = _bytes(coarse[2])
                rough.point_data.active_scalars_name = "paint"
            simple.SetInputData(rough)
        shine = self._shine(actor, surface.colour) if surface.on_top else None
        return _Drawn(
            actor, surface.role, surface.name, shine=shine, whole=actor.mapper, coarse=simple
        )

    def _lines(self, lines: Lines) -> "_Drawn":
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
        hair = HAIR if lines.role in ("edge", "gap", "surface", "defect") else 0.0
        actor.mapper.SetRelativeCoincidentTopologyLineOffsetParameters(0.0, VTK_OFFSET - hair)
        shine = self._shine(actor, lines.colour) if lines.on_top else None
        return _Drawn(actor, lines.role, lines.name, lines.width, shine)

    def _shine(self, actor: Any, colour: Colour) -> Any:
        """The same again, faint, over all that stands before it."""
        shine = pv.Actor(mapper=actor.mapper)
        shine.prop.color, shine.prop.opacity = colour, BEHIND_OPACITY
        shine.prop.lighting = False
        self._on_top.AddActor(shine)
        return shine

    def _layer(self) -> None:
        """A second layer, with a depth of its own, over the first."""
        window = self.plotter.render_window
        window.SetNumberOfLayers(2)
        self._on_top.SetLayer(1)
        self._on_top.InteractiveOff()
        self._on_top.SetActiveCamera(self.plotter.camera)
        window.AddRenderer(self._on_top)


@dataclass(frozen=True, eq=False)
class _Drawn:
    """A surface, or lines, as the plotter has it.

    Attributes:
        width: of lines, pixels; 0 of a surface.
        shine: what shows of it through what stands in front of them.
        whole, coarse: what draws a surface, and what does while the view moves.
    """

    actor: Any
    role: str
    name: str
    width: float = 0.0
    shine: Any = None
    whole: Any = None
    coarse: Any = None


def _bytes(colours: np.ndarray) -> np.ndarray:
    """Colours from 0 to 1 as bytes."""
    return np.clip(colours * 255, 0, 255).astype(np.uint8)


def _lid(at: float) -> vtkPlane:
    """The level plane at a height, facing down."""
    plane = vtkPlane()
    plane.SetOrigin(0.0, 0.0, at)
    plane.SetNormal(0.0, 0.0, -1.0)
    return plane


def _cut(camera: Camera, distance: float) -> vtkPlane:
    """The plane at a distance in front of a camera, facing away from it."""
    forward = camera.axes[2]
    plane = vtkPlane()
    plane.SetOrigin(*(camera.position + distance * forward))
    plane.SetNormal(*forward)
    return plane
