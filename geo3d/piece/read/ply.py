"""PLY (Turk 1994), ASCII and binary: polygons, triangle strips, any property types."""

import re
from array import array
from dataclasses import dataclass, replace

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.polygons import split_polygons
from geo3d.piece.read.source import MOST_FACES, Raw, Source, checked
from geo3d.piece.read.text import bounded, lines_of
from geo3d.rays.segments import Ints

TYPES = {
    "char": "i1", "int8": "i1", "uchar": "u1", "uint8": "u1", "short": "i2", "int16": "i2",
    "ushort": "u2", "uint16": "u2", "int": "i4", "int32": "i4", "uint": "u4", "uint32": "u4",
    "float": "f4", "float32": "f4", "double": "f8", "float64": "f8",
}  # fmt: skip
FACE_LISTS = ("vertex_indices", "vertex_index")
END = re.compile(rb"(?<=[\r\n])end_header[ \t]*(?:\r\n|\n|\r|\Z)")
HEADER_LINE = re.compile(r"\r\n|\n|\r")
NUMBER = re.compile(r"[0-9]{1,18}")
LONGEST_HEADER = 1 << 20
MOST_LINES = 10_000
"""Of a header: one of elements and properties by the thousand describes no mesh."""
MOST_ROWS = 3 * MOST_FACES
"""Of an element: each takes a byte at least, and time."""


@dataclass(frozen=True)
class _Property:
    name: str
    kind: str
    count: str | None


@dataclass(frozen=True)
class _Element:
    name: str
    number: int
    properties: tuple[_Property, ...]


def read_ply(source: Source) -> Raw:
    """Read PLY; of vertices x, y and z, of faces the index lists, and triangle strips."""
    order, elements, begin = _header(source)
    tables = (
        _ascii(source, elements, begin) if order == "" else _binary(source, elements, begin, order)
    )
    if "vertex" not in tables:
        source.fail("header", "no element vertex; a mesh has vertices and faces")
    columns = tables["vertex"]
    missing = [axis for axis in "xyz" if axis not in columns or columns[axis][1] is not None]
    if missing:
        source.fail("header", f"element vertex has no number {', '.join(missing)}")
    vertices = np.column_stack([columns[axis][0] for axis in "xyz"]).astype(np.float64)
    found: list[Ints] = []
    for name in FACE_LISTS:
        if name in tables.get("face", {}):
            values, counts = tables["face"][name]
            if counts is None:
                source.fail("header", f"property {name} of element face is not a list")
            indices = _whole(source, "face", values)
            _in_range(source, "face", indices, len(vertices))
            found.append(
                split_polygons(
                    vertices, counts, indices, lambda face, text: source.fail(f"face {face}", text)
                )
            )
    for name in FACE_LISTS:
        if name in tables.get("tristrips", {}):
            indices = _whole(source, "tristrips", tables["tristrips"][name][0])
            strips = _strips(indices)
            _in_range(source, "tristrips", strips.ravel(), len(vertices))
            found.append(strips)
    faces = np.concatenate(found) if found else np.empty((0, 3), np.int64)
    return Raw(*checked(source, vertices, faces))


