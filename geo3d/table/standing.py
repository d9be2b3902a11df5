"""Where things stand: the ground under a point, and what is odd about where they were put."""

from collections.abc import Mapping

import numpy as np
import shapely

from geo3d.rays.segments import Floats
from geo3d.table.board import Feature, Ground
from geo3d.table.figures import Figure
from geo3d.table.inside import depth_inside, reaches_into
from geo3d.table.off_board import figures_off_board
from geo3d.table.plumb import Plumb
from geo3d.table.settings import Settings
from geo3d.tolerances import AREA_OVERLAP

FLOATING = 0.1
"""Inches by which a piece or a model may float (or a piece sink) without a warning."""

PATTERN = [0.25, 0.5, 0.75, 1.0]
"""Rings of points under a base, as shares of the way from its centre to its outline."""


def ground_under(points: Floats, ground: Ground, plumb: Plumb, step: float) -> Floats:
    """z of the ground at each of (N, 2) points.

    The table, the relief, or a base plate: a surface of a feature up to `step` above the level that
    the feature stands on.
    """
    heights = ground.heights_at(points)
    number, z, features = plumb.surfaces(points)
    level = np.array([feature.ground_level for feature in features], np.float64)
    plate = (level - 2 * FLOATING <= z) & (z <= level + step)
    np.maximum.at(heights, number[plate], z[plate])
    return heights


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
    plumb: Plumb,
    settings: Settings,
) -> list[str]:
    """What is odd about where the models stand; nothing is moved.

    Off the board, overlapping another model, more than `contact` inside material or the ground,
    floating by more than .1".
    """
    notes = figures_off_board(size, figures) + _overlaps(figures)
    buried = set()
    sunk = {id: _depth_in_ground(figure, ground) for id, figure in figures.items()}
    for id, figure in figures.items():
        if sunk[id] > settings.contact:
            notes.append(f'model {id} is {sunk[id]:.2f}" inside the ground')
            buried.add(id)
        for feature in features.values():
            if not boxes_meet(figure, feature):
                continue
            depth = depth_inside(figure, feature, settings.contact)
            if depth > settings.contact:
                notes.append(f'model {id} is {depth:.2f}" inside {feature.id}')
                buried.add(id)
        if figure.top - figure.bottom <= settings.contact:
            notes.append(
                f"model {id} is no taller than the setting contact ({settings.contact:g}), below "
                "which no part counts for sight; all of it is taken to count"
            )
    free = [figure for id, figure in figures.items() if id not in buried]
    return notes + _floating(free, ground, features, plumb)


def _overlaps(figures: Mapping[str, Figure]) -> list[str]:
    notes = []
    known = list(figures.values())
    if not known:
        return []
    plans = np.array([shapely.Polygon(figure.outline) for figure in known])
    pairs = shapely.STRtree(plans).query(plans, predicate="intersects").T
    for i, j in sorted(tuple(pair) for pair in pairs if pair[0] < pair[1]):
        one, other = known[i], known[j]
        apart = one.bottom >= other.top or other.bottom >= one.top
        if not apart and shapely.intersection(plans[i], plans[j]).area > AREA_OVERLAP:
            deep = penetration(one.outline, other.outline)
            notes.append(f'models {one.id} and {other.id} overlap by {deep:.2f}"')
    return notes


def penetration(one: Floats, other: Floats) -> float:
    """Inches by which one of two overlapping convex outlines must move to be clear of the other.

    The least overlap over the directions of their sides (separating axes).
    """
    sides = np.concatenate([np.roll(ring, -1, axis=0) - ring for ring in (one, other)])
    normals = np.column_stack([sides[:, 1], -sides[:, 0]])
    length = np.linalg.norm(normals, axis=1)
    normals = normals[length > 0.0] / length[length > 0.0, None]
    first, second = one @ normals.T, other @ normals.T
    ahead = first.max(axis=0) - second.min(axis=0)
    behind = second.max(axis=0) - first.min(axis=0)
    return float(np.minimum(ahead, behind).min())


def _depth_in_ground(figure: Figure, ground: Ground) -> float:
    """Inches by which the centre of a base lies below table or relief."""
    return ground.height_at(*figure.at[:2]) - figure.bottom


def boxes_meet(figure: Figure, feature: Feature) -> bool:
    """Whether the bounds of a figure and of a feature overlap."""
    low, high = feature.piece.mesh.bounds
    plan = np.array([[x, y] for x in (low[0], high[0]) for y in (low[1], high[1])])
    plan = plan @ feature.transform[:2, :2].T + feature.transform[:2, 3]
    bottom, top = np.array([low[2], high[2]]) + feature.transform[2, 3]
    points = figure.outline
    if figure.profile.mesh is not None:
        reach = float(np.hypot(*np.abs(figure.profile.body.bounds[:, :2]).max(axis=0)))
        centre = np.array(figure.at[:2])
        points = np.concatenate([points, [centre - reach, centre + reach]])
    return bool(
        (plan.min(axis=0) < points.max(axis=0)).all()
        and (plan.max(axis=0) > points.min(axis=0)).all()
        and bottom < figure.top
        and top > figure.bottom
    )


def _floating(
    figures: list[Figure], ground: Ground, features: Mapping[str, Feature], plumb: Plumb
) -> list[str]:
    """Models with nothing under any part of their base within `FLOATING`."""
    if not figures:
        return []
    patterns = [_points_under(figure) for figure in figures]
    owner = np.repeat(np.arange(len(figures)), [len(pattern) for pattern in patterns])
    points = np.concatenate(patterns)
    bottoms = np.array([figure.bottom for figure in figures])
    best = np.full(len(figures), -np.inf)
    # Ground higher than the base is the ground on a slope: the base leans on it.
    np.maximum.at(best, owner, np.minimum(ground.heights_at(points), bottoms[owner]))
    number, z, _ = plumb.surfaces(points)
    under = z <= bottoms[owner[number]] + FLOATING
    np.maximum.at(best, owner[number[under]], z[under])
    notes = []
    for figure, gap in zip(figures, bottoms - best, strict=True):
        if gap > FLOATING and not any(
            reaches_into(figure, feature, figure.bottom - FLOATING, figure.bottom + FLOATING)
            for feature in features.values()
        ):
            notes.append(f'model {figure.id} floats {gap:.2f}" above what is under it')
    return notes


def _points_under(figure: Figure) -> Floats:
    """Points of a base, (N, 2): its centre, and rings of 16 or so."""
    outline = figure.outline
    if len(outline) < 16:
        cuts = np.linspace(0.0, 1.0, 16 // len(outline) + 1, endpoint=False)[:, None, None]
        outline = (outline + cuts * (np.roll(outline, -1, axis=0) - outline)).reshape(-1, 2)
    outline = outline[:: len(outline) // 16]
    centre = outline.mean(axis=0)
    rings = [centre + share * (outline - centre) for share in PATTERN]
    return np.concatenate([centre[None], *rings])
