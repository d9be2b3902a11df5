"""Heights on a board: the ground under a point, what is off the ground, and which feature is near.

Made once for a board and kept as long as it.
"""

import numpy as np
import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from geo3d.motion.keywords import BESIDE
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature, terrain_cache
from geo3d.table.footprints import mesh_footprint
from geo3d.table.plumb import Plumb
from geo3d.table.standing import FLOATING, ground_under
from geo3d.tolerances import ON_THE_DOT

STEP = 0.02
"""Inches between the places on a line at which a feature is looked for beside the base."""


class Heights:
    """The ground and the features of a board.

    Args:
        board: the board; not kept.
    """

    def __init__(self, board: Board) -> None:
        self._ground = board.ground
        self._plumb = Plumb(board.features.values())
        self._step = board.settings.ground_step
        self._features = list(board.features.values())
        self._plans = [_plan(feature) for feature in self._features]
        self._tops = [
            float(feature.piece.mesh.bounds[1, 2] + feature.transform[2, 3])
            for feature in self._features
        ]

    def ground(self, x: float, y: float) -> float:
        """z of the ground: table, relief, or a base plate of up to `ground_step` (13.01)."""
        point = np.array([[x, y]], dtype=np.float64)
        return float(ground_under(point, self._ground, self._plumb, self._step)[0])

    def grounds(self, points: Floats) -> Floats:
        """(N,) z of the ground at points (N, 2)."""
        return ground_under(points, self._ground, self._plumb, self._step)

    def bare(self, points: Floats) -> Floats:
        """(N,) z of table or relief at points (N, 2), which counts for vertical distance."""
        return self._ground.heights_at(points)

    def on(self, feature: Feature, points: Floats, low: float, high: float) -> Floats:
        """(N,) the highest surface of a feature between two heights; NaN where there is none."""
        found = np.full(len(points), np.nan)
        for number, z, of in zip(*self._plumb.surfaces(points), strict=True):
            if of is feature and low <= z <= high and not z < found[number]:
                found[number] = z
        return found

    def footprint(self, feature: Feature) -> BaseGeometry:
        """A feature's outline on the board, holes filled."""
        return self._plans[self._features.index(feature)]

    def is_ground(self, x: float, y: float, z: float) -> bool:
        """Whether a height is that of the ground there, as nearly as anything stands."""
        return abs(z - self.ground(x, y)) <= FLOATING

    def charged(self, x: float, y: float, z: float) -> float:
        """The height that counts for vertical distance: on the ground that of table or relief, so
        that stepping onto a base plate costs nothing (13.01)."""
        return self._ground.height_at(x, y) if self.is_ground(x, y, z) else z

    def beside(self, outline: Floats, way: Floats, least: float) -> tuple[list[Feature], Floats]:
        """The features that a base stays near while it moves off the ground, and where it does not.

        Args:
            outline: (K, 2) the base where it starts.
            way: (2,) where it goes.
            least: z that a feature must reach up to.

        Returns:
            The features that it comes within `BESIDE` of, and the (x, y) of the base's centre
            farthest from all of them, as a row; no row where it is always near one.
        """
        length = float(np.hypot(*way))
        shares = np.linspace(0.0, 1.0, max(2, int(np.ceil(length / STEP)) + 1 if length else 1))
        moved = shapely.polygons(outline + shares[:, None, None] * way)
        nearest = np.full(len(shares), np.inf)
        near = []
        for feature, plan, top in zip(self._features, self._plans, self._tops, strict=True):
            if top < least - FLOATING:
                continue
            if _bounds_apart(plan, outline, way) > BESIDE + 1.0:
                continue
            apart = shapely.distance(moved, plan)
            if apart.min() <= BESIDE + ON_THE_DOT:
                near.append(feature)
            nearest = np.minimum(nearest, apart)
        worst = int(np.argmax(nearest))
        if nearest[worst] <= BESIDE + ON_THE_DOT:
            return near, np.empty((0, 2))
        return near, (outline.mean(axis=0) + shares[worst] * way)[None]


_known = terrain_cache()


def heights_of(board: Board) -> Heights:
    """The heights of a board, made once."""
    found: Heights | None = _known.get(board)
    if found is None:
        found = Heights(board)
        _known[board] = found
    return found


def _plan(feature: Feature) -> BaseGeometry:
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3]
    flat: shapely.Geometry = mesh_footprint(feature.piece.mesh)
    if shapely.is_empty(flat):
        # A lone upright sheet has no area in plan, but it can be climbed.
        points = feature.piece.mesh.triangles[:, :, :2]
        flat = shapely.union_all(shapely.linestrings(points))
    placed = shapely.affinity.affine_transform(flat, (a, b, c, d, x, y))
    assert isinstance(placed, BaseGeometry)
    shapely.prepare(placed)
    return placed


def _bounds_apart(plan: BaseGeometry, outline: Floats, way: Floats) -> float:
    """At least how far a moving base stays from a shape, by their bounds."""
    points = np.concatenate([outline, outline + way])
    low, high = points.min(axis=0), points.max(axis=0)
    bounds = np.array(plan.bounds)
    gap = np.maximum(bounds[:2] - high, low - bounds[2:])
    return float(gap.max())
