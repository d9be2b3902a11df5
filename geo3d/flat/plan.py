"""A board as 2D tools see it: outlines in plan, what they are called, how high they reach.

Footprints are the outlines of features seen from above. Areas are the boundaries that 13.10 makes
obscuring, which most tools call footprints too. What a base stands on, or touches, does not block
its own lines (13.10, and what planners do: see `geo3d.flat.footprints`).
"""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt
import shapely

from geo3d.rays.segments import Bools, Floats
from geo3d.table.areas import footprint
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.visibility import BoardScene, board_scene

Shapes = npt.NDArray[np.object_]
"""Geometries of shapely."""

NOTHING = "nothing"
RANK = (NOTHING, "exposed", "light", "dense")
"""What stands between two models, least first; other categories count as dense."""


@dataclass(frozen=True, eq=False)
class Plan:
    """The terrain of a board in plan. Built once for a board, by `plan_of`.

    Attributes:
        board: the table with its terrain alone: no models, no rules.
        names: (F,) ids of the features.
        footprints: (F,) their outlines.
        categories: (F,) their categories; "dense" where the board names none.
        tops: (F,) z of their highest points.
        shades: (S,) what 2D tools take to block: boundaries of areas with a light or dense
            feature, and footprints of such features.
        walls: (W,) the latter alone.
    """

    board: Board
    names: tuple[str, ...]
    footprints: Shapes
    categories: tuple[str, ...]
    tops: Floats
    shades: Shapes
    walls: Shapes

    @cached_property
    def scene(self) -> BoardScene:
        """The terrain as a ray scene."""
        return board_scene(self.board)

    def between(self, one: Figure, other: Figure) -> str:
        """The gravest category whose footprint the line of the two centres crosses."""
        line = shapely.LineString([one.at[:2], other.at[:2]])
        crossed = shapely.intersects(self.footprints, line)
        ranks = [RANK.index(self.categories[n]) for n in np.flatnonzero(crossed)]
        return RANK[max(ranks, default=0)]


def plan_of(board: Board) -> Plan:
    """The plan of a board's terrain; its models are left out."""
    features = list(board.features.values())
    outlines = _shapes([footprint(feature) for feature in features])
    categories = tuple(
        feature.category if feature.category in RANK else "dense" for feature in features
    )
    tops = [
        float(feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3]) for feature in features
    ]
    hiding = {f.id for f, c in zip(features, categories, strict=True) if c != "exposed"}
    mats = [
        area.boundary
        for area in board.areas.values()
        if not area.implicit and hiding.intersection(area.features)
    ]
    walls = [
        outline
        for feature, outline in zip(features, outlines, strict=True)
        if feature.id in hiding and not shapely.is_empty(outline)
    ]
    return Plan(
        board=terrain_alone(board),
        names=tuple(feature.id for feature in features),
        footprints=outlines,
        categories=categories,
        tops=np.array(tops, dtype=np.float64),
        shades=_shapes([*mats, *walls]),
        walls=_shapes(walls),
    )


def terrain_alone(board: Board) -> Board:
    """The table with its terrain, without models and without rules: bare material."""
    return replace(
        board,
        ruleset="none",
        settings=replace(board.settings, models_block=False, line_width=0.0),
        units={},
        figures={},
        warnings=(),
    )


def not_held(shapes: Shapes, *figures: Figure) -> Shapes:
    """Those of the shapes that no base of the figures overlaps or touches."""
    kept = np.ones(len(shapes), np.bool_)
    for figure in figures:
        kept &= ~touched(shapes, figure)
    left: Shapes = shapes[kept]
    return left


def touched(shapes: Shapes, figure: Figure) -> Bools:
    """(S,) which shapes the base of a figure overlaps or touches."""
    base = shapely.Polygon(figure.outline)
    shapely.prepare(base)
    found: Bools = shapely.intersects(base, shapes)
    return found


def rings(shape: Any) -> list[Floats]:
    """The outer rings of a polygon or of several, (K, 2) each, closed."""
    some = shapely.get_exterior_ring(shapely.get_parts(shape))
    return [shapely.get_coordinates(ring) for ring in some if not shapely.is_empty(ring)]


def _shapes(some: list[Any]) -> Shapes:
    shapes: Shapes = np.empty(len(some), dtype=object)
    shapes[:] = some
    shapely.prepare(shapes)
    return shapes
