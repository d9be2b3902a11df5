"""Works and depots: containers, crates, a pipeline, a gantry."""

from math import cos, pi, sin

import numpy as np
from shapely.geometry import LineString, Polygon

from geo3d.shapes import stairs
from meshes.kit import (
    Solid,
    block,
    box,
    cylinder,
    loft,
    rectangle,
    regular,
    slab,
    slab_flat,
    solid,
    turned,
    union,
)


def corrugation(
    length: float, deep: float = 0.09, pitch: float = 0.36
) -> list[tuple[float, float]]:
    """(along, out) of folded sheet about the middle, from left to right."""
    count = int(length / pitch)
    points: list[tuple[float, float]] = []
    for number in range(count):
        at = (number - count / 2) * pitch
        points += [(at + 0.02, 0.0), (at + 0.12, 0.0), (at + 0.17, deep), (at + pitch - 0.05, deep)]
    return [*points, (count / 2 * pitch, 0.0)]


def container(_: np.random.Generator | None = None) -> Solid:
    """A container 5 by 2.2 by 2.3: folded sides, ribbed roof, corner castings, barred doors."""
    x, y, z = 2.5, 1.1, 2.3
    half = y - 0.12
    side = [(a, half + d) for a, d in corrugation(4.5)]
    back = [(-x + 0.14 - d, a) for a, d in corrugation(1.7)]
    plan = Polygon(
        [
            *back[::-1],
            (0.14 - x, -half),
            *[(a, -b) for a, b in side],
            (x - 0.1, -half),
            (x - 0.1, half),
            *side[::-1],
            (0.14 - x, half),
        ]
    )
    parts = [slab_flat(plan, 0.1, z - 0.12)]
    # Beams along all twelve edges, castings at the corners.
    for s in (-1, 1):
        for low in (0.0, z - 0.17):
            parts.append(block((0.0, s * (y - 0.08), low), (2 * x - 0.1, 0.16, 0.17)))
            parts.append(block((s * (x - 0.08), 0.0, low), (0.16, 2 * y - 0.1, 0.17)))
        for t in (-1, 1):
            parts.append(block((s * (x - 0.1), t * (y - 0.1), 0.0), (0.18, 0.18, z)))
            for low in (0.0, z - 0.22):
                parts.append(block((s * (x - 0.12), t * (y - 0.12), low), (0.26, 0.26, 0.22)))
    roof = [rectangle(-2.25 + 0.45 * n, -y + 0.2, -2.0 + 0.45 * n, y - 0.2) for n in range(10)]
    parts += [slab_flat(rib, z - 0.2, z - 0.06) for rib in roof]
    # Doors: two leaves with a joint, lock bars, handles, hinges.
    for s in (-1, 1):
        parts.append(
            box(
                (x - 0.15, min(s * 0.02, s * 0.88), 0.17),
                (x - 0.06, max(s * 0.02, s * 0.88), z - 0.17),
            )
        )
        for at in (0.22, 0.62):
            parts.append(cylinder((x - 0.03, s * at, 0.1), (x - 0.03, s * at, z - 0.1), 0.045, 8))
            parts.append(box((x - 0.06, s * at - 0.02, 0.85), (x + 0.02, s * at + 0.22, 0.95)))
            for low in (0.3, 1.2, 1.9):
                parts.append(
                    box((x - 0.1, s * at - 0.08, low), (x + 0.01, s * at + 0.08, low + 0.07))
                )
    # Pockets for the forklift.
    pockets = [box((a - 0.25, -2.0, -0.1), (a + 0.25, 2.0, 0.12)) for a in (-0.7, 0.7)]
    return union(parts) - union(pockets)


def container_stack(_: np.random.Generator) -> Solid:
    """Two containers side by side and a third across them."""
    one = container()
    return union(
        [
            one.translate([0.0, -1.25, 0.0]),
            one.rotate([0.0, 0.0, 180.0]).translate([0.3, 1.25, 0.0]),
            one.rotate([0.0, 0.0, 78.0]).translate([0.2, 0.1, 2.29]),
        ]
    )


def crate(size: float) -> Solid:
    """A crate of boards in a frame, braced across."""
    s, deep, w = size, 0.05 * size, 0.13 * size
    inset = s / 2 - w
    cuts, braces = [], []
    for turn in range(4):
        place = [0.0, 0.0, 90.0 * turn]
        cuts.append(box((-inset, s / 2 - deep, w), (inset, s, s - w)).rotate(place))
        for joint in (-1, 0, 1):
            at = joint * s / 4.5
            cuts.append(
                box((at - 0.012, s / 2 - 1.5 * deep, w), (at + 0.012, s, s - w)).rotate(place)
            )
        band = LineString([(-inset, w), (inset, s - w)]).buffer(w / 2, cap_style="square")
        strip = band.intersection(rectangle(-inset - 0.02, w - 0.02, inset + 0.02, s - w + 0.02))
        braces.append(slab(strip, deep, y=s / 2 - 0.6 * deep).rotate(place))
    cuts.append(box((-inset, -inset, s - deep), (inset, inset, 2 * s)))
    lid = [
        box((at - 0.012, -inset, s - 1.6 * deep), (at + 0.012, inset, s))
        for at in (-s / 5, 0.0, s / 5)
    ]
    return union([box((-s / 2, -s / 2, 0.0), (s / 2, s / 2, s)) - union([*cuts, *lid]), *braces])


