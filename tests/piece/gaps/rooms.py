"""Ruins, tunnels and rooms: openings of every wall, and mouths."""

from collections.abc import Sequence

import trimesh

from geo3d.shapes import Hole, arched, door, l_ruin, u_ruin, wall, window
from geo3d.shapes.shape import polygon_area
from geo3d.shapes.solids import Solid, box, mesh_of, solid, union
from geo3d.shapes.walls import cutter
from tests.piece.gaps.case import Case, Expected, found_at, of_opening, rectangle

THICK = 0.25
HALF = THICK / 2


def ruin(floor: str) -> Case:
    """An L of 7 by 5.5, 6 high, with windows in one wall and a door and a window in the other."""
    holes_x = [window(-1.2, 1.0, 1.1, 1.5), window(1.4, 3.6, 1.0, 1.4)]
    holes_y = [door(0.3, 1.4, 2.3), window(-1.2, 3.7, 0.9, 1.2)]

    def make():
        return l_ruin(7.0, 5.5, 6.0, THICK, holes_x, holes_y, floor=floor)

    known = make()
    return Case(
        f"l-ruin-{floor}", lambda: make().mesh, tuple(map(of_opening, known.openings)),
        volume=known.volume, why="Its open back is no gap, with a floor or without.",
    )  # fmt: skip


def open_front(width: float, depth: float = 4.0, windows: bool = False) -> Case:
    """A U with a floor .2 thick whose top is at 3: the room below is open at y = 0."""
    holes = [window(0.0, 1.0, 1.0, 1.2), window(0.0, 3.8, 1.0, 1.2)] if windows else []
    known = u_ruin(width, depth, 6.0, THICK, holes)
    mouth = rectangle("mouth", width - 2 * THICK, 0.0, 2.8, (0.0, 0.0))
    # The plane of a mouth lies somewhere in its jambs, here in the ends of walls.
    mouth = Expected(mouth.kind, mouth.sill, mouth.lintel, mouth.width, mouth.area,
                     mouth.centre, 0.5)  # fmt: skip
    name = f"u-ruin-{width:g}" + ("-windows" if windows else "")
    return Case(name, lambda: u_ruin(width, depth, 6.0, THICK, holes).mesh,
                (mouth, *map(of_opening, known.openings)), volume=known.volume)  # fmt: skip


def tunnel(length: float) -> trimesh.Trimesh:
    """A block 4 wide and 3.5 high, a passage 2.5 by 2.5 through it along y."""
    block = box((-2.0, -length / 2, 0.0), (2.0, length / 2, 3.5))
    return mesh_of(block - box((-1.25, -length, -1.0), (1.25, length, 2.5)))


def tunnel_ends(length: float) -> tuple[Expected, ...]:
    return tuple(
        Expected("mouth", 0.0, 2.5, 2.5, 6.25, (0.0, s * length / 2, 1.25), 0.5) for s in (-1, 1)
    )


def room(x: float, y: float, z: float, roof: float = 0.2) -> Solid:
    """Four walls about (0, 0), outside x by y, under a roof whose top is at z; no floor."""
    inner = box((-x / 2 + THICK, -y / 2 + THICK, -1.0), (x / 2 - THICK, y / 2 - THICK, z - roof))
    return box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z)) - inner


def cut(body: Solid, at: tuple[float, float], along_y: bool, *holes: Hole) -> Solid:
    """Holes cut through the wall whose middle stands at `at`, and .3 to both sides of it.

    A cutter is 2 thicker than its wall, which in a room 1 deep would cut the next wall too.
    """
    for hole in holes:
        through = solid(mesh_of(cutter(hole, 0.6 - 2.0)))
        if along_y:
            through = through.rotate([0.0, 0.0, 90.0])
        body = body - through.translate([*at, 0.0])
    return body


def closed_room() -> trimesh.Trimesh:
    return mesh_of(cut(room(5.0, 4.0, 3.5), (0.0, -2.0 + HALF), False, door(0.5, 1.5, 2.5)))


HOUSE_X: Sequence[Hole] = (door(-2.0, 1.3, 2.4), window(1.8, 1.0, 1.0, 1.2))
HOUSE_END = window(0.2, 0.9, 1.2, 1.0)
INNER = (door(-0.8, 1.0, 2.2), window(1.0, 1.2, 0.8, 0.8))


