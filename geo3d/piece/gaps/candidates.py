"""Where a level cut may have a neck: pairs of samples of its outline.

Edges of the Gabriel graph (Gabriel and Sokal, A new statistical approach to geographic variation
analysis, 1969), and samples that face each other along their normals.
"""

import numpy as np
import numpy.typing as npt
from scipy.spatial import Delaunay

from geo3d.piece.gaps.grid import free_along
from geo3d.piece.gaps.slices import Sampled
from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools, Floats, Ints

LEAST, MOST = 0.07, 12.0
"""Inches: how wide necks are."""

GABRIEL, FACING = 1, 2
"""What a candidate is, or both. Facing pairs need no clearance, and make no mouths."""

MANY, TRIFLE, TRIFLING = 4000, 1e-5, 1e-6
"""Samples of a cut; inches; and a share of its extent, below which all is one line to Qhull."""

FAN, FAN_STEP = 4, 0.05
"""A sample looks along its normal and this many steps (radians) to both sides of it."""


def candidates(cut: Sampled) -> tuple[Floats, Ints]:
    """Pairs of points of a cut's outline, thinned out.

    Returns:
        (N, 4) x, y of both ends, and (N,) their kinds: `GABRIEL`, `FACING`, or the sum of both.
    """
    gabriel = _gabriel(cut.points)
    facing = _facing(cut)
    pairs = np.concatenate([gabriel, facing])
    kind = np.repeat([GABRIEL, FACING], [len(gabriel), len(facing)])
    ends = np.concatenate([cut.points[pairs[:, 0]], cut.points[pairs[:, 1]]], axis=1)
    width = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    kept = _thinned(ends, width, kind)
    return ends[kept], kind[kept]


def _gabriel(points: Floats) -> Ints:
    """(N, 2) edges of the Delaunay triangulation whose circle of diameter is empty."""
    if len(points) < 2:
        return np.empty((0, 2), np.int64)
    low, high = points.min(axis=0), points.max(axis=0)
    reach = 20.0 * float(np.linalg.norm(high - low)) + 1.0
    middle = (low + high) / 2
    far = middle + reach * np.array([[1.0, 0.3], [-0.3, 1.0], [-1.0, -0.3], [0.3, -1.0]])
    every = np.concatenate([points, far])
    triangles = Delaunay(_scattered(every)).simplices.astype(np.int64)
    corners = np.stack([triangles, np.roll(triangles, -1, 1)], axis=2).reshape(-1, 2)
    apex = np.roll(triangles, -2, 1).ravel()
    real = (corners < len(points)).all(axis=1)
    one, other = every[corners[:, 0]], every[corners[:, 1]]
    # The apex lies inside the circle where it sees the edge at more than a right angle.
    seen = ((one - every[apex]) * (other - every[apex])).sum(axis=1)
    length = np.hypot(*(other - one).T)
    key = corners.min(axis=1) * len(every) + corners.max(axis=1)
    bad = np.unique(key[seen < -1e-9])
    good = real & (length >= LEAST) & (length <= MOST)
    key = np.setdiff1d(np.unique(key[good]), bad, assume_unique=True)
    return np.column_stack(np.divmod(key, len(every)))


def _scattered(points: Floats) -> Floats:
    """Points moved by a trifle where there are many: of many in one line triangles take long."""
    if len(points) < MANY:
        return points
    by = max(TRIFLE, TRIFLING * float(np.ptp(points[:-4], axis=0).max()))
    return points + np.random.default_rng(0).uniform(-by, by, points.shape)


def _facing(cut: Sampled) -> Ints:
    """(N, 2) samples and what each sees along its normal, where that faces it."""
    pairs = np.empty((len(cut.points), 2), np.int64)
    tree = _owners(cut)
    number = _face(cut.marked, tree, cut.corner, cut.cell, cut.points, cut.normals, pairs)
    return pairs[:number]


def _owners(cut: Sampled) -> npt.NDArray[np.int32]:
    owner = np.full(cut.marked.shape, -1, np.int32)
    square = ((cut.points - cut.corner) / cut.cell).astype(np.int64)
    owner[square[:, 0], square[:, 1]] = np.arange(len(cut.points))
    return owner


