"""Terrain areas: marked boundaries, single footprints and hulls of several (13.01)."""

import threading
import weakref

import numpy as np
import shapely
import trimesh

from geo3d.rays.segments import Floats
from geo3d.table.board import Area, Board, Feature
from geo3d.table.figures import Figure
from geo3d.tolerances import AREA_OVERLAP, FOOTPRINT_GRID

WITHIN = 1e-6
"""Inches by which a footprint may stick out of a marked boundary and still be wholly within."""

_footprints: weakref.WeakKeyDictionary[trimesh.Trimesh, shapely.Geometry] = (
    weakref.WeakKeyDictionary()
)
_lock = threading.Lock()


def mesh_footprint(mesh: trimesh.Trimesh) -> shapely.Geometry:
    """The outline of a mesh seen from above, inner holes filled, in its own frame (13.01).

    The union of all its triangles in plan, on a grid of `FOOTPRINT_GRID`; found once a mesh.
    """
    with _lock:
        found = _footprints.get(mesh)
    if found is not None:
        return found
    flat = np.asarray(mesh.vertices, dtype=np.float64)[np.asarray(mesh.faces)][:, :, :2]
    flat = flat[np.isfinite(flat).all(axis=(1, 2))]
    ahead, aside = flat[:, 1] - flat[:, 0], flat[:, 2] - flat[:, 0]
    turned = ahead[:, 0] * aside[:, 1] - ahead[:, 1] * aside[:, 0]
    up = turned > 0
    if mesh.is_watertight and mesh.is_winding_consistent and up.any():
        # The upper side of a closed mesh covers its whole outline.
        flat = flat[up]
    else:
        flat = flat[turned != 0]
    outline = shapely.union_all(shapely.polygons(flat), grid_size=FOOTPRINT_GRID)
    rings = [part.exterior for part in shapely.get_parts(outline) if part.geom_type == "Polygon"]
    filled = shapely.union_all(shapely.polygons(rings)) if rings else shapely.MultiPolygon()
    with _lock:
        _footprints[mesh] = filled
    return filled


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
    base = shapely.Polygon(figure.outline)
    shared = float(shapely.intersection(base, area.boundary).area)
    if board.settings.within_area == "wholly":
        return float(base.area) - shared <= AREA_OVERLAP
    return shared > AREA_OVERLAP
