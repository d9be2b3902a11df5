"""STL: binary, also with a header of "solid"; text in any case, of several solids; damage named."""

import struct

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, TRIANGLES, is_unit_cube, read


def binary(header=b"", claim=None, extra=b"", drop=0):
    rows = b"".join(
        struct.pack("<12fH", 0, 0, 0, *np.array(CORNERS, float)[t].ravel(), 0) for t in TRIANGLES
    )
    count = len(TRIANGLES) if claim is None else claim
    return header.ljust(80, b" ") + struct.pack("<I", count) + rows[: len(rows) - drop] + extra


def text(solid="solid cube", end="endsolid cube", up=str):
    rows = [up(solid)]
    for triangle in TRIANGLES:
        rows += ["facet normal 0 0 0", "outer loop"]
        rows += ["vertex {} {} {}".format(*CORNERS[i]) for i in triangle]
        rows += ["endloop", "endfacet"]
    return "\n".join([*map(up, rows), up(end)]) + "\n"


@pytest.mark.parametrize("header", [b"", b"solid cube", b"solid facet normal vertex", b"\0\xff"])
def test_binary(tmp_path, header):
    """A file whose size fits its count is binary, whatever its header begins with."""
    piece = read(tmp_path, "c.stl", binary(header))
    assert len(piece.mesh.faces) == 12 and is_unit_cube(piece)


@pytest.mark.parametrize(
    "data",
    [
        text(),
        text(up=str.upper),
        text(up=str.title),
        text().replace("\n", "\r\n"),
        text().replace("\n", "\r"),
        text("solid a vertex of facet normal", "endsolid"),
        text("solid \u00c5ngstr\u00f6m\u0085facet"),
        text().replace("facet normal 0 0 0\nouter loop\n", "facet normal 0 0 0 outer loop "),
    ],
)
def test_text(tmp_path, data):
    """Words in any case, any line's end, names that hold the grammar's words."""
    assert is_unit_cube(read(tmp_path, "c.stl", data))


def test_utf16(tmp_path):
    assert is_unit_cube(read(tmp_path, "c.stl", text().encode("utf-16")))


def test_solids_of_a_file_are_one_mesh(tmp_path):
    """Two cubes one inside the frame of the other's name: 24 faces, in the file's order."""
    second = text().replace("vertex 0", "vertex 5").replace("vertex 1", "vertex 6")
    piece = read(tmp_path, "c.stl", text() + second)
    assert len(piece.mesh.faces) == 24
    assert piece.mesh.volume == pytest.approx(2.0)
    assert piece.mesh.triangles[:12, :, 0].max() == 1.0
    assert piece.mesh.triangles[12:, :, 0].min() == 5.0


def test_faces_keep_the_files_order(tmp_path):
    piece = read(tmp_path, "c.stl", binary())
    assert np.array_equal(piece.mesh.triangles, np.array(CORNERS, float)[TRIANGLES])


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (binary(claim=4_000_000_000), "claims 4000000000 triangles, the file holds 12"),
        (binary(drop=1), "claims 12 triangles, the file holds 11"),
        (binary(claim=0), "claims no triangle"),
        (binary(b"made by")[:60], "at least 84"),
        (text()[:400], "line"),
        (text().rsplit("endloop", 1)[0], "ends inside a facet"),
        ("solid Empty\nendsolid Empty", "empty"),
        (text().replace("vertex 0 0 0", "vertex 0 zero 0", 1), "line 4: vertex: three numbers"),
        (text().replace("endfacet", "vertex 1 1 1\nendfacet", 1), "a facet of 4 vertices"),
        (text().replace("outer loop", "wall", 3), "line 3: not understood: 'wall'"),
    ],
)
def test_damage_is_named(tmp_path, data, said):
    with pytest.raises(MeshError, match=said) as caught:
        read(tmp_path, "c.stl", data)
    assert "c.stl" in str(caught.value)


def test_bytes_behind_the_last_triangle_are_told(tmp_path):
    piece = read(tmp_path, "c.stl", binary(extra=b"0123456"))
    assert is_unit_cube(piece)
    assert any("7 bytes" in note for note in piece.warnings)


def test_a_missing_end_is_told(tmp_path):
    piece = read(tmp_path, "c.stl", text().replace("endsolid cube", ""))
    assert is_unit_cube(piece)
    assert any("cut short" in note for note in piece.warnings)
