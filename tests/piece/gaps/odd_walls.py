"""Walls that are tilted, bent, round, splayed, thin as paper, or only nearly pierced."""

from math import cos, pi, radians, sin, tan

import shapely
import trimesh

from geo3d.shapes import Hole, arched, round_hole, tower, wall, window
from geo3d.shapes.round import ngon_area
from geo3d.shapes.solids import box, mesh_of, prism, solid, upright_slab
from geo3d.shapes.walls import check_holes, cutter
from tests.piece.gaps.case import Case, Expected, found_at, of_opening, polygon_share, rectangle

THICK = 0.25
TILT = radians(10.0)


def tilted() -> trimesh.Trimesh:
    """A wall with a window from 1 to 2 along its slope, leaning back by 10 degrees.

    It is made 1 longer at its foot and cut off level at z = 0, where its middle is at y = 0.
    """
    body = upright_slab([[(-3.0, -1.0), (3.0, -1.0), (3.0, 5.0), (-3.0, 5.0)]], THICK)
    body = body - upright_slab([list(window(0.0, 1.0, 1.0, 1.0).outline)], 2.0)
    body = body.rotate([-10.0, 0.0, 0.0])
    return mesh_of(body.trim_by_plane([0.0, 0.0, 1.0], 0.0))


def on_edge(lean_deg: float, thickness: float) -> Case:
    """A wall that leans and stands on the lower edge of its foot, with a door and a window.

    Its middle surface begins over the ground by half its thickness x sin of the lean.
    """
    lean = radians(lean_deg)
    up, out, foot = cos(lean), sin(lean), thickness / 2 * sin(lean)

    def make() -> trimesh.Trimesh:
        body = upright_slab([[(-3.0, 0.0), (3.0, 0.0), (3.0, 5.0), (-3.0, 5.0)]], thickness)
        for low, high, x, wide in ((-1.0, 2.0, -1.0, 1.2), (1.0, 1.8, 1.0, 1.0)):
            ring = [(x - wide / 2, low), (x + wide / 2, low), (x + wide / 2, high),
                    (x - wide / 2, high)]  # fmt: skip
            body = body - upright_slab([ring], thickness + 1.0)
        body = body.rotate([-lean_deg, 0.0, 0.0])
        return mesh_of(body.translate([0.0, 0.0, foot]))

    return Case(
        f"on-edge-{lean_deg:g}-{thickness:g}", make,
        (
            Expected("opening", 0.0, foot + 2.0 * up, 1.2, (2.4, 1.2 * (2.0 + foot / up)),
                     (-1.0, out, foot + up), foot + 0.05),
            Expected("opening", foot + up, foot + 1.8 * up, 1.0, 0.8,
                     (1.0, 1.4 * out, foot + 1.4 * up)),
        ),
        volume=(6.0 * 5.0 - 2.4 - 0.8) * thickness,
        why="The door's area: of its middle surface, with the bit below that, down to the ground, "
        "or without. Roughened, its lower edge is too thin to stay.",
        roughens=False,
    )  # fmt: skip


def level_cut(lean_deg: float, thickness: float) -> Case:
    """A wall that leans, cut off level at z = 0, with a window cut level through it from 1 to 2."""
    lean = radians(lean_deg)

    def make() -> trimesh.Trimesh:
        body = upright_slab([[(-3.0, -2.0), (3.0, -2.0), (3.0, 5.0), (-3.0, 5.0)]], thickness)
        body = body.rotate([-lean_deg, 0.0, 0.0]).trim_by_plane([0.0, 0.0, 1.0], 0.0)
        return mesh_of(body - box((-0.5, -9.0, 1.0), (0.5, 9.0, 2.0)))

    return Case(
        f"level-cut-{lean_deg:g}-{thickness:g}", make,
        (Expected("opening", 1.0, 2.0, 1.0, 1.0 / cos(lean), (0.0, 1.5 * tan(lean), 1.5)),),
        volume=(6.0 * 5.0 - 1.0 / cos(lean)) * thickness,
        why="Seen level it is clear from 1 to 2; in the wall's middle surface it is as much higher "
        "as the wall leans.",
    )  # fmt: skip


def sloped_cave() -> trimesh.Trimesh:
    """A block whose front leans back by 25 degrees, an arched cave 1.2 wide running into it."""
    block = box((-4.0, -2.0, 0.0), (4.0, 4.0, 5.0)).trim_by_plane(
        [0.0, cos(CAVE), -sin(CAVE)], -2.0 * cos(CAVE)
    )
    ring = [(x, z - 1.0 if z == 0.0 else z) for x, z in arched(0.0, 0.0, 1.2, 0.8).outline]
    return mesh_of(block - upright_slab([ring], 6.0).translate([0.0, -2.0 + 0.65, 0.0]))


CAVE = radians(25.0)
ARCH = 1.2 * 0.8 + pi / 2 * 0.36 * polygon_share(48)


