"""Small glTF files made by hand: a document and its buffer, as .glb or .gltf."""

import base64
import json
import struct
from typing import Any

import numpy as np

from tests.piece.read.cubes import CORNERS, TRIANGLES

CODES = {"i1": 5120, "u1": 5121, "i2": 5122, "u2": 5123, "u4": 5125, "f4": 5126}
TYPES = {1: "SCALAR", 3: "VEC3", 4: "VEC4", 16: "MAT4"}


class Maker:
    """Collects arrays into one buffer, and the accessors to them."""

    def __init__(self) -> None:
        self.data = b""
        self.document: dict[str, Any] = {
            "asset": {"version": "2.0"}, "accessors": [], "bufferViews": [],
            "meshes": [], "nodes": [], "scenes": [{"nodes": []}], "scene": 0,
        }  # fmt: skip

    def view(self, data: bytes, **more: Any) -> int:
        self.data += b"\0" * (-len(self.data) % 4)
        views = self.document["bufferViews"]
        views.append({"buffer": 0, "byteOffset": len(self.data), "byteLength": len(data), **more})
        self.data += data
        return len(views) - 1

    def accessor(self, values: Any, kind: str = "f4", **more: Any) -> int:
        values = np.asarray(values)
        width = values.shape[1] if values.ndim == 2 else 1
        rows = self.document["accessors"]
        rows.append({
            "bufferView": self.view(values.astype("<" + kind).tobytes()),
            "componentType": CODES[kind], "count": len(values), "type": TYPES[width], **more,
        })  # fmt: skip
        return len(rows) - 1

    def mesh(self, *primitives: dict[str, Any], **more: Any) -> int:
        self.document["meshes"].append({"primitives": list(primitives), **more})
        return len(self.document["meshes"]) - 1

    def cube(self, scale: float = 1.0, kind: str = "u2") -> int:
        """A mesh: the unit cube times `scale`, with indices."""
        points = self.accessor(np.array(CORNERS, float) * scale)
        indices = self.accessor(np.ravel(TRIANGLES), kind)
        return self.mesh({"attributes": {"POSITION": points}, "indices": indices})

    def node(self, root: bool = True, **node: Any) -> int:
        self.document["nodes"].append(node)
        number = len(self.document["nodes"]) - 1
        if root:
            self.document["scenes"][0]["nodes"].append(number)
        return number

    def glb(self) -> bytes:
        self.document["buffers"] = [{"byteLength": len(self.data)}]
        text = json.dumps(self.document).encode()
        text += b" " * (-len(text) % 4)
        body = self.data + b"\0" * (-len(self.data) % 4)
        return b"".join([
            struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(body)),
            struct.pack("<I4s", len(text), b"JSON"), text,
            struct.pack("<I4s", len(body), b"BIN\0"), body,
        ])  # fmt: skip

    def gltf(self, uri: str | None = None) -> str:
        """As text; the buffer within, or at a uri."""
        within = "data:application/octet-stream;base64," + base64.b64encode(self.data).decode()
        self.document["buffers"] = [{"byteLength": len(self.data), "uri": uri or within}]
        return json.dumps(self.document)
