"""OBJ: every way of numbering, polygons with notches, encodings; damage named with its line."""

import re

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, QUADS, is_unit_cube, obj_cube, read

# An L of area 5 in the plane, 1 high: two polygons of six corners and six quads; volume 5.
L_PRISM = (
    "".join(
        f"v {x} {y} {z}\n"
        for z in (0, 1)
        for x, y in [(0, 0), (3, 0), (3, 1), (1, 1), (1, 3), (0, 3)]
    )
    + "f 6 5 4 3 2 1\nf 7 8 9 10 11 12\n"
    + "".join(f"f {i} {i % 6 + 1} {i % 6 + 7} {i + 6}\n" for i in range(1, 7))
)


def relative() -> str:
    """Each quad right after its own four vertices, counted back."""
    rows = []
    for quad in QUADS:
        rows += ["v {} {} {}".format(*CORNERS[i]) for i in quad] + ["f -4 -3 -2 -1"]
    return "\n".join(rows)


@pytest.mark.parametrize(
    "data",
    [
        obj_cube(),
        relative(),
        obj_cube().replace("\n", "\r\n"),
        obj_cube().replace("\n", "\r"),
        "mtllib missing.mtl\nusemtl none\ng a b\ns off\n" + obj_cube(),
        "o name\u0085f 1 2 3\n" + obj_cube(),
        "# comment\n" + re.sub("(v .*)", r"\1 0.5 0.5 0.5 # colour", obj_cube()),
        obj_cube().replace("f 1 2 4 3", "f 1 2 \\\n 4 3"),
        obj_cube().replace("f 1 2 4 3", "f 1 2 \\\r\n 4 3"),
        obj_cube().replace("f 1 2 4 3", "f 1/9 2/9 4/9 3/9"),
        obj_cube().replace("f 5 7 8 6", "f 5//1 7//1 8//1 6//1"),
        obj_cube().replace("f 1 2 4 3", "f 1/9/1 2/9/1 4/9/1 3/9/1"),
        "\n".join(sorted(obj_cube().splitlines(), reverse=False)),  # faces before vertices
    ],
)  # fmt: skip
def test_ways_to_write_a_cube(tmp_path, data):
    assert is_unit_cube(read(tmp_path, "c.obj", data))


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32"])
def test_encodings(tmp_path, encoding):
    """With a byte order mark, and UTF-16 without one."""
    assert is_unit_cube(read(tmp_path, "c.obj", obj_cube().encode(encoding)))


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be"])
@pytest.mark.parametrize("name", ["", "# Gr\u00f6\u00dfe\n", "o \u58c1\u306e\u6a21\u578b\n"])
def test_without_a_mark(tmp_path, encoding, name):
    """Numbers and keywords say by their zero bytes what it is; names may be in any letters."""
    data = (name + obj_cube()).encode(encoding)
    assert is_unit_cube(read(tmp_path, "c.obj", data))
    with pytest.raises(MeshError, match=f"is {encoding[:6].upper()}, . bytes a letter.*cut short"):
        read(tmp_path, "c.obj", data[:-1])


def test_zero_bytes_of_no_encoding(tmp_path):
    with pytest.raises(MeshError, match=r"not text, as a \.obj file.* not as UTF-16"):
        read(tmp_path, "c.obj", obj_cube().encode() + b"\0\0")


def test_a_big_endian_mark(tmp_path):
    data = b"\xfe\xff" + obj_cube().encode("utf-16-be")
    assert is_unit_cube(read(tmp_path, "c.obj", data))


def test_a_notch_stays_open(tmp_path):
    """The prism over an L has volume 5, area 2 x 5 + 12 x 1, and nothing stands in its notch."""
    mesh = read(tmp_path, "l.obj", L_PRISM).mesh
    assert mesh.is_watertight
    assert mesh.volume == pytest.approx(5.0) and mesh.area == pytest.approx(22.0)
    assert not any((np.asarray(c)[:2] > 1.0).all() for c in mesh.triangles_center)


def test_objects_are_joined_with_their_own_numbers(tmp_path):
    """Numbers run on through the objects of a file."""
    second = "".join(f"v {x + 3} {y} {z}\n" for x, y, z in CORNERS)
    second += "".join("f " + " ".join(str(i + 9) for i in quad) + "\n" for quad in QUADS)
    mesh = read(tmp_path, "c.obj", "o one\n" + obj_cube() + "o two\n" + second).mesh
    assert mesh.is_watertight and mesh.volume == pytest.approx(2.0)
    assert mesh.extents.tolist() == [4.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (obj_cube() + "f 1 2 9\n", "line 15: vertex 9 is out of range; the file has 8"),
        (obj_cube() + "f 1 2 0\n", "line 15: vertex 0"),
        (obj_cube() + "f 1 2 -9\n", "line 15: vertex -9 is out of range; 8"),
        (obj_cube() + f"f 1 2 {10**30}\n", "line 15: vertex 1000"),
        (obj_cube() + "\nf 1 \\\n 2 x\n", "line 16: a vertex number"),
        (obj_cube() + "f 1 2\n", "line 15: a face of 2 corners"),
        ("v 0 0\n" + obj_cube(), "line 1: v: three coordinates"),
        ("v 0 0 x\n" + obj_cube(), "line 1: v: three coordinates"),
        ("v 0 0 0\nv 1 0 0\np 1 2\n", "point cloud"),
        ("just some text\n", "no mesh"),
        (b"\xff\xfe\0\xd8", "no mesh"),
        (bytes(range(256)) * 20, "not text"),
    ],
)
def test_damage_is_named(tmp_path, data, said):
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.obj", data)


def test_free_form_is_told(tmp_path):
    piece = read(tmp_path, "c.obj", obj_cube() + "cstype bspline\nsurf 0 1 0 1 1 2 3 4\nend\n")
    assert is_unit_cube(piece) and any("free form" in note for note in piece.warnings)
