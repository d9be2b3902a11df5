"""A mesh as sheets: its triangles with the edges that join them, ready to be cut by a shaft."""

import threading
import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from geo3d.rays.bvh import DEPTH, MeshTree
from geo3d.rays.compiled import inline, kernel
from geo3d.rays.placing import Placed
from geo3d.rays.segments import Bools, Floats, Ints


@dataclass(frozen=True, eq=False)
class Sheets:
    """Edges of a mesh's triangles, in the order of its tree. Corners at one place are one corner.

    Attributes:
        edges: (T, 3) numbers of each triangle's edges; -1 for a triangle that is there already.
        even: (E,) whether an even number of triangles meet at an edge.
    """

    edges: Ints
    even: Bools


@dataclass(frozen=True, eq=False)
class Cut:
    """The triangles of a scene that a shaft may meet, in the frame of the shaft.

    Attributes:
        corners: (T, 9).
        edges: (T, 3) numbers of their edges, from 0.
        even: (E,) as in `Sheets`.
    """

    corners: Floats
    edges: Ints
    even: Bools


_sheets: weakref.WeakKeyDictionary[MeshTree, Sheets] = weakref.WeakKeyDictionary()


def sheets_of(tree: MeshTree) -> Sheets:
    """The sheets of a mesh, found once."""
    found = _sheets.get(tree)
    if found is None:
        found = _find(tree)
        _sheets[tree] = found
    return found


def _find(tree: MeshTree) -> Sheets:
    points = tree.triangles.reshape(-1, 3)
    _, index = np.unique(points + 0.0, axis=0, return_inverse=True)
    index = index.reshape(-1, 3)
    low, high = np.sort(index, axis=1)[:, 0], np.sort(index, axis=1)[:, 2]
    span = int(index.max()) + 1
    middle = index.sum(axis=1) - low - high
    _, first = np.unique((low * span + middle) * span + high, return_index=True)
    once = np.zeros(len(index), np.bool_)
    once[first] = True
    after = np.roll(index, -1, axis=1)
    key = np.minimum(index, after) * span + np.maximum(index, after)
    edges = np.full(index.shape, -1, np.int64)
    _, number, count = np.unique(key[once], return_inverse=True, return_counts=True)
    edges[once] = number.reshape(-1, 3)
    return Sheets(edges, count % 2 == 0)


def cut(placed: Sequence[Placed], axes: Floats, planes: Floats) -> Cut:
    """The triangles of placed meshes that are not beyond any of a shaft's planes.

    Args:
        axes: (3, 3) rows: the unit axes of the shaft's frame, whose origin is the board's.
        planes: (P, 4) normal and offset in that frame; inside is normal . x <= offset.
    """
    corners: list[Floats] = []
    edges: list[Ints] = []
    even: list[Bools] = []
    total = 0
    for mesh in placed:
        tree = mesh.tree
        # From the tree's frame into the shaft's.
        turn = np.ascontiguousarray(axes @ mesh.transform[:3, :3])
        shift = turn @ tree.centre + axes @ mesh.transform[:3, 3]
        inner = np.column_stack([planes[:, :3] @ turn, planes[:, 3] - planes[:, :3] @ shift])
        if _beyond(inner, tree.bounds[0] - tree.centre, tree.bounds[1] - tree.centre):
            continue
        rows = _collect(tree.boxes, tree.links, tree.triangles, inner)
        if not len(rows):
            continue
        sheets = sheets_of(tree)
        some = _taken(
            rows, tree.triangles, sheets.edges, sheets.even, turn, shift, total, _room(sheets)
        )
        corners.append(some[0])
        edges.append(some[1])
        even.append(some[2])
        total += len(some[2])
    if not corners:
        return Cut(np.empty((0, 9)), np.empty((0, 3), np.int64), np.empty(0, np.bool_))
    return Cut(np.concatenate(corners), np.concatenate(edges), np.concatenate(even))


_rooms = threading.local()


def _room(sheets: Sheets) -> Ints:
    """(E,) or more of -1, to number edges in: one array a thread, left as it was found."""
    room: Ints | None = getattr(_rooms, "numbers", None)
    if room is None or len(room) < len(sheets.even):
        room = _rooms.numbers = np.full(len(sheets.even), -1, np.int64)
    return room


@kernel
def _taken(rows, triangles, edges, even, turn, shift, begin, room):  # type: ignore[no-untyped-def]
    """Corners, edges (numbered anew from `begin`) and their evenness of some rows of triangles."""
    kept, used = 0, 0
    corners, numbers = np.empty((len(rows), 9)), np.empty((len(rows), 3), np.int64)
    of_edges = np.empty(3 * len(rows), np.bool_)
    for t in rows:
        if edges[t, 0] < 0:
            continue
        for c in range(3):
            x, y, z = triangles[t, 3 * c], triangles[t, 3 * c + 1], triangles[t, 3 * c + 2]
            for k in range(3):
                there = turn[k, 0] * x + turn[k, 1] * y + turn[k, 2] * z
                corners[kept, 3 * c + k] = there + shift[k]
            e = edges[t, c]
            if room[e] < 0:
                room[e] = used
                of_edges[used] = even[e]
                used += 1
            numbers[kept, c] = room[e] + begin
        kept += 1
    for t in rows:
        for c in range(3):
            if edges[t, c] >= 0:
                room[edges[t, c]] = -1
    return corners[:kept], numbers[:kept], of_edges[:used]


def _beyond(planes: Floats, low: Floats, high: Floats) -> bool:
    nearest = np.where(planes[:, :3] > 0.0, low, high)
    return bool((np.einsum("ij,ij->i", planes[:, :3], nearest) > planes[:, 3]).any())


@inline
def beyond(corners, t, planes):  # type: ignore[no-untyped-def]
    """Whether a triangle lies beyond one of the planes."""
    for p in range(len(planes)):
        least = np.inf
        for c in range(3):
            value = 0.0
            for k in range(3):
                value += planes[p, k] * corners[t, 3 * c + k]
            least = min(least, value)
        if least > planes[p, 3]:
            return True
    return False


@kernel
def _collect(boxes, links, triangles, planes):  # type: ignore[no-untyped-def]
    """Rows of the triangles that are not wholly beyond one of the planes."""
    found = np.empty(len(triangles), np.int64)
    number = 0
    stack = np.empty(DEPTH, np.int64)
    stack[0] = 0
    depth = 1
    while depth > 0:
        depth -= 1
        node = stack[depth]
        outside = False
        for p in range(len(planes)):
            least = 0.0
            for k in range(3):
                n = planes[p, k]
                least += n * (boxes[node, k] if n > 0.0 else boxes[node, 3 + k])
            if least > planes[p, 3]:
                outside = True
                break
        if outside:
            continue
        if links[node, 1] < 0:
            stack[depth], stack[depth + 1] = links[node, 0], links[node, 0] + 1
            depth += 2
            continue
        for t in range(links[node, 0], links[node, 0] + links[node, 1]):
            if not beyond(triangles, t, planes):
                found[number] = t
                number += 1
    return found[:number]
