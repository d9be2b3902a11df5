"""glTF primitives: triangles, strips, fans, points; extensions; morph targets and skins."""

import numpy as np
import pytest

from geo3d import MeshError
from tests.piece.read.cubes import CORNERS, TRIANGLES, is_unit_cube, read
from tests.piece.read.gltf.files import Maker

METRE = 1 / 0.0254
SIDES = [1, 0, 5, 4, 7, 6, 3, 2, 1, 0]
CAPS = [[0, 2, 4, 6], [1, 5, 3, 7]]


def read_maker(folder, maker):
    return read(folder, "c.glb", maker.glb())


def test_strips_in_several_primitives(tmp_path):
    """The cube as three strips: sides, floor, roof (glTF 2.0, 3.7.2.1)."""
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float))
    maker.node(mesh=maker.mesh(*(
        {"attributes": {"POSITION": points}, "indices": maker.accessor(strip, "u1"), "mode": 5}
        for strip in [SIDES, *CAPS]
    )))  # fmt: skip
    assert is_unit_cube(read_maker(tmp_path, maker), METRE)


def test_one_strip_with_jumps(tmp_path):
    """Runs joined by repeated corners: the flat triangles between are no faces."""
    run = [*SIDES, 0, 0, *CAPS[0], 6, 1, *CAPS[1]]
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float))
    maker.node(mesh=maker.mesh(
        {"attributes": {"POSITION": points}, "indices": maker.accessor(run, "u1"), "mode": 5}
    ))  # fmt: skip
    piece = read_maker(tmp_path, maker)
    assert len(piece.mesh.faces) == 12 and is_unit_cube(piece, METRE)


def test_fans(tmp_path):
    """Two fans, around (0,0,0) and around (1,1,1): each has the three sides at its corner."""
    fans = [[0, 1, 3, 2, 6, 4, 5, 1], [7, 3, 1, 5, 4, 6, 2, 3]]
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float))
    maker.node(mesh=maker.mesh(*(
        {"attributes": {"POSITION": points}, "indices": maker.accessor(fan, "u1"), "mode": 6}
        for fan in fans
    )))  # fmt: skip
    piece = read_maker(tmp_path, maker)
    assert len(piece.mesh.faces) == 12 and is_unit_cube(piece, METRE)


@pytest.mark.parametrize("mode", [0, 1, 2, 3])
def test_points_and_lines_are_no_terrain(tmp_path, mode):
    maker = Maker()
    cube = maker.cube()
    drawn = maker.mesh({"attributes": {"POSITION": 0}, "mode": mode})
    maker.node(mesh=drawn)
    with pytest.raises(MeshError, match=r"no mesh|point cloud"):
        read_maker(tmp_path, maker)
    maker.node(mesh=cube)
    piece = read_maker(tmp_path, maker)
    assert is_unit_cube(piece, METRE) and "points or lines" in piece.warnings[0]


@pytest.mark.parametrize(
    "name", ["KHR_draco_mesh_compression", "EXT_meshopt_compression", "VENDOR_new_shape"]
)
def test_required_extensions_are_named(tmp_path, name):
    maker = Maker()
    maker.node(mesh=maker.cube())
    maker.document["extensionsRequired"] = [name]
    with pytest.raises(MeshError, match=f"{name} is not supported"):
        read_maker(tmp_path, maker)


def test_draco_that_is_not_declared_as_required(tmp_path):
    """Its accessor holds no data: refused by name, never a mesh of zeros."""
    maker = Maker()
    maker.node(mesh=maker.cube())
    row = maker.document["meshes"][0]["primitives"][0]
    row["extensions"] = {"KHR_draco_mesh_compression": {"bufferView": 0}}
    with pytest.raises(MeshError, match=r"primitives\[0\]: KHR_draco_mesh_compression"):
        read_maker(tmp_path, maker)


def test_extensions_that_change_no_shape(tmp_path):
    maker = Maker()
    maker.node(mesh=maker.cube())
    maker.document["extensionsRequired"] = ["KHR_materials_unlit", "KHR_texture_transform"]
    assert is_unit_cube(read_maker(tmp_path, maker), METRE)


