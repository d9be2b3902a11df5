"""Pieces as terrain makers build them, exact, with their openings known by arithmetic.

They were invented when the import was finished: a roofless chapel with an apse and pointed windows,
a gantry on legs over two tanks and their pipe, a log bunker with a slit and ammunition beside it.
"""

from math import cos, pi, sin, sqrt

import numpy as np

from geo3d.shapes import Hole, Opening, Shape, arched, door, wall
from geo3d.shapes.solids import Solid, box, mesh_of, prism, solid, turned, union


def pointed(x: float, sill: float, width: float, springing: float, sides: int = 8) -> Hole:
    """A window with a pointed top: two arcs of radius `width`, each about the other's springing."""
    half = width / 2
    right = [
        (x - half + width * cos(pi / 3 * i / sides), springing + width * sin(pi / 3 * i / sides))
        for i in range(sides + 1)
    ]
    left = [(2 * x - u, v) for u, v in right[-2::-1]]
    return Hole(((x - half, sill), (x + half, sill), *right, *left))


def chapel() -> Shape:
    """A nave of 6" by 4", walls .3" thick and 4" high, the south one broken to 2.6" in the west.

    Two pointed windows north, one south, a door west, and a chancel arch in the east wall, which
    leads into a half-round apse 3" high with a pointed window in its axis. No roof.
    """
    t, height = 0.3, 4.0
    north = wall(6.0, height, t, [pointed(x, 1.0, 0.9, 2.0) for x in (-1.6, 1.4)])
    south = wall(6.0, height, t, [pointed(1.4, 1.0, 0.9, 2.0)])
    west = wall(3.6, height, t, [door(0.0, 1.2, 2.2)])
    east = wall(3.6, height, t, [arched(0.0, 0.0, 1.8, 1.8)])
    broken = prism([[(-3.1, 0.0), (-0.5, 0.0), (-0.9, 0.5), (-1.5, 0.4), (-2.1, 1.0), (-3.1, 1.4)]],
                   1.0).rotate([90, 0, 0]).mirror([0, 0, 1]).translate([0, 0.5, 4.0])  # fmt: skip
    # Below the line of the break nothing is taken: its lowest point is 4.0 - 1.4 = 2.6.
    apse = _apse(1.3, 1.6, 3.0) - box((0.0, -0.3, 1.0), (4.0, 0.3, 2.2))
    bodies = [
        solid(north.mesh).translate([0, 1.85, 0]),
        (solid(south.mesh) - broken).translate([0, -1.85, 0]),
        solid(west.mesh).rotate([0, 0, 90]).translate([-2.85, 0, 0]),
        solid(east.mesh).rotate([0, 0, 90]).translate([2.85, 0, 0]),
        apse.translate([2.9, 0, 0]),
    ]
    top = 2.0 + 0.9 * sqrt(3) / 2
    panes = [
        Opening(1.0, top, 0.9, 0.0, (x, y, (1.0 + top) / 2))
        for x, y in ((-1.6, 1.85), (1.4, 1.85), (1.4, -1.85))
    ]
    return _shape(bodies, [
        *panes,
        Opening(0.0, 2.2, 1.2, 0.0, (-2.85, 0.0, 1.1)),
        Opening(0.0, 2.7, 1.8, 0.0, (2.85, 0.0, 1.35)),
        Opening(1.0, 2.2, 0.6, 0.0, (4.35, 0.0, 1.6)),
    ])  # fmt: skip


def gantry() -> Shape:
    """Two tanks with cones on them, a pipe between them, and before them a gantry on four legs.

    The deck lies 2.6" to 2.8" high; along its outer edge a handrail on three posts leaves two
    openings of 1.8" by .7"; between the tanks, under the pipe, is a passage 1.4" wide.
    """
    tank = turned([(0, 0), (0.8, 0), (0.8, 3.2), (0.25, 3.9), (0, 3.9)], 32)
    tube = turned([(0, 0), (0.25, 0), (0.25, 3.0), (0, 3.0)], 20).rotate([0, 90, 0])
    bodies = [
        tank.translate([-1.5, 0, 0]),
        tank.translate([1.5, 0, 0]),
        tube.translate([-1.5, 0, 1.9]),
        box((-2.1, -2.4, 2.6), (2.1, -0.5, 2.8)),
    ]
    for x in (-2.1, 1.8):
        for y in (-2.4, -1.0):
            bodies.append(box((x, y, 0.0), (x + 0.3, y + 0.3, 2.65)))
    for x in (-2.1, -0.1, 1.9):
        bodies.append(box((x, -2.4, 2.7), (x + 0.2, -2.2, 3.6)))
    bodies.append(box((-2.1, -2.4, 3.5), (2.1, -2.2, 3.7)))
    return _shape(bodies, [
        Opening(0.0, 1.65, 1.4, 0.0, (0.0, 0.0, 0.825)),
        Opening(2.8, 3.5, 1.8, 0.0, (-1.0, -2.3, 3.15)),
        Opening(2.8, 3.5, 1.8, 0.0, (1.0, -2.3, 3.15)),
    ])  # fmt: skip


def bunker() -> Shape:
    """Walls of logs .6" thick laid every half inch, 5" by 4" and 2.5" high, under a roof of logs.

    A slit in front, 2.4" by .5", its sill an inch up; a door of 1" by 1.5" behind. Ammunition
    stands .8" beside it, 1" by .7" by .6". Its inside is dark.
    """
    bodies = []
    for row in range(5):
        for y in (-1.7, 1.7):
            bodies.append(_log(5.6).translate([-2.8, y, 0.25 + row / 2]))
        for x in (-2.2, 2.2):
            bodies.append(_log(4.6).rotate([0, 0, 90]).translate([x, -2.3, 0.25 + row / 2]))
    for column in range(-5, 6):
        bodies.append(_log(4.2).rotate([0, 0, 90]).translate([column / 2, -2.1, 2.7]))
    whole = union(bodies)
    whole = whole - box((-4, -4, -2), (4, 4, 0))
    whole = whole - box((-1.2, -3, 1.0), (1.2, -1, 1.5)) - box((0.3, 1, -1), (1.3, 3, 1.5))
    return _shape([whole, box((3.6, -0.5, 0), (4.6, 0.2, 0.6))], [
        Opening(1.0, 1.5, 2.4, 0.0, (0.0, -1.7, 1.25)),
        Opening(0.0, 1.5, 1.0, 0.0, (0.8, 1.7, 0.75)),
    ])  # fmt: skip


def _log(length: float) -> Solid:
    """Along x from 0, of radius .3", twelve flat sides."""
    return turned([(0, 0), (0.3, 0), (0.3, length), (0, length)], 12).rotate([0, 90, 0])


def _apse(inner: float, outer: float, height: float, sides: int = 24) -> Solid:
    """Half a ring east of x = 0."""
    angle = np.linspace(-pi / 2, pi / 2, sides + 1)
    ring = np.column_stack([np.cos(angle), np.sin(angle)])
    return prism([[tuple(p) for p in np.concatenate([outer * ring, inner * ring[::-1]])]], height)


def _shape(bodies: list[Solid], openings: list[Opening]) -> Shape:
    mesh = mesh_of(union(bodies))
    return Shape(mesh, float(mesh.volume), float(mesh.area), tuple(openings))
