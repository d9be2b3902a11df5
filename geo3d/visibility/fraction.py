"""How much of the target is seen: its elements, one by one, from every part of the observer.

Elements are spread over the target's surface by area projected towards the observer's centre. One
counts as reached when an open line from some part of the observer ends on it: the centre is tried
first, then the observer's extremes, then points spread over its face and its rims, more and more.
Elements are added until the interval of the fraction is narrow enough.
"""

import itertools
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
import numpy.typing as npt
from scipy.spatial import cKDTree

from geo3d.rays import Hits
from geo3d.rays.segments import Bools, Floats, Ints
from geo3d.visibility.asking import Ask, Judge
from geo3d.visibility.body import Body, Facing
from geo3d.visibility.hiding import Hiding
from geo3d.visibility.lines import Line
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.sequence import spread

FIRST = 256
"""Elements that are always judged."""

MOST = 2048
"""Elements at most: enough for an interval .05 wide at any fraction (Wilson's: 1,533)."""

SURE = 1024
"""Elements that must all be reached before a target counts as fully visible."""

WIDTH = 0.05
"""How wide the interval of the fraction may be."""

SPREAD = (("face", 0, 24), ("rim", 0, 32), ("face", 24, 128))
"""Points of the observer that an element is tried from, in turns: on its face, or on its rims."""

FEW = 16
"""Fewer unreached elements are tried at once; of more it is proven first which are hidden."""

WAVES = 16
"""How often elements are tried beside those that were reached before."""

BESIDE = 2
"""Lines to the nearest elements reached that are crossed."""

CROSSINGS = np.linspace(0.02, 0.95, 24)
"""Where on its way from the observer to the target such a line is crossed, as shares."""

OWN = 128
"""How long a stretch of the sequence each element has."""

Z95 = 1.959963984540054
"""The normal distribution's 97.5% point: a 95% interval is twice that wide."""

INSET = 0.01
"""How far the target's extremes are drawn in towards its middle before they are judged as parts of
it, as a share: a point on the very rim is a part of measure zero."""


@dataclass(frozen=True, eq=False)
class Question:
    """Who looks at what, and what does not block.

    Attributes:
        scene: what blocks.
        observer: the observing body, or None where only `eye` looks.
        eye: (3,) the observer's centre, or the eye.
        target: the body that is looked at.
        ignore: ids that do not block.
        width: inches that must be free about a line.
        witness: an open line from the observer to the target, where one is known.
    """

    scene: BoardScene
    observer: Body | None
    eye: Floats
    target: Body
    ignore: frozenset[str]
    width: float
    witness: Line | None = None

    @cached_property
    def hiding(self) -> Hiding | None:
        """What can prove parts hidden from the observing body; made when first asked for."""
        if self.observer is None:
            return None
        return self.scene.hiding(self.observer, self.target, self.ignore)


@dataclass(frozen=True, eq=False)
class Samples:
    """The judged elements of the target: data for pictures and shares.

    Attributes:
        target_points: (N, 3).
        weights: (N,) about 1 each: what each counts in the fraction.
        reached: (N,) bool.
        observer_points: (N, 3) where the open line to the element starts; of an element that is not
            reached, the observer's centre.
        hit_points: (N, 3) where the centre's line to an unreached element is stopped; else NaN.
        blockers: (N,) object: id of what stops it first; None where reached.
    """

    target_points: Floats
    weights: Floats
    reached: Bools
    observer_points: Floats
    hit_points: Floats
    blockers: npt.NDArray[np.object_]


@dataclass(frozen=True)
class Fraction:
    """A share with the interval that holds the true value with 95% confidence."""

    value: float
    low: float
    high: float


@dataclass(frozen=True, eq=False)
class View:
    """What of the target is seen.

    Attributes:
        fraction: of the projected surface.
        fully: every judged element and extreme part was reached.
        samples: the elements, and extreme parts where they alone were not reached.
    """

    fraction: Fraction
    fully: bool
    samples: Samples


def wilson(weights: Floats, reached: Bools) -> Fraction:
    """Share of the weight that is reached, with Wilson's score interval (Wilson 1927).

    The elements are spread more evenly than chance would, so the interval is wider than it need be.
    Unequal weights count by Kish's effective sample size.
    """
    total = float(weights.sum())
    value = float(weights[reached].sum()) / total
    if reached.all():
        value = 1.0
    number = total * total / float((weights * weights).sum())
    z2 = Z95 * Z95
    middle = (value + z2 / (2 * number)) / (1 + z2 / number)
    half = (
        Z95
        / (1 + z2 / number)
        * np.sqrt(max(value * (1 - value), 0.0) / number + z2 / (4 * number * number))
    )
    low = 0.0 if value == 0.0 else max(0.0, float(middle - half))
    high = 1.0 if value == 1.0 else min(1.0, float(middle + half))
    return Fraction(value, min(low, value), max(high, value))


