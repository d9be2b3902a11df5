"""Gaps of the board's Solid features, which are closed, and the plugs that do it (13.11)."""

import weakref
from collections.abc import Callable
from dataclasses import dataclass

import trimesh

from geo3d.errors import BoardError, MeshError
from geo3d.piece.gaps import Gap, is_known, known_gaps, plug, sealed_to, stated_gap
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature, terrain_cache
from geo3d.table.settings import Settings
from geo3d.table.slits import slits


@dataclass(frozen=True, eq=False)
class FeatureGap:
    """A gap of a placed feature.

    Attributes:
        id: the feature's id and the gap's number, as in "ruin-1/gap-2".
        feature: the feature's id.
        gap: in the piece's own frame.
        sealed_to: inches above the piece's lowest point up to which it is closed, or None.
    """

    id: str
    feature: str
    gap: Gap
    sealed_to: float | None


@dataclass(frozen=True, eq=False)
class Seal:
    """What closes a gap, or the slit between two features.

    Attributes:
        id: the gap's id; of a slit both features' ids, as in "ruin-1+ruin-2/gap-1".
        features: whose gap it is.
        mesh: closed.
        transform: (4, 4) the mesh's frame to the board's.
    """

    id: str
    features: tuple[str, ...]
    mesh: trimesh.Trimesh
    transform: Floats


def prepare_gaps(board: Board, progress: Callable[[int, int], None] | None = None) -> None:
    """Find the gaps of all pieces that have not been seen before.

    Args:
        progress: called with (pieces done, pieces to do); not at all where all are known.
    """
    sizes = _sizes(board.settings)
    meshes = {
        id(feature.piece.mesh): feature.piece.mesh
        for feature in solid_features(board)
        if feature.gaps == "auto"
    }
    unknown = [mesh for mesh in meshes.values() if not is_known(mesh, *sizes)]
    for number, mesh in enumerate(unknown):
        if progress is not None:
            progress(number, len(unknown))
        known_gaps(mesh, *sizes)
    if unknown and progress is not None:
        progress(len(unknown), len(unknown))


def feature_gaps(board: Board, feature: Feature) -> tuple[FeatureGap, ...]:
    """The gaps of a feature: found on its mesh, or as the board states them.

    Raises:
        BoardError: a stated gap is not on the mesh.
    """
    settings = board.settings
    mesh = feature.piece.mesh
    if feature.gaps == "none":
        return ()
    if feature.gaps == "auto":
        gaps = known_gaps(mesh, *_sizes(settings))
    else:
        assert not isinstance(feature.gaps, str)
        try:
            gaps = tuple(stated_gap(mesh, *stated) for stated in feature.gaps)
        except MeshError as fault:
            raise BoardError(f"{board.path}: feature {feature.id!r}: gaps: {fault}") from None
    low = float(mesh.bounds[0, 2])
    raised = low + float(feature.transform[2, 3]) - feature.ground_level
    return tuple(
        FeatureGap(
            f"{feature.id}/gap-{number}",
            feature.id,
            gap,
            sealed_to(
                gap,
                solid_height=settings.solid_height,
                max_gap_width=settings.max_gap_width,
                seal_mouths=settings.seal_mouths,
                straddling_gap=settings.straddling_gap,
                raised=raised,
            )
            if feature.solid
            else None,
        )
        for number, gap in enumerate(gaps, start=1)
    )


def seals(board: Board) -> tuple[Seal, ...]:
    """What 13.11 closes on a board: gaps of Solid features, and slits between two of them.

    Nothing with a ruleset that does not know the rule.

    Raises:
        BoardError: a stated gap is not on the mesh.
    """
    found: tuple[Seal, ...] | None = _all.get(board)
    if found is None:
        found = _all[board] = _seals_of(board, solid_features(board))
    return found


_all = terrain_cache()
"""board -> all its seals."""


def near_seals(board: Board, low: Floats, high: Floats) -> tuple[Seal, ...]:
    """Those of `seals` that may reach into a box, and perhaps some others near it.

    Only the gaps of features near the box are looked for.

    Args:
        low, high: (3,) corners of the box.

    Raises:
        BoardError: a stated gap is not on the mesh.
    """
    apart = board.settings.adjacent_gap_width
    near = []
    for feature in solid_features(board):
        placed = feature.piece.mesh.bounding_box.vertices @ feature.transform[:3, :3].T
        placed = placed + feature.transform[:3, 3]
        if ((placed.max(axis=0) >= low - apart) & (placed.min(axis=0) <= high + apart)).all():
            near.append(feature)
    of_board: dict[tuple[str, ...], tuple[Seal, ...]] = _near.setdefault(board, {})
    key = tuple(feature.id for feature in near)
    if key not in of_board:
        of_board[key] = _seals_of(board, near)
    return of_board[key]


_near = terrain_cache()
"""board -> ids of features -> their seals."""


def _seals_of(board: Board, solid: list[Feature]) -> tuple[Seal, ...]:
    found = []
    for feature in solid:
        low = float(feature.piece.mesh.bounds[0, 2])
        for each in feature_gaps(board, feature):
            if each.sealed_to is not None:
                mesh = _plug(each.gap, each.sealed_to, low)
                if len(mesh.faces):
                    found.append(Seal(each.id, (feature.id,), mesh, feature.transform))
    known = _slits.setdefault(board, {})
    for one, other, mesh, frame, number in slits(solid, board.settings, known):
        name = f"{one.id}+{other.id}/gap-{number}"
        found.append(Seal(name, (one.id, other.id), mesh, frame))
    return tuple(found)


_slits = terrain_cache()
"""board -> ids of two features -> what closes the slits between them."""

_plugs: weakref.WeakKeyDictionary[Gap, dict[tuple[float, float], trimesh.Trimesh]] = (
    weakref.WeakKeyDictionary()
)
"""Plugs that were made, by gap: a piece that is moved keeps its own."""


def _plug(gap: Gap, to: float, ground: float) -> trimesh.Trimesh:
    made = _plugs.setdefault(gap, {})
    if (to, ground) not in made:
        made[to, ground] = plug(gap, to, ground)
    return made[to, ground]


def solid_features(board: Board) -> list[Feature]:
    """The features whose gaps 13.11 closes; none with a ruleset that does not know the rule."""
    if board.ruleset != "wh40k-11e":
        return []
    return [feature for feature in board.features.values() if feature.solid]


def _sizes(settings: Settings) -> tuple[float, float]:
    return settings.max_wall_thickness, settings.min_gap_width
