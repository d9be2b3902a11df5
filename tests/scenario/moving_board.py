"""Boards for moving and standing: shapes and figures in inches, written as files and loaded as a
user's are."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import cos, radians, sin
from pathlib import Path

import numpy as np
import trimesh

import geo3d
from geo3d.shapes import Shape
from geo3d.shapes.round import ngon
from geo3d.shapes.solids import box, mesh_of, prism, union
from geo3d.table import Board

MM = 25.4
MIDDLE = (30.0, 22.0)
"""The middle of the board, where most features stand."""


def disc(across: float) -> dict:
    """A round base, inches."""
    return {"round": across * MM}


def oval(x: float, y: float) -> dict:
    """An oval base, inches."""
    return {"oval": [x * MM, y * MM]}


def rect(x: float, y: float) -> dict:
    """A rectangular base, inches."""
    return {"rect": [x * MM, y * MM]}


@dataclass(frozen=True, eq=False)
class Thing:
    """A feature."""

    shape: Shape | trimesh.Trimesh
    at: tuple[float, ...] = MIDDLE
    turn: float = 0.0
    category: str = "dense"
    solid: bool | None = None
    gaps: str = "auto"

    @property
    def mesh(self) -> trimesh.Trimesh:
        return self.shape.mesh if isinstance(self.shape, Shape) else self.shape


@dataclass(frozen=True, eq=False)
class Model:
    """A model: a base 1" across and 1.6" tall, unless told."""

    at: tuple[float, ...]
    keywords: str = "INFANTRY"
    base: Mapping | str = field(default_factory=lambda: disc(1.0))
    height: float = 1.6
    turn: float = 0.0
    player: str = "red"
    move: float | None = None
    mesh: trimesh.Trimesh | None = None


@dataclass(frozen=True, eq=False)
class Table:
    """A board of 60" x 44", its pieces not yet written.

    Attributes:
        ground: a relief with its origin at `ground_at`.
    """

    models: Mapping[str, Model]
    things: Mapping[str, Thing] = field(default_factory=dict)
    settings: Mapping[str, object] = field(default_factory=dict)
    ruleset: str = "wh40k-11e"
    ground: trimesh.Trimesh | None = None
    ground_at: tuple[float, float] = (0.0, 0.0)
    ground_turn: float = 0.0
    areas: tuple[dict, ...] = ()

    def turned(self, angle: float, shift: tuple[float, float] = (0.0, 0.0)) -> "Table":
        """All of it turned about the middle of the board, then moved."""
        return replace(
            self,
            models={
                id: replace(one, at=spun(one.at, angle, shift), turn=one.turn + angle)
                for id, one in self.models.items()
            },
            things={
                id: replace(one, at=spun(one.at, angle, shift), turn=one.turn + angle)
                for id, one in self.things.items()
            },
            ground_at=spun(self.ground_at, angle, shift),
            ground_turn=self.ground_turn + angle,
        )

    def load(self, folder: Path) -> Board:
        """Write its pieces and its file, and load that."""
        battlefield: dict = {"size": [60.0, 44.0]}
        if self.ground is not None:
            geo3d.write_piece(self.ground, folder / "ground.glb", name="ground")
            battlefield["ground"] = {
                "mesh": "ground.glb", "at": list(self.ground_at), "turn": self.ground_turn,
            }  # fmt: skip
        pieces, features, profiles, units = {}, [], {}, []
        for id, thing in self.things.items():
            geo3d.write_piece(thing.mesh, folder / f"{id}.glb", name=id)
            pieces[id] = {"mesh": f"{id}.glb", "category": thing.category, "gaps": thing.gaps}
            entry = {"id": id, "piece": id, "at": list(thing.at), "turn": thing.turn}
            features.append(entry if thing.solid is None else {**entry, "solid": thing.solid})
        for id, model in self.models.items():
            profiles[id] = {"base": model.base, "keywords": model.keywords.split()}
            if model.mesh is None:
                profiles[id]["height"] = model.height
            else:
                geo3d.write_piece(model.mesh, folder / f"model-{id}.glb", name=id)
                profiles[id]["mesh"] = f"model-{id}.glb"
            if model.move is not None:
                profiles[id]["move"] = model.move
            units.append({
                "id": f"unit-{id}", "player": model.player, "profile": id,
                "models": [{"id": id, "at": list(model.at), "turn": model.turn}],
            })  # fmt: skip
        content = {
            "format": "geo3d-board/1", "ruleset": self.ruleset, "battlefield": battlefield,
            "settings": dict(self.settings), "pieces": pieces, "features": features,
            "areas": list(self.areas), "profiles": profiles, "units": units,
        }  # fmt: skip
        path = folder / "board.json"
        path.write_text(json.dumps(content), encoding="utf-8")
        return geo3d.load_board(path)


def spun(point: tuple, angle: float, shift: tuple[float, float] = (0.0, 0.0)) -> tuple:
    """A point (x, y), (x, y, z) or (x, y, z, turn) turned about the middle, then moved."""
    c, s = cos(radians(angle)), sin(radians(angle))
    x, y = point[0] - MIDDLE[0], point[1] - MIDDLE[1]
    plan = (MIDDLE[0] + c * x - s * y + shift[0], MIDDLE[1] + s * x + c * y + shift[1])
    return (*plan, *point[2:3], *(turn + angle for turn in point[3:4]))


def one(model: Model, things: Mapping[str, Thing] | None = None, **more: object) -> Table:
    """A table with one model, "m"."""
    return Table({"m": model}, things or {}, **more)


def move(folder: Path, table: Table, *path: tuple, limit: float | None = None):
    """The verdict on the model "m" going along a path."""
    return geo3d.judge_move(table.load(folder), "m", list(path), max_distance=limit)


def stand(folder: Path, table: Table, at: tuple):
    """The verdict on the model "m" set up at a place."""
    return geo3d.judge_stand(table.load(folder), "m", at)


def rules(verdict) -> set[str]:
    """The rules that are broken; checks that exactly what is not legal breaks some."""
    found = {violation.rule for violation in verdict.violations}
    assert verdict.legal == (not found)
    return found


def broken_by(verdict, rule: str) -> set[str]:
    """What breaks a rule: features or models, a gap under its feature's id."""
    return {str(v.by).split("/")[0] for v in verdict.violations if v.rule == rule}


