"""The free part of a wall's plane that holds a chain of necks, on a fine grid.

What of the mesh lies within the wall's depth is projected on its plane. The part of the plane that
stays free about the necks is a gap where it is bounded: where it does not reach the grid's border.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import scipy.ndimage

from geo3d.piece.gaps.chains import Chain
from geo3d.piece.gaps.faces import Faces
from geo3d.rays.compiled import kernel
from geo3d.rays.segments import Bools, Floats

FINE = 0.01
"""Inches: the grid's squares."""

BEYOND = 2.5
"""Inches over the highest and under the lowest neck that are looked at: no gap goes on so far
beyond its necks."""

MOST_SQUARES = 500_000
"""Larger planes get a coarser grid."""

BESIDE = 0.6
"""Inches of wall that are looked at beside and above the necks."""

LOW = 0.1
"""Inches: what is free over the ground no higher than this is closed."""

CRACK = 0.05
"""Inches: narrower cracks do not open a gap."""

WIDEN = (0.08, 0.2, 0.4, 0.7, 1.0)
"""Inches beyond half the wall's thickness: where the plane leaks, mesh within these depths counts,
so that walls which bend away from the plane do, too."""

FILLED = 0.9
"""Then the ring round a gap must be filled by this share."""

STABLE = 0.9
"""Share of the free area that must be left where the depth is widened once more."""

RING = 0.08
"""Inches: how wide that ring is."""


@dataclass(frozen=True, eq=False)
class Free:
    """A bounded free part of a wall's plane.

    Attributes:
        mask: (U, V) its squares, in a window of the grid.
        corner: (2,) of the window, in the chain's frame.
        square: inches.
        depth: (2,) from and to where across the wall mesh was looked at.
        widened: that is more than the wall's own depth.
    """

    mask: Bools
    corner: Floats
    square: float
    depth: tuple[float, float]
    widened: bool


def free_parts(faces: Faces, chain: Chain) -> list[Free]:
    """The bounded free parts that hold necks of a chain; none where the plane leaks.

    Args:
        faces: of the mesh; the ground, its lowest z, bounds from below.
    """
    ground = faces.ground
    reach = max(WIDEN) + chain.half
    local = _near(faces, chain, reach)
    low, high, square = _window(local, chain, ground)
    spots = _spots(chain, low, square)
    inner = max(chain.half - 0.03, 0.03)
    before: list[Free] = []
    for more in (None, *WIDEN):
        depth = (-inner, inner) if more is None else (-chain.half - more, chain.half + more)
        solid = _projected(local, chain, low, high, square, depth, ground)
        parts = _bounded(solid, spots, low, square, depth, more is not None)
        if parts and more is None:
            return parts
        if before:
            # A little deeper the outline may close where it barely did.
            return parts if _area(parts) >= STABLE * _area(before) else before
        before = parts
    return before


def _area(parts: list[Free]) -> float:
    return sum(float(part.mask.sum()) * part.square**2 for part in parts)


def _near(faces: Faces, chain: Chain, reach: float) -> Floats:
    """(K, 3, 3) in the chain's frame: the triangles that come near its plane and its necks."""
    half = float(chain.necks.width.max()) / 2 + 2 * BESIDE + _spread(chain)
    low, high = faces.ground, float(faces.high[2].max())
    corners = np.array([
        chain.origin + u * chain.frame[0] + d * chain.frame[2]
        + (z - chain.origin[2]) / chain.frame[1, 2] * chain.frame[1]
        for u in (-half, half) for d in (-reach, reach) for z in (low, high)
    ])  # fmt: skip
    box = corners.min(axis=0), corners.max(axis=0)
    rows = faces.near(np.append(box[0][:2], low), np.append(box[1][:2], high))
    local = (faces.triangles[rows] - chain.origin) @ chain.frame.T
    deep, along = local[:, :, 2], local[:, :, 0]
    kept = (deep.max(axis=1) >= -reach) & (deep.min(axis=1) <= reach)
    kept &= (along.max(axis=1) >= -half) & (along.min(axis=1) <= half)
    near: Floats = np.ascontiguousarray(local[kept])
    return near


