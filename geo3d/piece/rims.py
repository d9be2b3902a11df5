"""Where a mesh is open: the rims of what nobody scanned or modelled."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import trimesh

from geo3d.errors import counted
from geo3d.piece.loops import loops
from geo3d.rays.segments import Floats, Ints

GROUND = 0.05
"""Inches over the lowest point: a rim that is nowhere higher lies on the table, which closes it."""

SMALL = 0.1
"""Inches across: smaller rims are told together; the narrowest gap that rules know is as wide."""


@dataclass(frozen=True)
class Rim:
    """A closed row of open edges.

    Attributes:
        centre: (x, y, z), middle of its bounds, inches.
        size: of its bounds.
        length: of its edges.
        edges: how many there are.
        on_ground: it lies at the mesh's lowest point.
    """

    centre: tuple[float, float, float]
    size: tuple[float, float, float]
    length: float
    edges: int
    on_ground: bool

    @property
    def across(self) -> float:
        """Inches, the diagonal of its bounds."""
        return float(np.linalg.norm(self.size))

    def to_dict(self) -> dict[str, Any]:
        """A row of `piece inspect` and of the report of an import."""
        return {
            "centre": list(self.centre), "size": list(self.size), "length": self.length,
            "edges": self.edges, "on_ground": self.on_ground,
        }  # fmt: skip


def open_rims(mesh: trimesh.Trimesh) -> list[Rim]:
    """The rims of a mesh, the longest first; empty where it is closed."""
    vertices: Floats = np.asarray(mesh.vertices, dtype=np.float64)
    faces: Ints = np.asarray(mesh.faces, dtype=np.int64)
    if not len(faces):
        return []
    ground = float(vertices[faces][:, :, 2].min()) + GROUND
    found = []
    for ring in loops(faces):
        points = vertices[ring]
        low, high = points.min(axis=0), points.max(axis=0)
        x, y, z = (float(value) for value in (low + high) / 2)
        a, b, c = (float(value) for value in high - low)
        length = float(np.linalg.norm(points - np.roll(points, 1, axis=0), axis=1).sum())
        found.append(Rim((x, y, z), (a, b, c), length, len(ring), bool(high[2] <= ground)))
    return sorted(found, key=lambda rim: (-rim.length, rim.centre))


def where_open(rims: list[Rim]) -> str:
    """Where that is, for people: the largest place, and how many more there are."""
    large, *rest = rims
    where = ", ".join(f"{value:.2f}" for value in large.centre)
    size = " x ".join(f'{value:.2f}"' for value in large.size)
    text = f'at ({where}), {size}, {large.length:.1f}" of edge'
    if rest:
        text += f", and in {counted(len(rest), 'smaller place')}"
    return text
