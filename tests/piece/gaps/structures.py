"""Platforms on legs, and all that has no enclosed gap although it seems to."""

from collections.abc import Sequence

import trimesh

from geo3d.shapes import (
    barricade,
    crate,
    crater,
    hill,
    platform,
    stairs,
    statue,
    u_ruin,
    wall,
    window,
    wood,
)
from geo3d.shapes.shape import Point2, Shape, polygon_area
from geo3d.shapes.solids import box, mesh_of, prism, solid, union, upright_slab
from tests.piece.gaps.case import Case, Expected, found_at

THICK = 0.25


def legs(apart: float, deep: float | None = None) -> Case:
    """A slab .2 thick with its top at 2.5, its legs .2 square and clear of each other by that."""
    deep = apart if deep is None else deep
    x, y = apart + 0.4, deep + 0.4
    sides = (
        (deep, x / 2 - 0.1, 0.0), (deep, 0.1 - x / 2, 0.0),
        (apart, 0.0, y / 2 - 0.1), (apart, 0.0, 0.1 - y / 2),
    )  # fmt: skip
    return Case(
        f"platform-{apart:g}" + (f"-by-{deep:g}" if deep != apart else ""),
        lambda: platform(x, y, 2.5).mesh,
        tuple(
            Expected("opening", 0.0, 2.3, wide, wide * 2.3, (at_x, at_y, 1.15), 0.15)
            for wide, at_x, at_y in sides
        ),
        volume=x * y * 0.2 + 4 * 0.04 * 2.3,
        why="Each pair of legs and the slab's edge bound a gap; behind it, beside the legs, the "
        "space widens within 2, so it is an opening.",
    )


def topped(name: str, top: Sequence[Point2], why: str = "") -> Case:
    """A wall 6 long whose top follows a line of (x, z) from right to left; nothing in it."""
    outline = [(-3.0, 0.0), (3.0, 0.0), *top]
    return Case(
        name, lambda: mesh_of(upright_slab([outline], THICK)), (),
        volume=polygon_area(outline) * THICK, why=why,
    )  # fmt: skip


def merlons() -> list[Point2]:
    """Five merlons .6 wide and .8 high, .6 apart, on a wall 4 high."""
    line: list[Point2] = []
    for i in range(5):
        right = 3.0 - 1.2 * i
        line += [(right, 4.8), (right - 0.6, 4.8), (right - 0.6, 4.0), (right - 1.2, 4.0)]
    return line


BREACH = ((3.0, 5.0), (0.9, 5.0), (0.7, 1.2), (-0.2, 0.8), (-0.8, 2.0), (-0.6, 5.0), (-3.0, 5.0))
TO_GROUND = ((3.0, 5.0), (0.6, 5.0), (0.6, 0.0), (-0.6, 0.0), (-0.6, 5.0), (-3.0, 5.0))
KEYHOLE = (
    (3.0, 5.0), (0.3, 5.0), (0.3, 3.5), (0.9, 3.5), (0.9, 1.5), (-0.9, 1.5), (-0.9, 3.5),
    (-0.3, 3.5), (-0.3, 5.0), (-3.0, 5.0),
)  # fmt: skip


def cracked() -> trimesh.Trimesh:
    """A wall with a window, from whose middle a crack of .04 runs to the wall's top."""
    body = solid(wall(6.0, 5.0, THICK, [window(0.0, 1.0, 1.0, 1.0)]).mesh)
    return mesh_of(body - box((-0.02, -1.0, 1.9), (0.02, 1.0, 6.0)))


def two_halves() -> trimesh.Trimesh:
    """Two loose walls end to end, .04 apart."""
    return mesh_of(union([box((-3.0, -0.125, 0.0), (-0.02, 0.125, 5.0)),
                          box((0.02, -0.125, 0.0), (3.0, 0.125, 5.0))]))  # fmt: skip


def on_wall(*bodies: object) -> trimesh.Trimesh:
    """Bodies united with a wall 6 by 5."""
    return mesh_of(union([solid(wall(6.0, 5.0, THICK).mesh), *bodies]))


def eaves() -> trimesh.Trimesh:
    """A solid house of 5 by 4, 3 high, under a roof that stands out by .8 on all sides."""
    roof = prism([[(-3.0, 0.0), (3.0, 0.0), (0.0, 2.0)]], 5.6)
    roof = roof.rotate([90.0, 0.0, 0.0]).translate([0.0, 2.8, 2.9])
    return mesh_of(union([box((-2.2, -2.0, 0.0), (2.2, 2.0, 3.0)), roof]))


