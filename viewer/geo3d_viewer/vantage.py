"""The angle of a picture: from where a pair, and the line between it, is seen best."""

from collections.abc import Sequence

import numpy as np

from geo3d.rays import RayScene
from geo3d.table.board import Board, Feature
from geo3d.visibility import BoardScene, Samples, Sight
from geo3d_viewer.camera import FRAME, Camera, Point, direction, framing
from geo3d_viewer.description import Floats
from geo3d_viewer.stops import Stop, open_to, plain

AZIMUTHS = 16
ELEVATIONS_DEG = (22.0, 36.0, 50.0, 62.0)
"""Camera angles that are tried, round about and above."""

OVERVIEW_DEG = 52.0
"""How far above the board's rim the whole of it is seen from."""

ROOM = 1.2
"""Inches about a pair that are in the picture too."""

BESIDE_CLOSE_UPS = 0.55
"""Right of the part that a pair is framed in, from -1 to 1: beside it is room for close-ups."""

OVER_LEGEND = -0.74
"""Bottom of that part: the legend of a pair is three rows high."""

ASIDE_DEG = 62.0
"""The best angle between the camera and the line of sight, seen from above: the line is long, and
the side of the target that faces the observer is seen."""

WEIGHTS = (2.0, 1.8, 1.4, 1.8)
"""What it is worth that the camera sees the target's seen part, its unseen part, the observer and
the line."""

WHERE_STOPPED = 3.0
"""What it is worth that it sees where lines are stopped: most of all, for that is why."""

WHERE_PASSED = 2.0
"""What it is worth that it sees the tightest place that the open line passes."""

UNDER_WORDS, WORDS_WIDE = 1.0, 0.64
"""What each of the models near the line is worth less that the words lie on, as a share of all of
them, and how wide these are at most, as a share of the picture."""

BESIDE = 5.0
"""Inches from the line within which a model is near it."""

CLOSE_UP_ANGLE_DEG = 24.0

A_LITTLE_DEG = 16.0
"""By what a target's close-up is taken from aside."""

PATH_DEG, FIELD_DEG = (30.0, 42.0, 54.0), (48.0, 60.0)
"""Camera angles that are tried above a path, on which things stand up, and above a flat field."""

STEEPER = 0.08
"""What each of these angles is worth less than the one before: what stands up is seen less."""


def overview(board: Board, aspect: float) -> Camera:
    """A camera on the whole board, its longer side across the picture."""
    width, depth = board.size
    tops = [0.0, *(figure.top for figure in board.figures.values())]
    top = max(tops) * 0.5
    table = np.array([[x, y, z] for x in (0, width) for y in (0, depth) for z in (0, top)])
    corners = np.concatenate([table, *(_box_on(board, each) for each in board.features.values())])
    azimuth = -90.0 if width >= depth else 0.0
    return framing(corners, azimuth, OVERVIEW_DEG, aspect)


def _box_on(board: Board, feature: Feature) -> Floats:
    """(8, 3) corners of a feature's box as it stands; what lies beside the table counts its rim."""
    low, high = (np.asarray(corner, np.float64) for corner in feature.piece.mesh.bounds)
    corners = np.array([[x, y, z] for x in (low[0], high[0]) for y in (low[1], high[1])
                        for z in (low[2], high[2])])  # fmt: skip
    placed: Floats = corners @ feature.transform[:3, :3].T + feature.transform[:3, 3]
    placed[:, :2] = np.clip(placed[:, :2], 0.0, board.size)
    return placed


