"""Heights on a board: the ground under a point, what is off the ground, and which feature is near.

Made once for a board and kept as long as it.
"""

import numpy as np
import shapely
import shapely.affinity
from shapely.geometry.base import BaseGeometry

from geo3d.motion.keywords import BESIDE
from geo3d.motion.relief import Relief
from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature, terrain_cache
from geo3d.table.footprints import mesh_footprint
from geo3d.table.plumb import plumb_of
from geo3d.table.standing import FLOATING, ground_under
from geo3d.tolerances import ON_THE_DOT

Spot = tuple[float, float, float]

RAYS = 8
"""Lines through the centre of a base along which the relief under it is looked at."""

STEP = 0.02
"""Inches between the places on a line at which a feature is looked for beside the base."""


class Heights:
    """The ground and the features of a board.

    Args:
        board: the board; not kept.

    Attributes:
        relief: the relief on the table, or none.
    """

    def __init__(self, board: Board) -> None:
        self._ground = board.ground
        self.relief = Relief(board)
        self._plumb = plumb_of(board.features)
        self._step = board.settings.ground_step
        self._features = list(board.features.values())
        self._plans = [_plan(feature) for feature in self._features]
        self._bounds = np.array([plan_bounds(each) for each in self._features]).reshape(-1, 4)
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

    def hollow(self, points: Floats, outline: Floats) -> Floats:
        """(N,) at least how far a base rests above the relief under its centre, at points (N, 2).

        It lies on what is higher to both sides of its centre: opposite points under it carry a
        plane, which passes over the centre in proportion to how far they are.

        Args:
            outline: (K, 2) the base about the origin.
        """
        under = np.zeros(len(points))
        middle = self.bare(points)
        angle = np.arange(RAYS) * (np.pi / RAYS)
        for way in np.column_stack([np.cos(angle), np.sin(angle)]):
            rows = [_out(outline, way), _out(outline, -way)]
            spots = [
                (sign * far * share * way, far * share)
                for sign, far in zip((1.0, -1.0), rows, strict=True)
                for share in (0.25, 0.5, 0.75, 1.0)
            ]
            high = [self.bare(points + spot) for spot, _ in spots]
            for a, (_, one) in zip(high[:4], spots[:4], strict=True):
                for b, (_, other) in zip(high[4:], spots[4:], strict=True):
                    if one + other > 0.0:
                        held = (a * other + b * one) / (one + other)
                        under = np.maximum(under, held - middle)
        return under

    def on(self, feature: Feature, points: Floats, low: float, high: float) -> Floats:
        """(N,) the highest surface of a feature between two heights; NaN where there is none."""
        found = np.full(len(points), np.nan)
        number, z, of = self._plumb.surfaces(points)
        own = np.array([each is feature for each in of], np.bool_)
        good = own & (low <= z) & (z <= high)
        np.fmax.at(found, number[good], z[good])
        return found

    def rows_near(self, outline: Floats) -> list[int]:
        """Rows, among the board's features, of those whose bounds in plan meet those of points
        (N, 2)."""
        low, high = outline.min(axis=0), outline.max(axis=0)
        near = (self._bounds[:, :2] <= high).all(axis=1) & (self._bounds[:, 2:] >= low).all(axis=1)
        rows: list[int] = np.flatnonzero(near).tolist()
        return rows

    def footprint(self, feature: Feature) -> BaseGeometry:
        """A feature's outline on the board, holes filled."""
        return self._plans[self._features.index(feature)]

    def is_ground(self, x: float, y: float, z: float, outline: Floats | None = None) -> bool:
        """Whether a height is that of the ground there, as nearly as anything stands.

        Args:
            outline: (K, 2) the base there, which may lie half on a base plate.
        """
        here = self.ground(x, y)
        if abs(z - here) <= FLOATING:
            return True
        if outline is None or z < here or z > here + self._step + FLOATING:
            return False
        under = np.concatenate([(x, y) + share * (outline - (x, y)) for share in (1.0, 0.5)])
        return bool(z <= self.grounds(under).max() + FLOATING)

    def up_and_down(self, start: Spot, end: Spot) -> tuple[float, float]:
        """Inches up and inches down on a straight line that count against a move.

        Between places on the ground the line follows table and relief: all that rises and falls on
        the way counts, but for what is rough by no more than `contact`; stepping onto a base plate
        costs nothing (13.01). Elsewhere the line is straight.
        """
        total = rise = end[2] - start[2]
        if self.is_ground(*start) and self.is_ground(*end):
            low, high = self.bare(np.array([start[:2], end[:2]])).tolist()
            rise = high - low
            ends = np.array([end[:2]])
            start_at = np.array(start[:2])
            total = float(self.relief.up_and_down(start_at, low, ends, np.array([high]))[0])
        total = abs(total)
        return (total + rise) / 2, (total - rise) / 2

    def under_ground(self, start: Spot, end: Spot) -> tuple[Spot, float] | None:
        """Where a straight line lies deepest in the ground, and how deep; None for no more than
        `FLOATING`, or from ground to ground, where the line follows it."""
        if self.is_ground(*start) and self.is_ground(*end):
            return None
        number = 2
        if not self.relief.flat:
            number += int(np.hypot(end[0] - start[0], end[1] - start[1]) / self.relief.step)
        places = np.linspace(start, end, number)
        deep = self.bare(places[:, :2]) - places[:, 2]
        deep[[0, -1]] = self.grounds(places[[0, -1], :2]) - places[[0, -1], 2]
        worst = int(deep.argmax())
        if deep[worst] <= FLOATING:
            return None
        x, y, z = places[worst].tolist()
        return (x, y, z), float(deep[worst])

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


def _out(outline: Floats, way: Floats) -> float:
    """How far a convex outline reaches from the origin along a direction; 0 where it does not."""
    side = outline @ (-way[1], way[0])
    ahead = outline @ way
    next_side, next_ahead = np.roll(side, -1), np.roll(ahead, -1)
    crossed = np.flatnonzero((side > 0.0) != (next_side > 0.0))
    share = side[crossed] / (side[crossed] - next_side[crossed])
    far = ahead[crossed] + share * (next_ahead[crossed] - ahead[crossed])
    return max(float(far.max(initial=0.0)), 0.0)


def _plan(feature: Feature) -> BaseGeometry:
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3]
    flat: shapely.Geometry = mesh_footprint(feature.piece.mesh)
    if shapely.is_empty(flat):
        # A lone upright sheet has no area in plan, but it can be climbed.
        points = feature.piece.mesh.triangles[:, :, :2]
        flat = united(shapely.linestrings(points))
    placed = shapely.affinity.affine_transform(flat, (a, b, c, d, x, y))
    assert isinstance(placed, BaseGeometry)
    shapely.prepare(placed)
    return placed


def plan_bounds(feature: Feature) -> Floats:
    """(4,) least and greatest x and y of a placed feature."""
    low, high = feature.piece.mesh.bounds[:, :2]
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    placed = corners @ feature.transform[:2, :2].T + feature.transform[:2, 3]
    return np.concatenate([placed.min(axis=0), placed.max(axis=0)])


def _bounds_apart(plan: BaseGeometry, outline: Floats, way: Floats) -> float:
    """At least how far a moving base stays from a shape, by their bounds."""
    points = np.concatenate([outline, outline + way])
    low, high = points.min(axis=0), points.max(axis=0)
    bounds = np.array(plan.bounds)
    gap = np.maximum(bounds[:2] - high, low - bounds[2:])
    return float(gap.max())