def _spread(chain: Chain) -> float:
    """How far the necks' middles lie from the chain's, along the wall."""
    off = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    return float(np.abs(off).max())


def _window(local: Floats, chain: Chain, ground: float) -> tuple[Floats, Floats, float]:
    along = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    half = chain.necks.width / 2
    left, right = float((along - half).min()) - BESIDE, float((along + half).max()) + BESIDE
    up = (chain.heights - chain.origin[2]) / chain.frame[1, 2]
    top = min(float(local[:, :, 1].max()) + 0.1, float(up.max()) + BEYOND)
    floor = (ground - chain.origin[2]) / chain.frame[1, 2]
    bottom = max(floor - 0.1, float(up.min()) - BEYOND)
    low, high = np.array([left, bottom]), np.array([right, top])
    squares = float(np.prod((high - low) / FINE))
    return low, high, FINE * max(1.0, np.sqrt(squares / MOST_SQUARES))


def _spots(chain: Chain, low: Floats, square: float) -> npt.NDArray[np.int64]:
    """(N, 2) squares of the grid where necks pass: their middles, and halfway to the jambs."""
    along = (chain.necks.middle - chain.origin[:2]) @ chain.frame[0, :2]
    up = (chain.heights - chain.origin[2]) / chain.frame[1, 2]
    points = np.concatenate([
        np.column_stack([along + share * chain.necks.width, up]) for share in (0.0, -0.25, 0.25)
    ])  # fmt: skip
    return ((points - low) / square).astype(np.int64)


def _projected(
    local: Floats, chain: Chain, low: Floats, high: Floats, square: float,
    depth: tuple[float, float], ground: float,
) -> npt.NDArray[np.uint8]:  # fmt: skip
    shape = np.ceil((high - low) / square).astype(np.int64)
    solid = np.zeros((int(shape[0]), int(shape[1])), np.uint8)
    _paint(local, low, square, depth[0], depth[1], solid)
    bottom = int(np.ceil(((ground - chain.origin[2]) / chain.frame[1, 2] - low[1]) / square))
    bottom = max(bottom, 0)
    solid[:, :bottom] = 1
    # Lower than a gap can be, as under the feet or the bow of a warped piece, is no opening.
    low_part = solid[:, bottom : bottom + int(LOW / square)]
    if low_part.size:
        first = np.where(low_part.any(axis=1), low_part.argmax(axis=1), 0)
        low_part[np.arange(low_part.shape[1]) < first[:, None]] = 1
    return solid


