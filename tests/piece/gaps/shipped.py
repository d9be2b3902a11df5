"""Openings of the pieces that ship, from the numbers in the scripts that make them.

Their holes are cut last, straight through walls, frames and courses, so each has the outline that
its script gives. Floors, steps, spokes and rubble are added later; where they stand in a hole, its
row says so.
"""

from dataclasses import replace
from math import cos, radians, sin

import shapely
from shapely.affinity import translate

from meshes.kit import rectangle, regular
from meshes.masonry import lancet, round_headed, square
from tests.piece.gaps.case import Expected, Span

THIN = 0.3125 / 2
"""Half the thickness of a ruin's wall."""


def cut(
    shape: shapely.Polygon, at: tuple[float, float], turn: float = 0.0, within: float = 0.1
) -> Expected:
    """A hole drawn in (x, z) in a wall through `at` whose x runs at `turn` degrees."""
    left, low, right, high = shape.bounds
    along, a = (left + right) / 2, radians(turn)
    return Expected(
        "opening", low, high, right - left, shape.area,
        (at[0] + along * cos(a), at[1] + along * sin(a), (low + high) / 2), within,
    )  # fmt: skip


def corner(
    shift: tuple[float, float], wall_x: list[shapely.Polygon], wall_y: list[shapely.Polygon]
) -> list[Expected]:
    """Two walls from a corner that was shifted there."""
    x, y = shift
    return [cut(shape, (x, y + THIN)) for shape in wall_x] + [
        cut(shape, (x + THIN, y), 90.0) for shape in wall_y
    ]


RUIN_CORNER = corner(
    (-3.5, -2.75),
    [lancet(1.7, 0.9, 1.1, 1.75), lancet(3.95, 0.9, 1.1, 1.75), lancet(1.7, 3.7, 1.0, 1.7)],
    [lancet(1.5, 3.7, 0.9, 1.4), round_headed(2.3, 0.0, 1.4, 2.3)],
)  # fmt: skip

RUIN_TALL = corner(
    (-4.5, -3.0),
    [
        lancet(1.5, 0.9, 1.1, 1.75), lancet(5.6, 0.9, 1.1, 1.75), lancet(7.5, 0.9, 1.1, 1.75),
        lancet(1.5, 3.7, 1.1, 1.7), lancet(3.55, 3.7, 1.1, 1.7), lancet(5.6, 3.7, 1.1, 1.7),
        lancet(1.5, 6.7, 1.1, 1.6), round_headed(3.55, 0.0, 1.3, 2.4),
    ],
    [
        lancet(1.7, 0.9, 1.1, 1.75), lancet(4.2, 0.9, 1.1, 1.75), lancet(1.7, 3.7, 1.1, 1.7),
        square(3.6, 3.8, 0.9, 1.3),
    ],
)  # fmt: skip
# The end of a joist, whose underside is at 2.58, stands in the point of this window.
RUIN_TALL[9] = replace(RUIN_TALL[9], lintel=(2.58, 2.65))

# Built with its back at y = 0, then turned by 180 degrees.
RUIN_HALL = [
    *(
        cut(shape, (4.5, 2.75 - THIN), 180.0)
        for shape in (
            lancet(1.6, 0.9, 1.1, 1.7), lancet(7.4, 0.9, 1.1, 1.7), lancet(4.5, 3.6, 1.9, 3.0),
            lancet(1.6, 3.7, 1.0, 1.6), lancet(7.4, 3.7, 0.9, 1.2),
            round_headed(4.5, 0.0, 1.7, 2.4),
        )
    ),
    *(
        cut(shape, (4.5 - THIN, 2.75), -90.0)
        for shape in (lancet(1.5, 0.9, 1.0, 1.7), lancet(3.8, 0.9, 1.0, 1.7))
    ),
    cut(square(1.3, 0.9, 0.9, 1.4), (-4.5 + THIN, 2.75), -90.0),
]  # fmt: skip

RUIN_WALL = [
    cut(shape, (-4.0, 0.0))
    for shape in (
        lancet(5.0, 0.9, 1.1, 1.7), square(1.3, 1.0, 0.8, 1.2), round_headed(2.9, 0.0, 1.4, 2.4),
    )
]  # fmt: skip

