"""Where lines are stopped, and by what: the places that a picture must not hide."""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import shapely

from geo3d.rays import RayScene
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer import entry
from geo3d_viewer.camera import Camera, Point, framing
from geo3d_viewer.caption import BLOCKERS
from geo3d_viewer.description import Floats
from geo3d_viewer.reasons import Reason, reasons

SOME = 32
"""Points of each place that are looked at."""

NARROW = 0.5
"""Cosine of the angle at which glass is seen well: edge on it is a line."""

BROAD = 0.9
"""Cosine of the angle between glass and those of its faces that are looked at."""

FLANGE = 0.25
"""Share of the largest face's area under which a face is no more than a part of a rim."""

BEFORE = 1.0
"""Inches of the lines before their ends that a close-up shows."""

ROOM, AROUND = 0.4, 1.7
"""Inches about what a close-up shows, and about a place's middle, so that it is known where on a
piece it is."""

SEEN, LARGE, BROADSIDE = 3.0, 1.0, 1.5
"""What it is worth that a place is seen, how large it is, and that an area's side is no line."""

UNCUT, ENOUGH = 1.0, 0.92
"""What it is worth that a place and the ends of lines are seen though nothing is cut away, and the
share of them from which on nothing is."""

ALONG_DEG = 15.0
"""A close-up is not taken along the lines, by so much: they would be points."""

SIDE, MARGIN, RIM = 1000, 10.0, 120.0
"""Of a close-up, the side and, as thousandths of it, about what it is of that models keep off, and
at its rim that one in the foreground may stand in."""

AZIMUTHS = 24
ELEVATIONS_DEG = (8.0, 20.0, 34.0, 50.0)
"""Angles that are tried for a close-up."""

FRAME = (-0.92, 0.92, -0.92, 0.92)
"""As of `framing`: nothing lies over a close-up."""


@dataclass(frozen=True, eq=False)
class Stop:
    """What stops lines, and where.

    Attributes:
        reason: what stops them.
        points: (N, 3) where lines end.
        starts: (N, 3) where these lines begin.
        glass: (M, 3) points of a closed gap; of anything else none.
        normal: (3,) of that gap, or None.
        side: (3,) normal of an area's side where lines enter it, or None.
    """

    reason: Reason
    points: Floats
    starts: Floats
    glass: Floats
    normal: Floats | None
    side: Floats | None = None


def stops(scene: BoardScene, sight: Sight) -> list[Stop]:
    """The places where the main things stop lines that the caption names, the greatest first."""
    samples = sight.samples
    found = []
    for reason in reasons(scene, sight)[:BLOCKERS]:
        rows = reason.rows
        rows = rows[np.linspace(0, len(rows) - 1, min(SOME, len(rows))).astype(np.int64)]
        glass, normal = np.empty((0, 3)), None
        if reason.kind == "gap":
            glass, normal = _glass(scene, reason.placed)
        points, starts = samples.hit_points[rows], samples.observer_points[rows]
        side = None
        if reason.kind == "area" and reason.id in scene.board.areas:
            side = entry.side(scene.board.areas[reason.id].boundary, points, starts[0])
        found.append(Stop(reason, points, starts, glass, normal, side))
    return found


def where(sight: Sight, why: Iterable[Reason]) -> dict[tuple[str, str], Point]:
    """Kind and id of what stops lines -> the place where it does, in the middle of all."""
    found: dict[tuple[str, str], Point] = {}
    for reason in why:
        points = sight.samples.hit_points[reason.rows]
        nearest = np.linalg.norm(points - np.median(points, axis=0), axis=1).argmin()
        x, y, z = (float(value) for value in points[nearest])
        found[reason.kind, reason.id] = x, y, z
    return found


def plain(rays: RayScene, camera: Camera, places: Sequence[Stop]) -> float:
    """How well a camera sees where lines are stopped, from 0 to 1; each place by what it blocks.

    Of glass its own surface counts as much as the ends of lines on it, and less where it is seen
    along its surface.

    Args:
        rays: what hides things from a camera.
    """
    total = sum(place.reason.share for place in places)
    if not total:
        return 0.0
    eye = np.array(camera.position)
    points = [np.concatenate([place.points, place.glass]) for place in places]
    seen = open_to(rays, camera, np.concatenate(points))
    score, at = 0.0, 0
    for place, own in zip(places, points, strict=True):
        part = float(seen[at : at + len(own)].mean())
        at += len(own)
        if place.normal is not None:
            way = eye - own.mean(axis=0)
            cosine = abs(float(way @ place.normal)) / max(float(np.linalg.norm(way)), 1e-9)
            part *= min(1.0, cosine / NARROW)
        score += part * place.reason.share / total
    return score


def open_to(rays: RayScene, camera: Camera, points: Floats) -> np.ndarray:
    """(N,) whether nothing hides points from a camera, but for what it cuts away."""
    way = np.array(camera.position) - points
    ends = np.broadcast_to(camera.position, points.shape).copy()
    if camera.cut is not None:
        depth = -way @ camera.axes[2]
        share = np.clip((depth - camera.cut) / np.maximum(depth, 1e-9), 0.0, 1.0)
        ends = points + share[:, None] * way
    # A hair off the surface that the points lie on.
    points = points + 1e-3 * way / np.linalg.norm(way, axis=1)[:, None]
    seen: np.ndarray = ~rays.any_hit(points, ends)
    return seen


