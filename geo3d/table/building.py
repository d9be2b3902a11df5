"""From checked entries to a `Board`: references, meshes, places, areas, figures, warnings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np

from geo3d.errors import BoardError, MeshError
from geo3d.piece import Piece, read_piece, shipped_path
from geo3d.table.areas import make_areas, polygons
from geo3d.table.bases import Base, Kind, hull_base
from geo3d.table.board import Board, Feature, Ground, Objective, Unit, Zone
from geo3d.table.figures import Figure, Profile, upright
from geo3d.table.format import CATEGORIES_40K, BoardFile, PieceEntry, ProfileEntry
from geo3d.table.off_board import things_off_board
from geo3d.table.places import Places
from geo3d.table.plumb import Plumb, plumb_of
from geo3d.table.reading import check_board_text, read_board_file
from geo3d.table.references import reference_faults
from geo3d.table.settings import Settings
from geo3d.table.standing import FLOATING, figure_warnings, ground_under, piece_warning
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
    named = Path(path)
    return _Builder(named, *read_board_file(named), {}).board()


def made_board(path: Path, text: str, pieces: Mapping[str, Piece]) -> Board:
    """A board whose file need not be there: of its text, and of meshes that were made.

    Args:
        path: what the board's file is, or would be, called.
        text: of the file.
        pieces: by the names that the text has for mesh files; other names are read as files.

    Raises:
        BoardError: as `load_board`.
    """
    return _Builder(path, *check_board_text(path, text), pieces).board()


class _Builder:
    """Builds one board; faults are collected, so that a file's are all told at once."""

    def __init__(
        self, path: Path, file: BoardFile, places: Places, made: Mapping[str, Piece]
    ) -> None:
        self.path = path
        self.file, self.places, self.made = file, places, made
        self.faults: list[str] = []
        self.warnings: list[str] = []
        self.settings = Settings(**self.file.settings.model_dump())
        self.pieces: dict[str, Piece] = {}
        self.meshes: dict[tuple[str, str | None, str | None], Piece | None] = {}

    def board(self) -> Board:
        file = self.file
        for place, text in reference_faults(file):
            self._fault(place, text)
        ground = self._ground()
        for name, entry in file.pieces.items():
            piece = self._mesh(f"pieces.{name}", entry)
            if piece is not None:
                self.pieces[name] = piece
                self.warnings += [f"pieces.{name}: {note}" for note in piece.warnings]
        profiles = {name: self._profile(name, entry) for name, entry in file.profiles.items()}
        self._finish()
        features = {
            feature.id: feature
            for feature in (self._feature(number, ground) for number in range(len(file.features)))
        }
        self._finish()
        areas, notes = make_areas(file.areas, features, self.settings.implicit_areas)
        self.warnings += notes
        plumb = plumb_of(features)
        figures = self._figures(profiles, ground, plumb)
        size = (file.battlefield.size[0], file.battlefield.size[1])
        zones = {z.id: Zone(z.id, z.player, polygons(z.boundary)) for z in file.zones}
        objectives = {o.id: Objective(o.id, (o.at[0], o.at[1])) for o in file.objectives}
        self.warnings += things_off_board(size, features, areas, zones, objectives)
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
            zones=zones,
            objectives=objectives,
            units={
                u.id: Unit(
                    u.id,
                    u.player,
                    u.profile,
                    tuple(m.id for m in u.models),
                    u.shot_this_turn,
                    u.shot_previous_turn,
                    u.stays_hidden,
                    u.detection_range,
                )
                for u in file.units
            },
            figures=figures,
            warnings=tuple(dict.fromkeys(self.warnings)),
        )

    def _fault(self, place: str, text: str) -> None:
        self.faults.append(self.places.fault(place, text))

    def _finish(self) -> None:
        if self.faults:
            raise BoardError("\n".join(dict.fromkeys(self.faults)))

    def _mesh(self, place: str, entry: Any) -> Piece | None:
        """Read a mesh once, whoever names it."""
        if entry.mesh in self.made:
            return self.made[entry.mesh]
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
        self.warnings += [f"battlefield.ground: {note}" for note in piece.warnings]
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
            lowest = float(mesh.bounds[0, 2])
            if abs(lowest) > FLOATING:
                self.warnings.append(
                    f'profiles.{name}: its mesh begins at z = {lowest:.2f}"; 0 is where the '
                    "underside of its base is wanted"
                )
        if entry.base == "hull":
            assert mesh is not None  # the entry was checked
            found = hull_base(np.asarray(mesh.vertices)[np.unique(mesh.faces), :2])
            if found is None:
                self._fault(
                    f"profiles.{name}.base", '"hull" wants a mesh that covers some of the table'
                )
                return None
            base = found
        elif entry.base.round is not None:
            radius = inches_from_mm(entry.base.round) / 2
            base = Base("round", radius, radius)
        else:
            kind: Kind = "oval" if entry.base.oval is not None else "rect"
            sizes = entry.base.oval or entry.base.rect or []
            base = Base(kind, inches_from_mm(sizes[0]) / 2, inches_from_mm(sizes[1]) / 2)
        keywords = frozenset(word.upper() for word in entry.keywords)
        return Profile(
            name, base, entry.height, mesh, entry.lift, keywords, entry.move, entry.detection_range
        )

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
