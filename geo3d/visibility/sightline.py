"""Line of sight between two models, as geometry: what lines are open, and what stops the others."""

from typing import Any

import numpy as np

from geo3d.errors import UsageError
from geo3d.rays.segments import Floats
from geo3d.table.measure import measure
from geo3d.tolerances import FAR
from geo3d.units import inches_from_mm
from geo3d.visibility.asking import Judge
from geo3d.visibility.body import Body
from geo3d.visibility.fraction import Fraction, Question, Samples, View, all_seen, view
from geo3d.visibility.lines import Found, Line
from geo3d.visibility.result import Blocker, Certainty, Geometry, Sight, Witness, as_point
from geo3d.visibility.scene import BoardScene
from geo3d.visibility.search import find_line, find_line_from, in_order

Pair = tuple[Body | None, Floats, Body]
"""The observing body, if one looks, its centre or the eye, and the target."""


def judge_pair(scene: BoardScene, observer: str, target: str, eye: Any = None) -> Judge[Sight]:
    """The judge of one pair (see `asking`).

    Visible: an open line runs from some part of the observer to some part of the target. Fully
    visible: every part of the target that faces the observer can be reached by one. The models'
    own units never block; closed gaps (13.11) and areas (13.10) that neither is within do.

    Args:
        observer, target: ids of two models.
        eye: (3,) inches, to look from a point instead of from the observer's body.

    Returns:
        The answer, without a verdict.

    Raises:
        UsageError: no such model, the same model twice, or an eye that is not three finite numbers.
    """
    one, other = scene.board.figure(observer), scene.board.figure(target)
    if observer == target:
        raise UsageError(
            f"{scene.board.path}: observer and target are both {observer!r}: two models are needed"
        )
    ignore = scene.ignored((one, other))
    width = inches_from_mm(scene.board.settings.line_width)
    seen = scene.body(target)
    body: Body | None = None
    if eye is None:
        body = scene.body(observer)
        centre, points = body.centre, body.corners
    else:
        centre = _point(eye)
        points = centre[None]
    pair = (body, centre, seen)
    search = yield from _search(scene, *pair, ignore, width)
    found = yield from view(Question(scene, *pair, ignore, width, search.line), search.line is None)
    bare = Geometry(search.line is not None, search.line is not None and found.fully)
    # What the rules make block may hide what bare geometry shows.
    if not bare.fully_visible:
        ruled = scene.ruled_between(points, seen.corners) - ignore
        if ruled:
            bare = yield from _without(scene, pair, search.line, ignore | ruled, width)
    notes = [] if eye is None else _of_the_eye(scene, centre)
    return _answer(scene, observer, target, search, found, bare, notes)


def _without(
    scene: BoardScene, pair: Pair, line: Line | None, ignore: frozenset[str], width: float
) -> Judge[Geometry]:
    """The answer of bare material, where what only rules make block lies between the two.

    Args:
        line: one that is open past the rules' blockers, too.
    """
    if line is None:
        line = (yield from _search(scene, *pair, ignore, width)).line
        if line is None:
            return Geometry(False, False)
    question = Question(scene, *pair, ignore, width, line)
    fully = yield from all_seen(question)
    return Geometry(True, fully)


def judge_fully(
    scene: BoardScene, observer: str, target: str, free: frozenset[str], eye: Any = None
) -> Judge[bool]:
    """The judge of whether all of a target is seen, were more out of the way.

    Args:
        free: ids of the scene that do not block, besides what never does between the two.
    """
    one, other = scene.board.figure(observer), scene.board.figure(target)
    body = scene.body(observer) if eye is None else None
    centre = body.centre if body is not None else _point(eye)
    ignore = scene.ignored((one, other)) | free
    width = inches_from_mm(scene.board.settings.line_width)
    question = Question(scene, body, centre, scene.body(target), ignore, width)
    fully = yield from all_seen(question)
    return fully


def _search(
    scene: BoardScene, observer: Body | None, eye: Floats, target: Body, ignore: frozenset[str],
    width: float,
) -> Judge[Found]:  # fmt: skip
    """An open line from a body, or where there is none from the eye; a pair is searched once."""
    if observer is None:
        found = yield from find_line_from(scene, eye, target, ignore, width)
        return found
    swap = not in_order(observer, target)
    pair = (target, observer) if swap else (observer, target)
    known = scene.found.get((*pair, ignore))
    if known is None:
        known = yield from find_line(scene, *pair, ignore, width)
        scene.found[*pair, ignore] = known
    return Found(known.line and known.line.reversed(), known.certified) if swap else known


def _point(eye: Any) -> Floats:
    try:
        point = np.asarray(eye, dtype=np.float64)
    except (TypeError, ValueError):
        point = np.empty(0)
    if point.shape != (3,) or not (np.abs(point) <= FAR).all():
        raise UsageError(
            f"eye: three numbers (x, y, z in inches) up to {FAR:g} wanted, got {eye!r}"
        )
    return point


def _of_the_eye(scene: BoardScene, eye: Floats) -> list[str]:
    """What is odd about where an eye is: nothing is seen from below the ground, or from stone."""
    deep = scene.board.ground.height_at(float(eye[0]), float(eye[1])) - float(eye[2])
    if deep > 0.0:
        return [f'the eye is {deep:.2f}" below the ground, which blocks sight; above it is wanted']
    no_matter = frozenset(scene.board.figures) | frozenset(scene.areas)
    _, within = scene.material.holding(eye[None], eye[None], no_matter, np.ones(1, np.bool_))
    return [f"the eye is inside {name}, which blocks sight" for name in within]


def _answer(
    scene: BoardScene, observer: str, target: str, search: Found, found: View, bare: Geometry,
    odd: list[str],
) -> Sight:  # fmt: skip
    board = scene.board
    line = search.line
    visible = line is not None
    certainty: Certainty = "certified" if search.certified else "sampled"
    fraction = found.fraction
    notes = [*odd, *board.warnings]
    fully = visible and found.fully
    return Sight(
        observer=observer,
        target=target,
        distance=measure(board, observer, target).distance,
        visible=visible,
        fully_visible=fully,
        visible_fraction=Fraction(fraction.value, fraction.low, fraction.high),
        certainty=certainty,
        witness=None if line is None else Witness(as_point(line.start), as_point(line.end)),
        blocked_by=blockers_of(scene, found.samples),
        geometry=bare,
        verdict=None,
        settings=board.settings.to_dict(),
        warnings=tuple(notes),
        samples=found.samples,
        open_line=visible,
    )


def blockers_of(scene: BoardScene, samples: Samples) -> tuple[Blocker, ...]:
    """Each blocker's share of the weight, most first (by id where equal)."""
    total = float(samples.weights.sum())
    stopped = ~samples.reached
    ids = samples.blockers[stopped]
    weights = samples.weights[stopped]
    shares = {id: float(weights[ids == id].sum()) / total for id in set(ids)}
    ranked = sorted(shares.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Blocker(scene.name(id), scene.kind(id), share) for id, share in ranked)
