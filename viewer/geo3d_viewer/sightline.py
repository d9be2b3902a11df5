"""The lines of sight of a picture: the open one, a readable number of stopped ones, and all tested.

Stopped lines are kept apart by what stops them, so that each can be shown and hidden.
"""

from collections.abc import Collection, Iterator, Sequence

import numpy as np
import trimesh

from geo3d.visibility import Samples, Sight
from geo3d_viewer.caption import too_far
from geo3d_viewer.description import Colour, Floats, Group, Ints, Label, Lines, Surface
from geo3d_viewer.figures import LITTLE
from geo3d_viewer.gaps import dashed
from geo3d_viewer.groups import OPEN, SEEN_AT, TESTED
from geo3d_viewer.palette import HIDDEN, INK, PALE, TESTED_OPEN, WITNESS, mixed
from geo3d_viewer.reasons import Reason, named

FEWEST, MOST = 3, 5
"""Stopped lines that are drawn of each thing that stops some: the more it stops, the more. Twenty
would merge into a slab, and that seem to meet what it only passes."""

DOT, LARGER, SMALL = 0.07, 0.03, 0.08
"""Inches: radius of the dot where a line is stopped, by what it is larger where all are by the
same thing (what stops most must not look the least), and of one of a reason that hides little."""

DARKER = 0.45
"""How much ink is in the colour of an area's dots."""

ON = 5.0
"""Inches that dashes go on behind a stop, at most: as long as the way to the target they would
look like a line that reaches it."""

PALER = 0.5
"""How much of a pale colour is in that of all stopped lines that were tested."""

MARK = 0.08
"""Inches: radius of the dot where the open line meets the target."""


def drawn(samples: Samples, reason: Reason) -> Ints:
    """Of a reason's lines the rows of those that are drawn.

    They are spread over the part of the target that it hides: each the farthest from those before.
    """
    every = int((~samples.reached & np.isfinite(samples.hit_points).all(axis=1)).sum())
    share = len(reason.rows) / every
    number = FEWEST + round(share * (MOST - FEWEST)) if reason.main else 1
    return _spread(samples, reason.rows, number)


def _spread(samples: Samples, rows: Ints, number: int) -> Ints:
    if len(rows) <= number:
        return rows
    points = samples.target_points[rows]
    away = np.linalg.norm(points - points.mean(axis=0), axis=1)
    chosen: list[int] = []
    for _ in range(number):
        chosen.append(int(away.argmax()))
        step = np.linalg.norm(points - points[chosen[-1]], axis=1)
        away = step if len(chosen) == 1 else np.minimum(away, step)
    return rows[chosen]


def sight_lines(sight: Sight, why: Sequence[Reason]) -> Iterator[Lines]:
    """Lines up to what stops them, each reason's in its colour; the witness in green; and thinner
    ones: all tested.

    Args:
        why: the reasons that lines are stopped.
    """
    samples = sight.samples
    for reason in why:
        rows, group = drawn(samples, reason), reason.group
        width = 1.4 + 0.8 * reason.share if reason.main else 1.0
        colour = reason.colour
        yield Lines(reason.key, "blocked", _stopped(samples, rows), colour, width, True, group)
        if reason.main:
            yield Lines(reason.key, "beyond", _beyond(samples, rows), colour, width, True, group)
    if sight.witness is not None:
        open_ = np.array([[sight.witness.start, sight.witness.end]])
        yield Lines("witness", "witness", open_, WITNESS, 4.0, on_top=True, group=OPEN)
    reached = np.flatnonzero(samples.reached)
    if too_far(sight) and len(reached):
        yield Lines("hidden", "witness", _dashed(samples, reached), HIDDEN, 3.0, True, OPEN)
    if len(reached):
        ends = np.stack([samples.observer_points[reached], samples.target_points[reached]], axis=1)
        yield Lines("tested", "tested", ends, TESTED_OPEN, 0.8, group=f"{TESTED}/open")
    for reason in why:
        lines = _stopped(samples, reason.rows)
        yield Lines(reason.key, "tested", lines, pale(reason), 0.8, group=f"{TESTED}/{reason.key}")


def pale(reason: Reason) -> Colour:
    """The colour of all tested lines that a reason stops."""
    return mixed(reason.colour, PALE, PALER)


