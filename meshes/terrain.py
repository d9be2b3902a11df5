"""The shipped pieces as solids, inches, built from the parametric shapes and cut to look worn."""

from collections.abc import Sequence
from math import cos, pi, radians, sin

import manifold3d
import numpy as np

from geo3d.shapes import arched, door, window
from geo3d.shapes import crater as crater_shape
from geo3d.shapes import hill as hill_shape
from geo3d.shapes import stairs as stairs_shape
from geo3d.shapes import tower as tower_shape
from geo3d.shapes.round import ngon
from geo3d.shapes.shape import Point2
from geo3d.shapes.solids import Solid, box, prism, solid, turned, union, upright_slab
from geo3d.shapes.walls import Hole, cutter

WALL = 0.25


def jagged(length: float, low: float, high: float, steps: int, seed: int) -> list[Point2]:
    """The broken top of a wall: heights from the right end to the left one."""
    rng = np.random.default_rng(seed)
    xs = np.linspace(length / 2, -length / 2, steps + 1)
    xs[1:-1] += rng.uniform(-0.3, 0.3, steps - 1) * length / steps
    zs = rng.uniform(low, high, steps + 1)
    return [(float(x), float(z)) for x, z in zip(xs, zs, strict=True)]


def facade(
    length: float, top: Sequence[Point2], holes: Sequence[Hole], thickness: float = WALL
) -> Solid:
    """A wall along x with a broken top; its windows have sills and lintel stones."""
    body = upright_slab([[(-length / 2, 0.0), (length / 2, 0.0), *top]], thickness)
    trims = []
    for hole in holes:
        xs = [x for x, _ in hole.outline]
        zs = [z for _, z in hole.outline]
        proud = thickness / 2 + 0.06
        if min(zs) > 0.0:
            trims.append(
                box((min(xs) - 0.1, -proud, min(zs) - 0.12), (max(xs) + 0.1, proud, min(zs)))
            )
        if len(hole.outline) == 4:
            trims.append(
                box((min(xs) - 0.12, -proud, max(zs)), (max(xs) + 0.12, proud, max(zs) + 0.18))
            )
    plinth = box((-length / 2, -thickness / 2 - 0.06, 0.0), (length / 2, thickness / 2 + 0.06, 0.3))
    highest = max(z for _, z in top)
    keep = upright_slab([[(-length / 2, 0.0), (length / 2, 0.0), *top]], thickness + 1.0)
    body = union([body, plinth, *trims])
    body = body ^ keep if highest else body
    for hole in holes:
        body = body - cutter(hole, thickness)
    return body


def blocks(
    count: int, spread: tuple[float, float], size: tuple[float, float], seed: int
) -> list[Solid]:
    """Fallen blocks, tilted, lying about the origin and cut off at the ground."""
    rng = np.random.default_rng(seed)
    made = []
    for _ in range(count):
        x, y, z = rng.uniform(*size, 3)
        block = box((-x / 2, -y / 2, -z / 2), (x / 2, y / 2, z / 2))
        block = block.rotate(
            [float(v) for v in rng.uniform(-25, 25, 2)] + [float(rng.uniform(0, 90))]
        )
        at = rng.uniform(-1, 1, 2) * spread
        block = block.translate([float(at[0]), float(at[1]), float(z) * 0.25])
        made.append(block.trim_by_plane([0.0, 0.0, 1.0], 0.0))
    return made


def floor(plan: Sequence[Point2], top: float, thickness: float = 0.2) -> Solid:
    """A floor slab with planks scored into its top."""
    slab = prism([plan], thickness).translate([0.0, 0.0, top - thickness])
    ys = [y for _, y in plan]
    xs = [x for x, _ in plan]
    scores = [
        box((min(xs) - 1, y - 0.015, top - 0.03), (max(xs) + 1, y + 0.015, top + 0.1))
        for y in np.arange(min(ys) + 0.4, max(ys), 0.4)
    ]
    return slab - union(scores)


