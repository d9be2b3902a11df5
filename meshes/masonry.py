"""Ruined masonry: walls with broken tops, dressed stones, framed windows, floors, rubble."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import cos, pi, sin, sqrt

import numpy as np
from shapely.geometry import Polygon
from shapely.ops import unary_union

from meshes.kit import Solid, block, chunk, rectangle, slab, slab_flat, union

COURSE = 0.25
"""Height of a course of stones."""


def lancet(x: float, sill: float, width: float, height: float, sides: int = 7) -> Polygon:
    """A pointed window: two arcs of radius `width` that meet above its middle."""
    half = width / 2
    spring = sill + height - width * sqrt(3) / 2
    right = [
        (x - half + width * cos(pi / 3 * i / sides), spring + width * sin(pi / 3 * i / sides))
        for i in range(sides + 1)
    ]
    left = [(2 * x - a, z) for a, z in reversed(right[:-1])]
    return Polygon([(x - half, sill), (x + half, sill), *right, *left])


def square(x: float, sill: float, width: float, height: float) -> Polygon:
    """A rectangular window or door."""
    return rectangle(x - width / 2, sill, x + width / 2, sill + height)


def round_headed(x: float, sill: float, width: float, height: float, sides: int = 12) -> Polygon:
    """A window or door with a half-round head."""
    half = width / 2
    spring = sill + height - half
    head = [
        (x + half * cos(pi * i / sides), spring + half * sin(pi * i / sides))
        for i in range(sides + 1)
    ]
    return Polygon([(x - half, sill), (x + half, sill), *head])


def broken_top(
    rng: np.random.Generator, line: Sequence[tuple[float, float]], stone: float = 0.42
) -> Polygon:
    """The elevation under a line of (x, z), its top broken off along stones and courses."""
    xs, zs = zip(*line, strict=True)
    points = [(xs[0], 0.0)]
    x = xs[0]
    while x < xs[-1] - 1e-9:
        end = min(x + stone * rng.uniform(0.6, 1.3), xs[-1])
        if xs[-1] - end < 0.15:
            end = xs[-1]
        want = float(np.interp((x + end) / 2, xs, zs)) + rng.uniform(-0.18, 0.18)
        top = max(COURSE, round(want / COURSE) * COURSE)
        # Stones break a little askew, so no two tops are quite level.
        points += [(x, top + rng.uniform(-0.05, 0.05)), (end, top + rng.uniform(-0.05, 0.05))]
        x = end
    points.append((xs[-1], 0.0))
    return Polygon(points).buffer(0)


def stones(rng: np.random.Generator, face: Polygon, share: float, stone: float = 0.5) -> Polygon:
    """Some of a wall's stones, laid in running bond, that stand out from its face."""
    x0, z0, x1, z1 = face.bounds
    inside = face.buffer(-0.03, join_style="mitre")
    found = []
    for row in range(int(z0 / COURSE), int(z1 / COURSE) + 1):
        x = x0 - (row % 2) * stone / 2
        while x < x1:
            if rng.random() < share:
                z = row * COURSE
                cell = rectangle(x + 0.025, z + 0.025, x + stone - 0.025, z + COURSE - 0.025)
                if inside.contains(cell):
                    found.append(cell)
            x += stone
    return unary_union(found)


