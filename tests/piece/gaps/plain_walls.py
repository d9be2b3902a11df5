"""Straight walls with windows, doors, arches, bars, bullet holes: openings cut straight through."""

from collections.abc import Sequence
from math import pi

import trimesh

from geo3d.shapes import Hole, arched, door, round_hole, wall, window
from geo3d.shapes.shape import polygon_area
from geo3d.shapes.solids import box, mesh_of, solid, union
from tests.piece.gaps.case import ROUGH_BARS, Case, Expected, found_at, polygon_share, rectangle

LENGTH, HIGH, THICK = 6.0, 5.0, 0.25


def pierced(
    name: str, *holes: Hole, thickness: float = THICK, none: bool = False, **more: float | bool
) -> Case:
    """A wall 6 by 5 with holes, each of them a gap, or none of them."""
    face = LENGTH * HIGH - sum(polygon_area(list(hole.outline)) for hole in holes)
    return Case(
        name,
        lambda: wall(LENGTH, HIGH, thickness, holes).mesh,
        () if none else tuple(map(found_at, holes)),
        volume=face * thickness,
        **more,
    )


def slit(x: float, sill: float, width: float, height: float) -> Hole:
    return window(x, sill, width, height)


def plate_wall() -> trimesh.Trimesh:
    """A wall with a door 2.5 high, on a plate .1 thick that runs on through the door."""
    plate = box((-3.5, -1.0, 0.0), (3.5, 1.0, 0.1))
    return mesh_of(union([solid(wall(LENGTH, HIGH, THICK, [door(0.0, 1.5, 2.5)]).mesh), plate]))


def door_under_slab(goes_on: bool) -> trimesh.Trimesh:
    """Two stretches of wall 3 high, a slab of .2 on them that reaches 3 back, maybe more wall."""
    half = THICK / 2
    bodies = [
        box((-3.0, -half, 0.0), (-0.75, half, 3.0)),
        box((0.75, -half, 0.0), (3.0, half, 3.0)),
        box((-3.0, -half, 3.0), (3.0, 3.0, 3.2)),
    ]
    if goes_on:
        bodies.append(box((-3.0, -half, 3.2), (3.0, half, 5.0)))
    return mesh_of(union(bodies))


SLAB_VOLUME = 2 * 2.25 * THICK * 3.0 + 6.0 * (3.0 + THICK / 2) * 0.2

BAR = 0.1
BARRED = (1.6, 1.5)
"""Width and height of a window with three bars; its sill is at 1."""


def barred(upright: bool) -> trimesh.Trimesh:
    """Three bars .1 square in the middle of the wall's thickness, evenly spread."""
    wide, high = BARRED
    bodies = [solid(wall(LENGTH, HIGH, THICK, [window(0.0, 1.0, wide, high)]).mesh)]
    for low, _ in bar_edges(wide if upright else high)[1:]:
        at = low - BAR
        # Their ends are let into the wall by .05, so that they are one body with it.
        if upright:
            bodies.append(
                box((at - wide / 2, -BAR / 2, 0.95), (at + BAR - wide / 2, BAR / 2, 1.05 + high))
            )
        else:
            bodies.append(
                box((-wide / 2 - 0.05, -BAR / 2, 1 + at), (wide / 2 + 0.05, BAR / 2, 1 + at + BAR))
            )
    return mesh_of(union(bodies))


def bar_edges(length: float) -> list[tuple[float, float]]:
    """(from, to) of the four clear stretches between three bars."""
    clear = (length - 3 * BAR) / 4
    return [(i * (clear + BAR), i * (clear + BAR) + clear) for i in range(4)]


def between_bars(upright: bool) -> tuple[Expected, ...]:
    wide, high = BARRED
    if upright:
        return tuple(
            rectangle("opening", b - a, 1.0, 1.0 + high, ((a + b - wide) / 2, 0.0))
            for a, b in bar_edges(wide)
        )
    return tuple(
        rectangle("opening", wide, 1.0 + a, 1.0 + b, (0.0, 0.0)) for a, b in bar_edges(high)
    )


