"""`geo3d piece import`: files in, a piece and a report out; bad and hostile input."""

import io
import json
import struct
import zipfile

import numpy as np
import pytest
import trimesh

import geo3d.cli.piece_import as command
from geo3d.piece import read_piece
from tests.piece.scan.meshes import fine_box, joined, sheet

HOUSE = joined(sheet((-6, -6), (6, 6)), fine_box((-3, -2, 0), (3, 2, 5)))


@pytest.fixture
def scan(tmp_path):
    HOUSE.export(tmp_path / "house.stl")
    return tmp_path / "house.stl"


def files(folder):
    return sorted(path.name for path in folder.iterdir())


def test_a_scan_becomes_a_piece(geo3d, scan, tmp_path):
    piece = tmp_path / "house.glb"
    result = geo3d("piece", "import", scan, "-o", piece, "--units", "inch", "--category", "dense")
    assert result.status == 0
    read = read_piece(piece)
    assert np.ptp(read.mesh.vertices, axis=0) == pytest.approx([6, 4, 5], abs=1e-4)
    assert read.category == "dense"
    assert read.mesh.is_watertight
    lines = result.out.splitlines()
    assert lines[0].startswith('house: 6.00" x 4.00" x 5.00"')
    assert [line.split()[0] for line in lines[1:]] == [
        "scale", "weld", "table", "level", "crumbs", "underside", "holes", "orient", "simplify"
    ]  # fmt: skip
    assert files(tmp_path) == ["house.glb", "house.stl"]


def test_the_report(geo3d, scan, tmp_path):
    result = geo3d("piece", "import", scan, "-o", tmp_path / "a.glb", "--units", "inch", "--json",
                   "--report", tmp_path / "report.json")  # fmt: skip
    document = result.json()
    assert document == json.loads((tmp_path / "report.json").read_text())
    assert document["format"] == "geo3d-scan-report/1"
    assert document["scale"] == {"inches_per_unit": 1.0, "from": "units"}
    assert document["warnings"] == []
    assert document["after"]["size"] == pytest.approx([6, 4, 5])
    assert document["before"]["size"] == pytest.approx([12, 12, 5])
    names = [step["step"] for step in document["steps"]]
    assert names == ["weld", "table", "level", "crumbs", "underside", "holes", "orient", "simplify"]


def test_a_dry_run_writes_the_report_only(geo3d, scan, tmp_path):
    result = geo3d("piece", "import", scan, "--units", "inch", "--dry-run",
                   "-o", tmp_path / "a.glb", "--report", tmp_path / "r.json")  # fmt: skip
    assert result.status == 0
    assert files(tmp_path) == ["house.stl", "r.json"]


def test_pictures_of_before_and_after(geo3d, scan, tmp_path):
    geo3d("piece", "import", scan, "--units", "inch", "--dry-run", "--pictures", tmp_path / "p")
    assert files(tmp_path / "p") == ["house-after.png", "house-before.png"]
    for path in (tmp_path / "p").iterdir():
        assert path.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    "measure",
    [["--height", "5"], ["--length", "6"], ["--marker", "-6,-6,0/6,-6,0=12"]],
    ids=["height", "length", "marker"],
)
def test_a_measure_instead_of_units(geo3d, scan, measure):
    document = geo3d("piece", "import", scan, "--dry-run", "--json", *measure).json()
    assert document["scale"]["inches_per_unit"] == pytest.approx(1.0, rel=1e-3)
    assert document["scale"]["from"] == measure[0].strip("-")


def test_less_error_leaves_more_triangles(geo3d, scan):
    base = ["piece", "import", scan, "--dry-run", "--json", "--units", "inch", "--error"]
    few, all_ = (geo3d(*base, error).json() for error in ("0.01", "0"))
    assert few["after"]["triangles"] < all_["after"]["triangles"]


def test_a_sheet_is_made_thick_when_asked(geo3d, tmp_path):
    roof = joined(sheet((-6, -6), (6, 6)), sheet((-2, -2), (2, 2), z=3.0))
    roof.export(tmp_path / "roof.stl")
    base = ["piece", "import", tmp_path / "roof.stl", "--dry-run", "--json", "--units", "inch"]
    thin, thick = geo3d(*base).json(), geo3d(*base, "--solidify", ".2").json()
    assert not thin["after"]["watertight"]
    assert thick["after"]["watertight"]
    assert "solidify" in [step["step"] for step in thick["steps"]]


