"""Monuments: a statue, a gateway, a chapel."""

from math import pi, sqrt

import numpy as np
from shapely.affinity import translate
from shapely.geometry import Polygon
from shapely.ops import unary_union

from meshes.kit import (
    Solid,
    ball,
    block,
    box,
    capsule,
    hull,
    loft,
    rectangle,
    regular,
    slab,
    slab_flat,
    union,
)
from meshes.masonry import Wall, fallen_stones, lancet, round_headed, rubble, stones


def plinth() -> Solid:
    """A stepped plinth 1.35 high with a moulding and a panel on each side."""
    parts = [
        block((0.0, 0.0, z), (w, w, h), bevel=b)
        for w, z, h, b in (
            (1.95, 0.0, 0.18, 0.04),
            (1.7, 0.16, 0.16, 0.04),
            (1.3, 0.28, 0.94, 0.0),
            (1.42, 0.3, 0.14, 0.05),
            (1.44, 1.1, 0.1, 0.0),
            (1.58, 1.18, 0.17, 0.05),
        )
    ]
    body = union(parts)
    panel = box((-0.42, 0.6, 0.56), (0.42, 0.9, 1.0))
    return body - union([panel.rotate([0.0, 0.0, 90.0 * side]) for side in range(4)])


def wing() -> Solid:
    """A folded wing behind the left shoulder, feathers in three rows."""
    rows = []
    for low, out, thick in ((0.12, 0.62, 0.09), (0.55, 0.6, 0.14), (1.05, 0.55, 0.19)):
        tips = []
        count = 5
        for number in range(count):
            left = 0.06 + number * out / count
            right = 0.06 + (number + 1) * out / count
            drop = low + 0.5 * (number / count) ** 1.3
            tips.append(
                Polygon(
                    [
                        (left, 1.9),
                        (right, 1.9),
                        (right, drop + 0.1),
                        ((left + right) / 2, drop - 0.06),
                        (left, drop + 0.1),
                    ]
                )
            )
        shape = unary_union(tips).buffer(0.001)
        bow = Polygon(
            [
                (0.0, -1.0),
                (out + 0.3, -1.0),
                (out + 0.22, 1.15),
                (0.62, 1.75),
                (0.4, 1.98),
                (0.15, 1.9),
                (0.0, 1.5),
            ]
        )
        rows.append(slab(shape.intersection(bow), thick))
    return union(rows)


def statue(_: np.random.Generator) -> Solid:
    """A winged, hooded figure leaning on a sword, on a stepped plinth."""
    sides = 32
    angle = 2 * pi * np.arange(sides) / sides
    folds = np.cos(8 * angle + 0.6 * np.sin(2 * angle))
    rings = []
    for z, wide, deep, fold in (
        (0.0, 0.52, 0.44, 0.09),
        (0.1, 0.5, 0.42, 0.1),
        (0.6, 0.42, 0.34, 0.09),
        (1.1, 0.34, 0.27, 0.06),
        (1.45, 0.3, 0.22, 0.03),
        (1.75, 0.36, 0.24, 0.02),
        (1.98, 0.42, 0.24, 0.0),
        (2.1, 0.36, 0.2, 0.0),
        (2.18, 0.14, 0.13, 0.0),
        (2.3, 0.12, 0.12, 0.0),
    ):
        size = 1.0 + fold * folds
        rings.append(
            np.column_stack(
                [wide * size * np.cos(angle), deep * size * np.sin(angle), np.full(sides, z)]
            )
        )
    robe = loft(rings)
    belt = loft(
        [
            np.column_stack([0.34 * np.cos(angle), 0.26 * np.sin(angle), np.full(sides, z)])
            for z in (1.36, 1.46)
        ]
    )
    head = ball((0.15, 0.17, 0.2), (0.0, -0.05, 2.42))
    hood = union(
        [
            ball((0.21, 0.22, 0.26), (0.0, 0.03, 2.43)),
            hull(
                [
                    (-0.3, 0.02, 2.08),
                    (0.3, 0.02, 2.08),
                    (-0.16, 0.14, 2.5),
                    (0.16, 0.14, 2.5),
                    (0.0, 0.2, 2.0),
                    (0.0, 0.26, 2.55),
                ]
            ),
        ]
    )
    hood = hood - ball((0.135, 0.2, 0.19), (0.0, -0.19, 2.4))
    hands = (0.0, -0.42, 1.36)
    limbs = []
    for side in (-1, 1):
        elbow = (side * 0.5, -0.12, 1.5)
        limbs.append(capsule((side * 0.34, 0.0, 1.95), elbow, 0.15, 0.13))
        limbs.append(capsule(elbow, (side * 0.06, -0.42, 1.4), 0.125, 0.08))
        # A wide sleeve hangs from the forearm.
        limbs.append(
            hull(
                [
                    (side * 0.5, -0.08, 1.5),
                    (side * 0.56, -0.18, 1.46),
                    (side * 0.14, -0.36, 1.42),
                    (side * 0.2, -0.44, 1.4),
                    (side * 0.44, -0.1, 1.0),
                    (side * 0.36, -0.24, 1.02),
                ]
            )
        )
    limbs.append(ball((0.12, 0.1, 0.1), hands))
    blade = hull(
        [
            (-0.09, -0.42, 1.2),
            (0.09, -0.42, 1.2),
            (0.0, -0.46, 1.2),
            (0.0, -0.38, 1.2),
            (-0.06, -0.5, 0.1),
            (0.06, -0.5, 0.1),
            (0.0, -0.53, 0.1),
            (0.0, -0.47, 0.1),
            (0.0, -0.51, -0.05),
        ]
    )
    guard = hull(
        [
            (s * 0.3, -0.42 + d, 1.16 + e)
            for s in (-1, 1)
            for d in (-0.04, 0.04)
            for e in (0.0, 0.09)
        ]
    )
    pommel = ball(0.08, (0.0, -0.42, 1.5))
    left = wing().rotate([0.0, 0.0, 18.0]).translate([-0.02, 0.2, 0.72])
    wings = [left, left.mirror([1.0, 0.0, 0.0])]
    figure = union([robe, belt, head, hood, *limbs, blade, guard, pommel, *wings])
    return union([plinth(), figure.translate([0.0, 0.05, 1.34])])


