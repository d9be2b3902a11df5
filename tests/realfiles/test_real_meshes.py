"""Real mesh files that nobody here made, each with the outcome that its index states."""

import json
import shutil
import struct
from dataclasses import dataclass, field

import numpy as np
import pytest
import trimesh

from geo3d import MeshError
from geo3d.piece import inspect_piece, read_piece

METRE = 1 / 0.0254
OPEN, MANY, WOUND = (
    "open edges", "edges of more than two faces", "edges of two faces wound differently"
)  # fmt: skip
FLAT = "faces without area"


@dataclass(frozen=True)
class Outcome:
    """What is known of a file: how to read it, and what comes out. None: not known."""

    units: str | None = None
    up: str | None = None
    error: str | None = None
    faces: int | None = None
    bounds: tuple[list[float], list[float]] | None = None
    size: list[float] | None = None
    closed: bool | None = None
    bodies: int | None = None
    volume: float | None = None
    euler: int | None = None
    defects: dict[str, int] = field(default_factory=dict)
    warning: str | None = None


def metres(low, high):
    """Bounds in metres with y up, as in the file, turned to inches with z up."""
    return (
        [low[0] * METRE, -high[2] * METRE, low[1] * METRE],
        [high[0] * METRE, -low[2] * METRE, high[1] * METRE],
    )


MM = 1 / 25.4
TABLE = {
    "terrain/kaykit_wall_window_open.glb": Outcome(
        "inch", size=[4, 1, 4], closed=False, bodies=25, defects={OPEN: 146}, warning="inch"),
    "terrain/kaykit_wall_doorway.glb": Outcome("inch", size=[4, 1, 4], closed=False),
    "terrain/kaykit_stairs_walled.glb": Outcome(
        size=[5 * METRE, 4 * METRE, 4 * METRE], closed=False, defects={OPEN: 248}),
    "terrain/kaykit_wall_broken.glb": Outcome(bodies=37, closed=False, defects={OPEN: 250}),
    "terrain/recast_nav_test.obj": Outcome("inch", "y", faces=1612, closed=True, bodies=42),
    "terrain/recast_undulating.obj": Outcome(
        "inch", "y", closed=False, bodies=51, defects={OPEN: 196}),
    "terrain/trimesh_3storybuilding_noindices.glb": Outcome(faces=72, defects={MANY: 26}),
    "format/Box_Draco.glb": Outcome(error="KHR_draco_mesh_compression is not supported"),
    "format/BoxWithInfinites.glb": Outcome(error="NaN, infinite"),
    "format/inf_nan.obj": Outcome("mm", error="its one face"),
    "format/nested.glb": Outcome(
        bounds=metres((-1.1669, -2.3366, -0.26935), (0.26935, 1.0, 0.26935))),
    "format/one_face_123.gltf": Outcome(
        faces=1, closed=False, bounds=metres((1, 0.01, 0), (3, 0.109982, 0))),
    "format/one_face_123_translated.gltf": Outcome(
        faces=1, bounds=metres((-0.5, 5.01, 2.3), (1.5, 5.109982, 2.3))),
    "format/one_face_123_cesium_rtc.gltf": Outcome(
        faces=1, bounds=metres((1, 0.01, 0), (3, 0.109982, 0)), warning="CESIUM_RTC"),
    "format/one_face_123_buffer0.bin": Outcome("mm", error="ending '.bin'"),
    "format/featuretype.3MF": Outcome(size=[5.0, 2.5, 1.375], defects={OPEN: 18}),
    "format/featuretype.STL": Outcome(
        "inch", size=[5.0, 2.5, 1.375], closed=True, volume=11.6277, defects={}),
    "format/MUSTPASS_Chapter4.2_Components.3mf": Outcome(
        bounds=([0, 0, 0], [70 * MM, 60 * MM, 30 * MM])),
    "format/heartgears.3mf": Outcome(faces=30636, defects={MANY: 4, FLAT: 4}),
    "format/unit_cube.STL": Outcome(
        "inch", faces=12, bounds=([-0.5] * 3, [0.5] * 3), closed=True, volume=1.0),
    "format/plate_holes.STL": Outcome("mm", size=[8, 12, 0.5], closed=True, euler=-8),
    "format/large_block.STL": Outcome("mm", faces=12, size=[180, 12, 96], closed=True),
    "format/soup.stl": Outcome("mm", faces=100, bodies=100, defects={OPEN: 300}),
    "format/multibody.stl": Outcome("mm", bodies=2, defects={WOUND: -1}),
    "format/two_objects_mixed_case_names.stl": Outcome(
        "inch", size=[6, 1, 1], closed=True, volume=2.0, bodies=2),
    "format/joined_tetrahedra.obj": Outcome("mm", faces=8, defects={MANY: 3}),
    "format/non_manifold_wrap.obj": Outcome("mm", volume=0.0, defects={MANY: 1, OPEN: 8}),
    "format/not_convex.obj": Outcome("mm", defects={MANY: 12}),
    "format/deg_faces.obj": Outcome("mm", faces=4, defects={FLAT: 1}, warning="1 face has no area"),
    # A block of 10 less a channel of 10 x 5 x 2, under a pyramid of 10 x 10, 5 high. It is made of
    # polygons with notches and with corners on straight edges, and closed when those are kept.
    "format/wallhole.obj": Outcome(
        "inch", size=[10, 15, 10], closed=True, volume=1000 - 100 + 500 / 3),
    "format/sphereWithHole.stl": Outcome(
        "inch", closed=False, defects={OPEN: 9}, bounds=([0, 0, 0], [3, 3, 3])),
    "format/negative_indices.obj": Outcome(
        "inch", size=[2, 2, 2], faces=12, closed=True, volume=8.0),
    "format/cube_compressed.obj": Outcome("inch", size=[2, 2, 2], closed=True, volume=8.0),
    "format/box_UTF16BE.obj": Outcome("inch", size=[1, 1, 1], closed=True, volume=1.0),
    "format/points_emptyface.ply": Outcome("mm", error="point cloud"),
    "format/empty.stl": Outcome("mm", error="without a facet"),
    "format/malformed.obj": Outcome("mm", error="line 28: vertex 0"),
    "format/odm_textured_model_geo.glb": Outcome(error="Git LFS pointer"),
}  # fmt: skip