def ruin_corner() -> Solid:
    """Two walls that meet, a floor at 3", a stump of the second storey, rubble at the foot."""
    long = facade(
        7.0,
        [
            (3.5, 3.4),
            (2.6, 4.2),
            (1.9, 3.9),
            (0.6, 5.2),
            (-0.4, 5.6),
            (-1.5, 6.4),
            (-2.4, 6.1),
            (-3.5, 7.2),
        ],
        [window(-1.4, 1.0, 1.2, 1.5), window(1.3, 1.0, 1.2, 1.5), window(-1.7, 4.0, 1.0, 1.4)],
    ).translate([3.5, WALL / 2, 0.0])
    short = (
        facade(
            5.5,
            [(2.75, 3.6), (1.8, 4.4), (0.9, 4.1), (-0.2, 5.5), (-1.2, 6.2), (-2.75, 7.2)],
            [door(0.9, 1.3, 2.2), window(-1.2, 4.0, 1.0, 1.4)],
        )
        .rotate([0.0, 0.0, 90.0])
        .translate([WALL / 2, 2.75, 0.0])
    )
    upper = floor(
        [
            (0.2, 0.2),
            (6.6, 0.2),
            (6.2, 1.3),
            (4.6, 2.2),
            (4.9, 3.1),
            (3.2, 3.8),
            (2.5, 5.1),
            (0.2, 5.2),
        ],
        3.0,
    )
    beam = box((0.2, 2.4, 2.55), (4.4, 2.65, 2.81))
    heap = [block.translate([4.6, 3.4, 0.0]) for block in blocks(9, (1.0, 0.9), (0.25, 0.7), 3)]
    return union([long, short, upper, beam, *heap]).translate([-3.5, -2.75, 0.0])


def ruin_hall() -> Solid:
    """Three walls of a hall, a floor with a hole in it, a broken gable."""
    back = facade(
        9.0,
        [(4.5, 6.0), (3.2, 6.8), (1.6, 8.4), (0.3, 8.9), (-0.8, 8.2), (-2.6, 7.0), (-4.5, 6.2)],
        [
            window(-2.7, 0.8, 1.1, 1.7),
            arched(0.0, 0.8, 1.2, 2.0, 12),
            window(2.7, 0.8, 1.1, 1.7),
            window(-2.2, 3.8, 1.0, 1.5),
            window(2.2, 3.8, 1.0, 1.5),
        ],
    ).translate([0.0, 5.4, 0.0])
    left = (
        facade(
            5.4,
            [(2.7, 6.2), (1.2, 5.4), (-0.5, 4.6), (-1.6, 4.8), (-2.7, 3.3)],
            [window(0.6, 1.0, 1.0, 1.3)],
        )
        .rotate([0.0, 0.0, 90.0])
        .translate([-4.5 + WALL / 2, 2.7, 0.0])
    )
    right = (
        facade(
            5.4,
            [(2.7, 6.0), (1.4, 5.7), (0.2, 4.0), (-1.1, 3.4), (-2.7, 2.2)],
            [door(0.4, 1.2, 2.1)],
        )
        .rotate([0.0, 0.0, 90.0])
        .translate([4.5 - WALL / 2, 2.7, 0.0])
    )
    upper = floor(
        [
            (-4.4, 1.6),
            (-3.0, 1.2),
            (-2.2, 2.4),
            (-0.6, 2.9),
            (0.7, 2.2),
            (2.4, 3.3),
            (4.4, 2.9),
            (4.4, 5.4),
            (-4.4, 5.4),
        ],
        3.0,
    )
    hole = prism([ngon(0.6, 7)], 2.0).translate([2.6, 4.4, 2.0])
    posts = [box((x, 2.9, 0.0), (x + 0.3, 3.2, 2.9)) for x in (-2.2, 1.6)]
    heap = [block.translate([1.2, 1.0, 0.0]) for block in blocks(10, (1.6, 0.7), (0.25, 0.8), 8)]
    return union([back, left, right, upper - hole, *posts, *heap]).translate([0.0, -2.75, 0.0])


