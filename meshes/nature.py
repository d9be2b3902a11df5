"""What grew or was dug: woods, a hill, a crater, a field of rubble."""

from math import cos, pi, sin

import numpy as np
import trimesh
from numpy.typing import NDArray
from shapely.geometry import Polygon

from meshes.kit import Solid, block, chunk, cylinder, loft, noise_round, slab_flat, solid, union
from meshes.masonry import fallen_stones, rubble


def ring(
    radius: float | NDArray[np.float64],
    z: float | NDArray[np.float64],
    sides: int,
    at: tuple[float, float] = (0.0, 0.0),
    stretch: tuple[float, float] = (1.0, 1.0),
) -> NDArray[np.float64]:
    """(sides, 3) a closed line about the z axis, counter-clockwise from above."""
    angle = 2 * pi * np.arange(sides) / sides
    x = at[0] + stretch[0] * radius * np.cos(angle)
    y = at[1] + stretch[1] * radius * np.sin(angle)
    return np.column_stack([x, y, np.broadcast_to(z, sides)])


def trunk(rng: np.random.Generator, height: float, thick: float, lean: float = 0.0) -> Solid:
    """A trunk with roots that spread and bark in ridges."""
    sides = 14
    ridge = np.where(np.arange(sides) % 2 == 0, 1.0, 0.78)
    roots = 1.0 + 0.75 * np.maximum(0.0, noise_round(rng, sides, (3, 5)))
    rings = []
    for share, wide in (
        (0.0, 2.0),
        (0.03, 1.45),
        (0.09, 1.1),
        (0.3, 0.95),
        (0.65, 0.75),
        (1.0, 0.45),
    ):
        spread = roots ** max(0.0, 1.0 - share / 0.12)
        rings.append(
            ring(thick * wide * ridge * spread, height * share, sides, at=(lean * share, 0.0))
        )
    return loft(rings)


def conifer(rng: np.random.Generator, height: float, crown: float) -> Solid:
    """A fir: tiers of drooping boughs, ragged at their rims."""
    sides, tiers = 18, 6
    parts = [trunk(rng, 0.8 * height, 0.19)]
    low, rest = 0.2 * height, 0.8 * height
    for tier in range(tiers):
        share = tier / tiers
        wide = crown * (1.0 - share) ** 0.8
        z = low + rest * share * 0.93
        tall = rest / tiers * (1.75 if tier < tiers - 1 else 1.35)
        bough = np.where(np.arange(sides) % 2 == 0, 1.0, 0.72) * rng.uniform(0.86, 1.1, sides)
        droop = np.where(np.arange(sides) % 2 == 0, -0.14, 0.06) * (1.2 - share)
        body = loft(
            [
                ring(0.4 * wide, z + 0.16, sides),
                ring(wide * bough, z + droop, sides),
                ring(wide * (0.45 + 0.2 * bough), z + 0.3 * tall, sides),
                ring(0.06 + 0.1 * wide, z + 0.9 * tall, sides),
            ],
            low=(0.0, 0.0, z + 0.2),
            high=(0.0, 0.0, z + tall),
        )
        parts.append(body.rotate([0.0, 0.0, float(rng.uniform(0, 360))]))
    return union(parts)


def leaves(rng: np.random.Generator, radius: float) -> Solid:
    """A clump of leaves: a ball with a bumpy skin."""
    ball = trimesh.creation.icosphere(subdivisions=2)
    points = np.asarray(ball.vertices)
    direction = rng.normal(size=(9, 3))
    wave = np.sin(3.1 * points @ direction.T + rng.uniform(0, 2 * pi, 9)).mean(axis=1)
    size = radius * (1.0 + 0.3 * wave + rng.uniform(-0.07, 0.07, len(points)))
    points = points * size[:, None] * [1.0, 1.0, 0.8]
    return solid(trimesh.Trimesh(points, ball.faces, process=False))


