"""A mesh's triangles with their bounds, to pick those in a box."""

from dataclasses import dataclass
from typing import Self

import numpy as np

from geo3d.rays.segments import Floats, Ints


@dataclass(frozen=True, eq=False)
class Faces:
    """Triangles (T, 3, 3), their bounds (3, T), and normals (T, 3) as long as their areas."""

    triangles: Floats
    low: Floats
    high: Floats
    normals: Floats

    @classmethod
    def of(cls, triangles: Floats) -> Self:
        edges = triangles[:, 1:] - triangles[:, :1]
        a, b, c = (np.ascontiguousarray(triangles[:, k].T) for k in range(3))
        return cls(
            triangles,
            np.minimum(np.minimum(a, b), c),
            np.maximum(np.maximum(a, b), c),
            np.cross(edges[:, 0], edges[:, 1]) / 2,
        )

    @property
    def ground(self) -> float:
        """The lowest z."""
        return float(self.low[2].min())

    def near(self, low: Floats, high: Floats) -> Ints:
        """Rows of the triangles whose bounds meet a box."""
        rows = np.flatnonzero((self.high[0] >= low[0]) & (self.low[0] <= high[0]))
        for k in (1, 2):
            rows = rows[(self.high[k, rows] >= low[k]) & (self.low[k, rows] <= high[k])]
        return rows
