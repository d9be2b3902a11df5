"""Passages that bend, branch, change their width, lead into a room, end: mouths at the ends only.

All are cut through a block of 10 by 10, 4 high. They are 1.6 wide and 2 high where nothing else is
said; as wide as a passage is one up to 1.3 x 1.6 + .05 = 2.13.
"""

from collections.abc import Sequence
from functools import partial
from math import cos, pi, radians, sin

import shapely
import trimesh

from geo3d.shapes.solids import Solid, box, mesh_of, prism, union
from tests.piece.gaps.case import Case, Expected, rectangle

SIDE, TOP = 5.0, 4.0
WIDE, HIGH = 1.6, 2.0
W = WIDE / 2

Plan = tuple[float, float, float, float]
"""Low x and y, high x and y; 6 is outside."""


def along_y(x: float, low: float, high: float, wide: float = WIDE) -> Plan:
    """A passage along y about x."""
    return (x - wide / 2, low, x + wide / 2, high)


def along_x(y: float, low: float, high: float, wide: float = WIDE) -> Plan:
    """A passage along x about y."""
    return (low, y - wide / 2, high, y + wide / 2)


def block() -> Solid:
    return box((-SIDE, -SIDE, 0.0), (SIDE, SIDE, TOP))


def pierced(plans: Sequence[Plan], roofless: Sequence[Plan] = ()) -> trimesh.Trimesh:
    """The block with passages from the ground up, and some through its top."""
    body = block()
    for high, these in ((HIGH, plans), (TOP + 1.0, roofless)):
        for x, y, far_x, far_y in these:
            body = body - box((x, y, -1.0), (far_x, far_y, high))
    return mesh_of(body)


def crossed(degrees: float, both: bool) -> trimesh.Trimesh:
    """A passage along y, and one at so many degrees from it, from its middle on or all through."""
    arm = box((-W, -9.0 if both else 0.0, -1.0), (W, 9.0, HIGH)).rotate([0.0, 0.0, degrees])
    return mesh_of(block() - box((-W, -6.0, -1.0), (W, 6.0, HIGH)) - arm)


def star() -> trimesh.Trimesh:
    """A drum whose three passages meet in its middle, 120 degrees apart."""
    ring = [(SIDE * cos(radians(a)), SIDE * sin(radians(a))) for a in range(0, 360, 10)]
    body = prism([ring], TOP)
    for turn in (90.0, 210.0, 330.0):
        body = body - box((-W, 0.0, -1.0), (W, 9.0, HIGH)).rotate([0.0, 0.0, turn])
    return mesh_of(body)


def ring() -> trimesh.Trimesh:
    """A passage round a pillar, between radii 1.4 and 3, and two that lead to it along y."""
    round_it = [prism([[(r * cos(radians(a)), r * sin(radians(a))) for a in range(0, 360, 6)]], 3.0)
                for r in (3.0, 1.4)]  # fmt: skip
    way = (round_it[0] - round_it[1]).translate([0.0, 0.0, HIGH - 3.0])
    legs = [box((-W, y, -1.0), (W, y + 4.0, HIGH)) for y in (-6.0, 2.0)]
    return mesh_of(block() - union([way, *legs]))


def spiral() -> trimesh.Trimesh:
    """A passage 1.2 wide that winds in by 3.2 a turn, one and a half times, from (-6, -7)."""
    angles = [radians(a) for a in range(0, 541, 5)]
    line = [((1.2 + 1.6 * a / pi) * cos(a), (1.2 + 1.6 * a / pi) * sin(a)) for a in angles]
    plan = shapely.LineString([*line, (line[-1][0], -9.0)]).buffer(0.6, cap_style="flat")
    way = prism([list(plan.exterior.coords)[:-1]], 3.0).translate([0.0, 0.0, HIGH - 3.0])
    return mesh_of(box((-7.0, -7.0, 0.0), (7.0, 7.0, TOP)) - way)


def storeys() -> trimesh.Trimesh:
    """A passage along y, and over it one along x with its floor at 2.3."""
    upper = box((-6.0, -W, 2.3), (6.0, W, 3.7))
    return mesh_of(block() - box((-W, -6.0, -1.0), (W, 6.0, HIGH)) - upper)


def bridged(begin: float, stop: float, low: float, high: float = 2.5) -> trimesh.Trimesh:
    """Two walls along x, 6 long and 1.75 apart, and between them a slab .3 thick over a part."""
    walls = [box((-3.0, y - 0.125, 0.0), (3.0, y + 0.125, high)) for y in (-1.0, 1.0)]
    return mesh_of(union([*walls, box((begin, -1.125, low), (stop, 1.125, low + 0.3))]))


def end(x: float, y: float, wide: float = WIDE, low: float = 0.0, high: float = HIGH) -> Expected:
    """A mouth whose plane lies in the last stretch of its passage, which ends over (x, y)."""
    mouth = rectangle("mouth", wide, low, high, (x, y))
    return Expected("mouth", mouth.sill, mouth.lintel, mouth.width, mouth.area, mouth.centre, 0.5)


SLANT = radians(60.0)
ARM = (SIDE - W * cos(SLANT)) / sin(SLANT)
"""How long the shorter jambs of an arm at 60 degrees are, from the middle on."""