def broadleaf(rng: np.random.Generator, height: float, crown: float) -> Solid:
    """An oak: a forked trunk under a crown of clumps in two layers."""
    fork = 0.45 * height
    parts = [trunk(rng, fork + 0.2, 0.27)]
    for number in range(5):
        angle = 2 * pi * number / 5 + rng.uniform(-0.3, 0.3)
        far = 0.62 * crown
        end = (far * cos(angle), far * sin(angle), 0.64 * height + rng.uniform(-0.15, 0.15))
        parts.append(cylinder((0.0, 0.0, fork - 0.25), end, 0.13, 7, 0.07))
        parts.append(leaves(rng, 0.56 * crown).translate(list(end)))
    for number in range(3):
        angle = 2 * pi * number / 3 + rng.uniform(-0.3, 0.3)
        at = [0.3 * crown * cos(angle), 0.3 * crown * sin(angle), 0.82 * height]
        parts.append(leaves(rng, 0.52 * crown).translate(at))
    return union(parts)


def base_plate(rng: np.random.Generator, half: tuple[float, float], thick: float = 0.15) -> Solid:
    """A thin plate with a wavy, bevelled rim."""
    sides = 60
    rim = 1.0 + 0.035 * noise_round(rng, sides)
    return loft(
        [
            ring(rim, 0.0, sides, stretch=half),
            ring(0.985 * rim, 0.4 * thick, sides, stretch=half),
            ring(0.92 * rim, thick, sides, stretch=half),
        ]
    )


def woods(rng: np.random.Generator) -> Solid:
    """Firs and oaks on one base, stones, a fallen trunk; there is room to stand between."""
    parts = [base_plate(rng, (3.9, 3.1))]
    for x, y, height, crown in (
        (-2.4, 0.9, 5.6, 1.0),
        (0.2, 1.9, 6.4, 1.05),
        (2.5, -0.9, 5.2, 0.95),
        (-0.5, -2.0, 4.8, 0.9),
    ):
        parts.append(conifer(rng, height, crown).translate([x, y, 0.1]))
    for x, y, height, crown in ((2.2, 1.2, 4.6, 1.25), (-2.3, -1.2, 4.2, 1.15)):
        parts.append(broadleaf(rng, height, crown).translate([x, y, 0.1]))
    parts.append(cylinder((0.5, -1.5, 0.27), (2.1, -2.2, 0.25), 0.19, 9, 0.15))
    for x, y, size in (
        (0.1, 0.4, 0.5),
        (-0.35, 0.7, 0.3),
        (1.2, -0.3, 0.35),
        (-1.4, -0.2, 0.3),
        (3.1, 0.1, 0.4),
    ):
        parts.append(chunk(rng, (x, y, 0.1), size))
    return union(parts)