def view(question: Question, hidden: bool, most: int = MOST) -> Judge[View]:
    """Judge how much of the target is seen. A judge: see `asking`.

    Args:
        hidden: no line is open, as the search has told; then elements are only looked at from the
            centre, to say what hides them.
        most: elements that are judged at most; fewer than `MOST` leave a wider interval.
    """
    facing = question.target.facing(question.eye)
    parts: list[Samples] = []
    begin, stop = 0, FIRST
    while True:
        points, weights = facing.at(spread(begin, stop, 2))
        numbers = np.arange(begin, stop)
        parts.append((yield from _judge(question, points, weights, numbers, hidden)))
        samples = _joined(parts)
        share = wilson(samples.weights, samples.reached)
        if hidden or stop >= most:
            break
        if share.high - share.low <= WIDTH and not (samples.reached.all() and stop < SURE):
            break
        begin, stop = stop, min(2 * stop, most)
    fully = bool(samples.reached.all())
    if fully:
        rim = _rim(question.target, facing, question.eye)
        judged = yield from _judge(question, rim, np.ones(len(rim)), np.arange(len(rim)), False)
        if not judged.reached.all():
            fully = False
            samples = _joined([samples, _hidden_rim(judged, float(samples.weights.mean()))])
            share = wilson(samples.weights, samples.reached)
            # What is hidden there may be as small as you like.
            share = Fraction(share.value, share.low, 1.0)
    return View(share, fully, samples)


def all_seen(question: Question) -> Judge[bool]:
    """Whether all of the target is seen, as `view` tells; given up at the first part that is not.

    A judge: see `asking`.
    """
    facing = question.target.facing(question.eye)
    for begin, stop in itertools.pairwise((0, 16, 64, FIRST, SURE)):
        points, weights = facing.at(spread(begin, stop, 2))
        numbers = np.arange(begin, stop)
        judged = yield from _judge(question, points, weights, numbers, False)
        if not judged.reached.all():
            return False
    rim = _rim(question.target, facing, question.eye)
    judged = yield from _judge(question, rim, np.ones(len(rim)), np.arange(len(rim)), False)
    return bool(judged.reached.all())


def _hidden_rim(judged: Samples, weight: float) -> Samples:
    """The extreme parts that were not reached, together as one more element of that weight.

    All elements were reached, and yet not all is seen: the hidden parts are told with what hides
    them, and the fraction is less than 1.
    """
    rows = np.flatnonzero(~judged.reached)
    hidden = Samples(*(getattr(judged, name)[rows] for name in Samples.__dataclass_fields__))
    return replace(hidden, weights=np.full(len(rows), weight / len(rows)))


def _rim(target: Body, facing: Facing, eye: Floats) -> Floats:
    """The target's outermost parts as seen from the eye, each a little inside; may be none."""
    middle = facing.at(np.array([[0.5, 0.5]]))[0][0]
    rim = target.silhouette(eye)
    drawn_in: Floats = rim + INSET * (middle - rim)
    return drawn_in


def _judge(
    question: Question, points: Floats, weights: Floats, numbers: Ints, hidden: bool
) -> Judge[Samples]:
    """Judge elements: from the centre, from the extremes, from points spread over the observer."""
    eye, ignore, width = question.eye, question.ignore, question.width
    starts = np.tile(eye, (len(points), 1))
    hits: Hits = yield Ask(starts, points, ignore, kind="first")
    reached = ~hits.hit
    blockers = hits.id.copy()
    where = hits.point.copy()
    if width > 0.0:
        blocked = yield Ask(starts, points, ignore, width=width)
        reached &= ~blocked
    if hidden:
        reached[:] = False
    elif question.observer is not None:
        edge = question.observer.extremes(question.target.centre)
        froms = np.broadcast_to(edge, (len(points), *edge.shape))
        yield from _try_from(froms, points, ~reached, reached, starts, question)
        left = ~reached
        if question.hiding is not None and int(left.sum()) >= FEW:
            left[left] = ~question.hiding.proven(points[left])
        face = question.observer.facing(question.target.centre)
        for where_from, begin, stop in SPREAD:
            left &= ~reached
            missing = np.flatnonzero(left)
            if not len(missing):
                break
            # Each element has its own stretch of the sequence, so that together they cover more.
            own = spread(0, MOST * OWN, 2).reshape(MOST, OWN, 2)[numbers[missing], begin:stop]
            own = own.reshape(-1, 2)
            if where_from == "face":
                chosen = face.at(own)[0]
            else:
                chosen = question.observer.rim(question.target.centre, own)
            froms = np.empty((len(points), stop - begin, 3))
            froms[missing] = chosen.reshape(len(missing), -1, 3)
            yield from _try_from(froms, points, left, reached, starts, question)
        yield from _try_beside(question, points, left, reached, starts)
    starts[~reached] = eye
    unnamed = np.flatnonzero(~reached & ~hits.hit)
    if len(unnamed):
        # The centre's line passes, but not with its width: what it comes too near to stops it.
        blockers[unnamed] = yield from _too_near(starts[unnamed], points[unnamed], question)
    blockers[reached] = None
    where[reached] = np.nan
    return Samples(points, weights, reached, starts, where, blockers)


