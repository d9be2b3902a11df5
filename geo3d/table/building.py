"""From checked entries to a `Board`: references, meshes, places, areas, figures, warnings."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

import numpy as np
import shapely

from geo3d.errors import BoardError, MeshError
from geo3d.piece import Piece, read_piece, shipped_path
from geo3d.table.areas import footprint, hull_of, outside_of
from geo3d.table.bases import Base, Kind, hull_base
from geo3d.table.board import Area, Board, Feature, Ground, Objective, Unit, Zone
from geo3d.table.figures import Figure, Profile, upright
from geo3d.table.format import CATEGORIES_40K, BoardFile, PieceEntry, ProfileEntry
from geo3d.table.plumb import Plumb
from geo3d.table.reading import read_board_file
from geo3d.table.settings import Settings
from geo3d.table.standing import figure_warnings, ground_under, piece_warning
from geo3d.units import inches_from_mm

SHIPPED = "geo3d:"
"""What a mesh's name begins with when it is a piece that ships with geo3d."""


def load_board(path: Any) -> Board:
    """Read a board file and all that it names.

    Args:
        path: a .toml or .json file.

    Raises:
        BoardError: the file is wrong; the message lists every fault by its place.
    """
    return _Builder(Path(path)).board()


class _Builder:
    """Builds one board; faults are collected, so that a file's are all told at once."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.file: BoardFile = read_board_file(path)
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.settings = Settings(**self.file.settings.model_dump())
        self.pieces: dict[str, Piece] = {}
        self.meshes: dict[tuple[str, str | None, str | None], Piece | None] = {}

    def board(self) -> Board:
        file = self.file
        self._check_ids()
        self._check_references()
        ground = self._ground()
        for name, entry in file.pieces.items():
            piece = self._mesh(f"pieces.{name}", entry)
            if piece is not None:
                self.pieces[name] = piece
                self.warnings += [f"pieces.{name}: {note}" for note in piece.warnings]
        profiles = {name: self._profile(name, entry) for name, entry in file.profiles.items()}
        for number, feature_entry in enumerate(file.features):
            self._check_category(f"features[{number}]", feature_entry.category)
        for name, entry in file.pieces.items():
            self._check_category(f"pieces.{name}", entry.category)
        self._finish()
        features = {
            feature.id: feature
            for feature in (self._feature(number, ground) for number in range(len(file.features)))
        }
        self._finish()
        areas = self._areas(features)
        plumb = Plumb(features.values())
        figures = self._figures(profiles, ground, plumb)
        size = (file.battlefield.size[0], file.battlefield.size[1])
        self.warnings += figure_warnings(size, ground, features, figures, plumb, self.settings)
        return Board(
            path=self.path,
            ruleset=file.ruleset,
            battle_round=file.battle_round,
            active_player=file.active_player,
            size=size,
            ground=ground,
            settings=self.settings,
            features=features,
            areas=areas,
            zones={z.id: Zone(z.id, z.player, self._polygon(z.boundary)) for z in file.zones},
            objectives={o.id: Objective(o.id, (o.at[0], o.at[1])) for o in file.objectives},
            units={
                u.id: Unit(
                    u.id,
                    u.player,
                    u.profile,
                    tuple(m.id for m in u.models),
                    u.shot_this_turn,
                    u.shot_previous_turn,
                )
                for u in file.units
            },
            figures=figures,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )

    def _fault(self, place: str, text: str) -> None:
        self.faults.append(f"{self.path}: {place}: {text}")

    def _finish(self) -> None:
        if self.faults:
            raise BoardError("\n".join(dict.fromkeys(self.faults)))

    def _check_ids(self) -> None:
        """Ids are unique over features, areas, zones, objectives, units, models and players."""
        file = self.file
        places: dict[str, str] = {}
        named = [(f"features[{i}].id", f.id) for i, f in enumerate(file.features)]
        named += [(f"areas[{i}].id", a.id) for i, a in enumerate(file.areas)]
        named += [(f"zones[{i}].id", z.id) for i, z in enumerate(file.zones)]
        named += [(f"objectives[{i}].id", o.id) for i, o in enumerate(file.objectives)]
        for i, unit in enumerate(file.units):
            named.append((f"units[{i}].id", unit.id))
            named += [(f"units[{i}].models[{j}].id", m.id) for j, m in enumerate(unit.models)]
        for place, id in named:
            if id in places:
                self._fault(place, f"id {id!r} is taken by {places[id]}; each needs its own")
            else:
                places[id] = place
        players = {f"units[{i}].player": u.player for i, u in enumerate(file.units)}
        players |= {f"zones[{i}].player": z.player for i, z in enumerate(file.zones)}
        if file.active_player is not None:
            players["active_player"] = file.active_player
        for place, player in players.items():
            if player in places:
                self._fault(place, f"player {player!r} has the id of {places[player]}")

    def _check_references(self) -> None:
        file = self.file
        features = [f.id for f in file.features]
        for i, feature in enumerate(file.features):
            self._known(f"features[{i}].piece", feature.piece, "piece", list(file.pieces))
        for i, area in enumerate(file.areas):
            for j, id in enumerate(area.features):
                self._known(f"areas[{i}].features[{j}]", id, "feature", features)
        for i, unit in enumerate(file.units):
            self._known(f"units[{i}].profile", unit.profile, "profile", list(file.profiles))
            for j, model in enumerate(unit.models):
                if model.profile is not None:
                    place = f"units[{i}].models[{j}].profile"
                    self._known(place, model.profile, "profile", list(file.profiles))
        players = list(dict.fromkeys([u.player for u in file.units]))
        if file.active_player is not None and players:
            self._known("active_player", file.active_player, "player", players)

    def _known(self, place: str, name: str, what: str, known: list[str]) -> None:
        if name in known:
            return
        near = get_close_matches(name, known, n=3)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else (
            f"there are {', '.join(known[:8])}" if known else "the file has none"
        )  # fmt: skip
        self._fault(place, f"no {what} {name!r}; {hint}")

    def _check_category(self, place: str, category: str | None) -> None:
        if self.file.ruleset == "wh40k-11e" and category not in (None, *CATEGORIES_40K):
            self._fault(
                f"{place}.category",
                f"one of {', '.join(CATEGORIES_40K)} wanted with ruleset wh40k-11e, "
                f"got {category!r}",
            )

    def _mesh(self, place: str, entry: Any) -> Piece | None:
        """Read a mesh once, whoever names it."""
        key = (entry.mesh, entry.units, entry.up)
        if key not in self.meshes:
            try:
                self.meshes[key] = read_piece(self._path(entry.mesh), entry.units, entry.up)
            except MeshError as error:
                self._fault(f"{place}.mesh", str(error))
                self.meshes[key] = None
        return self.meshes[key]

    def _path(self, name: str) -> Path:
        if name.startswith(SHIPPED):
            return shipped_path(name.removeprefix(SHIPPED))
        return self.path.parent / name

    def _ground(self) -> Ground:
        entry = self.file.battlefield.ground
        if entry is None:
            return Ground()
        piece = self._mesh("battlefield.ground", entry)
        if piece is None:
            return Ground()
        x, y = entry.at[:2]
        z = entry.at[2] if len(entry.at) == 3 else 0.0
        return Ground(piece.mesh, upright((x, y, z), entry.turn))

    def _profile(self, name: str, entry: ProfileEntry) -> Profile | None:
        mesh = None
        if entry.mesh is not None:
            piece = self._mesh(f"profiles.{name}", entry)
            if piece is None:
                return None
            mesh = piece.mesh
            self.warnings += [f"profiles.{name}: {note}" for note in piece.warnings]
        if entry.base == "hull":
            assert mesh is not None  # the entry was checked
            base = hull_base(np.asarray(mesh.vertices)[np.unique(mesh.faces), :2])
        elif entry.base.round is not None:
            radius = inches_from_mm(entry.base.round) / 2
            base = Base("round", radius, radius)
        else:
            kind: Kind = "oval" if entry.base.oval is not None else "rect"
            sizes = entry.base.oval or entry.base.rect or []
            base = Base(kind, inches_from_mm(sizes[0]) / 2, inches_from_mm(sizes[1]) / 2)
        keywords = frozenset(word.upper() for word in entry.keywords)
        return Profile(name, base, entry.height, mesh, entry.lift, keywords, entry.move)

    def _feature(self, number: int, ground: Ground) -> Feature:
        entry = self.file.features[number]
        of: PieceEntry = self.file.pieces[entry.piece]
        piece = self.pieces[entry.piece]
        x, y = entry.at[:2]
        z = entry.at[2] if len(entry.at) == 3 else ground.height_at(x, y)
        category: str | None = entry.category or of.category
        if category is None and piece.category is not None:
            category = piece.category
            if self.file.ruleset == "wh40k-11e" and category not in CATEGORIES_40K:
                category = None
        if category is None and self.file.ruleset != "none":
            self._fault(
                f"features[{number}].category",
                f"required: neither the feature, nor piece {entry.piece!r}, nor its file names "
                f"one of {', '.join(CATEGORIES_40K)}",
            )
        solid = entry.solid if entry.solid is not None else of.solid
        gaps = of.gaps if isinstance(of.gaps, str) else tuple(of.gaps)
        feature = Feature(
            id=entry.id,
            piece=piece,
            transform=upright((x, y, z), entry.turn),
            category=category,
            solid=category == "dense" if solid is None else solid,
            ground_level=z,
            gaps=gaps,
        )
        note = piece_warning(feature, ground.height_at(x, y))
        if note:
            self.warnings.append(note)
        return feature

    def _figures(
        self, profiles: Mapping[str, Profile | None], ground: Ground, plumb: Plumb
    ) -> dict[str, Figure]:
        """The models, those without z on the ground there."""
        placed = [(unit, model) for unit in self.file.units for model in unit.models]
        plan = np.array([model.at[:2] for _, model in placed], dtype=np.float64).reshape(-1, 2)
        grounds = ground_under(plan, ground, plumb, self.settings.ground_step)
        figures: dict[str, Figure] = {}
        for (unit, model), under in zip(placed, grounds, strict=True):
            profile = profiles[model.profile or unit.profile]
            assert profile is not None  # faults would have ended it before
            z = model.at[2] if len(model.at) == 3 else float(under)
            at = (model.at[0], model.at[1], z)
            figures[model.id] = Figure(model.id, unit.id, unit.player, profile, at, model.turn)
        return figures

    def _areas(self, features: dict[str, Feature]) -> dict[str, Area]:
        """Given boundaries, footprints, hulls of several; and implicit ones (13.01 a to c)."""
        areas: dict[str, Area] = {}
        named: set[str] = set()
        for entry in self.file.areas:
            named.update(entry.features)
            members = [features[id] for id in entry.features]
            if entry.boundary is not None:
                boundary = self._polygon(entry.boundary)
                for member in members:
                    out = outside_of(member, boundary)
                    if out:
                        self.warnings.append(
                            f"area {entry.id}: feature {member.id} sticks out of its boundary by "
                            f'{out:.2f}"; it should be wholly within (13.01)'
                        )
            elif len(members) == 1:
                boundary = footprint(members[0])
            else:
                boundary = hull_of(members)
            areas[entry.id] = Area(entry.id, boundary, tuple(entry.features), tuple(entry.requires))
        if self.settings.implicit_areas:
            for id, feature in features.items():
                if id not in named:
                    areas[id] = Area(id, footprint(feature), (id,), implicit=True)
        return areas

    def _polygon(self, boundary: Any) -> shapely.Geometry:
        rings = boundary if isinstance(boundary[0][0], list) else [boundary]
        return shapely.union_all([shapely.make_valid(shapely.Polygon(ring)) for ring in rings])
