"""The loops of open edges of a mesh."""

import numpy as np

from geo3d.piece.edges import open_edges
from geo3d.rays.segments import Ints


def loops(faces: Ints) -> list[Ints]:
    """The loops that a mesh's open edges make, as vertex numbers, each vertex once.

    A loop that meets itself at a vertex is taken apart there. Its order is that of the faces; a
    patch that closes it goes round the other way. What makes no loop (faces wound differently meet
    there) is left out.
    """
    edges = open_edges(faces)
    order = np.argsort(edges[:, 0], kind="stable")
    begin, end = edges[order, 0], edges[order, 1]
    first = np.searchsorted(begin, begin)
    next_free = {int(v): int(f) for v, f in zip(begin, first, strict=True)}
    last = {int(v): int(i) for i, v in enumerate(begin)}
    found: list[Ints] = []
    for start in begin.tolist():
        while next_free[start] <= last[start]:
            _walk(start, end, next_free, last, found)
    return found


def _walk(
    start: int, end: Ints, next_free: dict[int, int], last: dict[int, int], found: list[Ints]
) -> None:
    """Walk from a vertex while there is a way on; where a vertex comes again, cut a loop off."""
    path, place = [start], {start: 0}
    while True:
        here = path[-1]
        row = next_free.get(here)
        if row is None or row > last[here]:
            return
        next_free[here] = row + 1
        there = int(end[row])
        if there in place:
            cut = place[there]
            ring = path[cut:]
            if len(ring) > 2:
                found.append(np.array(ring, dtype=np.int64))
            for vertex in ring[1:]:
                del place[vertex]
            del path[cut + 1 :]
        else:
            place[there] = len(path)
            path.append(there)
