"""Brute force for segments against triangles: every pair, plain numpy, board coordinates.

The reference that the ray engine is checked against; the two share no code. All pairs are gone
through in chunks with a loose float64 test, and what is left is judged in extended precision by the
stretch of the segment that lies within the touching distance of the triangle: a triangle thickened
by that distance is a prism, three cylinders and three balls, and the stretch runs from the first
entry into one of them to the last exit.

A contact blocks
- where the ends lie on opposite sides of the triangle's plane, both further from it than `touch`;
- where one end lies within `touch` of the plane: if the stretch does not contain that end (else the
  line only leaves the surface there, or reaches it) and is not all within `touch` of an end;
- where both do (the line lies in the plane): the same, and also a stretch that contains an end if
  it is longer than 1,000 times `touch` (the line runs along the surface). The factor is needed
  because a line in the plane that ends on an edge at an angle is near it for longer than `touch`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np

TOUCH = 1e-8
RUN = 1000.0
GRAZING = 1e-6
PAIRS = 2_000_000
LONG = np.longdouble

Placed = tuple[Any, Any, str]
"""A mesh, its (4, 4) transform or None, its id."""


@dataclass(frozen=True)
class Contacts:
    """Blocking contacts, one row each: a segment, a face, and from where to where along it.

    `grazes`: it passes through the face's plane at an angle below `GRAZING`.
    """

    segment: np.ndarray
    piece: np.ndarray
    face: np.ndarray
    low: np.ndarray
    high: np.ndarray
    grazes: np.ndarray

    def __len__(self) -> int:
        return len(self.segment)

    def __getitem__(self, rows: Any) -> "Contacts":
        return Contacts(*(getattr(self, field.name)[rows] for field in fields(self)))

    def joined(self, *others: "Contacts") -> "Contacts":
        """These rows and the others'."""
        every = (self, *others)
        return Contacts(
            *(np.concatenate([getattr(c, field.name) for c in every]) for field in fields(self))
        )


def contacts(
    placed: Sequence[Placed], starts: Any, ends: Any, touches: Sequence[float] = (TOUCH,)
) -> list[Contacts]:
    """All blocking contacts, for each touching distance; sorted by segment, piece and place."""
    starts = np.asarray(starts, dtype=np.float64).reshape(-1, 3)
    ends = np.asarray(ends, dtype=np.float64).reshape(-1, 3)
    corners, piece, face = _soup(placed)
    found: list[list[Contacts]] = [[] for _ in touches]
    for segment, triangle in _candidates(corners, starts, ends, max(touches)):
        for touch, parts in zip(touches, found, strict=True):
            low, high, grazes, blocks = _judge(
                starts[segment].astype(LONG), ends[segment].astype(LONG), corners[triangle], touch
            )
            parts.append(
                Contacts(segment, piece[triangle], face[triangle], low, high, grazes)[blocks]
            )
    none = Contacts(
        *(np.empty(0, np.int64) for _ in range(3)), np.empty(0), np.empty(0), np.empty(0, bool)
    )
    result = []
    for parts in found:
        rows = none.joined(*parts)
        result.append(rows[np.lexsort((rows.face, rows.low, rows.piece, rows.segment))])
    return result


def any_hit(placed: Sequence[Placed], starts: Any, ends: Any, touch: float = TOUCH) -> np.ndarray:
    """Which segments are blocked: (N,) bool."""
    rows = contacts(placed, starts, ends, (touch,))[0]
    blocked = np.zeros(len(np.asarray(starts).reshape(-1, 3)), dtype=bool)
    blocked[rows.segment] = True
    return blocked


def first_hit(placed: Sequence[Placed], starts: Any, ends: Any, touch: float = TOUCH) -> Contacts:
    """The first contact of each segment that has one."""
    rows = contacts(placed, starts, ends, (touch,))[0]
    rows = rows[np.lexsort((rows.piece, rows.low, rows.segment))]
    return rows[np.unique(rows.segment, return_index=True)[1]]


def all_hits(placed: Sequence[Placed], starts: Any, ends: Any, touch: float = TOUCH) -> Contacts:
    """Each crossing once, ordered along the segment."""
    return crossings(contacts(placed, starts, ends, (touch,))[0], touch)