def distances(verdict) -> tuple[float, float, float, float]:
    """Horizontal, up, down, total."""
    d = verdict.distance
    return (d.horizontal, d.up, d.down, d.total)


def spearman(level: float, top: float = 2.0, reach: float = 1.5) -> trimesh.Trimesh:
    """A miniature on a base 1" across, with a spear along +x at height `level`."""
    return mesh_of(union([
        prism([ngon(0.5, 64)], 0.1),
        box((-0.3, -0.3, 0.05), (0.3, 0.3, top)),
        box((0.0, -0.05, level - 0.05), (reach, 0.05, level + 0.05)),
    ]))  # fmt: skip


def arrow(points: list[tuple[float, float]], height: float = 1.0) -> trimesh.Trimesh:
    """An upright miniature without a base: its plan is its hull base."""
    return mesh_of(prism([points], height))


def block(x: float, y: float, z: float, hole_x: float, hole_y: float) -> trimesh.Trimesh:
    """A crate over the origin with a rectangular shaft down its middle."""
    outer = box((-x / 2, -y / 2, 0.0), (x / 2, y / 2, z))
    return mesh_of(outer - box((-hole_x / 2, -hole_y / 2, -1.0), (hole_x / 2, hole_y / 2, z + 1.0)))


def ramp(length: float, degrees: float) -> list[tuple[float, float]]:
    """The profile of a ramp that climbs along x from x = 0."""
    return [(0.0, 0.0), (length, 0.0), (length, length * float(np.tan(np.radians(degrees))))]


def breach(length: float, height: float, width: float, low: float) -> list[tuple[float, float]]:
    """The elevation of a wall, broken down to `low` over `width` in its middle."""
    a, b = length / 2, width / 2
    return [
        (-a, 0.0), (a, 0.0), (a, height), (b, height), (b, low), (-b, low), (-b, height),
        (-a, height),
    ]  # fmt: skip
