"""Ways up of a model that passes walls, but no floors (MOBILE, 13.06).

It goes up where no floor is above its base or beside it at that height, and then in over the
floor's edge, through the walls that are there.
"""

import weakref
from dataclasses import dataclass, replace

import numpy as np
import shapely
import shapely.ops
import trimesh
from shapely.geometry.base import BaseGeometry

from geo3d.motion.heights import heights_of
from geo3d.motion.keywords import BESIDE, passes_floors
from geo3d.motion.prism import ready
from geo3d.motion.reaching.cspace import GIVE, given, inner_box
from geo3d.motion.reaching.obstacles import enemies, grown_material
from geo3d.motion.reaching.spaces import space
from geo3d.motion.reaching.visible import nearest
from geo3d.motion.reaching.walls import Walls
from geo3d.motion.sections import LEVEL
from geo3d.piece.union import common, united
from geo3d.rays.segments import Floats, Ints
from geo3d.table.bases import Base
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.standing import FLOATING

SPACING = 0.05
"""Inches between places along a floor's edge where a model may go up: one beside the best is by no
more than half of it farther."""


@dataclass(frozen=True, eq=False)
class Landing:
    """Where a model may go up to a height, at one facing.

    Attributes:
        height: z.
        spots: (N, 2) places where it may go up.
        walls: what it may not meet up there: enemies, and where it would leave all features.
    """

    height: float
    spots: Floats
    walls: Walls

    def ways(self, far: Floats, points: Floats, limit: float) -> tuple[Floats, Ints]:
        """How far places at the height are, by way of the spots.

        Args:
            far: (N,) inches to each spot, and up from it.
            points: (M, 2).
            limit: no farther.

        Returns:
            (M,) inches, infinite beyond the limit; (M,) the spot, or -1.
        """
        order = np.argsort(far, kind="stable")
        order = order[np.isfinite(far[order])]
        distance, source = np.full(len(points), np.inf), np.full(len(points), -1, np.int64)
        if len(order):
            nearest(
                points, np.zeros(len(points)), self.spots[order], far[order],
                np.zeros(len(order)), self.walls, limit, np.zeros((0, 0)), 1.0, 0.0,
                distance, source,
            )  # fmt: skip
            source[source >= 0] = order[source[source >= 0]]
        return distance, source


def landing(
    board: Board, figure: Figure, features: list[Feature], of: Feature, height: float,
    turn_deg: float, limit: float,
) -> Landing:  # fmt: skip
    """Where a model may go up to a surface of a feature.

    Args:
        features: those that can be come to.
        of: whose surface it is; height: its mean z.
        limit: inches that the model can go.
    """
    base = figure.profile.base
    # Surfaces are as high as their mean only within this.
    low, high = height - 2 * FLOATING, height + 2 * FLOATING
    heights = heights_of(board)
    floors, near = [], []
    for feature in features:
        if not passes_floors(board, figure.profile, feature):
            least = feature.ground_level + board.settings.contact
            floors.append(floors_met(feature, least, high + figure.profile.top, base, turn_deg))
        top = feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3]
        if feature is of or top >= high - FLOATING:
            inner = min(base.half_x, base.half_y) if base.kind != "hull" else 0.0
            near.append(heights.footprint(feature).buffer(BESIDE + inner, quad_segs=32))
    box = inner_box(board.size, base, turn_deg)
    foes = united(enemies(board, figure, turn_deg, low, high, exact=True))
    room = space(common(box, united(near)), foes, turn_deg)
    edge = united(floors).buffer(GIVE, join_style="mitre")
    spots = _along(edge)
    if len(spots):
        # The nearest to the start, too: it may stand at the edge.
        place, _ = shapely.ops.nearest_points(edge.boundary, shapely.Point(figure.at[:2]))
        spots = np.concatenate([spots, shapely.get_coordinates(place)])
    away = np.hypot(*(spots - figure.at[:2]).T)
    spots = spots[room.holds(spots) & (away <= limit)]
    between = given(united(enemies(board, figure, turn_deg, -np.inf, high, exact=True)))
    spots = spots[~shapely.intersects_xy(between, spots[:, 0], spots[:, 1])]
    return Landing(height, spots, room.walls)


def floors_met(
    feature: Feature, low: float, high: float, base: Base, turn_deg: float
) -> BaseGeometry:
    """Where the centre of a base meets floors and ceilings of a feature between two heights."""
    mesh = _level(feature.piece.mesh)
    if not len(mesh.faces):
        return shapely.Polygon()
    flat = replace(feature, piece=replace(feature.piece, mesh=mesh))
    return grown_material(flat, low, high, base, turn_deg)


def _along(shape: BaseGeometry) -> Floats:
    """(N, 2) places along the outlines of polygons, and their corners."""
    rings = [
        shapely.get_coordinates(shapely.segmentize(ring, SPACING))[:-1]
        for part in shapely.get_parts(shape)
        if part.geom_type == "Polygon"
        for ring in shapely.get_rings(part)
    ]
    return np.concatenate([np.empty((0, 2)), *rings])


_levels: weakref.WeakKeyDictionary[trimesh.Trimesh, trimesh.Trimesh] = weakref.WeakKeyDictionary()


def _level(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """The floors and ceilings of a mesh, found once."""
    found = _levels.get(mesh)
    if found is None:
        triangles = ready(mesh).triangles
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        level = np.abs(normals[:, 2]) >= LEVEL * np.linalg.norm(normals, axis=1)
        kept = triangles[level].reshape(-1, 3)
        found = trimesh.Trimesh(kept, np.arange(len(kept)).reshape(-1, 3), process=False)
        _levels[mesh] = found
    return found
