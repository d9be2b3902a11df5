"""Gaps of the board's Solid features, which are closed, and the plugs that do it (13.11)."""

from collections.abc import Callable
from dataclasses import dataclass

import trimesh

from geo3d.errors import BoardError, MeshError
from geo3d.piece.gaps import Gap, is_known, known_gaps, plug, sealed_to, stated_gap
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
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
    solid = solid_features(board)
    found = []
    for feature in solid:
        low = float(feature.piece.mesh.bounds[0, 2])
        for each in feature_gaps(board, feature):
            if each.sealed_to is not None:
                mesh = plug(each.gap, each.sealed_to, low)
                if len(mesh.faces):
                    found.append(Seal(each.id, (feature.id,), mesh, feature.transform))
    for one, other, mesh, frame, number in slits(solid, board.settings):
        name = f"{one.id}+{other.id}/gap-{number}"
        found.append(Seal(name, (one.id, other.id), mesh, frame))
    return tuple(found)


def solid_features(board: Board) -> list[Feature]:
    """The features whose gaps 13.11 closes; none with a ruleset that does not know the rule."""
    if board.ruleset != "wh40k-11e":
        return []
    return [feature for feature in board.features.values() if feature.solid]


def _sizes(settings: Settings) -> tuple[float, float]:
    return settings.max_wall_thickness, settings.min_gap_width
