"""How a model stands where it is put: on what, how steadily, and how far its base sticks out."""

from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.motion.overhang import overhang
from geo3d.motion.standable import Place, standables_of
from geo3d.motion.support import Rest, rest
from geo3d.motion.sweep import drawn_in
from geo3d.motion.under import ROOM, TABLE, Under, limit, tops_at, under
from geo3d.rays.segments import Bools, Floats
from geo3d.table.bases import turn_matrix
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.tolerances import ON_THE_DOT, RESTS_ON


@dataclass(frozen=True, eq=False)
class Standing:
    """How a model stands. Inches, board coordinates.

    Attributes:
        rest: the plane that its base comes to rest on.
        stable: it holds there, tilted by at most `max_tilt` (13.06).
        feature: id of the feature whose surface is under its centre of mass; None for the ground.
        height: of that surface there, above the table.
        ground_level: it stands on table or relief, or at most `ground_step` above the level that
            the feature stands on (13.01).
        surface: that surface in plan, with those that are one with it, and those beside it that the
            base touches, too; None on the ground. Of what is too small or steep to be listed as a
            surface, the support polygon.
        overhang: how far the base sticks out past the surface's outer edge; 0 at ground level.
        gap: how far the model's z lies above (below: negative) the base at rest, at its centre; of
            one that topples above what it touches first, if that is nearer.
    """

    rest: Rest
    stable: bool
    feature: str | None
    height: float
    ground_level: bool
    surface: shapely.Geometry | None
    overhang: float
    gap: float

    @property
    def tilt_deg(self) -> float:
        """Degrees by which the base leans."""
        return self.rest.tilt_deg

    @property
    def margin(self) -> float:
        """From the centre of mass to the nearest side of the support polygon; negative outside."""
        return self.rest.margin


def standing(board: Board, figure: Figure) -> Standing:
    """How a figure stands where its `at` and `turn_deg` put it, upright.

    Its z says on which of several surfaces above each other: it rests on the highest material that
    reaches no more above its underside than a tilted base needs.
    """
    settings = board.settings
    z = figure.bottom
    mass, high = _centre_of_mass(figure, settings.centre_of_mass)
    reach = float(np.linalg.norm(figure.outline - mass, axis=1).max())
    top = limit(z, reach, settings.max_tilt)
    ground = board.ground.height_at(*mass)
    deep = limit(max(z, ground), reach, settings.max_tilt)
    whole = under(board, figure.outline, top, deep)
    # Walls, and the noise of walls, that reach into the base from the side by no more than
    # `contact` are beside it: they neither carry nor tip it.
    inner = under(board, drawn_in(figure.outline, settings.contact), top, deep)
    low = whole.points[:, 2] <= z + settings.contact
    what = whole.some(low).joined(inner)
    found = rest(what.points, mass, high, whole.points[~low])
    touched = _touched(what, found)
    feature, surface = _carrier(board, what, touched, found, top, ground)
    ground_level = feature is None
    height = ground
    if feature is not None:
        it = board.features[feature]
        tops, _ = tops_at(it.piece.mesh, it.transform, mass, top)
        height = float(tops[-1]) if len(tops) else found.height
        if height < found.height - ROOM:
            height = found.height
        ground_level = height <= it.ground_level + settings.ground_step + ON_THE_DOT
        if surface is None:
            # Of a rest on a line, or on a point, a sliver about it.
            surface = shapely.MultiPoint(found.polygon[:, :2]).convex_hull.buffer(RESTS_ON)
    stable = found.stable(settings.max_tilt)
    return Standing(
        rest=found,
        stable=stable,
        feature=feature,
        height=height,
        ground_level=ground_level,
        surface=surface,
        overhang=0.0 if ground_level or surface is None else overhang(figure.outline, surface),
        gap=_gap(what, found, figure, stable),
    )


def _centre_of_mass(figure: Figure, of: str) -> tuple[Floats, float]:
    """Place in plan, (2,), of the upright figure's centre of mass, and its height above the base.

    The base's: the middle of its outline, at no height. The model's: the middle of an upright
    solid, or that of a miniature's volume, or of its hull's where its mesh is open.
    """
    profile = figure.profile
    outline = shapely.Polygon(profile.base.polygon)
    middle, high = shapely.get_coordinates(shapely.centroid(outline))[0], 0.0
    if profile.base.kind != "hull":
        middle = np.zeros(2)
    if of == "model":
        if profile.mesh is None:
            high = profile.lift + (profile.height or 0.0) / 2
        else:
            body: trimesh.Trimesh = profile.body
            solid = body if body.is_watertight else body.convex_hull
            mass = np.asarray(solid.center_mass, dtype=np.float64)
            middle, high = mass[:2], max(float(mass[2]), 0.0)
    turned: Floats = turn_matrix(figure.turn_deg) @ middle + np.array(figure.at[:2])
    return turned, high


def _gap(what: Under, found: Rest, figure: Figure, stable: bool) -> float:
    """Of a base that does not hold, which touches before it tips, the lesser of both gaps."""
    x, y, z = figure.at
    gap = z - found.height_at(x, y)
    first = z - float(what.points[:, 2].max())
    return first if not stable and abs(first) < abs(gap) else gap


def _touched(what: Under, found: Rest) -> Bools:
    """(N,) which points a base at rest touches."""
    if len(found.polygon) < 3:
        return np.zeros(len(what.points), np.bool_)
    away = what.points - [*found.centre, found.height]
    touched: Bools = np.abs(away @ found.normal) <= 2 * RESTS_ON
    return touched


def _carrier(
    board: Board, what: Under, touched: Bools, found: Rest, top: float, ground: float
) -> tuple[str | None, shapely.Geometry | None]:
    """The feature under a centre of mass and its surface in plan, both None on the ground."""
    known = standables_of(board)
    on = touched & (what.owner != TABLE)
    listed = known.of_faces(what.owner[on], what.face[on])
    centre = shapely.Point(found.centre)
    best: tuple[float, Place] | None = None
    for place in known.about(centre):
        it = board.features[known[place].feature]
        tops, faces = tops_at(it.piece.mesh, it.transform, found.centre, top)
        tops = tops[known.is_of(place, faces)]
        # Over a hole of it only what the base touches carries it.
        height = float(tops[-1]) if len(tops) else known[place].height
        carries = place in listed or (len(tops) > 0 and height >= found.height - ROOM)
        if carries and height > ground + ON_THE_DOT and (best is None or height > best[0]):
            best = height, place
    if best is not None:
        return known[best[1]].feature, known.united(best[1], listed)
    step = board.settings.ground_step + ROOM
    if not on.any() or ((touched & ~on).any() and found.height - ground <= step):
        return None, None
    if listed:
        away = [shapely.distance(known[place].outline, centre) for place in listed]
        beside = listed[int(np.argmin(away))]
        return known[beside].feature, known.united(beside, listed)
    rows = np.flatnonzero(on)
    far = np.linalg.norm(what.points[rows, :2] - found.centre, axis=1)
    return what.features[int(what.owner[rows[int(far.argmin())]])], None
