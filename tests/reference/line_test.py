"""Plain numpy lines between two upright round models, past boxes, areas and other models.

Each thing that blocks is convex: a box or an area is an upright prism, a model a cylinder. A line
is tested against each thing grown and shrunk by `MARGIN`: what is open past the grown ones is open,
what no line passes even where they are shrunk is shut, and between the two the reference is unsure.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tests.reference.plain_board import Man, Ring, as_array

MARGIN = 0.02
"""Inches by which things are grown and shrunk."""

CONTACT = 0.05
"""Parts of a model lower than this take no part in sight."""

SURE_FACING = 0.08
"""Cosine: a part of the target whose normal is as far from square to the line surely faces it."""


@dataclass(frozen=True, eq=False)
class Prism:
    """An upright convex prism over a ring from `low` to `high`."""

    ring: Ring
    low: float
    high: float

    def crossed(self, starts: np.ndarray, ends: np.ndarray, grow: float) -> np.ndarray:
        """(N,) bool: whether a line has a stretch inside."""
        corners = as_array(self.ring)
        along = np.roll(corners, -1, axis=0) - corners
        if (corners[:, 0] * np.roll(corners[:, 1], -1)).sum() < (
            corners[:, 1] * np.roll(corners[:, 0], -1)
        ).sum():
            corners = corners[::-1]
            along = np.roll(corners, -1, axis=0) - corners
        out = np.column_stack([along[:, 1], -along[:, 0]])
        out /= np.linalg.norm(out, axis=1)[:, None]
        first, last = np.zeros(len(starts)), np.ones(len(starts))
        sides = [(np.append(n, 0.0), n @ p + grow) for n, p in zip(out, corners, strict=True)]
        sides += [
            (np.array([0.0, 0.0, 1.0]), self.high + grow),
            (np.array([0.0, 0.0, -1.0]), grow - self.low),
        ]
        for normal, offset in sides:
            a, b = starts @ normal - offset, ends @ normal - offset
            with np.errstate(divide="ignore", invalid="ignore"):
                t = a / (a - b)
            first = np.where((a > 0) & (b <= 0), np.maximum(first, t), first)
            last = np.where((a <= 0) & (b > 0), np.minimum(last, t), last)
            last = np.where((a > 0) & (b > 0), -1.0, last)
        return last - first > 1e-9


@dataclass(frozen=True, eq=False)
class Cylinder:
    """An upright cylinder."""

    middle: tuple[float, float]
    radius: float
    low: float
    high: float

    def crossed(self, starts: np.ndarray, ends: np.ndarray, grow: float) -> np.ndarray:
        """(N,) bool: whether a line has a stretch inside."""
        p, way = starts[:, :2] - self.middle, (ends - starts)[:, :2]
        a, b = (way**2).sum(axis=1), (p * way).sum(axis=1)
        c = (p**2).sum(axis=1) - (self.radius + grow) ** 2
        root = np.sqrt(np.maximum(b * b - a * c, 0.0))
        with np.errstate(divide="ignore", invalid="ignore"):
            first, last = np.maximum((-b - root) / a, 0.0), np.minimum((-b + root) / a, 1.0)
            rise = ends[:, 2] - starts[:, 2]
            t1 = (self.low - grow - starts[:, 2]) / rise
            t2 = (self.high + grow - starts[:, 2]) / rise
        level = np.abs(rise) < 1e-12
        between = (starts[:, 2] > self.low - grow) & (starts[:, 2] < self.high + grow)
        first = np.where(level, first, np.maximum(first, np.minimum(t1, t2)))
        last = np.where(level, np.where(between, last, -1.0), np.minimum(last, np.maximum(t1, t2)))
        return (last - first > 1e-9) & (b * b > a * c)


def body_points(man: Man, other: Man, fine: int) -> tuple[np.ndarray, np.ndarray]:
    """Points of a model's side and top, (N, 3), and whether each faces `other`: (N,) 1, 0, -1.

    1: it does, -1: it does not, 0: nearly square to the line to the other's middle.
    """
    to = np.arctan2(other.at[1] - man.at[1], other.at[0] - man.at[0])
    half = np.linspace(-84.0, 84.0, 4 * fine + 1)
    turns = np.radians(np.concatenate([half, [-91, 91, -110, 110, -140, 140, 180]])) + to
    low, high = man.low + CONTACT, man.low + man.height
    eye = np.array([*other.at[:2], other.low + other.height / 2])
    points, normals = [], []
    radius = man.across / 2
    rim = np.column_stack([np.cos(turns), np.sin(turns)])
    for z in np.linspace(low, high, 2 * fine + 1):
        points.append(np.column_stack([man.at[:2] + radius * rim, np.full(len(rim), z)]))
        normals.append(np.column_stack([rim, np.zeros(len(rim))]))
    for share in np.linspace(0.0, 0.95, fine + 1):
        points.append(np.column_stack([man.at[:2] + share * radius * rim, np.full(len(rim), high)]))
        normals.append(np.tile([0.0, 0.0, 1.0], (len(rim), 1)))
    where, normal = np.concatenate(points), np.concatenate(normals)
    way = eye - where
    cosine = (way * normal).sum(axis=1) / np.linalg.norm(way, axis=1)
    return where, np.where(cosine > SURE_FACING, 1, np.where(cosine < -SURE_FACING, -1, 0))


@dataclass(frozen=True, eq=False)
class Lines:
    """All lines from points of one model to points of another, and what stops them.

    Attributes:
        stopped: of each thing by name (2, S, E) bool: grown, and shrunk.
        facing: of each of the target's points, as `body_points` has it.
        number: how many lines.
    """

    stopped: dict[str, np.ndarray]
    facing: np.ndarray
    shape: tuple[int, int]

    @property
    def number(self) -> int:
        return self.shape[0] * self.shape[1]

    def shut(self, names: Sequence[str]) -> np.ndarray:
        """(2, S, E): which lines some of these things stop."""
        shut = np.zeros((2, *self.shape), dtype=bool)
        for name in names:
            shut |= self.stopped[name]
        return shut

    def seen(self, names: Sequence[str]) -> bool | None:
        """Whether a line is open past these things; None where it is a close thing."""
        grown, shrunk = self.shut(names)
        return True if not grown.all() else (False if shrunk.all() else None)

    def seen_whole(self, names: Sequence[str]) -> bool | None:
        """Whether each part that faces the observer is reached past these things; None: close."""
        grown, shrunk = self.shut(names)
        if shrunk.all(axis=0)[self.facing == 1].any():
            return False
        return None if grown.all(axis=0)[self.facing >= 0].any() else True


def lines(observer: Man, target: Man, things: dict[str, Prism | Cylinder], fine: int = 1) -> Lines:
    """The lines between two models.

    Args:
        things: what may stop them, by name.
        fine: 1 gives 12 x 5 points a model; the number of lines grows as its fourth power.
    """
    starts, _ = body_points(observer, target, fine)
    ends, facing = body_points(target, observer, fine)
    shape = (len(starts), len(ends))
    a, b = np.repeat(starts, len(ends), axis=0), np.tile(ends, (len(starts), 1))
    stopped = {}
    for name, thing in things.items():
        if not thing.crossed(a, b, MARGIN).any():
            stopped[name] = np.zeros((2, *shape), dtype=bool)
        else:
            stopped[name] = np.array([
                thing.crossed(a, b, grow).reshape(shape) for grow in (MARGIN, -MARGIN)
            ])  # fmt: skip
    return Lines(stopped, facing, shape)