def test_a_folder_goes_on_after_a_bad_one(geo3d, tmp_path):
    scans = tmp_path / "scans"
    scans.mkdir()
    HOUSE.export(scans / "a.stl")
    (scans / "b.stl").write_bytes(b"")
    HOUSE.export(scans / "c.stl")
    HOUSE.export(scans / "c.ply")
    (scans / "notes.txt").write_text("no mesh")
    out = tmp_path / "pieces"
    result = geo3d("piece", "import", scans, "-o", out, "--units", "inch", "--json",
                   "--report", tmp_path / "r.json")  # fmt: skip
    assert result.status == 2
    assert files(out) == ["a.glb", "c.ply.glb", "c.stl.glb"]
    document = json.loads((tmp_path / "r.json").read_text())
    assert document["failed"] == 1
    assert [("error" in row) for row in document["scans"]] == [False, True, False, False]
    assert "b.stl" in result.err
    assert "empty" in result.err


def test_a_folder_without_scans(geo3d, tmp_path):
    result = geo3d("piece", "import", tmp_path, "-o", tmp_path / "x", "--units", "mm")
    assert result.status == 2
    assert "no mesh files" in result.err


@pytest.mark.parametrize("when", ["picture", "write_piece", "import_scan"])
def test_an_interrupt_leaves_no_half_file(geo3d, scan, tmp_path, monkeypatch, when):
    def interrupted(*_args, **_named):
        raise KeyboardInterrupt

    monkeypatch.setattr(command, when, interrupted)
    result = geo3d("piece", "import", scan, "-o", tmp_path / "a.glb", "--units", "inch",
                   "--pictures", tmp_path / "p", "--report", tmp_path / "r.json")  # fmt: skip
    assert result.status == 130
    left = [path.name for path in tmp_path.rglob("*") if path.is_file()]
    assert not [name for name in left if name.startswith(".") or name in ("a.glb", "r.json")]


def test_a_piece_that_is_there_stays_when_the_scan_is_bad(geo3d, tmp_path):
    (tmp_path / "a.glb").write_bytes(b"before")
    (tmp_path / "bad.stl").write_bytes(b"\0" * 10)
    result = geo3d("piece", "import", tmp_path / "bad.stl", "-o", tmp_path / "a.glb",
                   "--units", "mm")  # fmt: skip
    assert result.status == 2
    assert (tmp_path / "a.glb").read_bytes() == b"before"


