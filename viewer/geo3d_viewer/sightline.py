"""The lines of sight of a picture: the open one, a readable number of stopped ones, and all tested.

Stopped lines are kept apart by what stops them, so that each can be shown and hidden.
"""

from collections.abc import Callable, Iterator

import numpy as np
import trimesh

from geo3d.visibility import Samples, Sight
from geo3d_viewer.caption import too_far
from geo3d_viewer.description import Floats, Group, Ints, Label, Lines, Surface
from geo3d_viewer.figures import LITTLE
from geo3d_viewer.gaps import dashed
from geo3d_viewer.groups import OPEN, SEEN_AT, STOPPED, TESTED
from geo3d_viewer.palette import BLOCKED, HIDDEN, TESTED_OPEN, TESTED_STOPPED, WITNESS

FEWEST, MOST = 3, 5
"""Stopped lines that are drawn of each thing that stops some: the more it stops, the more. Twenty
would merge into a slab, and that seem to meet what it only passes."""

SLIGHT = 0.05
"""Share of the stopped lines below which a thing has one line drawn."""

DOT, LARGER = 0.075, 0.055
"""Inches: radius of the dot where a line is stopped, and by what it is larger where all are by the
same thing: what stops most must not look the least."""

MARK = 0.1
"""Inches: radius of the dot where the open line meets the target."""


def stopped(samples: Samples, name: Callable[[str], str]) -> Iterator[tuple[str, Ints, float]]:
    """What stops lines, the rows of those lines that are drawn, and which share of all it stops.

    They are spread over the part of the target that it hides: each the farthest from those before.
    """
    every = np.flatnonzero(~samples.reached & np.isfinite(samples.hit_points).all(axis=1))
    for id, rows in _by_blocker(samples, every, name):
        share = len(rows) / len(every)
        number = FEWEST + round(share * (MOST - FEWEST)) if share >= SLIGHT else 1
        yield id, _spread(samples, rows, number), share


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


def sight_lines(sight: Sight, name: Callable[[str], str]) -> Iterator[Lines]:
    """Red lines up to what stops them, the witness in green, and thinner ones: all tested.

    Args:
        name: id of the ray scene to that of the board.
    """
    samples = sight.samples
    for id, rows, share in stopped(samples, name):
        group, width = f"{STOPPED}/{id}", 1.4 + 0.8 * share
        yield Lines(id, "blocked", _stopped(samples, rows), BLOCKED, width, True, group)
        yield Lines(id, "beyond", _beyond(samples, rows), BLOCKED, width - 0.2, True, group)
    if sight.witness is not None:
        open_ = np.array([[sight.witness.start, sight.witness.end]])
        yield Lines("witness", "witness", open_, WITNESS, 4.0, on_top=True, group=OPEN)
    reached = np.flatnonzero(samples.reached)
    if too_far(sight) and len(reached):
        yield Lines("hidden", "witness", _dashed(samples, reached), HIDDEN, 3.0, True, OPEN)
    if len(reached):
        ends = np.stack([samples.observer_points[reached], samples.target_points[reached]], axis=1)
        yield Lines("tested", "tested", ends, TESTED_OPEN, 0.8, group=f"{TESTED}/open")
    every = np.flatnonzero(~samples.reached & np.isfinite(samples.hit_points).all(axis=1))
    for id, rows in _by_blocker(samples, every, name):
        lines = _stopped(samples, rows)
        yield Lines(id, "tested", lines, TESTED_STOPPED, 0.8, group=f"{TESTED}/{id}")


def mark(sight: Sight) -> Iterator[Surface | Label]:
    """Where the open line meets the target: a dot, and its name where little of it is seen.

    On a line to a model that is hidden (13.09), how far it is, and from how far it would be seen.
    """
    if sight.witness is None:
        if too_far(sight) and sight.verdict is not None and sight.samples.reached.any():
            begin, end = _middle(sight.samples, np.flatnonzero(sight.samples.reached))
            x, y, z = (float(value) for value in (begin + end) / 2)
            text = f'{sight.distance:.1f}" away, detected up to {sight.verdict.detection_range:g}"'
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


def groups(sight: Sight, name: Callable[[str], str], shown: Callable[[str], str]) -> list[Group]:
    """The switches of the lines.

    Args:
        shown: an id as it is shown.
    """
    samples = sight.samples
    every = np.flatnonzero(~samples.reached & np.isfinite(samples.hit_points).all(axis=1))
    few = [id for id, _, _ in stopped(samples, name)]
    found = [Group(OPEN, "open line")]
    found += [Group(f"{STOPPED}/{id}", f"lines stopped by {shown(id)}") for id in few]
    number = int(samples.reached.sum())
    found.append(Group(f"{TESTED}/open", f"all {number} tested lines that are open", False))
    for id, rows in _by_blocker(samples, every, name):
        text = f"all {len(rows)} tested lines that {shown(id)} stops"
        found.append(Group(f"{TESTED}/{id}", text, False))
    return found


def dots(sight: Sight, name: Callable[[str], str]) -> Iterator[Surface]:
    """A dot at the end of each stopped line, by what stops it."""
    ball = trimesh.creation.icosphere(subdivisions=2)
    for id, rows, share in stopped(sight.samples, name):
        centres: Floats = sight.samples.hit_points[rows]
        around = (DOT + LARGER * share) * np.asarray(ball.vertices)
        vertices = (centres[:, None] + around).reshape(-1, 3)
        number = np.arange(len(rows))[:, None, None]
        faces = (number * len(ball.vertices) + ball.faces).reshape(-1, 3)
        yield Surface(
            id, "marker", vertices, faces, np.eye(4), BLOCKED, group=f"{STOPPED}/{id}", on_top=True
        )


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
    """Where the middle one of some stopped lines would go on, in dashes."""
    ends = samples.hit_points[rows]
    row = rows[np.linalg.norm(ends - ends.mean(axis=0), axis=1).argmin()]
    return dashed(np.stack([samples.hit_points[row], samples.target_points[row]]), 2.0)


def _stopped(samples: Samples, rows: Ints) -> Floats:
    segments: Floats = np.stack([samples.observer_points[rows], samples.hit_points[rows]], axis=1)
    return segments


def _by_blocker(
    samples: Samples, rows: Ints, name: Callable[[str], str]
) -> Iterator[tuple[str, Ints]]:
    """Rows by what stops them, that which stops most first."""
    ids = np.array([name(str(id)) for id in samples.blockers[rows]], dtype=object)
    known, count = np.unique(ids.astype(str), return_counts=True)
    for k in np.argsort(-count, kind="stable"):
        yield str(known[k]), rows[ids == known[k]]
