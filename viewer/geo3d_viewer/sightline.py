"""The lines of sight of a picture: the open one, and a readable number of stopped ones."""

from collections.abc import Iterator

import numpy as np
import trimesh

from geo3d.visibility import Samples, Sight
from geo3d_viewer.description import Floats, Ints, Lines, Surface
from geo3d_viewer.palette import BLOCKED, WITNESS

STOPPED = 24
"""Stopped lines that are drawn at most: more would hide what they are about."""

DOT = 0.07
"""Inches: radius of the dot where a line is stopped."""


def stopped(samples: Samples, number: int = STOPPED) -> Ints:
    """Rows of stopped elements, spread over the target: each the farthest from those before it."""
    rows = np.flatnonzero(~samples.reached & np.isfinite(samples.hit_points).all(axis=1))
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


def sight_lines(sight: Sight) -> Iterator[Lines]:
    """Red lines up to what stops them, and the witness in green."""
    samples = sight.samples
    rows = stopped(samples)
    if len(rows):
        segments = np.stack([samples.observer_points[rows], samples.hit_points[rows]], axis=1)
        yield Lines("blocked", "blocked", segments, BLOCKED, 1.4)
    if sight.witness is not None:
        open_ = np.array([[sight.witness.start, sight.witness.end]])
        yield Lines("witness", "witness", open_, WITNESS, 4.0, on_top=True)


def dots(sight: Sight) -> Surface | None:
    """A dot at the end of each stopped line."""
    rows = stopped(sight.samples)
    if not len(rows):
        return None
    ball = trimesh.creation.icosphere(subdivisions=1, radius=DOT)
    centres: Floats = sight.samples.hit_points[rows]
    vertices = (centres[:, None] + ball.vertices).reshape(-1, 3)
    faces = (np.arange(len(rows))[:, None, None] * len(ball.vertices) + ball.faces).reshape(-1, 3)
    return Surface("blocked", "marker", vertices, faces, np.eye(4), BLOCKED)
