"""Of finds of one gap one is kept: several chains may lead to it."""

from collections.abc import Callable

import numpy as np
import shapely

from geo3d.piece.gaps.gap import Gap

SAME = 0.5
"""Share of the smaller outline that two finds of one gap have in common."""

PASSAGE = 3.0
"""Inches along a passage within which two mouths that open the same way are one."""

OUT = 0.1
"""Inches farther out, from which the outer one of two finds of a mouth is taken; else the first."""

ABOUT = 0.3
"""Inches beyond the wall's thickness within which two finds may be one."""


ACROSS = 0.3
"""Cosine of their normals below which two finds stand across each other, and are two gaps."""


def distinct(gaps: list[Gap], parted: Callable[[Gap, Gap], bool]) -> list[Gap]:
    """The gaps that differ, in their order; of a mouth found twice the outer one.

    Args:
        parted: whether two finds that seem to be one are not, as the sky is open between them.
    """
    if not gaps:
        return []
    centre = np.array([gap.centre for gap in gaps])
    reach = np.array([_reach(gap) for gap in gaps])
    kept: list[int] = []
    for number, gap in enumerate(gaps):
        rows = np.array(kept, dtype=np.int64)
        away = np.linalg.norm(centre[rows] - centre[number], axis=1)
        for place in np.flatnonzero(away <= reach[rows] + reach[number]):
            other = gaps[kept[place]]
            if _same(gap, other) and not parted(gap, other):
                if gap.kind == other.kind == "mouth" and _out(gap, other):
                    kept[place] = number
                break
        else:
            kept.append(number)
    return [gaps[number] for number in kept]


def _out(gap: Gap, other: Gap) -> bool:
    """Whether a mouth lies clearly farther out than another one."""
    return bool((gap.centre - other.centre) @ gap.normal > OUT)


def _reach(gap: Gap) -> float:
    """Beyond the sum of their reaches two finds are not one."""
    size = float(np.linalg.norm(gap.outline - gap.centre, axis=1).max())
    return size + max(gap.thickness + ABOUT, PASSAGE if gap.kind == "mouth" else 0.0)


def _same(one: Gap, other: Gap) -> bool:
    """Whether two finds are one gap: their outlines overlap, seen along the one's normal."""
    apart = abs((other.centre - one.centre) @ one.normal)
    reach = max(one.thickness, other.thickness) + ABOUT
    if one.kind == other.kind == "mouth" and one.normal @ other.normal > 0.0:
        reach = PASSAGE
    if apart > reach or abs(one.normal @ other.normal) < ACROSS:
        return False
    frame = np.array([one.level, one.up])
    a, b = (shapely.Polygon((g.outline - one.centre) @ frame.T).buffer(0) for g in (one, other))
    if min(a.area, b.area) <= 0.0:
        return True
    return bool(a.intersection(b).area > SAME * min(a.area, b.area))