@kernel
def _paint(local, low, square, near, far, solid):  # type: ignore[no-untyped-def]
    """Mark the squares that the part of each triangle between two depths covers."""
    corners = np.empty((2, 8, 3))
    for t in range(len(local)):
        number = 3
        for c in range(3):
            for k in range(3):
                corners[0, c, k] = local[t, c, k]
        side = 0
        for plane in range(2):
            sign = 1.0 if plane == 0 else -1.0
            bound = near if plane == 0 else -far
            count = 0
            for c in range(number):
                d = c + 1 if c + 1 < number else 0
                a = sign * corners[side, c, 2] - bound
                b = sign * corners[side, d, 2] - bound
                if a >= 0.0:
                    for k in range(3):
                        corners[1 - side, count, k] = corners[side, c, k]
                    count += 1
                if (a >= 0.0) != (b >= 0.0):
                    share = a / (a - b)
                    for k in range(3):
                        corners[1 - side, count, k] = corners[side, c, k] + share * (
                            corners[side, d, k] - corners[side, c, k]
                        )
                    count += 1
            side = 1 - side
            number = count
            if number == 0:
                break
        if number == 0:
            continue
        polygon = corners[side]
        # Its edges, so that what is seen edge-on leaves a line.
        for c in range(number):
            d = c + 1 if c + 1 < number else 0
            x, y = (polygon[c, 0] - low[0]) / square, (polygon[c, 1] - low[1]) / square
            dx = (polygon[d, 0] - low[0]) / square - x
            dy = (polygon[d, 1] - low[1]) / square - y
            first, last = 0.0, 1.0
            for k in range(2):
                at, step = (x, dx) if k == 0 else (y, dy)
                size = float(solid.shape[k])
                if step == 0.0:
                    if at < 0.0 or at >= size:
                        last = -1.0
                else:
                    one, other = -at / step, (size - at) / step
                    first, last = max(first, min(one, other)), min(last, max(one, other))
            if first > last:
                continue
            steps = int(2.5 * max(abs(dx), abs(dy)) * (last - first)) + 1
            for i in range(steps + 1):
                s = first + (last - first) * i / steps
                a, b = int(x + s * dx), int(y + s * dy)
                if 0 <= a < solid.shape[0] and 0 <= b < solid.shape[1] and x + s * dx >= 0.0:
                    solid[a, b] = 1
        # Its inside, a column at a time.
        least, most = np.inf, -np.inf
        for c in range(number):
            least, most = min(least, polygon[c, 0]), max(most, polygon[c, 0])
        first_column = max(int(np.floor((least - low[0]) / square)), 0)
        last_column = min(int(np.floor((most - low[0]) / square)), solid.shape[0] - 1)
        for a in range(first_column, last_column + 1):
            x = low[0] + (a + 0.5) * square
            bottom, top = np.inf, -np.inf
            for c in range(number):
                d = c + 1 if c + 1 < number else 0
                one, other = polygon[c, 0] - x, polygon[d, 0] - x
                if (one < 0.0) != (other < 0.0):
                    share = one / (one - other)
                    y = polygon[c, 1] + share * (polygon[d, 1] - polygon[c, 1])
                    bottom, top = min(bottom, y), max(top, y)
            if bottom <= top:
                begin = max(int(np.ceil((bottom - low[1]) / square - 0.5)), 0)
                stop = min(int(np.floor((top - low[1]) / square - 0.5)), solid.shape[1] - 1)
                for b in range(begin, stop + 1):
                    solid[a, b] = 1


def _bounded(
    solid: npt.NDArray[np.uint8], spots: npt.NDArray[np.int64], low: Floats, square: float,
    depth: tuple[float, float], ringed: bool,
) -> list[Free]:  # fmt: skip
    """The bounded components of what is free, at least two of whose squares are spots."""
    open_ = solid == 0
    # Cracks are closed for telling parts apart only; then each part takes back what it lost.
    radius = CRACK / 2
    apart = scipy.ndimage.distance_transform_edt(open_) * square
    label, number = scipy.ndimage.label(apart > radius)
    if not number:
        return []
    inside = (spots >= 0).all(axis=1) & (spots < label.shape).all(axis=1)
    held = label[spots[inside, 0], spots[inside, 1]]
    border = np.unique(np.concatenate([label[0], label[-1], label[:, 0], label[:, -1]]))
    found = []
    count = np.bincount(held, minlength=number + 1)
    boxes = scipy.ndimage.find_objects(label)
    for part in np.flatnonzero(count >= 2):
        if part == 0 or part in border:
            continue
        more = int(np.ceil(max(radius, RING) / square)) + 2
        window = tuple(
            slice(max(0, s.start - more), min(n, s.stop + more))
            for s, n in zip(boxes[part - 1], label.shape, strict=True)
        )
        core = label[window] == part
        near = scipy.ndimage.distance_transform_edt(~core) * square
        mask = open_[window] & (near <= radius + 1e-9)
        if ringed:
            around = (scipy.ndimage.distance_transform_edt(~mask) * square <= RING) & ~mask
            if solid[window][around].mean() < FILLED:
                continue
        at = low + square * np.array([window[0].start, window[1].start])
        found.append(Free(mask, at, square, depth, ringed))
    return found
