"""A board as a ray scene: terrain, ground, table and figures, each under its own id and kind."""

import itertools
import threading
import warnings
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from typing import Literal

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.rays import Placed, RayScene
from geo3d.rays.segments import Bools, Floats
from geo3d.table.areas import within
from geo3d.table.board import Area, Board
from geo3d.table.figures import Figure
from geo3d.table.obscuring import obscuring
from geo3d.table.seals import seals
from geo3d.visibility.body import Body, body_of
from geo3d.visibility.hiding import Hiding, hiding
from geo3d.visibility.lines import Found
from geo3d.visibility.material import Material
from geo3d.visibility.proof import box_of, frame, planes_between, stopped
from geo3d.visibility.sheets import Cut, cut

Kind = Literal["terrain", "ground", "gap", "area", "model"]

GROUND, TABLE = "ground", "table"
"""Ids of the relief and of the table in the ray scene; both are of kind "ground"."""


@dataclass(frozen=True, eq=False)
class BoardScene:
    """What blocks sight on a board.

    Attributes:
        board: the board.
        rays: the ray scene. A feature or a model has its own id there, the relief "ground" and the
            table "table" (with a quote after it where the board uses that id itself).
        kinds: id -> what it is.
        sealed: ids of what closes gaps (13.11), and the features whose gaps they are.
        areas: ids of obscuring areas (13.10) -> ids that the board has for them.
        found: what the search found for pairs of bodies, so that each is searched once.
        material: the insides of what is placed.
    """

    board: Board
    rays: RayScene
    kinds: dict[str, Kind]
    sealed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    areas: Mapping[str, str] = field(default_factory=dict)
    found: dict[tuple[Body, Body, frozenset[str]], Found] = field(default_factory=dict, repr=False)
    material: Material = field(init=False, repr=False)
    _bodies: dict[str, Body] = field(default_factory=dict, repr=False)
    _within: dict[tuple[str, str], bool] = field(default_factory=dict, repr=False)
    _ignored: dict[str, frozenset[str]] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "material", Material(self.rays))

    def kind(self, id: str) -> Kind:
        """What the placed mesh with this id is."""
        return self.kinds[id]

    def name(self, id: str) -> str:
        """What the board calls it: an area that a feature forms has that one's id (13.01 b)."""
        return self.areas.get(id, id)

    def body(self, id: str) -> Body:
        """A figure's surface, made once."""
        found = self._bodies.get(id)
        if found is None:
            found = body_of(self.board.figure(id), self.board.settings.contact)
            self._bodies[id] = found
        return found

    def proves_hidden(self, first: Body, second: Body, ignore: frozenset[str]) -> bool:
        """Whether it can be proven that no line between two bodies is open (see `proof`)."""
        cut, axes = self._between(first, second, ignore)
        return stopped(cut, box_of(first.corners, axes), box_of(second.corners, axes))

    def hiding(self, observer: Body, target: Body, ignore: frozenset[str]) -> Hiding:
        """What can prove parts of a target hidden from all of the observer."""
        cut, axes = self._between(observer, target, ignore)
        return hiding(cut, axes, observer.corners)

    def _between(self, first: Body, second: Body, ignore: frozenset[str]) -> tuple[Cut, Floats]:
        """The triangles of the shaft between two bodies' boxes, and its frame."""
        axes = frame(second.centre - first.centre)
        planes = planes_between(box_of(first.corners, axes), box_of(second.corners, axes))
        # Most of a board lies beside the two: looked at by upright boxes, all at once.
        placed, middle, half = self._boxes
        normal = planes[:, :3] @ axes
        beside = np.greater(middle @ normal.T - half @ np.abs(normal).T, planes[:, 3])
        between: Bools = np.logical_not(np.any(beside, axis=1))
        near = [placed[row] for row in np.flatnonzero(between).tolist()]
        return cut([each for each in near if each.id not in ignore], axes, planes), axes

    def ruled_between(self, first: Floats, second: Floats) -> frozenset[str]:
        """The ids of what only rules make block, seals and areas, that lines between two sets of
        points (N, 3) may meet."""
        axes = frame(second.mean(axis=0) - first.mean(axis=0))
        planes = planes_between(box_of(first, axes), box_of(second, axes))
        names, corners = self._ruled
        beyond = np.greater(corners @ (planes[:, :3] @ axes).T, planes[:, 3])
        near: Bools = np.logical_not(np.any(np.all(beyond, axis=1), axis=1))
        return frozenset(names[row] for row in np.flatnonzero(near).tolist())

    @cached_property
    def _boxes(self) -> tuple[list[Placed], Floats, Floats]:
        """What is placed, by id, and middles and half sizes (M, 3) of upright boxes about it."""
        placed = [self.rays[id] for id in sorted(self.rays.ids)]
        corners = np.array([_corners(each) for each in placed])
        low, high = corners.min(axis=1), corners.max(axis=1)
        return placed, (low + high) / 2, (high - low) / 2

    @cached_property
    def _ruled(self) -> tuple[list[str], Floats]:
        """Ids of seals and areas, and the corners of their boxes, (K, 8, 3)."""
        names = [*self.sealed, *self.areas]
        boxes = [_corners(self.rays[name]) for name in names]
        return names, np.array(boxes).reshape(-1, 8, 3)

    def ignored(self, figures: Iterable[Figure]) -> frozenset[str]:
        """What does not block between these figures: their own units, and the areas that one of
        them is within (13.10).

        All models, where the setting `models_block` is false.
        """
        return frozenset().union(*(self._ignored_by(figure) for figure in figures))

    def _ignored_by(self, figure: Figure) -> frozenset[str]:
        """What does not block because of one of two figures; looked at once."""
        found = self._ignored.get(figure.id)
        if found is None:
            everyone = not self.board.settings.models_block
            of_unit = [
                other.id for other in self.board.figures.values()
                if everyone or other.unit == figure.unit
            ]  # fmt: skip
            areas = [
                id
                for id, name in self.areas.items()
                if self.is_within(figure, self.board.areas[name])
            ]
            found = self._ignored[figure.id] = frozenset([*of_unit, *areas])
        return found

    def is_within(self, figure: Figure, area: Area) -> bool:
        """Whether a figure is within an area; looked at once."""
        key = figure.id, area.id
        found = self._within.get(key)
        if found is None:
            found = self._within[key] = within(self.board, figure, area)
        return found


