"""The unit cube [0,1]^3 in plain lists, wound outwards, and the question that tests put to it."""

from pathlib import Path

import numpy as np

from geo3d.piece import Piece, read_piece

CORNERS = [[x, y, z] for x in (0, 1) for y in (0, 1) for z in (0, 1)]
QUADS = [
    [0, 1, 3, 2], [4, 6, 7, 5], [0, 4, 5, 1], [2, 3, 7, 6], [0, 2, 6, 4], [1, 5, 7, 3],
]  # fmt: skip
TRIANGLES = [t for a, b, c, d in QUADS for t in ([a, b, c], [a, c, d])]


def read(folder: Path, name: str, data: bytes | str, **how: str) -> Piece:
    """Write a file and read it as a piece; without `units` in inches where none are stated."""
    path = folder / name
    path.write_bytes(data if isinstance(data, bytes) else data.encode())
    if path.suffix not in (".glb", ".gltf", ".3mf"):
        how = {"units": "inch", **how}
    return read_piece(path, **how)


def is_unit_cube(piece: Piece, side: float = 1.0, tolerance: float = 1e-6) -> bool:
    """Closed, wound outwards, and of a cube's volume, area and size: by arithmetic, no other."""
    mesh = piece.mesh
    return bool(
        mesh.is_watertight
        and mesh.is_winding_consistent
        and np.allclose(mesh.extents, side, rtol=tolerance)
        and np.isclose(mesh.volume, side**3, rtol=3 * tolerance)
        and np.isclose(mesh.area, 6 * side**2, rtol=3 * tolerance)
    )


def obj_cube() -> str:
    """The cube as OBJ with quads."""
    rows = [f"v {x} {y} {z}" for x, y, z in CORNERS]
    rows += ["f " + " ".join(str(i + 1) for i in quad) for quad in QUADS]
    return "\n".join(rows) + "\n"
