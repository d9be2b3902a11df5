"""A mesh cut level at many heights: outlines, and samples of them on a grid."""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats, Ints

STEP = 0.05
"""Inches from slice to slice, of a piece up to 30" high."""

MOST_SLICES = 600
"""Higher pieces are cut at larger steps."""

OFF = 0.0237
"""Inches from the lowest point to the first slice, so that none lies at a round height."""

CELL = 0.03
"""Inches: of each square of this size that an outline passes, one point is a sample."""

MOST_CELLS = 16_000_000
"""Squares of one slice; of pieces beyond 120" by 120" the squares are larger."""

MOST_CELLS_IN_ALL = 400_000_000
"""Squares of all slices that differ, about: 100 slices of 60" by 60"; else they are larger."""

COARSEST = 1.0
"""Inches: a cut whose squares would be larger, of a piece as large as a hall, is not sampled."""

STRAIGHT = 0.85
"""How alike the normals round a sample must be (length of their mean) for it to have one."""

UPRIGHT = 1e-9
"""Sine of the angle up to which a face counts as upright."""

MOST_IN_ALL = 300_000
"""Samples of all slices, about. Pieces with more, as large as a whole board, are looked at more
coarsely: small gaps of theirs may be missed."""

MOST_SAMPLES = 60_000
"""Samples of one slice, about; longer outlines have larger squares, too."""

MARGIN = 4
"""Cells round the outlines."""


@dataclass(frozen=True, eq=False)
class Slices:
    """Level cuts.

    Attributes:
        heights: (H,) z of each.
        step: inches between them.
        segments: (M, 4) x, y of both ends, material on the left; those of one cut together.
        first: (H + 1,) where those of each cut begin.
        same: (H,) whether a cut has the outline of the one below it: both go through the same
            faces, all of them upright.
        cell: inches: the squares of the grid on which cuts are sampled, at least.
    """

    heights: Floats
    step: float
    segments: Floats
    first: Ints
    same: Bools
    cell: float

    def at(self, number: int) -> Floats:
        """(K, 4) the segments of one cut."""
        return self.segments[self.first[number] : self.first[number + 1]]


@dataclass(frozen=True, eq=False)
class Sampled:
    """One cut on a grid.

    Attributes:
        corner: (2,) x, y of the grid's corner.
        cell: inches, the grid's squares.
        marked: (X, Y) which squares an outline passes.
        points: (N, 2) a point of the outline for each marked square.
        normals: (N, 2) unit, away from the material, averaged over the neighbourhood; 0 at corners.
    """

    corner: Floats
    cell: float
    marked: npt.NDArray[np.bool_]
    points: Floats
    normals: Floats


def slices(triangles: Floats) -> Slices:
    """Cut triangles (T, 3, 3) level, every `STEP`; more coarsely where that would be too much."""
    low, high = float(triangles[:, :, 2].min()), float(triangles[:, :, 2].max())
    step = max(STEP, (high - low) / MOST_SLICES)
    found = _slices(triangles, np.arange(low + OFF, high, step), step)
    long = np.repeat(~found.same, np.diff(found.first))
    length = float(np.hypot(*(found.segments[long, 2:] - found.segments[long, :2]).T).sum())
    coarser = max(1.0, np.sqrt(length / CELL / MOST_IN_ALL))
    if coarser > 1.0:
        step *= coarser
        found = _slices(triangles, np.arange(low + OFF, high, step), step)
    plan = np.ptp(triangles[:, :, :2].reshape(-1, 2), axis=0) + 2 * MARGIN * CELL
    squares = float((~found.same).sum()) * float(np.prod(plan))
    least = float(np.sqrt(squares / MOST_CELLS_IN_ALL))
    return replace(found, cell=max(CELL * float(coarser), least))


def level_cut(triangles: Floats, height: float) -> Floats:
    """(M, 4) the outline at one height: x, y of both ends of each stretch, material on the left."""
    return _slices(triangles, np.array([height]), STEP).segments


def _slices(triangles: Floats, heights: Floats, step: float) -> Slices:
    low, high = triangles[:, :, 2].min(axis=1), triangles[:, :, 2].max(axis=1)
    begin = np.searchsorted(heights, low)
    stop = np.searchsorted(heights, high)
    number = stop - begin
    order = np.argsort(begin, kind="stable")
    counts = np.zeros(len(heights) + 1, np.int64)
    np.add.at(counts, begin[number > 0], 1)
    np.add.at(counts, stop[number > 0], -1)
    first = np.concatenate([[0], np.cumsum(np.cumsum(counts)[:-1])]).astype(np.int64)
    same = ~_changing(triangles, begin, stop, len(heights))
    segments = np.empty((first[-1], 4))
    _cut(triangles, order, begin, stop, heights, first[:-1].copy(), segments)
    return Slices(heights, step, segments, first, same, CELL)


def _changing(triangles: Floats, begin: Ints, stop: Ints, number: int) -> Bools:
    """(H,) at which cuts a face begins or has ended, or one is not upright."""
    edges = triangles[:, 1:] - triangles[:, :1]
    up = np.abs(edges[:, 0, 0] * edges[:, 1, 1] - edges[:, 0, 1] * edges[:, 1, 0])
    area = np.linalg.norm(np.cross(edges[:, 0], edges[:, 1]), axis=1)
    changing = np.zeros(number + 1, np.bool_)
    changing[begin] = True
    changing[stop] = True
    leaning = np.zeros(number + 1, np.int64)
    rows = up > UPRIGHT * area
    np.add.at(leaning, begin[rows], 1)
    np.add.at(leaning, stop[rows], -1)
    found: Bools = changing[:-1] | (np.cumsum(leaning)[:-1] > 0)
    return found


