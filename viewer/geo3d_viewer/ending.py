"""The end of a move in a picture: the model as a ghost, what it rests on, what sticks out."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial

import numpy as np
import shapely
import trimesh
from trimesh.transformations import rotation_matrix

from geo3d.motion import Stand
from geo3d.motion.overhang import filled
from geo3d.table.figures import Figure
from geo3d.tolerances import OVERHANG_STEP
from geo3d_viewer.description import Colour, Floats, Lines, Surface
from geo3d_viewer.flat import laid, lifted, rim
from geo3d_viewer.ground import RAISED
from geo3d_viewer.palette import EDGE, INK, OVERHANG, SUPPORT, mixed
from geo3d_viewer.path import LIFT, Slope, on_plane
from geo3d_viewer.terrain import MANY, creases

GHOST = 0.4
"""Opacity of the model where it ends."""

LEANS_DEG = 0.5
"""A model that is tilted by more is drawn so, and shows what it rests on."""

MASS = 0.09
"""Inches: radius of the dot at the centre of mass."""


def ghost(figure: Figure, end: Stand, colour: Colour) -> Iterator[Surface | Lines]:
    """The model where it ends, see-through; tilted where it holds so."""
    matrix = _placed(figure, end)
    body = figure.profile.body
    yield Surface(
        f"{figure.id} at its end", "ghost", np.asarray(body.vertices, np.float64),
        np.asarray(body.faces), matrix, colour, opacity=GHOST,
    )  # fmt: skip
    edges = creases(body)
    if len(edges) > MANY:
        outline = np.column_stack([figure.profile.base.polygon, np.zeros(len(figure.outline))])
        edges = np.stack([outline, np.roll(outline, -1, axis=0)], axis=1)
    placed = edges @ matrix[:3, :3].T + matrix[:3, 3]
    yield Lines(f"{figure.id} at its end", "ghost", placed, mixed(colour, EDGE, 0.5), 2.0)


def rests(end: Stand) -> Iterator[Surface | Lines]:
    """The support polygon and the centre of mass, off the ground and where the model is tilted."""
    found = end.standing.rest
    level = end.standing.ground_level and end.tilt_deg <= LEANS_DEG
    if level and end.stable:
        return
    polygon = lifted(found.polygon, LIFT)
    if len(polygon) >= 3:
        faces = np.array([[0, k, k + 1] for k in range(1, len(polygon) - 1)])
        yield Surface("support", "support", polygon, faces, np.eye(4), SUPPORT, opacity=0.75)
    if len(polygon) >= 2:
        around = np.stack([polygon, np.roll(polygon, -1, axis=0)], axis=1)
        yield Lines("support", "support", around, INK, 2.4, on_top=True)
    ball = trimesh.creation.icosphere(subdivisions=2, radius=MASS)
    matrix = np.eye(4)
    matrix[:3, 3] = *found.centre, found.height + LIFT
    yield Surface(
        "centre of mass", "mass", np.asarray(ball.vertices), np.asarray(ball.faces), matrix, INK
    )


def sticks_out(figure: Figure, end: Stand) -> Iterator[Surface | Lines]:
    """What of the base sticks out past the surface that it stands on, in red."""
    surface = end.standing.surface
    if surface is None or end.overhang <= OVERHANG_STEP:
        return
    outline = shapely.Polygon(figure.profile.base.placed(end.at[:2], end.turn_deg))
    over = outline.difference(filled(surface))
    height = partial(on_plane, _plane(end))
    vertices, faces = laid(over, height, RAISED)
    yield Surface("overhang", "overhang", vertices, faces, np.eye(4), OVERHANG)
    yield Lines("overhang", "overhang", rim(over, height, LIFT), OVERHANG, 3.0, on_top=True)


def _holds(end: Stand) -> bool:
    """Whether the plane that the base rests on is one that it can be drawn in."""
    return end.stable and end.tilt_deg > LEANS_DEG


def _plane(end: Stand) -> Slope:
    """The plane of the base's underside, as it is drawn."""
    if not _holds(end):
        return 0.0, 0.0, end.at[2]
    found = end.standing.rest
    a, b = (float(-part / found.normal[2]) for part in found.normal[:2])
    return a, b, found.height - a * float(found.centre[0]) - b * float(found.centre[1])


def _placed(figure: Figure, end: Stand) -> Floats:
    """(4, 4) of the model where it ends."""
    upright = np.array(replace(figure, at=end.at, turn_deg=end.turn_deg).transform)
    if not _holds(end):
        return upright
    x, y, _ = end.standing.rest.normal
    lean = rotation_matrix(  # type: ignore[no-untyped-call]
        np.radians(end.tilt_deg), [-y, x, 0.0]
    )
    upright[2, 3] = end.standing.rest.height_at(*end.at[:2])
    upright[:3, :3] = lean[:3, :3] @ upright[:3, :3]
    return upright