def best(
    scene: BoardScene,
    rays: RayScene,
    sight: Sight,
    places: Sequence[Stop],
    aspect: float,
    top: float = FRAME[3],
    bar: Floats | None = None,
) -> Camera:
    """The camera that sees most of the pair and of the line between it.

    Each candidate frames the pair; what counts is how much of the target's judged side, of the
    observer and of the line is open to it, and how well the line is seen from aside.

    Args:
        rays: what hides things from a camera.
        places: where lines are stopped.
        top: of the part of the picture that the pair is framed in, from -1 to 1.
        bar: (2, 3) across the tightest place that the open line passes.
    """
    one, other = scene.body(sight.observer), scene.body(sight.target)
    framed = _framed(one.corners, other.corners, sight.samples)
    frame = (FRAME[0], BESIDE_CLOSE_UPS, OVER_LEGEND, top)
    line = _line(sight, one.centre, other.centre)
    samples = sight.samples
    groups = [
        _some(samples.target_points[samples.reached], 64),
        _some(samples.target_points[~samples.reached], 64),
        one.facing(other.centre).at(_square(48))[0],
        line,
    ]
    along = np.degrees(np.arctan2(*(one.centre - other.centre)[[1, 0]]))
    near = _beside(scene, one.centre, other.centre)
    found: list[tuple[float, Camera]] = []
    for elevation in ELEVATIONS_DEG:
        for step in range(AZIMUTHS):
            azimuth = along + step * 360 / AZIMUTHS
            camera = framing(framed, azimuth, elevation, aspect, frame)
            seen = _share_seen(rays, camera, groups)
            off = abs((azimuth - along + 180) % 360 - 180)
            aside = 1.0 - abs(off - ASIDE_DEG) / 180
            score = float(np.dot(WEIGHTS, seen)) + 1.2 * aside - abs(elevation - 36.0) / 60
            score += WHERE_STOPPED * plain(rays, camera, places)
            if bar is not None:
                score += WHERE_PASSED * _across(rays, camera, bar)
            score -= UNDER_WORDS * _under_words(camera, near, aspect, top)
            found.append((score, camera))
    return max(found, key=lambda pair: pair[0])[1]


def best_on(
    rays: RayScene, matter: Floats, elevations_deg: tuple[float, ...], board: Board, aspect: float
) -> Camera:
    """The camera that sees most of some points, of a path or of a field among terrain.

    Args:
        rays: what hides things from a camera.
        matter: (N, 3) the points, which it frames.
        elevations_deg: angles above the table that are tried.
    """
    some = _some(matter, 600)
    about = np.array([[x, y, z] for x in (-ROOM, ROOM) for y in (-ROOM, ROOM) for z in (0.0, ROOM)])
    framed = (some[:, None] + about).reshape(-1, 3)
    start = -90.0 if board.size[0] >= board.size[1] else 0.0
    found: list[tuple[float, Camera]] = []
    for row, elevation in enumerate(elevations_deg):
        for step in range(AZIMUTHS):
            azimuth = start + step * 360 / AZIMUTHS
            camera = framing(framed, azimuth, elevation, aspect)
            (seen,) = _share_seen(rays, camera, [some])
            found.append((seen - STEEPER * row, camera))
    return max(found, key=lambda pair: pair[0])[1]


def leftward(scene: BoardScene, sight: Sight, camera: Camera) -> bool:
    """Whether a camera has the target to the left of the observer."""
    way = scene.body(sight.target).centre - scene.body(sight.observer).centre
    return float(way @ camera.axes[0]) < 0.0


def close_up(scene: BoardScene, sight: Sight, left: bool | None = None) -> Camera:
    """A camera on the target, from the observer's side; what stands between is cut away.

    Args:
        left: lines run to the left in the picture: the camera stands a little aside, so that they
            do here, too. None: it does not.
    """
    body, eye = scene.body(sight.target), scene.body(sight.observer).centre
    way = eye - body.centre
    flat = float(np.hypot(way[0], way[1]))
    azimuth = float(np.degrees(np.arctan2(way[1], way[0])))
    if left is not None:
        azimuth += -A_LITTLE_DEG if left else A_LITTLE_DEG
    elevation = float(np.clip(np.degrees(np.arctan2(way[2], flat)), 0.0, 80.0)) + 6.0
    radius = float(np.linalg.norm(body.corners - body.centre, axis=1).max())
    away = radius / np.sin(np.radians(CLOSE_UP_ANGLE_DEG / 2)) * 1.08
    position = body.centre + away * direction(azimuth, elevation)
    return Camera(_point(position), _point(body.centre), CLOSE_UP_ANGLE_DEG, away - 1.05 * radius)


