"""Shapes that are turned about an axis: hills, craters, statues, towers, pipes, trees.

A profile turned in N flat sides has, at each height, regular N-gons for circles: its volume is that
of the solid of revolution times N sin(2 pi / N) / (2 pi). Its sides are plane trapezoids.
"""

from collections.abc import Sequence
from math import cos, hypot, pi, sin

from geo3d.shapes.shape import Opening, Point2, Shape, positive, refuse
from geo3d.shapes.solids import box, mesh_of, prism, turned, union


def turned_volume(profile: Sequence[Point2], sides: int) -> float:
    """Volume of a profile in (r, z), counter-clockwise, turned in `sides` flat sides."""
    points = list(profile)
    total = 0.0
    for (r1, z1), (r2, z2) in zip(points, points[1:] + points[:1], strict=True):
        total += (z2 - z1) * (r1 * r1 + r1 * r2 + r2 * r2) / 3
    return total * sides * sin(2 * pi / sides) / 2


def turned_area(profile: Sequence[Point2], sides: int) -> float:
    """Area of the same: trapezoids between chords 2 r sin(pi / N)."""
    points = list(profile)
    total = 0.0
    for (r1, z1), (r2, z2) in zip(points, points[1:] + points[:1], strict=True):
        slant = hypot((r2 - r1) * cos(pi / sides), z2 - z1)
        total += sides * (r1 + r2) * sin(pi / sides) * slant
    return total


def ngon(radius: float, sides: int) -> list[Point2]:
    """A regular polygon inscribed in a circle, a corner at angle 0."""
    return [
        (radius * cos(2 * pi * i / sides), radius * sin(2 * pi * i / sides)) for i in range(sides)
    ]


def ngon_area(radius: float, sides: int) -> float:
    """Area of that polygon."""
    return sides * radius * radius * sin(2 * pi / sides) / 2


def revolved(shape: str, profile: Sequence[Point2], sides: int) -> Shape:
    """A profile in (r, z), from the axis round to the axis, counter-clockwise, turned."""
    if sides < 3:
        refuse(shape, f"sides: 3 or more wanted, got {sides}")
    if any(r < 0.0 for r, _ in profile) or profile[0][0] != 0.0 or profile[-1][0] != 0.0:
        refuse(shape, "a profile begins and ends on the axis and lies at r >= 0 between")
    return Shape(
        mesh=mesh_of(turned(profile, sides)),
        volume=turned_volume(profile, sides),
        area=turned_area(profile, sides),
    )


def hill(radius: float, height: float, steps: int = 6, sides: int = 32) -> Shape:
    """A round hill, its slope a cosine wave in `steps` bands."""
    positive("hill", radius=radius, height=height)
    if steps < 1:
        refuse("hill", f"steps: 1 or more wanted, got {steps}")
    slope = [
        (radius * (1 - i / (steps + 1)), height * (1 - cos(pi * i / steps)) / 2)
        for i in range(steps + 1)
    ]
    return revolved("hill", [(0.0, 0.0), *slope, (0.0, height)], sides)


def crater(radius: float, rim: float, depth: float, sides: int = 32) -> Shape:
    """A crater: a ring-shaped rim of height `rim`, its bottom `depth` below that."""
    positive("crater", radius=radius, rim=rim, depth=depth)
    if depth >= rim:
        refuse("crater", f"depth {depth:g} must be less than the rim's height {rim:g}")
    low = rim - depth
    profile = [
        (0.0, 0.0), (radius, 0.0), (0.72 * radius, rim), (0.6 * radius, 0.95 * rim),
        (0.3 * radius, low + 0.1 * depth), (0.0, low),
    ]  # fmt: skip
    return revolved("crater", profile, sides)


