"""The board file as pydantic models: names, types, ranges. References are checked in building."""

from typing import Annotated, Any, Literal

import shapely
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Discriminator,
    Field,
    Tag,
    model_validator,
)

from geo3d.tolerances import AREA_OVERLAP, FAR

Finite = Annotated[float, Field(ge=-FAR, le=FAR, allow_inf_nan=False)]
Positive = Annotated[float, Field(gt=0, le=FAR, allow_inf_nan=False)]
NotNegative = Annotated[float, Field(ge=0, le=FAR, allow_inf_nan=False)]
Xy = Annotated[list[Finite], Field(min_length=2, max_length=2)]
XyOrXyz = Annotated[list[Finite], Field(min_length=2, max_length=3)]
Xyz = Annotated[list[Finite], Field(min_length=3, max_length=3)]


def _simple(ring: list[list[float]]) -> list[list[float]]:
    """Refuse corners that enclose nothing, or whose sides cross."""
    polygon = shapely.Polygon(ring)
    if polygon.convex_hull.area <= AREA_OVERLAP:
        raise ValueError(
            "these corners lie on one line and enclose no area; three or more that do are wanted"
        )
    if not polygon.is_valid:
        where = shapely.is_valid_reason(polygon).partition("[")[2]
        x, y = where.rstrip("]").split()[:2]
        raise ValueError(
            f"the sides cross or touch at [{x}, {y}]; the corners are wanted in order round the "
            "area"
        )
    return ring


Ring = Annotated[list[Xy], Field(min_length=3), AfterValidator(_simple)]
Rings = Annotated[list[Ring], Field(min_length=1)]


def _depth(value: Any) -> str:
    """Which member of `Boundary` is meant: by whether a point or a polygon comes first."""
    first = value[0] if isinstance(value, list) and value else None
    return (
        "<rings>" if isinstance(first, list) and first and isinstance(first[0], list) else "<ring>"
    )


def _word(value: Any) -> str:
    """Which member of a union of a word and something else is meant."""
    return "<word>" if isinstance(value, str) else "<else>"


# Tags stand in angle brackets, so that a fault's place can leave them out.
Boundary = Annotated[
    Annotated[Ring, Tag("<ring>")] | Annotated[Rings, Tag("<rings>")], Discriminator(_depth)
]
Id = Annotated[str, Field(min_length=1)]
UnitName = Literal["mm", "cm", "m", "inch"]
UpName = Literal["z", "y"]
CATEGORIES_40K = ("exposed", "light", "dense")
CATEGORIES_EPIC = (
    "building", "cliff", "fortification", "hill", "jungle", "marsh", "open", "river", "road",
    "ruins", "scrub", "woods",
)  # fmt: skip
Category = Literal[
    "exposed", "light", "dense", "building", "cliff", "fortification", "hill", "jungle", "marsh",
    "open", "river", "road", "ruins", "scrub", "woods",
]  # fmt: skip


