"""glTF accessors: every component type, strides, sparse ones, buffers; claims that do not hold."""

import json
import struct

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, TRIANGLES, is_unit_cube, read
from tests.piece.read.gltf.files import Maker

METRE = 1 / 0.0254


def one(folder, maker):
    return read(folder, "c.glb", maker.glb())


def simple():
    maker = Maker()
    maker.node(mesh=maker.cube())
    return maker


@pytest.mark.parametrize("kind", ["u1", "u2", "u4"])
def test_index_types(tmp_path, kind):
    maker = Maker()
    maker.node(mesh=maker.cube(kind=kind))
    assert is_unit_cube(one(tmp_path, maker), METRE)


@pytest.mark.parametrize("kind", ["i1", "u1", "i2", "u2", "f4"])
def test_position_types(tmp_path, kind):
    """KHR_mesh_quantization: whole numbers as they are."""
    maker = Maker()
    points = maker.accessor(CORNERS, kind)
    indices = maker.accessor(np.ravel(TRIANGLES), "u1")
    maker.document["extensionsRequired"] = ["KHR_mesh_quantization"]
    maker.node(mesh=maker.mesh({"attributes": {"POSITION": points}, "indices": indices}))
    assert is_unit_cube(one(tmp_path, maker), METRE)


@pytest.mark.parametrize(("kind", "top"), [("i1", 127), ("u1", 255), ("i2", 32767), ("u2", 65535)])
def test_normalised_positions(tmp_path, kind, top):
    """The type's largest number is 1 (glTF 2.0, 3.6.2.2)."""
    maker = Maker()
    points = maker.accessor(np.array(CORNERS) * top, kind, normalized=True)
    indices = maker.accessor(np.ravel(TRIANGLES), "u1")
    maker.node(mesh=maker.mesh({"attributes": {"POSITION": points}, "indices": indices}))
    assert is_unit_cube(one(tmp_path, maker), METRE)


def test_without_indices(tmp_path):
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float)[np.ravel(TRIANGLES)])
    maker.node(mesh=maker.mesh({"attributes": {"POSITION": points}}))
    assert is_unit_cube(one(tmp_path, maker), METRE)


def test_interleaved_with_a_stride(tmp_path):
    """Positions at byte 8 of every 24."""
    maker = simple()
    rows = b"".join(struct.pack("<5fI", 9, 9, *corner, 7) for corner in CORNERS)
    maker.document["accessors"][0]["bufferView"] = maker.view(rows, byteStride=24)
    maker.document["accessors"][0]["byteOffset"] = 8
    assert is_unit_cube(one(tmp_path, maker), METRE)


@pytest.mark.parametrize("based", [True, False])
@pytest.mark.parametrize("kind", ["u1", "u2", "u4"])
def test_sparse(tmp_path, based, kind):
    """Corners 4 to 7 are put right by a sparse accessor, over wrong numbers or over zeros."""
    maker = simple()
    where = range(4, 8) if based else range(1, 8)
    wrong = np.array(CORNERS, float)
    wrong[4:] = 77
    row = maker.document["accessors"][0]
    if based:
        row["bufferView"] = maker.view(wrong.astype("<f4").tobytes())
    else:
        del row["bufferView"]
    values = np.array(CORNERS, "<f4")[list(where)]
    codes = {"u1": 5121, "u2": 5123, "u4": 5125}
    row["sparse"] = {
        "count": len(where),
        "indices": {"bufferView": maker.view(np.array(where, "<" + kind).tobytes()),
                    "componentType": codes[kind]},
        "values": {"bufferView": maker.view(values.tobytes())},
    }  # fmt: skip
    assert is_unit_cube(one(tmp_path, maker), METRE)


def test_buffers_within_and_beside_the_file(tmp_path):
    maker = simple()
    assert is_unit_cube(read(tmp_path, "c.gltf", maker.gltf()), METRE)
    (tmp_path / "the buffer.bin").write_bytes(maker.data)
    assert is_unit_cube(read(tmp_path, "d.gltf", maker.gltf("the%20buffer.bin")), METRE)


@pytest.mark.parametrize(
    ("uri", "said"),
    [
        ("missing.bin", "'missing.bin' is missing; it belongs beside the file"),
        ("../secret.bin", "leaves the file's own folder"),
        ("%2e%2e/secret.bin", "leaves the file's own folder"),
        ("/etc/hostname", "leaves the file's own folder"),
        ("sub/../../secret.bin", "leaves the file's own folder"),
        ("..\\secret.bin", "leaves the file's own folder|missing"),
        ("http://example.org/a.bin", "nothing is fetched"),
        ("file:///etc/hostname", "a whole address, and nothing is fetched; .* a file beside it"),
        ("file:/etc/hostname", "a whole address"),
        ("C:/secret.bin", "a whole address"),
        ("data:application/octet-stream,abc", "not base64"),
        ("data:application/octet-stream;base64,*", "not base64"),
        ("a\0b", "not a file's name|missing"),
    ],
)
def test_buffers_that_are_not_there(tmp_path, uri, said):
    folder = tmp_path / "own"
    folder.mkdir()
    (tmp_path / "secret.bin").write_bytes(b"\0" * 4096)
    with pytest.raises(MeshError, match=said):
        read(folder, "c.gltf", simple().gltf(uri))


