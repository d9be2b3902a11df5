"""PLY: text and both byte orders, any property type, polygons and strips; damage named."""

import struct

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, QUADS, TRIANGLES, is_unit_cube, read

HEAD = """ply
format {} 1.0
comment made by hand; end_header is no end here
element vertex 8
property {} x
property uchar red
property {} y
property {} z
element face {}
property list {} {} vertex_indices
property float quality
end_header
"""
CODES = {"char": "b", "uchar": "B", "short": "h", "ushort": "H", "int": "i", "uint": "I",
         "int8": "b", "uint16": "H", "float": "f", "double": "d", "float64": "d"}  # fmt: skip


def ply(form="ascii", number="float", count="uchar", index="int", faces=QUADS):
    head = HEAD.format(form, number, number, number, len(faces), count, index)
    if form == "ascii":
        rows = [f"{x} 255 {y} {z}" for x, y, z in CORNERS]
        rows += [" ".join(map(str, [len(f), *f, 0.5])) for f in faces]
        return (head + "\n".join(rows) + "\n").encode()
    order = "<" if form == "binary_little_endian" else ">"
    n, c, i = CODES[number], CODES[count], CODES[index]
    body = b"".join(struct.pack(f"{order}{n}B{n}{n}", x, 255, y, z) for x, y, z in CORNERS)
    for f in faces:
        body += struct.pack(f"{order}{c}{len(f)}{i}f", len(f), *f, 0.5)
    return head.encode() + body


FORMS = ["ascii", "binary_little_endian", "binary_big_endian"]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("number", ["float", "double", "float64", "short", "int8"])
@pytest.mark.parametrize("count", ["uchar", "int", "uint16"])
@pytest.mark.parametrize("index", ["int", "uint", "short", "char", "uchar"])
def test_every_type(tmp_path, form, number, count, index):
    assert is_unit_cube(read(tmp_path, "c.ply", ply(form, number, count, index)))


@pytest.mark.parametrize("form", FORMS)
def test_faces_of_several_sizes(tmp_path, form):
    """Two quads, then triangles: read row by row; triangles keep the file's order."""
    faces = [*QUADS[:2], *TRIANGLES[4:]]
    piece = read(tmp_path, "c.ply", ply(form, faces=faces))
    assert is_unit_cube(piece)
    assert np.array_equal(piece.mesh.triangles[4:], np.array(CORNERS, float)[TRIANGLES[4:]])


@pytest.mark.parametrize("ending", ["\r\n", "\r"])
def test_other_line_ends(tmp_path, ending):
    data = ply().decode().replace("\n", ending)
    assert is_unit_cube(read(tmp_path, "c.ply", data))


@pytest.mark.parametrize("form", FORMS)
def test_triangle_strips(tmp_path, form):
    """The cube as one strip of four sides, wound alternately, and two strips for the caps.

    Strips are parted by -1 (Stanford's PLY files of scans).
    """
    side = [1, 0, 5, 4, 7, 6, 3, 2, 1, 0]  # y = 0, x = 1, y = 1, x = 0
    strips = [*side, -1, 0, 2, 4, 6, -1, 1, 5, 3, 7]
    head = HEAD.split("element face")[0].format(form, "float", "float", "float")
    head += "element tristrips 1\nproperty list int int vertex_indices\nend_header\n"
    if form == "ascii":
        rows = [f"{x} 0 {y} {z}" for x, y, z in CORNERS]
        data = (head + "\n".join([*rows, " ".join(map(str, [len(strips), *strips]))])).encode()
    else:
        order = "<" if "little" in form else ">"
        data = head.encode()
        data += b"".join(struct.pack(order + "fBff", x, 0, y, z) for x, y, z in CORNERS)
        data += struct.pack(f"{order}{len(strips) + 1}i", len(strips), *strips)
    piece = read(tmp_path, "c.ply", data)
    assert piece.mesh.volume == pytest.approx(1.0)
    assert piece.mesh.is_watertight and piece.mesh.is_winding_consistent


def test_elements_between_are_passed_over(tmp_path):
    """An element of lists that is no face, before the faces."""
    data = ply("binary_little_endian")
    head, body = data.split(b"element face", 1)
    header, rows = body.split(b"end_header\n", 1)
    extra = b"element edge 2\nproperty list uchar short far\nproperty int n\n"
    between = struct.pack("<BhiBhhi", 1, 7, 1, 2, 8, 9, 2)
    vertices = 8 * 13
    data = head + extra + b"element face" + header + b"end_header\n"
    data += rows[:vertices] + between + rows[vertices:]
    assert is_unit_cube(read(tmp_path, "c.ply", data))


BIG = ply("binary_little_endian").replace(b"element vertex 8", b"element vertex 4000000000")
MANY = ply("binary_little_endian").replace(b"element face 6", b"element face 4000000000")
HOLLOW = b"ply\nformat binary_little_endian 1.0\nelement nothing 999999999999\nend_header\n"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (BIG, "claims 4000000000 of element vertex"),
        (MANY, "claims 4000000000 of element face"),
        (HOLLOW, "no element vertex"),
        (ply().replace(b"element vertex 8", b"element vertex 99999999"), "claims 99999999"),
        (ply("binary_little_endian")[:-9], "cut short"),
        (ply()[:-40], "element face|ends before"),
        (ply(index="uint", count="int").replace(b"4 0 1 3 2", b"4 0 1 3 9"), "index 9 is out of"),
        (ply().replace(b"4 0 1 3 2", b"4 0 1 3 -1"), "index -1 is out of range"),
        (ply().replace(b"4 0 1 3 2", b"4 0 1 3 .5"), "whole numbers"),
        (ply().replace(b"4 0 1 3 2", b"-4 0 1 3 2"), "does not fit the header"),
        (ply().replace(b"float x", b"list int float x"), "does not fit|no number x"),
        (ply().replace(b"property float z", b"property float w"), "no number z"),
        (ply().replace(b"list uchar int", b"list float int"), "whole number's type"),
        (ply().replace(b"float quality", b"quad quality"), "line 11: unknown property type"),
        (ply().replace(b"format ascii", b"format morse"), "format 'morse'"),
        (ply().replace(b"end_header\n", b""), "no line end_header"),
        (ply().replace(b"element face 6", b"element face 0"), "point cloud"),
        (ply().replace(b"element face", b"element vertex"), "there twice"),
    ],
)
def test_damage_is_named(tmp_path, data, said):
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.ply", data)
