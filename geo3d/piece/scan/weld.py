"""Seams welded, doubled faces dropped, faces wound one way."""

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
import scipy.spatial
import trimesh

from geo3d.piece.edges import directed, open_edges
from geo3d.piece.gaps.surface import wound
from geo3d.piece.scan.meshes import arrays, compact
from geo3d.piece.scan.report import Step
from geo3d.rays.segments import Bools, Floats, Ints

SEAM = 1e-3
"""Inches: vertices on open edges that are nearer than this to each other are one. Texture seams
differ by the rounding of float32, 1e-6" at 10"; the finest detail of a phone scan is 100 times as
large as this."""

SHARE = 0.1
"""Of the middle edge length: in a mesh finer than usual, seams are welded within that only."""


def weld(mesh: trimesh.Trimesh) -> tuple[trimesh.Trimesh, Step]:
    """Weld the open edges of seams, drop doubled faces, wind each body one way.

    Only vertices on open edges are moved, so that fine detail is not welded shut. Of faces with the
    same three corners the first is kept. Neighbours that are wound differently are made to agree,
    the smaller side turned; which side is outwards is told once the piece is closed (`outwards`).
    """
    vertices, faces = arrays(mesh)
    rim = np.unique(open_edges(faces))
    welded = 0
    if len(rim):
        corners = vertices[faces[:: max(1, len(faces) // 50_000)]]
        usual = float(np.median(np.linalg.norm(corners[:, 1] - corners[:, 0], axis=1)))
        place = np.arange(len(vertices))
        place[rim] = rim[_together(vertices[rim], min(SEAM, SHARE * usual))]
        welded = int((place != np.arange(len(vertices))).sum())
        faces = place[faces]
    whole = (faces != np.roll(faces, 1, axis=1)).all(axis=1)
    flat = int((~whole).sum())
    faces = faces[whole]
    _, first = np.unique(np.sort(faces, axis=1), axis=0, return_index=True)
    doubled = len(faces) - len(first)
    faces = faces[np.sort(first)]
    _, flip = wound(faces)
    faces = _flipped(faces, flip)
    turned = int(flip.sum())
    changed = bool(welded or flat or doubled or turned)
    return compact(vertices, faces), Step(
        "weld",
        changed,
        f"{welded} vertices welded along seams, {doubled} doubled faces and {flat} flat ones "
        f"dropped, {turned} turned round",
        {"welded": welded, "doubled": doubled, "flat": flat, "turned": turned},
    )


def unpinched(mesh: trimesh.Trimesh) -> trimesh.Trimesh:
    """A vertex where parts meet that share no edge there becomes one for each part."""
    vertices, faces = arrays(mesh)
    edges = directed(faces)
    low, high = edges.min(axis=1), edges.max(axis=1)
    key = low * len(vertices) + high
    order = np.argsort(key, kind="stable")
    same = np.flatnonzero(key[order][1:] == key[order][:-1])
    one, other = order[same], order[same + 1]
    # Row r of `edges` goes from corner r to the next corner of its face.
    after = np.arange(len(edges)).reshape(-1, 3)[:, [1, 2, 0]].ravel()
    swap = edges[one, 0] != edges[other, 0]
    first = np.where(swap, after[other], other)
    second = np.where(swap, other, after[other])
    a, b = np.concatenate([one, after[one]]), np.concatenate([first, second])
    graph = scipy.sparse.coo_matrix(
        (np.ones(len(a), np.int8), (a, b)), (len(edges), len(edges))
    )  # fmt: skip
    number, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    if number == len(np.unique(faces)):
        return mesh
    of = np.empty(number, dtype=np.int64)
    of[label] = faces.ravel()
    return trimesh.Trimesh(vertices[of], label.reshape(-1, 3).astype(np.int64), process=False)


def outwards(mesh: trimesh.Trimesh) -> tuple[trimesh.Trimesh, Step]:
    """Each body wound outwards: its volume, closed at z = 0 if it is open there, is positive."""
    vertices, faces = arrays(mesh)
    body, flip = wound(faces)
    faces = _flipped(faces, flip)
    local = vertices - [*vertices[:, :2].mean(axis=0), min(0.0, float(vertices[:, 2].min()))]
    a, b, c = (local[faces[:, i]] for i in range(3))
    volume = np.einsum("ij,ij->i", a, np.cross(b, c))
    inward = (np.bincount(body, weights=volume, minlength=len(faces)) < 0.0)[body]
    faces = _flipped(faces, inward)
    turned = int((flip != inward).sum())
    return trimesh.Trimesh(vertices, faces, process=False), Step(
        "orient", turned > 0, f"{turned} faces turned outwards", {"turned": turned}
    )


def _flipped(faces: Ints, flip: Bools) -> Ints:
    return np.where(flip[:, None], faces[:, ::-1], faces)


def _together(points: Floats, within: float) -> Ints:
    """(N,) for each point the first of those that hang together within a distance."""
    pairs = scipy.spatial.cKDTree(points).query_pairs(within, output_type="ndarray")
    graph = scipy.sparse.coo_matrix(
        (np.ones(len(pairs), np.int8), (pairs[:, 0], pairs[:, 1])), (len(points), len(points))
    )
    _, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    _, first = np.unique(label, return_index=True)
    found: Ints = first[label].astype(np.int64)
    return found