def test_a_link_out_of_the_folder_is_not_followed(tmp_path):
    folder = tmp_path / "own"
    folder.mkdir()
    maker = simple()
    (tmp_path / "secret.bin").write_bytes(maker.data)
    try:
        (folder / "link.bin").symlink_to(tmp_path / "secret.bin")
    except OSError:
        pytest.skip("no symbolic links here")
    with pytest.raises(MeshError, match="leaves"):
        read(folder, "c.gltf", maker.gltf("link.bin"))


def _accessor(number, key, value):
    def change(document):
        document["accessors"][number][key] = value

    return change


def _view(number, key, value):
    def change(document):
        document["bufferViews"][number][key] = value

    return change


def _no_view(document):
    del document["accessors"][0]["bufferView"]


def _many_zeros(document):
    del document["accessors"][0]["bufferView"]
    document["accessors"][0] |= {"sparse": {"count": 0}, "count": 4_000_000_000}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_accessor(0, "count", 4_000_000_000), r"accessors\[0\]: claims 4000000000 elements"),
        (_accessor(1, "count", 10**30), "claims 1000000"),
        (_accessor(0, "count", -1), "whole number"),
        (_accessor(0, "count", "8"), "whole number"),
        (_accessor(0, "count", True), "whole number"),
        (_accessor(0, "componentType", 5555), "5555 is none of glTF's"),
        (_accessor(0, "componentType", []), "none of glTF's"),
        (_accessor(1, "componentType", 5126), "unsigned whole numbers"),
        (_accessor(0, "type", "VEC2"), "has not 3 parts"),
        (_accessor(0, "byteOffset", 4), "its view holds 96"),
        (_accessor(0, "bufferView", 9), r"no bufferViews\[9\]"),
        (_accessor(0, "sparse", {"count": 1, "indices": 3}), "sparse.indices: an object"),
        (_view(0, "byteLength", 10**9), "reaches to byte 1000000000"),
        (_view(0, "buffer", 1), r"no buffers\[1\]"),
        (_view(0, "byteStride", 4), "less than an element"),
        (_view(0, "extensions", {"EXT_meshopt_compression": {}}), "EXT_meshopt_compression is not"),
        (_no_view, "neither bufferView nor sparse"),
        (_many_zeros, "zeros without a bufferView"),
    ],
)
def test_claims_that_do_not_hold(tmp_path, change, said):
    maker = simple()
    change(maker.document)
    with pytest.raises(MeshError, match=said):
        one(tmp_path, maker)


def test_an_index_out_of_range(tmp_path):
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float))
    indices = maker.accessor([0, 1, 8], "u1")
    maker.node(mesh=maker.mesh({"attributes": {"POSITION": points}, "indices": indices}))
    with pytest.raises(MeshError, match=r"primitives\[0\].indices: vertex index 8 is out of range"):
        one(tmp_path, maker)


def _cut(data):
    return data[:-8]


def _long_chunk(data):
    return data[:12] + struct.pack("<I", 10**9) + data[16:]


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_cut, "claims .* bytes, the file holds .*: cut short"),
        (_long_chunk, "a chunk claims 1000000000 bytes"),
        (lambda d: d[:4] + struct.pack("<I", 1) + d[8:], "got version 1"),
        (lambda d: d[:16], "ends inside"),
        (lambda d: d.replace(b"JSON", b"NOSJ"), "no JSON chunk"),
        (lambda d: d.replace(b'{"asset"', b'["asset"'), "not JSON"),
        (lambda d: d.replace(b'"2.0"', b'"1.0"'), "glTF 2 is wanted, got '1.0'"),
        (lambda d: d.replace(b"BIN\0", b"NIB\0"), "no uri, and the file has no binary chunk"),
    ],
)
def test_a_container_that_is_damaged(tmp_path, change, said):
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.glb", change(simple().glb()))


@pytest.mark.parametrize("text", ["[" * 100_000, "[]", "{", "1" * 5000, '{"asset": 2}', "\ufeff"])
def test_a_document_that_is_none(tmp_path, text):
    with pytest.raises(MeshError):
        read(tmp_path, "c.gltf", text)


def test_geo3d_extras(tmp_path):
    """Only what sits in `meshes[0].extras.geo3d` is taken; anything else there does no harm."""
    maker = simple()
    maker.document["meshes"][0]["extras"] = {"geo3d": {"name": "Tor", "category": "dense", "n": 1}}
    piece = one(tmp_path, maker)
    assert (piece.name, piece.category, piece.extras["n"]) == ("Tor", "dense", 1)
    for odd in (5, {"geo3d": 3}, {"geo3d": {"name": 7, "category": []}}, {"other": {}}):
        maker.document["meshes"][0]["extras"] = odd
        piece = one(tmp_path, maker)
        assert (piece.name, piece.category) == ("c", None)
    assert json.dumps(dict(piece.extras)) == "{}"