@kernel
def _face(marked, owner, corner, cell, points, normals, pairs):  # type: ignore[no-untyped-def]
    number = 0
    for n in range(0, len(points), 2):
        if normals[n, 0] == 0.0 and normals[n, 1] == 0.0:
            continue
        partner, least = -1, MOST
        for turn in range(-FAN, FAN + 1):
            c, s = np.cos(turn * FAN_STEP), np.sin(turn * FAN_STEP)
            dx = c * normals[n, 0] - s * normals[n, 1]
            dy = s * normals[n, 0] + c * normals[n, 1]
            x, y = points[n, 0] + 2 * cell * dx, points[n, 1] + 2 * cell * dy
            far = free_along(marked, corner, cell, x, y, dx, dy, least)
            if far >= least or far < 0.0:
                continue
            m = _nearest(
                owner,
                points,
                corner,
                cell,
                x + (far + 0.7 * cell) * dx,
                y + (far + 0.7 * cell) * dy,
            )
            if m < 0:
                continue
            wx, wy = points[m, 0] - points[n, 0], points[m, 1] - points[n, 1]
            wide = np.hypot(wx, wy)
            square = normals[m, 0] * wx + normals[m, 1] * wy <= -0.95 * wide
            if wide >= LEAST and square and wide < least:
                partner, least = m, wide
        if partner >= 0:
            pairs[number, 0], pairs[number, 1] = n, partner
            number += 1
    return number


@inline
def _nearest(owner, points, corner, cell, x, y):  # type: ignore[no-untyped-def]
    """The sample nearest to a point, of those in the squares round it; -1 for none."""
    a, b = int((x - corner[0]) / cell), int((y - corner[1]) / cell)
    best, least = -1, 1e9
    for i in range(max(0, a - 1), min(owner.shape[0], a + 2)):
        for j in range(max(0, b - 1), min(owner.shape[1], b + 2)):
            m = owner[i, j]
            if m >= 0:
                away = (points[m, 0] - x) ** 2 + (points[m, 1] - y) ** 2
                if away < least:
                    best, least = m, away
    return best


@kernel
def _thin(ends, order, width, kind, corner, size, heads, links, kept):  # type: ignore[no-untyped-def]
    """Keep each pair whose middle lies farther than a fifth of its width from all kept ones that
    point the same way."""
    nx, ny = heads.shape
    for n in order:
        x, y = (ends[n, 0] + ends[n, 2]) / 2, (ends[n, 1] + ends[n, 3]) / 2
        a, b = int((x - corner[0]) / size), int((y - corner[1]) / size)
        near = 0.2 * width[n]
        reach = int(near / size) + 1
        ux, uy = (ends[n, 2] - ends[n, 0]) / width[n], (ends[n, 3] - ends[n, 1]) / width[n]
        found = False
        for i in range(max(0, a - reach), min(nx, a + reach + 1)):
            for j in range(max(0, b - reach), min(ny, b + reach + 1)):
                m = heads[i, j]
                while m >= 0:
                    mx, my = (ends[m, 0] + ends[m, 2]) / 2, (ends[m, 1] + ends[m, 3]) / 2
                    vx, vy = ends[m, 2] - ends[m, 0], ends[m, 3] - ends[m, 1]
                    cosine = abs(ux * vx + uy * vy) / width[m]
                    if (
                        (mx - x) ** 2 + (my - y) ** 2 < near * near
                        and cosine > 0.94
                        and abs(width[m] - width[n]) < near
                    ):
                        found = True
                        kind[m] |= kind[n]
                        break
                    m = links[m]
                if found:
                    break
            if found:
                break
        if not found:
            kept[n] = True
            links[n] = heads[a, b]
            heads[a, b] = n


def _thinned(ends: Floats, width: Floats, kind: Ints) -> Bools:
    """Which pairs to keep; one that stands for a facing pair becomes one."""
    kept = np.zeros(len(ends), np.bool_)
    if not len(ends):
        return kept
    middle = (ends[:, :2] + ends[:, 2:]) / 2
    corner = middle.min(axis=0)
    extent = middle.max(axis=0) - corner
    size = max(0.5, float(extent.max()) / 1000)
    shape = (extent / size).astype(np.int64) + 1
    heads = np.full((int(shape[0]), int(shape[1])), -1, np.int64)
    links = np.full(len(ends), -1, np.int64)
    # The narrowest first: of jambs that face each other those that stand right opposite.
    order = np.argsort(width, kind="stable")
    _thin(ends, order, width, kind, corner, size, heads, links, kept)
    return kept
