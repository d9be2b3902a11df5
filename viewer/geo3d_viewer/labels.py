"""Name tags on a picture: where each goes so that none covers another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from geo3d_viewer.camera import Camera, Floats
from geo3d_viewer.caption import cut
from geo3d_viewer.description import Label, LabelRole

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
        replace(label, text=known[label.text]) if label.role in OF_IDS else label
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
    half_x, half_y = extent[0] / 2, extent[1] / 2
    best: tuple[float, Box] | None = None
    for step, reach in enumerate(REACHES):
        if best is not None and best[0] <= step:
            break
        for turn in TURNS_DEG:
            across, up = np.cos(np.radians(turn)), np.sin(np.radians(turn))
            middle_x = x + across * (reach * scale + half_x)
            middle_y = y - up * (reach * scale + half_y)
            box = (middle_x - half_x, middle_y - half_y, middle_x + half_x, middle_y + half_y)
            inside = min(box) >= 0 and box[2] <= size[0] and box[3] <= size[1]
            if not inside or any(overlap(box, other, GAP * scale) for other in used):
                continue
            if any(_passes((x, y), (middle_x, middle_y), other) for other in taken):
                continue
            low, high = np.array(box[:2]) - KEEP_OFF * scale, np.array(box[2:]) + KEEP_OFF * scale
            cost = step + float(((others > low) & (others < high)).all(axis=1).sum())
            cost += POINT * float(((about > low) & (about < high)).all(axis=1).sum())
            cost += COVERED * min(1.0, _on(box, bodies))
            if best is None or cost < best[0]:
                best = cost, box
    return None if best is None else best[1]


def _on(box: Box, bodies: Floats) -> float:
    """How much of a box lies on others, or of others under it: 1 for one that is all covered."""
    across = np.minimum(box[2], bodies[:, 2]) - np.maximum(box[0], bodies[:, 0])
    down = np.minimum(box[3], bodies[:, 3]) - np.maximum(box[1], bodies[:, 1])
    area = (box[2] - box[0]) * (box[3] - box[1])
    theirs = (bodies[:, 2] - bodies[:, 0]) * (bodies[:, 3] - bodies[:, 1])
    shared = np.maximum(across, 0.0) * np.maximum(down, 0.0)
    return float((shared / np.maximum(np.minimum(area, theirs), 1.0)).sum())


def _passes(start: tuple[float, float], end: tuple[float, float], box: Box) -> bool:
    """Whether the line to a tag goes through a box."""
    share = np.linspace(0.0, 1.0, 9)
    x = start[0] + share * (end[0] - start[0])
    y = start[1] + share * (end[1] - start[1])
    return bool(((x > box[0]) & (x < box[2]) & (y > box[1]) & (y < box[3])).any())


def overlap(one: Box, other: Box, gap: float = 0.0) -> bool:
    """Whether two boxes come nearer than `gap` to each other."""
    return (
        one[0] < other[2] + gap
        and other[0] < one[2] + gap
        and one[1] < other[3] + gap
        and other[1] < one[3] + gap
    )