def morphing():
    """The cube, with one target that moves the roof (z = 1) by 2 in z and one that nobody asks."""
    maker = Maker()
    up = maker.accessor([[0, 0, 2.0 * z] for _, _, z in CORNERS])
    far = maker.accessor([[99.0, 0, 0]] * 8)
    cube = maker.cube()
    maker.document["meshes"][cube]["primitives"][0]["targets"] = [
        {"POSITION": up}, {"POSITION": far}, {"NORMAL": far},
    ]  # fmt: skip
    maker.node(mesh=cube)
    return maker


@pytest.mark.parametrize(("on", "weights", "depth"), [
    ("mesh", [0.5, 0, 1], 2.0), ("node", [1, 0, 0], 3.0), ("mesh", None, 1.0),
])  # fmt: skip
def test_morph_targets(tmp_path, on, weights, depth):
    """A weight of w makes the cube 1 + 2w deep along z."""
    maker = morphing()
    if weights is not None:
        maker.document["meshes" if on == "mesh" else "nodes"][0]["weights"] = weights
    mesh = read_maker(tmp_path, maker).mesh
    assert mesh.extents == pytest.approx([METRE, depth * METRE, METRE], rel=1e-6)


def test_morph_weights_of_another_number(tmp_path):
    maker = morphing()
    maker.document["nodes"][0]["weights"] = [1]
    with pytest.raises(MeshError, match="weights: 3 finite numbers"):
        read_maker(tmp_path, maker)


def skinned(second=(0.0, 0.0, 0.0), bind=None):
    """The cube on two joints: corners of y = 0 hang on the first, those of y = 1 on the second."""
    maker = Maker()
    cube = maker.cube()
    row = maker.document["meshes"][cube]["primitives"][0]["attributes"]
    row["JOINTS_0"] = maker.accessor([[0, 1, 0, 0]] * 8, "u1")
    row["WEIGHTS_0"] = maker.accessor([[1.0 - y, float(y), 0, 0] for _, y, _ in CORNERS])
    first = maker.node(scale=[0.5] * 3)
    other = maker.node(False, translation=list(second))
    maker.document["nodes"][first]["children"] = [other]
    double = np.diag([2.0, 2.0, 2.0, 1.0]) if bind is None else bind
    inverse = maker.accessor([double.T.ravel()] * 2)
    maker.document["skins"] = [{"joints": [first, other], "inverseBindMatrices": inverse}]
    # The node's own transform does not count for a skinned mesh (glTF 2.0, 3.7.3.2).
    maker.node(mesh=cube, skin=0, translation=[100, 100, 100])
    return maker


def test_a_skin_in_its_bind_pose(tmp_path):
    """Joints at half size with inverse bind matrices of double size: the cube as it was."""
    assert is_unit_cube(read_maker(tmp_path, skinned()), METRE)


def test_a_skin_that_is_posed(tmp_path):
    """The second joint moved by 6 in y under a scale of a half: the top goes up by 3, to y = 4."""
    mesh = read_maker(tmp_path, skinned((0.0, 6.0, 0.0))).mesh
    assert mesh.extents == pytest.approx([METRE, METRE, 4 * METRE], rel=1e-6)
    assert mesh.volume == pytest.approx(4 * METRE**3, rel=1e-6)


@pytest.mark.parametrize(("key", "value", "said"), [
    ("joints", [0], "joint 1 is out of range"),
    ("joints", [0, 9], r"no nodes\[9\]"),
    ("joints", "x", "a list"),
    ("inverseBindMatrices", 0, "has not 16 parts"),
])  # fmt: skip
def test_skins_that_are_damaged(tmp_path, key, value, said):
    maker = skinned()
    maker.document["skins"][0][key] = value
    with pytest.raises(MeshError, match=said):
        read_maker(tmp_path, maker)


def test_triangles_that_nobody_needs(tmp_path):
    """Indices left over after whole triangles are no face."""
    maker = Maker()
    points = maker.accessor(np.array(CORNERS, float))
    indices = maker.accessor([*np.ravel(TRIANGLES), 0, 1], "u1")
    maker.node(mesh=maker.mesh({"attributes": {"POSITION": points}, "indices": indices}))
    assert is_unit_cube(read_maker(tmp_path, maker), METRE)
