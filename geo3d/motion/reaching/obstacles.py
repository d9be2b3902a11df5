"""What is in the way of a model on the table, grown by its base: dense terrain, enemies, ends.

All in plan; see `cspace`. What is told covers what `judge_move` finds in the way, so nothing is
offered that it refuses.
"""

import math
import threading
import weakref
from dataclasses import replace

import numpy as np
import shapely
import shapely.affinity
import trimesh
from shapely.geometry.base import BaseGeometry

from geo3d.motion.heights import heights_of
from geo3d.motion.keywords import LOW, passes_walls
from geo3d.motion.prism import ready
from geo3d.motion.reaching.cspace import OUTSIDE, grown, of_base
from geo3d.motion.reaching.overhead import standing_and_hanging
from geo3d.motion.reaching.plan import excess, material, outward
from geo3d.motion.sections import LEVEL
from geo3d.piece.union import united
from geo3d.rays.segments import Bools, Floats
from geo3d.table.bases import Base
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.seals import near_seals
from geo3d.table.standing import FLOATING
from geo3d.tolerances import CLEAR_OF, ON_THE_DOT

BIN = 0.25
"""Inches: tops of a feature nearer than this in height are climbed over at one level."""

THIN = 0.01
"""Inches: the least height over which a feature's faces are looked at."""

LEVELS = 4
"""Levels at which a feature is climbed over, at most."""

SIMPLE = 200
"""Corners: an outline of no more is left as it is."""

SMOOTHED = 0.005
"""Inches by which other outlines are moved outward, and their small corners cut off."""

KEPT = 2048
"""Grown outlines of a piece that are kept: 8 facings of some models among some turns of it, at a
dozen heights."""

Key = tuple[float, float, bytes, float]

_known: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[Key, BaseGeometry]] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def grown_material(
    feature: Feature, low: float, high: float, base: Base, turn_deg: float
) -> BaseGeometry:
    """The feature's faces between two heights on the board, in plan, grown by a base: where its
    centre cannot be.

    Found once for a piece and a facing to it, then only moved.
    """
    raised = float(feature.transform[2, 3])
    mesh = feature.piece.mesh
    (a, b), (c, d) = feature.transform[:2, :2]
    facing = 0.0 if base.kind == "round" else turn_deg - math.degrees(math.atan2(c, a))
    if base.kind != "hull":
        # Half a turn brings it to itself.
        facing %= 180.0
    heights = outward(low - raised, high - raised)
    key = (*heights, base.polygon.tobytes(), round(facing, 6))
    with _lock:
        known = _known.setdefault(mesh, {})
        found = known.get(key)
    if found is None:
        flat = without_small_holes(material(mesh, *heights), shapely.Polygon(base.polygon).area)
        found = grown(flat, base, facing)
        if shapely.get_num_coordinates(found) > SIMPLE:
            # Where an outline begins, `simplify` may stray by twice as much as it is told.
            found = found.simplify(SMOOTHED / 2).buffer(SMOOTHED, join_style="mitre")
        with _lock:
            while len(known) >= KEPT:
                known.pop(next(iter(known)), None)
            known[key] = found
    return shapely.affinity.affine_transform(found, (a, b, c, d, *feature.transform[:2, 3]))


def without_small_holes(shape: BaseGeometry, area: float) -> BaseGeometry:
    """A shape without the holes that no base of an area lies in."""
    parts: list[BaseGeometry] = []
    for part in shapely.get_parts(shape):
        if part.geom_type == "Polygon" and len(part.interiors):
            holes = [ring for ring in part.interiors if shapely.Polygon(ring).area >= area]
            part = shapely.Polygon(part.exterior, holes)
        parts.append(part)
    return united(parts)