_making = threading.Lock()


def board_scene(board: Board) -> BoardScene:
    """The ray scene of a board, made once for each board object; of the last few boards kept."""
    with _making:
        return _make(board)


@lru_cache(maxsize=4)
def _make(board: Board) -> BoardScene:
    rays = RayScene()
    kinds: dict[str, Kind] = {}
    with warnings.catch_warnings():
        # Faces left out of the tree were counted when the piece was read.
        warnings.simplefilter("ignore", Geo3dWarning)
        for feature in board.features.values():
            rays.place(feature.piece.mesh, feature.transform, feature.id)
            kinds[feature.id] = "terrain"
        for figure in board.figures.values():
            rays.place(figure.profile.body, figure.transform, figure.id)
            kinds[figure.id] = "model"
        if board.ground.mesh is not None:
            name = _free(GROUND, kinds)
            rays.place(board.ground.mesh, board.ground.transform, name)
            kinds[name] = "ground"
        name = _free(TABLE, kinds)
        rays.place(_table(board), None, name)
        kinds[name] = "ground"
        plugs = {_free(seal.id, kinds): seal for seal in seals(board)}
        for name, seal in plugs.items():
            rays.place(seal.mesh, seal.transform, name)
            kinds[name] = "gap"
        areas: dict[str, str] = {}
        for each in obscuring(board):
            # An area that a feature forms has its id.
            name = _free(each.area.id, kinds)
            rays.place(each.mesh, None, name)
            kinds[name], areas[name] = "area", each.area.id
    sealed = {name: seal.features for name, seal in plugs.items()}
    return BoardScene(board, rays, kinds, sealed, areas)


def _corners(placed: Placed) -> Floats:
    """(8, 3) corners of a placed mesh's box, board frame."""
    corners = np.array(list(itertools.product(*placed.tree.bounds.T)))
    found: Floats = corners @ placed.transform[:3, :3].T + placed.transform[:3, 3]
    return found


def _free(name: str, taken: dict[str, Kind]) -> str:
    while name in taken:
        name += "'"
    return name


def _table(board: Board) -> trimesh.Trimesh:
    """The table's top as two triangles at z = 0."""
    x, y = board.size
    corners: Floats = np.array([[0, 0, 0], [x, 0, 0], [x, y, 0], [0, y, 0]], dtype=np.float64)
    return trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)
