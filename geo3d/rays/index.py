"""The upper level: an R-tree over the placed meshes' upright boxes.

Asked once for a whole batch of bundles, from one thread (libspatialindex crashes when two threads
enter one index).
"""

import threading
from typing import Any

import numpy as np
import rtree.index

from geo3d.rays.segments import Floats, Ints
from geo3d.tolerances import TOUCH

FEW = 20_000
"""Pairs of a query and a box up to which comparing all of them is quicker than the tree."""


class BoxIndex:
    """Boxes by number; says which of them lie near each of many query boxes."""

    def __init__(self) -> None:
        properties = rtree.index.Property()
        properties.dimension = 3
        self._tree: Any = rtree.index.Index(properties=properties, interleaved=True)
        self._boxes: dict[int, Floats] = {}
        self._rows: tuple[Ints, Floats] | None = None
        self._lock = threading.Lock()

    def put(self, number: int, low: Floats, high: Floats) -> None:
        """Add box `number`, or move it."""
        self.drop(number)
        box = np.concatenate([low - TOUCH, high + TOUCH])
        with self._lock:
            self._tree.insert(number, box)
            self._boxes[number] = box
            self._rows = None

    def drop(self, number: int) -> None:
        """Take box `number` out, if it is in."""
        with self._lock:
            box = self._boxes.pop(number, None)
            if box is not None:
                self._tree.delete(number, box)
                self._rows = None

    def near(self, low: Floats, high: Floats) -> tuple[Ints, Ints]:
        """Numbers of the boxes that meet each of the (B, 3) query boxes.

        Returns:
            (first, numbers): those of query b are numbers[first[b]:first[b + 1]], ascending.
        """
        first = np.zeros(len(low) + 1, np.int64)
        if not len(low) or not self._boxes:
            return first, np.empty(0, np.int64)
        if len(low) * len(self._boxes) <= FEW:
            return self._compared(low, high)
        with self._lock:
            numbers, counts = self._tree.intersection_v(low, high)
        numbers = np.asarray(numbers, dtype=np.int64)
        np.cumsum(np.asarray(counts, dtype=np.int64), out=first[1:])
        query = np.repeat(np.arange(len(low)), np.diff(first))
        return first, numbers[np.lexsort((numbers, query))]

    def _compared(self, low: Floats, high: Floats) -> tuple[Ints, Ints]:
        """As `near`, each query with each box."""
        with self._lock:
            if self._rows is None:
                numbers = np.array(sorted(self._boxes), np.int64)
                self._rows = numbers, np.array([self._boxes[n] for n in numbers.tolist()])
            numbers, boxes = self._rows
        met = np.ones((len(low), len(numbers)), np.bool_)
        for k in range(3):
            met &= low[:, k, None] <= boxes[:, 3 + k]
            met &= high[:, k, None] >= boxes[:, k]
        first = np.zeros(len(low) + 1, np.int64)
        np.cumsum(met.sum(axis=1), out=first[1:])
        return first, numbers[np.nonzero(met)[1]]
