"""The pieces that ship with geo3d."""

import json
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path

from geo3d.errors import MeshError


@dataclass(frozen=True)
class Shipped:
    """A shipped piece: name, category, size along x, y, z in inches, what it is, faces."""

    name: str
    category: str
    size: tuple[float, float, float]
    description: str
    faces: int


@cache
def folder() -> Path:
    """Where the shipped pieces are: in the package, or in `meshes/` of a checkout."""
    package = Path(__file__).resolve().parents[1]
    for place in (package / "pieces", package.parent / "meshes" / "pieces"):
        if (place / "catalogue.json").is_file():
            return place
    raise MeshError(f"{package / 'pieces'}: the shipped pieces are missing; install geo3d again")


@cache
def catalogue() -> tuple[Shipped, ...]:
    """The shipped pieces, by name."""
    data = json.loads((folder() / "catalogue.json").read_text(encoding="utf-8"))
    pieces = [
        Shipped(e["name"], e["category"], tuple(e["size"]), e["description"], e["faces"])
        for e in data["pieces"]
    ]
    return tuple(sorted(pieces, key=lambda piece: piece.name))


def shipped_names() -> tuple[str, ...]:
    """Names of the shipped pieces, sorted."""
    return tuple(piece.name for piece in catalogue())


def shipped_path(name: str) -> Path:
    """The file of a shipped piece. Raises MeshError where there is none of that name."""
    names = shipped_names()
    if name not in names:
        near = get_close_matches(name, names, n=3) or names
        raise MeshError(f"geo3d:{name}: no shipped piece of that name; there are {', '.join(near)}")
    return folder() / f"{name}.glb"