def ruin_wall() -> Solid:
    """One wall, its ends broken down in steps."""
    return union(
        [
            facade(
                8.0,
                [
                    (4.0, 1.4),
                    (3.4, 2.6),
                    (2.7, 3.2),
                    (1.6, 4.6),
                    (0.2, 5.0),
                    (-1.4, 4.4),
                    (-2.2, 3.7),
                    (-3.2, 3.3),
                    (-4.0, 2.0),
                ],
                [window(1.0, 1.1, 1.3, 1.5), door(-1.4, 1.4, 2.4)],
                0.3,
            ),
            *[b.translate([-3.4, 0.9, 0.0]) for b in blocks(4, (0.5, 0.4), (0.2, 0.6), 2)],
            *[b.translate([3.3, -0.8, 0.0]) for b in blocks(5, (0.6, 0.4), (0.2, 0.6), 4)],
        ]
    )


def arch_gate() -> Solid:
    """A gateway: an arched passage between buttresses, merlons on top."""
    length, height = 7.0, 5.0
    top = [(length / 2, height), (-length / 2, height)]
    passage = arched(0.0, 0.0, 2.6, 2.0, 20)
    body = facade(length, top, [passage], 0.8)
    butts = [box((x - 0.35, -0.75, 0.0), (x + 0.35, 0.75, 3.6)) for x in (-2.4, 2.4)]
    caps = [upright_slab([[(x - 0.35, 3.6), (x + 0.35, 3.6), (x, 4.2)]], 1.1) for x in (-2.4, 2.4)]
    merlons = [
        box((x, -0.4, height), (x + 0.6, 0.4, height + 0.5)) for x in np.arange(-3.5, 3, 1.28)
    ]
    keystone = upright_slab([[(-0.2, 3.25), (0.2, 3.25), (0.3, 3.9), (-0.3, 3.9)]], 1.0)
    return union([body, *butts, *caps, *merlons, keystone])


def shrine() -> Solid:
    """A chapel: four walls, a gabled roof, arched windows and a doorway."""
    x, y, eave, ridge = 4.0, 5.0, 3.4, 5.0
    gable = [(-x / 2, 0.0), (x / 2, 0.0), (x / 2, eave), (0.0, ridge), (-x / 2, eave)]
    body = upright_slab([gable], y)
    inner = [
        (-x / 2 + WALL, -0.5),
        (x / 2 - WALL, -0.5),
        (x / 2 - WALL, eave - 0.05),
        (0.0, ridge - 0.3),
        (-x / 2 + WALL, eave - 0.05),
    ]
    body = body - upright_slab([inner], y - 2 * WALL)
    slope = (ridge - eave) / (x / 2)
    roof = [
        (-x / 2 - 0.3, eave - 0.3 * slope),
        (0.0, ridge),
        (x / 2 + 0.3, eave - 0.3 * slope),
        (x / 2 + 0.3, eave - 0.3 * slope + 0.22),
        (0.0, ridge + 0.25),
        (-x / 2 - 0.3, eave - 0.3 * slope + 0.22),
    ]
    body = union([body, upright_slab([roof], y + 0.5)])
    front = cutter(arched(0.0, 0.0, 1.3, 1.7, 12), 3.0).translate([0.0, -y / 2, 0.0])
    rose = upright_slab([[(0.4 * cos(a), 3.6 + 0.4 * sin(a)) for a in np.arange(8) * pi / 4]], 3.0)
    body = body - front - rose.translate([0.0, -y / 2, 0.0])
    for side in (-1.2, 1.2):
        hole = cutter(arched(side, 1.1, 0.7, 2.0, 10), 9.0).rotate([0.0, 0.0, 90.0])
        body = body - hole
    steps = [
        box((-1.1 + 0.15 * i, -y / 2 - 0.7 + 0.3 * i, 0.0), (1.1 - 0.15 * i, -y / 2, 0.1))
        for i in range(2)
    ]
    butts = [
        box(
            (s * (x / 2) - 0.15 + s * 0.1, t - 0.2, 0.0),
            (s * (x / 2) + 0.15 + s * 0.1, t + 0.2, 2.6),
        )
        for s in (-1, 1)
        for t in (-2.2, 0.0, 2.2)
    ]
    return union([body, *steps, *butts])