@dataclass
class Wall:
    """A ruined wall along x from 0 to its length, in the plane y = 0, to be built by `body`.

    Attributes:
        line: (x, z) along its broken top.
        windows: holes with a frame and a sill.
        doors: holes with a frame, from the ground.
        breaches: plain holes.
        bands: heights of string courses.
        piers: x of buttresses.
        outside: the side on which buttresses and bands stand out: -1 or 1.
    """

    line: Sequence[tuple[float, float]]
    windows: Sequence[Polygon] = ()
    doors: Sequence[Polygon] = ()
    breaches: Sequence[Polygon] = ()
    bands: Sequence[float] = ()
    piers: Sequence[float] = ()
    thickness: float = 0.3125
    outside: int = -1
    share: float = 0.2

    def body(self, rng: np.random.Generator) -> Solid:
        """The wall as a solid."""
        t = self.thickness
        holes = unary_union([*self.windows, *self.doors, *self.breaches])
        whole = broken_top(rng, self.line)
        frames = self._frames(whole)
        length = self.line[-1][0]
        parts = [slab(whole, t)]
        parts.append(slab(frames, t + 0.125))
        proud = stones(rng, whole.difference(frames).difference(holes), self.share)
        parts.append(slab(proud, t + 0.078125))
        parts.append(slab(rectangle(0, 0, length, 0.4).intersection(whole), t + 0.15625))
        for z in self.bands:
            band = rectangle(0, z - 0.22, length, z).intersection(whole)
            parts.append(slab(band, t, y=self.outside * 0.109375))
        for x in self.piers:
            parts.append(self._pier(x, whole))
        # Holes are cut last, through all of it, so that their sides are single faces.
        return union(parts) - slab(holes, 3.0)

    def _frames(self, whole: Polygon) -> Polygon:
        """Dressed stone about windows and doors, and sills, their holes not yet cut."""
        found = []
        for hole in (*self.windows, *self.doors):
            x0, z0, x1, _ = hole.bounds
            found.append(hole.buffer(0.13, join_style="mitre"))
            if z0 > 0:
                found.append(rectangle(x0 - 0.22, z0 - 0.17, x1 + 0.22, z0 + 0.04))
        return unary_union(found).intersection(whole)

    def _pier(self, x: float, whole: Polygon) -> Solid:
        """A buttress with a sloped head, as high as the wall there allows."""
        top = whole.intersection(rectangle(x - 0.2, 0, x + 0.2, 99)).bounds[3] - 0.3
        side = self.outside
        reach = [
            (0.0, 0.0),
            (0.42, 0.0),
            (0.42, 0.55 * top),
            (0.26, 0.55 * top + 0.25),
            (0.26, top - 0.3),
            (0.0, top),
        ]
        # Drawn in (distance from the wall, z), made .44 wide along x.
        head = slab(Polygon(reach), 0.44).rotate([0.0, 0.0, 90.0 * side])
        return head.translate([x, side * (self.thickness / 2 - 0.02), 0.0])


def broken_floor(
    rng: np.random.Generator, plan: Polygon, bite: Sequence[tuple[float, float, float]]
) -> Polygon:
    """A floor's plan with round bites (x, y, radius) broken out of it, ragged."""
    for x, y, radius in bite:
        angles = np.linspace(0, 2 * pi, 17)[:-1] + rng.uniform(-0.12, 0.12, 16)
        radii = radius * rng.uniform(0.86, 1.12, 16)
        plan = plan.difference(
            Polygon(np.column_stack([x + radii * np.cos(angles), y + radii * np.sin(angles)]))
        )
    parts = sorted(getattr(plan, "geoms", [plan]), key=lambda part: -part.area)
    return parts[0]


def timber_floor(
    rng: np.random.Generator, plan: Polygon, top: float, along_x: bool = True, gap: float = 0.9
) -> Solid:
    """A floor .2 thick, its top at `top`, over joists that stick out where it is broken."""
    parts = [slab_flat(plan, top - 0.2, top)]
    x0, y0, x1, y1 = plan.bounds
    low, high = (y0, y1) if along_x else (x0, x1)
    at = low + gap / 2
    while at < high - 0.1:
        strip = (
            rectangle(x0, at - 0.08, x1, at + 0.078125)
            if along_x
            else rectangle(at - 0.08, y0, at + 0.08, y1)
        )
        under = strip.intersection(plan)
        for part in getattr(under, "geoms", [under]):
            if part.is_empty or part.area < 0.02:
                continue
            stub = part.buffer(rng.uniform(0.05, 0.3), join_style="mitre", cap_style="flat")
            joist = stub.intersection(strip)
            parts.append(slab_flat(joist, top - 0.42, top - 0.15))
        at += gap
    return union(parts)


def rubble(
    rng: np.random.Generator,
    centre: tuple[float, float],
    spread: float,
    count: int,
    size: tuple[float, float] = (0.25, 0.75),
    z: float = 0.0,
) -> list[Solid]:
    """A heap of broken stones, the big ones in its middle."""
    found = []
    for _ in range(count):
        angle, far = rng.uniform(0, 2 * pi), spread * sqrt(rng.random())
        big = size[1] - (size[1] - size[0]) * min(1.0, far / spread + rng.uniform(-0.25, 0.25))
        at = (centre[0] + far * cos(angle), centre[1] + far * sin(angle), z)
        found.append(chunk(rng, at, max(size[0], big)))
    return found


def fallen_stones(
    rng: np.random.Generator, centre: tuple[float, float], spread: float, count: int, z: float = 0.0
) -> list[Solid]:
    """Dressed stones that fell off a wall."""
    return [
        block(
            (centre[0] + rng.normal() * spread / 2, centre[1] + rng.normal() * spread / 2, z),
            (0.45 * rng.uniform(0.6, 1.0), 0.25, 0.2),
            turn=float(rng.uniform(0, 180)),
            bevel=0.03,
        )
        for _ in range(count)
    ]
