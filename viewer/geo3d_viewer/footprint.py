"""Where on a thing the lines end that it stops: that part of its face is tinted, and no more.

It is what the thing hides of the target, as seen from the observer's middle: so it is drawn there
in the plane before the eye, each face's part for itself, and thrown back onto the face.
"""

from collections.abc import Iterator

import numpy as np
import shapely

from geo3d.rays import Placed
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.description import Floats, Ints, Surface
from geo3d_viewer.reasons import TOLD, Reason

NEAR = 0.01
"""Inches before and behind the end of a line between which the face is looked for that it meets."""

OFF = 0.012
"""Inches that the tint lies off the face, towards the eye."""

CLOSER, SMOOTH = 2.0, 1.7
"""Of the distance between two lines: how far about each is tinted, and by what the rim is drawn
in again."""

EVERY = 0.3
"""Of how far about each line is tinted: side of the squares of which one line each is enough."""

WIDEST = 1.3
"""What is tinted is drawn as its hull where that is at most so many times as large: so it has a
smooth rim, and no hole where just there no line was tried."""

SMALLEST = 0.08
"""Inches about the end of a line that are tinted at least."""

MANY = 400
"""Faces of one thing that are tinted at most, those first in which most lines end."""

LEAST = 0.05
"""Of the way to the middle of what is tinted, what a face is nearer to the eye than is cut off."""


def footprints(scene: BoardScene, sight: Sight, why: tuple[Reason, ...]) -> Iterator[Surface]:
    """The tints of the reasons; closed gaps are glass, and need none; of areas see `entry`."""
    for reason in why:
        if reason.share >= TOLD and reason.kind not in ("gap", "area"):
            vertices, faces = footprint(scene, sight, reason)
            if len(faces):
                yield Surface(
                    reason.key, "footprint", vertices, faces, np.eye(4), reason.colour,
                    group=reason.group,
                )  # fmt: skip


def footprint(scene: BoardScene, sight: Sight, reason: Reason) -> tuple[Floats, Ints]:
    """Vertices (V, 3) and faces (F, 3) of what is tinted, on the board."""
    samples = sight.samples
    eye = samples.observer_points[reason.rows[0]]
    ends = samples.hit_points[reason.rows]
    way = ends - eye
    away = np.linalg.norm(way, axis=1)
    towards = way / np.maximum(away, 1e-9)[:, None]
    met = scene.rays.first_hit(ends - NEAR * towards, ends + NEAR * towards)
    own = np.asarray(met.id == reason.placed) & (away > NEAR)
    if not own.any():
        return np.empty((0, 3)), np.empty((0, 3), np.int64)
    frame = _frame(towards[own].mean(axis=0))
    flat = _flat(way[own], frame)
    about = _between(_flat(samples.target_points - eye, frame))
    near = LEAST * float(np.median(way[own] @ frame[2]))
    pieces = [np.empty((0, 3))]
    for corners, rows in _planes(scene.rays[reason.placed], met.face[own]):
        depth = max(float(np.median(way[own][rows] @ frame[2])), 1e-9)
        drawn_in = SMOOTH * about
        least = SMALLEST / depth
        wide = max(CLOSER * about, least + drawn_in)
        round_ = shapely.MultiPoint(_thinned(flat[rows], wide * EVERY))
        round_ = round_.buffer(wide, quad_segs=6).buffer(-drawn_in)
        if round_.convex_hull.area <= WIDEST * round_.area:
            round_ = round_.convex_hull
        inside = [_before(corner - eye, frame, near) for corner in corners]
        on = shapely.union_all([shapely.Polygon(_flat(each, frame)).buffer(0)
                                for each in inside if len(each) >= 3])  # fmt: skip
        pieces.append(_thrown(shapely.intersection(round_, on), corners[0] - eye, frame))
    vertices = np.concatenate(pieces)
    back = vertices / np.maximum(np.linalg.norm(vertices, axis=1), 1e-9)[:, None]
    return vertices + eye - OFF * back, np.arange(len(vertices)).reshape(-1, 3)


def _planes(placed: Placed, faces: Ints) -> Iterator[tuple[Floats, Ints]]:
    """Corners (T, 3, 3) of the faces in one plane that are met, and which lines do."""
    used, face = np.unique(faces, return_inverse=True)
    local = np.asarray(placed.mesh.vertices, np.float64)[np.asarray(placed.mesh.faces)[used]]
    corners = local @ placed.transform[:3, :3].T + placed.transform[:3, 3]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal /= np.maximum(np.linalg.norm(normal, axis=1), 1e-12)[:, None]
    off = np.einsum("ij,ij->i", normal, corners[:, 0])
    key = np.round(np.column_stack([normal, off]), 3) + 0.0
    _, plane = np.unique(key, axis=0, return_inverse=True)
    of_line = plane.ravel()[face.ravel()]
    number = np.bincount(of_line)
    for row in np.argsort(-number, kind="stable")[:MANY]:
        yield corners[plane.ravel() == row], np.flatnonzero(of_line == row)


def _thrown(shape: shapely.Geometry, corners: Floats, frame: Floats) -> Floats:
    """A shape before the eye as it falls on the plane of three corners: (3 F, 3), from the eye."""
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[0])
    parts = [each for each in shapely.get_parts(shape) if shapely.get_dimensions(each) == 2]
    cut = shapely.get_parts(shapely.constrained_delaunay_triangles(parts))
    if not len(cut):
        return np.empty((0, 3))
    flat = (
        shapely.get_coordinates(shapely.orient_polygons(cut))
        .reshape(-1, 4, 2)[:, :3]
        .reshape(-1, 2)
    )
    rays = flat @ frame[:2] + frame[2]
    fall = rays @ normal
    # Edge on there is no face to be seen.
    fall = np.where(np.abs(fall) > 1e-9, fall, np.inf)
    found: Floats = rays * (float(corners[0] @ normal) / fall)[:, None]
    return found


def _before(corners: Floats, frame: Floats, near: float) -> Floats:
    """What of a face lies farther before the eye than `near`: (N, 3), its corners in order."""
    depth = corners @ frame[2] - near
    kept = []
    for one in range(len(corners)):
        other = (one + 1) % len(corners)
        if depth[one] > 0:
            kept.append(corners[one])
        if (depth[one] > 0) != (depth[other] > 0):
            share = depth[one] / (depth[one] - depth[other])
            kept.append(corners[one] + share * (corners[other] - corners[one]))
    return np.array(kept).reshape(-1, 3)


def _frame(forward: Floats) -> Floats:
    """(3, 3): right, up and forward from the eye, unit vectors."""
    forward = forward / np.linalg.norm(forward)
    right = np.cross(forward, [0.0, 0.0, 1.0])
    if np.linalg.norm(right) < 1e-6:
        right = np.array([1.0, 0.0, 0.0])
    right = right / np.linalg.norm(right)
    return np.stack([right, np.cross(right, forward), forward])


def _flat(way: Floats, frame: Floats) -> Floats:
    """Where ways from the eye meet the plane one inch before it: (N, 2)."""
    found: Floats = (way @ frame[:2].T) / np.maximum(way @ frame[2], 1e-9)[:, None]
    return found


def _thinned(flat: Floats, side: float) -> Floats:
    """One of the points in each square."""
    _, first = np.unique(np.floor(flat / side).astype(np.int64), axis=0, return_index=True)
    return flat[first]


def _between(flat: Floats) -> float:
    """How far apart lines are, were they spread evenly."""
    area = float(shapely.MultiPoint(flat).convex_hull.area)
    return max(float(np.sqrt(area / max(len(flat), 1))), 1e-5)
