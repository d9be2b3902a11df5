"""Boards of plain things: boxes, marked areas, upright models on bases, units.

They are values, so that a reference can judge the same board as geo3d, and so that a whole board
can be moved, turned, mirrored or renamed. Inches and degrees throughout, bases included.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import cos, hypot, radians, sin
from pathlib import Path

import numpy as np
import trimesh

import geo3d
from geo3d.table import Board

MM = 25.4

Ring = tuple[tuple[float, float], ...]


@dataclass(frozen=True)
class Block:
    """A feature: a box of `size`, its middle over `at`, unless `mesh` stands for it.

    Attributes:
        at: x, y, or x, y and the height of its underside.
        mesh: another shape, in its own frame; the reference does not know it.
    """

    id: str
    size: tuple[float, float, float]
    at: tuple[float, ...]
    turn: float = 0.0
    category: str = "dense"
    solid: bool | None = None
    gaps: str = "none"
    mesh: trimesh.Trimesh | None = None

    @property
    def corners(self) -> Ring:
        """Its outline in plan, counter-clockwise."""
        x, y = self.size[0] / 2, self.size[1] / 2
        spin = spinning(self.turn, (0.0, 0.0), self.at[:2])
        return tuple(spin(p) for p in ((-x, -y), (x, -y), (x, y), (-x, y)))

    @property
    def low(self) -> float:
        return self.at[2] if len(self.at) > 2 else 0.0


@dataclass(frozen=True)
class Patch:
    """An area: with a boundary, or the hull of its features."""

    id: str
    features: tuple[str, ...] = ()
    boundary: Ring | None = None
    requires: tuple[str, ...] = ()


@dataclass(frozen=True)
class Man:
    """A model: a round base `across`, drawn up to `height`; or another base.

    Attributes:
        at: x, y, or x, y, z.
        base: the board file's entry, in millimetres, instead of a round one.
    """

    id: str
    at: tuple[float, ...]
    across: float = 1.0
    height: float = 1.6
    turn: float = 0.0
    keywords: tuple[str, ...] = ("INFANTRY",)
    detection_range: float | None = None
    base: Mapping | None = None
    lift: float = 0.0

    @property
    def low(self) -> float:
        return self.at[2] if len(self.at) > 2 else 0.0


@dataclass(frozen=True)
class Squad:
    """A unit."""

    id: str
    player: str
    men: tuple[Man, ...]
    shot_this_turn: bool = False
    shot_previous_turn: bool = False
    stays_hidden: bool = False
    detection_range: float | None = None


@dataclass(frozen=True)
class Plain:
    """A board.

    Attributes:
        settings: only what departs from the defaults.
        ground: a relief in board coordinates; the reference does not know it.
    """

    squads: tuple[Squad, ...]
    blocks: tuple[Block, ...] = ()
    patches: tuple[Patch, ...] = ()
    settings: Mapping[str, object] = field(default_factory=dict)
    battle_round: int = 2
    ruleset: str = "wh40k-11e"
    size: tuple[float, float] = (60.0, 44.0)
    ground: trimesh.Trimesh | None = None

    def squad_of(self, man: str) -> Squad:
        """The unit of a model."""
        return next(s for s in self.squads for m in s.men if m.id == man)

    def man(self, id: str) -> Man:
        """A model."""
        return next(m for s in self.squads for m in s.men if m.id == id)

    def change(self, id: str, **what: object) -> "Plain":
        """Another value of one feature, area, unit or model."""

        def made(things: Iterable) -> tuple:
            return tuple(replace(t, **what) if t.id == id else t for t in things)

        squads = tuple(replace(squad, men=made(squad.men)) for squad in self.squads)
        return replace(
            self, squads=made(squads), blocks=made(self.blocks), patches=made(self.patches)
        )

    def under(self, **settings: object) -> "Plain":
        """The same with other settings."""
        return replace(self, settings={**self.settings, **settings})

    def placed(
        self, where: Callable[[tuple], tuple], angle: Callable[[float], float], name: Callable = str
    ) -> "Plain":
        """All of it elsewhere, under other ids.

        Args:
            where: of a point in plan.
            angle: of a turn.
            name: of an id.
        """

        def at(point: tuple) -> tuple:
            return (*where(point[:2]), *point[2:])

        return replace(
            self,
            squads=tuple(
                replace(s, id=name(s.id), player=name(s.player), men=tuple(
                    replace(m, id=name(m.id), at=at(m.at), turn=angle(m.turn)) for m in s.men
                ))
                for s in self.squads
            ),
            blocks=tuple(
                replace(b, id=name(b.id), at=at(b.at), turn=angle(b.turn)) for b in self.blocks
            ),
            patches=tuple(
                replace(
                    p, id=name(p.id), features=tuple(name(f) for f in p.features),
                    boundary=None if p.boundary is None else tuple(where(q) for q in p.boundary),
                )
                for p in self.patches
            ),
        )  # fmt: skip

    def load(self, folder: Path) -> Board:
        """Write its pieces and its file, and load that."""
        folder.mkdir(parents=True, exist_ok=True)
        pieces, features = {}, []
        for number, block in enumerate(self.blocks):
            mesh = block.mesh
            if mesh is None:
                x, y, z = block.size
                mesh = trimesh.creation.box(bounds=[[-x / 2, -y / 2, 0], [x / 2, y / 2, z]])
            mesh.export(folder / f"piece-{number}.ply")
            pieces[f"p{number}"] = {
                "mesh": f"piece-{number}.ply", "units": "inch", "gaps": block.gaps,
                "category": block.category,
            }  # fmt: skip
            entry = {
                "id": block.id, "piece": f"p{number}", "at": list(block.at), "turn": block.turn,
            }  # fmt: skip
            features.append(entry if block.solid is None else {**entry, "solid": block.solid})
        battlefield: dict = {"size": list(self.size)}
        if self.ground is not None:
            self.ground.export(folder / "ground.stl")
            battlefield["ground"] = {"mesh": "ground.stl", "at": [0.0, 0.0], "units": "inch"}
        profiles = {m.id: _profile(m) for s in self.squads for m in s.men}
        content = {
            "format": "geo3d-board/1", "ruleset": self.ruleset, "battlefield": battlefield,
            "battle_round": self.battle_round, "settings": dict(self.settings), "pieces": pieces,
            "features": features, "areas": [_area(p) for p in self.patches],
            "profiles": profiles, "units": [_unit(s) for s in self.squads],
        }  # fmt: skip
        path = folder / "board.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return geo3d.load_board(path)


def _profile(man: Man) -> dict:
    entry = {
        "base": dict(man.base) if man.base else {"round": man.across * MM},
        "height": man.height, "keywords": list(man.keywords), "lift": man.lift,
    }  # fmt: skip
    if man.detection_range is not None:
        entry["detection_range"] = man.detection_range
    return entry


def _area(patch: Patch) -> dict:
    entry: dict = {"id": patch.id, "features": list(patch.features)}
    if patch.boundary is not None:
        entry["boundary"] = [list(p) for p in patch.boundary]
    if patch.requires:
        entry["requires"] = list(patch.requires)
    return entry


def _unit(squad: Squad) -> dict:
    entry = {
        "id": squad.id, "player": squad.player, "profile": squad.men[0].id,
        "shot_this_turn": squad.shot_this_turn, "shot_previous_turn": squad.shot_previous_turn,
        "stays_hidden": squad.stays_hidden,
        "models": [
            {"id": m.id, "at": list(m.at), "turn": m.turn, "profile": m.id} for m in squad.men
        ],
    }  # fmt: skip
    if squad.detection_range is not None:
        entry["detection_range"] = squad.detection_range
    return entry


def spinning(angle: float, middle: tuple, to: tuple) -> Callable[[tuple], tuple[float, float]]:
    """Points in plan turned about `middle`, which comes to `to`."""
    c, s = cos(radians(angle)), sin(radians(angle))

    def spun(point: tuple) -> tuple[float, float]:
        x, y = point[0] - middle[0], point[1] - middle[1]
        return to[0] + c * x - s * y, to[1] + s * x + c * y

    return spun


def oblong(x: tuple[float, float], y: tuple[float, float]) -> Ring:
    """A rectangle from its ranges."""
    return ((x[0], y[0]), (x[1], y[0]), (x[1], y[1]), (x[0], y[1]))


def block(
    id: str, x: tuple[float, float], y: tuple[float, float], z: tuple[float, float] = (0.0, 6.0),
    category: str = "dense", **more: object,
) -> Block:  # fmt: skip
    """A box feature from its ranges."""
    size = (x[1] - x[0], y[1] - y[0], z[1] - z[0])
    return Block(
        id, size, ((x[0] + x[1]) / 2, (y[0] + y[1]) / 2, z[0]), category=category, **more
    )  # fmt: skip


def lone(id: str, player: str, at: tuple[float, ...], **more: object) -> Squad:
    """A unit of one model, `id`; the unit is `id` in capitals. Facts of the unit go to it."""
    of_unit = {
        k: more.pop(k)
        for k in ("shot_this_turn", "shot_previous_turn", "stays_hidden") if k in more
    }  # fmt: skip
    return Squad(id.upper(), player, (Man(id, at, **more),), **of_unit)


def distance(one: Man, other: Man) -> float:
    """Between the closest points of two round bases."""
    plan = hypot(one.at[0] - other.at[0], one.at[1] - other.at[1])
    return hypot(max(0.0, plan - (one.across + other.across) / 2), one.low - other.low)


def as_array(ring: Ring) -> np.ndarray:
    """(K, 2)."""
    return np.array(ring, dtype=float)
