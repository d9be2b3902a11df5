"""What moving and standing are answered with. Inches, board coordinates."""

from dataclasses import dataclass
from typing import Any

from geo3d.motion.heights import Spot
from geo3d.motion.standing import Standing


@dataclass(frozen=True)
class Violation:
    """A rule that is broken, and where.

    Attributes:
        rule: its number.
        at: (x, y, z).
        by: id of the feature or model that it concerns, or None.
        text: a sentence for people.
    """

    rule: str
    at: Spot
    by: str | None
    text: str

    def to_dict(self) -> dict[str, Any]:
        """A row of `violations` in JSON."""
        return {"rule": self.rule, "at": list(self.at), "by": self.by, "text": self.text}


@dataclass(frozen=True)
class Distance:
    """How far a path is (03.01, 13.06)."""

    horizontal: float = 0.0
    up: float = 0.0
    down: float = 0.0

    @property
    def total(self) -> float:
        """All of it, which a move's maximum limits."""
        return self.horizontal + self.up + self.down

    def __add__(self, other: "Distance") -> "Distance":
        return Distance(
            self.horizontal + other.horizontal, self.up + other.up, self.down + other.down
        )

    def to_dict(self) -> dict[str, float]:
        """The value of `distance` in JSON."""
        return {
            "horizontal": self.horizontal,
            "up": self.up,
            "down": self.down,
            "total": self.total,
        }


@dataclass(frozen=True)
class Surface:
    """What a model stands on.

    Attributes:
        feature: its id; None for the table or the relief.
        height: above the table.
    """

    feature: str | None
    height: float

    def to_dict(self) -> dict[str, Any]:
        """The value of `surface` in JSON."""
        return {"feature": self.feature, "height": self.height}


@dataclass(frozen=True, eq=False)
class Stand:
    """Whether a model may be set up, or end a move, at a place.

    Attributes:
        at, turn_deg: the place; centre of the underside of its base.
        standing: the physics of it.
        violations: what forbids it.
    """

    at: Spot
    turn_deg: float
    standing: Standing
    violations: tuple[Violation, ...]

    @property
    def legal(self) -> bool:
        """No rule is broken."""
        return not self.violations

    @property
    def stable(self) -> bool:
        """The centre of mass lies over the support polygon, and the base tilts little enough."""
        return self.standing.stable

    @property
    def tilt_deg(self) -> float:
        """Degrees between the base and the level."""
        return self.standing.tilt_deg

    @property
    def overhang(self) -> float:
        """The longest distance by which the base sticks out past the surface's outer edge."""
        return self.standing.overhang

    @property
    def surface(self) -> Surface:
        """What it stands on."""
        return Surface(self.standing.feature, self.standing.height)

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `geo3d stand --json`, without warnings."""
        return {
            "legal": self.legal,
            "stable": self.stable,
            "tilt_deg": self.tilt_deg,
            "margin": self.standing.margin,
            "overhang": self.overhang,
            "surface": self.surface.to_dict(),
            "violations": [violation.to_dict() for violation in self.violations],
        }


@dataclass(frozen=True, eq=False)
class Move:
    """Whether a path is legal, and how far it is.

    Attributes:
        model: its id.
        maximum: the limit that it was judged by; None for no limit.
        distance: the sum over its lines.
        violations: every broken rule, those of its end last.
        end: the state that it ends in.
        turned_deg: how far it rotates at the end of each line, counter-clockwise above 0, the way
            round that it takes (see `crossing.turn_taken`).
        climbed: ids of the features that it climbed because of a section over 2", at whose ground
            level it must end.
    """

    model: str
    maximum: float | None
    distance: Distance
    violations: tuple[Violation, ...]
    end: Stand
    turned_deg: tuple[float, ...]
    climbed: frozenset[str] = frozenset()

    @property
    def legal(self) -> bool:
        """No rule is broken, on the way or at the end."""
        return not self.violations

    def to_dict(self) -> dict[str, Any]:
        """The JSON of `geo3d move --json`, without warnings."""
        return {
            "legal": self.legal,
            "distance": self.distance.to_dict(),
            "maximum": self.maximum,
            "violations": [violation.to_dict() for violation in self.violations],
            "end": self.end.to_dict(),
        }
