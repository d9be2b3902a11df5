"""A board on its way to another process, and what tells one board from another."""

import hashlib
import io
import json
import pickle
from types import MappingProxyType
from typing import Any

import numpy as np
import shapely
import trimesh

from geo3d.table import Board, Ground


class _Packer(pickle.Pickler):
    """Leaves behind what is made anew at the other end: caches of meshes, rays of the relief."""

    def reducer_override(self, obj: Any) -> Any:
        if isinstance(obj, MappingProxyType):
            return _proxy, (dict(obj),)
        if isinstance(obj, Ground):
            return Ground, (obj.mesh, obj.transform)
        if type(obj) is trimesh.Trimesh:
            return _mesh, (np.asarray(obj.vertices), np.asarray(obj.faces))
        return NotImplemented


def _proxy(values: dict[str, Any]) -> MappingProxyType[str, Any]:
    return MappingProxyType(values)


def _mesh(vertices: Any, faces: Any) -> trimesh.Trimesh:
    return trimesh.Trimesh(vertices, faces, process=False)


def pack(board: Board) -> bytes:
    """A board as bytes, for processes with the same geo3d."""
    stream = io.BytesIO()
    _Packer(stream).dump(board)
    return stream.getvalue()


def unpack(data: bytes) -> Board:
    """The board again."""
    board: Board = pickle.loads(data)
    return board


def digest(board: Board) -> str:
    """What is the same for two boards with the same terrain, areas, zones, objectives and settings,
    and differs for others. Models do not count."""
    found = hashlib.sha256()
    ground = board.ground
    plain: list[Any] = [board.ruleset, board.size, board.settings.to_dict()]
    plain += [[mark.id, mark.at] for mark in board.objectives.values()]
    plain += [[area.id, area.features, _wkb(area.boundary)] for area in board.areas.values()]
    plain += [[zone.id, zone.player, _wkb(zone.boundary)] for zone in board.zones.values()]
    found.update(json.dumps(plain).encode())
    for feature in board.features.values():
        plain = [feature.id, feature.category, feature.solid, feature.ground_level, feature.gaps]
        found.update(json.dumps(plain).encode())
        _add(found, feature.piece.mesh, feature.transform)
    if ground.mesh is not None:
        _add(found, ground.mesh, ground.transform)
    return found.hexdigest()[:16]


def _wkb(boundary: shapely.Geometry) -> str:
    return str(shapely.to_wkb(boundary, hex=True))


def _add(found: Any, mesh: trimesh.Trimesh, transform: Any) -> None:
    for array, kind in ((mesh.vertices, "<f8"), (mesh.faces, "<i8"), (transform, "<f8")):
        found.update(np.ascontiguousarray(array, dtype=kind).tobytes())
