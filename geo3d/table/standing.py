"""Where things stand: the ground under a point, and what is odd about where they were put."""

import warnings
from collections.abc import Iterable, Mapping
from itertools import combinations

import numpy as np
import shapely

from geo3d.errors import Geo3dWarning
from geo3d.piece.locate import locate
from geo3d.rays import RayScene
from geo3d.rays.segments import Floats
from geo3d.table.board import HIGH, Feature, Ground
from geo3d.table.figures import Figure
from geo3d.table.settings import Settings
from geo3d.tolerances import AREA_OVERLAP

FLOATING = 0.1
"""Inches by which a piece or a model may float (or a piece sink) without a warning."""

INSIDE_STEP = 0.1
"""Inches between the points of a figure that are looked up in material."""


def feature_scene(features: Iterable[Feature]) -> RayScene:
    """The features as a ray scene, for looking straight down."""
    scene = RayScene()
    with warnings.catch_warnings():
        # Faces left out of the tree were counted when the piece was read.
        warnings.simplefilter("ignore", Geo3dWarning)
        for feature in features:
            scene.place(feature.piece.mesh, feature.transform, feature.id)
    return scene


def ground_under(
    at: tuple[float, float],
    ground: Ground,
    features: Mapping[str, Feature],
    scene: RayScene,
    step: float,
) -> float:
    """z of the ground at a point: table, relief, or a base plate up to `step` above its level."""
    height = ground.height_at(*at)
    hits = scene.all_hits([(*at, HIGH)], [(*at, -HIGH)])
    for id, z in zip(hits.id, hits.point[:, 2], strict=True):
        level = features[str(id)].ground_level
        if level - 2 * FLOATING <= z <= level + step:
            height = max(height, float(z))
    return height


def piece_warning(feature: Feature, ground: float) -> str | None:
    """What to say of a piece that floats above the ground at its origin, or sinks into it."""
    placed = feature.piece.mesh.bounds[0, 2] + feature.transform[2, 3]
    gap = float(placed - ground)
    if abs(gap) <= FLOATING:
        return None
    does = "floats above" if gap > 0 else "sinks into"
    return f'feature {feature.id} {does} the ground by {abs(gap):.2f}"'


def figure_warnings(
    size: tuple[float, float],
    ground: Ground,
    features: Mapping[str, Feature],
    figures: Mapping[str, Figure],
    scene: RayScene,
    settings: Settings,
) -> list[str]:
    """What is odd about where the models stand; nothing is moved.

    Off the board, overlapping another model, more than `contact` inside material, floating by more
    than .1".
    """
    notes: list[str] = []
    table = shapely.box(0.0, 0.0, *size)
    plans = {id: shapely.Polygon(figure.outline) for id, figure in figures.items()}
    for id in figures:
        off = shapely.difference(plans[id], table)
        if off.area > AREA_OVERLAP:
            low, high = plans[id].bounds[:2], plans[id].bounds[2:]
            out = max(-low[0], -low[1], high[0] - size[0], high[1] - size[1])
            notes.append(f'model {id} stands off the board by {out:.2f}"')
    for (a, one), (b, other) in combinations(figures.items(), 2):
        apart = one.bottom >= other.top or other.bottom >= one.top
        if apart or not plans[a].intersects(plans[b]):
            continue
        if plans[a].intersection(plans[b]).area > AREA_OVERLAP:
            notes.append(f"models {a} and {b} overlap")
    for id, figure in figures.items():
        near = [f for f in features.values() if _boxes_meet(figure, f)]
        for feature in near:
            if not _heights_meet(figure, feature):
                continue
            depth = _depth_inside(figure, feature, settings.contact)
            if depth > settings.contact:
                notes.append(f'model {id} is {depth:.2f}" inside {feature.id}')
        gap = _gap_below(figure, ground, scene)
        if gap > FLOATING:
            notes.append(f'model {id} floats {gap:.2f}" above what is under it')
    return notes


def _boxes_meet(figure: Figure, feature: Feature) -> bool:
    low, high = feature.piece.mesh.bounds
    corners = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    plan = corners @ feature.transform[:2, :2].T + feature.transform[:2, 3]
    mine = figure.outline
    return bool(
        (plan.min(axis=0) <= mine.max(axis=0)).all()
        and (plan.max(axis=0) >= mine.min(axis=0)).all()
    )


def _heights_meet(figure: Figure, feature: Feature) -> bool:
    low, high = feature.piece.mesh.bounds[:, 2] + feature.transform[2, 3]
    return bool(low < figure.top and high > figure.bottom)


def _depth_inside(figure: Figure, feature: Feature, contact: float) -> float:
    """How deep, in inches, the figure reaches into a feature's material; 0 where it does not.

    The figure's outline and height are sampled every `INSIDE_STEP`; open meshes have no inside.
    """
    points = _inside_points(figure, contact)
    turn, shift = feature.transform[:3, :3], feature.transform[:3, 3]
    found = locate(feature.piece.mesh, (points - shift) @ turn)
    if found.open:
        return 0.0
    deep = found.distance[found.inside]
    return float(deep.max()) if len(deep) else 0.0


def _inside_points(figure: Figure, contact: float) -> Floats:
    """Points of the figure above the contact height: rings drawn in, at several heights."""
    outline = figure.outline
    middle = outline.mean(axis=0)
    inner = min(figure.profile.base.half_x, figure.profile.base.half_y)
    rings = max(2, min(10, int(np.ceil(inner / INSIDE_STEP))))
    if len(outline) > 32:
        outline = outline[:: len(outline) // 32]
    shares = np.linspace(0.0, 1.0, rings + 1)
    plan = np.concatenate([middle + share * (outline - middle) for share in shares])
    low = figure.bottom + figure.profile.lift + contact
    heights = np.linspace(low, max(low, figure.top - 1e-3), 6)
    return np.concatenate([np.column_stack([plan, np.full(len(plan), z)]) for z in heights])


def _gap_below(figure: Figure, ground: Ground, scene: RayScene) -> float:
    """Inches between the underside of a base and the highest thing under any part of it."""
    points = np.concatenate([figure.outline[::8], figure.outline.mean(axis=0)[None]])
    heights = [ground.height_at(float(x), float(y)) for x, y in points]
    best = max((h for h in heights if h <= figure.bottom + FLOATING), default=-HIGH)
    if figure.bottom - best <= FLOATING:
        return 0.0
    top = np.column_stack([points, np.full(len(points), figure.bottom + FLOATING)])
    hits = scene.first_hit(top, np.column_stack([points, np.full(len(points), -HIGH)]))
    if hits.hit.any():
        best = max(best, float(hits.point[hits.hit, 2].max()))
    return figure.bottom - best
