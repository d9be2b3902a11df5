"""Reading meshes, one file a format."""

from geo3d.piece.read.loading import READERS, read_mesh, read_piece

__all__ = ["READERS", "read_mesh", "read_piece"]