def mark(sight: Sight) -> Iterator[Surface | Label]:
    """Where the open line meets the target: a dot, and its name where little of it is seen.

    On a line to a model that is hidden (13.09), how far it is, and from how far it would be seen.
    """
    if sight.witness is None:
        if too_far(sight) and sight.verdict is not None and sight.samples.reached.any():
            begin, end = _middle(sight.samples, np.flatnonzero(sight.samples.reached))
            x, y, z = (float(value) for value in (begin + end) / 2)
            near = f'{sight.verdict.detection_range:g}"'
            text = f'{sight.distance:.1f}" away; hidden, so seen only from {near} or nearer'
            yield Label(text, "witness", (x, y, z), HIDDEN, 1, OPEN)
        return
    ball = trimesh.creation.icosphere(subdivisions=2, radius=MARK)
    matrix = np.eye(4)
    matrix[:3, 3] = sight.witness.end
    yield Surface(
        "where it is seen", "marker", np.asarray(ball.vertices), np.asarray(ball.faces), matrix,
        WITNESS, group=SEEN_AT, on_top=True,
    )  # fmt: skip
    if sight.visible_fraction.value <= LITTLE:
        x, y, z = (float(value) for value in sight.witness.end)
        yield Label("seen here", "witness", (x, y, z), WITNESS, 1, SEEN_AT)


def groups(sight: Sight, why: Sequence[Reason], features: Collection[str]) -> list[Group]:
    """The switches of the lines."""
    samples = sight.samples
    found = [Group(OPEN, "open line")]
    names = {reason.key: named(reason, features) for reason in why}
    found += [Group(reason.group, f"lines stopped by {names[reason.key]}") for reason in why]
    number = int(samples.reached.sum())
    found.append(Group(f"{TESTED}/open", f"all {number} tested lines that are open", False))
    for reason in why:
        text = f"all {len(reason.rows)} tested lines stopped by {names[reason.key]}"
        found.append(Group(f"{TESTED}/{reason.key}", text, False))
    return found


def dots(sight: Sight, why: Sequence[Reason]) -> Iterator[Surface]:
    """A dot at the end of each stopped line, by what stops it."""
    ball = trimesh.creation.icosphere(subdivisions=2)
    for reason in why:
        centres: Floats = sight.samples.hit_points[drawn(sight.samples, reason)]
        radius = DOT + LARGER * reason.share if reason.main else SMALL
        vertices = (centres[:, None] + radius * np.asarray(ball.vertices)).reshape(-1, 3)
        number = np.arange(len(centres))[:, None, None]
        faces = (number * len(ball.vertices) + ball.faces).reshape(-1, 3)
        # On its own sheet an area's would not be seen.
        colour = mixed(reason.colour, INK, DARKER) if reason.kind == "area" else reason.colour
        yield Surface(
            reason.key, "marker", vertices, faces, np.eye(4), colour, group=reason.group,
            on_top=True,
        )  # fmt: skip


def _dashed(samples: Samples, reached: Ints) -> Floats:
    """The open line nearest the middle of all, in dashes."""
    return dashed(_middle(samples, reached), 3.0)


def _middle(samples: Samples, reached: Ints) -> Floats:
    """(2, 3) the open line nearest the middle of all."""
    ends = np.concatenate([samples.observer_points, samples.target_points], axis=1)[reached]
    nearest = np.linalg.norm(ends - ends.mean(axis=0), axis=1).argmin()
    middle: Floats = ends[nearest].reshape(2, 3)
    return middle


def _beyond(samples: Samples, rows: Ints) -> Floats:
    """Where the middle one of some stopped lines would go on, in dashes: a short way."""
    ends = samples.hit_points[rows]
    row = rows[np.linalg.norm(ends - ends.mean(axis=0), axis=1).argmin()]
    begin, end = samples.hit_points[row], samples.target_points[row]
    away = max(float(np.linalg.norm(end - begin)), 1e-9)
    return dashed(np.stack([begin, begin + min(1.0, ON / away) * (end - begin)]), 2.0)


def _stopped(samples: Samples, rows: Ints) -> Floats:
    segments: Floats = np.stack([samples.observer_points[rows], samples.hit_points[rows]], axis=1)
    return segments