def tower() -> Solid:
    """A round watchtower: windows at two levels, a door, a floor, battlements."""
    radius, height, sides = 2.5, 7.0, 48
    body = solid(tower_shape(radius, height, 0.3, 4, 3.9, 1.2, sides, 3).mesh)
    low = solid(
        tower_shape(radius, 3.0, 0.3, 0, 1.0, 1.0, sides, 3).mesh
    )  # the lower ring is the same wall
    body = union([body, low])
    body = body - box((1.5, -0.65, -1.0), (3.5, 0.65, 2.3))
    slab = prism([ngon(radius - 0.15, sides)], 0.2).translate([0.0, 0.0, 2.9])
    hatch = box((-1.7, -0.5, 2.0), (-0.7, 0.5, 4.0))
    rim = prism([ngon(radius + 0.2, sides), ngon(radius - 0.3, sides)[::-1]], 0.35).translate(
        [0.0, 0.0, height - 0.35]
    )
    ring = prism([ngon(radius + 0.2, sides), ngon(radius - 0.1, sides)[::-1]], 0.55)
    gaps = []
    for i in range(8):
        gaps.append(box((1.0, -0.4, -1.0), (4.0, 0.4, 2.0)).rotate([0.0, 0.0, 22.5 + 45.0 * i]))
    merlons = (ring - union(gaps)).translate([0.0, 0.0, height])
    foot = prism([ngon(radius + 0.15, sides), ngon(radius - 0.2, sides)[::-1]], 0.4)
    foot = foot - box((1.5, -0.65, -1.0), (3.5, 0.65, 2.3))
    return union([body, slab - hatch, rim, merlons, foot])


def bunker() -> Solid:
    """A low bunker: sloped walls, three firing slits, a doorway, a roof slab."""
    x, y, h = 6.0, 4.5, 2.6
    outer = box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, h))
    slope = [[(-x / 2 - 0.4, 0.0), (x / 2 + 0.4, 0.0), (x / 2, h), (-x / 2, h)]]
    outer = union([outer, upright_slab(slope, y)])
    room = box((-x / 2 + 0.5, -y / 2 + 0.5, -1.0), (x / 2 - 0.5, y / 2 - 0.5, h - 0.2))
    body = outer - room
    for at in (-1.5, 1.5):
        slit = box((at - 0.7, -y / 2 - 1.0, 1.2), (at + 0.7, -y / 2 + 1.0, 1.7))
        flare = box((at - 0.95, -y / 2 - 1.0, 1.1), (at + 0.95, -y / 2 + 0.15, 1.8))
        body = body - slit - flare
    body = body - box((x / 2 - 1.0, -0.7, 1.2), (x / 2 + 1.0, 0.7, 1.7))
    body = body - box((-0.6, y / 2 - 1.0, -1.0), (0.6, y / 2 + 1.0, 2.0))
    roof = box((-x / 2 - 0.25, -y / 2 - 0.25, h), (x / 2 + 0.25, y / 2 + 0.25, h + 0.35))
    hatch = prism([ngon(0.5, 16)], 0.2).translate([1.5, 0.6, h + 0.35])
    vents = [box((-2.2, y, h + 0.35), (-1.4, y + 0.4, h + 0.75)) for y in (-0.9, 0.3)]
    return union([body, roof, hatch, *vents])


