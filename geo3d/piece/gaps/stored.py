"""Gaps found once for each piece: kept in memory and in the user's cache folder."""

import hashlib
import json
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import trimesh

from geo3d.piece.gaps.finding import find_gaps
from geo3d.piece.gaps.gap import Gap
from geo3d.piece.kept import mesh_key, read_kept, write_kept
from geo3d.rays.compiled import cache_root

_known: dict[str, tuple[Gap, ...]] = {}


def known_gaps(
    mesh: trimesh.Trimesh, max_wall_thickness: float = 2.0, min_gap_width: float = 0.1
) -> tuple[Gap, ...]:
    """As `find_gaps`, looked up where a mesh with the same content was seen before.

    The lookup's key holds the mesh, the settings and the finder itself; a broken file is found
    anew (see `kept`).
    """
    key = _key(mesh, max_wall_thickness, min_gap_width)
    found = _look_up(key)
    if found is None:
        found = tuple(find_gaps(mesh, max_wall_thickness, min_gap_width))
        _write(_place(key), found)
        _known[key] = found
    return found


def is_known(
    mesh: trimesh.Trimesh, max_wall_thickness: float = 2.0, min_gap_width: float = 0.1
) -> bool:
    """Whether `known_gaps` need not look at the mesh itself."""
    return _look_up(_key(mesh, max_wall_thickness, min_gap_width)) is not None


def _place(key: str) -> Path | None:
    root = cache_root()
    return root / "gaps" / f"{key}.json" if root is not None else None


def _look_up(key: str) -> tuple[Gap, ...] | None:
    found = _known.get(key)
    if found is None:
        found = _read(_place(key))
        if found is not None:
            _known[key] = found
    return found


@cache
def _finder() -> bytes:
    digest = hashlib.blake2b(digest_size=16)
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.digest()


def _key(mesh: trimesh.Trimesh, *settings: float) -> str:
    return mesh_key(mesh, _finder(), json.dumps([float(value) for value in settings]).encode())


def _read(place: Path | None) -> tuple[Gap, ...] | None:
    data = read_kept(place)
    if data is None:
        return None
    try:
        return tuple(_gap(row) for row in json.loads(data))
    except (ValueError, KeyError, TypeError):
        return None


def _gap(row: dict[str, Any]) -> Gap:
    for name in ("centre", "outline", "normal", "bend"):
        row[name] = np.array(row[name], dtype=np.float64)
    if row["outline"].ndim != 2 or row["outline"].shape[1] != 3 or row["centre"].shape != (3,):
        raise ValueError("not a gap")
    return Gap(**row)


def _write(place: Path | None, gaps: tuple[Gap, ...]) -> None:
    rows = [
        {
            name: value.tolist() if isinstance(value, np.ndarray) else value
            for name, value in vars(gap).items()
        }
        for gap in gaps
    ]
    write_kept(place, json.dumps(rows).encode())
