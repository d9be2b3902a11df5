"""The models that are put on boards for the measurement, with stated heights.

Base sizes are those of common kits; their heights are this project's assumption, a round number for
what stands on such a base: nobody publishes them.
"""

from geo3d.table.bases import Base
from geo3d.table.figures import Profile
from geo3d.units import inches_from_mm


def _profile(name: str, base: Base, height: float) -> Profile:
    return Profile(name, base, height, None, 0.0, frozenset(), None)


def _round(across_mm: float) -> Base:
    radius = inches_from_mm(across_mm) / 2
    return Base("round", radius, radius)


def _oval(long_mm: float, wide_mm: float) -> Base:
    return Base("oval", inches_from_mm(long_mm) / 2, inches_from_mm(wide_mm) / 2)


MODELS = (
    _profile("trooper, 32 mm, 1.6 in", _round(32), 1.6),
    _profile("elite, 40 mm, 2 in", _round(40), 2.0),
    _profile("rider, 75 x 42 mm, 2.4 in", _oval(75, 42), 2.4),
    _profile("walker, 60 mm, 3.2 in", _round(60), 3.2),
    _profile("monster, 105 x 70 mm, 5 in", _oval(105, 70), 5.0),
)
"""What is put on boards, each as often as the others."""

ON_FLOORS = MODELS[:2]
"""What stands on floors: infantry."""
