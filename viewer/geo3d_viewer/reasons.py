"""What stops the lines of a pair: each reason with its lines, its colour and its words."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

import numpy as np

from geo3d.cli.output import percent
from geo3d.visibility import BoardScene, Sight
from geo3d.visibility.scene import Kind
from geo3d_viewer.caption import cut, gap_of, short, shown
from geo3d_viewer.description import Colour, Ints, LegendEntry
from geo3d_viewer.groups import STOPPED
from geo3d_viewer.labels import ELLIPSIS, LENGTHS
from geo3d_viewer.palette import STOPPED_BY

MAIN = 0.05
"""Share of the target that a thing hides from which on it is one of the main reasons."""

TOLD = 0.01
"""And from which on it is shown close up where there is room, and its face tinted."""

ENTRIES = 5
"""Reasons that a legend has at most."""


@dataclass(frozen=True, eq=False)
class Reason:
    """One thing that stops lines. A piece and its area are two, though they share an id.

    Attributes:
        kind, id: as of a blocker of the answer.
        key: what tells it from all others of a picture: its id; of an area that has the id of a
            feature, "area of" it.
        share: of the target that it hides.
        rows: of the samples, those of its lines.
        placed: its id in the ray scene.
    """

    kind: Kind
    id: str
    key: str
    share: float
    rows: Ints = field(repr=False)
    placed: str

    @property
    def group(self) -> str:
        """What its lines are shown and hidden with."""
        return f"{STOPPED}/{self.key}"

    @property
    def main(self) -> bool:
        """Whether it hides enough to be told apart at a glance."""
        return self.share >= MAIN

    @property
    def colour(self) -> Colour:
        """That of its kind."""
        return STOPPED_BY[self.kind]


def reasons(scene: BoardScene, sight: Sight) -> tuple[Reason, ...]:
    """What stops lines, that which hides most first."""
    samples = sight.samples
    ended = ~samples.reached & np.isfinite(samples.hit_points).all(axis=1)
    ids = np.array([str(id) for id in samples.blockers], dtype=object)
    total = max(float(samples.weights.sum()), 1e-9)
    told = {(blocker.kind, blocker.id): blocker.share for blocker in sight.blocked_by}
    found = []
    for placed in dict.fromkeys(ids[ended]):
        rows = np.flatnonzero(ended & (ids == placed))
        kind, id = scene.kind(placed), scene.name(placed)
        share = told.get((kind, id), float(samples.weights[rows].sum()) / total)
        key = area_name(id, scene.board.features) if kind == "area" else id
        found.append(Reason(kind, id, key, share, rows, placed))
    return tuple(sorted(found, key=lambda each: (-each.share, each.key)))


def area_name(id: str, features: Collection[str]) -> str:
    """An area by whose it is: one that a feature forms has that one's id (13.01 b)."""
    return f"area of {id}" if id in features else id


def named(reason: Reason, features: Collection[str], most: int = LENGTHS[1]) -> str:
    """A reason in a few words: "the body of wall-w", "the area of wall-w", "the closed gap-5 of
    hall-sw"."""

    def brief(id: str) -> str:
        return cut(shown(id), most, ELLIPSIS)

    if reason.kind == "terrain":
        return f"the body of {brief(reason.id)}"
    if reason.kind == "area":
        return f"the area {'of ' if reason.id in features else ''}{brief(reason.id)}"
    if reason.kind == "gap":
        whose = gap_of(reason.id, features)
        if whose.startswith("slit"):
            return f"the closed {whose}"
        return f"the closed {short(reason.id)} of {brief(whose.removeprefix('gap of '))}"
    if reason.kind == "model":
        return f"model {brief(reason.id)}"
    return "the ground"


def legend(why: tuple[Reason, ...], features: Collection[str]) -> Iterator[LegendEntry]:
    """The colour of each reason, and its share."""
    for reason in why[:ENTRIES]:
        text = f"stopped by {named(reason, features)}: {percent(reason.share)}"
        yield LegendEntry(text, reason.colour, line=True, group=reason.group)
