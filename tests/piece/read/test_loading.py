"""Units, axes, faces that are dropped or counted, and files that are no meshes."""

import os

import numpy as np
import pytest

import geo3d
from geo3d import Geo3dWarning, MeshError
from geo3d.piece import read_mesh, read_piece, write_piece
from tests.piece.read.cubes import is_unit_cube, obj_cube, read


@pytest.mark.parametrize(
    ("units", "side"), [("mm", 1 / 25.4), ("cm", 10 / 25.4), ("m", 1000 / 25.4), ("inch", 1.0)]
)
def test_units(tmp_path, units, side):
    """1 inch = 25.4 mm, exactly."""
    assert is_unit_cube(read(tmp_path, "c.obj", obj_cube(), units=units), side)


def test_missing_units_list_the_sizes(tmp_path):
    """A box of 25.4 x 50.8 x 254: 1 x 2 x 10 inches in mm, ten times that in cm, and so on."""
    path = tmp_path / "c.obj"
    path.write_text("v 0 0 0\nv 25.4 0 0\nv 25.4 50.8 0\nv 0 0 254\nf 1 2 3\nf 1 2 4\nf 1 3 4\n")
    with pytest.raises(MeshError) as caught:
        read_piece(path)
    text = str(caught.value)
    assert "c.obj" in text and "units" in text
    for size in ("1 x 2 x 10", "10 x 20 x 100", "25.4 x 50.8 x 254", "1000 x 2000 x 1e+04"):
        assert size in text


def test_y_up_is_turned(tmp_path):
    """(x, y, z) of a file with y up stands at (x, -z, y): right-handed, upright."""
    data = "v 1 2 3\nv 4 5 6\nv 7 9 8\nf 1 2 3\n"
    mesh = read(tmp_path, "c.obj", data, up="y").mesh
    assert mesh.triangles[0].tolist() == [[1, -3, 2], [4, -6, 5], [7, -8, 9]]


def test_given_units_override_with_a_warning(tmp_path):
    path = tmp_path / "c.glb"
    write_piece(read(tmp_path, "c.obj", obj_cube()), path, name="c", category=None)
    assert not read_piece(path).warnings
    assert not read_piece(path, units="m", up="y").warnings
    assert is_unit_cube(read_piece(path), tolerance=1e-6)
    as_inches = read_piece(path, units="inch")
    assert is_unit_cube(as_inches, 0.0254, tolerance=1e-6)
    assert len(as_inches.warnings) == 1 and "m" in as_inches.warnings[0]
    with pytest.warns(Geo3dWarning, match="z up"):
        mesh = read_mesh(path, up="z")
    assert mesh.bounds[0][2] == pytest.approx(-1.0)


@pytest.mark.parametrize(("units", "up"), [("feet", None), ("mm", "x"), ("MM", None)])
def test_unknown_units_and_axes(tmp_path, units, up):
    path = tmp_path / "c.obj"
    path.write_text(obj_cube())
    with pytest.raises(MeshError, match="wanted"):
        read_piece(path, units, up)


@pytest.mark.parametrize("bad", ["nan", "inf", "-inf", "1e300"])
def test_faces_without_a_place_are_dropped_and_counted(tmp_path, bad):
    data = obj_cube() + f"v {bad} 0 0\nf 1 2 9\nf 9 3 4\n"
    piece = read(tmp_path, "c.obj", data)
    assert is_unit_cube(piece)
    assert piece.counts["dropped_nonfinite"] == 2
    assert any("2 faces" in note for note in piece.warnings)
    with pytest.raises(MeshError, match="its one face has a corner"):
        read(tmp_path, "d.obj", f"v 0 0 0\nv 1 0 0\nv 0 {bad} 0\nf 1 2 3\n")


def test_faces_without_area_stay_and_are_counted(tmp_path):
    """A cube whose one face is split at the middle of an edge, which a sliver of no area closes."""
    data = obj_cube().replace("f 1 2 4 3", "v 0 0 .5\nf 1 9 4\nf 1 4 3\nf 9 2 4")
    closed = read(tmp_path, "c.obj", data + "f 1 2 9\n")
    assert closed.mesh.is_watertight and len(closed.mesh.faces) == 14
    assert closed.counts["zero_area"] == 1
    with pytest.raises(MeshError, match="its one face has no area"):
        read(tmp_path, "d.obj", "v 0 0 0\nv 1 0 0\nv 2 0 0\nf 1 2 3\n")


