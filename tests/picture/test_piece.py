"""A piece to be looked at: gaps, surfaces, defects and sections where arithmetic puts them."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import trimesh

import geo3d
from geo3d.cli.app import run
from geo3d.piece import Piece
from geo3d.shapes.walls import wall, window
from geo3d_viewer.picture import picture
from geo3d_viewer.piece import defective_edges, describe_piece
from tests.picture import pixels
from tests.picture.boards import box


def _piece(mesh: trimesh.Trimesh) -> Piece:
    return Piece(mesh, name="thing")


def test_a_box_has_one_top_to_stand_on_and_no_defect() -> None:
    scene = describe_piece(_piece(box((0, 4), (0, 2), (0, 3))))
    (top,) = [each for each in scene.surfaces if each.role == "surface"]
    assert np.ptp(top.vertices, axis=0) == pytest.approx([4.0, 2.0, 0.0])
    assert [tag.text for tag in scene.labels if tag.role == "surface"] == ['3.00"']
    assert scene.caption == (
        "4.00 by 2.00 by 3.00 inches, 12 triangles, 1 body, closed",
        "0 gaps, 0 of them counting as closed; 1 surface to stand on",
        "no defects",
    )
    assert "defects" not in [group.key for group in scene.groups]


def test_the_rim_of_a_hole_is_marked() -> None:
    mesh = box((0, 4), (0, 2), (0, 3))
    normals = np.asarray(mesh.face_normals)
    mesh.update_faces(normals[:, 2] < 0.5)
    edges = defective_edges(_piece(mesh))
    # The four sides of the top that is gone, 4" and 2" long.
    assert sorted(np.linalg.norm(edges[:, 1] - edges[:, 0], axis=1)) == pytest.approx([2, 2, 4, 4])
    assert (edges[:, :, 2] == 3.0).all()
    scene = describe_piece(_piece(mesh))
    assert scene.caption[-1] == "4 open edges"
    assert [each.role for each in scene.lines if each.group == "defects"] == ["defect"]


def test_a_section_is_as_large_as_the_piece_is_there() -> None:
    """A pyramid of 6 by 6 inches and 3 high is 2 by 2 at 2 inches."""
    corners = [[-3, -3, 0], [3, -3, 0], [3, 3, 0], [-3, 3, 0], [0, 0, 3]]
    mesh = trimesh.convex.convex_hull(np.array(corners, float))
    scene = describe_piece(_piece(mesh), at=2.0)
    (cut,) = [each for each in scene.surfaces if each.role == "section"]
    corners = cut.vertices[cut.faces]
    area = np.linalg.norm(np.cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0]),
                          axis=1).sum() / 2  # fmt: skip
    assert area == pytest.approx(4.0, abs=1e-3) and (cut.vertices[:, 2] == 2.0).all()
    (rim,) = [each for each in scene.lines if each.role == "section"]
    length = np.linalg.norm(rim.segments[:, 1] - rim.segments[:, 0], axis=1).sum()
    assert length == pytest.approx(8.0, abs=1e-3)
    assert scene.section is not None and scene.section.at == 2.0
    assert (scene.section.low, scene.section.high) == pytest.approx((0.0, 3.0))


@pytest.mark.parametrize("at", [-0.1, 3.1])
def test_a_section_beside_the_piece_is_told(at: float) -> None:
    with pytest.raises(geo3d.UsageError, match=r'from 0\.00" to 3\.00"'):
        describe_piece(_piece(box((0, 4), (0, 2), (0, 3))), at=at)


@pytest.mark.parametrize(("category", "glass"), [(None, 1), ("dense", 1), ("light", 0)])
def test_gaps_of_dense_pieces_are_closed(category: str | None, glass: int) -> None:
    shape = wall(6.0, 5.0, 0.5, (window(0.0, 1.0, 1.0, 1.0),))
    scene = describe_piece(_piece(shape.mesh), category=category)
    assert len([each for each in scene.surfaces if each.role == "gap"]) == glass
    assert [tag.text for tag in scene.labels if tag.role == "gap"] == ["gap-1"]


def test_above_the_section_nothing_is_drawn() -> None:
    """A tower on a slab: cut below its top, the slab's top is seen where it stood before."""
    pytest.importorskip("pyvista")
    mesh = trimesh.util.concatenate([box((0, 6), (0, 6), (0, 1)), box((2, 4), (2, 4), (1, 8))])
    whole_scene = describe_piece(_piece(mesh))
    whole = np.asarray(picture(whole_scene, (640, 400)))
    # From the same place: else what is left would fill the picture.
    low = replace(describe_piece(_piece(mesh), at=4.0), camera=whole_scene.camera)
    cut = np.asarray(picture(low, (640, 400)))
    magenta = (0xD6 / 255, 0.0, 0x6C / 255)
    rows = slice(110, -40)
    assert pixels.of_colour(whole[rows], magenta, 30) == 0
    assert pixels.of_colour(cut[rows], magenta, 60) > 100
    # Where the tower's top was, the background is: the middle of the picture, high up.
    top = slice(110, 150), slice(250, 390)
    assert not (np.abs(whole[top].astype(int) - (0xF3, 0xF1, 0xEC)) < 4).all()
    assert (np.abs(cut[top].astype(int) - (0xF3, 0xF1, 0xEC)) < 4).all()


def test_the_verb_shows_pieces(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "a.html"
    assert run(["view", "geo3d:crates", "--html", str(page)]) == 0
    assert capsys.readouterr().out.splitlines()[0] == "crates"
    box((0, 4), (0, 2), (0, 3)).export(tmp_path / "b.stl")
    options = ["--html", str(page), "--section", "1"]
    assert run(["view", str(tmp_path / "b.stl"), "--units", "inch", *options]) == 0
    assert run(["view", str(tmp_path / "b.stl"), *options]) == 2
    assert "units" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["geo3d:crates", "--from", "a", "--html", "a.html"], "--from is about a board"),
        (["geo3d:crates", "--layer", "heat", "--html", "a.html"], "--layer is about a board"),
        (["geo3d:crates", "--section", "99", "--html", "a.html"], "--section 99: the piece"),
        (["geo3d:crates", "--category", "soft", "--html", "a.html"], "--category 'soft'"),
        (["geo3d:nothing", "--html", "a.html"], "nothing"),
        (["board.toml", "--section", "1", "--html", "a.html"], "--section is about a piece"),
        (["board.toml", "--units", "mm", "--html", "a.html"], "--units is about a piece"),
    ],
)
def test_bad_usage_is_told(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["view", *arguments]) == 2
    err = capsys.readouterr().err
    assert message in err and len(err.splitlines()) == 1
