"""May a model be set up, or end a move, at a place (03.01, 13.06, 13.06.01)."""

import math
from dataclasses import replace

import numpy as np
import shapely
import trimesh

from geo3d.motion.crossing import edge_violations
from geo3d.motion.heights import heights_of
from geo3d.motion.keywords import may_end_off_ground
from geo3d.motion.path import Point, place
from geo3d.motion.piercing import pierces
from geo3d.motion.poking import poked
from geo3d.motion.prism import ready
from geo3d.motion.result import Stand, Violation
from geo3d.motion.standing import Standing, standing
from geo3d.piece.locate import locate
from geo3d.rays.segments import Floats
from geo3d.table.board import Board, Feature
from geo3d.table.figures import Figure
from geo3d.table.inside import depth_inside
from geo3d.table.standing import FLOATING, boxes_meet, penetration
from geo3d.tolerances import AREA_OVERLAP, ON_THE_DOT


def judge_stand(board: Board, model: str, at: Point) -> Stand:
    """Whether a model may be set up at a place, however it came there.

    Args:
        model: its id.
        at: (x, y), (x, y, z) or (x, y, z, turn); without z at ground level, without turn as it
            faces now.

    Returns:
        The physics of its standing there, and what forbids it: off the board (03.01), on another
        model (03.01), partway through a surface (03.01), on nothing (03.01), off the ground
        without a keyword for it, unstable or overhanging (13.06), through an enclosed part of a
        Solid feature (13.06.01).

    Raises:
        UsageError: no such model, or a point that is not two to four finite numbers.
        BoardError: a gap that the board states is not on its mesh.
    """
    figure = board.figure(model)
    spot, turn = place(at, heights_of(board), "at")
    return ending(
        board, replace(figure, at=spot, turn_deg=figure.turn_deg if turn is None else turn)
    )


def ending(board: Board, figure: Figure, climbed: frozenset[str] = frozenset()) -> Stand:
    """Judge a figure where it stands.

    Args:
        climbed: ids of the features that it climbed in this move because of a section over 2".
    """
    rests = standing(board, figure)
    found = edge_violations(board, [figure.outline], figure.at)
    found += _overlaps(board, figure, rests)
    found += _support(board, figure, rests, climbed)
    found += _partway(board, figure, rests)
    for seal in poked(board, figure):
        text = (
            f'it reaches into {seal.id}, which is enclosed up to {board.settings.solid_height:g}"'
        )
        found.append(Violation("13.06.01", figure.at, seal.id, text))
    return Stand(figure.at, figure.turn_deg, rests, tuple(found))


def _overlaps(board: Board, figure: Figure, rests: Standing) -> list[Violation]:
    """The models that it stands in, or on."""
    found = []
    plan = shapely.Polygon(figure.outline)
    held = figure.bottom - rests.gap if abs(rests.gap) <= FLOATING else -math.inf
    for other in board.figures.values():
        if other.id == figure.id:
            continue
        # Just on top of another is on it, too, but for a floor between them.
        least = other.top - ON_THE_DOT if held >= other.top - ON_THE_DOT else other.top + FLOATING
        if figure.bottom > least or other.bottom >= figure.top - ON_THE_DOT:
            continue
        if plan.intersection(shapely.Polygon(other.outline)).area > AREA_OVERLAP:
            deep = penetration(figure.outline, other.outline)
            text = f'it stands in or on model {other.id}: their bases overlap by {deep:.2f}"'
            found.append(Violation("03.01", figure.at, other.id, text))
    return found


def _support(
    board: Board, figure: Figure, rests: Standing, climbed: frozenset[str]
) -> list[Violation]:
    found = []
    by = rests.feature
    # On the edge of a base plate, which is ground, it rests a little higher than beside it.
    below = FLOATING + (board.settings.ground_step if rests.ground_level else 0.0)
    if not -below <= rests.gap <= FLOATING:
        side = "above" if rests.gap > 0.0 else "below"
        text = f'nothing to stand on there: it is {abs(rests.gap):.2f}" {side} where its base rests'
        found.append(Violation("03.01", figure.at, by, text))
    if rests.ground_level:
        return found
    keywords = ", ".join(sorted(figure.profile.keywords)) or "none"
    if not may_end_off_ground(board, figure.profile):
        text = (
            "off the ground only INFANTRY, BEASTS, SWARM, FLY and MONSTER may stand; its keywords: "
            f"{keywords}"
        )
        found.append(Violation("13.06", figure.at, by, text))
    if by in climbed:
        text = f'it climbed {by} because of a section over 2", and must end at its ground level'
        found.append(Violation("13.06", figure.at, by, text))
    if not rests.stable:
        most = board.settings.max_tilt
        if rests.margin < 0.0:
            why = f'its centre of mass lies {-rests.margin:.2f}" outside what holds it'
        else:
            why = f"it tilts by {rests.tilt_deg:.1f} degrees, over {most:g}"
        found.append(Violation("13.06", figure.at, by, f"it is not stable: {why}"))
    if rests.overhang > ON_THE_DOT:
        text = f'its base sticks out over the edge of the surface by {rests.overhang:.2f}"'
        found.append(Violation("13.06", figure.at, by, text))
    return found