def test_vertices_at_one_place_are_one(tmp_path):
    """Also where an exporter wrote 0 once as 1e-17 and once as -1e-17; farther ones stay apart."""
    split = "".join(
        f"v {x} {y} {z}\n" for x, y, z in [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
    ) + "v -1e-17 1e-17 0\nv 1 -1e-17 0\nv 0 -1 0\nf 1 2 3\nf 5 4 6\n"  # fmt: skip
    assert len(read(tmp_path, "c.obj", split).mesh.vertices) == 4
    apart = split.replace("1e-17", "1e-6")
    assert len(read(tmp_path, "c.obj", apart).mesh.vertices) == 6


def test_unused_vertices_do_not_count(tmp_path):
    mesh = read(tmp_path, "c.obj", obj_cube() + "v 100 0 0\n").mesh
    assert len(mesh.vertices) == 8 and mesh.extents.tolist() == [1.0, 1.0, 1.0]


@pytest.mark.parametrize(
    ("name", "data", "said"),
    [
        ("c.obj", b"", "empty"),
        ("c.stl", b"\0" * 400, "empty"),
        ("c.glb", b"version https://git-lfs.github.com/spec/v1\noid sha256:1\n", "Git LFS pointer"),
        ("c.obj", b"\n <!DOCTYPE html><html>", "web page"),
        ("c.stl", b"<html><body>404", "web page"),
        ("c.step", b"ISO-10303-21;", "ending '.step': meshes are read from .3mf, .glb"),
        ("noending", b"v 0 0 0", "ending 'none'"),
    ],
)
def test_files_that_are_no_meshes(tmp_path, name, data, said):
    with pytest.raises(MeshError, match=said) as caught:
        read(tmp_path, name, data)
    assert name in str(caught.value)


def test_places_that_are_no_files(tmp_path):
    for path, said in [
        (tmp_path / "none.obj", "no such file"),
        (tmp_path, "folder"),
        ("a\0b.obj", "name|file"),
        (tmp_path / ("x" * 300 + ".obj"), "cannot be read"),
    ]:
        with pytest.raises(MeshError, match=said):
            read_piece(path, units="mm")
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.obj")
        with pytest.raises(MeshError, match="no regular file"):
            read_piece(tmp_path / "pipe.obj", units="mm")


def test_content_goes_before_the_ending(tmp_path):
    """A GLB that somebody named .obj is read as what it is, in metres."""
    path = tmp_path / "c.glb"
    write_piece(read(tmp_path, "c.obj", obj_cube()), path, name="c", category=None)
    assert not read_piece(path).warnings
    for name in ("d.obj", "d.stl", "d"):
        piece = read_piece(path.rename(tmp_path / name))
        path = tmp_path / name
        assert is_unit_cube(piece)
        (note,) = piece.warnings
        assert note.startswith(f"{name}: is GLB by its content, and was read as that")
    # The two endings of glTF are one format.
    assert not read_piece(path.rename(tmp_path / "d.gltf")).warnings


def test_one_is_no_plural(tmp_path):
    """One face without area, one with an infinite corner: told as one."""
    data = obj_cube() + "v inf 0 0\nf 1 2 9\nf 1 2 2\n"
    dropped, zero = read(tmp_path, "c.obj", data).warnings
    assert dropped == (
        "c.obj: 1 face with a corner that is NaN, infinite, or 1e+12 or more from the origin "
        "was dropped"
    )
    assert zero == "c.obj: 1 face has no area; it stays, but blocks nothing"


def test_the_public_name():
    """`geo3d.read_mesh` is this one."""
    assert geo3d.read_mesh is read_mesh


def test_moved_far_away(tmp_path):
    """Shifted by 1e6 the cube is read as closed and as large as ever."""
    data = "".join(
        f"v {float(line.split()[1]) + 1e6} {line.split()[2]} {line.split()[3]}\n"
        if line.startswith("v") else line + "\n"
        for line in obj_cube().splitlines()
    )  # fmt: skip
    mesh = read(tmp_path, "c.obj", data).mesh
    assert mesh.is_watertight and np.allclose(mesh.extents, 1.0)