SOUTH, NORTH, EAST, WEST = end(0.0, -SIDE), end(0.0, SIDE), end(SIDE, 0.0), end(-SIDE, 0.0)
CROSSING = (along_y(0.0, -6.0, 6.0), along_x(0.0, -6.0, 6.0))


def passage(
    name: str, plans: Sequence[Plan], *expected: Expected, why: str = "",
    roofless: Sequence[Plan] = (),
) -> Case:  # fmt: skip
    return Case(f"passage-{name}", partial(pierced, plans, roofless), expected, why=why)


def zigzag(between: float) -> Case:
    """Two bends, the stretch between them so long."""
    x = (between + WIDE) / 2
    plans = (along_y(-x, -6.0, W), along_x(0.0, -x - W, x + W), along_y(x, -W, 6.0))
    return passage(f"zigzag-{between:g}", plans, end(-x, -SIDE), end(x, SIDE))


CASES = (
    passage("straight", [along_y(0.0, -6.0, 6.0)], SOUTH, NORTH),
    passage("bent", [along_y(0.0, -6.0, W), along_x(0.0, -W, 6.0)], SOUTH, EAST),
    passage("t", [along_y(0.0, -6.0, 6.0), along_x(0.0, -W, 6.0)], SOUTH, NORTH, EAST),
    passage("cross", CROSSING, SOUTH, NORTH, EAST, WEST),
    passage("cross-wider", [CROSSING[0], along_x(0.0, -6.0, 6.0, 1.9)], SOUTH, NORTH,
            end(SIDE, 0.0, 1.9), end(-SIDE, 0.0, 1.9)),
    zigzag(3.0), zigzag(1.2),
    passage("alike", [along_y(0.0, -6.0, 0.0), along_y(0.0, -0.1, 6.0, 2.0)],
            SOUTH, end(0.0, SIDE, 2.0), why="2 is as wide as 1.6."),
    passage("widened", [along_y(0.0, -6.0, 0.0, 1.2), along_y(0.0, -0.1, 6.0, 3.0)],
            end(0.0, -SIDE, 1.2), end(0.0, 0.0, 1.2), end(0.0, SIDE, 3.0),
            why="The narrow part ends where the wide one begins, a room to it."),
    passage("into-room", [along_y(0.0, -6.0, 0.0), (-2.3, -2.3, 2.3, 2.3)],
            SOUTH, end(0.0, -2.3), why="2.7 long, so both its ends are mouths."),
    passage("into-corner-of-room", [along_y(-1.5, -6.0, 0.0), (-2.3, -2.3, 2.3, 2.3)],
            end(-1.5, -SIDE), end(-1.5, -2.3)),
    passage("dead-end", [along_y(0.0, -6.0, 1.0)], SOUTH),
    passage("ladder", [along_y(-2.1, -6.0, 6.0), along_y(2.1, -6.0, 6.0), along_x(0.0, -2.0, 2.0)],
            *(end(x, y) for x in (-2.1, 2.1) for y in (-SIDE, SIDE))),
    passage("door-between",
            [along_y(-0.925, -6.0, 6.0), along_y(0.925, -6.0, 6.0), along_x(0.0, -0.5, 0.5, 1.0)],
            *(end(x, y) for x in (-0.925, 0.925) for y in (-SIDE, SIDE)),
            rectangle("opening", 1.0, 0.0, HIGH, (0.0, 0.0)),
            why="A wall .25 thick parts the two: its door is a door."),
    passage("into-alley", [along_x(0.0, -6.0, 0.0)], WEST, end(-W, 0.0),
            roofless=[along_y(0.0, -6.0, 6.0)], why="The alley has no roof: there it ends."),
    Case("passage-cross-60", partial(crossed, 60.0, True), (
        SOUTH, NORTH, *(end(s * ARM * sin(SLANT), -s * ARM * cos(SLANT)) for s in (-1, 1)),
    ), why="Its arm ends aslant in the block's sides, and goes as far as the shorter jamb."),
    Case("passage-star", star, tuple(
        end(4.9 * cos(radians(a)), 4.9 * sin(radians(a))) for a in (180, 300, 60)
    )),
    *(Case(f"alley-{name}", partial(bridged, begin, stop, low, high), tuple(
        end(x, 0.0, 1.75, 0.0, low) for x in (begin, stop)
    ), why="It is roofed, and enclosed, from edge to edge of the slab.")
      for name, begin, stop, low, high in (
        ("roofed", -3.0, 3.0, 2.4, 2.5), ("roofed-amid", -1.5, 1.5, 2.4, 2.5),
        ("roofed-late", -2.2, 3.0, 2.4, 2.5), ("roofed-half", 0.0, 3.0, 2.4, 2.5),
        ("under-a-bridge", -1.2, 1.2, 1.8, 4.5),
      )),
    Case("alley-under-an-arch", partial(bridged, -0.5, 0.5, 1.8, 4.5),
         (rectangle("opening", 1.75, 0.0, 1.8, (0.0, 0.0)),),
         why="Its roof is 1 deep, no deeper than a wall, and all is open before and behind."),
    Case("passage-ring", ring, (SOUTH, NORTH)),
    Case("passage-spiral", spiral, (end(-6.0, -7.0, 1.2),)),
    Case("passage-storeys", storeys, (
        SOUTH, NORTH,
        *(end(x, 0.0, WIDE, 2.3, 3.7) for x in (-SIDE, SIDE)),
    )),
)  # fmt: skip