WRONG = {
    "no place to write to": ([], ["-o PIECE.glb", "--dry-run"]),
    "not a glb": (["-o", "a.stl"], ["a.stl", ".glb"]),
    "no such folder": (["-o", "none/a.glb"], ["none", "folder"]),
    "two measures": (["--dry-run", "--height", "5", "--length", "3"], ["--height", "--length"]),
    "units and a measure": (["--dry-run", "--units", "mm", "--height", "5"], ["one of them"]),
    "a marker that is none": (["--dry-run", "--marker", "1,2,3"], ["X,Y,Z/X,Y,Z=D"]),
    "no size": (["--dry-run"], ["guess", "plausible", "--height"]),
    "bad category": (["--dry-run", "--units", "mm", "--category", "nice"], ["nice", "dense"]),
    "bad error": (["--dry-run", "--units", "inch", "--error", "-1"], ["error"]),
    "bad height": (["--dry-run", "--height", "0"], ["height", "above 0"]),
    "bad unit": (["--dry-run", "--units", "ell"], ["ell", "inch"]),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_usage_is_one_message(geo3d, scan, case, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    words, told = WRONG[case]
    result = geo3d("piece", "import", scan, *words)
    assert result.status == 2
    assert len(result.err.strip().splitlines()) == 1
    assert all(word in result.err for word in told)
    assert files(tmp_path) == ["house.stl"]


def bomb() -> bytes:
    """A 3MF whose model part unpacks to 200 MB of blanks from 200 kB."""
    data = io.BytesIO()
    text = b'<model unit="inch"><resources>' + b" " * (200 << 20) + b"</resources></model>"
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
        archive.writestr("3D/3dmodel.model", text)
    return data.getvalue()


def glb(document: dict) -> bytes:
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    return struct.pack("<4sII", b"glTF", 2, 20 + len(text)) + struct.pack(
        "<I4s", len(text), b"JSON"
    ) + text  # fmt: skip


def gltf(uri: str, count: int = 3) -> dict:
    return {
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
        "nodes": [{"mesh": 0}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
        "accessors": [{"bufferView": 0, "componentType": 5126, "count": count, "type": "VEC3"}],
        "bufferViews": [{"buffer": 0, "byteLength": 12 * count}],
        "buffers": [{"byteLength": 12 * count, "uri": uri}],
    }  # fmt: skip


HOSTILE = {
    "zip bomb": ("a.3mf", bomb, "3D/3dmodel.model"),
    "a header of 10 GB": (
        "a.stl", lambda: b"\0" * 80 + struct.pack("<I", 214_748_364) + b"\0" * 50, "a.stl"),
    "a PLY of 10 GB": (
        "a.ply", lambda: b"ply\nformat binary_little_endian 1.0\nelement vertex 999999999\n"
        b"property float x\nproperty float y\nproperty float z\nelement face 1\n"
        b"property list uchar int vertex_indices\nend_header\n" + b"\0" * 64, "a.ply"),
    "an OFF of 10 GB": ("a.off", lambda: b"OFF\n999999999 999999999 0\n0 0 0\n", "too short"),
    "a GLB of 4 GB": ("a.glb", lambda: struct.pack("<4sII", b"glTF", 2, 2**32 - 1) + b"\0" * 20,
                      "cut short"),
    "a buffer outside the folder": (
        "a.glb", lambda: glb(gltf("../../../../etc/passwd")), "leaves the file's own folder"),
    "the same, hidden": (
        "a.glb", lambda: glb(gltf("%2e%2e/%2e%2e/etc/passwd")), "leaves the file's own folder"),
    "an absolute buffer": ("a.glb", lambda: glb(gltf("/etc/passwd")), "own folder"),
    "a buffer from the network": (
        "a.glb", lambda: glb(gltf("http://localhost/x.bin")), "nothing is fetched"),
    "deep JSON": ("a.gltf", lambda: b"[" * 200_000 + b"]" * 200_000, "nested too deeply"),
    "nodes in a circle": (
        "a.glb", lambda: glb({**gltf("x.bin"), "nodes": [{"mesh": 0, "children": [0]}]}), "a.glb"),
}  # fmt: skip


@pytest.mark.parametrize("case", HOSTILE)
def test_hostile_input_is_a_named_error(geo3d, tmp_path, case):
    name, make, word = HOSTILE[case]
    (tmp_path / name).write_bytes(make())
    result = geo3d("piece", "import", tmp_path / name, "-o", tmp_path / "out.glb",
                   "--units", "inch")  # fmt: skip
    assert result.status == 2
    assert "unexpected fault" not in result.err
    assert name in result.err
    assert word in result.err
    assert not (tmp_path / "out.glb").exists() or name == "out.glb"


def test_a_mesh_of_far_coordinates_ends(geo3d, tmp_path):
    """Coordinates up to the greatest that are read."""
    mesh = trimesh.creation.box(extents=(9e11, 9e11, 9e11))
    mesh.export(tmp_path / "far.ply")
    result = geo3d("piece", "import", tmp_path / "far.ply", "--dry-run", "--units", "inch")
    assert result.status in (0, 2)
    assert "unexpected fault" not in result.err


@pytest.mark.parametrize("folder", ["terrain", "format"])
def test_real_files_end_in_a_result_or_a_named_error(geo3d, realfiles, folder):
    files = [p for p in sorted((realfiles / folder).iterdir()) if p.stat().st_size < 400_000]
    for path in files:
        result = geo3d("piece", "import", path, "--dry-run", "--height", "5", "--json")
        assert result.status in (0, 2), path
        assert "unexpected fault" not in result.err, (path, result.err)
        if result.status == 0:
            assert result.json()["after"]["triangles"] > 0
