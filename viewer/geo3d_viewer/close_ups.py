"""Close-ups in a picture: of the target, and of where each of the main reasons stops lines."""

from collections.abc import Iterator, Sequence

import numpy as np

from geo3d.cli.output import percent
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer import caption, passage, stops, vantage
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Inset
from geo3d_viewer.gaps import bare
from geo3d_viewer.labels import ELLIPSIS, LENGTHS
from geo3d_viewer.reasons import named

MOST = 3
"""Places that have one, besides the target."""


def close_ups(
    scene: BoardScene,
    sight: Sight,
    camera: Camera | None,
    places: Sequence[stops.Stop] = (),
    tight: passage.Passage | None = None,
) -> Iterator[Inset]:
    """The close-ups of a pair, in which lines run the same way as in the picture.

    Args:
        camera: of the picture; None: only that of the target, as something moves.
        places: where lines are stopped, that of most first.
        tight: where the open line passes.
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
    room = MOST - (tight is not None)
    main = [place for place in places if place.reason.main][:room]
    rays = bare(scene, models=False) if main or tight is not None else scene.rays
    if tight is not None:
        view = passage.camera(rays, tight)
        without = stops.before(scene, sight, view, tight.at[None], tight.ids)
        title = f"the open line passes {passage.words(scene, tight)}"
        yield Inset(title, view, about, without, passage.tags(scene, tight))
    for place in main:
        view = stops.close_up(scene, rays, sight, place, left)
        points = np.concatenate([place.points, place.glass])
        without = stops.before(scene, sight, view, points, (place.reason.id,))
        name = named(place.reason, scene.board.features, LENGTHS[0])
        share = percent(place.reason.share)
        who = "all lines" if share == "100%" else f"{share} of the lines"
        yield Inset(f"{who} stopped by {name}", view, about, without)


def _short(id: str) -> str:
    return caption.cut(caption.shown(id), LENGTHS[0], ELLIPSIS)