def statue(height: float, plinth: float, sides: int = 16) -> Shape:
    """A turned figure on a square plinth `plinth` wide and a fifth of the height tall."""
    positive("statue", height=height, plinth=plinth)
    base = height / 5
    tall, r = height - base, 0.4 * plinth
    outline = [(1.0, 0.0), (0.8, 0.1), (0.55, 0.4), (0.75, 0.62), (0.7, 0.72), (0.25, 0.78),
               (0.4, 0.84), (0.42, 0.93), (0.2, 1.0)]  # fmt: skip
    profile = [(0.0, 0.0), *((r * a, tall * b) for a, b in outline), (0.0, tall)]
    half = plinth / 2
    body = union([
        box((-half, -half, 0.0), (half, half, base)),
        turned(profile, sides).translate([0.0, 0.0, base]),
    ])  # fmt: skip
    return Shape(
        mesh=mesh_of(body),
        volume=plinth * plinth * base + turned_volume(profile, sides),
        area=2 * plinth * plinth + 4 * plinth * base + turned_area(profile, sides)
        - 2 * ngon_area(r, sides),
    )  # fmt: skip


def pipe(length: float, radius: float, thickness: float, sides: int = 24) -> Shape:
    """A hollow pipe along x that lies on a corner of its outer polygon at z = 0."""
    positive("pipe", length=length, radius=radius, thickness=thickness)
    if thickness >= radius:
        refuse("pipe", f"thickness {thickness:g} must be less than its radius {radius:g}")
    if sides % 4:
        refuse("pipe", f"sides: a multiple of 4 wanted, so that it stands at z = 0, got {sides}")
    inner = radius - thickness
    ring = ngon_area(radius, sides) - ngon_area(inner, sides)
    around = 2 * sides * sin(pi / sides) * (radius + inner)
    body = (
        prism([ngon(radius, sides), ngon(inner, sides)[::-1]], length)
        .rotate([0.0, 90.0, 0.0])
        .translate([-length / 2, 0.0, radius])
    )
    return Shape(mesh_of(body), ring * length, 2 * ring + around * length)


def tower(
    radius: float, height: float, thickness: float = 0.25, windows: int = 4, sill: float = 1.0,
    window_height: float = 1.0, sides: int = 48, window_sides: int = 4,
) -> Shape:  # fmt: skip
    """A round tower without roof or floor, with windows of equal width spread evenly about it.

    A window takes `window_sides` of the tower's `sides`: 4 of 48 are 30 degrees.
    """
    positive("tower", radius=radius, height=height, thickness=thickness)
    positive("tower", window_height=window_height)
    if thickness >= radius:
        refuse("tower", f"thickness {thickness:g} must be less than its radius {radius:g}")
    if windows < 0 or (windows and sides % windows):
        refuse("tower", f"windows: {windows} do not spread evenly over {sides} sides")
    if windows and window_sides >= sides // windows:
        refuse("tower", f"window_sides {window_sides}: {windows} windows so wide meet")
    if sill <= 0.0 or sill + window_height >= height:
        refuse("tower", "a window must lie above the ground and below the top")
    inner = radius - thickness
    half = 2 * sin(pi / sides)
    piece = (ngon_area(radius, sides) - ngon_area(inner, sides)) / sides
    faces = half * (radius + inner)
    count = windows * window_sides
    body = prism([ngon(radius, sides), ngon(inner, sides)[::-1]], height)
    middle_radius = (radius + inner) / 2
    openings = []
    for number in range(windows):
        first = number * sides // windows
        angles = [2 * pi * (first + i) / sides for i in range(window_sides + 1)]
        wedge = [(0.5 * inner * cos(a), 0.5 * inner * sin(a)) for a in reversed(angles)]
        wedge = [*((2 * radius * cos(a), 2 * radius * sin(a)) for a in angles), *wedge]
        body = body - prism([wedge], window_height).translate([0.0, 0.0, sill])
        around = window_sides * half * middle_radius
        turn = (angles[0] + angles[-1]) / 2
        openings.append(
            Opening(
                sill=sill,
                lintel=sill + window_height,
                width=2 * middle_radius * sin((angles[-1] - angles[0]) / 2),
                area=around * window_height,
                centre=(
                    middle_radius * cos(turn),
                    middle_radius * sin(turn),
                    sill + window_height / 2,
                ),
            )
        )
    return Shape(
        mesh=mesh_of(body),
        volume=piece * (sides * height - count * window_height),
        area=2 * sides * piece + sides * faces * height
        + count * (2 * piece - faces * window_height)
        + 2 * windows * thickness * window_height,
        openings=tuple(openings),
    )  # fmt: skip
