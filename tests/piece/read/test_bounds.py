"""Small files that ask for much: refused before it is made.

Each would take gigabytes or hours if what it says were done.
"""

import json
import tracemalloc
import zipfile

import numpy as np
import pytest

from geo3d.errors import MeshError
from geo3d.piece import read_piece
from geo3d.piece.read.gltf.document import MOST_VALUES
from tests.piece.read.gltf.files import Maker

MODEL = '<model unit="inch" xmlns="http://schemas.microsoft.com/3dmanufacturing/core/2015/02">'


def refused(path, said, megabytes=100, **options):
    """Read a file that must be refused, and hold its memory beyond the file under a limit."""
    tracemalloc.start()
    try:
        with pytest.raises(MeshError, match=said) as fault:
            read_piece(path, **options)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert str(path) in str(fault.value)
    assert peak < path.stat().st_size + megabytes * 2**20


def packed(path, text, times, before=b""):
    with (
        zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive,
        archive.open("3D/3dmodel.model", "w") as part,
    ):
        part.write(MODEL.encode() + before)
        for _ in range(times):
            part.write(text)
    return path


@pytest.mark.parametrize(
    "text",
    [b"<a/>" * 2**18, b"<!-- -->" * 2**17,
     b'<vertex x="0" y="0" z="0"/>' * 40_000],
)  # fmt: skip
def test_a_zip_bomb_ends_at_so_many_times_its_size(tmp_path, monkeypatch, text):
    """Some 4 MB of elements, comments or vertices in under 20 KB."""
    monkeypatch.setattr("geo3d.piece.read.package.FREELY", 1 << 20)
    path = packed(tmp_path / "bomb.3mf", text, 4, b'<object id="1"><mesh><vertices>')
    assert path.stat().st_size < 20_000
    refused(path, "unpacks to over 1 MB", megabytes=20)


def test_elements_without_end_are_counted(tmp_path, monkeypatch):
    monkeypatch.setattr("geo3d.piece.read.package.MOST_OTHER", 1000)
    refused(packed(tmp_path / "many.3mf", b"<a/>" * 2000, 1), "over 1000 elements")


