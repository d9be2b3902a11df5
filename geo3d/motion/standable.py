"""The surfaces of a board's features that models can stand on, and which of them are one."""

import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.affinity

from geo3d.motion.heights import plan_bounds
from geo3d.motion.overhang import filled
from geo3d.piece.surfaces import closed, surfaces
from geo3d.piece.union import united
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.board import Board, Feature
from geo3d.tolerances import COPLANAR, FOOTPRINT_GRID, ON_THE_DOT, TOGETHER


@dataclass(frozen=True, eq=False)
class Listed:
    """A surface on a board.

    Attributes:
        feature: its feature's id.
        outline: in plan, on the board, with its holes.
        outer: the same without holes.
        height: mean z.
    """

    feature: str
    outline: shapely.Geometry
    outer: shapely.Geometry
    height: float


Place = tuple[int, int]
"""A surface of a board: the row of its feature, and which of that one's it is."""


class Standables:
    """The surfaces on a board, found feature by feature as they are asked about.

    Args:
        board: the board; not kept.
    """

    def __init__(self, board: Board) -> None:
        self._features = list(board.features.values())
        self._max_tilt = board.settings.max_tilt
        self._bounds = [plan_bounds(feature) for feature in self._features]
        self._listed: dict[int, tuple[list[Listed], Ints]] = {}
        self._united: dict[frozenset[Place], shapely.Geometry] = {}

    def __getitem__(self, place: Place) -> Listed:
        return self._of(place[0])[0][place[1]]

    def of_faces(self, owner: Ints, face: Ints) -> list[Place]:
        """The surfaces that faces of features, by their rows, belong to."""
        found: list[Place] = []
        for row in np.unique(owner):
            numbers = np.unique(self._of(int(row))[1][face[owner == row]])
            found += [(int(row), int(number)) for number in numbers[numbers >= 0]]
        return found

    def is_of(self, place: Place, face: Ints) -> Bools:
        """(N,) which faces of its feature belong to a surface."""
        own: Bools = self._of(place[0])[1][face] == place[1]
        return own

    def about(self, point: shapely.Point) -> list[Place]:
        """The surfaces whose outer edge runs round a point, or through it."""
        return [
            place
            for place in self._near(np.array([point.x, point.y, point.x, point.y]), 0.0)
            if shapely.intersects(self[place].outer, point)
        ]

    def united(self, place: Place, touched: list[Place]) -> shapely.Geometry:
        """A surface, with those that are one with it (13.06), and those beside it that are touched.

        One with it are all coplanar ones that touch it, or one that does.
        """
        places, new = {place}, [place]
        while new:
            one = new.pop()
            for other in self._beside(one):
                apart = abs(self[other].height - self[one].height)
                if other not in places and (apart <= COPLANAR + ON_THE_DOT or other in touched):
                    places.add(other)
                    new.append(other)
        key = frozenset(places)
        if key not in self._united:
            parts = [self[each].outline for each in sorted(places)]
            self._united[key] = parts[0] if len(parts) == 1 else closed(united(parts))
        return self._united[key]

    def _beside(self, place: Place) -> list[Place]:
        outline, by = self[place].outline, TOGETHER + FOOTPRINT_GRID
        return [
            other
            for other in self._near(shapely.bounds(outline), by)
            if other != place and shapely.dwithin(outline, self[other].outline, by)
        ]

    def _near(self, bounds: Floats, by: float) -> list[Place]:
        """All surfaces of the features whose bounds come near others."""
        return [
            (row, number)
            for row, own in enumerate(self._bounds)
            if (own[:2] <= bounds[2:] + by).all() and (own[2:] >= bounds[:2] - by).all()
            for number in range(len(self._of(row)[0]))
        ]

    def _of(self, row: int) -> tuple[list[Listed], Ints]:
        """A feature's surfaces, and for each of its faces which it belongs to, or -1."""
        found = self._listed.get(row)
        if found is None:
            feature = self._features[row]
            of_face = np.full(len(feature.piece.mesh.faces), -1)
            listed = []
            for number, surface in enumerate(surfaces(feature.piece.mesh, self._max_tilt)):
                of_face[surface.faces] = number
                outline = _placed(feature, surface.outline)
                height = surface.height + float(feature.transform[2, 3])
                listed.append(Listed(feature.id, outline, filled(outline), height))
            found = self._listed[row] = listed, of_face
        return found


_known: weakref.WeakKeyDictionary[Board, Standables] = weakref.WeakKeyDictionary()


def standables_of(board: Board) -> Standables:
    """The surfaces of a board, found once."""
    found = _known.get(board)
    if found is None:
        found = _known[board] = Standables(board)
    return found


def _placed(feature: Feature, outline: shapely.Geometry) -> shapely.Geometry:
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3]
    placed: shapely.Geometry = shapely.affinity.affine_transform(outline, (a, b, c, d, x, y))
    return placed