def in_the_way(
    board: Board, figure: Figure, feature: Feature, level: float, base: Base, turn_deg: float
) -> BaseGeometry:
    """Where the centre of a base that moves at a level is stopped by a feature (13.06).

    Args:
        base: the figure's own, or what it sweeps while it turns.
    """
    if passes_walls(board, figure.profile, feature):
        return shapely.Polygon()
    high = np.inf if board.settings.overhead_counts else level + figure.profile.top
    if level == feature.ground_level:
        high += _plate(feature, board.settings.ground_step)
    low = max(feature.ground_level + LOW + ON_THE_DOT, level + board.settings.contact)
    if high <= low:
        # A low model under what is over 2": what crosses that height counts, if it reaches down.
        return _under(
            feature, max(level + board.settings.contact, high - THIN), low, base, turn_deg
        )
    return grown_material(feature, low, _bounded(feature, high), base, turn_deg)


def _under(feature: Feature, top: float, low: float, base: Base, turn_deg: float) -> BaseGeometry:
    """Where a base meets sections that reach from the top of a low model to a height."""
    raised = float(feature.transform[2, 3])
    parted = standing_and_hanging(feature.piece.mesh, top - raised, low - raised, THIN)
    if parted is None:
        return grown_material(feature, low, _bounded(feature, low + THIN), base, turn_deg)
    return united(
        [
            grown_material(
                replace(feature, piece=replace(feature.piece, mesh=mesh)),
                z, z + THIN, base, turn_deg,
            )
            for mesh, z in zip(parted, (top, low), strict=True)
        ]
    )  # fmt: skip


def climbed_through(feature: Feature, high: float, base: Base, turn_deg: float) -> BaseGeometry:
    """Where the centre of a base cannot be while it climbs beside a feature up to a height."""
    low = feature.ground_level + LOW + ON_THE_DOT
    return grown_material(feature, low, _bounded(feature, high), base, turn_deg)


def _bounded(feature: Feature, high: float) -> float:
    top = float(feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3])
    return min(high, top + 1.0)


def levels(feature: Feature) -> list[float]:
    """z on the board at which a feature may be climbed over, ascending: heights of its tops."""
    raised = float(feature.transform[2, 3])
    mesh, ground = feature.piece.mesh, feature.ground_level - raised
    with _lock:
        known = _levels.setdefault(mesh, {})
        found = known.get(ground)
    if found is None:
        found = _tops(mesh, ground)
        with _lock:
            known[ground] = found
    return [z + raised for z in found]


_levels: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[float, list[float]]] = (
    weakref.WeakKeyDictionary()
)


def _plate(feature: Feature, step: float) -> float:
    """Inches by which the ground on a feature lies over that beside it: its base plate, if any."""
    mesh, ground = feature.piece.mesh, feature.ground_level - float(feature.transform[2, 3])
    key = ground, step
    with _lock:
        known = _plates.setdefault(mesh, {})
        found = known.get(key)
    if found is None:
        made = ready(mesh)
        z = made.high[_is_level(made.triangles), 2]
        z = z[z <= ground + step + ON_THE_DOT]
        found = max(float(z.max(initial=ground)) - ground, 0.0)
        with _lock:
            known[key] = found
    return found


_plates: weakref.WeakKeyDictionary[trimesh.Trimesh, dict[tuple[float, float], float]] = (
    weakref.WeakKeyDictionary()
)


def _is_level(triangles: Floats) -> Bools:
    """(N,) whether faces are floors or ceilings."""
    first, second = (triangles[:, k] - triangles[:, 0] for k in (1, 2))
    normals = np.cross(first, second)
    level: Bools = np.abs(normals[:, 2]) > LEVEL * np.linalg.norm(normals, axis=1)
    return level


def _tops(mesh: trimesh.Trimesh, ground: float) -> list[float]:
    made = ready(mesh)
    level, z = _is_level(made.triangles), made.high[:, 2]
    tops = np.append(z[level & (z > ground + LOW)], z.max())
    tops = tops[tops > ground + LOW + ON_THE_DOT]
    if not len(tops):
        return []
    _, bins = np.unique(np.floor((tops.max() - tops) / BIN), return_inverse=True)
    highest = np.array([tops[bins == n].max() for n in range(int(bins.max()) + 1)])[::-1]
    if len(highest) > LEVELS:
        highest = highest[np.linspace(0, len(highest) - 1, LEVELS).round().astype(int)]
    return [float(value) for value in highest]


