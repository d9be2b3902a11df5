"""One mesh of a glTF file: its primitives as vertices and triangles, with morphing applied."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.gltf.arrays import Arrays
from geo3d.piece.read.gltf.document import Json, entry, member, refuse_packed, vector
from geo3d.piece.read.source import MOST_FACES, Source
from geo3d.rays.segments import Floats, Ints

POINTS_AND_LINES = (0, 1, 2, 3)
TRIANGLES, STRIP, FAN = 4, 5, 6
MOST_MOVED = 2 * MOST_FACES
"""Vertices times morph targets of a mesh: a target takes a few bytes to name a long accessor."""


@dataclass(frozen=True, eq=False)
class Primitive:
    """Vertices (V, 3) and triangles (F, 3), and the attributes that a skin asks for."""

    place: str
    vertices: Floats
    faces: Ints
    attributes: Json


def primitives(
    source: Source, document: Json, arrays: Arrays, index: Any, weights: Any
) -> tuple[list[Primitive], int]:
    """A mesh's primitives of triangles, and how many others it has, of points or lines.

    Args:
        weights: of its morph targets, as the node states them, or None for the mesh's own.
    """
    mesh = entry(source, document, "meshes", index)
    found: list[Primitive] = []
    others, size = 0, 0
    weights = mesh.get("weights") if weights is None else weights
    for number, row in enumerate(member(source, f"meshes[{index}]", mesh, "primitives", list, [])):
        place = f"meshes[{index}].primitives[{number}]"
        if not isinstance(row, dict):
            source.fail(place, "an object is wanted")
        attributes: Json = member(source, place, row, "attributes", dict, {})
        refuse_packed(source, place, row)
        mode = row.get("mode", TRIANGLES)
        if isinstance(mode, bool) or mode not in (*POINTS_AND_LINES, TRIANGLES, STRIP, FAN):
            source.fail(f"{place}.mode", f"{str(mode)[:40]} is none of glTF's")
        if mode in POINTS_AND_LINES:
            others += 1
            continue
        if "POSITION" not in attributes:
            source.fail(place, "has no POSITION: where its vertices are is not in the file")
        vertices = arrays.floats(attributes["POSITION"], 3)
        order = arrays.indices(row["indices"]) if "indices" in row else np.arange(len(vertices))
        if len(order) and order.max() >= len(vertices):
            source.fail(
                f"{place}.indices",
                f"vertex index {int(order.max())} is out of range; there are {len(vertices)} "
                "vertices",
            )
        targets = member(source, place, row, "targets", list, [])
        if targets and weights is not None:
            size += len(vertices) * len(targets)
            if size > MOST_MOVED:
                source.fail(place, f"over {MOST_MOVED} vertices to move by morph targets")
            vertices = _morphed(source, arrays, place, vertices, targets, weights)
        found.append(Primitive(place, vertices, _triangles(order, mode), attributes))
        size += len(vertices) + len(order) // 3
        if size > 2 * MOST_FACES:
            source.fail(place, f"over {MOST_FACES} faces so far")
    return found, others


def _triangles(order: Ints, mode: int) -> Ints:
    """Indices as triangles (glTF 2.0, 3.7.2.1)."""
    if mode == TRIANGLES:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if len(order) < 3:
        return np.empty((0, 3), np.int64)
    if mode == FAN:
        return np.column_stack([np.full(len(order) - 2, order[0]), order[1:-1], order[2:]])
    strip = np.column_stack([order[:-2], order[1:-1], order[2:]])
    strip[1::2] = strip[1::2][:, [1, 0, 2]]
    # Strips repeat a corner to jump to their next run: those triangles are no faces.
    faces: Ints = strip[(strip != np.roll(strip, 1, axis=1)).all(axis=1)]
    return faces


def _morphed(
    source: Source, arrays: Arrays, place: str, vertices: Floats, targets: list[Any], weights: Any
) -> Floats:
    """The rest position, each target's offsets added by its weight."""
    by = vector(source, f"{place}: weights", weights, len(targets))
    for number in np.flatnonzero(by):
        target = targets[number]
        if not isinstance(target, dict):
            source.fail(f"{place}.targets[{number}]", "an object is wanted")
        if "POSITION" not in target:
            continue
        offsets = arrays.floats(target["POSITION"], 3)
        if len(offsets) != len(vertices):
            source.fail(
                f"{place}.targets[{number}]",
                f"{counted(len(offsets), 'offset')} for {counted(len(vertices), 'vertex')}; one "
                "each is wanted",
            )
        vertices = vertices + by[number] * offsets
    return vertices
