"""What would hurt play, on pieces with one known fault each."""

import numpy as np
import pytest
import trimesh

from geo3d.piece import Piece, inspect_piece
from geo3d.piece.playing import MANY, hurting
from geo3d.piece.thickness import thickness
from geo3d.shapes import wall
from geo3d.shapes.solids import box, mesh_of
from tests.piece.scan.meshes import joined, sheet

SOUND = mesh_of(box((0, 0, 0), (4, 4, 3)))


def kinds(mesh):
    return [row["kind"] for row in inspect_piece(Piece(mesh))["hurts"]]


def moved(mesh, *by):
    out = mesh.copy()
    out.apply_translation(by)
    return out


def without(mesh, face):
    keep = np.arange(len(mesh.faces)) != face
    return trimesh.Trimesh(mesh.vertices, mesh.faces[keep], process=False)


def hollow():
    return mesh_of(box((0, 0, 0), (4, 4, 3)) - box((1, 1, 1), (3, 3, 2)))


@pytest.mark.parametrize(
    ("mesh", "wanted"),
    [
        (SOUND, []),
        (hollow(), []),
        (wall(4, 3, 0.06).mesh, []),
        (wall(4, 3, 0.04).mesh, ["thin"]),
        (without(SOUND, 0), ["open"]),
        (sheet((0, 0), (4, 3), z=0.0, step=0.5), ["open", "sheet"]),
        (trimesh.Trimesh(SOUND.vertices, SOUND.faces[:, ::-1], process=False), ["winding"]),
        (moved(SOUND, 0, 0, 0.05), []),
        (moved(SOUND, 0, 0, 0.2), ["ground"]),
        (moved(SOUND, 0, 0, -0.2), ["ground"]),
        (joined(SOUND, mesh_of(box((6, 0, 0), (6.1, 0.1, 0.1)))), ["crumbs"]),
        (joined(SOUND, mesh_of(box((6, 0, 0), (7, 1, 0.9)))), []),
        (mesh_of(box((0, 0, 0), (400, 300, 100))), ["size"]),
        (mesh_of(box((0, 0, 0), (0.1, 0.1, 0.1))), ["size"]),
    ],
)
def test_each_fault_is_told_and_nothing_else(mesh, wanted):
    """A wall of .04 is thin, one of .06 is not; a crumb of .1 x .1 x .1 is .17 across."""
    if wanted == ["open"]:
        # Half a side is missing: what is behind it has no other side, and is told, too.
        assert kinds(mesh)[0] == "open"
        assert set(kinds(mesh)) <= {"open", "sheet"}
    else:
        assert kinds(mesh) == wanted


def test_more_faces_than_play_wants():
    ball = trimesh.creation.icosphere(7, radius=2.0)
    ball.apply_translation((0, 0, 2))
    assert len(ball.faces) == 20 * 4**7 > MANY
    none = dict.fromkeys(("open edges", "edges of two faces wound differently"), 0)
    (row,) = hurting(ball, np.zeros(len(ball.faces), np.int64), thickness(ball), none, [])
    assert row["kind"] == "faces"
    assert "327680" in row["text"]


def test_texts_say_how_much():
    """A missing triangle leaves three edges open."""
    rows = {row["kind"]: row["text"] for row in inspect_piece(Piece(without(SOUND, 0)))["hurts"]}
    assert "3 edges" in rows["open"]
    face = SOUND.triangles[0]
    length = sum(np.linalg.norm(face[i] - face[i - 1]) for i in range(3))
    middle = (face.min(axis=0) + face.max(axis=0)) / 2
    assert f'{length:.1f}" of edge' in rows["open"]
    assert f"({', '.join(f'{value:.2f}' for value in middle)})" in rows["open"]
    (row,) = inspect_piece(Piece(moved(SOUND, 0, 0, 0.25)))["hurts"]
    assert '0.25" over' in row["text"]
