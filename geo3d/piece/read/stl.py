"""STL, binary and ASCII. A binary file may begin with "solid"; an ASCII one may hold several."""

import re
from array import array

import numpy as np

from geo3d.errors import counted
from geo3d.piece.read.source import Raw, Source, checked
from geo3d.piece.read.text import bounded, lines_of, text_of

HEADER, RECORD = 84, 50
RECORD_TYPE = np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
TEXT = re.compile(rb"\s*solid\b", re.I)
FACETS = re.compile(rb"\bfacet\b|\bendsolid\b", re.I)


def read_stl(source: Source) -> Raw:
    """Read STL; all solids of a file are one mesh.

    Binary is a file whose size fits the count of triangles in its header, whatever the header
    begins with; text is one that begins with "solid" and goes on like it.
    """
    data = source.data
    claimed = int.from_bytes(data[80:84], "little") if len(data) >= HEADER else 0
    if len(data) >= HEADER and len(data) == HEADER + RECORD * claimed:
        return _binary(source, claimed)
    if data.startswith((b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf")):
        return _ascii(source)
    if TEXT.match(data) and (FACETS.search(data, 0, 1 << 16) or len(data) < HEADER):
        return _ascii(source)
    if len(data) < HEADER:
        source.fail("header", f"{counted(len(data), 'byte')}; a binary STL has at least {HEADER}")
    there = (len(data) - HEADER) // RECORD
    if claimed > there:
        source.fail(
            "header",
            f"claims {counted(claimed, 'triangle')}, the file holds {there}: it was cut short or "
            "is no STL",
        )
    if claimed == 0:
        source.fail("header", f"claims no triangle, the file has room for {there}: it is damaged")
    return _binary(source, claimed)


def _binary(source: Source, count: int) -> Raw:
    rows = np.frombuffer(source.data, RECORD_TYPE, count, HEADER)
    with np.errstate(invalid="ignore"):
        corners = rows["corners"].astype(np.float64).reshape(-1, 3)
    vertices, faces = checked(source, corners, np.arange(len(corners)).reshape(-1, 3))
    beyond = len(source.data) - HEADER - RECORD * count
    notes = (f"left out: {counted(beyond, 'byte')} after the last triangle",) if beyond else ()
    return Raw(vertices, faces, warnings=notes)


def _ascii(source: Source) -> Raw:
    """Read the grammar facet, three vertices, endfacet; words in any case, blanks as they come."""
    corners = array("d")
    begun = ended = inside = 0
    for number, line in bounded(source, lines_of(text_of(source))):
        words = line.split()
        while words:
            word = words[0].lower()
            if word == "vertex":
                corners.extend(_vertex(source, number, words[1:4]))
                inside += 1
                words = words[4:]
                continue
            if word == "facet":
                if begun != ended:
                    source.fail(f"line {number}", "a facet begins before the last one ended")
                begun, inside = begun + 1, 0
                words = words[5:] if len(words) > 1 and words[1].lower() == "normal" else words[1:]
                continue
            if word == "endfacet":
                ended += 1
                if begun != ended or inside != 3:
                    source.fail(
                        f"line {number}",
                        f"a facet of {counted(inside, 'vertex')}; three are wanted",
                    )
            elif word == "outer":
                words = words[1:]
            elif word in ("solid", "endsolid", "color"):
                break  # a name, or what else a program noted, follows up to the line's end
            elif word != "endloop":
                source.fail(f"line {number}", f"not understood: {line.strip()[:60]!r}")
            words = words[1:]
    if begun != ended:
        source.fail("end", "the file ends inside a facet: it was cut short")
    if not begun:
        source.fail("", "an ASCII STL without a facet: it is empty; a mesh is wanted")
    if len(corners) != 9 * begun:
        source.fail("", "vertices outside of a facet: the file is damaged")
    points = np.frombuffer(corners, dtype=np.float64).reshape(-1, 3)
    vertices, faces = checked(source, points, np.arange(len(points)).reshape(-1, 3))
    tail = source.data[-4096:].replace(b"\0", b"").lower()
    notes = () if b"endsolid" in tail else ("the last solid does not end: perhaps cut short",)
    return Raw(vertices, faces, warnings=notes)


def _vertex(source: Source, line: int, words: list[str]) -> tuple[float, float, float]:
    try:
        x, y, z = (float(word) for word in words)
    except ValueError:
        source.fail(f"line {line}", f"vertex: three numbers wanted, got {' '.join(words)[:60]!r}")
    return x, y, z
