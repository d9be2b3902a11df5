"""What a parametric shape is: a closed mesh, and what is known of it from its parameters alone."""

from dataclasses import dataclass
from math import hypot
from typing import NoReturn

import numpy as np
import trimesh

from geo3d.errors import ShapeError

Point2 = tuple[float, float]


@dataclass(frozen=True)
class Opening:
    """A window, door or arch, measured as 13.11 does: in the wall's middle surface, inches.

    Attributes:
        sill, lintel: its lowest and highest z.
        width: its greatest width.
        area: of the clear opening.
        centre: (x, y, z), middle of its bounds in the wall's middle surface.
    """

    sill: float
    lintel: float
    width: float
    area: float
    centre: tuple[float, float, float]


@dataclass(frozen=True, eq=False)
class Shape:
    """A solid standing on z = 0.

    Attributes:
        mesh: closed, wound outwards, inches.
        volume, area: of the polyhedron, from its parameters.
        openings: its windows, doors and arches.
    """

    mesh: trimesh.Trimesh
    volume: float
    area: float
    openings: tuple[Opening, ...] = ()


def refuse(shape: str, text: str) -> NoReturn:
    """Raise the error for parameters that make no such shape."""
    raise ShapeError(f"{shape}: {text}")


def positive(shape: str, **sizes: float) -> None:
    """Check that sizes are finite and above 0. Raises ShapeError."""
    for name, size in sizes.items():
        if not (np.isfinite(size) and size > 0.0):
            refuse(shape, f"{name}: a size above 0 wanted, got {size!r}")


def polygon_area(points: list[Point2]) -> float:
    """Area of a polygon by the shoelace formula; positive when counter-clockwise."""
    return 0.5 * sum(
        x1 * y2 - x2 * y1
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )


def perimeter(points: list[Point2]) -> float:
    """Length of a polygon's boundary."""
    return sum(
        hypot(x2 - x1, y2 - y1)
        for (x1, y1), (x2, y2) in zip(points, points[1:] + points[:1], strict=True)
    )
