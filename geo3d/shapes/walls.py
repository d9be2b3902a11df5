"""Walls: straight ones with windows, doors and arches, and what is extruded like them."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from geo3d.shapes.shape import (
    Opening,
    Point2,
    Shape,
    perimeter,
    polygon_area,
    positive,
    refuse,
)  # fmt: skip
from geo3d.shapes.solids import mesh_of, upright_slab


@dataclass(frozen=True)
class Hole:
    """An opening in the elevation of a wall: a polygon in (x, z), counter-clockwise.

    A hole whose lowest edge lies at z = 0 is a door: it is open to the ground.
    """

    outline: tuple[Point2, ...]

    @property
    def on_ground(self) -> float:
        """Length of its boundary that lies on the ground."""
        points = self.outline
        return sum(
            abs(b[0] - a[0])
            for a, b in zip(points, points[1:] + points[:1], strict=True)
            if a[1] == 0.0 and b[1] == 0.0
        )


def window(x: float, sill: float, width: float, height: float) -> Hole:
    """A rectangular window with its middle at x."""
    return Hole((
        (x - width / 2, sill), (x + width / 2, sill),
        (x + width / 2, sill + height), (x - width / 2, sill + height),
    ))  # fmt: skip


def door(x: float, width: float, height: float) -> Hole:
    """A rectangular door from the ground, its middle at x."""
    return window(x, 0.0, width, height)


def arched(x: float, sill: float, width: float, springing: float, sides: int = 24) -> Hole:
    """An opening with a half-round top of `sides` flat sides that springs at z = `springing`."""
    radius = width / 2
    top = [
        (x + radius * cos(pi * i / sides), springing + radius * sin(pi * i / sides))
        for i in range(sides + 1)
    ]
    return Hole(((x - radius, sill), (x + radius, sill), *top))


def round_hole(x: float, z: float, diameter: float, sides: int = 12) -> Hole:
    """A round hole as a regular polygon inscribed in its circle."""
    return Hole(tuple(
        (x + diameter / 2 * cos(2 * pi * i / sides), z + diameter / 2 * sin(2 * pi * i / sides))
        for i in range(sides)
    ))  # fmt: skip


def wall(
    length: float, height: float, thickness: float = 0.25, holes: Sequence[Hole] = ()
) -> Shape:
    """A straight wall along x, its middle at x = 0, y = 0.

    Raises:
        ShapeError: a size that is not above 0; a hole that leaves the wall, touches its sides or
            top, or overlaps another.
    """
    positive("wall", length=length, height=height, thickness=thickness)
    check_holes("wall", length, height, holes)
    outer: list[Point2] = [
        (-length / 2, 0.0), (length / 2, 0.0), (length / 2, height), (-length / 2, height)
    ]  # fmt: skip
    face = length * height - sum(polygon_area(list(hole.outline)) for hole in holes)
    edge = 2 * (length + height) + sum(
        perimeter(list(hole.outline)) - 2 * hole.on_ground for hole in holes
    )
    body = upright_slab([outer], thickness)
    for hole in holes:
        body = body - cutter(hole, thickness)
    return Shape(
        mesh=mesh_of(body),
        volume=face * thickness,
        area=2 * face + edge * thickness,
        openings=tuple(opening(hole) for hole in holes),
    )


def cutter(hole: Hole, thickness: float) -> object:
    """What is taken out of a wall for a hole; a door's reaches below the ground."""
    lowest = min(z for _, z in hole.outline)
    points = [(x, z - 1.0 if lowest == 0.0 and z == 0.0 else z) for x, z in hole.outline]
    return upright_slab([points], thickness + 2.0)


def opening(hole: Hole) -> Opening:
    """What 13.11 measures of a hole in a wall along x through y = 0."""
    xs = [x for x, _ in hole.outline]
    zs = [z for _, z in hole.outline]
    return Opening(
        sill=min(zs),
        lintel=max(zs),
        width=max(xs) - min(xs),
        area=polygon_area(list(hole.outline)),
        centre=((min(xs) + max(xs)) / 2, 0.0, (min(zs) + max(zs)) / 2),
    )


def check_holes(shape: str, length: float, height: float, holes: Sequence[Hole]) -> None:
    """Raise ShapeError for holes that leave the wall or touch each other's bounds."""
    bounds = []
    for number, hole in enumerate(holes):
        xs = [x for x, _ in hole.outline]
        zs = [z for _, z in hole.outline]
        if polygon_area(list(hole.outline)) <= 0.0:
            refuse(shape, f"hole {number}: its outline must go round counter-clockwise")
        if min(xs) <= -length / 2 or max(xs) >= length / 2 or min(zs) < 0.0 or max(zs) >= height:
            refuse(
                shape,
                f"hole {number} ({min(xs):g}..{max(xs):g}, {min(zs):g}..{max(zs):g}) must lie "
                f"inside the wall ({-length / 2:g}..{length / 2:g}, 0..{height:g})",
            )
        bounds.append((min(xs), max(xs), min(zs), max(zs)))
    for i, a in enumerate(bounds):
        for j, b in enumerate(bounds[:i]):
            if a[0] <= b[1] and b[0] <= a[1] and a[2] <= b[3] and b[2] <= a[3]:
                refuse(shape, f"holes {j} and {i} overlap")


def arch(
    length: float, height: float, width: float, springing: float, thickness: float = 0.5,
    sides: int = 24,
) -> Shape:  # fmt: skip
    """A wall with one arched passage from the ground."""
    return wall(length, height, thickness, [arched(0.0, 0.0, width, springing, sides)])


def extruded(shape: str, profile: Sequence[Point2], width: float) -> Shape:
    """A profile in (x, z), counter-clockwise, made `width` wide along y about y = 0."""
    points = list(profile)
    face = polygon_area(points)
    if face <= 0.0:
        refuse(shape, "its profile must go round counter-clockwise")
    return Shape(
        mesh=mesh_of(upright_slab([points], width)),
        volume=face * width,
        area=2 * face + perimeter(points) * width,
    )


def stairs(steps: int, rise: float, tread: float, width: float) -> Shape:
    """Solid steps that climb along x from x = 0."""
    if steps < 1:
        refuse("stairs", f"steps: 1 or more wanted, got {steps}")
    positive("stairs", rise=rise, tread=tread, width=width)
    profile: list[Point2] = [(0.0, 0.0), (steps * tread, 0.0), (steps * tread, steps * rise)]
    for i in range(steps - 1, 0, -1):
        profile += [(i * tread, (i + 1) * rise), (i * tread, i * rise)]
    profile.append((0.0, rise))
    return extruded("stairs", profile, width)


def barricade(length: float, height: float, foot: float, top: float) -> Shape:
    """A low barrier along y with a wide foot and a narrow top, as those along roads."""
    positive("barricade", length=length, height=height, foot=foot, top=top)
    if top > foot:
        refuse("barricade", f"top {top:g} must not be wider than its foot {foot:g}")
    shoulder = (foot + top) / 2 * 0.6 + top * 0.4
    profile: list[Point2] = [
        (-foot / 2, 0.0), (foot / 2, 0.0), (foot / 2, height * 0.15),
        (min(shoulder, foot) / 2, height * 0.4), (top / 2, height), (-top / 2, height),
        (-min(shoulder, foot) / 2, height * 0.4), (-foot / 2, height * 0.15),
    ]  # fmt: skip
    return extruded("barricade", profile, length)
