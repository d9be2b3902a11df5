"""Name tags on a picture: where each goes so that none covers another."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from geo3d_viewer.camera import Camera, Floats
from geo3d_viewer.description import Label

Box = tuple[float, float, float, float]
"""Left, top, right, bottom in pixels."""

REACHES = (12.0, 26.0, 44.0, 66.0, 92.0, 124.0)
"""Pixels from the point that is named to the edge of its tag, nearest first."""

TURNS_DEG = (90, 65, 115, 40, 140, 15, 165, -15, 195, -40, 220, -65, 245, -90)
"""Ways from the point to its tag, upwards first."""

KEEP_OFF = 4.0
"""Pixels that a tag stays away from the named points of others, where it can."""

GAP = 3.0
"""Pixels between tags."""


@dataclass(frozen=True)
class Tag:
    """A label that has its place: the named point and the tag's box, in pixels."""

    label: Label
    point: tuple[float, float]
    box: Box


def laid_out(
    labels: Sequence[Label],
    camera: Camera,
    size: tuple[int, int],
    extent: Callable[[Label], tuple[float, float]],
    taken: Sequence[Box] = (),
    scale: float = 1.0,
) -> list[Tag]:
    """Place labels one after the other where there is room, important ones first.

    A label whose point is outside the picture or in a taken box is left out, and so is one that
    finds no room. Tags keep off the named points of other labels too, where they can.

    Args:
        size: width and height of the picture in pixels.
        extent: width and height of a label's tag in pixels.
        taken: boxes that no tag may cover.
        scale: multiplies all distances, for pictures of another resolution.
    """
    if not labels:
        return []
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
        box = _place(x, y, extent(labels[row]), size, used, taken, others, scale)
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
) -> Box | None:
    """The free box that is nearest, a point of others in it counting as one reach more."""
    half_x, half_y = extent[0] / 2, extent[1] / 2
    best: tuple[int, Box] | None = None
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
            cost = step + int(((others > low) & (others < high)).all(axis=1).sum())
            if best is None or cost < best[0]:
                best = cost, box
    return None if best is None else best[1]


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
