"""The nodes of a glTF scene: which meshes stand where."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from geo3d.piece.read.gltf.document import Json, entry, member, vector
from geo3d.piece.read.source import Source
from geo3d.rays.segments import Floats

DEEPEST = 2000


@dataclass(frozen=True, eq=False)
class Scene:
    """The default scene: its nodes that hold a mesh, in order, and each node's (4, 4) matrix."""

    meshes: tuple[int, ...]
    matrices: dict[int, Floats]


def walk(source: Source, document: Json) -> Scene:
    """Go down the default scene from its roots.

    Raises:
        MeshError: nodes that go round in a circle, have two parents, are missing or too deep, or a
            transform that is not of its form.
    """
    meshes: list[int] = []
    matrices: dict[int, Floats] = {}
    # Two parents would be needed for a circle, so that each node is entered once at most.
    stack: list[tuple[Any, Floats, int]] = [
        (root, np.eye(4), 0) for root in reversed(_roots(source, document))
    ]
    while stack:
        index, above, depth = stack.pop()
        node = entry(source, document, "nodes", index)
        place = f"nodes[{index}]"
        if index in matrices:
            source.fail(place, "has two parents, or is its own descendant; nodes form a tree")
        if depth > DEEPEST:
            source.fail(place, f"nested over {DEEPEST} deep")
        with np.errstate(over="ignore", invalid="ignore"):
            matrices[index] = above @ _matrix(source, place, node)
        if "mesh" in node:
            meshes.append(index)
        below = member(source, place, node, "children", list, [])
        stack += [(child, matrices[index], depth + 1) for child in reversed(below)]
    return Scene(tuple(meshes), matrices)


def _roots(source: Source, document: Json) -> list[Any]:
    """The default scene's nodes; without scenes, all nodes that are nobody's child."""
    if member(source, "", document, "scenes", list, []):
        number = document.get("scene", 0)
        scene = entry(source, document, "scenes", number)
        roots: list[Any] = member(source, f"scenes[{number}]", scene, "nodes", list, [])
        return roots
    count = len(member(source, "", document, "nodes", list, []))
    children: set[int] = set()
    for index in range(count):
        node = entry(source, document, "nodes", index)
        below = member(source, f"nodes[{index}]", node, "children", list, [])
        children.update(child for child in below if isinstance(child, int))
    roots = [index for index in range(count) if index not in children]
    if count and not roots:
        source.fail("nodes", "every node is another's child: they go round in a circle")
    return roots


def _matrix(source: Source, place: str, node: Json) -> Floats:
    """A node's own transform: matrix, or scale, then rotation, then translation."""
    if "matrix" in node:
        return vector(source, f"{place}.matrix", node["matrix"], 16).reshape(4, 4).T
    matrix = np.eye(4)
    if "rotation" in node:
        quaternion = vector(source, f"{place}.rotation", node["rotation"], 4)
        size = np.linalg.norm(quaternion)
        if size == 0.0 or not np.isfinite(size):
            source.fail(f"{place}.rotation", "a unit quaternion is wanted")
        x, y, z, w = quaternion / size
        matrix[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    if "scale" in node:
        matrix[:3, :3] *= vector(source, f"{place}.scale", node["scale"], 3)
    if "translation" in node:
        matrix[:3, 3] = vector(source, f"{place}.translation", node["translation"], 3)
    return matrix
