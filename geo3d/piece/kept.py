"""Files of the user's cache folder that hold what was found of a mesh, for the next process.

A file is written beside its place and then moved there, so that other processes never see half of
one. What cannot be read or written is found anew, and costs only the time.
"""

import hashlib
import tempfile
from pathlib import Path

import numpy as np
import trimesh


def mesh_key(mesh: trimesh.Trimesh, *more: bytes) -> str:
    """A name, in hexadecimal, for a mesh's content and what else an answer depends on."""
    digest = hashlib.blake2b(digest_size=20)
    for part in more:
        digest.update(len(part).to_bytes(8, "little"))
        digest.update(part)
    for array, kind in ((mesh.vertices, np.float64), (mesh.faces, np.int64)):
        whole = np.ascontiguousarray(array, dtype=kind)
        digest.update(str(whole.shape).encode())
        digest.update(whole.tobytes())
    return digest.hexdigest()


def read_kept(place: Path | None) -> bytes | None:
    """What a file holds; None where there is none, or no folder for it."""
    if place is None:
        return None
    try:
        return place.read_bytes()
    except OSError:
        return None


def write_kept(place: Path | None, data: bytes) -> None:
    """Keep a file, whole or not at all; nothing is done without a place, or on a full disk."""
    if place is None:
        return
    try:
        place.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=place.parent, suffix=".part", delete=False) as file:
            file.write(data)
        Path(file.name).replace(place)
    except OSError:
        return
