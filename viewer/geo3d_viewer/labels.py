"""Name tags on a picture: where each goes so that none covers another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from geo3d_viewer.camera import Camera, Floats
from geo3d_viewer.caption import cut
from geo3d_viewer.description import Label, LabelRole

Bools = npt.NDArray[np.bool_]

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

REACHES = (12.0, 26.0, 44.0, 66.0, 92.0, 124.0)
"""Pixels from the point that is named to the edge of its tag, nearest first."""

TURNS_DEG = (90, 65, 115, 40, 140, 15, 165, -15, 195, -40, 220, -65, 245, -90)
"""Ways from the point to its tag, upwards first."""

KEEP_OFF = 4.0
"""Pixels that a tag stays away from the named points of others, where it can."""

COVERED = 3.0
"""Reaches that a tag rather goes farther away than lie wholly on a model."""

POINT = 0.25
"""The same, for each point that a picture is about and a tag would lie on."""

STEPS = np.repeat(np.arange(len(REACHES), dtype=np.float64), len(TURNS_DEG))
"""How many reaches away each place is that is tried."""

_TURNS = np.radians(TURNS_DEG)
WAYS = np.tile(np.column_stack([np.cos(_TURNS), -np.sin(_TURNS)]), (len(REACHES), 1))
"""In which direction it is, and AWAY: how far to the edge of the tag."""
AWAY = WAYS * np.repeat(REACHES, len(TURNS_DEG))[:, None]

ALONG = np.linspace(0.0, 1.0, 9)
"""Shares of the line to a tag at which it is looked at what it goes through."""

OF_IDS: frozenset[LabelRole] = frozenset(
    {"figure", "observer", "target", "blocker", "gap", "area", "objective"}
)
"""Roles of tags that are an id."""

ELLIPSIS = "…"
"""What stands for what is left out of an id on a tag."""

LENGTHS = (18, 26, 34)
"""Characters of an id on a tag at most; more where two would else be the same."""

GAP = 3.0
"""Pixels between tags."""


@dataclass(frozen=True)
class Tag:
    """A label that has its place: the named point and the tag's box, in pixels."""

    label: Label
    point: tuple[float, float]
    box: Box


def shortened(labels: Sequence[Label]) -> list[Label]:
    """Labels whose ids are cut in the middle where they are long, as far as all stay apart."""
    texts = list(dict.fromkeys(label.text for label in labels if label.role in OF_IDS))
    known = {text: text for text in texts}
    left = set(texts)
    for length in LENGTHS:
        tried = {text: cut(text, length, ELLIPSIS) for text in texts}
        made = list(tried.values())
        good = {text for text in left if made.count(tried[text]) == 1}
        known.update({text: tried[text] for text in good})
        left -= good
    return [
        replace(label, text=label.before + known.get(label.text, label.text) + label.after)
        if label.role in OF_IDS
        else label
        for label in labels
    ]


def laid_out(
    labels: Sequence[Label],
    camera: Camera,
    size: tuple[int, int],
    extent: Callable[[Label], tuple[float, float]],
    taken: Sequence[Box] = (),
    scale: float = 1.0,
    bodies: Sequence[Box] = (),
    about: Floats | None = None,
) -> list[Tag]:
    """Place labels one after the other where there is room, important ones first.

    A label whose point is outside the picture or in a taken box is left out, and so is one that
    finds no room. Tags keep off the named points of other labels too, where they can.

    Args:
        size: width and height of the picture in pixels.
        extent: width and height of a label's tag in pixels.
        taken: boxes that no tag may cover.
        scale: multiplies all distances, for pictures of another resolution.
        bodies: boxes about models, which tags leave free where they can.
        about: (N, 2) pixels of what the picture is about; the same.
    """
    if not labels:
        return []
    solid = np.array(bodies, dtype=np.float64).reshape(-1, 4)
    dear = np.empty((0, 2)) if about is None else about
    points, depth = camera.project(np.array([label.anchor for label in labels]), size)
    used = list(taken)
    tags = []
    for row in np.argsort([label.rank for label in labels], kind="stable"):
        x, y = (float(value) for value in points[row])
        if depth[row] <= 0 or not (0 <= x <= size[0] and 0 <= y <= size[1]):
            continue
        if any(overlap((x, y, x, y), box) for box in taken):
            continue
        others = np.delete(points, row, axis=0)
        box = _place(x, y, extent(labels[row]), size, used, taken, others, scale, solid, dear)
        if box is not None:
            used.append(box)
            tags.append(Tag(labels[row], (x, y), box))
    return tags


