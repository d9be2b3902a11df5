"""Writing a piece: a plain binary glTF in metres, y up, that any 3D program opens at its true size.

What geo3d knows of the piece sits in `meshes[0].extras.geo3d`. The same piece gives the same bytes.
glTF 2.0, Khronos Group 2021: positions are float32, so a coordinate of 10" is kept to 5e-7".
"""

import json
import os
import struct
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

from geo3d.errors import MeshError
from geo3d.piece.piece import Piece
from geo3d.units import INCHES_PER_UNIT

FLOAT, UINT = 5126, 5125
ARRAY_BUFFER, ELEMENT_BUFFER = 34962, 34963


def write_bytes(path: Path, data: bytes) -> None:
    """Write a file whole or not at all: to a temporary file beside it, then renamed.

    Raises:
        MeshError: it cannot be written.
    """
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    except OSError as error:
        raise MeshError(f"{path}: cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        umask = os.umask(0)
        os.umask(umask)
        Path(name).chmod(0o666 & ~umask)
        Path(name).replace(path)
    except OSError as error:
        raise MeshError(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        Path(name).unlink(missing_ok=True)


def glb(mesh: trimesh.Trimesh, extras: Mapping[str, Any], name: str) -> bytes:
    """The bytes of a .glb: one node, one mesh, positions and indices."""
    vertices = np.asarray(mesh.vertices, dtype=np.float64) / INCHES_PER_UNIT["m"]
    # z up to y up: (x, y, z) becomes (x, z, -y).
    points = np.column_stack([vertices[:, 0], vertices[:, 2], -vertices[:, 1]]).astype("<f4") + 0.0
    indices = np.asarray(mesh.faces, dtype="<u4").ravel()
    blob = points.astype("<f4").tobytes() + indices.tobytes()
    document = {
        "asset": {"version": "2.0", "generator": "geo3d"},
        "scene": 0,
        "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0, "name": name}],
        "meshes": [
            {
                "name": name,
                "primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "mode": 4}],
                "extras": {"geo3d": dict(extras)},
            }
        ],
        "accessors": [
            {
                "bufferView": 0, "componentType": FLOAT, "count": len(points), "type": "VEC3",
                "min": [float(v) for v in points.min(axis=0)],
                "max": [float(v) for v in points.max(axis=0)],
            },
            {"bufferView": 1, "componentType": UINT, "count": len(indices), "type": "SCALAR"},
        ],
        "bufferViews": [
            {"buffer": 0, "byteLength": 12 * len(points), "byteOffset": 0, "target": ARRAY_BUFFER},
            {
                "buffer": 0, "byteLength": 4 * len(indices), "byteOffset": 12 * len(points),
                "target": ELEMENT_BUFFER,
            },
        ],
        "buffers": [{"byteLength": len(blob)}],
    }  # fmt: skip
    text = json.dumps(document, separators=(",", ":"), sort_keys=True, allow_nan=False).encode()
    text += b" " * (-len(text) % 4)
    blob += b"\0" * (-len(blob) % 4)
    total = 12 + 8 + len(text) + 8 + len(blob)
    return b"".join([
        struct.pack("<4sII", b"glTF", 2, total),
        struct.pack("<I4s", len(text), b"JSON"), text,
        struct.pack("<I4s", len(blob), b"BIN\0"), blob,
    ])  # fmt: skip


def write_piece(
    piece: Piece | trimesh.Trimesh,
    path: Any,
    *,
    name: str,
    category: str | None = None,
    extras: Mapping[str, Any] | None = None,
) -> None:
    """Write a piece as .glb, metres, y up.

    Args:
        piece: a piece, or a mesh in inches, z up.
        path: where to; ends in .glb.
        name, category: kept in `extras.geo3d`.
        extras: more to keep there: plain JSON values.

    Raises:
        MeshError: the mesh is empty, has vertices that are no finite float32 or faces that name
            vertices it has not; extras are not JSON; the ending is not .glb; or the file cannot be
            written.
    """
    target = Path(path)
    mesh = piece.mesh if isinstance(piece, Piece) else piece
    if target.suffix.lower() != ".glb":
        raise MeshError(f"{target}: a piece is written as .glb; give the file that ending")
    faces = np.asarray(mesh.faces)
    if not len(faces):
        raise MeshError(f"{target}: not written: the mesh has no faces")
    if faces.min() < 0 or faces.max() >= len(mesh.vertices):
        raise MeshError(f"{target}: not written: a face names a vertex that the mesh has not")
    if not (np.abs(mesh.vertices) < np.finfo(np.float32).max).all():
        raise MeshError(
            f"{target}: not written: vertices are NaN, infinite, or beyond what float32 holds"
        )
    known: dict[str, Any] = {**(dict(extras) if extras else {}), "name": name}
    if category is not None:
        known["category"] = category
    try:
        data = glb(mesh, known, name)
    except (TypeError, ValueError) as error:
        raise MeshError(f"{target}: not written: extras must be JSON values: {error}") from None
    write_bytes(target, data)
