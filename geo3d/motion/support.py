"""How a flat rigid base rests on points.

A base that is let down upright comes to rest on the facet of the points' upper convex hull under
its centre of mass: of all planes with no point above them, the one that is lowest there. That is a
linear programme in three unknowns, solved as the base itself does it: it touches the highest point,
tips over what it touches towards its centre until it touches the next, and stops where what it
touches lies round the centre (Dantzig's simplex method, in the plane's own terms).
"""

from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.errors import UsageError
from geo3d.rays.segments import Floats
from geo3d.tolerances import RESTS_ON, TIP, TOUCH

STEPS = 1000
"""Tips of a base before it is taken for toppled; some ten are needed on rubble."""

BESIDE = 1e-6
"""Inches past a side of a support polygon at which the facet beyond it is looked up."""


@dataclass(frozen=True, eq=False)
class Rest:
    """How a base rests.

    Attributes:
        polygon: (K, 3) counter-clockwise, the hull of what the base touches, in its plane; fewer
            than three corners where all points lie on one line in plan.
        normal: (3,) upwards, of the plane.
        height: z of the plane at the centre.
        centre: (2,) the centre of mass in plan while the base is level.
        margin: inches from the centre of mass, straight down, to the nearest side of the polygon;
            negative outside it, where the base topples.
    """

    polygon: Floats
    normal: Floats
    height: float
    centre: Floats
    margin: float

    @property
    def tilt_deg(self) -> float:
        """Degrees between the plane and the horizontal; 90 where all points lie on one line."""
        return float(np.degrees(np.arctan2(np.hypot(*self.normal[:2]), self.normal[2])))

    def stable(self, max_tilt: float) -> bool:
        """Whether it holds: the centre over the polygon, tilted by at most `max_tilt` degrees."""
        held = len(self.polygon) >= 3 and self.margin >= -TOUCH
        return held and self.tilt_deg <= max_tilt + TIP

    def height_at(self, x: float, y: float) -> float:
        """z of the plane there; not a number where there is no plane."""
        if self.normal[2] == 0.0:
            return float("nan")
        return self.height + float(self.normal[:2] @ (self.centre - (x, y)) / self.normal[2])


def rest(points: Floats, centre: Floats, height: float = 0.0, beside: Floats | None = None) -> Rest:
    """How a flat base comes to rest on points (13.06).

    Args:
        points: (N, 3) what lies under it.
        centre: (2,) its centre of mass in plan while it is level.
        beside: (M, 3) points that do not carry it, but hold it where they lie in its plane.
        height: of the centre of mass above the base's underside. In a tilted body it lies to the
            side; where that is not over what the body touches, it tips on to the next facet.

    Raises:
        UsageError: no points, or numbers that are not finite.
    """
    at = np.asarray(centre, dtype=np.float64)
    local = np.array(points, dtype=np.float64).reshape(-1, 3)
    if not len(local) or not np.isfinite(local).all() or not np.isfinite(at).all():
        raise UsageError("rest: at least one point, and finite numbers, wanted")
    local[:, :2] -= at
    more = np.array(np.empty((0, 3)) if beside is None else beside, dtype=np.float64)
    more[:, :2] -= at
    whole = _hull(local[:, :2])
    if shapely.area(whole) <= TIP:
        return _no_plane(local, whole, at)
    mass = np.zeros(2)
    under = _within(whole, mass)
    for _ in range(STEPS):
        slope, level = _lowest(local, under)
        normal = np.array([-slope[0], -slope[1], 1.0]) / np.hypot(1.0, np.hypot(*slope))
        mass = height * normal[:2]
        touching = [
            each[np.abs(each[:, 2] - level - each[:, :2] @ slope) <= RESTS_ON, :2]
            for each in (local, more)
        ]
        hull = _hull(np.concatenate(touching))
        outside = shapely.distance(hull, shapely.Point(mass))
        if outside <= TIP:
            break
        nearest = shapely.get_coordinates(shapely.shortest_line(hull, shapely.Point(mass)))[0]
        beyond = nearest + BESIDE * (mass - nearest) / outside
        if not shapely.intersects_xy(whole, *beyond):
            break
        under = beyond
    margin = (
        -outside if outside > TIP else shapely.distance(shapely.boundary(hull), shapely.Point(mass))
    )
    rim = shapely.get_coordinates(shapely.orient_polygons(hull))[:-1]
    polygon = np.column_stack([rim + at, level + rim @ slope])
    return Rest(polygon, normal, float(level), at, float(margin))


