"""From a mesh file to a `Piece`: the format by content, units and axes, cleaning."""

import warnings
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Any

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning, MeshError, counted
from geo3d.piece.piece import Piece
from geo3d.piece.read.gltf import read_gltf
from geo3d.piece.read.obj import read_obj
from geo3d.piece.read.off import read_off
from geo3d.piece.read.ply import read_ply
from geo3d.piece.read.source import Raw, Source, open_source
from geo3d.piece.read.stl import read_stl
from geo3d.piece.read.threemf import read_3mf
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.tolerances import FARTHEST, TOUCH, ZERO_AREA_RATIO
from geo3d.units import INCHES_PER_UNIT

READERS: dict[str, Callable[[Source], Raw]] = {
    ".stl": read_stl, ".obj": read_obj, ".ply": read_ply, ".off": read_off,
    ".glb": read_gltf, ".gltf": read_gltf, ".3mf": read_3mf,
}  # fmt: skip
NAMES = {".glb": "GLB", ".3mf": "3MF (a ZIP archive)", ".ply": "PLY"}
"""What the formats that are known by their content are called."""
BEGINNINGS = ((b"glTF", ".glb"), (b"PK\x03\x04", ".3mf"), (b"ply\n", ".ply"), (b"ply\r", ".ply"))

NOWHERE = f"NaN, infinite, or {FARTHEST:g} or more from the origin"
"""What is said of a corner that cannot be used; in the file's own units."""


def read_piece(path: Any, units: str | None = None, up: str | None = None) -> Piece:
    """Read a mesh file: STL, OBJ, PLY, OFF, glTF, GLB or 3MF.

    All bodies of a file are one mesh, in inches, z up, each where the file's scene puts it. Faces
    with corners that are NaN, infinite or beyond `FARTHEST` are dropped and counted; faces without
    area stay, counted: taking them out can open a closed mesh. Vertices at the same place (within
    the touching distance) are merged, so that whether the mesh is closed can be told; faces keep
    their order.

    Args:
        path: the file.
        units: "mm", "cm", "m" or "inch"; required where the format states none (STL, OBJ, PLY,
            OFF), and else overrides what the file states, with a warning.
        up: "z" or "y", the axis that is up in the file; by default y for glTF, else z.

    Raises:
        MeshError: one message that names the file, the place in it, what is wrong and what would
            be right.
    """
    file = Path(path)
    if units is not None and units not in INCHES_PER_UNIT:
        raise MeshError(f"{file}: units {units!r}: one of {', '.join(INCHES_PER_UNIT)} is wanted")
    if up is not None and up not in ("z", "y"):
        raise MeshError(f"{file}: up {up!r}: z or y is wanted")
    source = open_source(file)
    # NaN, infinities and overflow come from files here, and are dealt with below.
    with np.errstate(all="ignore"):
        kind = _kind(source)
        raw = READERS[kind](source)
    notes = [f"{file.name}: {note}" for note in raw.warnings]
    named = file.suffix.lower()
    if READERS.get(named) is not READERS[kind]:
        notes.append(
            f"{file.name}: is {NAMES[kind]} by its content, and was read as that; the ending "
            f"{kind} would say so, {named or 'none'} does not"
        )
    faces, dropped = _finite(source, raw)
    vertices = raw.vertices
    if units is None:
        if raw.units is None:
            source.fail("", _which_units(vertices[np.unique(faces)], file.suffix))
        units = raw.units
    elif raw.units is not None and units != raw.units:
        notes.append(f"{file.name}: read in {units}, though the file states {raw.units}")
    axis = raw.up if up is None else up
    if up is not None and up != raw.up and raw.units is not None:
        notes.append(f"{file.name}: read with {up} up, though its format has {raw.up} up")
    if axis == "y":
        vertices = np.column_stack([vertices[:, 0], -vertices[:, 2], vertices[:, 1]])
    with np.errstate(all="ignore"):
        vertices = vertices * INCHES_PER_UNIT[units] + 0.0
    vertices, faces = _merged(vertices, faces)
    zero = _without_area(vertices, faces)
    if zero == len(faces):
        one = len(faces) == 1
        what = "its one face has no" if one else f"none of its {len(faces)} faces has any"
        source.fail("faces", f"{what} area; no surface is there")
    if dropped:
        notes.append(
            f"{file.name}: {counted(dropped, 'face')} with a corner that is {NOWHERE} "
            f"{'was' if dropped == 1 else 'were'} dropped"
        )
    if zero:
        told = "face has no area; it stays, but blocks"
        told = told if zero == 1 else "faces have no area; they stay, but block"
        notes.append(f"{file.name}: {zero} {told} nothing")
    category = raw.extras.get("category")
    return Piece(
        mesh=trimesh.Trimesh(vertices, faces, process=False),
        name=raw.name or file.stem,
        category=category if isinstance(category, str) else None,
        source=file,
        warnings=tuple(notes),
        counts=MappingProxyType({"dropped_nonfinite": dropped, "zero_area": zero}),
        extras=MappingProxyType(raw.extras),
        units=units,
        up=axis,
    )


