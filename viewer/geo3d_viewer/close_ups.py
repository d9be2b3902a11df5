"""Close-ups in a picture: of the target, and of where lines are stopped if that is not plain."""

from collections.abc import Iterator, Sequence

import numpy as np

from geo3d.rays import RayScene
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer import caption, stops, vantage
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Inset
from geo3d_viewer.labels import ELLIPSIS, LENGTHS


def close_ups(
    scene: BoardScene,
    rays: RayScene,
    sight: Sight,
    camera: Camera | None,
    places: Sequence[stops.Stop] = (),
) -> Iterator[Inset]:
    """The close-ups of a pair.

    Args:
        rays: what hides things from a camera.
        camera: of the picture; None: only that of the target, as something moves.
        places: where lines are stopped, that of most first.
    """
    about = vantage.matter(scene, sight)
    view = vantage.close_up(scene, sight)
    forward = view.axes[2]
    away = {
        figure.id: float(np.array([*figure.at[:2], (figure.bottom + figure.top) / 2]) @ forward)
        for figure in scene.board.figures.values()
    }
    nearer = frozenset(id for id, far in away.items() if far < away[sight.target])
    yield Inset(f"{_short(sight.target)} from the observer's side", view, about, nearer)
    if camera is not None and places and stops.needs_close_up(rays, camera, places[0]):
        place = places[0]
        name = place.id if place.normal is None else caption.short(place.id)
        view = stops.close_up(scene, rays, sight, place)
        yield Inset(f"where {_short(name)} stops lines", view, about)


def _short(id: str) -> str:
    return caption.cut(caption.shown(id), LENGTHS[0], ELLIPSIS)
