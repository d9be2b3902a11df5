"""What a mesh is: size, bodies, defects, gaps, surfaces, thickness, and what would hurt play.

The content of `geo3d piece inspect`.
"""

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import scipy.sparse
import scipy.sparse.csgraph
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.piece.gaps import Gap, known_gaps, sealed_to
from geo3d.piece.heap import is_heap
from geo3d.piece.piece import Piece
from geo3d.piece.playing import hurting
from geo3d.piece.read.loading import NOWHERE
from geo3d.piece.rims import open_rims
from geo3d.piece.surfaces import Surface, surfaces
from geo3d.piece.thickness import thickness, unknown
from geo3d.rays.segments import Ints

SOLID = (None, "dense")
"""Categories whose gaps 13.11 closes; a piece without a category is judged as dense."""


STEPS = 5
"""Parts of the work that are told to whoever waits."""


def inspect_piece(
    piece: Piece,
    category: str | None = None,
    progress: Callable[[int, int], None] = lambda _done, _of: None,
) -> dict[str, Any]:
    """All that is to be known of a piece, in its own frame, inches.

    A heap of faces that cross each other has no gaps, surfaces and walls looked for (`heap.MOST`),
    and says so in its warnings.

    Args:
        category: overrides the piece's own.
        progress: called with (done, of) as the work goes on.

    Returns:
        The JSON document of `geo3d piece inspect --json`.
    """
    mesh = piece.mesh
    vertices = np.asarray(mesh.vertices)
    faces: Ints = np.asarray(mesh.faces, dtype=np.int64)
    size = vertices.max(axis=0) - vertices.min(axis=0)
    body = bodies(faces, len(vertices))
    kept = category or piece.category
    progress(0, STEPS)
    counts = defects(piece, body)
    rims = open_rims(mesh)
    progress(1, STEPS)
    heap = is_heap(mesh)
    notes = list(piece.warnings)
    if heap:
        notes.append(
            f"{piece.name}: a heap of faces that cross each other: gaps, surfaces to stand on and "
            "the thickness of walls were not looked for"
        )
    progress(2, STEPS)
    gaps = () if heap else known_gaps(mesh)
    progress(3, STEPS)
    found: tuple[Surface, ...] = ()
    if not heap:
        with warnings.catch_warnings(record=True) as told:
            warnings.simplefilter("always", Geo3dWarning)
            found = surfaces(mesh)
        notes += [f"{piece.name}: {each.message}" for each in told]
    progress(4, STEPS)
    thick = unknown(mesh) if heap else thickness(mesh)
    progress(5, STEPS)
    return {
        "name": piece.name,
        "category": kept,
        "triangles": len(faces),
        "size": [float(value) for value in size],
        "watertight": bool(mesh.is_watertight),
        "components": int(body.max()) + 1,
        "defects": [{"kind": kind, "count": count} for kind, count in counts.items() if count],
        "gaps": [_gap(number, gap, kept in SOLID) for number, gap in enumerate(gaps, start=1)],
        "surfaces": [{"height": surface.height, "area": surface.area} for surface in found],
        "thickness": dict.fromkeys(thick.to_dict()) if heap else thick.to_dict(),
        "open": [rim.to_dict() for rim in rims],
        "hurts": hurting(mesh, body, thick, counts, rims),
        "warnings": notes,
    }


def _gap(number: int, gap: Gap, solid: bool) -> dict[str, Any]:
    """A gap's row; `sealed_to` by the settings as they are without a board."""
    to = sealed_to(gap) if solid else None
    return {
        "id": f"gap-{number}",
        "kind": gap.kind,
        "sill": gap.sill,
        "lintel": gap.lintel,
        "width": gap.width,
        "area": gap.area,
        "centre": [float(value) for value in gap.centre],
        "sealed": to is not None,
        "sealed_to": to,
    }


def bodies(faces: Ints, number: int) -> Ints:
    """(F,) which body each face belongs to: faces that share a vertex are of one body."""
    edges = np.concatenate([faces[:, :2], faces[:, 1:]])
    graph = scipy.sparse.coo_matrix(
        (np.ones(len(edges), np.int8), (edges[:, 0], edges[:, 1])), (number, number)
    )
    _, label = scipy.sparse.csgraph.connected_components(graph, directed=False)
    _, body = np.unique(label[faces[:, 0]], return_inverse=True)
    return body.ravel().astype(np.int64)


def defects(piece: Piece, body: Ints) -> dict[str, int]:
    """How often each kind of defect occurs; faces dropped while reading count, too."""
    faces: Ints = np.asarray(piece.mesh.faces, dtype=np.int64)
    directed = np.concatenate([faces[:, [0, 1]], faces[:, [1, 2]], faces[:, [2, 0]]])
    directed = directed[directed[:, 0] != directed[:, 1]]
    low, high = directed.min(axis=1), directed.max(axis=1)
    span = int(high.max(initial=0)) + 1
    _, edge, uses = np.unique(low * span + high, return_inverse=True, return_counts=True)
    edge = edge.ravel()
    forward = np.bincount(edge, weights=directed[:, 0] < directed[:, 1], minlength=len(uses))
    _, doubles = np.unique(np.sort(faces, axis=1), axis=0, return_counts=True)
    inside_out = 0
    if piece.mesh.is_watertight:
        inside_out = _inside_out(piece.mesh, faces, body)
    return {
        f"dropped faces (a corner {NOWHERE})": int(piece.counts.get("dropped_nonfinite", 0)),
        "faces without area": int(piece.counts.get("zero_area", 0)),
        "open edges": int((uses == 1).sum()),
        "edges of more than two faces": int((uses > 2).sum()),
        "edges of two faces wound differently": int(((uses == 2) & (forward != 1)).sum()),
        "doubled faces": int((doubles - 1).sum()),
        "bodies inside out": inside_out,
    }


def _inside_out(mesh: trimesh.Trimesh, faces: Ints, body: Ints) -> int:
    """Bodies whose volume comes out negative: wound inside out, or hollows of another body."""
    corners = np.asarray(mesh.vertices)[faces]
    corners = corners - corners.mean(axis=(0, 1))
    volume = np.einsum("ij,ij->i", corners[:, 0], np.cross(corners[:, 1], corners[:, 2])) / 6
    return int((np.bincount(body, weights=volume) < 0.0).sum())