def hill(rng: np.random.Generator) -> Solid:
    """A rocky hill in two steps, 1.2 and 2.2 high, flat enough on both to stand on."""
    sides = 72
    outline = 1.0 + 0.05 * noise_round(rng, sides)
    upper = 1.0 + 0.06 * noise_round(rng, sides)
    wide, small = (1.15, 0.85), (1.1, 0.9)

    def crag(amount: float) -> NDArray[np.float64]:
        # Rock breaks in faces some corners wide, not corner by corner.
        steps = np.repeat(rng.uniform(-amount, amount, sides // 3), 3)
        return np.asarray(1.0 + steps + rng.uniform(-amount / 4, amount / 4, sides))

    lower = [
        ring(5.0 * outline, 0.0, sides, stretch=wide),
        ring(4.72 * outline * crag(0.012), 0.18, sides, stretch=wide),
        ring(4.5 * outline * crag(0.02), 0.55, sides, stretch=wide),
        ring(
            4.32 * outline * crag(0.022),
            0.62 + rng.uniform(-0.05, 0.05, sides),
            sides,
            stretch=wide,
        ),
        ring(4.2 * outline * crag(0.015), 1.05, sides, stretch=wide),
        ring(4.02 * outline, 1.2, sides, stretch=wide),
    ]
    at = (-1.0, 0.3)
    second = [
        ring(3.0 * upper, 1.0, sides, at, small),
        ring(2.84 * upper * crag(0.02), 1.35, sides, at, small),
        ring(2.68 * upper * crag(0.03), 1.7, sides, at, small),
        ring(2.58 * upper * crag(0.03), 1.78, sides, at, small),
        ring(2.5 * upper * crag(0.02), 2.08, sides, at, small),
        ring(2.36 * upper, 2.2, sides, at, small),
    ]
    parts = [loft(lower), loft(second)]
    for x, y, z, size in (
        (3.1, -1.5, 1.2, 0.9),
        (3.6, -0.9, 1.2, 0.5),
        (2.5, -2.0, 1.2, 0.4),
        (-3.0, 1.4, 2.2, 0.5),
        (5.3, 1.4, 0.0, 0.6),
        (-2.2, -3.9, 0.0, 0.7),
    ):
        parts.append(chunk(rng, (x, y, z), size, flat=0.85))
    return union(parts)


def crater(rng: np.random.Generator) -> Solid:
    """A shell crater: a torn rim, cracked earth, lumps thrown out."""
    sides = 48
    rim = 1.0 + 0.05 * noise_round(rng, sides)
    tear = rng.uniform(-0.09, 0.09, sides)
    body = loft(
        [
            ring(2.6 * rim, 0.0, sides),
            ring(2.25 * rim * rng.uniform(0.97, 1.03, sides), 0.16, sides),
            ring(1.95 * rim * rng.uniform(0.96, 1.04, sides), 0.42 + tear / 2, sides),
            ring(1.68 * rim * rng.uniform(0.97, 1.03, sides), 0.62 + tear, sides),
            ring(1.45 * rim, 0.5 + tear / 2, sides),
            ring(1.15 * rim * rng.uniform(0.95, 1.05, sides), 0.26, sides),
            ring(0.7 * rim, 0.12, sides),
            ring(0.3, 0.08, sides),
        ],
        high=(0.0, 0.0, 0.07),
    )
    parts = [body]
    for number in range(14):
        angle = 2 * pi * number / 14 + rng.uniform(-0.15, 0.15)
        far = rng.uniform(1.6, 2.3)
        size = float(rng.uniform(0.35, 0.8))
        parts.append(
            chunk(rng, (far * cos(angle), far * sin(angle), max(0.0, 0.9 - 0.4 * far)), size)
        )
    # Pits' floors are earth: small stones only.
    for _ in range(7):
        angle, far = rng.uniform(0, 2 * pi), rng.uniform(0.2, 0.9)
        parts.append(
            chunk(rng, (far * cos(angle), far * sin(angle), 0.05), float(rng.uniform(0.15, 0.3)))
        )
    return union(parts).trim_by_plane([0.0, 0.0, 1.0], 0.0)


def rubble_field(rng: np.random.Generator) -> Solid:
    """What is left of a house: a low mound, broken stones, beams, the stump of a wall."""
    sides = 40
    rim = 1.0 + 0.08 * noise_round(rng, sides)
    mound = loft(
        [
            ring(2.6 * rim, 0.0, sides, stretch=(1.1, 0.8)),
            ring(1.9 * rim, 0.16, sides, stretch=(1.1, 0.8)),
            ring(0.9 * rim, 0.34, sides, stretch=(1.1, 0.8)),
        ],
        high=(0.0, 0.0, 0.4),
    )
    parts = [mound, *rubble(rng, (0.0, 0.0), 1.6, 36, (0.45, 1.15), z=0.06)]
    parts += rubble(rng, (1.3, 0.3), 0.8, 10, (0.4, 1.0), z=0.06)
    parts += fallen_stones(rng, (-0.5, -1.0), 1.2, 8, z=0.16)
    beam = block((0.0, 0.0, 0.0), (2.6, 0.22, 0.22))
    parts.append(beam.rotate([0.0, 14.0, 28.0]).translate([0.4, 0.2, 0.45]))
    parts.append(beam.rotate([0.0, -11.0, -35.0]).translate([-0.9, 0.5, 0.35]))
    stump = [(-1.0, -0.15), (1.0, -0.15), (1.0, 0.15), (-1.0, 0.15)]
    tops = ((-1.0, 0.5), (-0.5, 0.95), (0.0, 1.2), (0.45, 0.75))
    for x, top in tops:
        part = Polygon(
            [(x, -0.15), (min(x + 0.5, 1.0), -0.15), (min(x + 0.5, 1.0), 0.15), (x, 0.15)]
        )
        parts.append(
            slab_flat(part, 0.0, top).rotate([0.0, 0.0, 20.0]).translate([-1.0, 1.15, 0.0])
        )
    parts.append(
        slab_flat(Polygon(stump).buffer(0.06, join_style="mitre"), 0.0, 0.3)
        .rotate([0.0, 0.0, 20.0])
        .translate([-1.0, 1.15, 0.0])
    )
    return union(parts).trim_by_plane([0.0, 0.0, 1.0], 0.0)