def house() -> trimesh.Trimesh:
    """A house of 8 by 5, 3.4 high, an inner wall at x = .5 with a door and a hatch."""
    body = cut(room(8.0, 5.0, 3.4), (0.0, -2.5 + HALF), False, *HOUSE_X)
    body = cut(body, (4.0 - HALF, 0.0), True, HOUSE_END)
    inner = cut(box((0.5 - HALF, -2.3, 0.0), (0.5 + HALF, 2.3, 3.3)), (0.5, 0.0), True, *INNER)
    return mesh_of(union([body, inner]))


def shallow_bunker(back_door: bool) -> trimesh.Trimesh:
    """A room 1 deep and 4.5 wide behind a firing slit 3 wide, maybe with a door at its back."""
    body = cut(room(5.0, 1.5, 2.5), (0.0, -0.75 + HALF), False, window(0.0, 1.0, 3.0, 0.6))
    if back_door:
        body = cut(body, (0.0, 0.75 - HALF), False, door(1.2, 0.9, 1.8))
    return mesh_of(body)


SLIT = found_at(window(0.0, 1.0, 3.0, 0.6), (0.0, -0.75 + HALF))


def baffled() -> trimesh.Trimesh:
    """A wall with a door, and .7 behind it a wall of its own that hides the door from there."""
    front = solid(wall(6.0, 4.0, THICK, [door(0.0, 1.5, 2.5)]).mesh)
    return mesh_of(union([front, box((-1.5, 0.7 + HALF, 0.0), (1.5, 0.95 + HALF, 4.0))]))


ARCHES = tuple(arched(1.9 * (i - 1.5), 0.0, 1.5, 2.0) for i in range(4))
ARCH = polygon_area(list(ARCHES[0].outline))


def gallery() -> trimesh.Trimesh:
    """The arcade as the front of a roofed walk 2.5 deep that is closed at its ends and its back."""
    return mesh_of(cut(room(8.5, 3.0, 4.0), (0.0, -1.5 + HALF), False, *ARCHES))


def shell(x: float, y: float, z: float) -> float:
    """Volume of `room`."""
    return x * y * z - (x - 2 * THICK) * (y - 2 * THICK) * (z - 0.2)


CASES = (
    *map(ruin, ("none", "square", "triangle")),
    open_front(6.0), open_front(3.4), open_front(6.0, windows=True),
    Case("tunnel", lambda: tunnel(6.0), tunnel_ends(6.0), volume=(14.0 - 6.25) * 6.0),
    Case("tunnel-short", lambda: tunnel(1.5), (rectangle("opening", 2.5, 0.0, 2.5, (0.0, 0.0)),),
         volume=(14.0 - 6.25) * 1.5, why="1.5 through, so it is an opening of a thick wall."),
    Case("closed-room", closed_room, (found_at(door(0.5, 1.5, 2.5), (0.0, -2.0 + HALF)),),
         volume=shell(5.0, 4.0, 3.5) - 3.75 * THICK),
    Case("house", house, (
        *(found_at(hole, (0.0, -2.5 + HALF)) for hole in HOUSE_X),
        found_at(HOUSE_END, (4.0 - HALF, 0.0), True),
        *(found_at(hole, (0.5, 0.0), True) for hole in INNER),
    ), volume=shell(8.0, 5.0, 3.4) - (3.12 + 1.2 + 1.2) * THICK
        + (4.5 * 3.2 - 2.2 - 0.64) * THICK),
    Case("shallow-bunker", lambda: shallow_bunker(False), (SLIT,),
         volume=shell(5.0, 1.5, 2.5) - 1.8 * THICK,
         why="The room behind is wider and higher than the slit: not a niche."),
    Case("shallow-bunker-door", lambda: shallow_bunker(True),
         (SLIT, found_at(door(1.2, 0.9, 1.8), (0.0, 0.75 - HALF))),
         volume=shell(5.0, 1.5, 2.5) - (1.8 + 1.62) * THICK),
    Case("baffle", baffled, (found_at(door(0.0, 1.5, 2.5)),),
         volume=(24.0 - 3.75) * THICK + 3.0 * THICK * 4.0,
         why="The ways out past the ends of the baffle are open to the sky."),
    Case("arcade", lambda: wall(8.0, 4.0, THICK, ARCHES).mesh, tuple(map(found_at, ARCHES)),
         volume=(32.0 - 4 * ARCH) * THICK),
    Case("gallery", gallery, tuple(found_at(hole, (0.0, -1.5 + HALF)) for hole in ARCHES),
         volume=shell(8.5, 3.0, 4.0) - 4 * ARCH * THICK),
)  # fmt: skip