def _hull(plan: Floats) -> shapely.Geometry:
    """The convex hull of points (N, 2): a polygon, a line or a point."""
    if len(plan) == 1:
        return shapely.Point(plan[0])
    # One line through all is a tenth of the work of as many points.
    return shapely.LineString(plan).convex_hull


def _within(area: shapely.Geometry, place: Floats) -> Floats:
    """The point of an area nearest to a place."""
    point = shapely.Point(place)
    nearest: Floats = shapely.get_coordinates(shapely.shortest_line(area, point))[0]
    return nearest


def _no_plane(local: Floats, line: shapely.Geometry, at: Floats) -> Rest:
    """On points that lie on one line nothing holds."""
    ends = shapely.get_coordinates(line)[:2]
    top = float(local[:, 2].max())
    polygon = np.column_stack([ends + at, np.full(len(ends), top)])
    margin = -float(shapely.distance(line, shapely.Point(0.0, 0.0)))
    return Rest(polygon, np.array([1.0, 0.0, 0.0]), top, at, margin)


def _lowest(points: Floats, under: Floats) -> tuple[Floats, float]:
    """The plane above all points that is lowest at a place.

    Args:
        points: (N, 3), not all on one line in plan.
        under: (2,) the place, in the hull of the points in plan.

    Returns:
        Its slope (2,), and its height at the origin.
    """
    plan, z = points[:, :2], points[:, 2]
    slope, level = np.zeros(2), float(z.max())
    for _ in range(STEPS):
        above = z - level - plan @ slope
        touched = plan[above >= -TIP]
        ways = _ways(_hull(touched), under)
        tips = [(_tip(plan, above, start, way), start, way) for start, way in ways]
        tips = [tip for tip in tips if tip[0] > -np.inf]
        if not tips:
            break
        by, start, way = max(tips, key=lambda tip: tip[0])
        slope = slope + by * way
        level -= by * float(way @ start)
    return slope, level


def _tip(plan: Floats, above: Floats, start: Floats, way: Floats) -> float:
    """By how much the slope along a way changes until the plane touches a point beyond `start`."""
    beyond = (plan - start) @ way
    some = beyond > TIP
    return float((above[some] / beyond[some]).max()) if some.any() else -np.inf


def _ways(hull: shapely.Geometry, under: Floats) -> list[tuple[Floats, Floats]]:
    """Over what a plane that touches at a hull can tip down towards a place.

    Returns:
        A point of each axis, and the direction (2,) across it that goes down. None where the hull
        lies round the place; two where the plane may tip either way.
    """
    corners = shapely.get_coordinates(hull)
    if len(corners) == 1:
        away = under - corners[0]
        far = float(np.hypot(*away))
        if far <= TIP:
            return [(corners[0], np.array(way)) for way in ((1.0, 0.0), (-1.0, 0.0))]
        return [(corners[0], away / far)]
    along = np.diff(corners, axis=0)
    outwards = np.column_stack([along[:, 1], -along[:, 0]])
    outwards /= np.linalg.norm(outwards, axis=1)[:, None]
    if len(corners) == 2:
        side = float(outwards[0] @ (under - corners[0]))
        ways = [(corners[0], outwards[0]), (corners[0], -outwards[0])]
        return ways if abs(side) <= TIP else ways[:1] if side > 0.0 else ways[1:]
    if not shapely.is_ccw(shapely.get_exterior_ring(hull)):
        outwards = -outwards
    sides = ((under - corners[:-1]) * outwards).sum(axis=1)
    worst = int(sides.argmax())
    return [(corners[worst], outwards[worst])] if sides[worst] > TIP else []