def drum() -> Solid:
    """A steel drum with two hoops and a bung in its lid."""
    profile = [
        (0.0, 0.0),
        (0.4, 0.0),
        (0.42, 0.03),
        (0.42, 0.36),
        (0.46, 0.4),
        (0.42, 0.44),
        (0.42, 0.8),
        (0.46, 0.84),
        (0.42, 0.88),
        (0.42, 1.22),
        (0.4, 1.25),
        (0.36, 1.25),
        (0.36, 1.2),
        (0.0, 1.2),
    ]
    bung = slab_flat(regular(0.07, 8), 1.15, 1.25).translate([0.2, 0.05, 0.0])
    return union([turned(profile, 20), bung])


def crates(_: np.random.Generator) -> Solid:
    """Crates on the ground and one on top, drums beside them."""
    return union(
        [
            crate(1.2).rotate([0.0, 0.0, 8.0]).translate([-0.75, -0.3, 0.0]),
            crate(1.0).rotate([0.0, 0.0, -20.0]).translate([0.6, -0.4, 0.0]),
            crate(0.9).rotate([0.0, 0.0, 35.0]).translate([-0.2, 0.85, 0.0]),
            crate(0.8).rotate([0.0, 0.0, -12.0]).translate([-0.7, -0.25, 1.18]),
            drum().translate([0.9, 0.65, 0.0]),
        ]
    )


def bolted_flange(at: float, axis: float, radius: float) -> Solid:
    """A flange with bolts about a pipe along x."""
    disc = cylinder((at - 0.08, 0.0, axis), (at + 0.08, 0.0, axis), radius, 24)
    bolts = []
    for number in range(8):
        angle = 2 * pi * (number + 0.5) / 8
        y, z = (radius - 0.07) * cos(angle), axis + (radius - 0.07) * sin(angle)
        bolts.append(cylinder((at - 0.14, y, z), (at + 0.14, y, z), 0.05, 6))
    return union([disc, *bolts])


def pipeline(_: np.random.Generator) -> Solid:
    """A pipe 8 long on trestles, with bolted flanges, a valve, one end bent to the ground."""
    radius, axis = 0.55, 0.95
    path = [(-4.0, 0.0, axis), (2.9, 0.0, axis)]
    turns = [
        (2.9 + 0.75 * sin(a), 0.0, axis - 0.75 * (1 - cos(a)))
        for a in np.linspace(0, pi / 2, 7)[1:]
    ]
    spine = np.array([*path, *turns, (3.65, 0.0, -0.2)])
    step = np.gradient(spine, axis=0)
    step[0] = step[1] = (1.0, 0.0, 0.0)
    step[-1] = step[-2] = (0.0, 0.0, -1.0)
    side = np.array([0.0, 1.0, 0.0])
    angle = 2 * pi * (np.arange(24) + 0.5) / 24
    rings = []
    for point, along in zip(spine, step, strict=True):
        along = along / np.linalg.norm(along)
        up = np.cross(along, side)
        rings.append(point + radius * (np.cos(angle)[:, None] * side + np.sin(angle)[:, None] * up))
    tube = loft(rings)
    bore = cylinder((-5.0, 0.0, axis), (-2.6, 0.0, axis), radius - 0.1, 24)
    parts = [tube, *(bolted_flange(at, axis, radius + 0.15) for at in (-3.9, -1.35, 1.2, 2.8))]
    for at in (-2.6, 0.0, 2.1):
        shape = Polygon(
            [
                (-0.75, 0.0),
                (0.75, 0.0),
                (0.75, 0.12),
                (0.6, 0.12),
                (0.5, 0.95),
                (-0.5, 0.95),
                (-0.6, 0.12),
                (-0.75, 0.12),
            ]
        ).difference(Polygon([(-0.35, 0.12), (0.35, 0.12), (0.0, 0.3)]))
        parts.append(slab(shape, 0.3).rotate([0.0, 0.0, 90.0]).translate([at, 0.0, 0.0]))
        strap = cylinder((at - 0.09, 0.0, axis), (at + 0.09, 0.0, axis), radius + 0.05, 24)
        parts.append(strap)
    collar = slab_flat(regular(radius + 0.2, 24), 0.0, 0.18).translate([3.65, 0.0, 0.0])
    stem = cylinder((0.55, 0.0, axis), (0.55, 0.0, 1.95), 0.09, 10)
    bonnet = cylinder((0.55, 0.0, axis), (0.55, 0.0, 1.68), 0.24, 12, 0.16)
    wheel = slab_flat(regular(0.4, 18).difference(regular(0.3, 18)), 1.86, 1.96).translate(
        [0.55, 0.0, 0.0]
    )
    spokes = [
        box((0.2, -0.04, 1.87), (0.9, 0.04, 1.95)),
        box((0.51, -0.35, 1.87), (0.59, 0.35, 1.95)),
    ]
    body = union([*parts, collar, stem, bonnet, wheel, *spokes]) - bore
    return body.trim_by_plane([0.0, 0.0, 1.0], 0.0)


