"""Field defences: road barriers, sandbags, a bunker."""

from math import cos, pi, radians, sin

import numpy as np
from shapely.geometry import Polygon

from meshes.kit import (
    Solid,
    block,
    box,
    chunk,
    cylinder,
    hull,
    loft,
    regular,
    slab,
    slab_flat,
    union,
)
from meshes.masonry import rubble


def barrier(rng: np.random.Generator, broken: bool) -> Solid:
    """A concrete road barrier along y, 2 long and 1.1 high, with slots for the forklift."""
    profile = Polygon(
        [
            (-0.42, 0.0),
            (0.42, 0.0),
            (0.42, 0.12),
            (0.22, 0.42),
            (0.15, 1.04),
            (0.09, 1.1),
            (-0.09, 1.1),
            (-0.15, 1.04),
            (-0.22, 0.42),
            (-0.42, 0.12),
        ]
    )
    body = slab(profile, 2.0)
    body = body - union([box((-1.0, y - 0.14, -0.5), (1.0, y + 0.14, 0.1)) for y in (-0.6, 0.6)])
    body = body - union(
        [
            box((s * 0.5 - 0.31, -0.02 + y, 0.35), (s * 0.5 + 0.31, 0.02 + y, 2.0))
            for s in (-1, 1)
            for y in (-0.5, 0.5)
        ]
    )
    if broken:
        for y, z, size in ((1.0, 1.1, 0.75), (0.75, 1.2, 0.5), (-1.0, 1.05, 0.4)):
            points = rng.normal(size=(12, 3))
            points *= size / 2 / np.linalg.norm(points, axis=1)[:, None]
            body = body - hull(points * [1.6, 1.0, 1.0] + np.array([0.0, y, z]))
        for x, y in ((0.03, 0.7), (-0.05, 0.82)):
            body = union([body, cylinder((x, y, 0.4), (x + 0.05, y + 0.1, 1.05), 0.03, 6)])
    return body


def barricade(rng: np.random.Generator) -> Solid:
    """Two road barriers, one broken and askew, a tank trap between them."""
    girder = [
        (-0.12, -0.12),
        (0.12, -0.12),
        (0.12, -0.07),
        (0.03, -0.07),
        (0.03, 0.07),
        (0.12, 0.07),
        (0.12, 0.12),
        (-0.12, 0.12),
        (-0.12, 0.07),
        (-0.03, 0.07),
        (-0.03, -0.07),
        (-0.12, -0.07),
    ]
    bar = slab_flat(Polygon(girder), -0.62, 0.62)
    trap = union(
        [
            bar.rotate([52.0, 0.0, 15.0]),
            bar.rotate([52.0, 0.0, 135.0]),
            bar.rotate([52.0, 0.0, 255.0]),
        ]
    )
    trap = trap.translate([0.0, 0.0, -trap.bounding_box()[2]])
    parts = [
        barrier(rng, False).translate([0.0, -1.35, 0.0]),
        barrier(rng, True).rotate([0.0, 0.0, 12.0]).translate([0.1, 1.4, 0.0]),
        trap.translate([0.1, 0.02, 0.0]),
    ]
    parts += rubble(rng, (0.45, 2.2), 0.25, 4, (0.14, 0.3))
    return union(parts)


def sandbag(rng: np.random.Generator) -> Solid:
    """A full bag .84 long along x, its ends drawn in, flattened by what lies on it."""
    sides = 12
    angle = 2 * pi * np.arange(sides) / sides
    rings = []
    for x, wide in (
        (-0.42, 0.5),
        (-0.36, 0.82),
        (-0.22, 0.98),
        (0.0, 1.02),
        (0.22, 0.98),
        (0.36, 0.82),
        (0.42, 0.5),
    ):
        # A flattened circle: the top and the underside of a bag are nearly flat.
        y = 0.26 * wide * np.sign(np.cos(angle)) * np.abs(np.cos(angle)) ** 0.75
        z = 0.155 * wide**0.6 * np.sign(np.sin(angle)) * np.abs(np.sin(angle)) ** 0.75
        sag = rng.uniform(-0.012, 0.012, sides)
        rings.append(np.column_stack([np.full(sides, x), y + sag, z + sag]))
    return loft(rings)