def states_units(path: Path) -> bool:
    """Whether a file's format says what its units are: glTF and 3MF do; False where none is."""
    try:
        with path.open("rb") as file:
            head = file.read(4)
    except (OSError, ValueError):
        return False
    kind = next((kind for begin, kind in BEGINNINGS if head.startswith(begin)), path.suffix.lower())
    return kind in (".glb", ".gltf", ".3mf")


def read_mesh(path: Any, units: str | None = None, up: str | None = None) -> trimesh.Trimesh:
    """The mesh of a file, inches, z up: `read_piece(...).mesh`, its notes as `Geo3dWarning`."""
    piece = read_piece(path, units, up)
    for note in piece.warnings:
        warnings.warn(note, Geo3dWarning, stacklevel=2)
    return piece.mesh


def _kind(source: Source) -> str:
    """The format, by its ending in `READERS`: told by how the file begins, where that tells."""
    suffix = source.path.suffix.lower()
    for beginning, kind in BEGINNINGS:
        if source.data.startswith(beginning):
            return kind
    if suffix not in READERS:
        source.fail(
            "", f"ending {suffix or 'none'!r}: meshes are read from {', '.join(sorted(READERS))}"
        )
    return suffix


def _finite(source: Source, raw: Raw) -> tuple[Ints, int]:
    """The faces whose corners are all finite, and how many are not. Beyond `FARTHEST` is damage."""
    finite: Bools = np.logical_and.reduce(np.abs(raw.vertices) < FARTHEST, axis=1)
    good: Bools = np.logical_and.reduce(finite[raw.faces], axis=1)
    if not good.any():
        which = "its one face" if len(good) == 1 else f"every one of its {len(good)} faces"
        source.fail(
            "vertices",
            f"{which} has a corner that is {NOWHERE}",
        )
    return raw.faces[good], int((~good).sum())


def _which_units(vertices: Floats, suffix: str) -> str:
    size = vertices.max(axis=0) - vertices.min(axis=0)
    rows = [
        f"{unit}: {' x '.join(f'{v:.4g}' for v in size * inches)} inches"
        for unit, inches in INCHES_PER_UNIT.items()
    ]
    return (
        f"{suffix.lstrip('.').upper()} says nothing about units; give units (--units on the "
        f"command line, units = in a board file). Read as {'; as '.join(rows)}"
    )


def _merged(vertices: Floats, faces: Ints) -> tuple[Floats, Ints]:
    """Vertices at the same place made one, those that no face uses left out.

    The same place is the same point of a grid of the touching distance: exporters write one corner
    as 0 and as 1e-17, and a closed mesh would seem open.
    """
    used = np.zeros(len(vertices), dtype=np.bool_)
    used[faces] = True
    points = vertices[used]
    cell = np.round(points / TOUCH) + 0.0
    order = np.lexsort(cell.T)
    ranked = cell[order]
    first = np.ones(len(order), dtype=np.bool_)
    first[1:] = (ranked[1:] != ranked[:-1]).any(axis=1)
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.cumsum(first) - 1
    renumbered = np.full(len(vertices), -1, dtype=np.int64)
    renumbered[used] = place
    return points[order[first]], renumbered[faces]


def _without_area(vertices: Floats, faces: Ints) -> int:
    corners = vertices[faces]
    edges = np.roll(corners, -1, axis=1) - corners
    longest = (edges**2).sum(axis=2).max(axis=1)
    doubled = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    return int((doubled <= ZERO_AREA_RATIO * longest).sum())