def leaning(width: float, low: float, high: float) -> Expected:
    """A rectangle from `low` to `high` along the slope, in the wall's middle surface.

    Seen level, edges .125 before and behind the middle hide .125 sin 10 = .022 more at its sill and
    at its lintel.
    """
    hidden = THICK / 2 * sin(TILT)
    sill, lintel, middle = low * cos(TILT), high * cos(TILT), (low + high) / 2
    return Expected(
        "opening", (sill, sill + hidden), (lintel - hidden, lintel), width, width * (high - low),
        (0.0, middle * sin(TILT), middle * cos(TILT)),
    )  # fmt: skip


def bent_plan(leg: float, bend: float, thickness: float = THICK) -> list[tuple[float, float]]:
    """Plan of two legs whose middle lines meet at (0, 0), each falling back by `bend` / 2."""
    half = bend / 2
    back = thickness / 2 / cos(half)
    end = (leg * cos(half), -leg * sin(half))
    side = (thickness / 2 * sin(half), thickness / 2 * cos(half))
    return [
        (0.0, -back), (end[0] - side[0], end[1] - side[1]), (end[0] + side[0], end[1] + side[1]),
        (0.0, back), (-end[0] - side[0], end[1] + side[1]), (-end[0] + side[0], end[1] - side[1]),
    ]  # fmt: skip


def bent(bend: float, reach: float, sill: float, lintel: float) -> trimesh.Trimesh:
    """Legs of 3, 5 high, with a window that reaches `reach` along each leg's middle from the bend.

    Its jambs stand square to their leg.
    """
    gap = bent_plan(reach, bend, THICK + 0.01)
    cut = prism([gap], lintel - sill).translate([0.0, 0.0, sill])
    return mesh_of(prism([bent_plan(3.0, bend)], 5.0) - cut)


def bent_leg() -> trimesh.Trimesh:
    """The same wall, bent by 30 degrees, with a window in the middle of one leg."""
    hole = solid(mesh_of(cutter(window(1.5, 1.0, 1.0, 1.0), THICK)))
    return mesh_of(prism([bent_plan(3.0, pi / 6)], 5.0) - hole.rotate([0.0, 0.0, -15.0]))


def about_bend(bend: float, reach: float, sill: float, lintel: float) -> Expected:
    """Chord from jamb to jamb in the middle surface, and the way along that surface.

    Which of the two is the width, and which makes the area, the rule leaves open.
    """
    chord, along, high = 2 * reach * cos(bend / 2), 2 * reach, lintel - sill
    # Its centre: from the middle of the chord to the bend itself.
    deep = reach * sin(bend / 2)
    return Expected(
        "opening", sill, lintel, (chord, along), (chord * high, along * high),
        (0.0, -deep / 2, (sill + lintel) / 2), centre_within=deep / 2 + 0.05,
    )  # fmt: skip


def corner_with_post() -> trimesh.Trimesh:
    """Two legs at a right angle, a window in each from .5 to 1.5 along its middle."""
    plan = prism([bent_plan(3.0, pi / 2)], 5.0)
    for turn, at in ((-45.0, 1.0), (45.0, -1.0)):
        hole = solid(mesh_of(cutter(window(at, 1.0, 1.0, 1.0), THICK)))
        plan = plan - hole.rotate([0.0, 0.0, turn])
    return mesh_of(plan)


def posted() -> tuple[Expected, ...]:
    c = cos(pi / 4)
    return tuple(rectangle("opening", 1.0, 1.0, 2.0, (s * c, -c)) for s in (-1, 1))


def sheet(*holes: Hole) -> trimesh.Trimesh:
    """A wall 6 by 5 without thickness: one layer of faces in y = 0 that face +y."""
    check_holes("sheet", 6.0, 5.0, holes)
    face = shapely.box(-3.0, 0.0, 3.0, 5.0)
    for hole in holes:
        face = face.difference(shapely.Polygon(hole.outline))
    flat, faces = trimesh.creation.triangulate_polygon(face, engine="earcut")
    points = [(x, 0.0, z) for x, z in flat]
    return trimesh.Trimesh(points, faces[:, ::-1], process=False)


def splayed(outer: float, inner: float, throat: float) -> trimesh.Trimesh:
    """A wall 1 thick, its hole `outer` wide at y = -.5, `throat` at 0, `inner` at .5; 1 to 1.5."""
    plan = [
        (-outer / 2, -0.5), (outer / 2, -0.5), (throat / 2, 0.0), (inner / 2, 0.5),
        (-inner / 2, 0.5), (-throat / 2, 0.0),
    ]  # fmt: skip
    cut = prism([plan], 0.5).translate([0.0, 0.0, 1.0])
    return mesh_of(solid(wall(6.0, 5.0, 1.0).mesh) - cut)


def flared_beside_corner() -> trimesh.Trimesh:
    """A room with walls .6 thick; .3 from its inner corner a slit 1.4 wide in the inner half of
    the wall, from where it flares to 1.8 at the outer face; 1 to 1.5 high."""
    room = box((-3.0, -2.2, 0.0), (3.0, 2.2, 2.6)) - box((-2.4, -1.6, -1.0), (2.4, 1.6, 2.4))
    plan = [(-0.7, -1.5), (-0.7, -1.9), (-0.9, -2.2), (-0.9, -2.3), (0.9, -2.3), (0.9, -2.2),
            (0.7, -1.9), (0.7, -1.5)]  # fmt: skip
    return mesh_of(room - prism([plan], 0.5).translate([1.4, 0.0, 1.0]))


