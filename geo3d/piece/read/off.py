"""OFF (Geomview): OFF, COFF, NOFF and the like, as text, with comments and polygons."""

from array import array
from collections.abc import Callable, Iterator
from typing import TypeVar

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.polygons import split_polygons
from geo3d.piece.read.source import Raw, Source, checked
from geo3d.piece.read.text import bounded, lines_of, text_of

Row = tuple[int, list[str]]
Number = TypeVar("Number", int, float)


def read_off(source: Source) -> Raw:
    """Read OFF; colours, normals and texture coordinates are passed over."""
    rows = _rows(source)
    number, words = next(rows, (1, [""]))
    keyword = words[0].upper()
    # Geomview's grammar: [ST][C][N][4][n]OFF, where n asks for the dimension.
    if not keyword.endswith("OFF"):
        source.fail(f"line {number}", f"OFF wanted as the first word, got {words[0][:40]!r}")
    if "4" in keyword or words[0].endswith("nOFF"):
        source.fail(f"line {number}", f"{words[0]}: only OFF of three dimensions is read")
    if words[1:2] == ["BINARY"]:
        source.fail(f"line {number}", "binary OFF is not read; save it as text")
    if not words[1:]:
        number, words = next(rows, (number, []))
        words = ["", *words]
    counts = _numbers(source, number, words[1:3], int)
    if len(counts) < 2 or min(counts) < 0:
        source.fail(f"line {number}", "two counts from 0 up wanted: vertices and faces")
    # Each vertex takes at least six bytes ("0 0 0" and its line's end), each face two.
    if 6 * counts[0] + 2 * counts[1] > len(source.data) + 2:
        source.fail(
            f"line {number}",
            f"claims {counted(counts[0], 'vertex')} and {counted(counts[1], 'face')}, for "
            "which the file is too short: "
            "it was cut short or is damaged",
        )
    points, sizes, corners = array("d"), array("q"), array("q")
    for row in range(counts[0]):
        number, words = _next(source, rows, number, f"{row} of {counted(counts[0], 'vertex')}")
        point = _numbers(source, number, words[:3], float)
        if len(point) < 3:
            source.fail(f"line {number}", f"three coordinates wanted, got {len(point)}")
        points.extend(point)
    for row in range(counts[1]):
        number, words = _next(source, rows, number, f"{row} of {counted(counts[1], 'face')}")
        size = _numbers(source, number, words[:1], int)[0]
        if size < 0 or len(words) < 1 + size:
            source.fail(
                f"line {number}", f"a face of {counted(size, 'corner')}, {len(words) - 1} are there"
            )
        indices = _numbers(source, number, words[1 : 1 + size], int)
        for index in indices:
            if not 0 <= index < counts[0]:
                source.fail(
                    f"line {number}",
                    f"vertex index {index} is out of range; the file has "
                    f"{counted(counts[0], 'vertex')}",
                )
        sizes.append(size)
        corners.extend(indices)
    vertices = np.frombuffer(points, dtype=np.float64).reshape(-1, 3)
    triangles = split_polygons(
        vertices, np.frombuffer(sizes, dtype=np.int64), np.frombuffer(corners, dtype=np.int64),
        lambda face, text: source.fail(f"faces[{face}]", text),
    )  # fmt: skip
    return Raw(*checked(source, vertices, triangles))


def _rows(source: Source) -> Iterator[Row]:
    """Words of each line that has any, comments taken off."""
    for number, line in bounded(source, lines_of(text_of(source))):
        words = line.split("#", 1)[0].split()
        if words:
            yield number, words


def _next(source: Source, rows: Iterator[Row], last: int, read: str) -> Row:
    row = next(rows, None)
    if row is None:
        source.fail(f"line {last}", f"the file ends after {read}: it was cut short")
    return row


def _numbers(
    source: Source, line: int, words: list[str], kind: Callable[[str], Number]
) -> list[Number]:
    try:
        return [kind(word) for word in words]
    except ValueError:
        source.fail(f"line {line}", f"numbers wanted, got {' '.join(words)[:80]!r}")
