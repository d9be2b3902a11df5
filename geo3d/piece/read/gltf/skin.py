"""Skins: a mesh that joints hold, in the pose that the file's nodes are in (glTF 2.0, 3.7.3)."""

from typing import Any

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.gltf.arrays import Arrays
from geo3d.piece.read.gltf.document import Json, entry, member
from geo3d.piece.read.gltf.primitives import Primitive
from geo3d.piece.read.source import Source
from geo3d.rays.segments import Floats


def joint_matrices(
    source: Source, document: Json, arrays: Arrays, index: Any, matrices: dict[int, Floats]
) -> Floats:
    """(J, 4, 4): from the mesh's rest pose to the scene, by each joint of a skin."""
    skin = entry(source, document, "skins", index)
    place = f"skins[{index}]"
    joints = member(source, place, skin, "joints", list, [])
    for joint in joints:
        entry(source, document, "nodes", joint)
        if joint not in matrices:
            source.fail(f"{place}.joints", f"node {joint} is not in the scene")
    world = np.array([matrices[joint] for joint in joints]).reshape(-1, 4, 4)
    if "inverseBindMatrices" not in skin:
        return world
    # A file holds matrices column by column.
    inverse = arrays.floats(skin["inverseBindMatrices"], 16).reshape(-1, 4, 4).transpose(0, 2, 1)
    if len(inverse) < len(joints):
        source.fail(
            place,
            f"inverse bind: {counted(len(inverse), 'matrix')} for {counted(len(joints), 'joint')}",
        )
    return world @ inverse[: len(joints)]


def skinned(source: Source, arrays: Arrays, primitive: Primitive, joints: Floats) -> Floats:
    """The vertices of a primitive where its joints hold them, in the scene's frame.

    Each is the weighted mean of its places by the joints that it hangs on; weights are brought to
    a sum of one.
    """
    own, attributes, place = primitive.vertices, primitive.attributes, primitive.place
    moved = np.zeros_like(own)
    total = np.zeros(len(own))
    number = 0
    while f"JOINTS_{number}" in attributes:
        held = arrays.indices(attributes[f"JOINTS_{number}"], 4)
        weights = arrays.floats(attributes.get(f"WEIGHTS_{number}"), 4)
        if len(held) != len(own) or len(weights) != len(own):
            source.fail(
                f"{place}.attributes",
                f"joints and weights wanted for {counted(len(own), 'vertex')}",
            )
        if held.size and held.max() >= len(joints):
            source.fail(
                f"{place}.attributes.JOINTS_{number}",
                f"joint {int(held.max())} is out of range; the skin has {len(joints)}",
            )
        for part in range(4):
            by, weight = joints[held[:, part]], weights[:, part]
            place_by = np.einsum("vij,vj->vi", by[:, :3, :3], own) + by[:, :3, 3]
            # A weight of zero says that the joint is none, whatever its matrix holds.
            moved += np.where(weight[:, None] != 0.0, weight[:, None] * place_by, 0.0)
            total += weight
        number += 1
    if number == 0 or not (total != 0.0).all():
        source.fail(f"{place}.attributes", "a skinned vertex hangs on no joint")
    return moved / total[:, None]