@pytest.mark.parametrize(
    ("text", "bound"),
    [(b'<vertex x="0" y="0" z="0"/>', 60), (b'<triangle v1="0" v2="0" v3="0"/>', 60)],
)
def test_an_object_of_too_many_is_refused_as_it_is_read(tmp_path, monkeypatch, text, bound):
    monkeypatch.setattr("geo3d.piece.read.package.MOST_FACES", bound // 3)
    path = packed(tmp_path / "many.3mf", b'<object id="1"><mesh>' + text * 30, 1)
    refused(path, "over 20 faces or vertices")


def test_json_of_millions_of_values_is_not_parsed(tmp_path):
    """Six million empty objects would be half a gigabyte."""
    path = tmp_path / "many.gltf"
    path.write_bytes(b'{"asset": {"version": "2.0"}, "nodes": [' + b"{}," * MOST_VALUES + b"{}]}")
    refused(path, "values or more", megabytes=20)


@pytest.mark.parametrize("opening", [b"[", b'{"a":'])
def test_deep_json(tmp_path, opening):
    path = tmp_path / "deep.gltf"
    path.write_bytes(opening * 1_000_000)
    refused(path, "nested too deeply|not JSON")


def test_deep_xml(tmp_path):
    refused(packed(tmp_path / "deep.3mf", b"<a>" * 100_000, 1), "not XML")


def test_buffers_that_name_one_file_are_one(tmp_path):
    """A thousand buffers of 4 MB, all the same file: read once, or it would be 4 GB."""
    maker = Maker()
    maker.node(mesh=maker.cube())
    document = json.loads(maker.gltf())
    (tmp_path / "large.bin").write_bytes(bytes(4 << 20))
    number = 1000
    first = len(document["buffers"])
    document["buffers"] += [{"uri": "large.bin", "byteLength": 4 << 20}] * number
    views = len(document["bufferViews"])
    document["bufferViews"] += [
        {"buffer": first + i, "byteOffset": 0, "byteLength": 36} for i in range(number)
    ]
    at = len(document["accessors"])
    document["accessors"] += [
        {"bufferView": views + i, "componentType": 5126, "count": 3, "type": "VEC3"}
        for i in range(number)
    ]
    document["meshes"][0]["primitives"] += [
        {"attributes": {"POSITION": at + i}} for i in range(number)
    ]
    path = tmp_path / "same.gltf"
    path.write_text(json.dumps(document))
    tracemalloc.start()
    read_piece(path)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 60 << 20


def test_buffers_of_many_files_are_bounded_together(tmp_path, monkeypatch):
    monkeypatch.setattr("geo3d.piece.read.gltf.arrays.LARGEST", 1000)
    maker = Maker()
    maker.node(mesh=maker.cube())
    document = json.loads(maker.gltf())
    for number, buffer in enumerate(document["buffers"]):
        (tmp_path / f"{number}.bin").write_bytes(bytes(1001))
        buffer.update(uri=f"{number}.bin", byteLength=1001)
    path = tmp_path / "files.gltf"
    path.write_text(json.dumps(document))
    refused(path, "together")


def test_a_buffer_that_is_a_link_out_of_the_folder(tmp_path):
    secret = tmp_path / "secret.bin"
    secret.write_bytes(bytes(1000))
    inner = tmp_path / "inner"
    inner.mkdir()
    (inner / "data.bin").symlink_to(secret)
    maker = Maker()
    maker.node(mesh=maker.cube())
    document = json.loads(maker.gltf())
    document["buffers"][0] = {"uri": "data.bin", "byteLength": 1000}
    (inner / "a.gltf").write_text(json.dumps(document))
    refused(inner / "a.gltf", "leaves the file's own folder")


def test_morph_targets_that_all_name_one_accessor(tmp_path):
    """100,000 targets of a mesh of 10,000 vertices: a billion to move."""
    points = np.random.default_rng(0).normal(size=(10_000, 3)).astype("<f4")
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": points.nbytes, "uri": "points.bin"}],
        "bufferViews": [{"buffer": 0, "byteLength": points.nbytes}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 10_000, "type": "VEC3"}],
        "meshes": [{
            "weights": [1.0] * 100_000,
            "primitives": [{"attributes": {"POSITION": 0}, "targets": [{"POSITION": 0}] * 100_000}],
        }],
        "nodes": [{"mesh": 0}],
    }  # fmt: skip
    (tmp_path / "points.bin").write_bytes(points.tobytes())
    (tmp_path / "morph.gltf").write_text(json.dumps(document))
    refused(tmp_path / "morph.gltf", "morph targets")


