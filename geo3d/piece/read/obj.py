"""Wavefront OBJ: relative indices, polygons, continued lines, UTF-16; materials do not matter."""

from array import array
from collections.abc import Iterator

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.polygons import split_polygons
from geo3d.piece.read.source import MOST_FACES, Raw, Source, checked
from geo3d.piece.read.text import bounded, lines_of, text_of

_FAR = 1 << 40
"""More than any count of vertices; indices beyond it are refused as they are read."""


def read_obj(source: Source) -> Raw:
    """Read OBJ; all objects and groups are one mesh.

    Of vertices the first three numbers are taken, so that weights and colours behind them do no
    harm. Curves and surfaces in free form are left out, with a warning.
    """
    points, indices = array("d"), array("q")
    sizes, places = array("q"), array("q")
    curved = 0
    for number, line in bounded(source, _joined(source)):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] == "v":
            try:
                x, y, z = (float(word) for word in words[1:4])
            except ValueError:
                source.fail(f"line {number}", f"v: three coordinates wanted, got {line[:80]!r}")
            points.extend((x, y, z))
            if len(points) > 3 * MOST_FACES:
                source.fail(f"line {number}", f"over {MOST_FACES} vertices; no more are read")
        elif words[0] in ("f", "fo"):
            if len(words) < 4:
                source.fail(
                    f"line {number}",
                    f"a face of {counted(len(words) - 1, 'corner')}; three are needed",
                )
            so_far = len(points) // 3
            indices.extend([_index(source, number, word, so_far) for word in words[1:]])
            sizes.append(len(words) - 1)
            if len(indices) > 4 * MOST_FACES:
                source.fail(f"line {number}", f"over {MOST_FACES} faces; no more are read")
            places.append(number)
        elif words[0] in ("surf", "curv"):
            curved += 1
    vertices = np.frombuffer(points, dtype=np.float64).reshape(-1, 3)
    corners = np.frombuffer(indices, dtype=np.int64)
    counts = np.frombuffer(sizes, dtype=np.int64)
    if len(corners) and corners.max() >= len(vertices):
        at = int(np.flatnonzero(corners >= len(vertices))[0])
        face = int(np.searchsorted(np.cumsum(counts), at, side="right"))
        source.fail(
            f"line {places[face]}",
            f"vertex {int(corners[at]) + 1} is out of range; the file has "
            f"{counted(len(vertices), 'vertex')}",
        )
    notes = (f"left out: {counted(curved, 'free form')} (curves, surfaces)",) if curved else ()
    triangles = split_polygons(
        vertices, counts, corners, lambda face, text: source.fail(f"line {places[face]}", text)
    )
    return Raw(*checked(source, vertices, triangles), warnings=notes)


def _joined(source: Source) -> Iterator[tuple[int, str]]:
    """Lines, those that a backslash continues put together under the number of the first."""
    begun = 0
    held: list[str] = []
    for number, line in lines_of(text_of(source)):
        if line.endswith("\\"):
            begun = begun or number
            held.append(line[:-1])
            continue
        yield begun or number, " ".join([*held, line])
        begun, held = 0, []
    yield begun, " ".join(held)


def _index(source: Source, line: int, word: str, so_far: int) -> int:
    """The vertex of `v`, `v/t`, `v//n` or `v/t/n`, from 0; relative ones count back from here."""
    try:
        index = int(word.split("/", 1)[0])
    except ValueError:
        source.fail(f"line {line}", f"a vertex number wanted, got {word[:40]!r}")
    if index == 0:
        source.fail(f"line {line}", "vertex 0: OBJ counts from 1, or back from -1")
    if index < -so_far or index > _FAR:
        source.fail(
            f"line {line}",
            f"vertex {index} is out of range; {counted(so_far, 'vertex')} came before",
        )
    return so_far + index if index < 0 else index - 1