def container() -> Solid:
    """A shipping container: corrugated sides, corner posts, doors with bars."""
    x, y, z = 5.0, 2.2, 2.3
    ribs: list[Point2] = []
    pitch = 0.36
    steps = int((x - 0.5) / pitch)
    begin = -steps * pitch / 2
    for i in range(steps):
        a = begin + i * pitch
        ribs += [(a, 0.0), (a + 0.1, 0.0), (a + 0.15, 0.09), (a + 0.31, 0.09)]
    ribs.append((begin + steps * pitch, 0.0))
    half = y / 2 - 0.1
    side = [(px, half + d) for px, d in ribs][::-1]
    plan = [
        (-x / 2 + 0.1, -half),
        *[(px, -half - d) for px, d in ribs],
        (x / 2 - 0.1, -half),
        (x / 2 - 0.1, half),
        *side,
        (-x / 2 + 0.1, half),
    ]
    body = prism([plan], z - 0.2).translate([0.0, 0.0, 0.1])
    posts = [
        box(
            (sx * x / 2 - (0.2 if sx > 0 else 0.0), sy * y / 2 - (0.2 if sy > 0 else 0.0), 0.0),
            (sx * x / 2 + (0.2 if sx < 0 else 0.0), sy * y / 2 + (0.2 if sy < 0 else 0.0), z),
        )
        for sx in (-1, 1)
        for sy in (-1, 1)
    ]
    rails = [
        box(
            (-x / 2, s * y / 2 - (0.14 if s > 0 else 0.0), low),
            (x / 2, s * y / 2 + (0.14 if s < 0 else 0.0), low + 0.16),
        )
        for s in (-1, 1)
        for low in (0.0, z - 0.16)
    ]
    bars = [
        box((x / 2 - 0.12, b - 0.04, 0.15), (x / 2 + 0.02, b + 0.04, z - 0.15))
        for b in (-0.6, -0.2, 0.2, 0.6)
    ]
    ends = [
        box(
            (s * x / 2 - 0.14 if s > 0 else -x / 2, -y / 2, low),
            (x / 2 if s > 0 else -x / 2 + 0.14, y / 2, low + 0.16),
        )
        for s in (-1, 1)
        for low in (0.0, z - 0.16)
    ]
    return union([body, *posts, *rails, *bars, *ends])


def container_stack() -> Solid:
    """Two containers side by side and a third across them."""
    one = container()
    return union(
        [
            one.translate([0.0, -1.25, 0.0]),
            one.rotate([0.0, 0.0, 180.0]).translate([0.3, 1.25, 0.0]),
            one.rotate([0.0, 0.0, 78.0]).translate([0.2, 0.1, 2.3]),
        ]
    )


def crate_with_frame(size: float) -> Solid:
    """A crate whose panels lie a little behind its frame."""
    s, t = size, 0.05 * size
    whole = box((-s / 2, -s / 2, 0.0), (s / 2, s / 2, s))
    w = 0.12 * s
    inset = s / 2 - w
    cuts = []
    for turn in range(4):
        panel = box((-inset, s / 2 - t, w), (inset, s, s - w)).rotate([0.0, 0.0, 90.0 * turn])
        cuts.append(panel)
    cuts.append(box((-inset, -inset, s - t), (inset, inset, s * 2)))
    braces = [
        upright_slab([[(-inset, w), (-inset + w, w), (inset, s - w), (inset - w, s - w)]], t)
        .translate([0.0, s / 2 - t / 2 - 0.01, 0.0])
        .rotate([0.0, 0.0, 90.0 * turn])
        for turn in range(4)
    ]
    return union([whole - union(cuts), *braces])


def crates() -> Solid:
    """Four crates: three on the ground, one on top, a drum beside them."""
    drum = turned(
        [
            (0.0, 0.0),
            (0.42, 0.0),
            (0.42, 0.35),
            (0.46, 0.4),
            (0.42, 0.45),
            (0.42, 0.8),
            (0.46, 0.85),
            (0.42, 0.9),
            (0.42, 1.2),
            (0.36, 1.2),
            (0.36, 1.15),
            (0.0, 1.15),
        ],
        20,
    )
    return union(
        [
            crate_with_frame(1.2).rotate([0.0, 0.0, 8.0]).translate([-0.75, -0.3, 0.0]),
            crate_with_frame(1.0).rotate([0.0, 0.0, -20.0]).translate([0.6, -0.4, 0.0]),
            crate_with_frame(0.9).rotate([0.0, 0.0, 35.0]).translate([-0.2, 0.85, 0.0]),
            crate_with_frame(0.8).rotate([0.0, 0.0, -12.0]).translate([-0.7, -0.25, 1.2]),
            drum.translate([0.9, 0.65, 0.0]),
        ]
    )


