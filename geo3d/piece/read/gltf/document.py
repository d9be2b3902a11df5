"""The JSON document of a glTF file and the binary chunk of a GLB; entries checked as used."""

import json
import struct
from typing import Any

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.source import Source
from geo3d.rays.segments import Floats

JSON_CHUNK, BINARY_CHUNK = 0x4E4F534A, 0x004E4942
UNDERSTOOD = {
    "KHR_mesh_quantization", "KHR_texture_transform", "KHR_texture_basisu", "EXT_texture_webp",
    "EXT_texture_avif", "MSFT_texture_dds", "KHR_lights_punctual", "KHR_xmp_json_ld", "CESIUM_RTC",
}  # fmt: skip
"""Required extensions that change nothing about the shape, or that are read."""
PACKED = ("KHR_draco_mesh_compression", "EXT_meshopt_compression", "KHR_meshopt_compression")
UNPACKED = "export it without compression"

MOST_VALUES = 5_000_000
"""Of a document: parsed they take up to thirty times their text, and no mesh has more to say. What
is large in a glTF file, its arrays, is not in the document, or is one text in it."""

Json = dict[str, Any]


def parts(source: Source) -> tuple[Json, bytes | None]:
    """The JSON document and the binary chunk.

    Raises:
        MeshError: cut short, not JSON, not glTF 2, or it requires an extension that is not read.
    """
    data = source.data
    text, binary = data, None
    if data[:4] == b"glTF":
        text, binary = _chunks(source)
    values = sum(text.count(mark) for mark in b",[{")
    if values > MOST_VALUES:
        source.fail("JSON", f"holds {values} values or more; up to {MOST_VALUES} are read")
    try:
        document = json.loads(text.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        source.fail("JSON", f"not JSON in UTF-8: {error}")
    except RecursionError:
        source.fail("JSON", "nested too deeply")
    except ValueError as error:
        source.fail("JSON", f"not JSON: {error}")
    if not isinstance(document, dict):
        source.fail("JSON", "an object is wanted at the top")
    asset = document.get("asset")
    version = asset.get("version") if isinstance(asset, dict) else None
    if not str(version).startswith("2."):
        source.fail("asset.version", f"glTF 2 is wanted, got {version!r}")
    _extensions(source, document)
    return document, binary


def _chunks(source: Source) -> tuple[bytes, bytes | None]:
    data = source.data
    if len(data) < 20:
        source.fail("header", "the file ends inside it")
    _, version, length = struct.unpack_from("<4sII", data)
    if version != 2:
        source.fail("header", f"glTF 2 is wanted, got version {version}")
    if length > len(data):
        source.fail(
            "header", f"claims {counted(length, 'byte')}, the file holds {len(data)}: cut short"
        )
    at = 12
    chunks: dict[int, bytes] = {}
    while at + 8 <= length:
        size, kind = struct.unpack_from("<II", data, at)
        if at + 8 + size > length:
            source.fail(
                "header", f"a chunk claims {counted(size, 'byte')}, {length - at - 8} are left"
            )
        chunks.setdefault(kind, data[at + 8 : at + 8 + size])
        at += 8 + size
    if JSON_CHUNK not in chunks:
        source.fail("header", "no JSON chunk")
    return chunks[JSON_CHUNK], chunks.get(BINARY_CHUNK)


def _extensions(source: Source, document: Json) -> None:
    required = names(source, document, "extensionsRequired")
    names(source, document, "extensionsUsed")
    # Materials colour a surface and move nothing.
    unknown = [
        name for name in required
        if name not in UNDERSTOOD and not name.startswith("KHR_materials_")
    ]  # fmt: skip
    if unknown:
        hint = f" ({UNPACKED})" if set(unknown) & set(PACKED) else ""
        source.fail("extensionsRequired", f"{', '.join(unknown)} is not supported{hint}")


def names(source: Source, document: Json, key: str) -> list[str]:
    """A list of extensions' names, empty where it is missing."""
    value = document.get(key, [])
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        source.fail(key, "a list of names is wanted")
    return value


def refuse_packed(source: Source, place: str, row: Json) -> None:
    """Refuse a primitive or view whose data is compressed: what stands in for it may be zeros."""
    for name in member(source, place, row, "extensions", dict, {}):
        if name in PACKED:
            source.fail(place, f"{name} is not supported ({UNPACKED})")


def entry(source: Source, document: Json, group: str, index: Any) -> Json:
    """`document[group][index]`, checked to be there and to be an object."""
    rows = member(source, "", document, group, list, [])
    if isinstance(index, bool) or not isinstance(index, int) or not 0 <= index < len(rows):
        source.fail(group, f"there is no {group}[{str(index)[:40]}]; the file has {len(rows)}")
    row = rows[index]
    if not isinstance(row, dict):
        source.fail(f"{group}[{index}]", "an object is wanted")
    return row


def member(source: Source, place: str, row: Json, key: str, kind: type, default: Any) -> Any:
    """`row[key]`, or the default; checked to be of a kind (dict or list)."""
    value = row.get(key, default)
    if value is not default and not isinstance(value, kind):
        wanted = "an object" if kind is dict else "a list"
        source.fail(f"{place}.{key}".lstrip("."), f"{wanted} is wanted")
    return value


def whole(source: Source, place: str, row: Json, key: str, default: int | None) -> int:
    """A count or offset: a whole number from 0 up."""
    value = row.get(key, default)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        source.fail(f"{place}.{key}", f"a whole number from 0 up is wanted, got {str(value)[:40]}")
    return value


def vector(source: Source, place: str, value: Any, length: int) -> Floats:
    """So many finite numbers."""
    try:
        numbers = np.array(value, dtype=np.float64)
    except (TypeError, ValueError, OverflowError):
        numbers = np.empty(0)
    if numbers.shape != (length,) or not np.isfinite(numbers).all():
        source.fail(place, f"{length} finite numbers are wanted")
    return numbers
