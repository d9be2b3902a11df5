"""Necks of a level cut: where the free space between two parts of the outline is narrowest.

Candidates are the edges of the Gabriel graph of the outline's samples (Gabriel and Sokal, A new
statistical approach to geographic variation analysis, 1969), and pairs of samples that face each
other. A candidate is a neck where the way through it widens.
"""

from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt
from scipy.spatial import Delaunay

from geo3d.piece.gaps.jambs import inside, settle
from geo3d.piece.gaps.slices import Sampled
from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools, Floats, Ints

LEAST, MOST = 0.07, 12.0
"""Inches: how wide necks are."""

WIDER, MORE = 1.3, 0.05
"""The way widens where it is wider than `WIDER` times the neck and `MORE` inches."""

NARROWER = 0.85
"""Share of the neck's width, less `MORE`, below which the way must not narrow before it widens."""

STAYS = 0.8
"""How far it must stay so, as a share of the neck's width, or until it is blocked."""

CLEARANCE = 0.44
"""Where it has widened, this share of the width must be free about the middle."""

GABRIEL, FACING = 1, 2
"""What a candidate is, or both. Facing pairs need no clearance, and make no mouths."""

FAN, FAN_STEP = 4, 0.05
"""A sample looks along its normal and this many steps (radians) to both sides of it."""

DEEP = 12.0
"""Inches: how far the ways out of a neck are followed."""


@dataclass(frozen=True, eq=False)
class Necks:
    """Necks of one cut or of many; (N,) each unless said.

    Attributes:
        level: number of the cut.
        middle: (N, 2) of the neck, halfway through the wall.
        across: (N, 2) unit, from jamb to jamb.
        width: inches.
        before, behind: how far from `middle` the wall reaches to either side, along `across` turned
            left.
        mouth: 0 where the way widens on both sides, else the side, 1 or -1, on which it does.
    """

    level: Ints
    middle: Floats
    across: Floats
    width: Floats
    half: Floats
    mouth: Ints

    def __len__(self) -> int:
        return len(self.level)

    def chosen(self, rows: Ints | Bools) -> "Necks":
        """Some of them."""
        return Necks(*(getattr(self, name)[rows] for name in Necks.__dataclass_fields__))

    def at_level(self, number: int) -> "Necks":
        """The same necks in another cut."""
        return replace(self, level=np.full(len(self), number))


def joined(parts: list[Necks]) -> Necks:
    """Necks of many cuts as one."""
    return Necks(
        *(np.concatenate([getattr(p, name) for p in parts]) for name in Necks.__dataclass_fields__)
    )


def necks(number: int, cut: Sampled, segments: Floats, deepest: float) -> Necks:
    """The necks of one cut.

    Args:
        deepest: inches within which an opening widens on both sides.
    """
    gabriel = _gabriel(cut.points)
    facing = _facing(cut)
    pairs = np.concatenate([gabriel, facing])
    kind = np.repeat([GABRIEL, FACING], [len(gabriel), len(facing)])
    ends = np.concatenate([cut.points[pairs[:, 0]], cut.points[pairs[:, 1]]], axis=1)
    width = np.hypot(ends[:, 2] - ends[:, 0], ends[:, 3] - ends[:, 1])
    kept = _thinned(ends, width, kind)
    ends, kind = ends[kept], kind[kept]
    within = inside((ends[:, :2] + ends[:, 2:]) / 2, segments)
    ends, kind = ends[~within], kind[~within]
    found = np.empty((len(ends), 6))
    _judge(cut.marked, cut.points, cut.corner, cut.cell, ends, kind, deepest, found)
    good = found[:, 0] > 0.0
    way = (ends[:, 2:] - ends[:, :2])[good]
    normal = np.column_stack([-way[:, 1], way[:, 0]]) / np.linalg.norm(way, axis=1)[:, None]
    middle = (ends[:, :2] + ends[:, 2:])[good] / 2
    # Where the way is wide, it must not be the inside of a wall that has lost a face.
    rows = np.flatnonzero(good)
    for column in (4, 5):
        good[rows[inside(middle + found[rows, column, None] * normal, segments)]] = False
    ends, found = ends[good], found[good]
    way = ends[:, 2:] - ends[:, :2]
    width = np.linalg.norm(way, axis=1)
    across = way / width[:, None]
    normal = np.column_stack([-across[:, 1], across[:, 0]])
    middle = (ends[:, :2] + ends[:, 2:]) / 2
    middle += ((found[:, 1] - found[:, 2]) / 2)[:, None] * normal
    half = (found[:, 1] + found[:, 2]) / 2
    mouth = found[:, 3].astype(np.int64)
    settle(middle, across, width, half, mouth, segments)
    # One sign for all, so that neighbouring cuts agree.
    turned = (across[:, 0] < 0.0) | ((across[:, 0] == 0.0) & (across[:, 1] < 0.0))
    across[turned] *= -1.0
    mouth[turned] *= -1
    ok = ~inside(middle, segments)
    return Necks(np.full(int(ok.sum()), number), middle[ok], across[ok], width[ok], half[ok],
                 mouth[ok])  # fmt: skip


def _gabriel(points: Floats) -> Ints:
    """(N, 2) edges of the Delaunay triangulation whose circle of diameter is empty."""
    if len(points) < 2:
        return np.empty((0, 2), np.int64)
    low, high = points.min(axis=0), points.max(axis=0)
    reach = 20.0 * float(np.linalg.norm(high - low)) + 1.0
    middle = (low + high) / 2
    far = middle + reach * np.array([[1.0, 0.3], [-0.3, 1.0], [-1.0, -0.3], [0.3, -1.0]])
    every = np.concatenate([points, far])
    triangles = Delaunay(every).simplices.astype(np.int64)
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
            far = _free(marked, corner, cell, x, y, dx, dy, least)
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