def sandbags(rng: np.random.Generator) -> Solid:
    """Sandbags laid in an arc, four rows high, each over the joints of the one below."""
    radius, parts = 2.9, []
    for row in range(4):
        count = 6 if row % 2 == 0 else 5
        if row == 3:
            count = 4
        for number in range(count):
            # The top row is thinned at one end, as bags slip.
            angle = (number - (count - 1) / 2 - (0.5 if row == 3 else 0.0)) * 15.6 + rng.uniform(
                -0.8, 0.8
            )
            a = radians(angle)
            tilt = [
                float(rng.uniform(-4, 4)),
                float(rng.uniform(-3, 3)),
                90.0 + angle + float(rng.uniform(-6, 6)),
            ]
            out = radius + float(rng.uniform(-0.04, 0.04))
            at = [out * cos(a) - radius, out * sin(a), 0.135 + 0.245 * row]
            parts.append(sandbag(rng).rotate(tilt).translate(at))
    lying = sandbag(rng).rotate([0.0, 6.0, 40.0]).translate([0.55, -1.55, 0.14])
    return union([*parts, lying]).trim_by_plane([0.0, 0.0, 1.0], 0.0)


def bunker(rng: np.random.Generator) -> Solid:
    """A concrete bunker: sloped walls cast in boards, flared slits, a roof with a cupola."""
    x, y, high = 3.0, 2.25, 2.6
    foot = [(s * (x + 0.4), t * (y + 0.25), 0.0) for s in (-1, 1) for t in (-1, 1)]
    top = [(s * x, t * y, high) for s in (-1, 1) for t in (-1, 1)]
    body = hull(foot + top)
    # The boards of the shuttering left shallow lines.
    lines = [box((-9, -9, z), (9, 9, z + 0.035)) for z in (0.55, 1.1, 1.95)]
    core = hull([(a * 0.985, b * 0.98, c) for a, b, c in foot + top])
    body = union([core, body - union(lines)])
    room = box((-x + 0.5, -y + 0.5, -1.0), (x - 0.5, y - 0.5, high - 0.2))
    body = body - room
    cuts = []
    for at in (-1.5, 1.5):
        cuts.append(box((at - 0.7, -y - 1.0, 1.2), (at + 0.7, -y + 1.0, 1.7)))
        cuts.append(
            hull(
                [
                    (at + s * w, d, z)
                    for s in (-1, 1)
                    for w, d, low, up in ((1.1, -y - 0.5, 1.0, 1.9), (0.72, -y + 0.2, 1.19, 1.71))
                    for z in (low, up)
                ]
            )
        )
    for side in (-1, 1):
        cuts.append(box((side * x - 1.0, -0.7, 1.2), (side * x + 1.0, 0.7, 1.7)))
    cuts.append(box((-0.6, y - 1.0, -1.0), (0.6, y + 1.0, 2.0)))
    body = body - union(cuts)
    slab_low = block((0.0, 0.0, high), (2 * x + 0.5, 2 * y + 0.5, 0.35), bevel=0.1)
    cupola = [
        block((-1.4, 0.5, high + 0.35), (1.4, 1.4, 0.35), bevel=0.12),
        slab_flat(regular(0.42, 10), high + 0.7, high + 0.8).translate([-1.4, 0.5, 0.0]),
    ]
    hatch = slab_flat(regular(0.5, 16), high + 0.3, high + 0.5).translate([1.5, 0.6, 0.0])
    handle = box((1.3, 0.55, high + 0.45), (1.7, 0.65, high + 0.58))
    vents = [
        cylinder((0.5, -1.2, high + 0.2), (0.5, -1.2, high + 0.8), 0.14, 10),
        slab_flat(regular(0.22, 10), high + 0.75, high + 0.87).translate([0.5, -1.2, 0.0]),
    ]
    door = [
        box((-0.85, y - 0.1, 0.0), (-0.6, y + 0.45, 2.2)),
        box((0.6, y - 0.1, 0.0), (0.85, y + 0.45, 2.2)),
        box((-0.85, y - 0.1, 2.0), (0.85, y + 0.45, 2.25)),
    ]
    lumps = [
        chunk(rng, (x0, y0, 0.0), size)
        for x0, y0, size in ((3.4, -2.0, 0.5), (3.3, -2.4, 0.35), (-3.4, 1.9, 0.4))
    ]
    return union([body, slab_low, *cupola, hatch, handle, *vents, *door, *lumps])
