"""Points on the surface of an upright model, for the brute-force truth.

Written apart from `geo3d.visibility.body`, so that a fault there is not repeated here: patches by
plain area, and all that face any part of the other model, not only its centre.
"""

from dataclasses import dataclass

import numpy as np

from geo3d.rays.segments import Floats, Ints
from geo3d.table.figures import Figure
from geo3d.tolerances import DRAWN_IN

RIMS = 0.25
"""Share of a model's points that lie on its upper rim and on the uprights at its sides: what shows
past an edge shows there first."""


@dataclass(frozen=True, eq=False)
class Solid:
    """An upright solid: a convex outline from one height to another.

    Attributes:
        outline: (K, 2) counter-clockwise.
        low, high: z.
    """

    outline: Floats
    low: float
    high: float

    @property
    def centre(self) -> Floats:
        """(3,) half its height over the middle of its outline."""
        return np.array([*self.outline.mean(axis=0), (self.low + self.high) / 2])

    @property
    def corners(self) -> Floats:
        """(2 K, 3)."""
        return np.concatenate([self._at(self.low), self._at(self.high)])

    def spread(self, square: Floats, other: "Solid") -> Floats:
        """(N, 3) points: most evenly by area over what faces the other solid, some on rims.

        What faces away is left out: a line from there passes through the solid itself, and the
        rest of it begins on a part that faces the other.

        Args:
            square: (N, 2) in [0, 1).
        """
        first, second = square.T
        points = np.empty((len(square), 3))
        rims = first < RIMS
        points[rims] = self._rim(first[rims] / RIMS, second[rims], other)
        inner = (first[~rims] - RIMS) / (1.0 - RIMS)
        points[~rims] = self._over(self._areas(other.corners), inner, second[~rims])
        return points

    def elements(self, square: Floats, eye: Floats) -> tuple[Floats, Floats]:
        """Points spread by area projected towards a point, and what each counts: about 1.

        Args:
            square: (N, 2) in [0, 1).
            eye: (3,) outside the solid.

        Returns:
            (N, 3) points, (N,) weights.
        """
        weights = self._projected(eye)
        patch, _ = _pick(weights, square[:, 0])
        points = self._over(weights, square[:, 0], square[:, 1])
        middle, normal = self._patches()
        return points, _cosine(normal[patch], eye - points) / _cosine(normal, eye - middle)[patch]

    def _at(self, z: float) -> Floats:
        return np.column_stack([self.outline, np.full(len(self.outline), z)])

    def _patches(self) -> tuple[Floats, Floats]:
        """Middle and outward normal of each side, and of each triangle of the top, (2 K, 3)."""
        ahead = np.roll(self.outline, -1, axis=0)
        flat = (self.outline + ahead) / 2
        along = ahead - self.outline
        side = np.column_stack([along[:, 1], -along[:, 0], np.zeros(len(along))])
        side = side / np.linalg.norm(along, axis=1)[:, None]
        fan = (self.outline + ahead + self.outline.mean(axis=0)) / 3
        number = len(along)
        middle = np.concatenate([
            np.column_stack([flat, np.full(number, (self.low + self.high) / 2)]),
            np.column_stack([fan, np.full(number, self.high)]),
        ])  # fmt: skip
        return middle, np.concatenate([side, np.tile([0.0, 0.0, 1.0], (number, 1))])

    def _sizes(self) -> Floats:
        """(2 K,) the areas of the patches."""
        ahead, middle = np.roll(self.outline, -1, axis=0), self.outline.mean(axis=0)
        side = np.linalg.norm(ahead - self.outline, axis=1) * (self.high - self.low)
        a, b = self.outline - middle, ahead - middle
        return np.concatenate([side, np.abs(a[:, 0] * b[:, 1] - a[:, 1] * b[:, 0]) / 2])

    def _areas(self, others: Floats) -> Floats:
        """The areas of the patches that face any of (M, 3) points; 0 for others."""
        middle, normal = self._patches()
        ahead = normal @ others.T - (normal * middle).sum(axis=1)[:, None]
        sizes = self._sizes()
        seen = np.where((ahead > 0.0).any(axis=1), sizes, 0.0)
        # Solids within each other face nothing: all of it counts.
        return seen if seen.any() else sizes

    def _projected(self, eye: Floats) -> Floats:
        middle, normal = self._patches()
        return self._sizes() * np.maximum(_cosine(normal, eye - middle), 0.0)

    def _over(self, weights: Floats, first: Floats, second: Floats) -> Floats:
        """Points of patches chosen by weight."""
        patch, along = _pick(weights, first)
        number = len(self.outline)
        top = patch >= number
        corner = patch % number
        a, b = self.outline[corner], np.roll(self.outline, -1, axis=0)[corner]
        root = np.sqrt(along)[:, None]
        across = second[:, None]
        middle = self.outline.mean(axis=0)
        fan = (1.0 - root) * middle + root * (1.0 - across) * a + root * across * b
        side = a + along[:, None] * (b - a)
        z = np.where(top, self.high, self.low + second * (self.high - self.low))
        return np.column_stack([np.where(top[:, None], fan, side), z])

    def _rim(self, first: Floats, second: Floats, other: "Solid") -> Floats:
        """Half on the upper rim, a quarter each on the two uprights at the sides."""
        number = len(self.outline)
        place = second * number
        corner = np.minimum(place.astype(np.int64), number - 1)
        a, b = self.outline[corner], np.roll(self.outline, -1, axis=0)[corner]
        edge = a + (place - corner)[:, None] * (b - a)
        ahead = other.centre[:2] - self.centre[:2]
        across = self.outline @ np.array([-ahead[1], ahead[0]])
        sides = self.outline[np.where(first < 0.75, across.argmax(), across.argmin())]
        upper = first < 0.5
        z = np.where(upper, self.high, self.low + second * (self.high - self.low))
        return np.column_stack([np.where(upper[:, None], edge, sides), z])


def solid_of(figure: Figure, contact: float) -> Solid:
    """The upright solid of a figure, from `contact` inches above its underside up.

    Drawn in by `DRAWN_IN`, so that a wall that it touches is between it and what is behind.
    """
    outline = figure.outline
    middle = outline.mean(axis=0)
    way = outline - middle
    inner = middle + way * (1.0 - DRAWN_IN / np.linalg.norm(way, axis=1))[:, None]
    low = figure.bottom + min(contact, (figure.top - figure.bottom) / 2)
    return Solid(inner, low, figure.top - DRAWN_IN)


def _pick(weights: Floats, share: Floats) -> tuple[Ints, Floats]:
    """Which patch each share in [0, 1) falls to, and how far into it, in [0, 1]."""
    edges = np.concatenate([[0.0], np.cumsum(weights)])
    place = share * edges[-1]
    patch = np.searchsorted(edges, place, side="right") - 1
    patch = np.minimum(patch, len(weights) - 1)
    width = np.where(weights[patch] > 0.0, weights[patch], 1.0)
    return patch.astype(np.int64), np.clip((place - edges[patch]) / width, 0.0, 1.0)


def _cosine(normal: Floats, way: Floats) -> Floats:
    cosine: Floats = (normal * way).sum(axis=-1) / np.linalg.norm(way, axis=-1)
    return cosine