def test_every_file_is_in_the_table(realfiles):
    there = {
        f"{folder}/{file.name}" for folder in ("format", "terrain")
        for file in (realfiles / folder).iterdir()
    }  # fmt: skip
    assert there == set(TABLE)


@pytest.mark.parametrize("name", TABLE)
def test_outcome(realfiles, name):
    known = TABLE[name]
    path = realfiles / name
    if known.error is not None:
        with pytest.raises(MeshError, match=known.error) as caught:
            read_piece(path, known.units, known.up)
        assert str(path) in str(caught.value)
        return
    piece = read_piece(path, known.units, known.up)
    answer = inspect_piece(piece)
    mesh = piece.mesh
    assert known.faces in (None, answer["triangles"])
    assert known.closed in (None, answer["watertight"])
    assert known.bodies in (None, answer["components"])
    assert known.euler in (None, mesh.euler_number)
    if known.size is not None:
        assert answer["size"] == pytest.approx(known.size, rel=1e-3)
    if known.bounds is not None:
        assert mesh.bounds.ravel() == pytest.approx(np.ravel(known.bounds), rel=1e-4, abs=5e-3)
    if known.volume is not None:
        assert mesh.volume == pytest.approx(known.volume, rel=1e-5, abs=1e-9)
    found = {row["kind"]: row["count"] for row in answer["defects"]}
    for kind, count in known.defects.items():
        # -1 stands for any number: the index says that there are some.
        assert found.get(kind, 0) == count or (count == -1 and found.get(kind, 0) > 0)
    if known.warning is not None:
        assert any(known.warning in note for note in piece.warnings)


@pytest.mark.parametrize("name", [n for n, o in TABLE.items() if n[-3:].lower() in "stlobj"])
def test_no_units_no_mesh(realfiles, name):
    with pytest.raises(MeshError) as caught:
        read_piece(realfiles / name)
    if TABLE[name].error is None:
        assert all(unit in str(caught.value) for unit in ("mm:", "cm:", "inch:", "m:"))


def test_c46_draco(realfiles):
    """C46 (trimesh 2101, 2571): an error that names the extension, never a mesh of zeros."""
    with pytest.raises(MeshError, match="KHR_draco_mesh_compression"):
        read_piece(realfiles / "format/Box_Draco.glb")


