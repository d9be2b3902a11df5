"""OFF: its kinds of header, comments, polygons; damage named with its line."""

import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, QUADS, is_unit_cube, read


def off(head="OFF\n8 6 12", vertex="{} {} {}", face="4 {} {} {} {}"):
    rows = [head, *(vertex.format(*c) for c in CORNERS), *(face.format(*q) for q in QUADS)]
    return "\n".join(rows) + "\n"


@pytest.mark.parametrize(
    "data",
    [
        off(),
        off("OFF 8 6 0"),
        off("off\n# counts\n\n8 6 12 # so many"),
        off("OFF\n8 6"),
        off("COFF\n8 6 0", "{} {} {} 255 0 0 255", "4 {} {} {} {} 255 0 0"),
        off("NOFF\n8 6 0", "{} {} {} 0 0 1"),
        off("STCNOFF\n8 6 0", "{} {} {} 0 0 1 9 9 9 9 0 0"),
        "# by a prögram\n" + off().replace("\n", "\r\n"),
    ],
)
def test_ways_to_write_a_cube(tmp_path, data):
    assert is_unit_cube(read(tmp_path, "c.off", data))


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (off("OFF\n999999999999 6 0"), "line 2: claims 999999999999 vertices"),
        (off("OFF\n8 7 0"), "the file ends after 6 of 7 faces"),
        (off("OFF\n-8 6 0"), "line 2: two counts"),
        (off("4OFF\n8 6 0"), "three dimensions"),
        (off("nOFF 3\n8 6 0"), "three dimensions"),
        (off("OFF BINARY\n8 6 0"), "binary OFF"),
        (off("PLY\n8 6 0"), "line 1: OFF wanted"),
        (off(face="4 {} {} {} 8"), "line 11: vertex index 8 is out of range; the file has 8"),
        (off(face="4 {} {} {} -1"), "line 11: vertex index -1"),
        (off(face="9 {} {} {} {}"), "line 11: a face of 9 corners, 4"),
        (off(vertex="{} {}"), "line 3: three coordinates"),
        (off(vertex="{} {} x"), "line 3: numbers"),
        ("OFF\n", "two counts"),
        ("# nothing\n", "OFF wanted"),
        ("OFF\n3 0 0\n0 0 0\n1 0 0\n0 1 0\n", "point cloud"),
    ],
)
def test_damage_is_named(tmp_path, data, said):
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.off", data)
