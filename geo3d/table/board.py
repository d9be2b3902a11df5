"""The table with all that stands on it, resolved from a board file. Values do not change."""

import weakref
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import shapely
import trimesh

from geo3d.errors import UsageError
from geo3d.piece import Piece
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats
from geo3d.table.figures import Figure
from geo3d.table.settings import Settings


@dataclass(frozen=True, eq=False)
class Ground:
    """The table, and the relief on it if there is one.

    Attributes:
        mesh: the relief, in its own frame; None for the bare table.
        transform: (4, 4), the relief's place.
    """

    mesh: trimesh.Trimesh | None = None
    transform: Floats = field(default_factory=lambda: np.eye(4))

    def __post_init__(self) -> None:
        if self.mesh is not None:
            scene = RayScene()
            scene.place(self.mesh, self.transform, "relief")
            object.__setattr__(self, "_rays", scene)

    def height_at(self, x: float, y: float) -> float:
        """Inches: the highest point of the ground on the vertical there, at least the table's 0."""
        return float(self.heights_at(np.array([[x, y]], dtype=np.float64))[0])

    def heights_at(self, points: Floats) -> Floats:
        """(N,) inches: the height of the ground at each of (N, 2) points."""
        heights = np.zeros(len(points))
        if self.mesh is None or len(points) == 0:
            return heights
        rays: RayScene = getattr(self, "_rays")  # noqa: B009
        low, high = self.mesh.bounds[:, 2] + self.transform[2, 3]
        hits = rays.first_hit(
            np.column_stack([points, np.full(len(points), high + 1.0)]),
            np.column_stack([points, np.full(len(points), low - 1.0)]),
        )
        heights[hits.hit] = np.maximum(hits.point[hits.hit, 2], 0.0)
        return heights


@dataclass(frozen=True, eq=False)
class Feature:
    """One physical piece of terrain on the board (13.01).

    Attributes:
        piece: its mesh and what is known of it.
        transform: (4, 4) rigid, the piece's frame to the board's.
        category: or None with ruleset "none".
        solid: whether 13.11 closes its gaps.
        ground_level: z of the plane that it stands on.
        gaps: "auto", "none", or (sill, lintel, width, centre) of each, instead of what is found.
    """

    id: str
    piece: Piece
    transform: Floats
    category: str | None
    solid: bool
    ground_level: float
    gaps: str | tuple[tuple[float, float, float, tuple[float, float, float]], ...]


@dataclass(frozen=True, eq=False)
class Area:
    """A terrain area (13.01).

    Attributes:
        boundary: polygon or polygons in plan.
        features: ids of the features in it.
        requires: categories that a deployment map wants in it.
        implicit: formed by a feature that no area of the file names (13.01 b).
    """

    id: str
    boundary: shapely.Geometry
    features: tuple[str, ...]
    requires: tuple[str, ...] = ()
    implicit: bool = False


@dataclass(frozen=True, eq=False)
class Zone:
    """A player's deployment zone."""

    id: str
    player: str
    boundary: shapely.Geometry


@dataclass(frozen=True)
class Objective:
    """An objective marker's centre."""

    id: str
    at: tuple[float, float]


@dataclass(frozen=True)
class Unit:
    """A unit, by the ids of its models, with what it has done (13.09).

    Attributes:
        stays_hidden: an ability keeps its models hidden though they shot.
        detection_range: inches, of its models while they are hidden; None for their profiles'.
    """

    id: str
    player: str
    profile: str
    models: tuple[str, ...]
    shot_this_turn: bool
    shot_previous_turn: bool
    stays_hidden: bool = False
    detection_range: float | None = None


@dataclass(frozen=True, eq=False)
class Board:
    """A whole board.

    Attributes:
        path: the file it was read from.
        size: inches along x and y.
        features, areas, zones, objectives, units, figures: by id, in the file's order.
        warnings: what the file says that is odd, though not wrong.
    """

    path: Path
    ruleset: str
    battle_round: int
    active_player: str | None
    size: tuple[float, float]
    ground: Ground
    settings: Settings
    features: dict[str, Feature]
    areas: dict[str, Area]
    zones: dict[str, Zone]
    objectives: dict[str, Objective]
    units: dict[str, Unit]
    figures: dict[str, Figure]
    warnings: tuple[str, ...]

    def with_figures(self, figures: dict[str, Figure]) -> "Board":
        """The same table with its models elsewhere; what is known of its terrain is kept."""
        return self._keeping(replace(self, figures=figures))

    def with_warnings(self, warnings: tuple[str, ...]) -> "Board":
        """The same board with other warnings; what is known of its terrain is kept."""
        return self._keeping(replace(self, warnings=warnings))

    def _keeping(self, other: "Board") -> "Board":
        for kept in _kept:
            if self in kept:
                kept[other] = kept[self]
        return other

    def figure(self, id: str) -> Figure:
        """A model by id. Raises UsageError where the board has none of that id."""
        found = self.figures.get(id)
        if found is None:
            near = get_close_matches(id, self.figures, n=3) or sorted(self.figures)[:6]
            rest = "" if len(near) == len(self.figures) else ", ..."
            there = f"there are {', '.join(near)}{rest}" if near else "it has no models"
            raise UsageError(f"{self.path}: no model {id!r} on the board; {there}")
        return found


_kept: list[weakref.WeakKeyDictionary[Board, Any]] = []


def terrain_cache() -> weakref.WeakKeyDictionary[Board, Any]:
    """A cache of what depends on a board's terrain and settings alone, by board.

    It lives as long as the board; boards that `with_figures` makes of it have it, too.
    """
    made: weakref.WeakKeyDictionary[Board, Any] = weakref.WeakKeyDictionary()
    _kept.append(made)
    return made
