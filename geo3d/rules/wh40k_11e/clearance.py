"""Room for large bases between dense features, and between them and the edge (13.02.01)."""

from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final

import shapely

from geo3d.table.areas import footprint
from geo3d.table.board import Board
from geo3d.tolerances import ON_THE_DOT
from geo3d.units import inches_from_mm

EDGE: Final = "edge"
"""The battlefield's edge among what leaves too little room."""


@dataclass(frozen=True)
class Narrow:
    """A passage too narrow for a base.

    Attributes:
        between: ids of two dense features, or of one and "edge".
        gap: inches.
    """

    between: tuple[str, str]
    gap: float


@dataclass(frozen=True)
class Clearance:
    """Where a round base fits.

    Attributes:
        base_mm: its size.
        share: of the battlefield where its centre may be.
        regions: square inches of each part of that which hangs together, the largest first: more
            than one, and the base cannot pass from one to the other.
        narrow: what leaves too little room, the narrowest first.
    """

    base_mm: float
    share: float
    regions: tuple[float, ...]
    narrow: tuple[Narrow, ...]

    def to_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return {
            "base_mm": self.base_mm,
            "share": self.share,
            "regions": list(self.regions),
            "narrow": [{"between": list(each.between), "gap": each.gap} for each in self.narrow],
        }


def clearance(board: Board, base_mm: float) -> Clearance:
    """Where a round base of a size fits between dense features and the battlefield's edge."""
    width = inches_from_mm(base_mm)
    plans = {
        id: footprint(feature)
        for id, feature in board.features.items()
        if feature.category == "dense"
    }
    table = shapely.box(0.0, 0.0, *board.size)
    narrow = []
    for (one, first), (other, second) in combinations(plans.items(), 2):
        gap = float(shapely.distance(first, second))
        if ON_THE_DOT < gap < width - ON_THE_DOT:
            narrow.append(Narrow((one, other), gap))
    for id, plan in plans.items():
        gap = float(shapely.distance(table.exterior, plan))
        if ON_THE_DOT < gap < width - ON_THE_DOT and table.intersects(plan):
            narrow.append(Narrow((id, EDGE), gap))
    free: shapely.Geometry = shapely.buffer(table, -width / 2, join_style="mitre")
    for plan in plans.values():
        free = shapely.difference(free, shapely.buffer(plan, width / 2, quad_segs=32))
    regions = sorted((float(part.area) for part in shapely.get_parts(free)), reverse=True)
    return Clearance(
        base_mm,
        float(shapely.area(free)) / float(table.area),
        tuple(area for area in regions if area > ON_THE_DOT),
        tuple(sorted(narrow, key=lambda each: each.gap)),
    )
