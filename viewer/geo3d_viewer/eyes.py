"""What the observer sees: cameras in its middle and its outermost parts, looking at the target."""

import numpy as np

from geo3d.visibility import BoardScene, Sight
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Eye, Floats

SHARE = 0.34
"""How much of the picture's height the target fills, as far as the widest angle allows."""

NARROWEST_DEG, WIDEST_DEG = 6.0, 60.0


def eyes(scene: BoardScene, sight: Sight) -> tuple[Eye, ...]:
    """The views of a pair's observer: where its open line starts, its middle, its extremes.

    Models that do not block between the two, their own units, are not drawn in them.
    """
    one, other = scene.body(sight.observer), scene.body(sight.target)
    ignored = scene.ignored((scene.board.figure(sight.observer), scene.board.figure(sight.target)))
    gone = frozenset(ignored & set(scene.board.figures)) - {sight.target} | {sight.observer}
    places: list[tuple[str, Floats]] = []
    if sight.witness is not None:
        places.append(("where its open line starts", np.array(sight.witness.start)))
    places.append(("its middle", one.centre))
    extremes = one.extremes(other.centre)
    places += [(f"its edge, {k} of {len(extremes)}", at) for k, at in enumerate(extremes, start=1)]
    radius = float(np.linalg.norm(other.corners - other.centre, axis=1).max())
    found = []
    for text, at in places:
        far = max(float(np.linalg.norm(other.centre - at)), 1e-6)
        angle = float(np.degrees(2 * np.arctan(radius / far / SHARE)))
        angle = min(max(angle, NARROWEST_DEG), WIDEST_DEG)
        camera = Camera(_point(at), _point(other.centre), angle)
        found.append(Eye(text, camera, gone))
    return tuple(found)


def _point(values: Floats) -> tuple[float, float, float]:
    return float(values[0]), float(values[1]), float(values[2])
