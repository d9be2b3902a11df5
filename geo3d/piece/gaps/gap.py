"""What an enclosed gap is (13.11), as found on a mesh."""

from dataclasses import dataclass
from typing import Literal

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
        depth: from and to where along `normal`, from the outline's plane, the wall reaches about
            the gap: more than its thickness where it bends.
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
    depth: tuple[float, float]
    overlap: float
