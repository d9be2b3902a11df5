"""A board as a ray scene: terrain, ground, table and figures, each under its own id and kind."""

import itertools
import threading
import warnings
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Literal

import numpy as np
import trimesh

from geo3d.errors import Geo3dWarning
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats
from geo3d.table.board import Board
from geo3d.table.figures import Figure
from geo3d.table.seals import seals
from geo3d.visibility.body import Body, body_of
from geo3d.visibility.lines import Found
from geo3d.visibility.material import Material
from geo3d.visibility.proof import box_of, frame, planes_between, stopped
from geo3d.visibility.sheets import cut

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
        sealed: ids of what closes gaps (13.11).
        found: what the search found for pairs of bodies, so that each is searched once.
        material: the insides of what is placed.
    """

    board: Board
    rays: RayScene
    kinds: dict[str, Kind]
    sealed: frozenset[str] = frozenset()
    found: dict[tuple[Body, Body, frozenset[str]], Found] = field(default_factory=dict, repr=False)
    material: Material = field(init=False, repr=False)
    _bodies: dict[str, Body] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "material", Material(self.rays))

    def kind(self, id: str) -> Kind:
        """What the placed mesh with this id is."""
        return self.kinds[id]

    def body(self, id: str) -> Body:
        """A figure's surface, made once."""
        found = self._bodies.get(id)
        if found is None:
            found = body_of(self.board.figure(id), self.board.settings.contact)
            self._bodies[id] = found
        return found

    def proves_hidden(self, first: Body, second: Body, ignore: frozenset[str]) -> bool:
        """Whether it can be proven that no line between two bodies is open (see `proof`)."""
        axes = frame(second.centre - first.centre)
        one, other = box_of(first.corners, axes), box_of(second.corners, axes)
        meshes = [self.rays[id] for id in sorted(set(self.rays.ids) - ignore)]
        return stopped(cut(meshes, axes, planes_between(one, other)), one, other)

    def sealed_between(self, first: Floats, second: Floats) -> frozenset[str]:
        """The ids of `sealed` that lines between two sets of points (N, 3) may meet."""
        axes = frame(second.mean(axis=0) - first.mean(axis=0))
        planes = planes_between(box_of(first, axes), box_of(second, axes))
        near = set()
        for name in self.sealed:
            placed = self.rays[name]
            corners = np.array(list(itertools.product(*placed.tree.bounds.T)))
            along = (corners @ placed.transform[:3, :3].T + placed.transform[:3, 3]) @ axes.T
            if not (along @ planes[:, :3].T > planes[:, 3]).all(axis=0).any():
                near.add(name)
        return frozenset(near)

    def ignored(self, figures: Iterable[Figure]) -> frozenset[str]:
        """The models that do not block between these figures: those of their own units.

        All models, where the setting `models_block` is false.
        """
        units = {figure.unit for figure in figures}
        everyone = not self.board.settings.models_block
        return frozenset(
            figure.id for figure in self.board.figures.values() if everyone or figure.unit in units
        )


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
        plugs = {_free(seal.id, kinds): seal for seal in seals(board)}
        for name, seal in plugs.items():
            rays.place(seal.mesh, seal.transform, name)
            kinds[name] = "gap"
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
    return BoardScene(board, rays, kinds, frozenset(plugs))


def _free(name: str, taken: dict[str, Kind]) -> str:
    while name in taken:
        name += "'"
    return name


def _table(board: Board) -> trimesh.Trimesh:
    """The table's top as two triangles at z = 0."""
    x, y = board.size
    corners: Floats = np.array([[0, 0, 0], [x, 0, 0], [x, y, 0], [0, y, 0]], dtype=np.float64)
    return trimesh.Trimesh(corners, [[0, 1, 2], [0, 2, 3]], process=False)
