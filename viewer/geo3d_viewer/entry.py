"""Where lines enter an area: that part of its side as a sheet that stands on the ground.

An area has no face of its own; the sheet's rim shows that it lies before what stands in the area.
"""

from collections.abc import Iterator

import numpy as np
import shapely
import shapely.ops

from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.description import Floats, Ints, Lines, Surface
from geo3d_viewer.reasons import TOLD, Reason

ON = 0.05
"""Inches from a boundary within which a line's end is taken to be on it."""

BESIDE, OVER = 0.7, 0.45
"""Inches of the side that are drawn to both sides of where lines enter, and above."""

APART = 2.0
"""Inches between the ends of lines along the boundary from which on there are two sheets."""

HIGH, UNDER = 5.0, 1.0
"""Inches above the table up to which a sheet stands on it; one whose lines all enter higher hangs,
and goes so far below them."""

OFF = 0.015
"""Inches that a sheet lies before the side, where a wall's face may be."""

OPACITY, RIM = 0.5, 3.0
"""Of a sheet, and the pixels of its rim."""


def entries(scene: BoardScene, sight: Sight, why: tuple[Reason, ...]) -> Iterator[Surface | Lines]:
    """The sheets of the areas that stop lines, each with its rim."""
    samples = sight.samples
    eye = scene.body(sight.observer).centre
    for reason in why:
        if reason.kind != "area" or reason.share < TOLD or reason.id not in scene.board.areas:
            continue
        ends = samples.hit_points[reason.rows]
        vertices, faces, rim = sheets(scene.board.areas[reason.id].boundary, ends, eye)
        if len(faces):
            # Seen from both sides.
            both = np.concatenate([faces, faces[:, ::-1]])
            yield Surface(
                reason.key, "footprint", vertices, both, np.eye(4), reason.colour,
                opacity=OPACITY, group=reason.group,
            )  # fmt: skip
            yield Lines(reason.key, "entry", rim, reason.colour, RIM, group=reason.group)


def sheets(boundary: shapely.Geometry, ends: Floats, eye: Floats) -> tuple[Floats, Ints, Floats]:
    """Vertices (V, 3), faces (F, 3) and rim (S, 2, 3) of the sheets of one area.

    Args:
        boundary: of the area, in plan.
        ends: (N, 3) where lines enter it.
        eye: (3,) from where.
    """
    vertices, faces, rims = [np.empty((0, 3))], [np.empty((0, 3), np.int64)], [np.empty((0, 2, 3))]
    count = 0
    for ring in shapely.get_rings(shapely.get_parts(boundary)):
        own = ends[shapely.distance(ring, shapely.points(ends[:, :2])) <= ON]
        if not len(own):
            continue
        for path, met in _parts(ring, own):
            low, high = float(met[:, 2].min()), float(met[:, 2].max()) + OVER
            bottom = 0.0 if low <= HIGH else low - UNDER
            way = eye[:2] - path.mean(axis=0)
            path = path + OFF * way / max(float(np.linalg.norm(way)), 1e-9)
            sides = [np.column_stack([path, np.full(len(path), z)]) for z in (bottom, high)]
            number = len(path)
            at = count + np.arange(number - 1)
            vertices.append(np.concatenate(sides))
            up = at + number
            faces.append(np.stack([at, at + 1, up + 1, at, up + 1, up], axis=1).reshape(-1, 3))
            around = np.concatenate([sides[0], sides[1][::-1], sides[0][:1]])
            rims.append(np.stack([around[:-1], around[1:]], axis=1))
            count += 2 * number
    return np.concatenate(vertices), np.concatenate(faces), np.concatenate(rims)


def side(boundary: shapely.Geometry, ends: Floats, eye: Floats) -> Floats | None:
    """(3,) the normal of most of the sheets, or None where there is none."""
    vertices, faces, _ = sheets(boundary, ends, eye)
    if not len(faces):
        return None
    corners = vertices[faces]
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    found: Floats = np.linalg.eigh(normal.T @ normal)[1][:, -1]
    return found


def _parts(ring: shapely.LinearRing, ends: Floats) -> Iterator[tuple[Floats, Floats]]:
    """(P, 2) each part of a ring about where lines enter, and (N, 3) the ends of these."""
    at = shapely.line_locate_point(ring, shapely.points(ends[:, :2]))
    order = np.argsort(at, kind="stable")
    at, ends = at[order], ends[order]
    length = float(ring.length)
    # Begun after the widest part of the ring that no line enters by.
    first = int(np.diff(at, append=at[0] + length).argmax() + 1) % len(at)
    begin = float(at[first])
    at, ends = np.roll((at - begin) % length, -first), np.roll(ends, -first, axis=0)
    corners = shapely.get_coordinates(ring)
    thrice = shapely.LineString(np.concatenate([corners, corners[1:], corners[1:]]))
    for rows in np.split(np.arange(len(at)), np.flatnonzero(np.diff(at) > APART) + 1):
        low, high = float(at[rows[0]]) - BESIDE, float(at[rows[-1]]) + BESIDE
        high = min(high, low + length)
        part = shapely.ops.substring(thrice, length + begin + low, length + begin + high)
        yield shapely.get_coordinates(part), ends[rows]
