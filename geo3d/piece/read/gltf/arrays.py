"""The arrays of a glTF file: buffers, views, accessors, checked against what the file holds."""

import base64
import binascii
from pathlib import Path
from typing import Any
from urllib.parse import unquote

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.gltf.document import entry, refuse_packed, whole
from geo3d.piece.read.source import LARGEST, Source
from geo3d.rays.segments import Floats, Ints

KINDS = {5120: "<i1", 5121: "<u1", 5122: "<i2", 5123: "<u2", 5125: "<u4", 5126: "<f4"}
MOST_UNSAID = 1_000_000
"""Elements of a sparse accessor that stands on no data, whose count nothing in the file bounds."""
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


class Arrays:
    """Reads accessors; buffers are loaded once, when first asked for."""

    def __init__(self, source: Source, document: dict[str, Any], binary: bytes | None) -> None:
        self.source, self.document, self.binary = source, document, binary
        self._buffers: dict[int, bytes] = {}
        self._files: dict[Path, bytes] = {}
        self._left = LARGEST

    def floats(self, index: Any, width: int) -> Floats:
        """An accessor as (N, width) float64, normalised integers turned into floats."""
        accessor = entry(self.source, self.document, "accessors", index)
        raw = self._read(index, width)
        kind = accessor["componentType"]
        if accessor.get("normalized") and kind != 5126:
            top = float(np.iinfo(KINDS[kind][1:]).max)
            return np.maximum(raw.astype(np.float64) / top, -1.0)
        return raw.astype(np.float64)

    def indices(self, index: Any, width: int = 1) -> Ints:
        """An accessor of indices as (N,) int64, or (N, width) where more than one is wanted."""
        accessor = entry(self.source, self.document, "accessors", index)
        if accessor.get("componentType") not in (5121, 5123, 5125):
            self.source.fail(f"accessors[{index}]", "indices must be unsigned whole numbers")
        found = self._read(index, width).astype(np.int64)
        return found[:, 0] if width == 1 else found

    def _read(self, index: Any, width: int) -> np.ndarray:
        accessor = entry(self.source, self.document, "accessors", index)
        place = f"accessors[{index}]"
        kind = accessor.get("componentType")
        if not isinstance(kind, int) or kind not in KINDS:
            self.source.fail(f"{place}.componentType", f"{str(kind)[:40]} is none of glTF's")
        if WIDTHS.get(str(accessor.get("type"))) != width:
            self.source.fail(f"{place}.type", f"{accessor.get('type')!r} has not {width} parts")
        count = whole(self.source, place, accessor, "count", None)
        sparse = accessor.get("sparse")
        if "bufferView" in accessor:
            offset = whole(self.source, place, accessor, "byteOffset", 0)
            values = self._view(place, accessor["bufferView"], KINDS[kind], count, width, offset)
        elif isinstance(sparse, dict):
            values = np.zeros((self._sane(place, count), width), KINDS[kind])
        else:
            self.source.fail(place, "neither bufferView nor sparse: it holds no data")
        if isinstance(sparse, dict):
            values = self._overlaid(place, sparse, values, width)
        return values

    def _sane(self, place: str, count: int) -> int:
        """A sparse accessor's count is bounded by nothing in the file: refuse what cannot be."""
        if count > MOST_UNSAID:
            self.source.fail(
                f"{place}.count",
                f"{counted(count, 'zero')} without a bufferView; up to {MOST_UNSAID} are read",
            )
        return count

    def _overlaid(self, place: str, sparse: dict[str, Any], values: Any, width: int) -> Any:
        count = whole(self.source, f"{place}.sparse", sparse, "count", None)
        parts = []
        for name, kinds, wide in (
            ("indices", {5121, 5123, 5125}, 1), ("values", set(KINDS), width)
        ):  # fmt: skip
            row = sparse.get(name)
            where = f"{place}.sparse.{name}"
            if not isinstance(row, dict):
                self.source.fail(where, "an object is wanted")
            kind = row.get("componentType") if name == "indices" else None
            if name == "indices" and (not isinstance(kind, int) or kind not in kinds):
                self.source.fail(f"{where}.componentType", f"{str(kind)[:40]} is no index type")
            dtype = KINDS[kind] if kind is not None else values.dtype.str
            offset = whole(self.source, where, row, "byteOffset", 0)
            parts.append(self._view(where, row.get("bufferView"), dtype, count, wide, offset))
        at = parts[0][:, 0].astype(np.int64)
        if len(at) and at.max() >= len(values):
            self.source.fail(f"{place}.sparse.indices", "an index is out of range")
        values = values.copy()
        values[at] = parts[1]
        return values

    def _view(
        self, place: str, index: Any, dtype: str, count: int, width: int, offset: int
    ) -> np.ndarray:
        view = entry(self.source, self.document, "bufferViews", index)
        where = f"bufferViews[{index}]"
        refuse_packed(self.source, where, view)
        buffer = self._buffer(view.get("buffer"))
        begin = whole(self.source, where, view, "byteOffset", 0)
        length = whole(self.source, where, view, "byteLength", None)
        if begin + length > len(buffer):
            self.source.fail(
                where, f"reaches to byte {begin + length}; its buffer holds {len(buffer)}"
            )
        size = np.dtype(dtype).itemsize
        stride = whole(self.source, where, view, "byteStride", 0) or size * width
        if stride < size * width:
            self.source.fail(f"{where}.byteStride", f"{stride} is less than an element's size")
        needed = offset + (stride * (count - 1) + size * width if count else 0)
        if needed > length:
            self.source.fail(
                place,
                f"claims {counted(count, 'element')}, {counted(needed, 'byte')}; its view "
                f"holds {length}",
            )
        if count == 0:
            return np.empty((0, width), dtype)
        return np.ndarray(
            (count, width), dtype, buffer, begin + offset, (stride, size)
        )  # fmt: skip

    def _buffer(self, index: Any) -> memoryview:
        row = entry(self.source, self.document, "buffers", index)
        place = f"buffers[{index}]"
        if index not in self._buffers:
            self._buffers[index] = self._load(place, index, row)
        data = self._buffers[index]
        length = whole(self.source, place, row, "byteLength", None)
        if length > len(data):
            self.source.fail(
                f"{place}.byteLength", f"claims {counted(length, 'byte')}, there are {len(data)}"
            )
        return memoryview(data)[:length]

    def _load(self, place: str, index: int, row: dict[str, Any]) -> bytes:
        uri = row.get("uri")
        if uri is None:
            if index == 0 and self.binary is not None:
                return self.binary
            self.source.fail(place, "has no uri, and the file has no binary chunk for it")
        if not isinstance(uri, str):
            self.source.fail(f"{place}.uri", "text is wanted")
        if uri.startswith("data:"):
            head, _, body = uri.partition(",")
            if not head.endswith(";base64"):
                self.source.fail(f"{place}.uri", "data that is not base64")
            try:
                return base64.b64decode(body, validate=True)
            except (binascii.Error, ValueError) as error:
                self.source.fail(f"{place}.uri", f"not base64: {error}")
        name = unquote(uri)
        if ":" in name.split("/", 1)[0]:
            self.source.fail(
                f"{place}.uri",
                f"{uri!r}: a whole address, and nothing is fetched; buffers are read from data in "
                "the file itself, or from a file beside it",
            )
        return self._beside(place, uri, name)

    def _beside(self, place: str, uri: str, name: str) -> bytes:
        """A file in the folder of the glTF file, read once however many buffers name it."""
        folder = self.source.path.parent.resolve()
        try:
            path = (folder / name).resolve()
            inside = path.is_relative_to(folder)
        except (OSError, ValueError, RuntimeError) as error:
            self.source.fail(f"{place}.uri", f"{uri!r} is not a file's name: {error}")
        if not inside or "\\" in name:
            self.source.fail(f"{place}.uri", f"{uri!r} leaves the file's own folder")
        try:
            if not path.is_file():
                self.source.fail(f"{place}.uri", f"{uri!r} is missing; it belongs beside the file")
            if path not in self._files:
                self._left -= path.stat().st_size
                if self._left < 0:
                    self.source.fail(
                        f"{place}.uri", f"{uri!r}: buffers of over {LARGEST >> 20} MB together"
                    )
                self._files[path] = path.read_bytes()
            return self._files[path]
        except (OSError, ValueError) as error:
            self.source.fail(f"{place}.uri", f"{uri!r} cannot be read: {error}")
