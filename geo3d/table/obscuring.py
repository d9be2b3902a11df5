"""Obscuring areas (13.10): which areas are, and the upright bodies of space that they block."""

import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh

from geo3d.shapes.solids import mesh_of, prism
from geo3d.table.board import Area, Board

COVERING = frozenset({"light", "dense"})
"""Categories of features of which one makes an area obscuring, and one that shelters who hides."""

BELOW, ABOVE = 1.0, 10.0
"""Inches under the table and over the highest thing on it that an area without a height reaches."""

SPECK = 1e-6
"""Square inches: parts of an area no larger are none."""


@dataclass(frozen=True, eq=False)
class Obscuring:
    """An obscuring area.

    Attributes:
        area: it.
        mesh: closed: its boundary, from below the table up to its height, in board coordinates.
    """

    area: Area
    mesh: trimesh.Trimesh


def is_covering(board: Board, area: Area) -> bool:
    """Whether an area holds at least one light or dense feature (13.09, 13.10)."""
    return any(board.features[id].category in COVERING for id in area.features)


def obscuring(board: Board) -> tuple[Obscuring, ...]:
    """The areas that block lines of sight; none with a ruleset that does not know the rule.

    With the setting `area_height` they block up to there above the ground that their features stand
    on, else at any height.
    """
    if board.ruleset != "wh40k-11e":
        return ()
    found = _known.get(board)
    if found is None:
        found = tuple(_obscuring(board))
        _known[board] = found
    return found


_known: weakref.WeakKeyDictionary[Board, tuple[Obscuring, ...]] = weakref.WeakKeyDictionary()


def _obscuring(board: Board) -> list[Obscuring]:
    top = _highest(board) + ABOVE
    found = []
    for area in board.areas.values():
        if not is_covering(board, area):
            continue
        high = top
        if board.settings.area_height is not None:
            ground = max(board.features[id].ground_level for id in area.features)
            high = ground + board.settings.area_height
        mesh = _body(area, high)
        if mesh is not None:
            found.append(Obscuring(area, mesh))
    return found


_bodies: weakref.WeakKeyDictionary[Area, tuple[float, trimesh.Trimesh | None]] = (
    weakref.WeakKeyDictionary()
)
"""Bodies that were made, and how high: areas outlive boards on which a model has moved."""


def _body(area: Area, high: float) -> trimesh.Trimesh | None:
    """What an area blocks up to a height, or None where it is nothing."""
    known = _bodies.get(area)
    if known is None or known[0] != high:
        known = _bodies[area] = high, _raised(area, high)
    return known[1]


def _raised(area: Area, high: float) -> trimesh.Trimesh | None:
    parts = [
        mesh_of(prism([_ring(ring) for ring in shapely.get_rings(part)], high + BELOW))
        for part in shapely.get_parts(area.boundary)
        if part.geom_type == "Polygon" and part.area > SPECK
    ]
    if not parts or high <= -BELOW:
        return None
    mesh: trimesh.Trimesh = trimesh.util.concatenate(parts)  # type: ignore[assignment]
    mesh.apply_translation([0.0, 0.0, -BELOW])
    return mesh


def _ring(ring: shapely.LinearRing) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in shapely.get_coordinates(ring)[:-1]]


def _highest(board: Board) -> float:
    """z of the highest thing on the board."""
    tops = [0.0, *(figure.top for figure in board.figures.values())]
    tops += [
        float(feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3])
        for feature in board.features.values()
    ]
    if board.ground.mesh is not None:
        tops.append(float(board.ground.mesh.bounds[1, 2] + board.ground.transform[2, 3]))
    return float(np.max(tops))
