"""glTF 2.0 and GLB (Khronos Group 2021): metres, y up, a scene of nested nodes.

Own reader, because what matters here is that nothing is passed over in silence: compressed meshes
are refused by name, and every count is checked against the file before it is used.
"""

import json
import struct
from typing import Any

import numpy as np

from geo3d.piece.read.accessors import Arrays, entry
from geo3d.piece.read.source import Raw, Source, checked
from geo3d.rays.segments import Floats, Ints

JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
UNDERSTOOD = {
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "EXT_texture_webp",
    "KHR_lights_punctual", "KHR_node_visibility", "CESIUM_RTC",
}  # fmt: skip
"""Required extensions that change nothing about the shape, or that are read."""
PACKED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression")


def read_gltf(source: Source) -> Raw:
    """Read the default scene of a .gltf or .glb file; mirrored parts are turned right side out."""
    document, binary = _parts(source)
    version = document.get("asset", {})
    version = version.get("version") if isinstance(version, dict) else None
    if not str(version).startswith("2."):
        source.fail("asset.version", f"glTF 2 is wanted, got {version!r}")
    _extensions(source, document)
    arrays = Arrays(source, document, binary)
    points: list[Floats] = []
    faces: list[Ints] = []
    total = 0
    loose = 0
    meshes: dict[int, tuple[Floats, Ints, int]] = {}
    for mesh, matrix in _placed(source, document):
        if mesh not in meshes:
            meshes[mesh] = _mesh(source, document, arrays, mesh)
        own, triangles, others = meshes[mesh]
        loose += others
        with np.errstate(invalid="ignore", over="ignore"):
            moved = own @ matrix[:3, :3].T + matrix[:3, 3]
        if np.linalg.det(matrix[:3, :3]) < 0:
            triangles = triangles[:, ::-1]
        points.append(moved)
        faces.append(triangles + total)
        total += len(moved)
        if total > 200_000_000:
            source.fail("nodes", "over 200 million vertices once all nodes are placed")
    notes = []
    if loose:
        notes.append(f"{loose} primitives of points or lines were left out")
    if "CESIUM_RTC" in document.get("extensionsUsed", []):
        notes.append("CESIUM_RTC: its centre, a place on the globe, was left out")
    vertices, triangles = checked(
        source,
        np.concatenate(points) if points else np.empty((0, 3)),
        np.concatenate(faces) if faces else np.empty((0, 3), np.int64),
    )
    own_extras = _extras(document)
    return Raw(
        vertices, triangles, units="m", up="y", extras=own_extras,
        name=own_extras.get("name") if isinstance(own_extras.get("name"), str) else None,
        warnings=tuple(notes),
    )  # fmt: skip


def _parts(source: Source) -> tuple[dict[str, Any], bytes | None]:
    """The JSON document and the binary chunk."""
    data = source.data
    text, binary = data, None
    if data[:4] == b"glTF":
        if len(data) < 20:
            source.fail("header", "the file ends inside it")
        _, version, length = struct.unpack_from("<4sII", data)
        if version != 2:
            source.fail("header", f"glTF 2 is wanted, got version {version}")
        if length > len(data):
            source.fail("header", f"claims {length} bytes, the file holds {len(data)}: cut short")
        at = 12
        chunks: dict[int, bytes] = {}
        while at + 8 <= length:
            size, kind = struct.unpack_from("<II", data, at)
            if at + 8 + size > length:
                source.fail("header", f"a chunk claims {size} bytes, {length - at - 8} are left")
            chunks.setdefault(kind, data[at + 8 : at + 8 + size])
            at += 8 + size
        if JSON_CHUNK not in chunks:
            source.fail("header", "no JSON chunk")
        text, binary = chunks[JSON_CHUNK], chunks.get(BINARY_CHUNK)
    try:
        document = json.loads(text.decode("utf-8-sig"))
    except (UnicodeDecodeError, json.JSONDecodeError) as error:
        source.fail("JSON", f"not JSON: {error}")
    except RecursionError:
        source.fail("JSON", "nested too deeply")
    if not isinstance(document, dict):
        source.fail("JSON", "an object is wanted at the top")
    return document, binary


def _extensions(source: Source, document: dict[str, Any]) -> None:
    required = document.get("extensionsRequired", [])
    used = document.get("extensionsUsed", [])
    for names in (required, used):
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            source.fail("extensionsRequired", "a list of names is wanted")
    unknown = [name for name in required if name not in UNDERSTOOD]
    if unknown:
        packed = " (export it without compression)" if set(unknown) & set(PACKED) else ""
        source.fail("extensionsRequired", f"{', '.join(unknown)} is not supported{packed}")


