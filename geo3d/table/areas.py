"""Terrain areas: marked boundaries, single footprints and hulls of several (13.01)."""

import shapely

from geo3d.rays.segments import Floats
from geo3d.table.board import Area, Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.footprints import mesh_footprint
from geo3d.table.overlap import base_area, base_overlap
from geo3d.tolerances import AREA_OVERLAP

WITHIN = 1e-6
"""Inches by which a footprint may stick out of a marked boundary and still be wholly within."""


def footprint(feature: Feature) -> shapely.Geometry:
    """A feature's outline on the board."""
    matrix: Floats = feature.transform
    return shapely.transform(
        mesh_footprint(feature.piece.mesh), lambda xy: xy @ matrix[:2, :2].T + matrix[:2, 3]
    )


def hull_of(features: list[Feature]) -> shapely.Geometry:
    """The boundary that several features outline together: their convex hull (13.01 c)."""
    return shapely.union_all([footprint(feature) for feature in features]).convex_hull


def outside_of(feature: Feature, boundary: shapely.Geometry) -> float:
    """Inches by which a feature sticks out of a boundary; 0 where it is wholly within (13.01 a)."""
    rest = shapely.difference(footprint(feature), boundary)
    if rest.is_empty:
        return 0.0
    out = float(shapely.hausdorff_distance(shapely.union(rest, boundary), boundary))
    return out if out > WITHIN else 0.0


def within(board: Board, figure: Figure, area: Area) -> bool:
    """Whether a figure is within an area (13.08 to 13.10).

    Its base overlaps the area in plan by more than 1e-6 square inches, at any height; with the
    setting `within_area = "wholly"` no more than that of it lies outside.
    """
    shared = base_overlap(figure, area.boundary)
    if board.settings.within_area == "wholly":
        return base_area(figure) - shared <= AREA_OVERLAP
    return shared > AREA_OVERLAP
