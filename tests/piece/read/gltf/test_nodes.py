"""glTF nodes: where a scene's meshes stand. Metres and y up in the file, inches and z up after."""

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import is_unit_cube, read
from tests.piece.read.gltf.files import Maker

METRE = 1 / 0.0254


def bounds(folder, maker):
    """Bounds in metres, in the file's own axes (x, y, z)."""
    low, high = read(folder, "c.glb", maker.glb()).mesh.bounds / METRE
    return [low[0], low[2], -high[1]], [high[0], high[2], -low[1]]


def test_c44_cube_of_1000_under_a_scale_of_a_thousandth(tmp_path):
    """C44 (glTF 2350): a metre, 39.3701 inches."""
    maker = Maker()
    maker.node(mesh=maker.cube(1000.0), scale=[0.001] * 3)
    piece = read(tmp_path, "c.glb", maker.glb())
    assert is_unit_cube(piece, 39.3701, tolerance=1e-6)


@pytest.mark.parametrize(
    "scale", [[-1, 1, 1], [1, -1, 1], [1, 1, -1], [-1, -1, -1], [-1, -1, 1], [1, 1, 1]]
)
def test_c49_mirrored_nodes_keep_their_outside_outside(tmp_path, scale):
    """C49 (glTF 1697): the unit cube under a mirror has volume +1, normals outward."""
    maker = Maker()
    maker.node(mesh=maker.cube(), scale=scale)
    piece = read(tmp_path, "c.glb", maker.glb())
    assert is_unit_cube(piece, METRE)
    assert piece.mesh.volume > 0
    outward = piece.mesh.triangles_center - piece.mesh.bounds.mean(axis=0)
    assert ((outward * piece.mesh.face_normals).sum(axis=1) > 0).all()


def test_mirrored_twice_is_not_mirrored(tmp_path):
    maker = Maker()
    inner = maker.node(False, mesh=maker.cube(), scale=[-1, 1, 1])
    maker.node(children=[inner], scale=[1, -1, 1])
    assert read(tmp_path, "c.glb", maker.glb()).mesh.volume > 0


def test_y_is_up(tmp_path):
    """A box 1 wide, 2 high (y), 3 deep (z) in metres stands 2 m high."""
    maker = Maker()
    maker.node(mesh=maker.cube(), scale=[1, 2, 3])
    mesh = read(tmp_path, "c.glb", maker.glb()).mesh
    assert mesh.extents == pytest.approx([METRE, 3 * METRE, 2 * METRE], rel=1e-6)


def test_translation_after_rotation_after_scale(tmp_path):
    """[0,1]^3 scaled (2,1,1), turned 90 degrees about y ((x,z) to (z,-x)), moved by (10,20,30)."""
    half = np.sqrt(0.5)
    maker = Maker()
    maker.node(mesh=maker.cube(), scale=[2, 1, 1], rotation=[0, half, 0, half],
               translation=[10, 20, 30])  # fmt: skip
    low, high = bounds(tmp_path, maker)
    assert low == pytest.approx([10, 20, 28], rel=1e-6)
    assert high == pytest.approx([11, 21, 30], rel=1e-6)


def test_nested_nodes_and_a_matrix(tmp_path):
    """A matrix (column by column) that doubles x and moves by 5 in y, under a move of 1 in x."""
    maker = Maker()
    inner = maker.node(False, mesh=maker.cube(),
                       matrix=[2, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 5, 0, 1])  # fmt: skip
    middle = maker.node(False, children=[inner], scale=[1, 2, 1])
    maker.node(children=[middle], translation=[1, 0, 0])
    low, high = bounds(tmp_path, maker)
    assert low == pytest.approx([1, 10, 0], abs=1e-6)
    assert high == pytest.approx([3, 12, 1], rel=1e-6)


def test_a_mesh_used_twice_is_there_twice(tmp_path):
    maker = Maker()
    cube = maker.cube()
    maker.node(mesh=cube)
    maker.node(mesh=cube, translation=[3, 0, 0])
    mesh = read(tmp_path, "c.glb", maker.glb()).mesh
    assert len(mesh.faces) == 24 and mesh.extents[0] == pytest.approx(4 * METRE)


def test_only_the_default_scene(tmp_path):
    maker = Maker()
    maker.node(mesh=maker.cube())
    other = maker.node(False, mesh=0, translation=[50, 0, 0])
    maker.document["scenes"].append({"nodes": [other]})
    assert is_unit_cube(read(tmp_path, "c.glb", maker.glb()), METRE)
    maker.document["scene"] = 1
    assert bounds(tmp_path, maker)[0][0] == pytest.approx(50.0)


def test_without_scenes_all_nodes_count(tmp_path):
    maker = Maker()
    child = maker.node(False, mesh=maker.cube())
    maker.node(children=[child])
    del maker.document["scenes"], maker.document["scene"]
    assert is_unit_cube(read(tmp_path, "c.glb", maker.glb()), METRE)


def _circle(maker):
    maker.document["nodes"] = [{"children": [1], "mesh": 0}, {"children": [0]}]
    maker.document["scenes"] = [{"nodes": [0]}]


def _own_child(maker):
    maker.document["nodes"][0]["children"] = [0]


def _two_parents(maker):
    child = maker.node(False, mesh=0)
    maker.node(children=[child])
    maker.node(children=[child])


def _all_in_circle(maker):
    _circle(maker)
    del maker.document["scenes"]


def _deep(maker):
    for number in range(1, 2100):
        maker.node(False, children=[number + 1])
    maker.node(False)
    maker.document["scenes"][0]["nodes"] = [1]


def _set(key, value):
    def change(maker):
        maker.document["nodes"][0][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (_circle, r"nodes\[0\]: has two parents, or is its own descendant"),
        (_own_child, "own descendant"),
        (_two_parents, "two parents"),
        (_all_in_circle, "circle"),
        (_deep, "nested over"),
        (_set("children", [7]), r"no nodes\[7\]"),
        (_set("children", 7), r"nodes\[0\].children: a list"),
        (_set("children", [[]]), "no nodes"),
        (_set("mesh", 4), r"no meshes\[4\]"),
        (_set("mesh", {}), "no meshes"),
        (_set("matrix", [1, 2]), "16 finite numbers"),
        (_set("scale", [1, 1, "x"]), "3 finite numbers"),
        (_set("translation", [1, 1, 1e999]), "3 finite numbers"),
        (_set("rotation", [0, 0, 0, 0]), "unit quaternion"),
    ],
)
def test_nodes_that_are_no_tree(tmp_path, change, said):
    maker = Maker()
    maker.node(mesh=maker.cube())
    change(maker)
    with pytest.raises(MeshError, match=said):
        read(tmp_path, "c.glb", maker.glb())


def test_a_million_copies_are_refused_before_they_are_made(tmp_path):
    """3000 nodes of a mesh of 20,000 faces: 60 million faces from a file of half a megabyte."""
    maker = Maker()
    points = maker.accessor([[0, 0, 0], [1, 0, 0], [0, 1, 0]])
    indices = maker.accessor(np.tile([0, 1, 2], 20_000), "u1")
    mesh = maker.mesh({"attributes": {"POSITION": points}, "indices": indices})
    for _ in range(3000):
        maker.node(mesh=mesh)
    with pytest.raises(MeshError, match="over 20000000 faces"):
        read(tmp_path, "c.glb", maker.glb())
