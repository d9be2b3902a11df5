"""One mesh's bounding-volume tree, built once in the mesh's own frame.

Binned surface-area heuristic (Wald, On fast construction of SAH-based bounding volume hierarchies,
2007), leaves of at most four triangles. Boxes are float32, rounded outwards and padded; triangles
stay float64, moved so that the mesh's centre is the origin and copied in leaf order.
"""

import hashlib
import math
import weakref
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d.errors import MeshError, counted
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Floats
from geo3d.rays.wide import widened
from geo3d.tolerances import TOUCH, ZERO_AREA_RATIO

BINS = 16
LEAF = 4

DEPTH = 256
"""Room on a stack that walks a tree: one entry a level, and the builder's stack is as deep."""


@dataclass(frozen=True, eq=False)
class MeshTree:
    """A mesh ready for rays. Does not change once built.

    Attributes:
        centre: (3,) the point of the mesh's frame that is the tree's origin.
        bounds: (2, 3) the mesh's box, in the mesh's frame.
        boxes: (nodes, 8) float32, low x, y, z then high x, y, z, padded; and links once more, as
            the bits of two int32, so that a node is one line of the processor's memory.
        links: (nodes, 2) int32: (left child, -1), the right child following the left; or, for a
            leaf, (first triangle, number of triangles).
        wide_boxes, wide_links: the same tree, eight boxes to a node, see `wide.widened`.
        triangles: (triangles, 9) float64 corners relative to `centre`, in leaf order.
        small: (triangles, 13) float32: a corner, the edges from it to the other two, their cross
            product, and a bound on the longest edge's length, in leaf order.
        faces: (triangles,) int32, the face of the mesh as passed, in leaf order.
        longest_edge: inches.
        dropped: number of faces left out because a corner is NaN or infinite.
        zero_area: number of faces left out because they have no area.
    """

    centre: Floats
    bounds: Floats
    boxes: npt.NDArray[np.float32]
    links: npt.NDArray[np.int32]
    wide_boxes: npt.NDArray[np.float32]
    wide_links: npt.NDArray[np.int32]
    triangles: Floats
    small: npt.NDArray[np.float32]
    faces: npt.NDArray[np.int32]
    longest_edge: float
    dropped: int
    zero_area: int


@kernel
def _build(low, high, order, boxes, links):  # type: ignore[no-untyped-def]
    """Build the tree over triangle boxes; permutes `order`, fills nodes, returns their number."""
    stack = np.empty((DEPTH, 3), np.int64)
    stack[0, 0], stack[0, 1], stack[0, 2] = 0, 0, len(order)
    depth = 1
    nodes = 1
    counts = np.empty(BINS, np.int64)
    bin_low = np.empty((BINS, 3))
    bin_high = np.empty((BINS, 3))
    right_area = np.empty(BINS)
    box_low = np.empty(3)
    box_high = np.empty(3)
    mid_low = np.empty(3)
    mid_high = np.empty(3)
    while depth > 0:
        depth -= 1
        node, first, last = stack[depth, 0], stack[depth, 1], stack[depth, 2]
        for k in range(3):
            box_low[k], box_high[k], mid_low[k], mid_high[k] = np.inf, -np.inf, np.inf, -np.inf
        for i in range(first, last):
            t = order[i]
            for k in range(3):
                box_low[k] = min(box_low[k], low[t, k])
                box_high[k] = max(box_high[k], high[t, k])
                mid_low[k] = min(mid_low[k], (low[t, k] + high[t, k]) / 2)
                mid_high[k] = max(mid_high[k], (low[t, k] + high[t, k]) / 2)
        for k in range(3):
            boxes[node, k] = box_low[k]
            boxes[node, k + 3] = box_high[k]
        number = last - first
        if number <= LEAF:
            links[node, 0], links[node, 1] = first, number
            continue
        best = np.inf
        best_axis, best_bin = -1, -1
        for axis in range(3):
            extent = mid_high[axis] - mid_low[axis]
            if extent <= 0.0:
                continue
            scale = BINS * (1.0 - 1e-9) / extent
            for b in range(BINS):
                counts[b] = 0
                for k in range(3):
                    bin_low[b, k], bin_high[b, k] = np.inf, -np.inf
            for i in range(first, last):
                t = order[i]
                b = int(((low[t, axis] + high[t, axis]) / 2 - mid_low[axis]) * scale)
                counts[b] += 1
                for k in range(3):
                    bin_low[b, k] = min(bin_low[b, k], low[t, k])
                    bin_high[b, k] = max(bin_high[b, k], high[t, k])
            for k in range(3):
                box_low[k], box_high[k] = np.inf, -np.inf
            total = 0
            for b in range(BINS - 1, 0, -1):
                total += counts[b]
                for k in range(3):
                    box_low[k] = min(box_low[k], bin_low[b, k])
                    box_high[k] = max(box_high[k], bin_high[b, k])
                x, y, z = (
                    box_high[0] - box_low[0],
                    box_high[1] - box_low[1],
                    box_high[2] - box_low[2],
                )
                right_area[b] = (x * y + y * z + z * x) * total if total > 0 else np.inf
            for k in range(3):
                box_low[k], box_high[k] = np.inf, -np.inf
            total = 0
            for b in range(BINS - 1):
                total += counts[b]
                for k in range(3):
                    box_low[k] = min(box_low[k], bin_low[b, k])
                    box_high[k] = max(box_high[k], bin_high[b, k])
                if total == 0:
                    continue
                x, y, z = (
                    box_high[0] - box_low[0],
                    box_high[1] - box_low[1],
                    box_high[2] - box_low[2],
                )
                cost = (x * y + y * z + z * x) * total + right_area[b + 1]
                if cost < best:
                    best, best_axis, best_bin = cost, axis, b
        middle_index = first
        if best_axis >= 0:
            scale = BINS * (1.0 - 1e-9) / (mid_high[best_axis] - mid_low[best_axis])
            i, j = first, last - 1
            while i <= j:
                t = order[i]
                middle = (low[t, best_axis] + high[t, best_axis]) / 2
                if int((middle - mid_low[best_axis]) * scale) <= best_bin:
                    i += 1
                else:
                    order[i], order[j] = order[j], t
                    j -= 1
            middle_index = i
        if middle_index in (first, last) or depth > 200:
            middle_index = (first + last) // 2
        links[node, 0], links[node, 1] = nodes, -1
        # The smaller half is taken first, so that the stack stays logarithmic.
        halves = ((nodes, first, middle_index), (nodes + 1, middle_index, last))
        bigger = 0 if middle_index - first > last - middle_index else 1
        for half in (halves[bigger], halves[1 - bigger]):
            stack[depth, 0], stack[depth, 1], stack[depth, 2] = half
            depth += 1
        nodes += 2
    return nodes


