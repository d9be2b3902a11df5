"""What a piece is: counts that follow from how it was built."""

import numpy as np
import pytest
import trimesh

from geo3d.piece import Piece, heap, inspect_piece
from tests.piece.read.cubes import CORNERS, TRIANGLES, obj_cube, read


def cubes(*moves, flip=(), drop=()):
    """Unit cubes moved along x, some turned inside out, some faces left out."""
    vertices, faces = [], []
    for number, move in enumerate(moves):
        vertices.append(np.array(CORNERS, float) + [move, 0, 0])
        triangles = np.array(TRIANGLES)
        faces.append((triangles[:, ::-1] if number in flip else triangles) + 8 * number)
    rows = np.delete(np.concatenate(faces), list(drop), axis=0)
    return Piece(trimesh.Trimesh(np.concatenate(vertices), rows, process=False))


def found(piece):
    return {row["kind"]: row["count"] for row in inspect_piece(piece)["defects"]}


def test_a_sound_piece():
    answer = inspect_piece(cubes(0.0))
    assert answer["triangles"] == 12 and answer["size"] == [1.0, 1.0, 1.0]
    assert answer["watertight"] is True and answer["components"] == 1
    assert answer["defects"] == [] and answer["gaps"] == [] and answer["warnings"] == []


def test_standable_surfaces():
    """A unit cube's top; of one inside out, too."""
    for piece in (cubes(0.0), cubes(0.0, flip=[0])):
        (top,) = inspect_piece(piece)["surfaces"]
        assert top == {"height": 1.0, "area": pytest.approx(1.0, abs=1e-5)}


def test_the_keys_of_the_contract():
    keys = {"triangles", "size", "watertight", "components", "defects", "gaps", "surfaces"}
    assert keys | {"warnings"} <= set(inspect_piece(cubes(0.0)))


def test_components_share_vertices():
    assert inspect_piece(cubes(0.0, 3.0, 6.0))["components"] == 3


def test_an_open_mesh():
    """A cube without one triangle: its three edges are open."""
    piece = cubes(0.0, drop=[0])
    assert found(piece) == {"open edges": 3}
    assert inspect_piece(piece)["watertight"] is False


def test_inside_out_and_inconsistent_winding():
    """A whole cube turned is inside out; one triangle turned differs along its three edges."""
    assert found(cubes(0.0, 3.0, flip=[1])) == {"bodies inside out": 1}
    piece = cubes(0.0)
    piece.mesh.faces[0] = piece.mesh.faces[0][::-1]
    assert found(piece) == {"edges of two faces wound differently": 3}


def test_doubled_faces_and_edges_of_many():
    """A triangle there twice: each of its edges has three faces."""
    mesh = cubes(0.0).mesh
    doubled = trimesh.Trimesh(mesh.vertices, [*mesh.faces, mesh.faces[0]], process=False)
    assert found(Piece(doubled)) == {"edges of more than two faces": 3, "doubled faces": 1}


def test_what_reading_counted(tmp_path):
    """Faces dropped for their corners, and faces without area, are defects, too."""
    data = obj_cube() + "v nan 0 0\nf 1 2 9\nv 0 0 2\nf 1 2 10\n"
    kinds = found(read(tmp_path, "c.obj", data))
    assert kinds["dropped faces (a corner NaN, infinite, or 1e+12 or more from the origin)"] == 1
    assert kinds["faces without area"] == 1


@pytest.mark.parametrize(("own", "given", "used"), [
    ("light", None, "light"), ("light", "dense", "dense"), (None, None, None),
])  # fmt: skip
def test_category(own, given, used):
    piece = Piece(cubes(0.0).mesh, category=own)
    assert inspect_piece(piece, given)["category"] == used


def test_a_heap_says_what_was_not_looked_for(monkeypatch):
    """300 faces in one place, at a limit of so many pairs."""
    monkeypatch.setattr(heap, "MOST", 10_000)
    rng = np.random.default_rng(2)
    mesh = trimesh.Trimesh(
        rng.uniform(0, 4, (900, 3)), np.arange(900).reshape(-1, 3), process=False
    )
    steps = []
    told = inspect_piece(Piece(mesh, name="pile"), progress=lambda *step: steps.append(step))
    assert told["surfaces"] == told["gaps"] == []
    assert told["thickness"] == {"typical": None, "thinnest": None, "sheet_area": None}
    assert told["triangles"] == 300
    (note,) = told["warnings"]
    assert note.startswith("pile: a heap of faces that cross each other: gaps, surfaces")
    assert steps == [(done, 5) for done in range(6)]