def balcony() -> trimesh.Trimesh:
    """A slab that stands out by 1.2 at 3, with a solid parapet on it."""
    return on_wall(
        box((-1.5, -1.3, 2.8), (1.5, 0.0, 3.0)), box((-1.5, -1.3, 2.9), (1.5, -1.15, 3.6))
    )


def gargoyle() -> trimesh.Trimesh:
    """A beam that stands out by 1.2 from the wall's top, its snout hanging down at its end."""
    return on_wall(
        box((-0.2, -1.3, 4.2), (0.2, 0.0, 4.6)), box((-0.2, -1.3, 3.6), (0.2, -1.0, 4.5))
    )


def canopy() -> trimesh.Trimesh:
    """A roof of 4 by 4 on one post in its middle."""
    return mesh_of(union([box((-0.15, -0.15, 0.0), (0.15, 0.15, 2.9)),
                          box((-2.0, -2.0, 2.8), (2.0, 2.0, 3.0))]))  # fmt: skip


def corridor() -> trimesh.Trimesh:
    """Two walls 6 long and 4 high, 1.5 apart, open to the sky."""
    return mesh_of(union([box((-3.0, s - 0.125, 0.0), (3.0, s + 0.125, 4.0))
                          for s in (-0.875, 0.875)]))  # fmt: skip


def skylight() -> trimesh.Trimesh:
    """A closed room with a hole of 1 by 1 in its roof."""
    body = box((-2.5, -2.0, 0.0), (2.5, 2.0, 3.5)) - box((-2.25, -1.75, -1.0), (2.25, 1.75, 3.3))
    return mesh_of(body - box((-0.5, -0.5, 3.0), (0.5, 0.5, 4.0)))


def stacked() -> trimesh.Trimesh:
    """A heap: each box turned, and wholly on the one below, so no hole can be."""
    bodies, low = [], 0.0
    for side, turn, high in ((4.0, 0.0, 0.7), (2.6, 25.0, 0.9), (1.6, 70.0, 0.5), (1.0, 10.0, 0.8)):
        one = box((-side / 2, -side / 2, -0.01), (side / 2, side / 2, high))
        bodies.append(one.rotate([0.0, 0.0, turn]).translate([0.1, 0.0, low]))
        low += high
    body = union(bodies).trim_by_plane([0.0, 0.0, 1.0], 0.0)
    return mesh_of(body)


def nothing(name: str, shape: Shape) -> Case:
    return Case(name, lambda: shape.mesh, (), volume=shape.volume)


def grove() -> Shape:
    return wood([(-1.6, 0.4, 4.5), (1.3, 1.2, 5.0), (0.8, -1.6, 4.0)], 3.4)


NOTHING = (
    topped("breach", BREACH, "Open to the sky."),
    topped("cleft", TO_GROUND, "Two stretches of wall 1.2 apart."),
    topped("keyhole", KEYHOLE, "Open to the sky through a notch .6 wide, so not enclosed."),
    topped("crenellations", merlons()),
    Case("two-halves", two_halves, (), volume=2 * 2.98 * THICK * 5.0,
         why="A crack up to .05 makes no gap."),
    nothing("u-ruin-unroofed", u_ruin(6.0, 4.0, 6.0, THICK, [], None)),
    Case("eaves", eaves, ()),
    Case("balcony", balcony, ()),
    Case("gargoyle", gargoyle, ()),
    Case("canopy", canopy, (), volume=16.0 * 0.2 + 0.09 * 2.8),
    Case("corridor", corridor, (), volume=2 * 6.0 * THICK * 4.0),
    Case("skylight", skylight, (), volume=5 * 4 * 3.5 - 4.5 * 3.5 * 3.3 - 0.2,
         why="A hole in a roof is no gap."),
    Case("heap-stacked", stacked, ()),
    nothing("crate", crate(1.5, 1.2, 1.0)),
    nothing("hill", hill(4.0, 2.0)),
    nothing("crater", crater(2.5, 0.8, 0.6)),
    nothing("barricade", barricade(4.0, 1.2, 0.9, 0.3)),
    nothing("statue", statue(4.0, 1.8)),
    nothing("stairs", stairs(8, 0.375, 0.4, 2.0)),
    nothing("trees", grove()),
)  # fmt: skip

CASES = (
    legs(3.0), legs(5.0), legs(3.6, 2.6), legs(8.0, 2.0), legs(2.6, 1.6), legs(3.0, 0.8),
    Case("cracked-above-window", cracked, (found_at(window(0.0, 1.0, 1.0, 1.0)),),
         volume=29.0 * THICK - 0.04 * 3.0 * THICK, roughens=False,
         why="A crack up to .05 opens no gap."),
    *NOTHING,
)  # fmt: skip