def barricades() -> Solid:
    """Two road barriers, one of them knocked askew."""
    profile = [
        (-0.42, 0.0),
        (0.42, 0.0),
        (0.42, 0.12),
        (0.22, 0.4),
        (0.14, 1.1),
        (-0.14, 1.1),
        (-0.22, 0.4),
        (-0.42, 0.12),
    ]
    one = upright_slab([profile], 2.0)
    one = one - union([box((-1.0, y - 0.12, -0.5), (1.0, y + 0.12, 0.1)) for y in (-0.6, 0.6)])
    return union(
        [one.translate([0.0, -1.15, 0.0]), one.rotate([0.0, 0.0, 14.0]).translate([0.15, 1.2, 0.0])]
    )


def sandbags() -> Solid:
    """Bags laid in an arc, three rows, each over the joints of the one below."""
    bag = turned(
        [
            (0.0, -0.16),
            (0.15, -0.145),
            (0.3, -0.09),
            (0.36, 0.0),
            (0.3, 0.09),
            (0.15, 0.145),
            (0.0, 0.16),
        ],
        14,
    ).scale([1.0, 0.62, 1.0])
    rng = np.random.default_rng(7)
    bags = []
    radius = 2.6
    for row in range(3):
        for i in range(7 - row):
            angle = (i - (6 - row) / 2) * 15.0
            turn = angle + float(rng.uniform(-5, 5))
            a = radians(angle)
            bags.append(
                bag.rotate([0.0, float(rng.uniform(-4, 4)), 90.0 + turn]).translate(
                    [
                        radius * cos(a) - radius,
                        radius * sin(a),
                        0.14 + 0.25 * row,
                    ]
                )
            )
    return union([bag.trim_by_plane([0.0, 0.0, 1.0], 0.0) for bag in bags])


def statue() -> Solid:
    """A robed figure with a sword on a stepped plinth."""
    plinth = [
        box((-s, -s, z), (s, s, z + h))
        for s, z, h in ((0.95, 0.0, 0.2), (0.8, 0.2, 0.15), (0.65, 0.35, 0.8), (0.75, 1.15, 0.15))
    ]
    robe = turned(
        [
            (0.0, 0.0),
            (0.52, 0.0),
            (0.5, 0.15),
            (0.36, 0.9),
            (0.3, 1.5),
            (0.42, 1.95),
            (0.44, 2.15),
            (0.34, 2.3),
            (0.13, 2.36),
            (0.0, 2.36),
        ],
        20,
    ).scale([1.0, 0.72, 1.0])
    head = turned(
        [(0.0, 0.0), (0.13, 0.0), (0.2, 0.15), (0.21, 0.3), (0.15, 0.43), (0.0, 0.48)], 16
    ).translate([0.0, 0.02, 2.3])
    hood = turned([(0.0, 0.0), (0.26, 0.0), (0.27, 0.25), (0.14, 0.5), (0.0, 0.56)], 16)
    hood = hood.translate([0.0, 0.12, 2.28])
    sword = union(
        [
            box((-0.07, -0.56, 0.0), (0.07, -0.49, 1.45)),
            box((-0.3, -0.57, 1.45), (0.3, -0.47, 1.55)),
            box((-0.05, -0.55, 1.55), (0.05, -0.49, 1.9)),
        ]
    )
    hilt = box((-0.1, -0.6, 1.5), (0.1, -0.4, 1.7))
    arms = [
        manifold3d.Manifold.batch_hull(
            [box((at - 0.13, -0.1, 1.85), (at + 0.13, 0.14, 2.12)), hilt]
        )
        for at in (-0.36, 0.36)
    ]
    body = union([robe, head, hood, sword, *arms]).translate([0.0, 0.0, 1.3])
    return union([*plinth, body])