def close_up(
    scene: BoardScene, rays: RayScene, sight: Sight, places: Sequence[Stop], left: bool
) -> Camera:
    """A camera on a place, or on several beside each other, from where it is seen best and largest.

    What stands before it is cut away only where it is hidden from all sides.

    Args:
        rays: what hides things from a camera; no models: see `before`.
        left: lines run to the left in it, as they do in the picture.
    """
    one, other = scene.body(sight.observer), scene.body(sight.target)
    ends = np.concatenate([_before(place) for place in places]).reshape(-1, 3)
    stopped = np.concatenate([place.points for place in places])
    glass = np.concatenate([place.glass for place in places])
    about = AROUND * np.concatenate([np.eye(3), -np.eye(3)])
    around = np.concatenate([np.median(place.points, axis=0) + about for place in places])
    room = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * ROOM
    near = (np.concatenate([stopped, glass])[:, None] + room).reshape(-1, 3)
    points = np.concatenate([near, around, ends])
    points[:, 2] = np.maximum(points[:, 2], 0.0)
    along = float(np.degrees(np.arctan2(*(one.centre - other.centre)[[1, 0]])))
    best: tuple[float, Camera] | None = None
    for row, elevation in enumerate(ELEVATIONS_DEG):
        for step in range(AZIMUTHS):
            off = (step * 360 / AZIMUTHS + 180) % 360 - 180
            # Seen from above, a camera that stands to the right has the line run to the left.
            if not ALONG_DEG <= (-off if left else off) <= 180 - ALONG_DEG:
                continue
            whole = framing(points, along + off, elevation, 1.0, FRAME)
            cut = max(float(((points - whole.position) @ whole.axes[2]).min()), 0.1)
            camera = replace(whole, cut=cut)
            seen = plain(rays, camera, places), float(open_to(rays, camera, ends).mean())
            uncut = plain(rays, whole, places), float(open_to(rays, whole, ends).mean())
            # Rather from where nothing has to be cut open: a piece that is cut is not recognised.
            score = SEEN * seen[0] + seen[1] + UNCUT * (2.0 * uncut[0] + uncut[1])
            if min(uncut) > ENOUGH:
                camera = whole
            score += LARGE * _large(camera, stopped) + BROADSIDE * _broadside(camera, places)
            # From aside the lines are long, and from the observer's side what they meet is seen.
            score -= abs(abs(off) - 50.0) / 180 + 0.05 * abs(row - 1)
            if best is None or score > best[0]:
                best = score, camera
    assert best is not None
    return best[1]


def _broadside(camera: Camera, places: Sequence[Stop]) -> float:
    """How far from edge on the sides of areas are seen where lines enter them, from 0 to 1."""
    found = [1.0]
    for place in places:
        if place.side is not None:
            way = np.array(camera.position) - place.points.mean(axis=0)
            cosine = abs(float(way @ place.side)) / max(float(np.linalg.norm(way)), 1e-9)
            found.append(min(1.0, cosine / NARROW))
    return min(found)


def _large(camera: Camera, points: Floats) -> float:
    """How large points are in a close-up, from 0 to 1: the side of a square as large as they."""
    at, _ = camera.project(points, (SIDE, SIDE))
    area = float(shapely.MultiPoint(at).convex_hull.area)
    return float(min(1.0, np.sqrt(area) / SIDE))


def before(
    scene: BoardScene,
    sight: Sight,
    camera: Camera,
    points: Floats,
    kept: Collection[str | None] = (),
) -> frozenset[str]:
    """The models that a close-up leaves out: they stand before the place, or would be cut open.

    Args:
        points: (N, 3) the place.
        kept: models that are not left out: the close-up is about them.
    """
    found = set()
    at, far = camera.project(points, (SIDE, SIDE))
    for figure in scene.board.figures.values():
        if figure.id in kept:
            continue
        corners, depth = camera.project(scene.body(figure.id).corners, (SIDE, SIDE))
        if depth.max() <= (camera.cut or 0.0):
            continue
        low, high = corners.min(axis=0) - MARGIN, corners.max(axis=0) + MARGIN
        # Another than the observer would fill the foreground.
        fills = figure.id != sight.observer and depth.min() < far.min()
        if fills and (low < SIDE - RIM).all() and (high > RIM).all():
            found.add(figure.id)
        over = (depth.min() < far) & (at > low).all(axis=1) & (at < high).all(axis=1)
        if depth.min() < (camera.cut or 0.0) or over.any():
            found.add(figure.id)
    return frozenset(found)


def _before(place: Stop) -> Floats:
    """(N, 2, 3) the last inches of the lines that end in a place."""
    way = place.starts - place.points
    length = np.linalg.norm(way, axis=1)
    share = np.minimum(1.0, BEFORE / np.maximum(length, 1e-9))[:, None]
    found: Floats = np.stack([place.points + share * way, place.points + 0.4 * share * way], axis=1)
    return found


def _glass(scene: BoardScene, id: str) -> tuple[Floats, Floats]:
    """Points spread over what closes a gap, and the direction that most of its surface faces."""
    placed = scene.rays[id]
    corners = placed.mesh.vertices @ placed.transform[:3, :3].T + placed.transform[:3, 3]
    across = corners[placed.mesh.faces]
    normal = np.cross(across[:, 1] - across[:, 0], across[:, 2] - across[:, 0])
    area = np.linalg.norm(normal, axis=1)
    # The two sides of a sheet face opposite ways: the axis is that of the normals' spread.
    axis = np.linalg.eigh(normal.T @ normal)[1][:, -1]
    # Not its rims and flanges: they lie in the wall.
    broad = (np.abs(normal @ axis) > BROAD * area) & (area > FLANGE * area.max())
    order = np.argsort(-area * broad)[: min(SOME, int(broad.sum()))]
    return across[order].mean(axis=1), axis
