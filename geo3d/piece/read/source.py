"""A mesh file's bytes, and what readers hand back: shared by all formats."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

import numpy as np

from geo3d.errors import MeshError, printable
from geo3d.rays.segments import Floats, Ints

LARGEST = 1 << 30
"""Bytes: a mesh file over this size is refused; a scan of 10 million faces is about half a GB."""
MOST_FACES = 20_000_000
"""Faces and vertices of one mesh: a small file that places its parts a million times is refused
before they are made, and no table needs more."""
LONGEST_MESSAGE = 600


@dataclass(frozen=True)
class Source:
    """A file being read."""

    path: Path
    data: bytes

    def fail(self, place: str, text: str) -> NoReturn:
        """Raise the one clear error: file, place, what is wrong and what would be right."""
        where = f"{self.path}: {printable(place)}: " if place else f"{self.path}: "
        # Parts of a damaged file may be quoted in it, of any length and with any characters.
        shown = printable(text[:LONGEST_MESSAGE])
        raise MeshError(where + shown + ("..." if len(text) > LONGEST_MESSAGE else ""))


@dataclass(frozen=True, eq=False)
class Raw:
    """What a format's reader found.

    Attributes:
        vertices: (V, 3) in the file's own units and axes.
        faces: (F, 3) indices into them.
        units: what the file states, or None.
        up: the axis that is up in the file's frame: "z" unless its format says otherwise.
        name, extras: what geo3d wrote into it, if it did.
        warnings: notes for the user.
    """

    vertices: Floats
    faces: Ints
    units: str | None = None
    up: str = "z"
    name: str | None = None
    extras: dict[str, Any] = field(default_factory=dict)
    warnings: tuple[str, ...] = ()


def open_source(path: Path) -> Source:
    """Read a file whole, refusing what cannot be a mesh.

    Raises:
        MeshError: missing, a folder, empty, too large, a Git LFS pointer, or a web page.
    """
    try:
        if path.is_dir():
            raise MeshError(f"{path}: is a folder; a mesh file is wanted")
        size = path.stat().st_size
        if size > LARGEST:
            raise MeshError(
                f"{path}: {size / 2**30:.1f} GB; meshes up to {LARGEST >> 30} GB are read: "
                "simplify it first"
            )
        if not path.is_file():
            raise MeshError(f"{path}: is no regular file; a mesh file is wanted")
        data = path.read_bytes()
    except FileNotFoundError:
        raise MeshError(f"{path}: no such file") from None
    except OSError as error:
        raise MeshError(f"{path}: cannot be read: {error.strerror}") from None
    except ValueError as error:
        raise MeshError(f"{path!s}: not a file's name: {error}") from None
    source = Source(path, data)
    if not data.strip(b" \t\r\n\0"):
        source.fail("", "the file is empty; a mesh is wanted")
    if data.startswith(b"version https://git-lfs.github.com/spec/"):
        source.fail("", "is a Git LFS pointer, not the mesh itself; fetch it with `git lfs pull`")
    head = data[:512].lstrip().lower()
    if head.startswith((b"<!doctype html", b"<html")):
        source.fail("", "is a web page, not a mesh; download the file itself")
    return source


def checked(
    source: Source, raw_vertices: Any, raw_faces: Any, place: str = "faces"
) -> tuple[Floats, Ints]:
    """Arrays of the right kind, with every index in range.

    Raises:
        MeshError: no faces (a point cloud), or an index out of range.
    """
    vertices = np.asarray(raw_vertices, dtype=np.float64).reshape(-1, 3)
    faces = np.asarray(raw_faces, dtype=np.int64).reshape(-1, 3)
    if not len(faces):
        what = "a point cloud: it has points and no faces" if len(vertices) else "it holds no mesh"
        source.fail("", f"{what}; triangles are wanted")
    low, high = int(faces.min()), int(faces.max())
    if low < 0 or high >= len(vertices):
        bad = int(np.flatnonzero((faces < 0).any(axis=1) | (faces >= len(vertices)).any(axis=1))[0])
        source.fail(
            f"{place}[{bad}]",
            f"vertex index out of range: {faces[bad].tolist()}; the file has {len(vertices)} "
            "vertices",
        )
    return vertices, faces
