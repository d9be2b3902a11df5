"""Terrain areas: marked boundaries, single footprints and hulls of several (13.01)."""

from collections.abc import Mapping, Sequence
from typing import Any

import shapely

from geo3d.piece.union import united
from geo3d.rays.segments import Floats
from geo3d.table.board import Area, Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.footprints import mesh_footprint
from geo3d.table.format import AreaEntry
from geo3d.table.overlap import base_area, base_overlap
from geo3d.tolerances import AREA_OVERLAP, WHOLLY_WITHIN


def footprint(feature: Feature) -> shapely.Geometry:
    """A feature's outline on the board."""
    matrix: Floats = feature.transform
    return shapely.transform(
        mesh_footprint(feature.piece.mesh), lambda xy: xy @ matrix[:2, :2].T + matrix[:2, 3]
    )


def hull_of(features: list[Feature]) -> shapely.Geometry:
    """The boundary that several features outline together: their convex hull (13.01 c)."""
    return united([footprint(feature) for feature in features]).convex_hull


def outside_of(feature: Feature, boundary: shapely.Geometry) -> float:
    """Inches by which a feature sticks out of a boundary; 0 where it is wholly within (13.01 a)."""
    rest = shapely.difference(footprint(feature), boundary)
    if rest.is_empty:
        return 0.0
    out = float(shapely.hausdorff_distance(shapely.union(rest, boundary), boundary))
    return out if out > WHOLLY_WITHIN else 0.0


def polygons(boundary: Sequence[Any]) -> shapely.Geometry:
    """A boundary of the file, a list of corners or a list of such lists, as a shapely geometry."""
    rings = boundary if isinstance(boundary[0][0], list) else [boundary]
    return united([shapely.Polygon(ring) for ring in rings])


def make_areas(
    entries: Sequence[AreaEntry], features: Mapping[str, Feature], implicit: bool
) -> tuple[dict[str, Area], list[str]]:
    """The areas of a board, and what is odd about them.

    Args:
        entries: the file's areas: with a boundary (13.01 a), of one feature's footprint (b), or of
            the hull of several (c).
        features: the features on the board.
        implicit: whether a feature that no area names forms one, with its id.
    """
    areas: dict[str, Area] = {}
    notes: list[str] = []
    for entry in entries:
        members = [features[id] for id in entry.features]
        if entry.boundary is not None:
            boundary = polygons(entry.boundary)
            for member in members:
                out = outside_of(member, boundary)
                if out:
                    by = f'{out:.2f}"' if out >= 0.01 else 'under .01"'
                    notes.append(
                        f"area {entry.id}: feature {member.id} sticks out of its boundary by "
                        f"{by}; it should be wholly within (13.01)"
                    )
        else:
            boundary = footprint(members[0]) if len(members) == 1 else hull_of(members)
        areas[entry.id] = Area(entry.id, boundary, tuple(entry.features), tuple(entry.requires))
    named = {id for entry in entries for id in entry.features}
    for id, feature in features.items():
        if implicit and id not in named:
            areas[id] = Area(id, footprint(feature), (id,), implicit=True)
    return areas, notes


def within(board: Board, figure: Figure, area: Area) -> bool:
    """Whether a figure is within an area (13.08 to 13.10).

    Its base overlaps the area in plan by more than 1e-6 square inches, at any height; with the
    setting `within_area = "wholly"` no more than that of it lies outside.
    """
    shared = base_overlap(figure, area.boundary)
    if board.settings.within_area == "wholly":
        return base_area(figure) - shared <= AREA_OVERLAP
    return shared > AREA_OVERLAP
