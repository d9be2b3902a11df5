"""Bases: their outline in plan, in inches, in their own frame."""

from dataclasses import dataclass
from functools import cached_property
from typing import Literal

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.tolerances import CURVE_SIDES

Kind = Literal["round", "oval", "rect", "hull"]


@dataclass(frozen=True, eq=False)
class Base:
    """A base. Its centre is the origin; at turn 0 its first size lies along x.

    Attributes:
        kind: round, oval and rect are exact shapes; hull is a convex polygon.
        half_x, half_y: half sizes, inches.
        hull: (K, 2) counter-clockwise, for kind "hull".
    """

    kind: Kind
    half_x: float
    half_y: float
    hull: Floats | None = None

    @cached_property
    def polygon(self) -> Floats:
        """(K, 2) counter-clockwise; for curves a polygon inscribed in them, a corner at angle 0."""
        if self.hull is not None:
            return self.hull
        if self.kind == "rect":
            x, y = self.half_x, self.half_y
            return np.array([[-x, -y], [x, -y], [x, y], [-x, y]])
        # A quarter, turned three times: exact at the quarters, where a base may touch a wall.
        angle = np.arange(CURVE_SIDES // 4) * (2 * np.pi / CURVE_SIDES)
        quarter = np.column_stack([np.cos(angle), np.sin(angle)])
        circle = [quarter @ turn_matrix(turn).T for turn in (0.0, 90.0, 180.0, 270.0)]
        return np.concatenate(circle) * (self.half_x, self.half_y)

    def placed(self, at: tuple[float, float], turn_deg: float) -> Floats:
        """The outline on the board, (K, 2) counter-clockwise."""
        placed: Floats = self.polygon @ turn_matrix(turn_deg).T + np.asarray(at[:2])
        return placed


def turn_matrix(turn_deg: float) -> Floats:
    """(2, 2) rotation, exact for multiples of 90 degrees."""
    quarter, rest = divmod(turn_deg % 360.0, 90.0)
    angle = np.radians(rest)
    c, s = np.cos(angle), np.sin(angle)
    matrix = np.array([[c, -s], [s, c]])
    step = np.array([[0.0, -1.0], [1.0, 0.0]])
    for _ in range(int(quarter)):
        matrix = step @ matrix
    return matrix + 0.0


def hull_base(points: Floats) -> Base | None:
    """The base of a miniature without one: the convex hull of its points in plan, (N, 2).

    None where they lie on one line.
    """
    hull = shapely.MultiPoint(points).convex_hull
    if hull.area == 0.0:
        return None
    outline = shapely.get_coordinates(shapely.orient_polygons(hull))[:-1]
    low, high = outline.min(axis=0), outline.max(axis=0)
    return Base("hull", float(high[0] - low[0]) / 2, float(high[1] - low[1]) / 2, outline)
