"""The free space of a base's centre on one level, and the corners that ways bend round."""

from dataclasses import dataclass

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from geo3d.motion.reaching.cspace import GIVE
from geo3d.motion.reaching.walls import Walls, walls_of
from geo3d.piece.union import common, without
from geo3d.rays.segments import Bools, Floats


@dataclass(frozen=True, eq=False)
class Space:
    """Free space at one facing.

    Attributes:
        turn_deg: the facing.
        free: where the centre may be; prepared.
        walls: the outline of the free space, as segments just outside of it.
        corners: (N, 2) where its outline is concave: shortest paths bend there (and only there).
    """

    turn_deg: float
    free: BaseGeometry
    walls: Walls
    corners: Floats

    def holds(self, points: Floats) -> Bools:
        """(N,) whether the centre may be at points (N, 2)."""
        held: Bools = shapely.intersects_xy(self.free, points[:, 0], points[:, 1])
        return held


def space(region: BaseGeometry, blocked: BaseGeometry, turn_deg: float) -> Space:
    """The space of a region without what is blocked.

    Args:
        region: where the centre may be were nothing in the way.
        blocked: what is in the way, grown by the base.
    """
    # Corners lie a little nearer to what is in the way than the walls do not: in between.
    outer, inner = (
        without(region.buffer(by, join_style="mitre"), blocked.buffer(-by, join_style="mitre"))
        for by in (GIVE, GIVE / 2)
    )
    free = common(outer, region)
    shapely.prepare(free)
    return Space(turn_deg, free, walls_of(outer), _corners(inner))


def _corners(shape: BaseGeometry) -> Floats:
    found = [np.empty((0, 2))]
    for part in shapely.get_parts(shape):
        if part.geom_type != "Polygon":
            continue
        # Outlines run so that the free space lies to the left: concave is a turn to the right.
        for ring in shapely.get_rings(shapely.orient_polygons(part)):
            points = shapely.get_coordinates(ring)[:-1]
            ahead = np.roll(points, -1, axis=0) - points
            behind = points - np.roll(points, 1, axis=0)
            turned = behind[:, 0] * ahead[:, 1] - behind[:, 1] * ahead[:, 0]
            found.append(points[turned < 0.0])
    return np.concatenate(found)
