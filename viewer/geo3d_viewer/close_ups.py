"""Close-ups in a picture: of the target, and of where each of the main reasons stops lines."""

from collections.abc import Iterator, Sequence

import numpy as np

from geo3d.cli.output import percent
from geo3d.visibility import BoardScene, Sight
from geo3d_viewer import caption, passage, stops, vantage
from geo3d_viewer.camera import Camera
from geo3d_viewer.description import Inset, Label
from geo3d_viewer.gaps import bare
from geo3d_viewer.labels import ELLIPSIS, LENGTHS
from geo3d_viewer.reasons import TOLD, named

MOST = 3
"""Places that have one, besides the target."""

SAME = 2.0
"""Inches between two places up to which one close-up shows both."""

WORDS = {
    "terrain": "body",
    "area": "area",
    "gap": "closed gap",
    "model": "model",
    "ground": "ground",
}
"""What stops lines, in a word."""


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
    # Of an area's rim no more than a stray line would be seen.
    yield Inset(
        f"{_short(sight.target)} from the observer's side", view, about, nearer,
        no_roles=frozenset({"area", "entry", "passage"}),
    )  # fmt: skip
    if left is None:
        return
    told = [place for place in places if place.reason.share >= TOLD]
    grouped = _beside(told)[: MOST - (tight is not None)]
    rays = bare(scene, models=False) if grouped or tight is not None else scene.rays
    if tight is not None:
        view = passage.camera(rays, tight)
        without = stops.before(scene, sight, view, tight.at[None], tight.ids)
        title = f"the open line passes {passage.words(scene, tight)}"
        yield Inset(title, view, about, without, passage.tags(scene, tight))
    for group in grouped:
        view = stops.close_up(scene, rays, sight, group, left)
        points = np.concatenate([each for place in group for each in (place.points, place.glass)])
        kept = [place.reason.id for place in group]
        without = stops.before(scene, sight, view, points, kept) | {sight.observer}
        # Glass that stops no lines there would seem to.
        glass = any(place.reason.kind == "gap" for place in group)
        no_roles = frozenset() if glass else frozenset({"gap"})
        tags = tuple(_tags(group))
        yield Inset(_title(scene, group), view, about, without, tags, no_roles)


def _beside(places: Sequence[stops.Stop]) -> list[list[stops.Stop]]:
    """Places by which are beside each other: two views of them would be the same."""
    groups: list[list[stops.Stop]] = []
    for place in places:
        middle = np.median(place.points, axis=0)
        for group in groups:
            if np.linalg.norm(np.median(group[0].points, axis=0) - middle) <= SAME:
                group.append(place)
                break
        else:
            groups.append([place])
    return groups


def _title(scene: BoardScene, group: Sequence[stops.Stop]) -> str:
    """What stops lines there, and what share of them."""
    parts: list[str] = []
    for place in group:
        share = percent(place.reason.share)
        name = named(place.reason, scene.board.features, LENGTHS[0])
        who = "all lines" if share == "100%" else f"{share} of the lines"
        parts.append(f"{share} by {name}" if parts else f"{who} stopped by {name}")
    return ", ".join(parts)


def _tags(group: Sequence[stops.Stop]) -> Iterator[Label]:
    """Which of several is which, and by what each stops lines."""
    if len(group) < 2:
        return
    for place in group:
        reason = place.reason
        middle = np.median(place.points, axis=0)
        at = place.points[np.linalg.norm(place.points - middle, axis=1).argmin()]
        x, y, z = (float(value) for value in at)
        text = f"{WORDS[reason.kind]} {percent(reason.share)}"
        yield Label(text, "witness", (x, y, z), reason.colour, 2, reason.group)


def _short(id: str) -> str:
    return caption.cut(caption.shown(id), LENGTHS[0], ELLIPSIS)