def _place(
    x: float,
    y: float,
    extent: tuple[float, float],
    size: tuple[int, int],
    used: Sequence[Box],
    taken: Sequence[Box],
    others: Floats,
    scale: float,
    bodies: Floats,
    about: Floats,
) -> Box | None:
    """The free box that is nearest; what it covers counts as so many reaches more."""
    half = np.array(extent) / 2
    middles = np.array([x, y]) + WAYS * half + scale * AWAY
    boxes = np.concatenate([middles - half, middles + half], axis=1)
    free = (boxes.min(axis=1) >= 0) & (boxes[:, 2] <= size[0]) & (boxes[:, 3] <= size[1])
    free &= ~_meet(boxes, _rows(used), GAP * scale).any(axis=1)
    free &= ~_passes((x, y), middles, _rows(taken))
    boxes, cost = boxes[free], STEPS[free]
    if not len(boxes):
        return None
    wide = boxes + KEEP_OFF * scale * np.array([-1.0, -1.0, 1.0, 1.0])
    cost = cost + _inside(others, wide) + POINT * _inside(about, wide)
    cost += COVERED * np.minimum(1.0, _on(boxes, bodies))
    left, top, right, bottom = (float(value) for value in boxes[cost.argmin()])
    return left, top, right, bottom


def _rows(boxes: Sequence[Box]) -> Floats:
    return np.array(boxes, dtype=np.float64).reshape(-1, 4)


def _meet(one: Floats, other: Floats, gap: float) -> Bools:
    """(N, M) whether boxes (N, 4) come nearer than `gap` to others (M, 4)."""
    low, high = one[:, None, :2] - gap, one[:, None, 2:] + gap
    return ((low < other[None, :, 2:]) & (other[None, :, :2] < high)).all(axis=2)


def _inside(points: Floats, boxes: Floats) -> Floats:
    """(N,) how many points (M, 2) are in each of some boxes (N, 4)."""
    over = (points[None] > boxes[:, None, :2]) & (points[None] < boxes[:, None, 2:])
    number: Floats = over.all(axis=2).sum(axis=1).astype(np.float64)
    return number


def _on(boxes: Floats, bodies: Floats) -> Floats:
    """(N,) how much of each box lies on others, or of others under it: 1 if all of one does."""
    shared = np.minimum(boxes[:, None, 2:], bodies[None, :, 2:])
    shared = np.maximum(shared - np.maximum(boxes[:, None, :2], bodies[None, :, :2]), 0.0)
    area, theirs = (np.prod(each[:, 2:] - each[:, :2], axis=1) for each in (boxes, bodies))
    least = np.maximum(np.minimum(area[:, None], theirs[None]), 1.0)
    share: Floats = (shared.prod(axis=2) / least).sum(axis=1)
    return share


def _passes(start: tuple[float, float], ends: Floats, boxes: Floats) -> Bools:
    """(N,) whether the line to a tag (N, 2) goes through a box."""
    at = np.array(start)
    on = at + ALONG[:, None, None] * (ends - at)
    through = (on[:, :, None] > boxes[None, None, :, :2]) & (
        on[:, :, None] < boxes[None, None, :, 2:]
    )
    return through.all(axis=3).any(axis=(0, 2))


def overlap(one: Box, other: Box, gap: float = 0.0) -> bool:
    """Whether two boxes come nearer than `gap` to each other."""
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )
