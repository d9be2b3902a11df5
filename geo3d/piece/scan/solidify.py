"""A sheet given a thickness: for scans of thin things, of which one side was seen."""

import numpy as np
import trimesh

from geo3d.errors import UsageError
from geo3d.piece.edges import open_edges
from geo3d.piece.scan.meshes import arrays, body_of, compact, normals_and_areas
from geo3d.piece.scan.report import Step
from geo3d.rays.segments import Floats, Ints

OPEN = 0.25
"""A body whose open edges are longer than this part of what they would be round a flat square of
its area is a sheet; smaller holes are holes."""


def solidify(mesh: trimesh.Trimesh, thickness: float) -> tuple[trimesh.Trimesh, Step]:
    """Give each body that is a sheet a back, `thickness` behind what was seen, and a rim.

    Closed bodies stay as they are. What was seen stays where it is; nothing goes below z = 0.

    Raises:
        UsageError: a thickness that is not above 0.
    """
    if not (np.isfinite(thickness) and thickness > 0.0):
        raise UsageError(f"solidify: a thickness above 0 wanted, got {thickness!r}")
    vertices, faces = arrays(mesh)
    body = body_of(mesh)
    _, areas = normals_and_areas(vertices, faces)
    area = np.bincount(body, weights=areas)
    rim = open_edges(faces)
    body_at = np.zeros(len(vertices), dtype=np.int64)
    body_at[faces] = body[:, None]
    length = np.linalg.norm(vertices[rim[:, 0]] - vertices[rim[:, 1]], axis=1)
    opened = np.bincount(body_at[rim[:, 0]], weights=length, minlength=len(area))
    sheet = opened > OPEN * 4 * np.sqrt(area)
    front = faces[sheet[body]]
    if not len(front):
        return mesh, Step("solidify", False, "no body is a sheet", {"sheets": 0})
    back = vertices - thickness * _normals(vertices, front)
    back[:, 2] = np.maximum(back[:, 2], np.minimum(vertices[:, 2], 0.0))
    far = len(vertices)
    of_sheet = rim[sheet[body_at[rim[:, 0]]]]
    a, b = of_sheet.T
    every = [
        faces,
        front[:, ::-1] + far,
        np.column_stack([b, a, a + far]),
        np.column_stack([b, a + far, b + far]),
    ]
    solid = compact(np.concatenate([vertices, back]), np.concatenate(every))
    number = int(sheet.sum())
    return solid, Step(
        "solidify", True, f'{number} sheets made {thickness:g}" thick',
        {"sheets": number, "thickness": thickness},
    )  # fmt: skip


def _normals(vertices: Floats, faces: Ints) -> Floats:
    """(V, 3) unit normals, weighted by area; zeros where no face is."""
    normal, area = normals_and_areas(vertices, faces)
    total = np.zeros_like(vertices)
    for corner in range(3):
        np.add.at(total, faces[:, corner], normal * area[:, None])
    found: Floats = total / np.maximum(np.linalg.norm(total, axis=1), 1e-300)[:, None]
    return found