def enemies(
    board: Board, figure: Figure, turn_deg: float, low: float, high: float, exact: bool = False
) -> list[BaseGeometry]:
    """Where the centre of a base meets enemy models between two heights (03.01).

    Args:
        exact: see `of_base`.
    """
    return [
        of_base(other.outline, figure.profile.base, turn_deg, exact)
        for other in board.figures.values()
        if other.player != figure.player
        and low < other.top - ON_THE_DOT
        and high > other.bottom - ON_THE_DOT
    ]


def enemies_on_ground(
    board: Board, figure: Figure, turn_deg: float, exact: bool = False
) -> list[BaseGeometry]:
    """Where the centre of a base on the ground meets enemy models on the ground (03.01)."""
    step = board.settings.ground_step + FLOATING
    return [
        of_base(other.outline, figure.profile.base, turn_deg, exact)
        for other in board.figures.values()
        if other.player != figure.player
        and other.bottom <= board.ground.height_at(*other.at[:2]) + step
    ]


def no_end(
    board: Board, figure: Figure, features: list[Feature], level: float | None, turn_deg: float,
    window: tuple[Floats, Floats], surely: bool = False,
) -> BaseGeometry:  # fmt: skip
    """Where the centre of a base cannot end a move at a level (03.01, 13.06.01).

    Within material, on other models, or in a sealed gap.

    Args:
        level: z; None for the ground, wherever it lies.
        window: corners, (2,) each, of the part of the table that is asked about.
        surely: only where it cannot end, however it leans on what lies under it; every other end
            is to be judged by itself.
    """
    base, settings, tall = figure.profile.base, board.settings, figure.profile.top
    far = float(np.hypot(*base.polygon.T).max()) * OUTSIDE
    around = shapely.box(*(window[0] - far), *(window[1] + far))
    parts: list[BaseGeometry] = []
    for feature in features:
        if not shapely.intersects(around, heights_of(board).footprint(feature)):
            continue
        ground = feature.ground_level
        z = ground if level is None else level
        least = z + settings.contact
        # Base plates are ground, and stood on.
        if abs(z - ground) <= settings.ground_step:
            least = ground + settings.ground_step + settings.contact
        if surely:
            least += far * math.tan(math.radians(settings.max_tilt))
        # Material may reach into it by `contact`, from above too. Plans that were painted hold more
        # than there is.
        inward = settings.contact + excess(feature.piece.mesh)
        if surely:
            inward += far * (1.0 - 1.0 / OUTSIDE) + 2 * SMOOTHED
        most = _bounded(feature, z + tall - settings.contact)
        parts.append(grown_material(feature, least, most, base, turn_deg).buffer(-inward))
    for other in board.figures.values():
        z = board.ground.height_at(*other.at[:2]) if level is None else level
        if other.id != figure.id and z < other.top - ON_THE_DOT and other.bottom < z + tall:
            met = of_base(other.outline, base, turn_deg, exact=surely)
            parts.append(met.buffer(-CLEAR_OF) if surely else met)
    if surely:
        return united(parts)
    levels = [feature.ground_level for feature in features] if level is None else [level]
    low, high = min(levels, default=0.0), max(levels, default=0.0) + tall
    corners = [np.array([*window[0] - far, low]), np.array([*window[1] + far, high])]
    for seal in near_seals(board, *corners):
        points = seal.mesh.vertices @ seal.transform[:3, :3].T + seal.transform[:3, 3]
        if points[:, 2].max() > low and points[:, 2].min() < high:
            plan = shapely.MultiPoint(points[:, :2]).convex_hull
            parts.append(grown(plan, base, turn_deg))
    return united(parts)