def matter(scene: BoardScene, sight: Sight) -> Floats:
    """(N, 3) points that the picture is about: the pair, and the lines between."""
    one, other = scene.body(sight.observer), scene.body(sight.target)
    hits = sight.samples.hit_points
    hits = _some(hits[np.isfinite(hits).all(axis=1)], 40)
    return np.concatenate([
        _some(one.corners, 40), _some(other.corners, 40), hits,
        _line(sight, one.centre, other.centre),
    ])  # fmt: skip


def _framed(one: Floats, other: Floats, samples: Samples) -> Floats:
    ends = samples.hit_points[np.isfinite(samples.hit_points).all(axis=1)]
    # Stopped lines end between the pair, but for those that end behind what stands near it.
    points = np.concatenate([one, other, ends])
    low, high = points.min(axis=0) - ROOM, points.max(axis=0) + ROOM
    lift = [low[2] + ROOM, high[2]]
    room = [[x, y, z] for x in (-ROOM, ROOM) for y in (-ROOM, ROOM) for z in (0.0, ROOM)]
    about = np.array([(group.min(axis=0) + group.max(axis=0)) / 2 for group in (one, other)])
    about[:, 2] = np.clip(about[:, 2], *lift)
    return np.concatenate([points, (about[:, None] + np.array(room)).reshape(-1, 3)])


def _line(sight: Sight, start: Floats, end: Floats) -> Floats:
    """Points along the witness, or up to where the line between the middles is stopped."""
    if sight.witness is not None:
        start, end = np.array(sight.witness.start), np.array(sight.witness.end)
    else:
        hits = sight.samples.hit_points
        hits = hits[np.isfinite(hits).all(axis=1)]
        if len(hits):
            end = hits.mean(axis=0)
    share = np.linspace(0.08, 0.92, 32)[:, None]
    return start + share * (end - start)


def _across(rays: RayScene, camera: Camera, bar: Floats) -> float:
    """How well a camera sees a bar: none of it hidden, and from aside; from 0 to 1."""
    share = np.linspace(0.05, 0.95, 16)[:, None]
    points = bar[0] + share * (bar[1] - bar[0])
    seen = float(open_to(rays, camera, points).mean())
    way = np.array(camera.position) - points.mean(axis=0)
    length = float(np.linalg.norm(way) * np.linalg.norm(bar[1] - bar[0]))
    square = float(np.linalg.norm(np.cross(way, bar[1] - bar[0]))) / max(length, 1e-9)
    return seen * square


def _beside(scene: BoardScene, start: Floats, end: Floats) -> Floats:
    """(N, 3) the middles of the tops of the models that are near the line."""
    way = end - start
    found = [np.empty((0, 3))]
    for figure in scene.board.figures.values():
        top = np.array([*figure.at[:2], figure.top])
        along = float(np.clip((top - start) @ way / max(float(way @ way), 1e-9), 0.0, 1.0))
        if float(np.linalg.norm((start + along * way - top)[:2])) <= BESIDE:
            found.append(top[None])
    return np.concatenate(found)


def _under_words(camera: Camera, points: Floats, aspect: float, top: float) -> float:
    """The share of some points that a picture's words lie on."""
    if not len(points):
        return 0.0
    at, _ = camera.project(points, (round(1000 * aspect), 1000))
    under = (at[:, 0] < WORDS_WIDE * 1000 * aspect) & (at[:, 1] < 500 * (1.0 - top))
    return float((under & (at >= 0).all(axis=1)).mean())


def _share_seen(rays: RayScene, camera: Camera, groups: list[Floats]) -> list[float]:
    """For each group of points the share that nothing hides from the camera."""
    seen = open_to(rays, camera, np.concatenate(groups))
    cuts = np.cumsum([len(group) for group in groups])[:-1]
    return [float(part.mean()) if len(part) else 0.0 for part in np.split(seen, cuts)]


def _some(points: Floats, number: int) -> Floats:
    if len(points) <= number:
        return points
    return points[np.linspace(0, len(points) - 1, number).astype(np.int64)]


def _square(number: int) -> Floats:
    index = np.arange(number)
    return np.column_stack([(index + 0.5) / number, (index * 0.6180339887498949) % 1.0])


def _point(values: Floats) -> Point:
    return float(values[0]), float(values[1]), float(values[2])