@inline
def _free(marked, corner, cell, x, y, dx, dy, most):  # type: ignore[no-untyped-def]
    """How far from a point one comes along a direction before a marked square; -1 for at once."""
    step = cell / 2
    a, b = int(np.floor((x - corner[0]) / cell)), int(np.floor((y - corner[1]) / cell))
    on_grid = 0 <= a < marked.shape[0] and 0 <= b < marked.shape[1]
    if on_grid and marked[a, b]:
        return -1.0
    s = 0.0
    while s < most:
        s += step
        i = int(np.floor((x + s * dx - corner[0]) / cell))
        j = int(np.floor((y + s * dy - corner[1]) / cell))
        if i < 0 or j < 0 or i >= marked.shape[0] or j >= marked.shape[1]:
            # Beyond the grid nothing stops the way, unless it comes back in.
            if (i < 0 and dx <= 0.0) or (i >= marked.shape[0] and dx >= 0.0):
                return most
            if (j < 0 and dy <= 0.0) or (j >= marked.shape[1] and dy >= 0.0):
                return most
            a, b = i, j
            continue
        if marked[i, j]:
            return s
        if i != a and j != b and _pinched(marked, a, b, i, j):
            return s
        a, b = i, j
    return most


@inline
def _pinched(marked, a, b, i, j):  # type: ignore[no-untyped-def]
    """Whether a step between two squares that touch at a corner passes between marked ones."""
    if 0 <= a < marked.shape[0] and 0 <= b < marked.shape[1]:
        return marked[a, j] and marked[i, b]
    return False


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


@inline
def _clear(points, x, y, radius):  # type: ignore[no-untyped-def]
    """Whether no sample lies within that distance."""
    for n in range(len(points)):
        if (points[n, 0] - x) ** 2 + (points[n, 1] - y) ** 2 < radius * radius:
            return False
    return True


@kernel
def _judge(marked, points, corner, cell, ends, kind, deepest, found):  # type: ignore[no-untyped-def]
    """Fill for each pair: 1 for a neck; how far the wall reaches on the left and on the right of
    its middle; 0, or the side on which alone the way widens; where it is wide on either side."""
    step = cell
    for e in range(len(ends)):
        found[e, 0], found[e, 4], found[e, 5] = 0.0, 0.0, 0.0
        ux, uy = ends[e, 2] - ends[e, 0], ends[e, 3] - ends[e, 1]
        width = np.sqrt(ux * ux + uy * uy)
        ux, uy = ux / width, uy / width
        mx, my = (ends[e, 0] + ends[e, 2]) / 2, (ends[e, 1] + ends[e, 3]) / 2
        # The middle must see both jambs.
        reach = max(width / 2 - 2.5 * cell, 0.0)
        if reach > 0.0 and (
            _free(marked, corner, cell, mx, my, ux, uy, reach) < reach
            or _free(marked, corner, cell, mx, my, -ux, -uy, reach) < reach
        ):
            continue
        wide = WIDER * width + MORE
        stays = max(STAYS * width, 0.1)
        # A single mark of noise does not end a wall.
        same = width + max(0.06, 0.12 * width)
        widens = np.zeros(2, np.bool_)
        wall = np.zeros(2)
        depth = np.zeros(2)
        for side in range(2):
            sign = 1.0 if side == 0 else -1.0
            nx, ny = -uy * sign, ux * sign
            most = min(deepest + stays + 0.5, DEEP)
            free = _free(marked, corner, cell, mx, my, nx, ny, most)
            depth[side] = free
            since = -1.0
            in_wall = True
            s = 0.0
            while s < free:
                x, y = mx + s * nx, my + s * ny
                left = _free(marked, corner, cell, x, y, ux, uy, wide)
                right = _free(marked, corner, cell, x, y, -ux, -uy, wide)
                if left < 0.0 or right < 0.0:
                    break
                across = left + right
                if across < NARROWER * width - MORE:
                    # It is this narrower place that may be a neck.
                    break
                if in_wall and across <= same:
                    wall[side] = s
                elif across > same + 0.02:
                    in_wall = False
                if across > wide and (kind[e] & FACING or _clear(points, x, y, CLEARANCE * width)):
                    if since < 0.0:
                        since = s
                    if s - since >= min(stays, free - since - 2.5 * cell) and since <= deepest:
                        widens[side] = s - since >= 0.09
                        if widens[side]:
                            found[e, 4 + side] = sign * (since + s) / 2
                            break
                else:
                    since = -1.0
                    if s > deepest:
                        break
                s += step
        if widens[0] and widens[1]:
            found[e, 0], found[e, 3] = 1.0, 0.0
        elif kind[e] & GABRIEL and (widens[0] or widens[1]):
            # A mouth: on its other side the way must go on deeper than a wall.
            inner = 1 if widens[0] else 0
            if depth[inner] <= deepest:
                continue
            found[e, 0] = 1.0
            found[e, 3] = 1.0 if widens[0] else -1.0
            # Its plane: the last .25 of the passage.
            outer = wall[1 - inner]
            wall[inner] = 0.25 - outer
        else:
            continue
        found[e, 1], found[e, 2] = wall[0], wall[1]