def arch_gate(rng: np.random.Generator) -> Solid:
    """A town gate: an arched passage between buttresses, battlements, one end broken down."""
    thick = 0.8125
    wall = Wall(
        line=[(0, 5.0), (5.0, 5.0), (5.3, 4.6), (6.0, 3.9), (6.5, 3.0), (7.0, 2.0)],
        doors=[round_headed(3.3, 0.0, 2.6, 3.3)],
        bands=[4.4],
        thickness=thick,
        share=0.22,
    )
    body = wall.body(rng)
    half = thick / 2
    parts = [body]
    for x, high in ((1.35, 4.0), (5.25, 3.6)):
        for side in (-1, 1):
            reach = Polygon(
                [
                    (0.0, 0.0),
                    (0.36, 0.0),
                    (0.36, 0.5 * high),
                    (0.22, 0.5 * high + 0.25),
                    (0.22, high - 0.3),
                    (0.0, high),
                ]
            )
            pier = slab(reach, 0.7).rotate([0.0, 0.0, 90.0 * side])
            parts.append(pier.translate([x, side * (half - 0.02), 0.0]))
    for number in range(4):
        top = 5.55 + float(rng.uniform(-0.06, 0.03))
        x = 0.3 + 1.15 * number
        parts += [
            box((x - 0.3, s * half - 0.18, 4.7), (x + 0.3, s * half + 0.1, top)) for s in (-1, 1)
        ]
    voussoirs = []
    for number in range(13):
        turn = 180.0 * (number + 0.5) / 13
        if number % 2 == 0:
            stone = box((1.28, -half - 0.13, -0.15), (1.62, half + 0.13, 0.15))
            voussoirs.append(stone.rotate([0.0, -turn, 0.0]).translate([3.3, 0.0, 2.0]))
    parts += voussoirs
    body = union(parts) - slab(round_headed(3.3, -1.0, 2.6, 4.3, 24), 3.0)
    lumps = rubble(rng, (6.6, 0.75), 0.45, 8, (0.25, 0.7)) + rubble(
        rng, (6.5, -0.75), 0.4, 6, (0.25, 0.7)
    )
    lumps += fallen_stones(rng, (6.0, 1.1), 0.4, 3)
    return union([body, *lumps]).translate([-3.5, 0.0, 0.0])


