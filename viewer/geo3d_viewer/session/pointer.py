"""What a pointer is on: the first thing that a ray from the camera meets, and where things snap."""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np

from geo3d.errors import UsageError
from geo3d.motion.heights import heights_of
from geo3d.motion.standing import standing
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.tolerances import FAR
from geo3d.visibility import BoardScene
from geo3d_viewer.description import Floats

LONG = 1e4
"""Inches that a pointer's ray is followed: a camera stands nearer to the board."""

GROUNDED = 1e-3
"""Inches: what comes to rest so near to the ground is on it."""

DECIMALS = 4
"""Of placed coordinates: finer than anything is put by hand, and short in a file."""

Spot = tuple[float, float, float]


@dataclass(frozen=True)
class Hit:
    """What a pointer is on.

    Attributes:
        id: of a model or a feature; None for the ground.
        point: inches.
    """

    id: str | None
    point: Spot


def as_ray(start: object, way: object) -> tuple[Floats, Floats]:
    """(3,) start and (3,) unit direction of a ray.

    Raises:
        UsageError: not three finite numbers each, or no direction.
    """
    found = []
    for name, values in (("start", start), ("direction", way)):
        try:
            point = np.asarray(values, dtype=np.float64)
        except (TypeError, ValueError):
            point = np.empty(0)
        if point.shape != (3,) or not (np.abs(point) <= FAR).all():
            raise UsageError(f"ray: {name}: three numbers up to {FAR:g} wanted, got {values!r}")
        found.append(point)
    length = float(np.linalg.norm(found[1]))
    if length == 0.0:
        raise UsageError("ray: direction: all three numbers are 0; one that is not is wanted")
    return found[0], found[1] / length


def hit(scene: BoardScene, start: Floats, way: Floats, ignore: Collection[str] = ()) -> Hit | None:
    """The first thing on a ray: figures, terrain and ground, not what only rules make block.

    Args:
        ignore: ids that it passes through.

    Returns:
        None where it leaves the table.
    """
    through = frozenset(ignore) | frozenset(scene.sealed) | frozenset(scene.areas)
    hits = scene.rays.first_hit(
        start[None], (start + LONG * way)[None], bundles=[0, 1], ignore=[through]
    )
    if not hits.hit[0]:
        return None
    x, y, z = (float(value) for value in hits.point[0])
    id = str(hits.id[0])
    return Hit(None if scene.kind(id) == "ground" else id, (x, y, z))


def on_table(board: Board, start: Floats, way: Floats) -> Spot | None:
    """Where a ray meets the plane of the table, moved to its rim where that is outside."""
    if way[2] >= -1e-9 or start[2] <= 0.0:
        return None
    x, y, _ = start - way * (start[2] / way[2])
    return float(np.clip(x, 0.0, board.size[0])), float(np.clip(y, 0.0, board.size[1])), 0.0


def snapped(board: Board, figure: Figure, spot: Spot) -> Spot:
    """Where a figure comes to rest that is let go at a place: on the surface under it.

    Args:
        spot: x, y, and a height above the surface that is meant and below the next.
    """
    x, y, z = round(spot[0], DECIMALS), round(spot[1], DECIMALS), spot[2]
    rests = standing(board, replace(figure, at=(x, y, z)))
    ground = heights_of(board).ground(x, y)
    low = z - rests.gap
    if not np.isfinite(low) or low < ground or abs(low - ground) <= GROUNDED:
        return x, y, ground
    return x, y, round(low, DECIMALS)
