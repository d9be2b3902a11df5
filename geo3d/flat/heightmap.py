"""A height map, as geographic information systems compute viewsheds: one height a cell.

The map holds the highest material of each cell. The eye is the middle of the observer's base, its
height above the map there; the target likewise. The line between them is open where it stays above
the map in all cells but the two at its ends.

What it gets wrong, and why: a map has one height a cell, so windows, arches, and the space under
floors and bridges are solid (false hidden); a model under a floor is put on top of the roof over
it, and sees far (false visible); one line of tops stands for two bodies, so who shows an arm beside
a wall, or legs under a gate, is hidden; a wall thinner than a cell grows to it.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.flat.answer import Answer, Method
from geo3d.flat.plan import Plan
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.table.figures import Figure

CELL = 0.25
"""Inches: the side of a cell, about the thickness of a ruin's wall."""

WITHIN = 4
"""Verticals along each side of a cell whose highest is its height: .06" apart, so that no wall as
thick as cardboard is missed."""


@dataclass(frozen=True, eq=False)
class HeightMap:
    """Heights of the cells of a board.

    Attributes:
        cell: inches.
        heights: (X, Y) z of the highest material of each cell.
    """

    cell: float
    heights: Floats

    def at(self, points: Floats) -> Floats:
        """(N,) the heights of the cells that (N, 2) points lie in; of the nearest off the map."""
        x, y = self.cells(points).T
        found: Floats = self.heights[x, y]
        return found

    def cells(self, points: Floats) -> Ints:
        """(N, 2) the cells that points lie in, or the nearest."""
        last = np.array(self.heights.shape) - 1
        return np.clip((points / self.cell).astype(np.int64), 0, last)


def height_map(plan: Plan) -> HeightMap:
    """The height map of a board's terrain, ground included."""
    size, step = plan.board.size, CELL / WITHIN
    number = [max(1, int(np.ceil(side / CELL))) for side in size]
    x, y = ((np.arange(n * WITHIN) + 0.5) * step for n in number)
    points = np.stack(np.meshgrid(x, y, indexing="ij"), axis=-1).reshape(-1, 2)
    high = float(max([*plan.tops, 0.0])) + 100.0
    rays = plan.scene.rays
    down = rays.first_hit(
        np.column_stack([points, np.full(len(points), high)]),
        np.column_stack([points, np.full(len(points), -1.0)]),
    )
    heights = np.where(down.hit, down.point[:, 2], 0.0)
    blocks = heights.reshape(number[0], WITHIN, number[1], WITHIN)
    return HeightMap(CELL, np.maximum(blocks.max(axis=(1, 3)), 0.0))


def by_height_map(heights: HeightMap, observer: Figure, target: Figure) -> Answer:
    """One line from top to top over the map.

    As gdal_viewshed with -oz and -tz the heights of the models, and QGIS, GRASS r.viewshed and
    ArcGIS likewise.
    """
    ends = np.array([observer.at[:2], target.at[:2]], dtype=np.float64)
    tall = [figure.top - figure.bottom for figure in (observer, target)]
    z = heights.at(ends) + np.array(tall)
    open_ = not over(heights, np.append(ends[0], z[0]), np.append(ends[1], z[1]))
    return Answer(open_, float(open_))


def over(heights: HeightMap, start: Floats, end: Floats) -> bool:
    """Whether the map stops the line between two points (3,): reaches it in a cell between."""
    length = float(np.linalg.norm(end[:2] - start[:2]))
    number = int(np.ceil(2 * length / heights.cell)) + 1
    share = (np.arange(number) + 0.5)[:, None] / number
    points = start + share * (end - start)
    cells = heights.cells(points[:, :2])
    own = heights.cells(np.stack([start[:2], end[:2]]))
    inner: Bools = (cells[:, None] != own[None]).any(axis=2).all(axis=1)
    z = heights.heights[cells[inner, 0], cells[inner, 1]]
    return bool((z >= points[inner, 2]).any())


HEIGHT_MAP = Method(
    "heights",
    'a height map of .25" cells, top to top (GIS viewshed)',
    "gdal.org/en/stable/programs/gdal_viewshed.html",
    height_map,
    by_height_map,
)
