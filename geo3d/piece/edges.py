"""The edges of a mesh as numbers: directed, shared, open."""

import numpy as np

from geo3d.rays.segments import Ints


def directed(faces: Ints) -> Ints:
    """(3 F, 2) the edges of all faces as they are wound, three after another for each face."""
    return np.stack([faces, np.roll(faces, -1, axis=1)], axis=2).reshape(-1, 2)


def edge_keys(faces: Ints) -> Ints:
    """(3 F,) a number for each row of `directed`, the same for both ways along an edge."""
    edges = directed(faces)
    span = int(faces.max(initial=0)) + 1
    found: Ints = np.minimum(edges[:, 0], edges[:, 1]) * span + np.maximum(edges[:, 0], edges[:, 1])
    return found


def runs(values: Ints) -> tuple[Ints, Ints]:
    """Where runs of equal values begin in sorted ones, and how long they are.

    For millions of edges this, after a sort, takes a tenth of the time of `numpy.unique`.
    """
    begin = np.flatnonzero(np.append(len(values) > 0, values[1:] != values[:-1])[: len(values)])
    return begin, np.diff(begin, append=len(values))


def open_edges(faces: Ints) -> Ints:
    """(E, 2) directed edges that have one face only."""
    keys = edge_keys(faces)
    order = np.argsort(keys)
    begin, count = runs(keys[order])
    found: Ints = directed(faces)[np.sort(order[begin[count == 1]])]
    return found
