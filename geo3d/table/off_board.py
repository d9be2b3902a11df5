"""What does not lie on the board, though it should."""

from collections.abc import Iterator, Mapping

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.table.board import Area, Feature, Objective, Zone
from geo3d.table.figures import Figure
from geo3d.tolerances import AREA_OVERLAP

Size = tuple[float, float]


def figures_off_board(size: Size, figures: Mapping[str, Figure]) -> list[str]:
    """A note for each model whose base sticks out over the table's edge, and by how much."""
    table = shapely.box(0.0, 0.0, *size)
    notes = []
    for id, figure in figures.items():
        if shapely.difference(shapely.Polygon(figure.outline), table).area > AREA_OVERLAP:
            out = _beyond(size, figure.outline, figure.outline)
            notes.append(f'model {id} stands off the board by {out:.2f}"')
    return notes


def things_off_board(
    size: Size,
    features: Mapping[str, Feature],
    areas: Mapping[str, Area],
    zones: Mapping[str, Zone],
    objectives: Mapping[str, Objective],
) -> list[str]:
    """A note for each objective beyond the table's edge, and for each piece, area or zone of which
    nothing is on the table: mostly a slip in a number or in the units."""
    notes = []
    for what, id, plan in _plans(features, areas, zones, objectives):
        beyond = _beyond(size, plan.min(axis=0)[None], plan.max(axis=0)[None])
        if beyond > 0.0:
            notes.append(f'{what} {id} lies off the board, {beyond:.2f}" from its edge')
    return notes


def _plans(
    features: Mapping[str, Feature],
    areas: Mapping[str, Area],
    zones: Mapping[str, Zone],
    objectives: Mapping[str, Objective],
) -> Iterator[tuple[str, str, Floats]]:
    """What it is, its id, and points in plan (N, 2) that span it."""
    for id, feature in features.items():
        mesh = feature.piece.mesh
        corners = np.asarray(mesh.vertices)[np.unique(mesh.faces), :2]
        yield "feature", id, corners @ feature.transform[:2, :2].T + feature.transform[:2, 3]
    for id, area in areas.items():
        if not area.implicit:
            yield "area", id, shapely.get_coordinates(area.boundary)
    for id, zone in zones.items():
        yield "zone", id, shapely.get_coordinates(zone.boundary)
    for id, objective in objectives.items():
        yield "objective", id, np.array([objective.at])


def _beyond(size: Size, low: Floats, high: Floats) -> float:
    """Inches by which the farthest of some boxes, (N, 2) each, lies wholly beyond the table's edge.

    0 or less where none does. A point is a box, too.
    """
    return float(max((-high).max(), (low - np.array(size)).max()))
