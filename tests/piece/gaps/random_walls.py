"""Random walls with random windows and doors, and what is to be found on them in closed form."""

from math import cos, pi, radians, sin

import numpy as np
import shapely
import trimesh
from shapely.affinity import translate

from geo3d.shapes.solids import mesh_of, upright_slab
from tests.piece.gaps.bounded import CRACK
from tests.piece.gaps.case import Expected
from tests.piece.gaps.matching import Tolerance
from tests.piece.gaps.variants import about_z, carried, placed

APART = 0.3
"""Least distance of holes from each other, from the wall's ends and top; of windows from the
ground."""
STRAIGHT = 0.1
"""The level cut at the ground runs from .5 tan 10 = .088 below the middle surface's foot to .088
above it; up to there jambs are straight, so that what is lost before is won behind."""
TIP = 0.01
"""Most that may be lost of a hole's bounds where it is narrower than a crack of .05 (13.11)."""
BELOW = 2.0
"""How far a wall is made on under the ground, so that it can be cut off level there."""
ALLOWED = Tolerance(0.02, 0.03)


def star(rng: np.random.Generator, angles: np.ndarray, shrink: float) -> np.ndarray:
    """(N, 2) corners of a polygon that is star-shaped about (0, 0), of half sizes .25 to .9.

    At `shrink` 1 its corners lie on an ellipse, so that it is convex.
    """
    size = rng.uniform(0.25, 0.9, 2) * rng.uniform(shrink, 1.0, (len(angles), 1))
    return np.column_stack([np.cos(angles), np.sin(angles)]) * size


def window_shape(rng: np.random.Generator) -> shapely.Polygon:
    """Convex or star-shaped, with 5 to 11 corners about (0, 0)."""
    count = int(rng.integers(5, 12))
    # Corners at even angles, each moved by less than half a step: none of them change places, and
    # no two are further apart than 180 degrees.
    angles = (np.arange(count) + rng.uniform(-0.35, 0.35, count)) * 2 * pi / count
    return shapely.Polygon(star(rng, angles, 1.0 if rng.random() < 0.5 else 0.6))


def door_shape(rng: np.random.Generator) -> shapely.Polygon:
    """From z = 0, its foot about x = 0; its jambs rise straight for `STRAIGHT`."""
    count = int(rng.integers(3, 9))
    angles = (np.arange(count) + 0.5 + rng.uniform(-0.35, 0.35, count)) * pi / count
    head = star(rng, angles, 1.0 if rng.random() < 0.5 else 0.6) + [0.0, rng.uniform(0.5, 1.6)]
    left, right = rng.uniform(0.25, 0.9, 2)
    foot = [(-left, STRAIGHT), (-left, 0.0), (right, 0.0), (right, STRAIGHT)]
    return shapely.Polygon([*foot, *head])


def blunt(shape: shapely.Polygon) -> bool:
    """Are its tips blunt enough that their last bit, narrower than a crack, does not count?

    A disc as wide as a crack, moved all about inside, must come to within `TIP` of its bounds.
    """
    swept = shape.buffer(-CRACK / 2).buffer(CRACK / 2, quad_segs=32)
    lost = np.abs(np.subtract(swept.bounds, shape.bounds))
    return bool(swept.geom_type == "Polygon" and (lost <= TIP).all())


def holes(rng: np.random.Generator, length: float, height: float) -> list[shapely.Polygon]:
    """None to four polygons in (along the wall, up its slope), `APART` from each other."""
    room = shapely.box(-length / 2 + APART, 0.0, length / 2 - APART, height - APART)
    found: list[shapely.Polygon] = []
    wanted = int(rng.integers(0, 5))
    for _ in range(200):
        if len(found) == wanted:
            break
        if rng.random() < 0.3:
            shape, up = door_shape(rng), 0.0
        else:
            shape = window_shape(rng)
            up = float(rng.uniform(APART - shape.bounds[1], height))
        if not blunt(shape):
            continue
        shape = translate(shape, float(rng.uniform(-length / 2, length / 2)), up)
        if room.covers(shape) and all(shape.distance(other) >= APART for other in found):
            found.append(shape)
    return found


def cutting(hole: shapely.Polygon) -> list[tuple[float, float]]:
    """Corners of what is cut out: a door's foot goes on straight down, under the ground."""
    points = [(x, z) for x, z in hole.exterior.coords[:-1]]
    if hole.bounds[1] > 0.0:
        return points
    return [(x, -BELOW - 1.0 if z == 0.0 else z) for x, z in points]


def random_wall(seed: int) -> tuple[trimesh.Trimesh, tuple[Expected, ...]]:
    """A wall 4 to 12 long, 3 to 7 high up its slope, .1 to 1 thick, its openings in closed form.

    Holes are cut straight through, square to its faces. Then it is tilted by up to 10 degrees about
    the line in which its middle surface meets z = 0, cut off level there, turned about z and moved.

    A gap's numbers are those of its polygon in the middle surface: width and area as they are
    there, sill and lintel the z of its lowest and highest point. (What is clear for a level line of
    sight is less high by thickness x sin of the tilt.)
    """
    mesh, shapes, matrix, tilt, _ = _parts(seed)
    return mesh, tuple(_expected(shape, tilt, matrix) for shape in shapes)


def known_volume(seed: int) -> float:
    """Volume of that wall: cut off level through its middle, it loses what it wins."""
    _, shapes, _, _, (length, height, thickness) = _parts(seed)
    return (length * height - sum(shape.area for shape in shapes)) * thickness


def _parts(
    seed: int,
) -> tuple[trimesh.Trimesh, list[shapely.Polygon], np.ndarray, float, tuple[float, float, float]]:
    rng = np.random.default_rng(seed)
    length, height = float(rng.uniform(4.0, 12.0)), float(rng.uniform(3.0, 7.0))
    thickness, tilt_deg = float(rng.uniform(0.1, 1.0)), float(rng.uniform(-10.0, 10.0))
    shapes = holes(rng, length, height)
    half = length / 2
    body = upright_slab([[(-half, -BELOW), (half, -BELOW), (half, height), (-half, height)]],
                        thickness)  # fmt: skip
    for shape in shapes:
        body = body - upright_slab([cutting(shape)], thickness + 1.0)
    body = body.rotate([-tilt_deg, 0.0, 0.0]).trim_by_plane([0.0, 0.0, 1.0], 0.0)
    matrix = about_z(float(rng.uniform(0, 360)), (*map(float, rng.uniform(-60, 60, 2)), 0.0))
    sizes = (length, height, thickness)
    return placed(mesh_of(body), matrix), shapes, matrix, radians(tilt_deg), sizes


def _expected(shape: shapely.Polygon, tilt: float, matrix: np.ndarray) -> Expected:
    left, low, right, high = shape.bounds
    middle = (low + high) / 2
    gap = Expected(
        "opening", low * cos(tilt), high * cos(tilt), right - left, shape.area,
        ((left + right) / 2, middle * sin(tilt), middle * cos(tilt)),
    )  # fmt: skip
    return carried(gap, matrix)