def bars_volume(upright: bool) -> float:
    wide, high = BARRED
    length = high if upright else wide
    return (LENGTH * HIGH - wide * high) * THICK + 3 * BAR * BAR * length


ARCH_AREA = 2.0 * 1.5 + pi / 2 * polygon_share(48)
"""A half circle of radius 1 in 24 flat sides over a rectangle."""


def several() -> Sequence[Hole]:
    return (
        door(-1.9, 1.2, 2.2), window(0.2, 1.0, 0.8, 1.2), window(1.9, 0.7, 1.0, 1.7),
        window(-1.2, 3.2, 0.9, 1.3), round_hole(1.0, 3.9, 1.0, 24),
    )  # fmt: skip


CASES = (
    pierced("window", window(0.0, 1.0, 1.0, 1.0)),
    pierced("window-high", window(0.0, 3.2, 1.0, 1.0)),
    pierced("window-across-3", window(0.0, 2.0, 1.0, 2.0)),
    pierced("window-near-end", window(2.4, 1.0, 1.0, 1.0)),
    pierced("door", door(0.0, 1.5, 2.5)),
    Case(
        "door-on-plate",
        plate_wall,
        (Expected("opening", (0.0, 0.1), 2.5, 1.5, (3.6, 3.75), (0.0, 0.0, 1.275)),),
        volume=(30.0 - 3.75) * THICK + 7.0 * 2.0 * 0.1 - 4.5 * THICK * 0.1,
        why="The plate is material, so the clear opening begins on it: sill .1, area 1.5 x 2.4. "
        "Where a plate counts as ground the sill is 0. The rule leaves both; neither is above .1.",
    ),
    Case(
        "door-under-slab-wall-above",
        lambda: door_under_slab(True),
        (rectangle("opening", 1.5, 0.0, 3.0, (0.0, 0.0)),),
        volume=SLAB_VOLUME + 6.0 * THICK * 1.8,
        why="The slab's edge lies in the plane of the jambs: it is the lintel.",
    ),
    Case(
        "door-under-slab",
        lambda: door_under_slab(False),
        (rectangle("opening", 1.5, 0.0, 3.0, (0.0, 0.0)),),
        volume=SLAB_VOLUME,
        why="As above; the wall ends at the slab, and behind the door there is room to both sides.",
    ),
    Case(
        "arch",
        lambda: wall(LENGTH, HIGH, THICK, [arched(0.0, 0.0, 2.0, 1.5)]).mesh,
        (Expected("opening", 0.0, 2.5, 2.0, ARCH_AREA, (0.0, 0.0, 1.25)),),
        volume=(30.0 - ARCH_AREA) * THICK,
        area_clean=0.02,
    ),
    pierced("wall-1-thick", window(0.0, 1.0, 1.0, 1.0), thickness=1.0),
    pierced("wall-1-thick-door", door(0.0, 1.5, 2.5), thickness=1.0),
    pierced("bullet-hole", round_hole(0.0, 1.5, 0.15), area_rough=ROUGH_BARS),
    pierced("hole-too-small", round_hole(0.0, 1.5, 0.08), none=True),
    pierced("slit", slit(0.0, 1.0, 0.2, 2.0), area_rough=ROUGH_BARS),
    pierced("slit-too-narrow", slit(0.0, 1.0, 0.08, 2.0), none=True, roughens=False),
    pierced("slit-too-low", slit(0.0, 1.0, 2.0, 0.08), none=True, roughens=False),
    pierced("crack", slit(0.0, 1.0, 0.04, 2.5), none=True),
    pierced("several", *several()),
    Case("bars-upright", lambda: barred(True), between_bars(True), volume=bars_volume(True),
         area_rough=ROUGH_BARS),
    Case("bars-level", lambda: barred(False), between_bars(False), volume=bars_volume(False),
         area_rough=ROUGH_BARS),
)  # fmt: skip
