"""How far a roof over a straight way reaches, looked at along many lanes side by side.

A slanting edge ends it earlier on one side. The way is roofed where all lanes are: there its mouth
stands, across the way (13.11).
"""

from dataclasses import dataclass

import numpy as np
import scipy.ndimage

from geo3d.piece.gaps.faces import Faces
from geo3d.piece.gaps.paint import LOW, painted
from geo3d.rays.segments import Bools, Floats, Ints

WITHIN = 0.96
"""Share of the way's width, about its middle, that is looked at: walls are a little rough."""

SQUARES, FINEST, COARSEST = 60, 0.01, 0.03
"""Over that width; and inches, from and to."""

FULL = 0.97
"""Share of the lanes that must be roofed."""

SKY = 0.1
"""Inches: a roof that is open along less goes on."""

AS_DEEP = 0.02
"""Inches by which a roof that is as deep as the deepest wall may come out deeper."""

UNDER_SKY = 0.8
"""Share of the lanes over which a roof must end, each somewhere: else it but has holes."""

STRAIGHT = 0.05
"""Inches that a roof's straight edge may stray from a line."""

SHORTEST = 0.15
"""Inches of roof: what is shorter is no roof."""


@dataclass(frozen=True, eq=False)
class Lanes:
    """A straight way seen from above.

    Attributes:
        roofed: (T, S) over which squares there is a roof: across the way, and along it.
        begin: inches along the way where its first squares begin.
        square: inches.
    """

    roofed: Bools
    begin: float
    square: float

    @classmethod
    def of(
        cls, faces: Faces, middle: Floats, ahead: Floats, width: float, bottom: float,
        reach: tuple[float, float],
    ) -> "Lanes":  # fmt: skip
        """The lanes of a way.

        Args:
            middle: (2,) of it, where 0 is.
            ahead: (2,) unit, along it.
            bottom: z over which there may be a roof.
            reach: inches along it, from and to.
        """
        square = float(np.clip(width / SQUARES, FINEST, COARSEST))
        half = WITHIN * width / 2
        low, high = np.array([-half, reach[0]]), np.array([half, reach[1]])
        frame = np.array([[ahead[1], -ahead[0], 0.0], [*ahead, 0.0], [0.0, 0.0, 1.0]])
        plan = middle + np.array([
            [x, y] for x in (low[0], high[0]) for y in (low[1], high[1])
        ]) @ frame[:2, :2]  # fmt: skip
        top = float(faces.high[2].max())
        rows = faces.near(np.append(plan.min(axis=0), bottom), np.append(plan.max(axis=0), top))
        local = np.ascontiguousarray((faces.triangles[rows] - np.append(middle, 0.0)) @ frame.T)
        roofed = painted(local, low, high, square, (bottom + LOW, top)) > 0
        return cls(_without_cracks(roofed, int(SKY / square)), reach[0], square)

    def runs(self) -> list["Run"]:
        """The stretches along which all of the way is roofed."""
        full = np.concatenate([[False], self.roofed.mean(axis=0) >= FULL, [False]])
        first = np.flatnonzero(full[1:] & ~full[:-1])
        stop = np.flatnonzero(full[:-1] & ~full[1:])
        found = []
        for a, b in zip(first, stop, strict=True):
            if (b - a) * self.square < SHORTEST:
                continue
            low, high = self._end(int(a), -1), self._end(int(b) - 1, 1)
            begin, end = self.begin + float(a) * self.square, self.begin + float(b) * self.square
            begin, before = (begin, None) if low is None else (max(begin, low[0]), low[1])
            end, behind = (end, None) if high is None else (min(end, high[0]), high[1])
            if end - begin >= SHORTEST:
                found.append(Run(begin, end, before, behind))
        return found

    def open_between(self) -> bool:
        """Whether the sky parts the way's ends: it is open over each lane somewhere."""
        least = int(SKY / self.square)
        longest = np.array([_longest(~lane) for lane in self.roofed])
        return bool((longest >= max(least, 1)).mean() >= UNDER_SKY)

    def _end(self, at: int, side: int) -> tuple[float, float] | None:
        """Where the roof ends over the first lane and over the last, from a place on.

        None where it does not end over most lanes.
        """
        lanes = self.roofed[:, at:] if side > 0 else self.roofed[:, : at + 1][:, ::-1]
        least = int(SKY / self.square)
        far = (~lanes).argmax(axis=1)
        over = ~lanes.all(axis=1) & (far + least <= lanes.shape[1]) & lanes[:, 0]
        if over.mean() < UNDER_SKY:
            return None
        # Squares that the edge passes are roofed: on the mean half of one too many.
        ends = far[over] - 0.5
        across = (np.flatnonzero(over) + 0.5) / len(lanes) - 0.5
        least_far, most_far = float(ends.min()), float(ends.max())
        fit = np.polyfit(across, ends, 1)
        if np.abs(np.polyval(fit, across) - ends).max() * self.square <= STRAIGHT:
            # Up to the walls, which lie a little beyond the outer lanes.
            most = abs(float(fit[0])) / WITHIN / 2
            least_far, most_far = float(fit[1]) - most, float(fit[1]) + most
        begin = self.begin + (at + (side < 0)) * self.square
        return begin + side * least_far * self.square, begin + side * most_far * self.square


@dataclass(frozen=True)
class Run:
    """A stretch of a way that is roofed, inches along it.

    Attributes:
        begin, stop: between which all lanes are roofed.
        sky_before, sky_behind: up to where any lane is, beyond those; None: it is not open there.
    """

    begin: float
    stop: float
    sky_before: float | None
    sky_behind: float | None


def _without_cracks(roofed: Bools, narrow: int) -> Bools:
    """Lanes whose stretches of sky up to so many squares long count as roofed."""
    if narrow < 2:
        return roofed
    padded = np.pad(roofed, ((0, 0), (narrow, narrow)), mode="edge")
    closed = scipy.ndimage.binary_closing(padded, np.ones((1, narrow), np.bool_))
    found: Bools = closed[:, narrow:-narrow]
    return found


def _longest(marks: Bools) -> int:
    """How long the longest run of marks is."""
    edges: Ints = np.flatnonzero(np.diff(np.concatenate([[False], marks, [False]])))
    return int((edges[1::2] - edges[::2]).max(initial=0))