@kernel
def _cut(triangles, order, begin, stop, heights, at, segments):  # type: ignore[no-untyped-def]
    ends = np.empty((2, 2))
    for t in order:
        for h in range(begin[t], stop[t]):
            z = heights[h]
            found = 0
            up = 0
            for c in range(3):
                d = (c + 1) % 3
                a, b = triangles[t, c, 2] - z, triangles[t, d, 2] - z
                if (a < 0.0) != (b < 0.0) and found < 2:
                    share = a / (a - b)
                    for k in range(2):
                        ends[found, k] = triangles[t, c, k] + share * (
                            triangles[t, d, k] - triangles[t, c, k]
                        )
                    if found == 0:
                        up = 1 if a < 0.0 else 0
                    found += 1
            # An outward face crossed upward first has its material on the right of the way.
            row = at[h]
            at[h] += 1
            i, j = (1, 0) if up else (0, 1)
            segments[row, 0], segments[row, 1] = ends[i, 0], ends[i, 1]
            segments[row, 2], segments[row, 3] = ends[j, 0], ends[j, 1]


def sampled(segments: Floats, number: int = 0, least: float = CELL) -> Sampled:
    """Mark the squares that the outline passes, and sample it.

    Args:
        number: of the cut; each has its grid a little elsewhere, so that what one grid gets wrong
            another one does not.
        least: inches, the size of its squares; larger ones are taken for very long outlines.

    Returns:
        The cut; without any sample where its squares would be larger than `COARSEST`.
    """
    low = np.minimum(segments[:, :2], segments[:, 2:]).min(axis=0)
    high = np.maximum(segments[:, :2], segments[:, 2:]).max(axis=0)
    size = high - low + 2 * MARGIN * CELL
    length = float(np.hypot(*(segments[:, 2:] - segments[:, :2]).T).sum())
    # About an outline that is but a line the margins are the grid.
    margins = (2 * MARGIN + 3) * float(size.max()) / MOST_CELLS
    cell = max(least, float(np.sqrt(np.prod(size) / MOST_CELLS)), margins, length / MOST_SAMPLES)
    if cell > COARSEST:
        return Sampled(low, cell, np.zeros((1, 1), np.bool_), np.empty((0, 2)), np.empty((0, 2)))
    shift = np.array([number * 0.7548776662, number * 0.5698402910]) % 1.0
    corner = low - (MARGIN + shift) * cell
    shape = np.ceil((high - low) / cell).astype(np.int64) + 2 * MARGIN + 2
    grid = np.full((int(shape[0]), int(shape[1])), -1, np.int32)
    points = np.empty((4096, 2))
    while True:
        number = _sample(segments, corner, cell, grid, points)
        if number <= len(points):
            break
        grid[:] = -1
        points = np.empty((number, 2))
    points = points[:number]
    normals = np.zeros((number, 2))
    _normals(segments, corner, cell, grid, normals)
    return Sampled(corner, cell, grid >= 0, points, normals)


@kernel
def _sample(segments, corner, cell, grid, points):  # type: ignore[no-untyped-def]
    number = 0
    for s in range(len(segments)):
        dx, dy = segments[s, 2] - segments[s, 0], segments[s, 3] - segments[s, 1]
        pieces = int(np.ceil(np.sqrt(dx * dx + dy * dy) / (cell / 4))) + 1
        for i in range(pieces + 1):
            x = segments[s, 0] + dx * i / pieces
            y = segments[s, 1] + dy * i / pieces
            a, b = int((x - corner[0]) / cell), int((y - corner[1]) / cell)
            if grid[a, b] < 0:
                grid[a, b] = number
                if number < len(points):
                    points[number, 0], points[number, 1] = x, y
                number += 1
    return number


@kernel
def _normals(segments, corner, cell, grid, normals):  # type: ignore[no-untyped-def]
    """Sum the segments' normals in each square, then over its neighbourhood of five by five."""
    own = np.zeros(normals.shape)
    for s in range(len(segments)):
        dx, dy = segments[s, 2] - segments[s, 0], segments[s, 3] - segments[s, 1]
        pieces = int(np.ceil(np.sqrt(dx * dx + dy * dy) / (cell / 4))) + 1
        for i in range(pieces):
            x = segments[s, 0] + dx * (i + 0.5) / pieces
            y = segments[s, 1] + dy * (i + 0.5) / pieces
            n = grid[int((x - corner[0]) / cell), int((y - corner[1]) / cell)]
            if n >= 0:
                own[n, 0] += dy / pieces
                own[n, 1] -= dx / pieces
    for a in range(2, grid.shape[0] - 2):
        for b in range(2, grid.shape[1] - 2):
            n = grid[a, b]
            if n < 0:
                continue
            # Neighbours on the other side of a thin wall face the other way, and are left out.
            x, y, total = 0.0, 0.0, 0.0
            for i in range(a - 2, a + 3):
                for j in range(b - 2, b + 3):
                    m = grid[i, j]
                    if m >= 0 and own[m, 0] * own[n, 0] + own[m, 1] * own[n, 1] > 0.0:
                        x += own[m, 0]
                        y += own[m, 1]
                        total += np.sqrt(own[m, 0] ** 2 + own[m, 1] ** 2)
            size = np.sqrt(x * x + y * y)
            if size > STRAIGHT * total:
                normals[n, 0], normals[n, 1] = x / size, y / size
