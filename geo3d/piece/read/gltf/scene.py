"""A glTF file as one mesh: every mesh of the default scene where its nodes put it."""

import json
from typing import Any

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.gltf.arrays import Arrays
from geo3d.piece.read.gltf.document import Json, entry, names, parts
from geo3d.piece.read.gltf.nodes import walk
from geo3d.piece.read.gltf.primitives import Primitive, primitives
from geo3d.piece.read.gltf.skin import joint_matrices, skinned
from geo3d.piece.read.source import MOST_FACES, Raw, Source, checked
from geo3d.rays.segments import Floats, Ints

LEAST = 100
"""Faces that a primitive counts for at least: empty ones, placed by many nodes, take time, too."""


def read_gltf(source: Source) -> Raw:
    """Read the default scene of a .gltf or .glb file; mirrored parts are turned right side out."""
    document, binary = parts(source)
    arrays = Arrays(source, document, binary)
    scene = walk(source, document)
    made: dict[str, tuple[list[Primitive], int]] = {}
    placed: list[tuple[int, list[Primitive]]] = []
    size, loose = 0, 0
    for index in scene.meshes:
        node = entry(source, document, "nodes", index)
        key = json.dumps([node["mesh"], node.get("weights")])
        if key not in made:
            made[key] = primitives(source, document, arrays, node["mesh"], node.get("weights"))
        own, others = made[key]
        loose += others
        size += sum(max(len(p.faces), len(p.vertices), LEAST) for p in own)
        if size > MOST_FACES:
            source.fail(f"nodes[{index}]", f"over {MOST_FACES} faces or vertices with all placed")
        placed.append((index, own))
    points: list[Floats] = [np.empty((0, 3))]
    faces: list[Ints] = [np.empty((0, 3), np.int64)]
    total = 0
    poses: dict[int, Floats] = {}
    for index, own in placed:
        node = entry(source, document, "nodes", index)
        matrix = scene.matrices[index]
        joints = None
        if "skin" in node:
            entry(source, document, "skins", node["skin"])
            if node["skin"] not in poses:
                poses[node["skin"]] = joint_matrices(
                    source, document, arrays, node["skin"], scene.matrices
                )
            joints = poses[node["skin"]]
        for primitive in own:
            if joints is None:
                points.append(primitive.vertices @ matrix[:3, :3].T + matrix[:3, 3])
                turns = matrix[None, :3, :3]
            else:
                points.append(skinned(source, arrays, primitive, joints))
                turns = joints[:1, :3, :3]
            mirrored = bool((np.linalg.det(turns) < 0).any())
            triangles = primitive.faces[:, ::-1] if mirrored else primitive.faces
            faces.append(triangles + total)
            total += len(primitive.vertices)
    notes = []
    if loose:
        notes.append(f"left out: {counted(loose, 'primitive')} of points or lines")
    if "CESIUM_RTC" in names(source, document, "extensionsUsed"):
        notes.append("CESIUM_RTC: its centre, a place on the globe, was left out")
    vertices, triangles = checked(source, np.concatenate(points), np.concatenate(faces))
    extras = _extras(document)
    name = extras.get("name")
    return Raw(
        vertices, triangles, units="m", up="y", extras=extras,
        name=name if isinstance(name, str) else None, warnings=tuple(notes),
    )  # fmt: skip


def _extras(document: Json) -> dict[str, Any]:
    """What geo3d wrote into the file, or nothing."""
    meshes = document.get("meshes")
    first = meshes[0] if isinstance(meshes, list) and meshes else None
    extras = first.get("extras") if isinstance(first, dict) else None
    own = extras.get("geo3d") if isinstance(extras, dict) else None
    return own if isinstance(own, dict) else {}
