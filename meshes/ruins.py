"""Ruined buildings: corners, a hall, a facade, a tower."""

from math import cos, pi, sin

import numpy as np
from shapely.geometry import Polygon

from meshes.kit import Solid, block, box, rectangle, regular, slab, slab_flat, union
from meshes.masonry import (
    Wall,
    broken_floor,
    fallen_stones,
    lancet,
    round_headed,
    rubble,
    square,
    timber_floor,
)


def corner(
    rng: np.random.Generator,
    wall_x: Wall,
    wall_y: Wall,
    size: tuple[float, float],
    floors: list[tuple[float, list[tuple[float, float, float]]]],
) -> list[Solid]:
    """Two walls that meet at (0, 0), inside towards +x, +y, with floors between them.

    `wall_x` runs along x, `wall_y` along y, each from the corner. The broken edge of a floor is
    given by bites (x, y, radius).
    """
    a, b = size
    t = wall_x.thickness
    wall_x.outside, wall_y.outside = -1, 1
    first = wall_x.body(rng).translate([0.0, t / 2, 0.0])
    second = wall_y.body(rng).rotate([0.0, 0.0, 90.0]).translate([t / 2, 0.0, 0.0])
    parts = [first, second]
    for top, bites in floors:
        plan = broken_floor(rng, rectangle(t / 2, t / 2, a, b), bites)
        parts.append(timber_floor(rng, plan, top, along_x=len(parts) % 2 == 0))
    high = min(wall_x.line[0][1], wall_y.line[0][1])
    # The corner pier hides the joint and ties both walls.
    parts.append(block((t / 2, t / 2, 0.0), (t + 0.34, t + 0.34, high - 0.5), bevel=0.12))
    parts.append(block((t / 2, t / 2, 0.0), (t + 0.5, t + 0.5, 0.5), bevel=0.08))
    return parts


def ruin_corner(rng: np.random.Generator) -> Solid:
    """A two-storey corner, 7 by 5.5, with an upper floor at 3."""
    wall_x = Wall(
        line=[(0, 7.0), (1.8, 6.6), (2.9, 5.6), (3.7, 5.8), (4.8, 4.3), (5.9, 2.8), (7.0, 1.4)],
        windows=[
            lancet(1.7, 0.9, 1.1, 1.75),
            lancet(3.95, 0.9, 1.1, 1.75),
            lancet(1.7, 3.7, 1.0, 1.7),
        ],
        bands=[3.0],
        piers=[2.82, 5.1],
    )
    wall_y = Wall(
        line=[(0, 7.0), (1.1, 6.8), (2.2, 5.4), (3.3, 4.5), (4.4, 3.6), (5.5, 2.0)],
        windows=[lancet(1.5, 3.7, 0.9, 1.4)],
        doors=[round_headed(2.3, 0.0, 1.4, 2.3)],
        bands=[3.0],
        piers=[3.75],
    )
    parts = corner(rng, wall_x, wall_y, (7.0, 5.5), [(3.0, [(7.2, 5.8, 3.6), (7.0, 2.6, 1.1)])])
    parts += rubble(rng, (6.2, 0.6), 0.8, 13) + rubble(rng, (0.5, 5.1), 0.5, 8)
    parts += fallen_stones(rng, (5.4, -0.6), 0.7, 6)
    return union(parts).translate([-3.5, -2.75, 0.0])