def niche() -> trimesh.Trimesh:
    """A wall 1 thick with a niche 1.2 wide and 2 high, .7 deep."""
    return mesh_of(solid(wall(6.0, 5.0, 1.0).mesh) - box((-0.6, -0.6, 0.5), (0.6, 0.2, 2.5)))


TOWER_HIGH = 5.0


def round_tower() -> trimesh.Trimesh:
    return tower(2.5, TOWER_HIGH).mesh


def tower_windows() -> tuple[Expected, ...]:
    """Their middles lie on the arc in one reading, on the chord in the other: .08 apart."""
    known = [of_opening(one) for one in tower(2.5, TOWER_HIGH).openings]
    return tuple(
        Expected(
            e.kind,
            e.sill,
            e.lintel,
            e.width,
            (e.width * (e.lintel - e.sill), e.area),
            e.centre,
            0.1,
        )
        for e in known
    )


TOWER_VOLUME = (ngon_area(2.5, 48) - ngon_area(2.25, 48)) * (TOWER_HIGH - 16 / 48)
CORNER = pi / 2
BEND = pi / 6
# A leg's plan is a trapezoid with the middle line as its mean: leg x thickness.
BENT_AREA = 2 * 3.0 * THICK

CASES = (
    Case("tower", round_tower, tower_windows(), volume=TOWER_VOLUME),
    Case("tilted", tilted, (leaning(1.0, 1.0, 2.0),),
         volume=(6.0 * 5.0 - 1.0) * THICK,
         why="Cut off level through the middle's foot, what is lost before it is won behind it."),
    level_cut(18.0, 0.25), level_cut(25.0, 0.6),
    Case("sloped-cave", sloped_cave,
         (Expected("mouth", 0.0, 1.4, 1.2, ARCH / cos(CAVE), (0.0, -1.67, 0.7), 0.3),),
         why="Its middle surface leans as the front does; it begins in the front itself."),
    on_edge(18.0, 0.25), on_edge(25.0, 0.6), on_edge(32.0, 0.25), on_edge(40.0, 0.1),
    on_edge(40.0, 0.6),
    Case("bent-window-in-leg", bent_leg,
         (rectangle("opening", 1.0, 1.0, 2.0, (1.5 * cos(BEND / 2), -1.5 * sin(BEND / 2))),),
         volume=BENT_AREA * 5.0 - THICK),
    Case("bent-window-at-bend", lambda: bent(BEND, 0.75, 1.0, 2.0),
         (about_bend(BEND, 0.75, 1.0, 2.0),), volume=BENT_AREA * 5.0 - 2 * 0.75 * THICK),
    Case("corner-window", lambda: bent(CORNER, 1.0, 1.0, 2.5),
         (about_bend(CORNER, 1.0, 1.0, 2.5),), volume=BENT_AREA * 5.0 - 2 * THICK * 1.5,
         why="Without a post at the corner it is one gap."),
    Case("corner-two-windows", corner_with_post, posted(), volume=BENT_AREA * 5.0 - 2 * THICK,
         why="Between them the corner stands as a post: they are two."),
    Case("sheet", lambda: sheet(window(0.0, 1.0, 1.0, 1.0)),
         (found_at(window(0.0, 1.0, 1.0, 1.0)),), closed=False),
    Case("sheet-bullet", lambda: sheet(round_hole(1.0, 2.0, 0.3), window(-1.0, 0.0, 1.5, 2.5)),
         (found_at(round_hole(1.0, 2.0, 0.3)), found_at(window(-1.0, 0.0, 1.5, 2.5))),
         closed=False),
    Case("embrasure-hourglass", lambda: splayed(1.2, 1.2, 0.6),
         (rectangle("opening", 0.6, 1.0, 1.5, (0.0, 0.0)),),
         volume=30.0 - 0.9 * 0.5, why="Narrowest in the middle surface: .6."),
    Case("embrasure", lambda: splayed(1.4, 0.6, 1.0),
         (Expected("opening", 1.0, 1.5, (0.6, 1.0), (0.3, 0.5), (0.0, 0.0, 1.25), 0.5),),
         volume=30.0 - 1.0 * 0.5,
         why="Clear .6 seen along the normal, 1.0 in the middle surface: either reading."),
    Case("flared-beside-corner", flared_beside_corner,
         (rectangle("opening", 1.4, 1.0, 1.5, (1.4, -1.9)),),
         volume=6.0 * 4.4 * 2.6 - 4.8 * 3.2 * 2.4 - 0.5 * (1.4 * 0.3 + 1.6 * 0.3)),
    Case("niche", niche, (), volume=30.0 - 1.2 * 2.0 * 0.7),
)  # fmt: skip
