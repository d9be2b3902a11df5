"""Alleys: two straight walls, the ground, and roofs over parts of them; mouths under their edges.

A roof's edge slants by so much per inch across the alley. Where it does, what is roofed right
across begins at the wall at which the roof begins last: there the mouth stands, .25 deep, across
the alley. A roof that covers all of an alley's width for no more than 2 inches, with sky before and
behind, is the lintel of an opening in a wall so thick.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import shapely
import trimesh
from shapely.ops import substring

from geo3d.shapes.solids import Solid, box, mesh_of, prism, union
from tests.piece.gaps.case import Case, Expected, rectangle

DEEP, MOUTH = 2.0, 0.25
WALL = 0.6
"""How thick the walls of alleys are here."""

WITHIN = 0.05
"""How far a mouth may be told from where it stands."""


@dataclass(frozen=True)
class Roof:
    """From and to where along x, over the alley's middle, and how far both edges slant an inch."""

    begin: float
    stop: float
    slant: float = 0.0

    def over(self, y: float) -> tuple[float, float]:
        return self.begin + self.slant * y, self.stop + self.slant * y


@dataclass(frozen=True)
class Alley:
    """Along x from 0 on, about y = 0, with walls that go on over its roofs."""

    roofs: tuple[Roof, ...]
    length: float = 20.0
    width: float = 3.0
    lintel: float = 3.0
    high: float = 4.0
    closed: tuple[bool, bool] = (False, False)

    def parts(self) -> list[Solid]:
        """Its walls, and its roofs .4 thick, which end halfway through the walls."""
        y, far = self.width / 2, self.width / 2 + WALL
        found = [box((0.0, s, 0.0), (self.length, s + WALL, self.high)) for s in (-far, y)]
        for x, shut in zip((-WALL, self.length), self.closed, strict=True):
            if shut:
                # A little into the walls.
                low = x + (-1e-3 if x > 0.0 else 0.0)
                found.append(box((low, -far, 0.0), (low + WALL + 1e-3, far, self.high)))
        side = y + WALL / 2
        for roof in self.roofs:
            (a, b), (c, d) = roof.over(-side), roof.over(side)
            plan = [(a, -side), (b, -side), (d, side), (c, side)]
            found.append(prism([plan], 0.4).translate([0.0, 0.0, self.lintel]))
        return found

    def mesh(self) -> trimesh.Trimesh:
        return mesh_of(union(self.parts()))

    def expected(self) -> tuple[Expected, ...]:
        """Its gaps; each of its roofs covers all of its width for .2 or more."""
        found = []
        for roof in self.roofs:
            ends = [roof.over(side * self.width / 2) for side in (-1, 1)]
            begin, stop = max(a for a, _ in ends), min(b for _, b in ends)
            if stop - begin <= DEEP:
                found.append(self._gap("opening", (begin + stop) / 2))
            else:
                found += [self._gap("mouth", x) for x in (begin + MOUTH / 2, stop - MOUTH / 2)]
        return tuple(found)

    def _gap(self, kind: str, x: float) -> Expected:
        gap = rectangle(kind, self.width, 0.0, self.lintel, (x, 0.0))
        return Expected(gap.kind, gap.sill, gap.lintel, gap.width, gap.area, gap.centre, WITHIN)


def alley(name: str, roofs: Sequence[Roof], **sizes: object) -> Case:
    known = Alley(tuple(roofs), **sizes)  # type: ignore[arg-type]
    return Case(f"alley-{name}", known.mesh, known.expected())


def random_alley(seed: int) -> Alley:
    """One to three roofs of any length and slant, .3 or more of sky between all of them."""
    rng = np.random.default_rng(seed)
    width = float(rng.uniform(0.5, 4.0))
    closed = bool(rng.integers(2)), bool(rng.integers(2))
    lintel = float(rng.uniform(0.8, 3.5))
    roofs: list[Roof] = []
    at = 0.0
    for _ in range(int(rng.integers(1, 4))):
        slant = float(rng.choice([0.0, rng.uniform(-0.6, 0.6)]))
        aside = abs(slant) * (width / 2 + WALL)
        over = width * abs(slant) + float(rng.choice([rng.uniform(0.25, 1.9), rng.uniform(2.1, 9)]))
        # Sky over each line along the alley, and straight walls about.
        begin = at + float(rng.uniform(0.6, 6.0)) + aside
        roofs.append(Roof(begin, begin + over, slant))
        at = begin + over + aside
    length = max(at + float(rng.uniform(0.6, 6.0)), 2.0 * width)
    high = lintel + float(rng.choice([0.4, rng.uniform(0.5, 2.0)]))
    return Alley(tuple(roofs), length, width, lintel, high, closed)