def _header(source: Source) -> tuple[str, list[_Element], int]:
    """Byte order ("" for ASCII), elements, and where the body begins."""
    data = source.data
    if not data.startswith(b"ply"):
        source.fail("header", f"'ply' wanted as the first word, got {data[:8]!r}")
    end = END.search(data, 0, LONGEST_HEADER)
    if end is None:
        source.fail("header", "no line end_header: cut short, or no PLY")
    at, stop = end.span()
    order: str | None = None
    elements: list[_Element] = []
    lines = HEADER_LINE.split(data[:at].decode("latin-1"))
    if len(lines) > MOST_LINES:
        source.fail("header", f"of {len(lines)} lines; up to {MOST_LINES} are read")
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0] in ("ply", "comment", "obj_info"):
            continue
        place = f"header line {number}"
        if words[0] == "format" and len(words) >= 2:
            orders = {"ascii": "", "binary_little_endian": "<", "binary_big_endian": ">"}
            if words[1] not in orders:
                source.fail(place, f"format {words[1]!r}; wanted is one of {', '.join(orders)}")
            order = orders[words[1]]
        elif words[0] == "element" and len(words) == 3 and NUMBER.fullmatch(words[2]):
            if any(words[1] == element.name for element in elements):
                source.fail(place, f"element {words[1]} is there twice")
            elements.append(_Element(words[1], int(words[2]), ()))
        elif words[0] == "property" and elements and len(words) in (3, 5):
            kinds = words[2:4] if words[1] == "list" else words[1:2]
            if any(kind not in TYPES for kind in kinds) or (len(words) == 5) != (
                words[1] == "list"
            ):
                source.fail(place, f"unknown property type in {line.strip()!r}")
            count = TYPES[kinds[0]] if words[1] == "list" else None
            if count is not None and count[0] == "f":
                source.fail(place, "a list's count must be a whole number's type")
            last = elements[-1]
            if any(words[-1] == p.name for p in last.properties):
                source.fail(place, f"property {words[-1]} is there twice")
            added = _Property(words[-1], TYPES[kinds[-1]], count)
            elements[-1] = replace(last, properties=(*last.properties, added))
        else:
            source.fail(place, f"not understood: {line.strip()!r}")
    if order is None:
        source.fail("header", "no format line")
    return order, elements, stop


Column = tuple[np.ndarray, Ints | None]
Tables = dict[str, dict[str, Column]]


def _claim(source: Source, element: _Element, there: int, smallest: int) -> None:
    """Refuse a header that claims more than the file can hold, before anything is allocated."""
    if smallest and element.number > MOST_ROWS:
        source.fail("header", f"claims {element.number} of element {element.name}: "
                    f"up to {MOST_ROWS} are read")  # fmt: skip
    if element.number * smallest > there:
        source.fail(
            "header",
            f"claims {element.number} of element {element.name}, for which the file is too short: "
            "it was cut short or its header is damaged",
        )


def _binary(source: Source, elements: list[_Element], at: int, order: str) -> Tables:
    data = source.data
    tables: Tables = {}
    for element in elements:
        sizes = [int((p.count or p.kind)[1]) for p in element.properties]
        _claim(source, element, len(data) - at, sum(sizes))
        columns: dict[str, Column] = {}
        if all(p.count is None for p in element.properties):
            record = np.dtype([(f"{i}", order + p.kind) for i, p in enumerate(element.properties)])
            rows = np.frombuffer(data, record, element.number, at) if element.properties else None
            if rows is not None:
                for i, p in enumerate(element.properties):
                    columns[p.name] = (rows[f"{i}"], None)
            at += record.itemsize * element.number
        else:
            columns, at = _binary_lists(source, element, at, order)
        tables[element.name] = columns
    return tables


def _binary_lists(
    source: Source, element: _Element, at: int, order: str
) -> tuple[dict[str, Column], int]:
    """An element with lists: at once where each row has as many as the first, else row by row."""
    data = source.data
    first: list[tuple[str, str, int]] = []
    cursor = at
    for p in element.properties:
        length = 1
        if p.count is not None and element.number:
            length = _one(source, element, data, order + p.count, cursor)
            cursor += int(p.count[1])
        cursor += int(p.kind[1]) * length
        first.append((p.kind, p.count or "", length))
        if cursor > len(data):
            source.fail(f"element {element.name}", "the file ends inside it: it was cut short")
    fields: list[tuple[str, str] | tuple[str, str, int]] = []
    for i, (kind, count, length) in enumerate(first):
        if count:
            fields.append((f"n{i}", order + count))
        fields.append((f"v{i}", order + kind, length) if count else (f"v{i}", order + kind))
    record = np.dtype(fields)
    if at + record.itemsize * element.number <= len(data):
        rows = np.frombuffer(data, record, element.number, at)
        if all((rows[f"n{i}"] == n).all() for i, (_, c, n) in enumerate(first) if c):
            columns: dict[str, Column] = {}
            for i, p in enumerate(element.properties):
                counts = None
                if p.count:
                    counts = np.full(element.number, first[i][2], dtype=np.int64)
                columns[p.name] = (rows[f"v{i}"].ravel(), counts)
            return columns, at + record.itemsize * element.number
    values = [bytearray() for _ in element.properties]
    counts_of = [array("q") for _ in element.properties]
    for _ in range(element.number):
        for i, p in enumerate(element.properties):
            length = 1
            if p.count is not None:
                length = _one(source, element, data, order + p.count, at)
                at += int(p.count[1])
                counts_of[i].append(length)
            stop = at + int(p.kind[1]) * length
            if stop > len(data):
                source.fail(f"element {element.name}", "the file ends inside it: it was cut short")
            values[i] += data[at:stop]
            at = stop
    return {
        p.name: (
            np.frombuffer(values[i], order + p.kind),
            np.frombuffer(counts_of[i], dtype=np.int64) if p.count else None,
        )
        for i, p in enumerate(element.properties)
    }, at


