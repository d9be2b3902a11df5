"""The piece turned so that what it stands on is level and at z = 0."""

import numpy as np
import scipy.optimize
import scipy.spatial
import trimesh

from geo3d.piece.edges import open_edges
from geo3d.piece.scan.meshes import arrays, normals_and_areas
from geo3d.piece.scan.report import Step
from geo3d.piece.scan.table import LEAN, Plane
from geo3d.rays.segments import Floats

NEAR = 0.08
"""Inches over the plane that a piece rests on: vertices so near it are of its underside's rim."""


def level(mesh: trimesh.Trimesh, plane: Plane) -> tuple[trimesh.Trimesh, Floats, Step]:
    """Turn a mesh, by the smallest turn, so that a plane becomes z = 0.

    Returns:
        The mesh, the (4, 4) rigid transform, and the record.
    """
    matrix = upright(plane.normal)
    matrix[:3, 3] = -matrix[:3, :3] @ plane.point
    # The plane's own middle stays where it is in plan.
    matrix[:2, 3] += plane.point[:2]
    vertices, faces = arrays(mesh)
    turned = trimesh.Trimesh(vertices @ matrix[:3, :3].T + matrix[:3, 3], faces, process=False)
    tilt = float(np.rad2deg(np.arccos(np.clip(plane.normal[2], -1.0, 1.0))))
    lift = float(-plane.point[2])
    return (
        turned,
        matrix,
        Step(
            "level",
            True,
            f'turned by {tilt:.2f} degrees and moved {lift:+.3f}" so that it stands level on z = 0',
            {"tilt_deg": tilt, "moved_up": lift},
        ),
    )


def upright(normal: Floats) -> Floats:
    """(4, 4) the smallest turn that takes a unit vector, not -z, to +z."""
    x, y, z = normal
    matrix = np.eye(4)
    # Rodrigues' formula about the horizontal axis (y, -x, 0).
    matrix[:3, :3] = [
        [1 - x * x / (1 + z), -x * y / (1 + z), -x],
        [-x * y / (1 + z), 1 - y * y / (1 + z), -y],
        [x, y, z],
    ]
    return matrix


def resting_plane(mesh: trimesh.Trimesh) -> Plane | None:
    """The plane that a mesh scanned without a table rests on, or None where it would lean too far.

    It is the face of the mesh's convex hull that lies under its middle (a linear programme), fitted
    anew to the underside, or to the rim of an underside that was not seen, within `NEAR` of it.
    """
    vertices, _ = arrays(mesh)
    try:
        hull = vertices[scipy.spatial.ConvexHull(vertices).vertices]
    except scipy.spatial.QhullError:
        return None
    middle = hull.mean(axis=0)
    local = hull - middle
    # The highest plane a x + b y + c, at the middle, that lies under all corners.
    found = scipy.optimize.linprog(
        [0.0, 0.0, -1.0],
        A_ub=np.column_stack([local[:, :2], np.ones(len(local))]),
        b_ub=local[:, 2],
        bounds=[(None, None)] * 3,
    )
    if not found.success or found.x is None:
        return None
    a, b, c = found.x
    points = _underside(mesh) - middle
    if len(points) < 3:
        points = vertices - middle
    for _ in range(4):
        off = points[:, 2] - (points[:, :2] @ [a, b] + c)
        near = points[np.abs(off) < NEAR]
        if len(near) < 3 or np.linalg.matrix_rank(near[:, :2] - near[:, :2].mean(axis=0)) < 2:
            break
        fit, *_ = np.linalg.lstsq(
            np.column_stack([near[:, :2], np.ones(len(near))]), near[:, 2], rcond=None
        )
        a, b, c = fit
    off = points[:, 2] - (points[:, :2] @ [a, b] + c)
    near = np.abs(off) < NEAR
    normal = np.array([-a, -b, 1.0]) / np.sqrt(1 + a * a + b * b)
    if normal[2] < np.cos(np.deg2rad(LEAN)):
        return None
    noise = float(np.sqrt(np.mean(off[near] ** 2))) if near.any() else 0.0
    return Plane(normal, middle + np.array([0.0, 0.0, c]), noise, 0.0)


def _underside(mesh: trimesh.Trimesh) -> Floats:
    """(N, 3) vertices of faces that look down, and of open edges: an unseen underside's rim."""
    vertices, faces = arrays(mesh)
    normals, _ = normals_and_areas(vertices, faces)
    of = np.unique(np.concatenate([faces[normals[:, 2] < -0.8].ravel(), open_edges(faces).ravel()]))
    found: Floats = vertices[of]
    return found