def test_empty_primitives_placed_by_many_nodes(tmp_path):
    """3,000 primitives without a face, placed 3,000 times: nine million times nothing."""
    document = {
        "asset": {"version": "2.0"},
        "buffers": [{"byteLength": 12, "uri": "data:;base64,AAAAAAAAAAAAAAAA"}],
        "bufferViews": [{"buffer": 0, "byteLength": 12}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": 1, "type": "VEC3"}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}] * 3000}],
        "nodes": [{"mesh": 0}] * 3000,
    }
    (tmp_path / "empty.gltf").write_text(json.dumps(document))
    refused(tmp_path / "empty.gltf", "with all placed")


@pytest.mark.parametrize("line", ["element e{} 0", "property float p{}"])
def test_a_ply_header_of_thousands_of_lines(tmp_path, line):
    rows = ["ply", "format ascii 1.0", "element vertex 3", *(line.format(i) for i in range(20_000))]
    path = tmp_path / "long.ply"
    path.write_text("\n".join([*rows, "end_header", ""]))
    refused(path, "lines")


@pytest.mark.parametrize("count", [10_000_000_000, 200_000_000])
@pytest.mark.parametrize("form", ["ascii", "binary_little_endian"])
def test_a_ply_that_claims_ten_gigabytes(tmp_path, form, count):
    path = tmp_path / "claims.ply"
    path.write_bytes(
        f"ply\nformat {form} 1.0\nelement vertex {count}\nproperty float x\nproperty float y\n"
        f"property float z\nelement face {count}\nproperty list uchar int vertex_indices\n"
        "end_header\n".encode() + bytes(1000)
    )  # fmt: skip
    refused(path, "claims", units="inch")


def test_an_obj_of_too_many_vertices_is_refused_as_it_is_read(tmp_path, monkeypatch):
    monkeypatch.setattr("geo3d.piece.read.obj.MOST_FACES", 100)
    path = tmp_path / "many.obj"
    path.write_text("v 0 0 0\n" * 1000)
    refused(path, "line 101: over 100 vertices", units="inch")
    path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\n" + "f 1 2 3\n" * 1000)
    refused(path, "over 100 faces", units="inch")


@pytest.mark.parametrize("index", ["99999999999999999999", "-99999999999999999999", "4294967297"])
def test_an_obj_of_huge_indices(tmp_path, index):
    path = tmp_path / "far.obj"
    path.write_text(f"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 {index}\n")
    refused(path, "line 4", units="inch")


def test_an_stl_that_claims_ten_gigabytes(tmp_path):
    path = tmp_path / "claims.stl"
    path.write_bytes(bytes(80) + (2**32 - 1).to_bytes(4, "little") + bytes(1000))
    refused(path, "claims", units="inch")


def test_a_glb_that_claims_four_gigabytes(tmp_path):
    path = tmp_path / "claims.glb"
    path.write_bytes(b"glTF" + (2).to_bytes(4, "little") + (2**32 - 1).to_bytes(4, "little")
                     + (2**32 - 20).to_bytes(4, "little") + b"JSON" + b"{}")  # fmt: skip
    refused(path, "claims")


@pytest.mark.parametrize("text", [
    '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;&b;&b;"><!ENTITY d "&c;&c;&c;&c;">]>',
    '<!DOCTYPE a SYSTEM "http://localhost/a.dtd">',
])  # fmt: skip
def test_entities_are_refused(tmp_path, text):
    path = tmp_path / "entity.3mf"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("3D/3dmodel.model", text + MODEL + "<a>&b;</a></model>")
    refused(path, "document type|not XML")


def test_a_link_to_itself(tmp_path):
    path = tmp_path / "loop.stl"
    path.symlink_to(path)
    with pytest.raises(MeshError, match=r"loop\.stl"):
        read_piece(path, units="inch")


def test_what_is_no_file(tmp_path):
    (tmp_path / "zero.stl").symlink_to("/dev/zero")
    with pytest.raises(MeshError, match="no regular file"):
        read_piece(tmp_path / "zero.stl", units="inch")


@pytest.mark.parametrize(
    ("name", "head", "row"),
    [
        ("a.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf ", "1 2 3 "),
        ("a.off", "OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3000000 ", "0 1 2 "),
        ("a.stl", "solid\nfacet normal 0 0 1 outer loop ", "vertex 0 0 0 "),
        ("a.ply", "ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\n"
         "property float z\nelement face 1\nproperty list int int vertex_indices\nend_header\n"
         "0 0 0\n1 0 0\n0 1 0\n3000000 ", "0 1 2 "),
    ],
)  # fmt: skip
def test_one_line_of_millions_of_numbers(tmp_path, name, head, row):
    """6 MB in one line: 3 million words of 60 bytes, and their numbers."""
    path = tmp_path / name
    path.write_text(head + row * 1_000_000 + "\n")
    refused(path, "letters long", megabytes=60, units="inch")


def test_a_line_that_is_continued_without_end(tmp_path):
    """200,000 times: put together each time anew, it would be 160 GB to copy."""
    path = tmp_path / "long.obj"
    path.write_text("v 0 0 0 \\\n" * 200_000 + "\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    assert len(read_piece(path, units="inch").mesh.faces) == 1