def crossings(rows: Contacts, touch: float) -> Contacts:
    """Contacts of one piece that meet, or nearly so (four times `touch`), made one."""
    if not len(rows):
        return rows
    # Within one segment and piece, the furthest exit so far; groups are kept apart by an offset.
    group = np.cumsum(
        np.r_[0, (np.diff(rows.segment) != 0) | (np.diff(rows.piece) != 0)], dtype=np.int64
    )
    reach = rows.high.copy()
    for row in range(1, len(reach)):
        if group[row] == group[row - 1]:
            reach[row] = max(reach[row], reach[row - 1])
    new = np.r_[True, (np.diff(group) != 0) | (rows.low[1:] > reach[:-1] + 4 * touch)]
    first = np.flatnonzero(new)
    last = np.r_[first[1:], len(rows)] - 1
    merged = rows[first]
    merged = replace(merged, high=reach[last])
    return merged[np.lexsort((merged.piece, merged.low, merged.segment))]


def _soup(placed: Sequence[Placed]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Corners (T, 3, 3) in board coordinates, the number of the piece, the face in its mesh."""
    all_corners, all_pieces, all_faces = [np.empty((0, 3, 3), LONG)], [], []
    for number, (mesh, transform, _) in enumerate(placed):
        vertices = np.asarray(mesh.vertices, dtype=LONG)
        if transform is not None:
            matrix = np.asarray(transform, dtype=LONG)
            # Row by row: numpy multiplies extended matrices without BLAS, and slowly.
            vertices = sum(vertices[:, [k]] * matrix[:3, k] for k in range(3)) + matrix[:3, 3]
        corners = vertices[np.asarray(mesh.faces)]
        edges = np.roll(corners, -1, axis=1) - corners
        with np.errstate(invalid="ignore"):
            doubled = _norm(_cross(edges[:, 0], edges[:, 1]))
            usable = doubled > 1e-12 * (edges**2).sum(axis=2).max(axis=1)
        usable &= np.isfinite(corners).all(axis=(1, 2))
        all_corners.append(corners[usable])
        all_faces.append(np.flatnonzero(usable))
        all_pieces.append(np.full(usable.sum(), number))
    none = [np.empty(0, np.int64)]
    return (
        np.concatenate(all_corners),
        np.concatenate(none + all_pieces),
        np.concatenate(none + all_faces),
    )


def _candidates(corners: np.ndarray, starts: np.ndarray, ends: np.ndarray, touch: float):
    """Pairs (segment, triangle) that may touch, chunk by chunk; generous."""
    long = np.flatnonzero((starts != ends).any(axis=1))
    if not len(corners) or not len(long):
        return
    middle = corners.mean(axis=(0, 1))
    local = corners - middle
    normal = _cross(local[:, 1] - local[:, 0], local[:, 2] - local[:, 0])
    normal = normal / _norm(normal)[:, None]
    offset = (normal * local[:, 0]).sum(axis=1).astype(np.float64)
    centroid = local.mean(axis=1)
    radius = _norm(local - centroid[:, None]).max(axis=1).astype(np.float64)
    normal, centroid = normal.astype(np.float64), centroid.astype(np.float64)
    square = (centroid**2).sum(axis=1)
    one = (starts - middle.astype(np.float64))[long]
    other = (ends - middle.astype(np.float64))[long]
    extent = max(np.abs(one).max(), np.abs(other).max(), float(np.abs(local).max()), 1.0)
    margin = 1e-6 + 2 * touch + 1e-13 * extent
    step = max(1, PAIRS // len(corners))
    for a in range(0, len(long), step):
        p, q = one[a : a + step], other[a : a + step]
        from_p, from_q = p @ normal.T - offset, q @ normal.T - offset
        near = (np.minimum(from_p, from_q) < margin) & (np.maximum(from_p, from_q) > -margin)
        length = np.linalg.norm(q - p, axis=1)
        way = (q - p) / length[:, None]
        along = way @ centroid.T - (way * p).sum(axis=1)[:, None]
        near &= (along > -radius - margin) & (along < length[:, None] + radius + margin)
        apart = (p**2).sum(axis=1)[:, None] - 2 * p @ centroid.T + square - along**2
        near &= apart < (radius + margin) ** 2 + 1e-12 * extent**2
        rows, columns = np.nonzero(near)
        for b in range(0, len(rows), PAIRS // 20):
            yield long[a + rows[b : b + PAIRS // 20]], columns[b : b + PAIRS // 20]


def _judge(start: np.ndarray, end: np.ndarray, corners: np.ndarray, touch: float):
    """The stretch near the triangle, clipped to the segment, if it grazes, if it blocks."""
    touch = LONG(touch)
    length = _norm(end - start)
    way = (end - start) / length[:, None]
    normal = _cross(corners[:, 1] - corners[:, 0], corners[:, 2] - corners[:, 0])
    normal = normal / _norm(normal)[:, None]
    at_start = _dot(start - corners[:, 0], normal)
    at_end = _dot(end - corners[:, 0], normal)
    slope = _dot(way, normal)
    prism = [(touch - at_start, -slope), (touch + at_start, slope)]
    low = np.full(len(start), np.inf, dtype=LONG)
    high = np.full(len(start), -np.inf, dtype=LONG)
    for k in range(3):
        corner = corners[:, k]
        edge = corners[:, (k + 1) % 3] - corner
        size = _norm(edge)
        edge = edge / size[:, None]
        inward = _cross(normal, edge)
        prism.append((_dot(start - corner, inward), _dot(way, inward)))
        along, pace = _dot(start - corner, edge), _dot(way, edge)
        caps = [(along, pace), (size - along, -pace)]
        apart, drift = start - corner - along[:, None] * edge, way - pace[:, None] * edge
        for part in (
            _clip(*_round(apart, drift, touch), caps),
            _round(start - corner, way, touch),
        ):
            low, high = _hull(low, high, *part)
    whole = np.full(len(start), np.inf, dtype=LONG)
    low, high = _hull(low, high, *_clip(-whole, whole, prism))
    touched = (low <= high) & (low <= length) & (high >= 0)
    has_start, has_end = touched & (low <= 0), touched & (high >= length)
    low, high = np.clip(low, 0, length), np.clip(high, 0, length)
    between = touched & (high > touch) & (low < length - touch)
    near_start, near_end = np.abs(at_start) <= touch, np.abs(at_end) <= touch
    crosses = ~near_start & ~near_end & (at_start * at_end < 0)
    aside = ~(near_start & has_start) & ~(near_end & has_end)
    runs = near_start & near_end & (high - low > RUN * touch)
    blocks = between & (crosses | ((near_start | near_end) & (aside | runs)))
    grazes = crosses & (np.abs(slope) < GRAZING)
    return low.astype(np.float64), high.astype(np.float64), grazes, blocks


def _round(apart: np.ndarray, drift: np.ndarray, radius: Any):
    """Where |apart + t drift| <= radius, as (low, high); low > high where nowhere."""
    square = _dot(drift, drift)
    still = square < 1e-34
    with np.errstate(divide="ignore", invalid="ignore"):
        nearest = np.where(still, 0, -_dot(apart, drift) / square)
        least = apart + nearest[:, None] * drift
        spare = radius**2 - _dot(least, least)
        half = np.where(still, np.inf, np.sqrt(np.maximum(spare, 0) / square))
    miss = spare < 0
    return np.where(miss, np.inf, nearest - half), np.where(miss, -np.inf, nearest + half)


def _clip(low: np.ndarray, high: np.ndarray, halves: list):
    """Cut (low, high) to where a + b t >= 0 for each (a, b)."""
    for a, b in halves:
        with np.errstate(divide="ignore", invalid="ignore"):
            at = -a / b
        low = np.where(b > 0, np.maximum(low, at), low)
        high = np.where(b < 0, np.minimum(high, at), high)
        low = np.where((b == 0) & (a < 0), np.inf, low)
    return low, high


def _hull(low: np.ndarray, high: np.ndarray, more_low: np.ndarray, more_high: np.ndarray):
    """The hull of two stretches, either of which may be empty."""
    some = more_low <= more_high
    return (
        np.where(some, np.minimum(low, more_low), low),
        np.where(some, np.maximum(high, more_high), high),
    )


def _dot(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return a[:, 0] * b[:, 0] + a[:, 1] * b[:, 1] + a[:, 2] * b[:, 2]


def _cross(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    return np.stack(
        [
            a[..., 1] * b[..., 2] - a[..., 2] * b[..., 1],
            a[..., 2] * b[..., 0] - a[..., 0] * b[..., 2],
            a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0],
        ],
        axis=-1,
    )


def _norm(a: np.ndarray) -> np.ndarray:
    return np.sqrt((a * a).sum(axis=-1))
