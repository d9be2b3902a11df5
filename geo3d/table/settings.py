"""The readings of the rules that a board may choose, each with its default and its rule."""

from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True)
class Settings:
    """All settings. Inches unless the name or the text says otherwise.

    Attributes:
        solid_height: gaps of Solid features are closed up to this height (13.11).
        max_gap_width: wider gaps are reported, not closed (13.11); infinity closes all.
        min_gap_width: narrower or lower gaps are no gaps (13.11).
        max_wall_thickness: within this depth an opening widens on both sides (13.11).
        seal_mouths: whether ends of deeper roofed spaces are closed too (13.11).
        adjacent_gap_width: Solid features closer than this are one surface there (13.11); 0: off.
        straddling_gap: "part" closes a gap up to solid_height, "whole" all that begin below it.
        implicit_areas: a feature that no area names forms one from its footprint (13.01 b).
        line_width: millimetres; a line of sight of that thickness must pass.
        within_area: a base is within an area by "overlap", or only "wholly" (13.08 to 13.10).
        area_height: up to which height an obscuring area blocks; None: any (13.10).
        max_tilt: degrees by which a stable model may lean (13.06).
        centre_of_mass: of the "base", or of the "model" (13.06).
        ground_step: surfaces up to this height above a feature's ground level are ground (13.01).
        overhead_counts: material that a base passes under counts as a section's height (13.06).
        models_block: models of other units block sight.
        detection_range: of hidden models (13.09).
        contact: parts of a figure lower than this above its underside take no part in sight; deeper
            inside material is a warning.
    """

    solid_height: float = 3.0
    max_gap_width: float = 4.0
    min_gap_width: float = 0.1
    max_wall_thickness: float = 2.0
    seal_mouths: bool = False
    adjacent_gap_width: float = 0.5
    straddling_gap: Literal["part", "whole"] = "part"
    implicit_areas: bool = True
    line_width: float = 0.0
    within_area: Literal["overlap", "wholly"] = "overlap"
    area_height: float | None = None
    max_tilt: float = 10.0
    centre_of_mass: Literal["base", "model"] = "base"
    ground_step: float = 0.25
    overhead_counts: bool = False
    models_block: bool = True
    detection_range: float = 15.0
    contact: float = 0.05

    def to_dict(self) -> dict[str, Any]:
        """Plain values by name; infinity as None, which JSON can hold."""
        return {
            name: None if value == float("inf") else value for name, value in vars(self).items()
        }