def shrine(rng: np.random.Generator) -> Solid:
    """A small chapel: four walls, a slated gable roof with a cross, lancet windows, a doorway."""
    x, y, eave, ridge, t = 2.0, 2.5, 3.4, 5.0, 0.3125
    gable = Polygon([(-x, 0.0), (x, 0.0), (x, eave), (0.0, ridge), (-x, eave)])
    inner = Polygon(
        [
            (-x + t, -0.5),
            (x - t, -0.5),
            (x - t, eave - 0.05),
            (0.0, ridge - 0.35),
            (-x + t, eave - 0.05),
        ]
    )
    front_hole = round_headed(0.0, 0.0, 1.3, 2.4)
    rose = translate(regular(0.4, 12), 0.0, 3.55)
    sides = [lancet(at, 1.0, 0.7, 1.6) for at in (-1.25, 1.25)]
    walls = [slab(gable, 2 * y)]
    plinth_plan = rectangle(-x - 0.1, -y - 0.1, x + 0.1, y + 0.1)
    walls.append(slab_flat(plinth_plan, 0.0, 0.4))
    front = gable.difference(front_hole.buffer(0.2)).difference(rose.buffer(0.2))
    walls.append(slab(stones(rng, front, 0.2), 0.078125, y=-y))
    walls.append(slab(stones(rng, gable, 0.2), 0.078125, y=y))
    long = rectangle(-y, 0.4, y, eave - 0.4)
    for hole in sides:
        long = long.difference(hole.buffer(0.2))
    for side in (-1, 1):
        walls.append(slab(stones(rng, long, 0.2), 0.078125, y=side * x).rotate([0.0, 0.0, 90.0]))
        for hole in sides:
            frame = hole.buffer(0.12, join_style="mitre")
            walls.append(slab(frame, 0.125, y=side * x).rotate([0.0, 0.0, 90.0]))
    walls.append(
        slab(
            front_hole.buffer(0.16, join_style="mitre").intersection(rectangle(-9, 0, 9, 9)),
            0.2,
            y=-y,
        )
    )
    walls.append(slab(rose.buffer(0.12), 0.15, y=-y))
    for s in (-1, 1):
        for at in (-2.35, 0.0, 2.35):
            reach = Polygon(
                [(0.0, 0.0), (0.4, 0.0), (0.4, 1.5), (0.22, 1.75), (0.22, 2.5), (0.0, 2.8)]
            )
            walls.append(
                slab(reach, 0.36)
                .rotate([0.0, 0.0, 90.0 - 90.0 * s])
                .translate([s * (x - 0.02), at, 0.0])
            )
    body = union(walls) - slab(inner, 2 * (y - t))
    body = (
        body
        - slab(front_hole.union(rectangle(-0.65, -1, 0.65, 0.5)), 1.0, y=-y)
        - slab(rose, 1.0, y=-y)
    )
    for hole in sides:
        body = body - slab(hole, 9.0).rotate([0.0, 0.0, 90.0])
    slope = (ridge - eave) / x
    flat = sqrt(1 + slope * slope)
    roof = []
    courses = 6
    for side in (-1, 1):
        for row in range(courses):
            # Each course of slates lies on the one below and stands out over it.
            a, b = row / courses, (row + 1.12) / courses
            outer, inner_x = (x + 0.35) * (1 - a), max(0.0, (x + 0.35) * (1 - b))
            base = ridge + 0.02
            points = [
                (side * outer, base - slope * outer + 0.0),
                (side * outer, base - slope * outer + 0.2 * flat),
                (side * inner_x, base - slope * inner_x + 0.08 * flat),
                (side * inner_x, base - slope * inner_x),
            ]
            roof.append(slab(Polygon(points).convex_hull, 2 * y + 0.5))
    roof.append(slab(rectangle(-0.14, ridge - 0.1, 0.14, ridge + 0.24), 2 * y + 0.6))
    cross = [
        box((-0.07, -y - 0.1, ridge), (0.07, -y + 0.04, ridge + 1.0)),
        box((-0.28, -y - 0.1, ridge + 0.58), (0.28, -y + 0.04, ridge + 0.74)),
    ]
    steps = [
        block((0.0, -y - 0.3 + 0.16 * n, 0.0), (2.2 - 0.4 * n, 1.0 - 0.2 * n, 0.12 * (n + 1)))
        for n in range(2)
    ]
    steps = [step - box((-9, -y + 0.02, -1), (9, 9, 9)) for step in steps]
    return union([body, *roof, *cross, *steps])