def aligned(rows: int, columns: int) -> npt.NDArray[np.float32]:
    """An empty float32 array whose rows do not straddle the processor's lines of 64 bytes."""
    raw = np.empty(rows * columns + 16, np.float32)
    begin = -raw.ctypes.data // 4 % 16
    return raw[begin : begin + rows * columns].reshape(rows, columns)


def _nodes(low: Floats, high: Floats, links: npt.NDArray[np.int32]) -> npt.NDArray[np.float32]:
    """Boxes as float32, padded by twice the touching distance and rounded outwards, with links."""
    inf = np.float32(np.inf)
    rows = aligned(len(low), 8)
    rows[:, :3] = np.nextafter((low - 2 * TOUCH).astype(np.float32), -inf)
    rows[:, 3:6] = np.nextafter((high + 2 * TOUCH).astype(np.float32), inf)
    rows.view(np.int32)[:, 6:] = links
    return rows


USABLE, NOT_FINITE, NO_AREA = 0, 1, 2


@kernel
def _measure(vertices, faces, kind, longest, bounds):  # type: ignore[no-untyped-def]
    """Fill each face's kind and longest edge, and the box (6,) of those that are usable."""
    for k in range(3):
        bounds[k], bounds[3 + k] = np.inf, -np.inf
    for t in range(len(faces)):
        a, b, c = faces[t, 0], faces[t, 1], faces[t, 2]
        ux, uy, uz = (
            vertices[b, 0] - vertices[a, 0], vertices[b, 1] - vertices[a, 1],
            vertices[b, 2] - vertices[a, 2],
        )  # fmt: skip
        vx, vy, vz = (
            vertices[c, 0] - vertices[b, 0], vertices[c, 1] - vertices[b, 1],
            vertices[c, 2] - vertices[b, 2],
        )  # fmt: skip
        wx, wy, wz = (
            vertices[a, 0] - vertices[c, 0], vertices[a, 1] - vertices[c, 1],
            vertices[a, 2] - vertices[c, 2],
        )  # fmt: skip
        nx, ny, nz = uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx
        squared = max(
            ux * ux + uy * uy + uz * uz, vx * vx + vy * vy + vz * vz, wx * wx + wy * wy + wz * wz
        )
        area = math.sqrt(nx * nx + ny * ny + nz * nz)
        longest[t] = math.sqrt(squared)
        finite = True
        for k in range(3):
            total = abs(vertices[a, k]) + abs(vertices[b, k]) + abs(vertices[c, k])
            finite = finite and total < np.inf
        kind[t] = NOT_FINITE
        if finite:
            kind[t] = USABLE if area > ZERO_AREA_RATIO * longest[t] ** 2 else NO_AREA
        if kind[t] == USABLE:
            for k in range(3):
                x, y, z = vertices[a, k], vertices[b, k], vertices[c, k]
                bounds[k] = min(bounds[k], x, y, z)
                bounds[3 + k] = max(bounds[3 + k], x, y, z)


@kernel
def _boxes(vertices, faces, rows, centre, low, high):  # type: ignore[no-untyped-def]
    """Fill the boxes (K, 3) of some faces, from the centre."""
    for n in range(len(rows)):
        for k in range(3):
            low[n, k], high[n, k] = np.inf, -np.inf
            for c in range(3):
                x = vertices[faces[rows[n], c], k] - centre[k]
                low[n, k], high[n, k] = min(low[n, k], x), max(high[n, k], x)