ROSE = translate(regular(0.62, 16), 4.0, 5.75)
"""Crossed by spokes .08 wide, which leave four quarters."""
QUARTERS = [
    ROSE.intersection(rectangle(x, z, x + 1, z + 1)) for x in (3.96 - 1, 4.04)
    for z in (5.71 - 1, 5.79)
]  # fmt: skip
FACADE = [
    cut(shape, (-4.0, 0.0))
    for shape in (
        lancet(1.6, 0.9, 1.0, 1.7), lancet(6.4, 0.9, 1.0, 1.7), lancet(2.5, 3.5, 0.9, 1.5),
        lancet(4.0, 3.4, 0.9, 1.4), lancet(5.5, 3.5, 0.9, 1.4), *QUARTERS,
        # A step .2 high lies in the doorway.
        lancet(4.0, 0.0, 1.7, 2.6).intersection(rectangle(0.0, 0.2, 8.0, 9.0)),
    )
]  # fmt: skip

TOWER_MIDDLE = 2.45 - 0.2
TOWER = [
    cut(shape, (TOWER_MIDDLE * cos(radians(turn)), TOWER_MIDDLE * sin(radians(turn))), turn - 90.0,
        0.15)
    for turn, shape in (
        (90, lancet(0, 0.9, 0.8, 1.6)), (0, lancet(0, 0.9, 0.8, 1.6)),
        (180, lancet(0, 0.9, 0.8, 1.6)), (45, lancet(0, 3.8, 0.75, 1.5)),
        (135, lancet(0, 3.8, 0.75, 1.5)), (225, lancet(0, 3.8, 0.75, 1.5)),
        (90, lancet(0, 6.6, 0.6, 1.0)), (270, round_headed(0, 0.0, 1.3, 2.3)),
    )
]  # fmt: skip

ARCH_GATE = [cut(round_headed(3.3, 0.0, 2.6, 3.3, 24), (-3.5, 0.0), within=0.3)]


def flared(x: float) -> Expected:
    """A slit of the bunker's front: clear 1.4 by .5 at its throat. In the middle of the front, at
    y = -2.055, its flare is 2 x (.72 + .005 x .38 / .7) = 1.445 wide."""
    width: Span = (1.4, 1.445)
    return Expected("opening", (1.19, 1.2), (1.7, 1.71), width, (0.7, 0.75), (x, -2.05, 1.45), 0.4)


BUNKER = [
    flared(-1.5), flared(1.5),
    *(cut(rectangle(-0.7, 1.2, 0.7, 1.7), (s * 2.85, 0.0), 90.0, 0.4) for s in (-1, 1)),
    cut(rectangle(-0.6, 0.0, 0.6, 2.0), (0.0, 2.1), within=0.5),
]  # fmt: skip

SHRINE_DOOR = round_headed(0.0, 0.0, 1.3, 2.4)
SHRINE_MIDDLE = 2.5 - THIN
SHRINE = [
    # A step .24 high lies before the door, and .02 deep in its outer edge.
    Expected("opening", (0.0, 0.24), 2.4, 1.3, (SHRINE_DOOR.area - 0.24 * 1.3, SHRINE_DOOR.area),
             (0.0, -SHRINE_MIDDLE, 1.26), 0.25),
    cut(translate(regular(0.4, 12), 0.0, 3.55), (0.0, -SHRINE_MIDDLE)),
    *(cut(lancet(at, 1.0, 0.7, 1.6), (s * (2.0 - THIN), 0.0), 90.0)
      for s in (-1, 1) for at in (-1.25, 1.25)),
]  # fmt: skip

KNOWN: dict[str, list[Expected]] = {
    "arch-gate": ARCH_GATE, "bunker": BUNKER, "facade": FACADE, "ruin-corner": RUIN_CORNER,
    "ruin-hall": RUIN_HALL, "ruin-tall": RUIN_TALL, "ruin-wall": RUIN_WALL, "shrine": SHRINE,
    "tower": TOWER,
}  # fmt: skip
"""Pieces with walls, and the openings that their scripts cut."""

NONE = ("crater", "hill")
"""Pieces without any gap: no upright slice of them surrounds anything."""