def crater() -> Solid:
    """A crater whose rim is broken by lumps."""
    ring = solid(crater_shape(2.6, 0.55, 0.45, 36).mesh)
    lumps = []
    rng = np.random.default_rng(12)
    for i in range(12):
        a = 2 * pi * i / 12 + float(rng.uniform(-0.2, 0.2))
        size = float(rng.uniform(0.2, 0.5))
        block = box((-size, -size * 0.7, -0.2), (size, size * 0.7, 0.2)).rotate(
            [float(rng.uniform(-20, 20)), float(rng.uniform(-20, 20)), float(rng.uniform(0, 90))]
        )
        block = block.translate([1.85 * cos(a), 1.85 * sin(a), 0.42])
        lumps.append(block.trim_by_plane([0.0, 0.0, 1.0], 0.0))
    return union([ring, *lumps])


def hill() -> Solid:
    """A hill of two levels with sloping sides, flat enough on top to stand on."""
    lower = solid(hill_shape(5.0, 1.2, 5, 40).mesh).scale([1.15, 0.85, 1.0])
    flat = turned([(0.0, 0.0), (3.9, 0.0), (3.2, 1.2), (0.0, 1.2)], 40).scale([1.15, 0.85, 1.0])
    upper = turned([(0.0, 0.0), (2.4, 0.0), (1.7, 1.0), (0.0, 1.0)], 32).translate([-0.9, 0.3, 1.2])
    rocks = [b.translate([2.6, -1.2, 1.1]) for b in blocks(4, (0.6, 0.5), (0.3, 0.7), 21)]
    return union([lower, flat, upper, *rocks])


def woods() -> Solid:
    """Five conifers of layered crowns on a low oval base."""
    base = turned([(0.0, 0.0), (3.3, 0.0), (3.1, 0.12), (0.0, 0.14)], 48).scale([1.15, 0.9, 1.0])
    rng = np.random.default_rng(31)
    trees = []
    for x, y, h in (
        (0.0, 0.2, 5.6),
        (-2.1, -0.5, 4.6),
        (1.9, 0.9, 4.9),
        (1.5, -1.5, 4.1),
        (-1.2, 1.6, 4.4),
    ):
        sides = 11
        profile: list[Point2] = [(0.0, 0.0), (0.26, 0.0), (0.17, 0.25), (0.15, 0.22 * h)]
        crown, tiers = 0.98, 5
        for tier in range(tiers):
            low = h * (0.22 + 0.14 * tier)
            wide = crown * (1 - 0.17 * tier)
            profile += [(wide, low - 0.12), (0.45 * wide, low + 0.15 * h - 0.1)]
        profile.append((0.0, h))
        tree = turned(profile, sides).rotate([0.0, 0.0, float(rng.uniform(0, 360))])
        trees.append(tree.translate([x, y, 0.1]))
    rocks = [b.translate([0.2, -0.9, 0.1]) for b in blocks(3, (0.5, 0.3), (0.2, 0.45), 17)]
    return union([base, *trees, *rocks])


def pipeline() -> Solid:
    """A pipe on saddles, with flanges and a valve."""
    length, radius, axis = 8.0, 0.55, 0.95
    tube = prism([ngon(radius, 24), ngon(radius - 0.12, 24)[::-1]], length)
    flanges = [
        prism([ngon(radius + 0.14, 24), ngon(radius - 0.12, 24)[::-1]], 0.16).translate(
            [0.0, 0.0, z]
        )
        for z in (0.0, 2.5, 5.2, length - 0.16)
    ]
    lying = union([tube, *flanges]).rotate([0.0, 90.0, 0.0]).translate([-length / 2, 0.0, axis])
    saddle = upright_slab(
        [[(-0.75, 0.0), (0.75, 0.0), (0.6, 0.2), (0.5, 0.9), (-0.5, 0.9), (-0.6, 0.2)]], 0.5
    ).rotate([0.0, 0.0, 90.0])
    bore = prism([ngon(radius - 0.05, 24)], length).rotate([0.0, 90.0, 0.0])
    bore = bore.translate([-length / 2, 0.0, axis])
    saddles = [saddle.translate([x, 0.0, 0.0]) - bore for x in (-2.8, 0.0, 2.8)]
    wheel = prism([ngon(0.4, 16), ngon(0.28, 16)[::-1]], 0.1).translate([1.3, 0.0, 2.0])
    spokes = union(
        [
            box((0.95, -0.04, 2.01), (1.65, 0.04, 2.09)),
            box((1.26, -0.35, 2.01), (1.34, 0.35, 2.09)),
            box((1.22, -0.08, 1.3), (1.38, 0.08, 2.05)),
        ]
    )
    return union([lying, *saddles, wheel, spokes])


