"""Close-ups in a picture: of the target, and of where each of the main reasons stops lines."""

from collections.abc import Iterator, Sequence

import numpy as np

from geo3d.cli.output import percent
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer import caption, stops, vantage
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Inset
from geo3d_viewer.gaps import bare
from geo3d_viewer.labels import ELLIPSIS, LENGTHS

LEAST = 0.05
"""Share of the target that a thing hides from which on it has a close-up."""

MOST = 3
"""Things that have one."""


def close_ups(
    scene: BoardScene, sight: Sight, camera: Camera | None, places: Sequence[stops.Stop] = ()
) -> Iterator[Inset]:
    """The close-ups of a pair, in which lines run the same way as in the picture.

    Args:
        camera: of the picture; None: only that of the target, as something moves.
        places: where lines are stopped, that of most first.
    """
    about = vantage.matter(scene, sight)
    left = None if camera is None else vantage.leftward(scene, sight, camera)
    view = vantage.close_up(scene, sight, left)
    forward = view.axes[2]
    away = {
        figure.id: float(np.array([*figure.at[:2], (figure.bottom + figure.top) / 2]) @ forward)
        for figure in scene.board.figures.values()
    }
    nearer = frozenset(id for id, far in away.items() if far < away[sight.target])
    yield Inset(f"{_short(sight.target)} from the observer's side", view, about, nearer)
    if left is None:
        return
    reasons = [place for place in places if place.share >= LEAST][:MOST]
    rays = bare(scene, models=False) if reasons else scene.rays
    for place in reasons:
        view = stops.close_up(scene, rays, sight, place, left)
        without = stops.before(scene, sight, view, place)
        yield Inset(f"{percent(place.share)}: {_named(place, scene)}", view, about, without)


def _named(place: stops.Stop, scene: BoardScene) -> str:
    if place.kind == "gap":
        of = caption.gap_of(place.id, scene.board.features).removeprefix("gap of ")
        return f"closed {caption.short(place.id)}, {caption.cut(of, LENGTHS[0], ELLIPSIS)}"
    return f"{'area ' if place.kind == 'area' else ''}{_short(place.id)}"


def _short(id: str) -> str:
    return caption.cut(caption.shown(id), LENGTHS[0], ELLIPSIS)