def ruin_tall(rng: np.random.Generator) -> Solid:
    """A three-storey corner, 9 by 6, with floors at 3 and 6."""
    wall_x = Wall(
        line=[
            (0, 9.2),
            (1.8, 9.0),
            (2.8, 7.8),
            (4.2, 8.0),
            (5.4, 6.6),
            (6.8, 5.0),
            (8.0, 4.6),
            (9.0, 2.4),
        ],
        windows=[
            lancet(1.5, 0.9, 1.1, 1.75),
            lancet(5.6, 0.9, 1.1, 1.75),
            lancet(7.5, 0.9, 1.1, 1.75),
            lancet(1.5, 3.7, 1.1, 1.7),
            lancet(3.55, 3.7, 1.1, 1.7),
            lancet(5.6, 3.7, 1.1, 1.7),
            lancet(1.5, 6.7, 1.1, 1.6),
        ],
        doors=[round_headed(3.55, 0.0, 1.3, 2.4)],
        bands=[3.0, 6.0],
        piers=[2.52, 4.58, 6.56],
    )
    wall_y = Wall(
        line=[(0, 9.2), (1.2, 8.6), (2.2, 7.2), (3.4, 6.6), (4.4, 4.8), (5.2, 4.4), (6.0, 2.8)],
        windows=[
            lancet(1.7, 0.9, 1.1, 1.75),
            lancet(4.2, 0.9, 1.1, 1.75),
            lancet(1.7, 3.7, 1.1, 1.7),
            square(3.6, 3.8, 0.9, 1.3),
        ],
        bands=[3.0, 6.0],
        piers=[2.95],
    )
    parts = corner(
        rng,
        wall_x,
        wall_y,
        (9.0, 6.0),
        [(3.0, [(9.3, 6.2, 3.4), (6.4, 6.4, 1.7)]), (6.0, [(9.0, 6.4, 6.4), (3.4, 6.4, 2.4)])],
    )
    parts += rubble(rng, (8.4, 0.6), 0.7, 12) + rubble(rng, (0.6, 5.6), 0.6, 9)
    parts += rubble(rng, (7.2, -0.5), 0.5, 6) + fallen_stones(rng, (6.0, -0.6), 0.8, 5)
    return union(parts).translate([-4.5, -3.0, 0.0])


def ruin_hall(rng: np.random.Generator) -> Solid:
    """A hall of three walls, 9 by 5.5, open towards -y, with a floor at 3 along its back."""
    t, length = 0.3125, 9.0
    back = Wall(
        line=[(0, 6.0), (1.4, 6.4), (2.6, 7.4), (4.5, 8.4), (5.8, 7.2), (7.0, 5.8), (9.0, 5.4)],
        windows=[
            lancet(1.6, 0.9, 1.1, 1.7),
            lancet(7.4, 0.9, 1.1, 1.7),
            lancet(4.5, 3.6, 1.9, 3.0),
            lancet(1.6, 3.7, 1.0, 1.6),
            lancet(7.4, 3.7, 0.9, 1.2),
        ],
        doors=[round_headed(4.5, 0.0, 1.7, 2.4)],
        bands=[3.0],
        piers=[2.85, 6.15],
    )
    left = Wall(
        line=[(0, 5.4), (1.2, 5.0), (2.4, 4.6), (3.5, 3.2), (4.6, 3.0), (5.5, 1.6)],
        windows=[lancet(1.5, 0.9, 1.0, 1.7), lancet(3.8, 0.9, 1.0, 1.7)],
        bands=[3.0],
        piers=[2.65, 5.1],
        outside=1,
    )
    right = Wall(
        line=[(0, 5.6), (1.4, 5.2), (2.2, 3.6), (3.0, 1.6), (4.0, 1.0), (5.5, 0.8)],
        windows=[square(1.3, 0.9, 0.9, 1.4)],
        piers=[4.6],
    )
    parts = [
        back.body(rng).translate([0.0, t / 2, 0.0]),
        left.body(rng).rotate([0.0, 0.0, 90.0]).translate([t / 2, 0.0, 0.0]),
        right.body(rng).rotate([0.0, 0.0, 90.0]).translate([length - t / 2, 0.0, 0.0]),
    ]
    for x, high in ((t / 2, 5.2), (length - t / 2, 4.8)):
        parts.append(block((x, t / 2, 0.0), (0.64, 0.64, high), bevel=0.12))
    plan = broken_floor(
        rng, rectangle(t / 2, t / 2, length - t / 2, 3.4), [(9.2, 3.6, 1.7), (4.4, 3.9, 0.9)]
    )
    parts.append(timber_floor(rng, plan, 3.0, along_x=False))
    for x in (1.6, 6.7):
        parts.append(block((x, 2.7, 0.0), (0.3, 0.3, 2.75)))
        parts.append(block((x, 2.7, 0.0), (0.5, 0.5, 0.3), bevel=0.06))
        parts.append(block((x, 2.7, 2.45), (0.5, 0.5, 0.2)))
    parts += rubble(rng, (8.3, 1.2), 0.5, 7) + rubble(rng, (8.8, 3.4), 0.7, 12)
    parts += rubble(rng, (0.3, 5.1), 0.5, 7)
    # Built with its back at y = 0; on the table the back is at +y.
    return union(parts).rotate([0.0, 0.0, 180.0]).translate([4.5, 2.75, 0.0])


