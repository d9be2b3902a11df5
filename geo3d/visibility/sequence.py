"""Low-discrepancy points, the same in every run.

The R-sequence: Kronecker's with the generalised golden ratio (Roberts, The unreasonable
effectiveness of quasirandom sequences, 2018). Any stretch of it is spread evenly, so more points
can be asked for later without wasting the first.
"""

from functools import cache, lru_cache

import numpy as np

from geo3d.rays.segments import Floats, Ints


@cache
def _steps(dimensions: int) -> Floats:
    ratio = 2.0
    for _ in range(64):
        ratio = (1.0 + ratio) ** (1.0 / (dimensions + 1))
    steps = ratio ** -np.arange(1.0, dimensions + 1)
    steps.setflags(write=False)
    return steps


@lru_cache(maxsize=64)
def spread(begin: int, stop: int, dimensions: int) -> Floats:
    """Points begin..stop of the sequence, (stop - begin, dimensions) in [0, 1); read only."""
    points = spread_at(np.arange(begin, stop), dimensions)
    points.setflags(write=False)
    return points


def spread_at(numbers: Ints, dimensions: int) -> Floats:
    """The points of the sequence with these numbers, (N, dimensions) in [0, 1)."""
    points: Floats = (0.5 + (numbers[:, None] + 1.0) * _steps(dimensions)) % 1.0
    return points
