"""Rare openings: from lines that are nearly open to ones that are.

A line is nearly open when, wherever it is stopped, an edge past which it would be free is near. The
nearest lines are kept, moved a little at random, and judged again, as in subset simulation of rare
events (Au and Beck, Estimation of small failure probabilities, 2001). So a slit is found that takes
up a millionth of all lines.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from scipy.spatial import cKDTree

from geo3d.rays import Hits
from geo3d.rays.segments import Floats
from geo3d.visibility.asking import Ask, Judge
from geo3d.visibility.body import Body
from geo3d.visibility.edges import EdgePoints
from geo3d.visibility.lines import Line
from geo3d.visibility.sequence import spread

BEGIN = 4096
"""Lines that are judged first."""

KEPT, CHILDREN = 400, 6
"""Lines kept of each round, and new ones made of each."""

NEAR = (0.4, 0.25, 0.15, 0.1, 0.05, 0.0)
"""Inches: how near to open the best line must be after each round for another to be worth it. Of
4,096 lines some have both ends within about .2" of any given line's."""

SIZES = (2.0, 1.0, 0.5)
"""How far ends are moved, as multiples of the distance to the edge."""

ALIKE = 0.02
"""Inches from open within which lines are kept alike."""

LEAST, MOST = 0.004, 1.0
"""Inches by which ends are moved, before `SIZES`: at least and at most."""


def find_rare(
    first: Body, second: Body, edges: EdgePoints, ignore: frozenset[str]
) -> Judge[Line | None]:
    """Look for an open line by splitting. A judge: see `asking`.

    Args:
        edges: points of the silhouette edges between the bodies.

    Returns:
        An open line, or None.
    """
    if not len(edges.points):
        return None
    trees: Mapping[str, Any] = {
        id: cKDTree(edges.points[edges.owner == number]) for number, id in enumerate(edges.ids)
    }
    square = spread(0, BEGIN, 4)
    rim = (np.arange(BEGIN) % 4)[:, None]
    face1 = first.facing(second.centre).at(square[:, :2])[0]
    face2 = second.facing(first.centre).at(square[:, 2:])[0]
    starts = np.where(rim % 2 == 1, first.rim(second.centre, square[:, :2]), face1)
    ends = np.where(rim >= 2, second.rim(first.centre, square[:, 2:]), face2)
    for number in range(len(NEAR)):
        hits: Hits = yield Ask(starts, ends, ignore, kind="all")
        short = _shortfall(hits, len(starts), trees)
        clear = np.flatnonzero(short == 0.0)
        if len(clear):
            # A line that meets no surface may still run inside material.
            blocked = yield Ask(starts[clear], ends[clear], ignore)
            if not blocked.all():
                found = clear[int(blocked.argmin())]
                return Line(starts[found], ends[found])
            short[clear] = np.inf
        best = int(short.argmin())
        if number == len(NEAR) - 1 or short[best] > NEAR[number]:
            break
        # Lines within ALIKE rank alike and are picked at random, or a few edges that lead nowhere
        # would draw all lines to them.
        rank = np.maximum(short, ALIKE) + 1e-6 * spread(number, number + len(short), 1)[:, 0]
        kept = np.argsort(rank, kind="stable")[:KEPT]
        row = np.repeat(kept, CHILDREN)
        count = len(row)
        noise = spread(number * count, (number + 1) * count, 6)
        size = np.clip(short[row], LEAST, MOST) * np.resize(SIZES, count)
        shift = (_normal(noise) * size[:, None]).reshape(count, 2, 3)
        # A third moves its start only, a third its end only.
        which = np.arange(count) % 3
        shift[which == 1, 1] = 0.0
        shift[which == 2, 0] = 0.0
        starts = np.concatenate([starts[kept], first.drawn_in(starts[row] + shift[:, 0])])
        ends = np.concatenate([ends[kept], second.drawn_in(ends[row] + shift[:, 1])])
    return None


def _normal(uniform: Floats) -> Floats:
    """Uniform numbers to roughly normal ones (the logistic curve's inverse)."""
    inner = np.clip(uniform, 1e-6, 1 - 1e-6)
    normal: Floats = np.log(inner / (1 - inner)) / 1.702
    return normal


def _shortfall(hits: Hits, lines: int, trees: Mapping[str, Any]) -> Floats:
    """(lines,) how far each is from open: the farthest that any of its hits lies from an edge.

    0 for a line without hits; infinite for one that is stopped by something without edges here.
    """
    short = np.zeros(lines)
    for id in set(hits.id):
        rows = np.flatnonzero(hits.id == id)
        tree = trees.get(str(id))
        off = np.full(len(rows), np.inf)
        if tree is not None and tree.n:
            off = np.maximum(tree.query(hits.point[rows], distance_upper_bound=MOST)[0], 1e-9)
        np.maximum.at(short, hits.segment[rows], off)
    return short