@kernel
def _lay_out(vertices, faces, rows, centre, longest, triangles, small):  # type: ignore[no-untyped-def]
    """Fill the triangles of some faces, from the centre, in both precisions (see `MeshTree`)."""
    for n in range(len(rows)):
        for k in range(3):
            for c in range(3):
                triangles[n, 3 * c + k] = vertices[faces[rows[n], c], k] - centre[k]
            small[n, k] = triangles[n, k]
        ux, uy, uz = (
            triangles[n, 3] - triangles[n, 0], triangles[n, 4] - triangles[n, 1],
            triangles[n, 5] - triangles[n, 2],
        )  # fmt: skip
        vx, vy, vz = (
            triangles[n, 6] - triangles[n, 0], triangles[n, 7] - triangles[n, 1],
            triangles[n, 8] - triangles[n, 2],
        )  # fmt: skip
        small[n, 3], small[n, 4], small[n, 5] = ux, uy, uz
        small[n, 6], small[n, 7], small[n, 8] = vx, vy, vz
        small[n, 9] = uy * vz - uz * vy
        small[n, 10] = uz * vx - ux * vz
        small[n, 11] = ux * vy - uy * vx
        small[n, 12] = longest[rows[n]] * (1.0 + 1e-6)


def _build_tree(vertices: Floats, faces: npt.NDArray[np.int64]) -> MeshTree:
    kind, longest = np.empty(len(faces), np.int8), np.empty(len(faces))
    box = np.empty(6)
    _measure(vertices, faces, kind, longest, box)
    kept = np.flatnonzero(kind == USABLE)
    dropped, zero_area = int((kind == NOT_FINITE).sum()), int((kind == NO_AREA).sum())
    if not len(kept):
        raise MeshError(
            f"no usable face: of {counted(len(faces), 'face')} those with a corner that is NaN or "
            f"infinite are {dropped}, those without area {zero_area}; at least one triangle with "
            "area is needed"
        )
    bounds = box.reshape(2, 3)
    centre = bounds.mean(axis=0)
    low, high = np.empty((len(kept), 3)), np.empty((len(kept), 3))
    _boxes(vertices, faces, kept, centre, low, high)
    order = np.arange(len(kept))
    boxes = np.empty((2 * len(kept), 6))
    links = np.empty((2 * len(kept), 2), np.int32)
    number = _build(low, high, order, boxes, links)
    del low, high
    links = links[:number].copy()
    nodes = _nodes(boxes[:number, :3], boxes[:number, 3:], links)
    del boxes
    wide_boxes, wide_links = widened(nodes, links)
    rows = kept[order]
    triangles, small = np.empty((len(rows), 9)), np.empty((len(rows), 13), np.float32)
    _lay_out(vertices, faces, rows, centre, longest, triangles, small)
    return MeshTree(
        centre=centre,
        bounds=bounds,
        boxes=nodes,
        links=links,
        wide_boxes=wide_boxes,
        wide_links=wide_links,
        triangles=triangles,
        small=small,
        faces=rows.astype(np.int32),
        longest_edge=float(longest[kept].max()),
        dropped=dropped,
        zero_area=zero_area,
    )


_trees: weakref.WeakValueDictionary[bytes, MeshTree] = weakref.WeakValueDictionary()


def tree_of(mesh: Any) -> MeshTree:
    """The tree of a mesh, shared by all scenes that hold a mesh with the same content.

    Args:
        mesh: anything with `vertices` (V, 3) and `faces` (F, 3), such as a trimesh.Trimesh.

    Raises:
        MeshError: shapes are wrong, an index is out of range, or no face is usable.
    """
    if not hasattr(mesh, "vertices") or not hasattr(mesh, "faces"):
        raise MeshError(f"a mesh with vertices and faces wanted, got {type(mesh).__name__}")
    vertices = np.ascontiguousarray(mesh.vertices, dtype=np.float64)
    faces = np.ascontiguousarray(mesh.faces, dtype=np.int64)
    if vertices.ndim != 2 or vertices.shape[1:] != (3,):
        raise MeshError(f"mesh.vertices: shape (V, 3) wanted, got {vertices.shape}")
    if faces.ndim != 2 or faces.shape[1:] != (3,):
        raise MeshError(f"mesh.faces: shape (F, 3) wanted, got {faces.shape}")
    if len(faces) and (faces.min() < 0 or faces.max() >= len(vertices)):
        raise MeshError(
            f"mesh.faces: indices from 0 to {len(vertices) - 1} wanted, "
            f"got {int(faces.min())} to {int(faces.max())}"
        )
    digest = hashlib.blake2b(digest_size=16)
    digest.update(np.int64(len(vertices)).tobytes())
    digest.update(vertices.data if vertices.size else b"")
    digest.update(faces.data if faces.size else b"")
    key = digest.digest()
    tree = _trees.get(key)
    if tree is None:
        tree = _build_tree(vertices, faces)
        _trees[key] = tree
    return tree
