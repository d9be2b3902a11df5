"""Which parts of a target no part of the observer can see: proven, a group of points at a time.

A group is hidden where one sheet stops all lines between the observer's box and the group's (see
`proof`); else it is halved. What is left may be seen, or be hidden by several sheets together.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats
from geo3d.visibility.proof import PLANES, box_of, narrowed, one_sheet_stops, set_planes
from geo3d.visibility.sheets import Cut

LEVELS = 12
"""How often a group is halved."""

LEAST = 4
"""Groups of fewer points are not halved."""

WORK = 150
"""Triangles that are looked at for a point, at most: no more than it costs to try it instead."""


@dataclass(frozen=True, eq=False)
class Hiding:
    """What stands between an observer and its target.

    Attributes:
        cut: all triangles that the shaft between the two may meet.
        axes: (3, 3) rows: the frame of the shaft.
        one: (2, 3) low and high of the observer's box in that frame.
    """

    cut: Cut
    axes: Floats
    one: Floats

    def proven(self, points: Floats) -> Bools:
        """Which of the target's points (N, 3) are proven to be hidden from all of the observer."""
        hidden = np.zeros(len(points), np.bool_)
        if 0 < len(self.cut.corners) < WORK * len(points) / 4:
            along = np.ascontiguousarray(points @ self.axes.T)
            order = np.arange(len(points))
            _prove_groups(
                self.cut.corners, self.cut.edges, self.cut.even, self.one.ravel(), along, order,
                hidden, LEVELS, LEAST, WORK * len(points),
            )  # fmt: skip
        return hidden


def hiding(cut: Cut, axes: Floats, corners: Floats) -> Hiding:
    """For an observer with these extreme points (N, 3)."""
    return Hiding(cut, axes, box_of(corners, axes))


@kernel
def _prove_groups(  # type: ignore[no-untyped-def]
    corners, edges, even, box, points, order, hidden, levels, least, work
):
    """Mark in `hidden` the points of groups that one sheet hides; `order` is put in groups."""
    number = len(corners)
    planes, cell = np.empty((PLANES, 4)), np.empty(12)
    lists = np.empty((levels + 1) * number, np.int64)
    begin = np.empty(levels + 2, np.int64)
    firsts, lasts = np.empty(levels + 2, np.int64), np.empty(levels + 2, np.int64)
    depths = np.empty(levels + 2, np.int64)
    parent = np.empty(number, np.int64)
    bad, odd = np.empty(number, np.bool_), np.empty(number, np.bool_)
    seen = np.full(len(even), -1, np.int64)
    inside, owner = np.empty(len(even), np.bool_), np.empty(len(even), np.int64)
    line = np.empty(6)
    firsts[0], lasts[0], depths[0] = 0, len(points), 0
    begin[0] = 0
    waiting, visit = 1, 0
    for k in range(6):
        cell[k] = box[k]
    while waiting > 0:
        waiting -= 1
        first, last, depth = firsts[waiting], lasts[waiting], depths[waiting]
        for k in range(3):
            cell[6 + k], cell[9 + k] = np.inf, -np.inf
            for i in range(first, last):
                cell[6 + k] = min(cell[6 + k], points[order[i], k])
                cell[9 + k] = max(cell[9 + k], points[order[i], k])
        visit += 1
        set_planes(cell, planes)
        work -= narrowed(corners, planes, lists, begin, depth)
        work -= 2 * (begin[depth + 1] - begin[depth])
        if begin[depth + 1] == begin[depth]:
            continue
        if one_sheet_stops(
            corners, edges, even, cell, planes, lists, begin[depth], begin[depth + 1], parent, bad,
            odd, seen, inside, owner, line, visit,
        ):  # fmt: skip
            for i in range(first, last):
                hidden[order[i]] = True
            continue
        if depth == levels or last - first < 2 * least or work < 0:
            continue
        axis = 1 if cell[10] - cell[7] > cell[11] - cell[8] else 2
        middle = (cell[6 + axis] + cell[9 + axis]) / 2
        i, j = first, last - 1
        while i <= j:
            if points[order[i], axis] <= middle:
                i += 1
            else:
                order[i], order[j] = order[j], order[i]
                j -= 1
        if i in (first, last):
            continue
        firsts[waiting], lasts[waiting], depths[waiting] = first, i, depth + 1
        firsts[waiting + 1], lasts[waiting + 1], depths[waiting + 1] = i, last, depth + 1
        waiting += 2