def _one(source: Source, element: _Element, data: bytes, kind: str, at: int) -> int:
    if at + int(kind[2]) > len(data):
        source.fail(f"element {element.name}", "the file ends inside it: it was cut short")
    value = int(np.frombuffer(data, kind, 1, at)[0])
    if value < 0:
        source.fail(f"element {element.name}", f"a list of {value} entries")
    return value


def _ascii(source: Source, elements: list[_Element], at: int) -> Tables:
    lines = bounded(source, lines_of(source.data[at:].decode("latin-1")))
    rows = (line.split() for _, line in lines)
    rows = (words for words in rows if words)
    tables: Tables = {}
    for element in elements:
        # Each number takes two bytes at least, with the blank or line's end behind it.
        _claim(source, element, len(source.data) + 1 - at, 2 * max(len(element.properties), 1))
        values = [array("d") for _ in element.properties]
        counts = [array("q") for _ in element.properties]
        for row in range(element.number):
            place = f"element {element.name}[{row}]"
            words = next(rows, None)
            if words is None:
                source.fail(place, f"the file ends before it; {element.number} were announced")
            position = 0
            try:
                for i, p in enumerate(element.properties):
                    length = 1
                    if p.count is not None:
                        length = int(words[position])
                        position += 1
                        counts[i].append(length)
                    taken = words[position : position + length]
                    if length < 0 or len(taken) < length:
                        raise IndexError
                    values[i].extend([float(word) for word in taken])
                    position += length
            except (ValueError, IndexError, OverflowError):
                source.fail(place, f"does not fit the header: {' '.join(words)[:80]!r}")
        tables[element.name] = {
            p.name: (np.frombuffer(v), np.frombuffer(n, dtype=np.int64) if p.count else None)
            for p, v, n in zip(element.properties, values, counts, strict=True)
        }
    return tables


def _whole(source: Source, place: str, values: np.ndarray) -> Ints:
    numbers = np.asarray(values, dtype=np.float64)
    whole = np.isfinite(numbers) & (np.abs(numbers) < 2**53) & (numbers == np.floor(numbers))
    if not whole.all():
        source.fail(f"element {place}", "vertex indices must be whole numbers")
    return numbers.astype(np.int64)


def _in_range(source: Source, place: str, indices: Ints, number: int) -> None:
    if len(indices) and (indices.min() < 0 or indices.max() >= number):
        bad = int(indices[(indices < 0) | (indices >= number)][0])
        source.fail(
            f"element {place}",
            f"vertex index {bad} is out of range; the file has {counted(number, 'vertex')}",
        )


def _strips(indices: Ints) -> Ints:
    """Triangles of strips parted by -1; every other one is turned, to keep the winding."""
    triangles: list[Ints] = [np.empty((0, 3), np.int64)]
    for strip in np.split(indices, np.flatnonzero(indices == -1)):
        run = strip[strip != -1]
        if len(run) < 3:
            continue
        part = np.column_stack([run[:-2], run[1:-1], run[2:]])
        part[1::2] = part[1::2][:, [1, 0, 2]]
        # Strips repeat a corner to jump: those triangles are no faces.
        real = (part[:, 0] != part[:, 1]) & (part[:, 1] != part[:, 2]) & (part[:, 2] != part[:, 0])
        triangles.append(part[real])
    return np.concatenate(triangles)