class _Model(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class GroundEntry(_Model):
    """Relief: blocks sight, is stood on, is no feature."""

    mesh: Id
    at: XyOrXyz = [0.0, 0.0]
    turn: Finite = 0.0
    units: UnitName | None = None
    up: UpName | None = None


class BattlefieldEntry(_Model):
    """The table."""

    size: Annotated[list[Positive], Field(min_length=2, max_length=2)]
    ground: GroundEntry | None = None


class SettingsEntry(_Model):
    """Readings of the rules; all optional."""

    solid_height: NotNegative = 3.0
    max_gap_width: Annotated[float, Field(ge=0)] = 4.0
    min_gap_width: NotNegative = 0.1
    max_wall_thickness: NotNegative = 2.0
    seal_mouths: bool = False
    adjacent_gap_width: NotNegative = 0.5
    straddling_gap: Literal["part", "whole"] = "part"
    implicit_areas: bool = True
    line_width: NotNegative = 0.0
    within_area: Literal["overlap", "wholly"] = "overlap"
    area_height: NotNegative | None = None
    max_tilt: Annotated[float, Field(ge=0, le=90, allow_inf_nan=False)] = 10.0
    centre_of_mass: Literal["base", "model"] = "base"
    ground_step: NotNegative = 0.25
    overhead_counts: bool = False
    models_block: bool = True
    detection_range: NotNegative = 15.0
    contact: NotNegative = 0.05


GapEntry = Annotated[
    tuple[Finite, Finite, Positive, Annotated[tuple[Finite, Finite, Finite], Field(strict=False)]],
    Field(strict=False),
]
"""sill, lintel, width, centre."""
Gaps = Annotated[
    Annotated[Literal["auto", "none"], Tag("<word>")] | Annotated[list[GapEntry], Tag("<else>")],
    Discriminator(_word),
]


class PieceEntry(_Model):
    """A mesh, used as often as wanted."""

    mesh: Id
    units: UnitName | None = None
    up: UpName | None = None
    gaps: Gaps = "auto"
    category: Category | None = None
    solid: bool | None = None


class FeatureEntry(_Model):
    """One physical piece of terrain."""

    id: Id
    piece: Id
    at: XyOrXyz
    turn: Finite = 0.0
    category: Category | None = None
    solid: bool | None = None


class AreaEntry(_Model):
    """A terrain area."""

    id: Id
    features: list[Id] = []
    boundary: Boundary | None = None
    requires: list[Category] = []

    @model_validator(mode="after")
    def _something(self) -> "AreaEntry":
        if not self.features and self.boundary is None:
            raise ValueError("an area needs features or a boundary")
        return self


class ZoneEntry(_Model):
    """A deployment zone."""

    id: Id
    player: Id
    boundary: Boundary


class ObjectiveEntry(_Model):
    """An objective marker."""

    id: Id
    at: Xy


class BaseSizes(_Model):
    """One of the three, full sizes in millimetres, the first along x at turn 0."""

    round: Positive | None = None
    oval: Annotated[list[Positive], Field(min_length=2, max_length=2)] | None = None
    rect: Annotated[list[Positive], Field(min_length=2, max_length=2)] | None = None

    @model_validator(mode="after")
    def _one(self) -> "BaseSizes":
        if sum(size is not None for size in (self.round, self.oval, self.rect)) != 1:
            raise ValueError("give exactly one of round, oval and rect, in millimetres")
        return self


BaseEntry = Annotated[
    Annotated[Literal["hull"], Tag("<word>")] | Annotated[BaseSizes, Tag("<else>")],
    Discriminator(_word),
]


class ProfileEntry(_Model):
    """What a model is: a base with a height, or a real miniature."""

    base: BaseEntry
    height: Positive | None = None
    mesh: Id | None = None
    units: UnitName | None = None
    up: UpName | None = None
    lift: NotNegative = 0.0
    keywords: list[Id] = []
    move: NotNegative | None = None
    detection_range: NotNegative | None = None

    @model_validator(mode="after")
    def _one_body(self) -> "ProfileEntry":
        if (self.height is None) == (self.mesh is None):
            raise ValueError("give a height, or a mesh instead of it (exactly one of the two)")
        if self.base == "hull" and self.mesh is None:
            raise ValueError('base "hull" is the outline of a mesh: give a mesh')
        if self.mesh is None and (self.units or self.up):
            raise ValueError("units and up belong to a mesh, and there is none")
        return self


class ModelEntry(_Model):
    """One model of a unit."""

    id: Id
    at: XyOrXyz
    turn: Finite = 0.0
    profile: Id | None = None


class UnitEntry(_Model):
    """A unit."""

    id: Id
    player: Id
    profile: Id
    shot_this_turn: bool = False
    shot_previous_turn: bool = False
    stays_hidden: bool = False
    detection_range: NotNegative | None = None
    models: list[ModelEntry] = []


class BoardFile(_Model):
    """The whole file."""

    format: Literal["geo3d-board/1"]
    ruleset: Literal["wh40k-11e", "epic-armageddon", "none"]
    battle_round: Annotated[int, Field(ge=1)] = 1
    active_player: Id | None = None
    battlefield: BattlefieldEntry
    settings: SettingsEntry = SettingsEntry()
    pieces: dict[Id, PieceEntry] = {}
    features: list[FeatureEntry] = []
    areas: list[AreaEntry] = []
    zones: list[ZoneEntry] = []
    objectives: list[ObjectiveEntry] = []
    profiles: dict[Id, ProfileEntry] = {}
    units: list[UnitEntry] = []


def board_schema() -> dict[str, Any]:
    """The JSON Schema of the board file."""
    schema = BoardFile.model_json_schema()
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