def _partway(board: Board, figure: Figure, rests: Standing) -> list[Violation]:
    """The features that it stands partway through."""
    contact = board.settings.contact
    clear = max(figure.at[2], figure.at[2] - rests.gap)
    slope = _slope(rests, board.settings.max_tilt)
    found = []
    features = list(board.features.values())
    if figure.profile.mesh is None:
        features = [features[row] for row in heights_of(board).rows_near(figure.outline)]
    for feature in features:
        # Base plates are ground.
        plate = feature.ground_level + board.settings.ground_step
        over = _from(figure, max(clear, plate) if rests.ground_level else clear)
        if not boxes_meet(over, feature):
            continue
        # What is sheared is no whole solid any more; over the centre it lies as it did.
        leans = bool(slope.any())
        deep = depth_inside(over, _levelled(feature, over, slope), contact, leans)
        if deep <= contact and leans and _middle_inside(board, over, feature):
            deep = depth_inside(over, feature, contact)
        if deep > contact:
            text = f'it stands {deep:.2f}" partway through a surface of {feature.id}'
            found.append(Violation("03.01", figure.at, feature.id, text))
        elif figure.profile.mesh is not None and pierces(over, feature, slope, over.at[2], contact):
            text = f"some part of it stands through a surface of {feature.id}"
            found.append(Violation("03.01", figure.at, feature.id, text))
    return found


def _middle_inside(board: Board, figure: Figure, feature: Feature) -> bool:
    """Whether the middle of a figure lies in a feature's material."""
    middle = np.array([*figure.at[:2], (figure.bottom + figure.top) / 2])
    point = (middle - feature.transform[:3, 3]) @ feature.transform[:3, :3]
    low, high = feature.piece.mesh.bounds
    if (point <= low).any() or (point >= high).any():
        return False
    # What has no surface over it lies in nothing.
    over = heights_of(board).on(feature, middle[None, :2], float(middle[2]), math.inf)
    if not np.isfinite(over[0]):
        return False
    found = locate(feature.piece.mesh, point[None])
    return bool(found.inside[0] and not found.open)


def _slope(rests: Standing, max_tilt: float) -> Floats:
    """(2,) how the plane rises that the base rests on, as far as a model may lean."""
    normal = rests.rest.normal
    slope: Floats = -normal[:2] / max(float(normal[2]), 1e-9)
    steep, most = float(np.hypot(*slope)), math.tan(math.radians(max_tilt))
    return slope * (most / steep) if steep > most else slope


def _levelled(feature: Feature, figure: Figure, slope: Floats) -> Feature:
    """What of a feature is near a figure, sheared so that the plane its base rests on is level.

    The upright solid on a slope would cut into what it stands on; seen from its base it does not.
    """
    if not slope.any():
        return feature
    turn, shift = feature.transform[:2, :2], feature.transform[:2, 3]
    outline = (figure.outline - shift) @ turn
    mesh = feature.piece.mesh
    made = ready(mesh)
    near = (made.high[:, :2] >= outline.min(axis=0)).all(axis=1)
    near &= (made.low[:, :2] <= outline.max(axis=0)).all(axis=1)
    triangles = made.triangles[near].copy()
    if not len(triangles):
        return feature
    centre = (np.array(figure.at[:2]) - shift) @ turn
    triangles[:, :, 2] -= (triangles[:, :, :2] - centre) @ (slope @ turn)
    corners = np.arange(3 * len(triangles)).reshape(-1, 3)
    sheared = trimesh.Trimesh(triangles.reshape(-1, 3), corners, process=False)
    return replace(feature, piece=replace(feature.piece, mesh=sheared))


def _from(figure: Figure, z: float) -> Figure:
    """A figure without what of it lies below a height; a miniature is lifted as it is."""
    x, y, bottom = figure.at
    profile = figure.profile
    if profile.height is not None:
        # What stands on a flying stand is high enough as it is.
        cut = max(z - bottom - profile.lift, 0.0)
        lift = max(profile.lift - (z - bottom), 0.0)
        profile = replace(profile, height=max(profile.height - cut, ON_THE_DOT), lift=lift)
    return replace(figure, at=(x, y, z), profile=profile)