def _placed(source: Source, document: dict[str, Any]) -> list[tuple[int, Floats]]:
    """The meshes of the default scene, each with its matrix to the scene's frame."""
    nodes = document.get("nodes", [])
    scenes = document.get("scenes")
    if scenes:
        scene = entry(source, document, "scenes", document.get("scene", 0))
        roots = _list(source, "scenes.nodes", scene.get("nodes", []))
    else:
        children = {
            child
            for node in nodes if isinstance(node, dict)
            for child in node.get("children", []) if isinstance(child, int)
        }  # fmt: skip
        roots = [i for i in range(len(nodes)) if i not in children]
        if not roots and nodes:
            source.fail("nodes", "every node is another's child: they go round in a circle")
    found: list[tuple[int, Floats]] = []
    stack: list[tuple[Any, Floats, tuple[int, ...]]] = [(r, np.eye(4), ()) for r in reversed(roots)]
    seen: set[int] = set()
    while stack:
        index, above, path = stack.pop()
        node = entry(source, document, "nodes", index)
        if index in path:
            source.fail(f"nodes[{index}]", "is its own descendant: nodes go round in a circle")
        if index in seen:
            source.fail(f"nodes[{index}]", "has two parents; glTF allows one")
        seen.add(index)
        matrix = above @ _matrix(source, index, node)
        if "mesh" in node:
            found.append((node["mesh"], matrix))
        below = _list(source, f"nodes[{index}].children", node.get("children", []))
        stack += [(child, matrix, (*path, index)) for child in reversed(below)]
        if len(path) > 2000:
            source.fail(f"nodes[{index}]", "nested over 2,000 deep")
    return found


def _list(source: Source, place: str, value: Any) -> list[Any]:
    if not isinstance(value, list):
        source.fail(place, "a list is wanted")
    return value


def _matrix(source: Source, index: int, node: dict[str, Any]) -> Floats:
    """A node's own transform: matrix, or scale, then rotation, then translation."""
    place = f"nodes[{index}]"
    if "matrix" in node:
        return _vector(source, f"{place}.matrix", node["matrix"], 16).reshape(4, 4).T
    matrix = np.eye(4)
    if "rotation" in node:
        quaternion = _vector(source, f"{place}.rotation", node["rotation"], 4)
        size = np.linalg.norm(quaternion)
        if size == 0.0:
            source.fail(f"{place}.rotation", "a unit quaternion is wanted, got zeros")
        x, y, z, w = quaternion / size
        matrix[:3, :3] = [
            [1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)],
        ]
    if "scale" in node:
        matrix[:3, :3] *= _vector(source, f"{place}.scale", node["scale"], 3)
    if "translation" in node:
        matrix[:3, 3] = _vector(source, f"{place}.translation", node["translation"], 3)
    return matrix


def _vector(source: Source, place: str, value: Any, length: int) -> Floats:
    try:
        vector = np.array(value, dtype=np.float64)
    except (TypeError, ValueError):
        vector = np.empty(0)
    if vector.shape != (length,) or not np.isfinite(vector).all():
        source.fail(place, f"{length} finite numbers are wanted")
    return vector


def _mesh(
    source: Source, document: dict[str, Any], arrays: Arrays, index: Any
) -> tuple[Floats, Ints, int]:
    """A mesh's vertices and triangles, and how many of its primitives are points or lines."""
    mesh = entry(source, document, "meshes", index)
    points: list[Floats] = [np.empty((0, 3))]
    faces: list[Ints] = [np.empty((0, 3), np.int64)]
    total, others = 0, 0
    for number, row in enumerate(_list(source, f"meshes[{index}]", mesh.get("primitives", []))):
        place = f"meshes[{index}].primitives[{number}]"
        if not isinstance(row, dict) or not isinstance(row.get("attributes"), dict):
            source.fail(place, "an object with attributes is wanted")
        for name in row.get("extensions", {}):
            if name in PACKED:
                source.fail(place, f"{name} is not supported (export it without compression)")
        mode = row.get("mode", 4)
        if mode in (0, 1, 2, 3):
            others += 1
            continue
        if mode not in (4, 5, 6):
            source.fail(f"{place}.mode", f"{mode!r} is none of glTF's")
        if "POSITION" not in row["attributes"]:
            source.fail(place, "has no POSITION: where its vertices are is not in the file")
        own = arrays.floats(row["attributes"]["POSITION"], 3)
        order = arrays.indices(row["indices"]) if "indices" in row else np.arange(len(own))
        if len(order) and order.max() >= len(own):
            source.fail(
                f"{place}.indices",
                f"vertex index {int(order.max())} is out of range; there are {len(own)} vertices",
            )
        points.append(own)
        faces.append(_triangles(order, mode) + total)
        total += len(own)
    return np.concatenate(points), np.concatenate(faces), others


def _triangles(order: Ints, mode: int) -> Ints:
    """Indices as triangles: mode 4 triangles, 5 a strip, 6 a fan."""
    if mode == 4:
        return order[: len(order) // 3 * 3].reshape(-1, 3)
    if len(order) < 3:
        return np.empty((0, 3), np.int64)
    if mode == 6:
        return np.column_stack([np.full(len(order) - 2, order[0]), order[1:-1], order[2:]])
    strip = np.column_stack([order[:-2], order[1:-1], order[2:]])
    strip[1::2] = strip[1::2][:, [1, 0, 2]]
    return strip


def _extras(document: dict[str, Any]) -> dict[str, Any]:
    """What geo3d wrote into the file, or nothing."""
    meshes = document.get("meshes")
    first = meshes[0] if isinstance(meshes, list) and meshes else None
    extras = first.get("extras") if isinstance(first, dict) else None
    own = extras.get("geo3d") if isinstance(extras, dict) else None
    return own if isinstance(own, dict) else {}
