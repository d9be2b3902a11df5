"""Screens: the flat parts of a mesh, each a polygon that blocks every line that crosses it."""

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely

from geo3d.rays.bvh import MeshTree
from geo3d.rays.scene import Placed
from geo3d.rays.segments import Floats, Ints

SMALLEST = 0.5
"""Square inches below which a flat part is not worth keeping as a screen."""

FLAT = 1e-7
"""Inches by which a corner may lie off its screen's plane."""

MARGIN = 1e-6
"""Inches by which a screen is drawn in, so that what crosses it crosses the mesh beyond doubt."""


@dataclass(frozen=True, eq=False)
class Screens:
    """Flat parts, each in its own plane.

    Attributes:
        point, normal, across, up: (S, 3) a point of each screen's plane, and its unit axes.
        bounds: (S, 4) low and high of its polygon, in (across, up) about `point`.
        first: (S + 1,) where each screen's edges begin in `edges`.
        edges: (E, 4) ends of its polygon's edges, holes' included.
        owner: (S,) number of the mesh that it is part of.
    """

    point: Floats
    normal: Floats
    across: Floats
    up: Floats
    bounds: Floats
    first: Ints
    edges: Floats
    owner: Ints

    def chosen(self, rows: Ints) -> "Screens":
        """Some of the screens."""
        counts = np.diff(self.first)[rows]
        first = np.concatenate([[0], np.cumsum(counts)]).astype(np.int64)
        at = np.repeat(self.first[rows] - first[:-1], counts) + np.arange(first[-1])
        return Screens(
            self.point[rows],
            self.normal[rows],
            self.across[rows],
            self.up[rows],
            self.bounds[rows],
            first,
            self.edges[at],
            self.owner[rows],
        )


_screens: weakref.WeakKeyDictionary[MeshTree, Screens] = weakref.WeakKeyDictionary()


def screens_of(tree: MeshTree) -> Screens:
    """The screens of a mesh in its own frame, found once."""
    found = _screens.get(tree)
    if found is None:
        found = _find(tree)
        _screens[tree] = found
    return found


def placed_screens(placed: Sequence[Placed]) -> Screens:
    """The screens of placed meshes in the board's frame; owners are numbered as they come."""
    parts = []
    for number, mesh in enumerate(placed):
        own = screens_of(mesh.tree)
        turn, shift = mesh.transform[:3, :3], mesh.transform[:3, 3]
        parts.append(
            Screens(
                own.point @ turn.T + shift,
                own.normal @ turn.T,
                own.across @ turn.T,
                own.up @ turn.T,
                own.bounds,
                own.first,
                own.edges,
                np.full(len(own.point), number),
            )
        )
    counts = np.concatenate([np.diff(part.first) for part in parts])
    return Screens(
        np.concatenate([part.point for part in parts]),
        np.concatenate([part.normal for part in parts]),
        np.concatenate([part.across for part in parts]),
        np.concatenate([part.up for part in parts]),
        np.concatenate([part.bounds for part in parts]),
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate([part.edges for part in parts]),
        np.concatenate([part.owner for part in parts]),
    )


def _find(tree: MeshTree) -> Screens:
    corners = tree.triangles.reshape(-1, 3, 3)
    normal = np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    area = np.linalg.norm(normal, axis=1) / 2
    normal = normal / (2 * area)[:, None]
    # One sign for each plane, whichever way its faces are wound.
    lead = np.abs(normal) > 1e-6
    first = normal[np.arange(len(normal)), lead.argmax(axis=1)]
    normal = normal * np.where(first < 0.0, -1.0, 1.0)[:, None]
    offset = np.einsum("ij,ij->i", normal, corners[:, 0])
    key = np.round(np.column_stack([normal * 1e5, offset * 1e4])).astype(np.int64)
    _, group = np.unique(key, axis=0, return_inverse=True)
    group = group.ravel()
    total = np.bincount(group, weights=area)
    frames: list[Floats] = []
    bounds: list[Floats] = []
    edges: list[Floats] = []
    for number in np.flatnonzero(total >= SMALLEST):
        members = np.flatnonzero(group == number)
        largest = members[area[members].argmax()]
        point, axis = corners[largest, 0], normal[largest]
        off = np.abs((corners[members] - point) @ axis).max(axis=1)
        members = members[off <= FLAT]
        # Level across where that is possible: then a shaft's cut is nearly a rectangle.
        level = np.array([-axis[1], axis[0], 0.0])
        steep = np.linalg.norm(level)
        across = level / steep if steep > 1e-6 else np.array([1.0, 0.0, 0.0])
        across = across - (across @ axis) * axis
        across = across / np.linalg.norm(across)
        up = np.cross(axis, across)
        flat = (corners[members] - point) @ np.column_stack([across, up])
        whole = shapely.unary_union(shapely.polygons(flat)).buffer(-MARGIN)
        for polygon in shapely.get_parts(whole):
            if polygon.area < SMALLEST:
                continue
            rings = [shapely.get_coordinates(ring) for ring in shapely.get_rings([polygon])]
            frames.append(np.array([point + tree.centre, axis, across, up]))
            bounds.append(np.array(polygon.bounds))
            edges.append(np.concatenate([np.hstack([r[:-1], r[1:]]) for r in rings]))
    frame = np.array(frames).reshape(-1, 4, 3)
    counts = np.array([len(part) for part in edges], dtype=np.int64)
    return Screens(
        frame[:, 0],
        frame[:, 1],
        frame[:, 2],
        frame[:, 3],
        np.array(bounds).reshape(-1, 4),
        np.concatenate([[0], np.cumsum(counts)]).astype(np.int64),
        np.concatenate(edges) if edges else np.empty((0, 4)),
        np.zeros(len(frames), np.int64),
    )
