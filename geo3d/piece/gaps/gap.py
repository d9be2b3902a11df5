"""What an enclosed gap is (13.11), as found on a mesh."""

from dataclasses import dataclass
from typing import Literal

import numpy as np

from geo3d.rays.segments import Floats

Kind = Literal["opening", "mouth"]


@dataclass(frozen=True, eq=False)
class Gap:
    """An enclosed gap of a piece, in the piece's own frame, inches.

    Attributes:
        kind: "opening" where the passage widens on both sides, "mouth" at the end of a deeper
            roofed space.
        sill, lintel: its lowest and highest z above the piece's ground level.
        width: greatest length from jamb to jamb, in the wall's middle surface.
        area: of the clear opening, in the wall's middle surface.
        centre: (3,) middle of the outline's bounds.
        outline: (N, 3) its polygon in the wall's middle surface, not closed.
        normal: (3,) unit, across the wall.
        thickness: how deep the wall is there.
        bend: (K, 2) how the wall bends about the gap: so far along `level` from the centre its
            middle lies so far along `normal` from the outline's plane. One row of zeros: flat.
        overlap: how far about the outline there is material on all sides: so far a plug may reach
            into the wall.
    """

    kind: Kind
    sill: float
    lintel: float
    width: float
    area: float
    centre: Floats
    outline: Floats
    normal: Floats
    thickness: float
    bend: Floats
    overlap: float

    @property
    def level(self) -> Floats:
        """(3,) the level unit direction in the outline's plane, with `up` and `normal` a frame."""
        along = np.array([-self.normal[1], self.normal[0], 0.0])
        level: Floats = along / np.linalg.norm(along)
        return level

    @property
    def up(self) -> Floats:
        """(3,) the upward unit direction in the outline's plane."""
        up: Floats = np.cross(self.normal, self.level)
        return up

    def flat(self) -> Floats:
        """(N, 2) the outline about the centre, along `level` and `up`."""
        ring: Floats = (self.outline - self.centre) @ np.array([self.level, self.up]).T
        return ring