def ruin_wall(rng: np.random.Generator) -> Solid:
    """A stretch of wall, 8 long, with windows and a doorway, its ends broken down."""
    wall = Wall(
        line=[
            (0, 1.6),
            (0.9, 3.2),
            (1.8, 3.6),
            (2.9, 4.6),
            (4.2, 5.0),
            (5.4, 4.7),
            (6.3, 3.4),
            (7.2, 2.4),
            (8.0, 1.2),
        ],
        windows=[lancet(5.0, 0.9, 1.1, 1.7), square(1.3, 1.0, 0.8, 1.2)],
        doors=[round_headed(2.9, 0.0, 1.4, 2.4)],
        bands=[3.2],
        piers=[4.0, 6.1],
    )
    parts = [wall.body(rng), *rubble(rng, (7.4, 0.5), 0.55, 8), *rubble(rng, (0.5, -0.55), 0.5, 7)]
    parts += fallen_stones(rng, (6.6, 1.0), 0.5, 4)
    return union(parts).translate([-4.0, 0.0, 0.0])


def facade(rng: np.random.Generator) -> Solid:
    """A free-standing front wall, 8 wide, with windows in two rows and a round one in its gable."""
    rose = regular(0.62, 16).buffer(0)
    rose = Polygon([(x + 4.0, z + 5.75) for x, z in rose.exterior.coords])
    wall = Wall(
        line=[
            (0, 2.2),
            (0.8, 3.6),
            (2.0, 5.4),
            (3.0, 6.8),
            (4.0, 7.6),
            (5.0, 6.9),
            (5.8, 5.2),
            (7.2, 4.6),
            (8.0, 3.4),
        ],
        windows=[
            lancet(1.6, 0.9, 1.0, 1.7),
            lancet(6.4, 0.9, 1.0, 1.7),
            lancet(2.5, 3.5, 0.9, 1.5),
            lancet(4.0, 3.4, 0.9, 1.4),
            lancet(5.5, 3.5, 0.9, 1.4),
            rose,
        ],
        doors=[lancet(4.0, 0.0, 1.7, 2.6)],
        bands=[3.0],
        piers=[0.5, 2.65, 5.35, 7.5],
        thickness=0.4375,
    )
    body = wall.body(rng)
    spokes = [rectangle(3.96, 5.13, 4.04, 6.37), rectangle(3.38, 5.71, 4.62, 5.79)]
    parts = [body, *(slab(spoke, 0.12) for spoke in spokes)]
    parts.append(block((4.0, 0.0, 0.0), (2.5, 1.2, 0.2)))
    parts += rubble(rng, (0.3, 0.5), 0.55, 8) + rubble(rng, (7.5, 0.5), 0.5, 8)
    parts += rubble(rng, (7.6, -0.6), 0.3, 4) + fallen_stones(rng, (1.2, 0.9), 0.5, 4)
    return union(parts).translate([-4.0, 0.0, 0.0])


