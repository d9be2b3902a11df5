"""The answer about line of sight between two models, and the JSON that it becomes."""

from dataclasses import dataclass, field
from typing import Any, Literal

from geo3d.rays.segments import Floats
from geo3d.visibility.fraction import Fraction, Samples
from geo3d.visibility.scene import Kind

Point = tuple[float, float, float]
Certainty = Literal["certified", "sampled"]


def as_point(values: Floats) -> Point:
    """Three plain floats."""
    return float(values[0]), float(values[1]), float(values[2])


@dataclass(frozen=True)
class Witness:
    """An open line, from the observer to the target."""

    start: Point
    end: Point


@dataclass(frozen=True)
class Blocker:
    """What stops a share of the lines first."""

    id: str
    kind: Kind
    share: float


@dataclass(frozen=True)
class Geometry:
    """The answer of bare material: no rule applied."""

    visible: bool
    fully_visible: bool


@dataclass(frozen=True)
class Verdict:
    """What the rules make of a pair (40k, 13.08 to 13.11.01).

    Attributes:
        hidden: whether the target is a hidden model (13.09).
        detection_range: inches within which it can be visible while it is hidden.
        gone_to_ground: whether that is the shorter one of a model that has gone to ground.
        benefit_of_cover: of the target's unit, against the observer.
        reason: why, for a player.
    """

    hidden: bool
    detection_range: float
    gone_to_ground: bool
    benefit_of_cover: bool
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """The value of `verdict` in JSON."""
        return {
            "hidden": self.hidden,
            "detection_range": self.detection_range,
            "gone_to_ground": self.gone_to_ground,
            "benefit_of_cover": self.benefit_of_cover,
            "reason": self.reason,
        }


@dataclass(frozen=True)
class Sight:
    """Line of sight from one model (or a point) to another.

    Attributes:
        observer, target: ids of the models.
        distance: inches between the closest points of the two bases, in 3D.
        visible, fully_visible: the ruleset's verdict.
        visible_fraction: of the target's surface that faces the observer's centre.
        certainty: about `visible`: "certified" by a witness, or "sampled".
        witness: an open line, or None.
        blocked_by: what stops which share of the lines, most first; the rest is the fraction.
        geometry: the answer of bare material.
        verdict: what the rules make of it; None with ruleset "none".
        settings: all readings of the rules in force.
        warnings: what to know about the answer.
        samples: the judged elements, for pictures.
        open_line: a line is open, though a hidden target may be too far away for it to be visible.
        exposed: the models that keep the target's unit from the benefit of cover (13.08).
    """

    observer: str
    target: str
    distance: float
    visible: bool
    fully_visible: bool
    visible_fraction: Fraction
    certainty: Certainty
    witness: Witness | None
    blocked_by: tuple[Blocker, ...]
    geometry: Geometry
    verdict: Verdict | None
    settings: dict[str, Any]
    warnings: tuple[str, ...]
    samples: Samples = field(repr=False, compare=False)
    open_line: bool = False
    exposed: tuple[str, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """The JSON document of `geo3d los --json`, as plain values."""
        witness = self.witness
        return {
            "observer": self.observer,
            "target": self.target,
            "distance": self.distance,
            "visible": self.visible,
            "fully_visible": self.fully_visible,
            "visible_fraction": {
                "value": self.visible_fraction.value,
                "low": self.visible_fraction.low,
                "high": self.visible_fraction.high,
            },
            "certainty": self.certainty,
            "witness": None
            if witness is None
            else {"from": list(witness.start), "to": list(witness.end)},
            "blocked_by": [
                {"id": blocker.id, "kind": blocker.kind, "share": blocker.share}
                for blocker in self.blocked_by
            ],
            "geometry": {
                "visible": self.geometry.visible,
                "fully_visible": self.geometry.fully_visible,
            },
            "verdict": None if self.verdict is None else self.verdict.to_dict(),
            "settings": self.settings,
            "warnings": list(self.warnings),
        }