def _try_beside(
    question: Question, points: Floats, left: Bools, reached: Bools, starts: Floats
) -> Judge[None]:
    """Try the elements that are `left` through the openings that let lines to others pass.

    What is seen through a hole is seen from few points of the observer. Where a line to an element
    nearby is open, one that crosses it on the way is likely to be: it is tried for crossings all
    along, and what is found so leads on to more. Updates `reached` and `starts`.
    """
    body = question.observer
    if body is None:
        return
    seeds = [] if question.witness is None else [question.witness]
    known = np.array([[*line.start, *line.end] for line in seeds]).reshape(-1, 6)
    share = (CROSSINGS / (1.0 - CROSSINGS))[:, None]
    tried = np.full((len(points), BESIDE, 6), np.nan)
    for _ in range(WAVES):
        missing = np.flatnonzero(left & ~reached)
        lines = np.concatenate([known, np.hstack([starts[reached], points[reached]])])
        if not len(missing) or not len(lines):
            return
        count = min(BESIDE, len(lines))
        _, rows = cKDTree(lines[:, 3:]).query(points[missing], k=count)
        near = lines[rows.reshape(len(missing), count)]
        # What was tried beside a line before need not be tried beside it again.
        again = (near[:, :, None] == tried[missing][:, None]).all(axis=3).any(axis=2)
        tried[missing, :count] = near
        which, slot = np.nonzero(~again)
        if not len(which):
            return
        beside, ends = near[which, slot, None], points[missing[which], None]
        moved: Floats = (beside[:, :, :3] - share * (ends - beside[:, :, 3:])).reshape(-1, 3)
        froms = body.drawn_in(moved)
        to = np.repeat(ends, len(CROSSINGS), axis=1).reshape(-1, 3)
        blocked = yield Ask(froms, to, question.ignore, width=question.width)
        open_ = np.flatnonzero(~blocked)
        if not len(open_):
            return
        # Of several open lines to an element the first.
        found, first = np.unique(missing[which[open_ // len(CROSSINGS)]], return_index=True)
        reached[found], starts[found] = True, froms[open_[first]]


def _too_near(starts: Floats, ends: Floats, question: Question) -> Judge[npt.NDArray[np.object_]]:
    """For each line something that it does not pass with its width: the first such id by name."""
    everything = frozenset(question.scene.rays.ids)
    names: npt.NDArray[np.object_] = np.full(len(starts), None, dtype=object)
    left = np.arange(len(starts))
    for id in sorted(everything - question.ignore):
        if not len(left):
            break
        rest = everything - {id}
        blocked = yield Ask(starts[left], ends[left], rest, width=question.width)
        names[left[blocked]] = id
        left = left[~blocked]
    return names


def _try_from(
    froms: Floats, points: Floats, left: Bools, reached: Bools, starts: Floats, question: Question
) -> Judge[None]:
    """Try the elements that are `left`, (N,), from each of their (N, K, 3) points.

    Updates `reached` and `starts`.
    """
    missing = np.flatnonzero(left)
    if not len(missing):
        return
    number = froms.shape[1]
    lines = froms[missing].reshape(-1, 3)
    ends = np.repeat(points[missing], number, axis=0)
    blocked = yield Ask(lines, ends, question.ignore, width=question.width)
    open_ = ~blocked.reshape(-1, number)
    some = open_.any(axis=1)
    found = missing[some]
    reached[found] = True
    starts[found] = froms[found, open_[some].argmax(axis=1)]


def _joined(parts: list[Samples]) -> Samples:
    return Samples(
        *(
            np.concatenate([getattr(part, name) for part in parts])
            for name in Samples.__dataclass_fields__
        )
    )
