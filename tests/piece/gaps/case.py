"""What a test piece for enclosed gaps (13.11) is: how to make it, and what must be found on it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import pi, sin

import trimesh

from geo3d.shapes import Hole
from geo3d.shapes.shape import Opening
from geo3d.shapes.walls import opening

Span = float | tuple[float, float]
"""A number, or the lowest and highest that some reading of the rule allows."""

ROUGH_BARS = 0.2
"""Share of an area that roughening may change between bars and in bullet holes, whose rims it moves
by a good part of their width."""


@dataclass(frozen=True)
class Expected:
    """One gap by arithmetic, inches. `centre` None: no reading fixes it to better than a wall."""

    kind: str
    sill: Span
    lintel: Span
    width: Span
    area: Span
    centre: tuple[float, float, float] | None = None
    centre_within: float = 0.05


@dataclass(frozen=True)
class Case:
    """A piece and its gaps.

    Attributes:
        make: the mesh: closed and wound outwards where `closed`, standing on z = 0, with middle
            surfaces of walls where `expected` says.
        expected: all its gaps, and no others.
        volume: of the piece, by arithmetic; None where it is not simple.
        area_clean, area_rough: shares by which areas may differ on the exact and a roughened mesh.
        roughens: False where roughening itself would change the answer, as it makes a crack of .04
            wider than .05 in places.
        why: how the expected values come about, where it is not obvious.
    """

    name: str
    make: Callable[[], trimesh.Trimesh]
    expected: tuple[Expected, ...]
    volume: float | None = None
    closed: bool = True
    area_clean: float = 0.03
    area_rough: float = 0.1
    roughens: bool = True
    why: str = ""


def found_at(
    hole: Hole, at: tuple[float, float] = (0.0, 0.0), along_y: bool = False, base: float = 0.0
) -> Expected:
    """The opening that a hole makes in a wall whose middle stands at `at`, along x or along y."""
    return of_opening(opening(hole), at, along_y, base)


def of_opening(
    known: Opening, at: tuple[float, float] = (0.0, 0.0), along_y: bool = False, base: float = 0.0
) -> Expected:
    """The same of what a shape states."""
    x, y, z = known.centre
    x, y = (at[0] - y, at[1] + x) if along_y else (at[0] + x, at[1] + y)
    return Expected(
        "opening", known.sill + base, known.lintel + base, known.width, known.area, (x, y, z + base)
    )


def rectangle(
    kind: str, width: float, sill: float, lintel: float, at: tuple[float, float] | None = None
) -> Expected:
    """A gap with upright jambs and level sill and lintel, its middle over `at`."""
    centre = None if at is None else (*at, (sill + lintel) / 2)
    return Expected(kind, sill, lintel, width, width * (lintel - sill), centre)


def polygon_share(sides: int) -> float:
    """Area of a regular polygon over that of the circle about it."""
    return sides * sin(2 * pi / sides) / (2 * pi)


def by_name(cases: Sequence[Case]) -> dict[str, Case]:
    """Cases by their names, which must differ."""
    named = {case.name: case for case in cases}
    assert len(named) == len(cases), "two cases of one name"
    return named
