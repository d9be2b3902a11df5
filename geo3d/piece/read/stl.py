"""STL, binary and ASCII. A binary file may begin with "solid"; an ASCII one may hold several."""

import re

import numpy as np

from geo3d.piece.read.source import Raw, Source, checked

HEADER, RECORD = 84, 50
NUMBER = rb"[-+]?(?:\d+\.?\d*(?:e[-+]?\d+)?|\.\d+(?:e[-+]?\d+)?|nan|inf(?:inity)?)"
VERTEX = re.compile(rb"vertex\s+(" + NUMBER + rb")\s+(" + NUMBER + rb")\s+(" + NUMBER + rb")", re.I)


def read_stl(source: Source) -> Raw:
    """Read STL; all solids of a file are one mesh."""
    data = source.data
    claimed = int.from_bytes(data[80:84], "little") if len(data) >= HEADER else None
    if claimed is not None and len(data) == HEADER + RECORD * claimed:
        return _binary(source, claimed)
    if data.lstrip()[:5].lower() == b"solid" and b"\0" not in data[:HEADER].rstrip(b"\0 "):
        return _ascii(source)
    if claimed is None:
        source.fail("header", f"{len(data)} bytes; a binary STL has at least {HEADER}")
    there = (len(data) - HEADER) // RECORD
    if claimed > there:
        source.fail(
            "header",
            f"claims {claimed} triangles, the file holds {there}: it was cut short or is no STL",
        )
    return _binary(source, claimed)


def _binary(source: Source, count: int) -> Raw:
    record = np.dtype([("normal", "<f4", 3), ("corners", "<f4", 9), ("attribute", "<u2")])
    rows = np.frombuffer(source.data, record, count, HEADER)
    corners = rows["corners"].astype(np.float64).reshape(-1, 3)
    vertices, faces = checked(source, corners, np.arange(len(corners)).reshape(-1, 3))
    return Raw(vertices, faces)


def _ascii(source: Source) -> Raw:
    text = source.data
    facets = len(re.findall(rb"\bfacet\s+normal\b", text, re.I))
    rows = VERTEX.findall(text)
    if facets == 0 and not rows:
        source.fail("", "an ASCII STL without a facet: it is empty; a mesh is wanted")
    if len(rows) != 3 * facets or len(re.findall(rb"\bvertex\b", text, re.I)) != len(rows):
        source.fail(
            "",
            f"{facets} facets but {len(rows)} readable vertices; each facet has three: the file "
            "was cut short or is damaged",
        )
    corners = np.array(rows, dtype="S64").astype(np.float64)
    vertices, faces = checked(source, corners, np.arange(len(corners)).reshape(-1, 3))
    return Raw(vertices, faces)
