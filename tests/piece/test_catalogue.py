"""The pieces that ship: found by name, near misses answered with what there is."""

import pytest

from geo3d import MeshError
from geo3d.piece import catalogue, read_piece, shipped_names, shipped_path


def test_every_piece_is_what_the_catalogue_says():
    """Name, category, faces and size (to .001") of each file are those of its line."""
    pieces = catalogue()
    assert len(pieces) >= 14
    assert [piece.name for piece in pieces] == sorted(shipped_names())
    for line in pieces:
        piece = read_piece(shipped_path(line.name))
        assert (piece.name, piece.category) == (line.name, line.category)
        assert len(piece.mesh.faces) == line.faces
        assert piece.mesh.extents == pytest.approx(line.size, abs=1e-3)


def test_a_name_that_is_not_there():
    name = shipped_names()[0]
    with pytest.raises(MeshError, match=name):
        shipped_path(name + "x")
    with pytest.raises(MeshError, match="no shipped piece"):
        shipped_path("../../etc/passwd")
