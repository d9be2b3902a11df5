"""geo3d: a 3D geometry engine for tabletop wargames.

Inches, z up. Names are loaded when they are first asked for (PEP 562), so that `import geo3d` alone
loads neither trimesh nor numba.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from geo3d.errors import (
    BoardError,
    Geo3dError,
    Geo3dWarning,
    MeshError,
    SceneError,
    UsageError,
)

if TYPE_CHECKING:
    from geo3d.motion import judge_move, judge_stand, judge_unit_move, reach
    from geo3d.piece import inspect_piece, read_mesh, read_piece, write_piece
    from geo3d.piece.gaps import Gap, find_gaps
    from geo3d.piece.locate import locate
    from geo3d.piece.section import section
    from geo3d.rays import Hits, RayScene
    from geo3d.rules import check, sight, sightlines
    from geo3d.table import load_board, measure

__version__ = "0.1.0"

_HOMES = {
    "Gap": "geo3d.piece.gaps",
    "Hits": "geo3d.rays",
    "RayScene": "geo3d.rays",
    "check": "geo3d.rules",
    "find_gaps": "geo3d.piece.gaps",
    "inspect_piece": "geo3d.piece",
    "judge_move": "geo3d.motion",
    "judge_stand": "geo3d.motion",
    "judge_unit_move": "geo3d.motion",
    "load_board": "geo3d.table",
    "locate": "geo3d.piece.locate",
    "measure": "geo3d.table",
    "reach": "geo3d.motion",
    "read_mesh": "geo3d.piece",
    "read_piece": "geo3d.piece",
    "section": "geo3d.piece.section",
    "sight": "geo3d.rules",
    "sightlines": "geo3d.rules",
    "write_piece": "geo3d.piece",
}

__all__ = [
    "BoardError",
    "Gap",
    "Geo3dError",
    "Geo3dWarning",
    "Hits",
    "MeshError",
    "RayScene",
    "SceneError",
    "UsageError",
    "__version__",
    "check",
    "find_gaps",
    "inspect_piece",
    "judge_move",
    "judge_stand",
    "judge_unit_move",
    "load_board",
    "locate",
    "measure",
    "reach",
    "read_mesh",
    "read_piece",
    "section",
    "sight",
    "sightlines",
    "write_piece",
]


def __getattr__(name: str) -> Any:
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'geo3d' has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
