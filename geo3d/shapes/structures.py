"""Crates, platforms on legs, woods of several trees."""

from collections.abc import Sequence
from math import hypot

from geo3d.shapes.round import ngon, ngon_area, turned_area, turned_volume
from geo3d.shapes.shape import Point2, Shape, positive, refuse
from geo3d.shapes.solids import box, mesh_of, prism, turned, union


def crate(x: float, y: float, z: float) -> Shape:
    """A closed box, its middle over the origin."""
    positive("crate", x=x, y=y, z=z)
    return Shape(
        mesh_of(box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z))), x * y * z,
        2 * (x * y + y * z + z * x),
    )  # fmt: skip


def platform(x: float, y: float, height: float, thickness: float = 0.2, leg: float = 0.2) -> Shape:
    """A slab whose top is at `height`, on four square legs at its corners."""
    positive("platform", x=x, y=y, height=height, thickness=thickness, leg=leg)
    if thickness >= height:
        refuse("platform", f"thickness {thickness:g} must be less than its height {height:g}")
    if 2 * leg >= min(x, y):
        refuse("platform", "its legs meet: make them thinner than half of its shorter side")
    under = height - thickness
    bodies = [box((-x / 2, -y / 2, under), (x / 2, y / 2, height))]
    for sx in (-1, 1):
        for sy in (-1, 1):
            a, b = sx * x / 2, sy * y / 2
            low = (min(a, a - sx * leg), min(b, b - sy * leg), 0.0)
            high = (max(a, a - sx * leg), max(b, b - sy * leg), under)
            bodies.append(box(low, high))
    return Shape(
        mesh=mesh_of(union(bodies)),
        volume=x * y * thickness + 4 * leg * leg * under,
        area=2 * (x * y + (x + y) * thickness) + 4 * 4 * leg * under,
    )


def wood(
    trees: Sequence[tuple[float, float, float]], base_radius: float, base_thickness: float = 0.1,
    trunk: float = 0.18, crown: float = 0.9, sides: int = 12,
) -> Shape:  # fmt: skip
    """Conifers on a round base.

    Args:
        trees: (x, y, height above the base) of each.
        trunk, crown: radii.

    Raises:
        ShapeError: a tree off the base, or trees whose crowns meet.
    """
    positive("wood", base_radius=base_radius, base_thickness=base_thickness)
    positive("wood", trunk=trunk, crown=crown)
    if crown <= trunk:
        refuse("wood", f"crown {crown:g} must be wider than its trunk {trunk:g}")
    base_sides = 48
    bodies = [prism([ngon(base_radius, base_sides)], base_thickness)]
    floor = ngon_area(base_radius, base_sides)
    rim = turned_area([(base_radius, 0.0), (base_radius, base_thickness)], base_sides) / 2
    volume, area = floor * base_thickness, 2 * floor + rim
    for number, (x, y, height) in enumerate(trees):
        positive("wood", height=height)
        if hypot(x, y) + crown > base_radius:
            refuse("wood", f"tree {number} reaches over the edge of the base")
        for other, (u, v, _) in enumerate(trees[:number]):
            if hypot(x - u, y - v) <= 2 * crown:
                refuse("wood", f"trees {other} and {number} grow into each other")
        profile: list[Point2] = [
            (0.0, 0.0), (trunk, 0.0), (trunk, 0.25 * height), (crown, 0.3 * height),
            (0.4 * crown, 0.6 * height), (0.7 * crown, 0.62 * height), (0.0, height),
        ]  # fmt: skip
        bodies.append(turned(profile, sides).translate([x, y, base_thickness]))
        volume += turned_volume(profile, sides)
        area += turned_area(profile, sides) - 2 * ngon_area(trunk, sides)
    return Shape(mesh_of(union(bodies)), volume, area)
