"""A piece of terrain: read, inspected, located in, cut, written; and those that ship."""

from geo3d.piece.catalogue import Shipped, catalogue, shipped_names, shipped_path
from geo3d.piece.inspecting import inspect_piece
from geo3d.piece.piece import Piece
from geo3d.piece.read import read_mesh, read_piece
from geo3d.piece.write import write_piece

__all__ = [
    "Piece",
    "Shipped",
    "catalogue",
    "inspect_piece",
    "read_mesh",
    "read_piece",
    "shipped_names",
    "shipped_path",
    "write_piece",
]
