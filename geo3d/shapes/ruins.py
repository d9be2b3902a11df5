"""Ruins of two and three walls, with floors. Walls and floors touch along faces and never overlap,
so volumes add, and areas add less twice what is touched."""

from collections.abc import Sequence
from math import hypot
from typing import Literal

from geo3d.shapes.shape import Opening, Point2, Shape, polygon_area, positive, refuse
from geo3d.shapes.solids import Solid, box, mesh_of, prism, solid, union
from geo3d.shapes.walls import Hole, wall


def l_ruin(
    along_x: float, along_y: float, height: float, thickness: float = 0.25,
    holes_x: Sequence[Hole] = (), holes_y: Sequence[Hole] = (),
    floor: Literal["none", "square", "triangle"] = "square", floor_height: float = 3.0,
    floor_thickness: float = 0.2,
) -> Shape:  # fmt: skip
    """Two walls that meet at a right angle, and an upper floor in their corner.

    The outer corner is the origin; the walls run along +x and +y. The floor's underside is at
    `floor_height` less its thickness, its top at `floor_height`; it reaches to the walls' ends
    (square), or is the half of that along the walls (triangle). `holes_x` and `holes_y` are placed
    from the middle of their wall's own stretch: x from 0 to `along_x`, and y from `thickness` to
    `along_y`.

    Raises:
        ShapeError: sizes, holes outside their wall, or a hole where the floor meets the wall.
    """
    t = thickness
    positive("l_ruin", along_x=along_x, along_y=along_y, height=height, thickness=t)
    if min(along_x, along_y) <= 2 * t:
        refuse("l_ruin", "each wall must be longer than two thicknesses")
    _clear_of_corner("l_ruin", holes_x, along_x, t, "holes_x")
    one = wall(along_x, height, t, holes_x)
    other = wall(along_y - t, height, t, holes_y)
    bodies: list[Solid] = [
        solid(one.mesh).translate([along_x / 2, t / 2, 0.0]),
        solid(other.mesh).rotate([0.0, 0.0, 90.0]).translate([t / 2, (along_y + t) / 2, 0.0]),
    ]
    openings = [_moved(o, along_x / 2, t / 2, False) for o in one.openings]
    openings += [_moved(o, t / 2, (along_y + t) / 2, True) for o in other.openings]
    volume = one.volume + other.volume
    area = one.area + other.area - 2 * t * height
    if floor != "none":
        _floor_fits("l_ruin", floor_height, floor_thickness, height, [*holes_x, *holes_y])
        a, b = along_x - t, along_y - t
        plan: list[Point2] = [(t, t), (along_x, t), (t, along_y)]
        rim = a + b + hypot(a, b)
        if floor == "square":
            plan = [(t, t), (along_x, t), (along_x, along_y), (t, along_y)]
            rim = 2 * (a + b)
        face = polygon_area(plan)
        bodies.append(
            prism([plan], floor_thickness).translate([0.0, 0.0, floor_height - floor_thickness])
        )
        volume += face * floor_thickness
        area += 2 * face + rim * floor_thickness - 2 * (a + b) * floor_thickness
    return Shape(mesh_of(union(bodies)), volume, area, tuple(openings))


def u_ruin(
    width: float, depth: float, height: float, thickness: float = 0.25,
    holes_back: Sequence[Hole] = (), floor_height: float | None = 3.0,
    floor_thickness: float = 0.2,
) -> Shape:  # fmt: skip
    """Three walls about a room that is open towards -y, with an upper floor over all of it.

    The back wall runs along x at y = `depth` - `thickness` to `depth`, x from -`width`/2 to
    `width`/2; the side walls reach to y = 0. The floor, if any, reaches to y = 0 between them.

    Raises:
        ShapeError: sizes, or holes outside the wall or where the floor meets it.
    """
    t = thickness
    positive("u_ruin", width=width, depth=depth, height=height, thickness=t)
    if width <= 3 * t or depth <= 2 * t:
        refuse("u_ruin", "the room must be wider than a wall is thick")
    back = wall(width, height, t, holes_back)
    for name, end in (("left", -1), ("right", 1)):
        for hole in holes_back:
            xs = [end * x for x, _ in hole.outline]
            if max(xs) >= width / 2 - t:
                refuse("u_ruin", f"a hole of the back wall meets the {name} wall")
    half, inner = width / 2, depth - t
    bodies = [
        solid(back.mesh).translate([0.0, depth - t / 2, 0.0]),
        box((-half, 0.0, 0.0), (-half + t, inner, height)),
        box((half - t, 0.0, 0.0), (half, inner, height)),
    ]
    volume = back.volume + 2 * t * inner * height
    side = 2 * (t * inner + t * height + inner * height)
    area = back.area + 2 * side - 4 * t * height
    if floor_height is not None:
        _floor_fits("u_ruin", floor_height, floor_thickness, height, holes_back)
        span = width - 2 * t
        bodies.append(
            box(
                (-half + t, 0.0, floor_height - floor_thickness), (half - t, inner, floor_height)
            )
        )  # fmt: skip
        volume += span * inner * floor_thickness
        rim = 2 * (span + inner)
        area += 2 * span * inner + (rim - 2 * (span + 2 * inner)) * floor_thickness
    openings = tuple(_moved(o, 0.0, depth - t / 2, False) for o in back.openings)
    return Shape(mesh_of(union(bodies)), volume, area, openings)


def _moved(opening: Opening, x: float, y: float, turned: bool) -> Opening:
    cx, _, cz = opening.centre
    centre = (x, y + cx, cz) if turned else (x + cx, y, cz)
    return Opening(opening.sill, opening.lintel, opening.width, opening.area, centre)


def _clear_of_corner(
    shape: str, holes: Sequence[Hole], length: float, thickness: float, name: str
) -> None:
    """A hole must not open into the end of the other wall."""
    for number, hole in enumerate(holes):
        if min(x for x, _ in hole.outline) <= -length / 2 + thickness:
            refuse(shape, f"{name}[{number}] meets the other wall")


def _floor_fits(
    shape: str, top: float, thickness: float, height: float, holes: Sequence[Hole]
) -> None:
    positive(shape, floor_height=top, floor_thickness=thickness)
    if thickness >= top or top >= height:
        refuse(shape, f"the floor ({top - thickness:g}..{top:g}) must lie within the wall's height")
    for hole in holes:
        zs = [z for _, z in hole.outline]
        if min(zs) <= top and max(zs) >= top - thickness:
            refuse(shape, "a hole meets the wall where the floor does")
