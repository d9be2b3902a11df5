"""From checked entries to a board: what overrides what, meshes read once, the ground under feet."""

from pathlib import Path

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d.errors import BoardError
from geo3d.piece import Piece, write_piece
from geo3d.table import made_board
from tests.visibility.scenes import box

HEAD = """
format = "geo3d-board/1"
ruleset = "{ruleset}"
[battlefield]
size = [60, 44]
[pieces.block]
mesh = "{mesh}"
{units}
{piece}
[[features]]
id = "f"
piece = "block"
at = [20, 20]
{feature}
"""


def load(folder, ruleset="wh40k-11e", mesh="block.stl", piece="", feature="", more=""):
    block = box((-1, 1), (-1, 1), (0, 2))
    block.export(folder / "block.stl")
    write_piece(block, folder / "dense.glb", name="a", category="dense")
    write_piece(block, folder / "woods.glb", name="a", category="woods")
    units = "" if mesh.endswith("glb") else 'units = "inch"'
    text = HEAD.format(ruleset=ruleset, mesh=mesh, units=units, piece=piece, feature=feature)
    path = folder / "board.toml"
    path.write_text(text + more, encoding="utf-8")
    return geo3d.load_board(path)


@pytest.mark.parametrize(
    ("mesh", "piece", "feature", "category", "solid"),
    [
        ("dense.glb", "", "", "dense", True),
        ("dense.glb", 'category = "light"', "", "light", False),
        ("dense.glb", 'category = "light"', 'category = "exposed"', "exposed", False),
        ("block.stl", 'category = "dense"', "", "dense", True),
        ("block.stl", 'category = "dense"\nsolid = false', "", "dense", False),
        ("block.stl", 'category = "dense"\nsolid = false', "solid = true", "dense", True),
        ("block.stl", 'category = "light"\nsolid = true', "", "light", True),
    ],
)
def test_the_feature_goes_before_the_piece_and_that_before_its_file(
    tmp_path, mesh, piece, feature, category, solid
):
    made = load(tmp_path, mesh=mesh, piece=piece, feature=feature).features["f"]
    assert (made.category, made.solid) == (category, solid)


def test_a_category_of_another_game_does_not_count(tmp_path):
    """The file says woods, which 40k does not know: the board must say."""
    with pytest.raises(geo3d.BoardError, match=r"features\[0\].category: required"):
        load(tmp_path, mesh="woods.glb")
    assert load(tmp_path, ruleset="none", mesh="woods.glb").features["f"].category == "woods"
    assert load(tmp_path, ruleset="none").features["f"].category is None


def test_a_mesh_is_read_once(tmp_path):
    """Two pieces of one file, in one unit, share their mesh; in another unit they do not."""
    more = "".join(
        f'[pieces.{name}]\nmesh = "block.stl"\nunits = "{unit}"\n[[features]]\nid = "{name}"\n'
        f'piece = "{name}"\nat = [{at}, 20]\n'
        for name, unit, at in (("same", "inch", 30), ("small", "cm", 40))
    )
    made = load(tmp_path, ruleset="none", more=more).features
    assert made["same"].piece is made["f"].piece
    assert made["small"].piece is not made["f"].piece
    assert made["small"].piece.mesh.extents == pytest.approx(np.array([2, 2, 2]) / 2.54)


def test_placed_by_its_origin(tmp_path):
    """Without z on the ground, here relief at z = .5; turned about its own origin."""
    box((0, 60), (0, 44), (-1, 0.5)).export(tmp_path / "ground.stl")
    text = 'size = [60, 44]\nground = { mesh = "ground.stl", units = "inch" }'
    load(tmp_path, ruleset="none", feature="turn = 90")
    path = tmp_path / "board.toml"
    path.write_text(path.read_text().replace("size = [60, 44]", text))
    made = geo3d.load_board(path)
    feature = made.features["f"]
    assert feature.ground_level == pytest.approx(0.5)
    corner = trimesh.transform_points([(1, 0, 0)], feature.transform)[0]
    assert corner == pytest.approx((20, 21, 0.5))
    assert not made.warnings


def test_hull_of_a_miniature(tmp_path):
    """Its base is its outline in plan; one that is an upright sheet covers none of the table."""
    figures = (
        '[profiles.p]\nbase = "hull"\nmesh = "mini.ply"\nunits = "inch"\n[[units]]\nid = "u"\n'
        'player = "red"\nprofile = "p"\nmodels = [{ id = "m", at = [40, 40] }]\n'
    )
    box((-2, 2), (-1, 1), (0, 3)).export(tmp_path / "mini.ply")
    figure = load(tmp_path, ruleset="none", more=figures).figures["m"]
    assert (figure.profile.base.kind, figure.top) == ("hull", pytest.approx(3.0))
    assert figure.outline.min(axis=0) == pytest.approx((38, 39))
    sheet = trimesh.Trimesh([(0, 0, 0), (1, 0, 0), (0, 0, 1)], [(0, 1, 2)], process=False)
    sheet.export(tmp_path / "mini.ply")
    with pytest.raises(geo3d.BoardError, match=r'profiles\.p\.base: "hull" wants a mesh'):
        load(tmp_path, ruleset="none", more=figures)


def test_a_miniature_that_does_not_begin_at_0(tmp_path):
    figures = '[profiles.p]\nbase = { round = 32 }\nmesh = "mini.ply"\nunits = "inch"\n'
    box((-1, 1), (-1, 1), (0.5, 3)).export(tmp_path / "mini.ply")
    (note,) = load(tmp_path, ruleset="none", more=figures).warnings
    assert note.startswith('profiles.p: its mesh begins at z = 0.50"')


def test_a_board_of_text_and_meshes_that_were_made():
    """No file is read, and the mesh is the very one that was passed."""
    block = box((-1, 1), (-1, 1), (0, 2))
    text = HEAD.format(ruleset="wh40k-11e", mesh="no/such.glb", units="", piece="", feature="")
    piece = Piece(block, category="dense")
    made = made_board(Path("made.toml"), text, {"no/such.glb": piece})
    assert made.features["f"].piece is piece
    assert made.features["f"].category == "dense"
    assert made.path == Path("made.toml")
    with pytest.raises(BoardError, match=r"made\.toml: line \d+: pieces\.block\.mesh: .*no/such"):
        made_board(Path("made.toml"), text, {})
