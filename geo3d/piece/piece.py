"""A terrain piece: a mesh in inches, z up, and what is known of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any

import trimesh


@dataclass(frozen=True, eq=False)
class Piece:
    """A mesh with its story.

    Attributes:
        mesh: inches, z up; faces as in the file, vertices at the same place merged.
        name: from the file, else the file's name.
        category: from the file, or None.
        source: the file it was read from, or None.
        warnings: what the user should know about how it was read.
        counts: "dropped_nonfinite" and "zero_area" faces.
        extras: what geo3d had written into the file.
        units, up: what the file's coordinates were read as; None for a mesh that was made.
    """

    mesh: trimesh.Trimesh
    name: str = "piece"
    category: str | None = None
    source: Path | None = None
    warnings: tuple[str, ...] = ()
    counts: Mapping[str, int] = field(default_factory=lambda: MappingProxyType({}))
    extras: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    units: str | None = None
    up: str | None = None