def test_c50_binary_that_begins_with_solid(realfiles):
    """C50 (manyfold 2340): 12 faces."""
    path = realfiles / "format/unit_cube.STL"
    assert path.read_bytes().startswith(b"solid")
    assert len(read_piece(path, "mm").mesh.faces) == 12


def test_c52_stands_upright(realfiles):
    """C52 (trimesh 1938): three floors of 3 m: stands upright, 9 m high."""
    mesh = read_piece(realfiles / "terrain/trimesh_3storybuilding_noindices.glb").mesh
    assert mesh.extents[2] == pytest.approx(9 * METRE, rel=1e-6)
    levels = {round(float(z) / METRE, 4) for z in mesh.vertices[:, 2]}
    assert levels >= {0.0, 3.0, 6.0, 9.0}


def test_far_from_the_origin(realfiles):
    """98.9 x 99.2, 10.9 high, corner at (4999.1, -4.06, 4999.6) with y up."""
    low, high = read_piece(realfiles / "terrain/recast_undulating.obj", "inch", "y").mesh.bounds
    assert [low[0], low[2], -high[1]] == pytest.approx([4999.1, -4.06, 4999.6], abs=0.05)
    assert high - low == pytest.approx([98.9, 99.2, 10.9], abs=0.05)


def test_the_twins_are_alike(realfiles):
    """The same part as 3MF in inches and as STL: one size, the 3MF's hole notwithstanding."""
    first = read_piece(realfiles / "format/featuretype.3MF").mesh
    second = read_piece(realfiles / "format/featuretype.STL", "inch").mesh
    assert first.extents == pytest.approx(second.extents, rel=1e-5)


@pytest.mark.parametrize("name", [
    "terrain/kaykit_wall_window_open.glb", "terrain/kaykit_wall_doorway.glb",
    "terrain/kaykit_stairs_walled.glb", "terrain/kaykit_wall_broken.glb", "format/nested.glb",
    "terrain/trimesh_3storybuilding_noindices.glb",
])  # fmt: skip
def test_a_second_reader_agrees(realfiles, name):
    """The same triangles as trimesh's reader, in metres: as many, each at the same place."""
    own = read_piece(realfiles / name).mesh.triangles / METRE
    # trimesh merges and drops nothing here; y up there.
    theirs = trimesh.load_scene(realfiles / name, process=False).to_mesh().triangles
    theirs = np.stack([theirs[..., 0], -theirs[..., 2], theirs[..., 1]], axis=-1)
    assert len(own) == len(theirs)
    center, other = own.mean(axis=1), theirs.mean(axis=1)
    assert np.allclose(np.sort(center, axis=0), np.sort(other, axis=0), atol=1e-5)
    areas = [np.linalg.norm(np.cross(t[:, 1] - t[:, 0], t[:, 2] - t[:, 0]), axis=1)
             for t in (own, theirs)]  # fmt: skip
    assert np.allclose(np.sort(areas[0]), np.sort(areas[1]), atol=1e-6)


def test_the_door_leaf_hangs_in_its_frame(realfiles):
    """Its node moves it by -.82 in x; without that its hinge would stand in the middle."""
    data = (realfiles / "terrain/kaykit_wall_doorway.glb").read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document = json.loads(data[20 : 20 + length])
    moved = [n for n in document["nodes"] if n.get("translation", [0])[0] < -0.8]
    row = document["meshes"][moved[0]["mesh"]]["primitives"][0]["attributes"]["POSITION"]
    low, high = (
        document["accessors"][row][k][0] + moved[0]["translation"][0] for k in ("min", "max")
    )
    mesh = read_piece(realfiles / "terrain/kaykit_wall_doorway.glb", "inch").mesh
    for edge in (low, high):
        assert np.isclose(mesh.vertices[:, 0], edge, atol=1e-5).any()


def test_a_buffer_that_was_renamed(realfiles, tmp_path):
    shutil.copy(realfiles / "format/one_face_123.gltf", tmp_path / "a.gltf")
    with pytest.raises(MeshError, match=r"buffers\[0\].uri: 'one_face_123_buffer0.bin' is missing"):
        read_piece(tmp_path / "a.gltf")
