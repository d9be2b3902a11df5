"""What is loose about a piece: crumbs are dropped, a crate that stands apart is kept."""

import numpy as np
import scipy.spatial
import trimesh

from geo3d.piece.gaps.surface import wound
from geo3d.piece.scan.meshes import arrays, normals_and_areas, only, traced
from geo3d.piece.scan.report import Step
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats, Ints

STANDING = 0.45
"""Inches, from corner to corner: smaller bodies that stand by themselves are grit."""

FLOATING = 0.5
"""Inches: smaller bodies that hang in the air are scanner dust, wherever they are."""

FAR, LARGE = 0.25, 1.5
"""Inches: bodies that hang farther than FAR from the rest are dropped unless they are LARGE."""

FLAT = 0.12
"""Inches over the cut: standing bodies lower than this are what was left of the table."""

LOW, NARROW = 0.25, 1.0
"""Inches: standing bodies lower and narrower than this are grit with some table about it."""

FOOT = 0.02
"""Inches over the cut: bodies whose lowest point is no higher stand there."""

BACKED, MOST, SHEET = 1.0, 0.7, 0.3
"""Inches of material at most that a wall is thick, the part of a patch behind which it is, and
inches across from which a patch counts: a bit of a room's inside that was seen through a window."""

ASKED = 40
"""Faces of a patch that are asked, about."""


def drop_crumbs(mesh: trimesh.Trimesh, cut: float) -> tuple[trimesh.Trimesh, Step]:
    """Drop crumbs, by size and distance; each is on record, with its size, place and the reason.

    Args:
        cut: height that the mesh was cut at: what stands, begins there.
    """
    vertices, faces = arrays(mesh)
    # By edges: a speck that hangs on by a corner only is loose.
    _, body = np.unique(wound(faces)[0], return_inverse=True)
    normals, areas = normals_and_areas(vertices, faces)
    scene: RayScene | None = None
    area = np.bincount(body, weights=areas)
    main = int(area.argmax())
    number = len(area)
    low, high = np.full((number, 3), np.inf), np.full((number, 3), -np.inf)
    corners = vertices[faces]
    np.minimum.at(low, body, corners.min(axis=1))
    np.maximum.at(high, body, corners.max(axis=1))
    across = np.linalg.norm(high - low, axis=1)
    tree = scipy.spatial.cKDTree(vertices[np.unique(faces[body == main])])
    order = np.argsort(body, kind="stable")
    parts = np.split(order, np.cumsum(np.bincount(body))[:-1])
    dropped, kept, rest, gone = [], [], 0, np.zeros(number, dtype=np.bool_)
    for which in range(number):
        if which == main:
            continue
        standing = low[which, 2] <= cut + FOOT
        if standing and high[which, 2] <= cut + FLAT:
            gone[which], rest = True, rest + 1
            continue
        distance = float(np.min(tree.query(corners[parts[which]].reshape(-1, 3))[0]))
        tall = float(high[which, 2] - low[which, 2])
        why = _why(standing, float(across[which]), tall, distance)
        if why and not standing and across[which] > SHEET:
            scene = scene or traced(mesh=mesh)
            if _is_backed(scene, normals, corners.mean(axis=1), parts[which], body):
                why = None
        gone[which] = why is not None
        row = {
            "size": [float(value) for value in high[which] - low[which]],
            "centre": [float(value) for value in (high[which] + low[which]) / 2],
            "distance": distance,
            "triangles": len(parts[which]),
        }
        if why:
            dropped.append({**row, "why": why})
        else:
            kept.append({**row, "standing": bool(standing)})
    text = f"{len(dropped)} crumbs dropped, {len(kept)} other bodies kept beside the largest"
    if rest:
        text += f", {rest} flat rests of the table dropped"
    return only(mesh, ~gone[body]), Step(
        "crumbs", bool(gone.any()), text,
        {"dropped": dropped, "kept": kept, "rests_of_table": rest},
    )  # fmt: skip


def _is_backed(
    scene: RayScene, normals: Floats, middles: Floats, part: Ints, body: Ints
) -> bool:  # fmt: skip
    """Whether a patch is the near side of a wall: lines from its back leave material at once."""
    some = part[:: max(1, len(part) // ASKED)]
    start = middles[some] - 1e-4 * normals[some]
    hits = scene.first_hit(start, start - BACKED * normals[some])
    met = np.flatnonzero(hits.hit)
    leaves = np.einsum("ij,ij->i", normals[hits.face[met]], normals[some[met]]) < 0.0
    other = body[hits.face[met]] != body[part[0]]
    return bool((leaves & other).sum() > MOST * len(some))


def _why(standing: bool, across: float, tall: float, distance: float) -> str | None:
    """Why a body is dropped; None where it is kept."""
    if standing:
        if tall < LOW and across < NARROW:
            return f'stands apart, under {LOW}" tall and {NARROW}" across'
        return f'stands apart, under {STANDING}" across' if across < STANDING else None
    if across < FLOATING:
        return f'hangs in the air, under {FLOATING}" across'
    if across < LARGE and distance > FAR:
        return f'hangs in the air, over {FAR}" from the rest and under {LARGE}" across'
    return None