def bent(line: Sequence[tuple[float, float]], roofs: Sequence[tuple[float, float]]) -> Solid:
    """An alley 3 wide along a line, with roofs from and to so far along it, at 3."""
    path = shapely.LineString(line)

    def about(way: shapely.LineString, half: float) -> shapely.Polygon:
        return way.buffer(half, cap_style="flat", join_style="mitre", mitre_limit=20.0)

    walls = shapely.get_parts(about(path, 1.5 + WALL).difference(about(path, 1.5)))
    parts = [prism([list(wall.exterior.coords)[:-1]], 4.0) for wall in walls]
    for begin, stop in roofs:
        roof = about(substring(path, begin, stop), 1.5 + WALL / 2)
        over = prism([list(roof.exterior.coords)[:-1]], 0.4)
        parts.append(over.translate([0.0, 0.0, 3.0]))
    return union(parts)


def bent_ends(line: Sequence[tuple[float, float]], at: Sequence[float]) -> tuple[Expected, ...]:
    """Mouths whose middles lie so far along a line."""
    path = shapely.LineString(line)
    found = []
    for far in at:
        gap = rectangle("mouth", 3.0, 0.0, 3.0, path.interpolate(far).coords[0])
        found.append(Expected("mouth", 0.0, 3.0, 3.0, 9.0, gap.centre, WITHIN))
    return tuple(found)


BENT = ((0.0, 0.0), (12.0, 0.0), (12.0, 12.0))
BENT_45 = ((0.0, 0.0), (10.0, 0.0), (20.0, 10.0))

CORNER = 1.5 / np.sqrt(2.0)


def cornered() -> trimesh.Trimesh:
    """Passages 3 wide that meet at 45 degrees in a block; where they do a corner sticks out.

    It leaves a neck of 2.43 between (9.38, 9.5) and (10.6, 7.4), within the passage.
    """
    body = box((0.0, 0.0, 0.0), (20.0, 24.0, 6.0)) - box((-1.0, 6.5, -1.0), (10.6, 9.5, 4.0))
    arm = box((0.0, -1.5, -1.0), (20.0, 1.5, 4.0)).rotate([0.0, 0.0, 45.0])
    return mesh_of(body - arm.translate([10.0, 8.0, 0.0]))


def _end(x: float, y: float) -> Expected:
    mouth = rectangle("mouth", 3.0, 0.0, 4.0, (x, y))
    return Expected(mouth.kind, mouth.sill, mouth.lintel, mouth.width, mouth.area, mouth.centre,
                    0.1)  # fmt: skip


# Where its lower wall ends: x - y = 11.06 - 6.94 there.
FAR = 20.0, 20.0 - (10.0 - 8.0) - 2 * CORNER

CASES = (
    *(alley(f"two-roofs-{sky:g}", [Roof(2.0, 5.0), Roof(5.0 + sky, 8.0 + sky)])
      for sky in (0.4, 3.0, 5.0, 8.0)),
    alley("two-arches-near", [Roof(2.0, 3.0), Roof(3.3, 4.3)]),
    alley("arch-and-roof", [Roof(3.0, 4.0), Roof(9.0, 13.0)]),
    alley("roof-as-deep-as-a-wall", [Roof(3.0, 5.0), Roof(9.0, 11.3)]),
    alley("roofs-far-in", [Roof(16.0, 19.0), Roof(30.0, 45.0)], length=60.0),
    alley("closed", [Roof(4.0, 7.0), Roof(10.0, 16.0)], closed=(True, True)),
    alley("dead-end", [Roof(4.0, 7.0)], closed=(False, True)),
    *(alley(f"slant-{slant:g}", [Roof(4.0, 8.0, slant)], length=12.0)
      for slant in (0.04, 0.2, -0.4, 0.6)),
    alley("slants-two", [Roof(3.0, 6.0, 0.2), Roof(8.0, 12.0, -0.5)]),
    alley("slant-narrow", [Roof(3.0, 6.0, 0.7)], width=0.6, lintel=1.5, high=2.5, length=9.0),
    Case("alley-bent", lambda: mesh_of(bent(BENT, [(2.0, 5.0), (9.0, 15.5), (18.0, 21.0)])),
         bent_ends(BENT, [2.125, 4.875, 9.125, 15.375, 18.125, 20.875])),
    Case("alley-bent-45", lambda: mesh_of(bent(BENT_45, [(4.0, 13.0)])),
         bent_ends(BENT_45, [4.125, 12.875]), why="It bends under its roof."),
    Case("passage-corner-that-sticks-out", cornered, (
        _end(0.125, 8.0), _end(FAR[0] - CORNER - 0.125 / 2**0.5, FAR[1] + CORNER - 0.125 / 2**0.5)
    )),
)  # fmt: skip