def tower(rng: np.random.Generator) -> Solid:
    """A round tower, 5.4 across and 8.5 high, broken open on one side, with floors at 3 and 6."""
    sides, radius, t = 24, 2.45, 0.4
    step = 360.0 / sides
    ring = regular(radius, sides, step / 2).difference(regular(radius - t, sides, step / 2))
    parts = [slab_flat(ring, 0.0, 8.5)]
    foot = regular(radius + 0.25, sides, step / 2).difference(regular(radius - t, sides, step / 2))
    parts.append(slab_flat(foot, 0.0, 0.5))
    band = regular(radius + 0.12, sides, step / 2).difference(regular(radius - t, sides, step / 2))
    parts += [slab_flat(band, z - 0.22, z) for z in (3.0, 6.0)]
    # Stones that stand out, turned to their side of the tower.
    face = radius * cos(pi / sides)
    wide = 2 * radius * sin(pi / sides)
    for side in range(sides):
        for row in range(2, 33):
            if rng.random() < 0.13 and row not in (11, 12, 23, 24):
                stone = box(
                    (face - 0.1, -0.38 * wide, row * 0.25 + 0.025),
                    (face + 0.05, 0.38 * wide, row * 0.25 + 0.225),
                )
                parts.append(stone.rotate([0.0, 0.0, side * step]))
    body = union(parts)
    # The top is broken off, lowest on the side at 300 degrees.
    for side in range(sides):
        away = abs((side * step - 300 + 180) % 360 - 180)
        top = float(
            np.interp(away, [0, 40, 80, 130, 180], [4.4, 5.0, 6.8, 7.9, 8.4])
        ) + rng.uniform(-0.3, 0.2)
        top = round(top / 0.25) * 0.25 + rng.uniform(-0.03, 0.03)
        a0, a1 = ((side - 0.5) * step) * pi / 180, ((side + 0.5) * step) * pi / 180
        wedge = Polygon(
            [
                (0.5 * cos(a0), 0.5 * sin(a0)),
                (4 * cos(a0), 4 * sin(a0)),
                (4 * cos(a1), 4 * sin(a1)),
                (0.5 * cos(a1), 0.5 * sin(a1)),
            ]
        )
        body = body - slab_flat(wedge, top, 9.5)
    holes = [
        (90, lancet(0, 0.9, 0.8, 1.6)),
        (0, lancet(0, 0.9, 0.8, 1.6)),
        (180, lancet(0, 0.9, 0.8, 1.6)),
        (45, lancet(0, 3.8, 0.75, 1.5)),
        (135, lancet(0, 3.8, 0.75, 1.5)),
        (225, lancet(0, 3.8, 0.75, 1.5)),
        (90, lancet(0, 6.6, 0.6, 1.0)),
        (270, round_headed(0, 0.0, 1.3, 2.3)),
    ]
    frames = []
    for turn, hole in holes:
        place = [0.0, 0.0, turn - 90.0]
        body = body - slab(hole, 1.4, y=radius - 0.2).rotate(place)
        edge = hole.buffer(0.12, join_style="mitre")
        if hole.bounds[1] > 0:
            edge = edge.union(
                rectangle(
                    hole.bounds[0] - 0.2,
                    hole.bounds[1] - 0.16,
                    hole.bounds[2] + 0.2,
                    hole.bounds[1],
                )
            )
        edge = edge.difference(hole).intersection(rectangle(-3, 0, 3, 99))
        frames.append(slab(edge, t + 0.22, y=radius - t / 2).rotate(place))
    inside = regular(radius - t / 2, sides, step / 2)
    low = broken_floor(rng, inside, [(0.7, -1.1, 0.75)])
    high = broken_floor(rng, inside, [(1.2, -2.0, 2.3)])
    floors = [timber_floor(rng, low, 3.0), timber_floor(rng, high, 6.0, along_x=False)]
    lumps = (
        rubble(rng, (1.5, -3.0), 0.6, 9)
        + rubble(rng, (1.3, -1.4), 0.4, 5)
        + rubble(rng, (2.9, -1.3), 0.4, 6)
    )
    return union([body, *frames, *floors, *lumps])
