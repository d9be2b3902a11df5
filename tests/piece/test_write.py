"""Writing a piece: true size, metres and y up, the same bytes again, extras and nothing else."""

import hashlib
import json
import os
import struct

import numpy as np
import pytest
import trimesh

from geo3d import MeshError
from geo3d.piece import Piece, read_piece, write_piece

HOUSE = trimesh.Trimesh(
    # A wedge 4" x 6", 3" high at its ridge over y = 0: volume 4 * 6 * 3 / 2 = 36.
    [[0, 0, 0], [4, 0, 0], [4, 6, 0], [0, 6, 0], [0, 0, 3], [4, 0, 3]],
    [[0, 2, 1], [0, 3, 2], [0, 1, 5], [0, 5, 4], [1, 2, 5], [0, 4, 3], [2, 3, 4], [2, 4, 5]],
    process=False,
)


def document(path):
    data = path.read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20 : 20 + length])


def test_comes_back_as_it_was(tmp_path):
    """Each coordinate within float32's 6e-8 of itself, faces and their order kept."""
    path = tmp_path / "house.glb"
    write_piece(HOUSE, path, name="Høuse", category="dense", extras={"made": {"seed": 3}})
    piece = read_piece(path)
    assert np.allclose(piece.mesh.triangles, HOUSE.triangles, rtol=1.2e-7, atol=0)
    assert piece.mesh.volume == pytest.approx(36.0, rel=1e-6) and piece.mesh.is_watertight
    assert (piece.name, piece.category, piece.extras["made"]) == ("Høuse", "dense", {"seed": 3})
    assert not piece.warnings


def test_metres_y_up_for_other_programs(tmp_path):
    """trimesh, as a second reader, sees 4" x 3" (up) x 6" in metres, standing on y = 0."""
    path = tmp_path / "house.glb"
    write_piece(HOUSE, path, name="h", category=None)
    mesh = trimesh.load(path, force="mesh")
    assert mesh.extents == pytest.approx(np.array([4, 3, 6]) * 0.0254, rel=1e-6)
    assert mesh.bounds[0] == pytest.approx([0, 0, -6 * 0.0254], abs=1e-8)
    assert mesh.volume == pytest.approx(36 * 0.0254**3, rel=1e-6)


def test_a_plain_file_with_extras_in_one_place(tmp_path):
    """No other metadata is kept, whatever the mesh carries; accessors have their bounds."""
    mesh = HOUSE.copy()
    mesh.metadata["secret"] = "path of somebody"
    path = tmp_path / "house.glb"
    write_piece(Piece(mesh), path, name="h", category="light")
    made = document(path)
    assert made["meshes"][0]["extras"] == {"geo3d": {"name": "h", "category": "light"}}
    assert "secret" not in json.dumps(made)
    assert set(made) == {
        "accessors", "asset", "bufferViews", "buffers", "meshes", "nodes", "scene", "scenes",
    }  # fmt: skip
    high = np.array([4, 3, 0], np.float32) * 0.0254
    assert made["accessors"][0]["max"] == pytest.approx(high.tolist())
    data = path.read_bytes()
    assert len(data) % 4 == 0 and struct.unpack_from("<I", data, 8)[0] == len(data)


def test_the_same_bytes_again(tmp_path):
    """Also for -0.0, and whatever order the extras are given in."""
    first, second = tmp_path / "a.glb", tmp_path / "b.glb"
    write_piece(HOUSE, first, name="h", category=None, extras={"a": 1, "b": 2})
    mesh = HOUSE.copy()
    mesh.vertices = np.where(HOUSE.vertices == 0.0, -0.0, HOUSE.vertices)
    assert np.signbit(mesh.vertices).any()
    write_piece(mesh, second, name="h", category=None, extras={"b": 2, "a": 1})
    assert first.read_bytes() == second.read_bytes()


def test_known_bytes(tmp_path):
    """One triangle's whole binary chunk, by hand: positions x, z, -y in metres, then indices."""
    mesh = trimesh.Trimesh([[1, 2, 3], [4, 5, 6], [7, 8, 10]], [[0, 1, 2]], process=False)
    path = tmp_path / "t.glb"
    write_piece(mesh, path, name="t", category=None)
    inches = np.array([[1, 3, -2], [4, 6, -5], [7, 10, -8]])
    wanted = (inches / (1000 / 25.4)).astype("<f4").tobytes() + struct.pack("<3I", 0, 1, 2)
    assert path.read_bytes().endswith(wanted)


def test_nothing_is_left_behind(tmp_path):
    """Written over an old file whole, with plain permissions, and no temporary file stays."""
    path = tmp_path / "house.glb"
    path.write_bytes(b"old")
    write_piece(HOUSE, path, name="h", category=None)
    before = hashlib.sha256(path.read_bytes()).hexdigest()
    with pytest.raises(MeshError):
        write_piece(HOUSE, path, name="h", category=None, extras={"no": object()})
    assert hashlib.sha256(path.read_bytes()).hexdigest() == before
    assert [file.name for file in tmp_path.iterdir()] == ["house.glb"]
    umask = os.umask(0)
    os.umask(umask)
    assert os.name == "nt" or path.stat().st_mode & 0o777 == 0o666 & ~umask


def _changed(vertex=None, face=None):
    mesh = HOUSE.copy()
    if vertex is not None:
        mesh.vertices[2] = vertex
    if face is not None:
        mesh.faces[0] = face
    return mesh


@pytest.mark.parametrize(
    ("mesh", "name", "extras", "said"),
    [
        (HOUSE, "house.obj", None, "ending"),
        (HOUSE, "none/house.glb", None, "cannot be written"),
        (trimesh.Trimesh(), "house.glb", None, "no faces"),
        (_changed(vertex=[np.nan, 0, 0]), "house.glb", None, "NaN"),
        (_changed(vertex=[0, 1e39, 0]), "house.glb", None, "beyond what float32 holds"),
        (_changed(face=[0, 1, 6]), "house.glb", None, "names a vertex"),
        (_changed(face=[0, 1, -1]), "house.glb", None, "names a vertex"),
        (HOUSE, "house.glb", {"a": {1, 2}}, "JSON"),
        (HOUSE, "house.glb", {"a": float("nan")}, "JSON"),
    ],
)
def test_what_cannot_be_written(tmp_path, mesh, name, extras, said):
    with pytest.raises(MeshError, match=said):
        write_piece(mesh, tmp_path / name, name="h", category=None, extras=extras)
    assert not list(tmp_path.iterdir())
