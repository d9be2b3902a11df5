"""OFF (Geomview): OFF, COFF, NOFF and the like, ASCII, with comments and polygons."""

import numpy as np

from geo3d.piece.read.polygons import split_polygons
from geo3d.piece.read.source import Raw, Source, checked


def read_off(source: Source) -> Raw:
    """Read ASCII OFF; colours and normals are passed over."""
    try:
        text = source.data.decode("ascii", errors="strict")
    except UnicodeDecodeError as error:
        source.fail(f"byte {error.start}", "not text; only ASCII OFF is read")
    lines = [line.split("#", 1)[0].split() for line in text.splitlines()]
    rows = [(number + 1, line) for number, line in enumerate(lines) if line]
    number, first = rows[0]
    keyword = first[0].upper()
    if not keyword.endswith("OFF"):
        source.fail(f"line {number}", f"OFF wanted as the first word, got {first[0]!r}")
    if (
        "4" in keyword
        or keyword.startswith("N4")
        or ("n" in first[0].lower().removesuffix("off")[-1:] and keyword == "NNOFF")
    ):
        source.fail(f"line {number}", f"{first[0]}: four-dimensional OFF is not read")
    rest = first[1:]
    cursor = 1
    if not rest:
        if len(rows) < 2:
            source.fail(f"line {number}", "the counts of vertices and faces are missing")
        number, rest = rows[1]
        cursor = 2
    counts = _numbers(source, number, rest[:2], int)
    if len(counts) < 2 or min(counts) < 0:
        source.fail(f"line {number}", "two counts wanted: vertices and faces")
    vertices_wanted, faces_wanted = counts
    if len(rows) - cursor < vertices_wanted + faces_wanted:
        source.fail(
            f"line {number}",
            f"claims {vertices_wanted} vertices and {faces_wanted} faces, the file holds "
            f"{len(rows) - cursor} lines: it was cut short",
        )
    vertices = []
    for at, line in rows[cursor : cursor + vertices_wanted]:
        point = _numbers(source, at, line[:3], float)
        if len(point) < 3:
            source.fail(f"line {at}", "three coordinates wanted")
        vertices.append(point)
    cursor += vertices_wanted
    sizes, indices = [], []
    for at, line in rows[cursor : cursor + faces_wanted]:
        size = _numbers(source, at, line[:1], int)[0]
        if size < 0 or len(line) < 1 + size:
            source.fail(f"line {at}", f"a face of {size} corners needs {size} indices")
        corners = _numbers(source, at, line[1 : 1 + size], int)
        if any(c < 0 or c >= vertices_wanted for c in corners):
            source.fail(
                f"line {at}", f"vertex index out of range; the file has {vertices_wanted} vertices"
            )
        sizes.append(size)
        indices += corners
    points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    triangles = split_polygons(
        points, np.array(sizes, dtype=np.int64), np.array(indices, dtype=np.int64)
    )
    return Raw(*checked(source, points, triangles))


def _numbers(source: Source, line: int, words: list[str], kind: type) -> list:  # type: ignore[type-arg]
    try:
        return [kind(word) for word in words]
    except (ValueError, OverflowError):
        source.fail(f"line {line}", f"numbers wanted, got {' '.join(words)!r}")
