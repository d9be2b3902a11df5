"""The surfaces of a board's features that models can stand on, and which of them are one."""

import weakref
from dataclasses import dataclass

import numpy as np
import shapely
import shapely.affinity

from geo3d.motion.overhang import filled
from geo3d.piece.surfaces import closed, surfaces
from geo3d.rays.segments import Ints
from geo3d.table.board import Board, Feature
from geo3d.tolerances import COPLANAR, FOOTPRINT_GRID, ON_THE_DOT, TOGETHER


@dataclass(frozen=True, eq=False)
class Listed:
    """A surface on a board.

    Attributes:
        feature: its feature's id.
        outline: in plan, on the board, with its holes.
        height: mean z.
    """

    feature: str
    outline: shapely.Geometry
    height: float


class Standables:
    """All surfaces on a board. Built once.

    Args:
        board: the board; not kept.
    """

    def __init__(self, board: Board) -> None:
        self.listed: list[Listed] = []
        self._of_face: list[Ints] = []
        self._first: list[int] = []
        for feature in board.features.values():
            mesh = feature.piece.mesh
            of_face = np.full(len(mesh.faces), -1)
            self._first.append(len(self.listed))
            for number, surface in enumerate(surfaces(mesh, board.settings.max_tilt)):
                of_face[surface.faces] = number
                height = surface.height + float(feature.transform[2, 3])
                self.listed.append(Listed(feature.id, _placed(feature, surface.outline), height))
            self._of_face.append(of_face)
        self._outer = np.array([filled(one.outline) for one in self.listed], dtype=object)
        self._tree = shapely.STRtree(self._outer)
        self._united: dict[frozenset[int], shapely.Geometry] = {}

    def of_faces(self, owner: Ints, face: Ints) -> list[int]:
        """Rows of the surfaces that faces of features, by their rows, belong to."""
        rows = set()
        for row in np.unique(owner):
            numbers = self._of_face[row][face[owner == row]]
            rows |= {self._first[row] + int(number) for number in numbers[numbers >= 0]}
        return sorted(rows)

    def about(self, place: shapely.Point) -> list[int]:
        """Rows of the surfaces whose outer edge runs round a place."""
        return [int(row) for row in np.sort(self._tree.query(place, "intersects"))]

    def united(self, row: int, touched: list[int]) -> shapely.Geometry:
        """A surface, with those that are one with it (13.06), and those beside it that are touched.

        One with it are all coplanar ones that touch it, or one that does.
        """
        rows, new = {row}, [row]
        while new:
            one = new.pop()
            for other in self._beside(one):
                level = (
                    abs(self.listed[other].height - self.listed[one].height)
                    <= COPLANAR + ON_THE_DOT
                )
                if other not in rows and (level or other in touched):
                    rows.add(other)
                    new.append(other)
        key = frozenset(rows)
        if key not in self._united:
            parts = [self.listed[each].outline for each in sorted(rows)]
            self._united[key] = parts[0] if len(parts) == 1 else closed(shapely.union_all(parts))
        return self._united[key]

    def _beside(self, row: int) -> list[int]:
        found = self._tree.query(self.listed[row].outline, "dwithin", TOGETHER + FOOTPRINT_GRID)
        return [int(other) for other in found]


_known: weakref.WeakKeyDictionary[Board, Standables] = weakref.WeakKeyDictionary()


def standables_of(board: Board) -> Standables:
    """The surfaces of a board, made once."""
    found = _known.get(board)
    if found is None:
        found = _known[board] = Standables(board)
    return found


def _placed(feature: Feature, outline: shapely.Geometry) -> shapely.Geometry:
    (a, b), (c, d) = feature.transform[:2, :2]
    x, y = feature.transform[:2, 3]
    placed: shapely.Geometry = shapely.affinity.affine_transform(outline, (a, b, c, d, x, y))
    return placed
