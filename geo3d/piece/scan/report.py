"""What was done to a scan: one record a step, and the sum of them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

import numpy as np
import trimesh

from geo3d.rays.segments import Floats

FORMAT = "geo3d-scan-report/1"


@dataclass(frozen=True)
class Step:
    """What one step did.

    Attributes:
        name: of the step.
        changed: whether the mesh came out different.
        text: for people: one line.
        figures: plain JSON values; lengths in inches.
    """

    name: str
    changed: bool
    text: str
    figures: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    def moved(self, shift: Floats) -> "Step":
        """The same with every `centre` in its figures moved: to where the piece now is."""
        figures = {
            key: [
                {**row, "centre": [float(c + s) for c, s in zip(row["centre"], shift, strict=True)]}
                if isinstance(row, Mapping) and "centre" in row
                else row
                for row in value
            ]
            if isinstance(value, list)
            else value
            for key, value in self.figures.items()
        }
        return replace(self, figures=figures)


@dataclass(frozen=True, eq=False)
class Report:
    """All that was done to a scan.

    Attributes:
        source: the file, or None for a mesh.
        scale: inches to one unit of the file.
        scale_from: what says so: "file", "units", "height", "length" or "marker".
        up: which axis of the file is up.
        transform: (4, 4) from the file's coordinates to the piece's frame.
        steps: in the order in which they were taken.
        before, after: faces, size, whether closed; after also where it is `open`.
        warnings: what the user should look at.
    """

    source: str | None
    scale: float
    scale_from: str
    up: str
    transform: Floats
    steps: tuple[Step, ...]
    before: Mapping[str, Any]
    after: Mapping[str, Any]
    warnings: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "format": FORMAT,
            "source": self.source,
            "scale": {"inches_per_unit": self.scale, "from": self.scale_from},
            "up": self.up,
            "transform": self.transform.tolist(),
            "steps": [
                {"step": s.name, "changed": s.changed, "text": s.text, **s.figures}
                for s in self.steps
            ],
            "before": dict(self.before),
            "after": dict(self.after),
            "warnings": list(self.warnings),
        }


def sizes(mesh: trimesh.Trimesh) -> dict[str, Any]:
    """Faces, size and whether it is closed."""
    return {
        "triangles": len(mesh.faces),
        "size": [float(value) for value in np.ptp(np.asarray(mesh.vertices), axis=0)],
        "watertight": bool(mesh.is_watertight),
    }
