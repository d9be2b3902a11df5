"""Wavefront OBJ: relative indices, polygons, continued lines, UTF-16; materials do not matter."""

import numpy as np
from charset_normalizer import from_bytes

from geo3d.piece.read.polygons import split_polygons
from geo3d.piece.read.source import Raw, Source, checked

MARKS = (
    (b"\xff\xfe\0\0", "utf-32"), (b"\0\0\xfe\xff", "utf-32"), (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"), (b"\xef\xbb\xbf", "utf-8-sig"),
)  # fmt: skip


def _text(source: Source) -> str:
    data = source.data
    for mark, encoding in MARKS:
        if data.startswith(mark):
            try:
                return data.decode(encoding)
            except UnicodeDecodeError as error:
                source.fail(f"byte {error.start}", f"not {encoding} text, as its first bytes say")
    if b"\0" in data[:4096]:
        guess = from_bytes(data[:65536]).best()
        if guess is None or not guess.encoding.startswith("utf"):
            source.fail("", "not text; an OBJ file is text")
        return data.decode(guess.encoding, errors="replace")
    # Only names may hold other letters than ASCII's, and they do not matter.
    return data.decode("latin-1")


def read_obj(source: Source) -> Raw:
    """Read OBJ; all objects and groups are one mesh."""
    vertices: list[tuple[float, float, float]] = []
    sizes: list[int] = []
    indices: list[int] = []
    lines = _text(source).replace("\\\r\n", " ").replace("\\\n", " ").splitlines()
    for number, line in enumerate(lines, 1):
        words = line.split("#", 1)[0].split()
        if not words:
            continue
        if words[0] == "v":
            try:
                x, y, z = (float(word) for word in words[1:4])
            except ValueError:
                source.fail(f"line {number}", f"v: three coordinates wanted, got {line.strip()!r}")
            vertices.append((x, y, z))
        elif words[0] == "f":
            corners = [_index(source, number, word, len(vertices)) for word in words[1:]]
            if len(corners) < 3:
                source.fail(f"line {number}", f"a face of {len(corners)} corners; three are needed")
            sizes.append(len(corners))
            indices += corners
    points = np.array(vertices, dtype=np.float64).reshape(-1, 3)
    corner_ids = np.array(indices, dtype=np.int64)
    if len(corner_ids) and corner_ids.max() >= len(points):
        bad = int(corner_ids.max())
        source.fail(
            "faces", f"vertex {bad + 1} is out of range; the file has {len(points)} vertices"
        )
    triangles = split_polygons(points, np.array(sizes, dtype=np.int64), corner_ids)
    return Raw(*checked(source, points, triangles))


def _index(source: Source, line: int, word: str, so_far: int) -> int:
    """The vertex of `v`, `v/t`, `v//n` or `v/t/n`, from 0; relative ones count back from here."""
    try:
        index = int(word.split("/", 1)[0])
    except ValueError:
        source.fail(f"line {line}", f"a vertex number wanted, got {word!r}")
    if index == 0:
        source.fail(f"line {line}", "vertex 0: OBJ counts from 1, or back from -1")
    if index < 0:
        if -index > so_far:
            source.fail(
                f"line {line}", f"vertex {index} is out of range; {so_far} vertices came before"
            )
        return so_far + index
    return index - 1
