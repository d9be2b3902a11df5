"""Miniatures that stand through a feature's surface with some part of their mesh (03.01)."""

import warnings

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.motion.prism import ready
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats
from geo3d.table.board import Feature
from geo3d.table.figures import Figure


def pierces(figure: Figure, feature: Feature, slope: Floats, least: float, contact: float) -> bool:
    """Whether a miniature's mesh and a feature's pass through each other.

    Edges of each are looked at as lines through the other's faces, so that open meshes and thin
    walls count, too. The miniature is drawn in by `contact` on all sides.

    Args:
        slope: (2,) how the plane that its base rests on rises; seen from there it stands upright.
        least: z on the board below which nothing counts: what it stands on.
    """
    body = figure.profile.body
    low, high = body.bounds
    middle, size = (low + high) / 2, np.maximum(high - low, 1e-9)
    share = np.maximum(1.0 - 2.0 * contact / size, 0.0)
    points = middle + (np.asarray(body.vertices) - middle) * share
    points = points @ figure.transform[:3, :3].T + figure.transform[:3, 3]
    low, high = points.min(axis=0), points.max(axis=0)
    low[2] = max(low[2], least)
    triangles = _near(feature, np.array(figure.at), slope, low, high)
    if not len(triangles):
        return False
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    edges = np.concatenate([triangles[:, [0, 1]], triangles[:, [1, 2]], triangles[:, [2, 0]]])
    own = points[np.asarray(body.edges_unique)]
    near = trimesh.Trimesh(triangles.reshape(-1, 3), corners, process=False)
    drawn_in = trimesh.Trimesh(points, body.faces, process=False)
    return _meet(own, near, low[2]) or _meet(edges, drawn_in, low[2])


def _near(feature: Feature, at: Floats, slope: Floats, low: Floats, high: Floats) -> Floats:
    """(N, 3, 3) the feature's faces within bounds, on the board, levelled about a place."""
    turn, shift = feature.transform[:3, :3], feature.transform[:3, 3]
    made = ready(feature.piece.mesh)
    corners = made.triangles @ turn.T + shift
    corners[:, :, 2] -= (corners[:, :, :2] - at[:2]) @ slope
    within = (corners.max(axis=1) >= low).all(axis=1) & (corners.min(axis=1) <= high).all(axis=1)
    near: Floats = corners[within]
    return near


def _meet(segments: Floats, mesh: trimesh.Trimesh, least: float) -> bool:
    """Whether some segment, (N, 2, 3), above a height meets a mesh."""
    rise = segments[:, 1, 2] - segments[:, 0, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        share = np.clip((least - segments[:, 0, 2]) / rise, 0.0, 1.0)
    cut = segments[:, 0] + np.nan_to_num(share)[:, None] * (segments[:, 1] - segments[:, 0])
    starts, ends = segments[:, 0].copy(), segments[:, 1].copy()
    starts[starts[:, 2] < least] = cut[starts[:, 2] < least]
    ends[ends[:, 2] < least] = cut[ends[:, 2] < least]
    kept = np.linalg.norm(ends - starts, axis=1) > 0.0
    kept &= np.maximum(segments[:, 0, 2], segments[:, 1, 2]) >= least
    if not kept.any():
        return False
    rays = RayScene()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", Geo3dWarning)
        rays.place(mesh)
    return bool(rays.any_hit(starts[kept], ends[kept]).any())