def gantry() -> Solid:
    """A platform at 3" on braced legs, railings on three sides, stairs up to the fourth."""
    x, y, top = 6.0, 4.0, 3.0
    deck = floor([(-x / 2, -y / 2), (x / 2, -y / 2), (x / 2, y / 2), (-x / 2, y / 2)], top)
    legs = [
        box((sx - 0.15, sy - 0.15, 0.0), (sx + 0.15, sy + 0.15, top - 0.1))
        for sx in (-2.7, 2.7)
        for sy in (-1.7, 1.7)
    ]
    feet = [
        box((sx - 0.3, sy - 0.3, 0.0), (sx + 0.3, sy + 0.3, 0.12))
        for sx in (-2.7, 2.7)
        for sy in (-1.7, 1.7)
    ]
    braces = []
    for sy in (-1.7, 1.7):
        for end in (-1, 1):
            strip = [(end * 2.7, 1.6), (end * 2.7, 1.85), (end * 1.5, 2.9), (end * 1.25, 2.9)]
            strip = strip if end < 0 else strip[::-1]
            ring = strip if _area(strip) > 0 else strip[::-1]
            braces.append(upright_slab([ring], 0.15).translate([0.0, sy, 0.0]))
    rails = []
    for low in (0.45, 0.9):
        z = top + low
        rails += [
            box((-x / 2, y / 2 - 0.1, z), (x / 2, y / 2, z + 0.08)),
            box((-x / 2, -y / 2, z), (-x / 2 + 0.1, y / 2, z + 0.08)),
            box((x / 2 - 0.1, -y / 2, z), (x / 2, y / 2, z + 0.08)),
        ]
    posts = [
        box((px, y / 2 - 0.1, top - 0.1), (px + 0.1, y / 2, top + 0.98))
        for px in (-3.0, -1.5, -0.05, 1.4, 2.9)
    ]
    posts += [
        box((px, py, top - 0.1), (px + 0.1, py + 0.1, top + 0.98))
        for px in (-3.0, 2.9)
        for py in (-2.0, -0.7, 0.6)
    ]
    steps = solid(stairs_shape(8, (top - 0.02) / 8, 0.34, 1.6).mesh)
    hollow = upright_slab([[(0.6, -1.0), (3.5, -1.0), (3.5, 2.4), (2.9, 2.2)]], 3.0)
    flight = (
        (steps - hollow).rotate([0.0, 0.0, 90.0]).translate([1.5, -y / 2 - 8 * 0.34 + 0.02, 0.0])
    )
    return union([deck, *legs, *feet, *braces, *rails, *posts, flight])


def _area(points: Sequence[Point2]) -> float:
    return sum(
        a[0] * b[1] - b[0] * a[1] for a, b in zip(points, [*points[1:], points[0]], strict=True)
    )


def rubble() -> Solid:
    """Blocks strewn over a thin mound."""
    mound = turned([(0.0, 0.0), (2.4, 0.0), (1.2, 0.25), (0.0, 0.35)], 28).scale([1.2, 0.85, 1.0])
    return union([mound, *blocks(26, (2.1, 1.4), (0.25, 0.9), 40)])