def gantry(_: np.random.Generator) -> Solid:
    """A platform at 3 on braced legs, railings on three sides, a flight of steps to the fourth."""
    x, y, top = 3.0, 2.0, 3.0
    deck = box((-x, -y, top - 0.1), (x, y, top))
    seams = [
        box((at - 0.02, -y - 1, top - 0.03), (at + 0.02, y + 1, top + 1))
        for at in np.arange(-2.5, 2.6, 0.5)
    ]
    parts = [deck - union(seams)]
    for s in (-1, 1):
        parts.append(block((0.0, s * (y - 0.12), top - 0.32), (2 * x, 0.16, 0.26)))
        parts.append(block((s * (x - 0.12), 0.0, top - 0.32), (0.16, 2 * y, 0.26)))
    parts += [block((0.0, at, top - 0.25), (2 * x - 0.1, 0.1, 0.2)) for at in (-0.9, 0.0, 0.9)]
    for sx in (-2.7, 2.7):
        for sy in (-1.7, 1.7):
            beam = rectangle(-0.17, -0.17, 0.17, 0.17).difference(
                rectangle(-0.17, -0.1, -0.05, 0.1)
            )
            beam = beam.difference(rectangle(0.05, -0.1, 0.17, 0.1))
            parts.append(slab_flat(beam, 0.0, top - 0.05).translate([sx, sy, 0.0]))
            parts.append(block((sx, sy, 0.0), (0.6, 0.6, 0.12), bevel=0.03))
    for sy in (-1.7, 1.7):
        for end in (-1, 1):
            knee = LineString([(end * 2.7, 1.5), (end * 1.3, 2.8)]).buffer(0.08, cap_style="flat")
            parts.append(slab(knee, 0.14, y=sy))
    for sx in (-2.7, 2.7):
        cross = [
            LineString([(-1.7, a), (1.7, b)]).buffer(0.06, cap_style="flat")
            for a, b in ((0.5, 2.6), (2.6, 0.5))
        ]
        parts += [
            slab(line, 0.1).rotate([0.0, 0.0, 90.0]).translate([sx, 0.0, 0.0]) for line in cross
        ]
    for low, thick in ((0.0, 0.16), (0.46, 0.08), (0.9, 0.1)):
        z = top + low - (0.02 if low == 0.0 else 0.0)
        parts.append(box((-x, y - 0.1, z), (x, y, z + thick)))
        parts += [
            box((min(s * x, s * (x - 0.1)), -y, z), (max(s * x, s * (x - 0.1)), y, z + thick))
            for s in (-1, 1)
        ]
    posts = [(at, y - 0.06) for at in (-2.94, -1.47, 0.0, 1.47, 2.94)]
    posts += [(s * 2.94, at) for s in (-1, 1) for at in (-1.94, -0.64, 0.66)]
    parts += [block((a, b, top - 0.05), (0.12, 0.12, 1.08)) for a, b in posts]
    count, tread = 8, 0.34
    steps = solid(stairs(count, (top - 0.02) / count, tread, 1.5).mesh)
    run = count * tread
    hollow = Polygon([(0.55, -1.0), (run + 1.0, -1.0), (run + 1.0, 2.62), (run - 0.1, 2.52)])
    flight = steps - slab(hollow, 1.3)
    flight = flight - box((0.8, -0.55, -1.0), (9.0, 0.55, 0.4))
    parts.append(flight.rotate([0.0, 0.0, 90.0]).translate([1.5, -y - run + 0.03, 0.0]))
    for s in (-0.7, 0.7):
        rail = LineString([(0.2, 1.2), (run, top + 0.95)]).buffer(0.05, cap_style="flat")
        parts.append(
            slab(rail, 0.1, y=s).rotate([0.0, 0.0, 90.0]).translate([1.5, -y - run + 0.03, 0.0])
        )
        for at in (0.3, 1.3, 2.55):
            foot = (int(at / tread) + 0.5) * (top - 0.02) / count
            high = 1.2 + (at - 0.2) / (run - 0.2) * (top - 0.25)
            parts.append(
                box(
                    (1.5 + s - 0.05, -y - run + at - 0.02, foot),
                    (1.5 + s + 0.05, -y - run + at + 0.08, high),
                )
            )
    return union(parts)
