"""Segments in the form that each engine wants, made before any clock runs."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np


@dataclass(frozen=True, eq=False)
class Lines:
    """Segments. Their coordinates are float32 numbers, so that every engine is asked the same.

    Attributes:
        starts, ends: (N, 3) float64, inches.
        edges: (B + 1,) where each bundle (a pair of figures) begins, or None where there are none.
    """

    starts: np.ndarray
    ends: np.ndarray
    edges: np.ndarray | None = None

    @classmethod
    def of(cls, starts: np.ndarray, ends: np.ndarray, edges: np.ndarray | None = None) -> "Lines":
        """Round the coordinates to float32."""
        return cls(
            starts.astype(np.float32).astype(np.float64),
            ends.astype(np.float32).astype(np.float64),
            edges,
        )

    def __len__(self) -> int:
        return len(self.starts)

    def thinned(self, number: int) -> "Lines":
        """At most so many of them, spread evenly."""
        rows = np.linspace(0, len(self) - 1, min(number, len(self))).astype(np.int64)
        return Lines(self.starts[rows], self.ends[rows])

    def first(self, number: int) -> "Lines":
        """The first so many."""
        return Lines(self.starts[:number], self.ends[:number])

    def bundle(self, number: int) -> "Lines":
        """Those of one pair."""
        assert self.edges is not None
        rows = slice(self.edges[number], self.edges[number + 1])
        return Lines(self.starts[rows], self.ends[rows], np.array([0, rows.stop - rows.start]))

    @cached_property
    def origins(self) -> np.ndarray:
        """(N, 3) float32."""
        return self.starts.astype(np.float32)

    @cached_property
    def ways(self) -> np.ndarray:
        """(N, 3) float32, from start to end."""
        return (self.ends - self.starts).astype(np.float32)

    @cached_property
    def directions(self) -> np.ndarray:
        """(N, 3) float32, of length one."""
        way = self.ends - self.starts
        return (way / np.linalg.norm(way, axis=1)[:, None]).astype(np.float32)

    @cached_property
    def reach(self) -> np.ndarray:
        """(N,) float32, their lengths."""
        return np.linalg.norm(self.ends - self.starts, axis=1).astype(np.float32)


def pairs_in_order(red: np.ndarray, blue: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Every red with every blue: the reds repeated, the blues over and over."""
    return np.repeat(red, len(blue), axis=0), np.tile(blue, (len(red), 1))
