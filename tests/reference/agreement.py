"""Ask the engine and the brute force the same, and list where they differ.

Segments for which the brute force itself changes its mind between half and double the touching
distance are left out: there the answer hangs on rounding.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from tests.reference.brute import TOUCH, Contacts, Placed, contacts, crossings

SLACK = 1e-8
"""How far the engine's distance may lie outside the stretch that is near the face."""

APART = 1e-4
"""Inches. Crossings of one piece are counted only where they lie further apart than this: beside a
corner a line may leave one contact less than a millionth of an inch before the next, and the two
may be given as one. Nor are they counted where the line passes through a face's plane at less than
a millionth of a radian."""


COMPANY = 8
"""Segments that are asked side by side: one that is judged, and others that run beside it."""

ASIDE = 0.02
"""How far those lie beside it, as a share of its length."""


@dataclass(frozen=True)
class Difference:
    """One segment on which the two differ, and how."""

    segment: int
    what: str
    start: tuple[float, ...]
    end: tuple[float, ...]


@dataclass(frozen=True)
class Agreement:
    """How many segments were asked, judged and blocked, and the differences."""

    asked: int
    judged: int
    blocked: int
    differences: tuple[Difference, ...]


def compare(scene: Any, placed: Sequence[Placed], starts: Any, ends: Any) -> Agreement:
    """All three questions, and the first two of the reversed segments."""
    starts, ends = np.asarray(starts, dtype=np.float64), np.asarray(ends, dtype=np.float64)
    number = len(starts)
    half, exact, double = contacts(placed, starts, ends, (TOUCH / 2, TOUCH, 2 * TOUCH))
    verdicts = [_blocked(rows, number) for rows in (half, exact, double)]
    clear_cut = (verdicts[0] == verdicts[1]) & (verdicts[1] == verdicts[2])
    wrong: dict[int, str] = {}

    def note(segments: np.ndarray, text: str) -> None:
        for segment in segments[clear_cut[segments]].tolist():
            wrong.setdefault(segment, text)

    blocked = scene.any_hit(starts, ends)
    note(np.flatnonzero(blocked != verdicts[1]), "any_hit says otherwise")
    back = scene.any_hit(ends, starts)
    note(np.flatnonzero(blocked != back), "any_hit differs for the reversed segment")
    first = scene.first_hit(starts, ends)
    note(np.flatnonzero(first.hit != blocked), "first_hit.hit is not any_hit")
    _check_first(first, placed, exact, double, starts, ends, note)
    _check_first(
        scene.first_hit(ends, starts), placed, _reversed(exact, starts, ends),
        _reversed(double, starts, ends), ends, starts, note,
    )  # fmt: skip
    _check_company(scene, placed, exact, double, starts, ends, blocked, note)
    _check_all(scene.all_hits(starts, ends), placed, half, exact, double, number, note)
    return Agreement(
        asked=number,
        judged=int(clear_cut.sum()),
        blocked=int((verdicts[1] & clear_cut).sum()),
        differences=tuple(
            Difference(i, wrong[i], tuple(starts[i].tolist()), tuple(ends[i].tolist()))
            for i in sorted(wrong)
        ),
    )


def _blocked(rows: Contacts, number: int) -> np.ndarray:
    blocked = np.zeros(number, dtype=bool)
    blocked[rows.segment] = True
    return blocked


def _reversed(rows: Contacts, starts: np.ndarray, ends: np.ndarray) -> Contacts:
    length = np.linalg.norm(ends - starts, axis=1)[rows.segment]
    return replace(rows, low=length - rows.high, high=length - rows.low)


def _check_first(first, placed, exact, double, starts, ends, note) -> None:
    """The face named is a contact there, and no other contact lies wholly before it."""
    number = len(starts)
    ids = np.array([id for _, _, id in placed], dtype=object)
    soonest = np.full(number, np.inf)
    np.minimum.at(soonest, exact.segment, exact.high)
    hit = np.flatnonzero(first.hit)
    note(hit[first.distance[hit] > soonest[hit] + SLACK], "first_hit misses an earlier contact")
    # Of a line that runs along a face, a contact may be too short to count at double the distance.
    rows = exact.joined(double)
    matches = first.hit[rows.segment]
    matches &= (ids[rows.piece] == first.id[rows.segment]) if len(rows) else matches
    matches &= rows.face == first.face[rows.segment]
    distance = first.distance[rows.segment]
    matches &= (rows.low - SLACK <= distance) & (distance <= rows.high + SLACK)
    confirmed = _blocked(rows[matches], number)
    note(hit[~confirmed[hit]], "first_hit names a face that is not touched there")
    way = ends[hit] - starts[hit]
    way /= np.linalg.norm(way, axis=1)[:, None]
    off = np.abs(starts[hit] + first.distance[hit, None] * way - first.point[hit]).max(axis=1)
    far = 4 * np.spacing(np.abs(starts[hit]).max(axis=1) + np.abs(ends[hit]).max(axis=1))
    note(hit[off > 1e-9 + far], "first_hit.point is not at first_hit.distance")


def _check_company(scene, placed, exact, double, starts, ends, blocked, note) -> None:
    """The answers are the same where others run beside a segment, which takes another way through
    the engine: each segment with others in a bundle, in which it has any place."""
    number = len(starts)
    rng = np.random.default_rng(number)
    length = np.linalg.norm(ends - starts, axis=1)[:, None, None]
    many = [np.repeat(points[:, None], COMPANY, axis=1) for points in (starts, ends)]
    own = rng.integers(COMPANY, size=number)
    rows = np.arange(number)
    for points, of in zip(many, (starts, ends), strict=True):
        points += rng.uniform(-ASIDE, ASIDE, points.shape) * length
        points[rows, own] = of
    bundles = np.arange(number + 1) * COMPANY
    one, other = (points.reshape(-1, 3) for points in many)
    chosen = rows * COMPANY + own
    together = scene.any_hit(one, other, bundles=bundles)[chosen]
    note(np.flatnonzero(together != blocked), "any_hit differs in company")
    hits = scene.first_hit(one, other, bundles=bundles)
    first = replace(hits, **{
        name: getattr(hits, name)[chosen] for name in ("hit", "id", "face", "distance", "point")
    })  # fmt: skip
    note(np.flatnonzero(first.hit != blocked), "first_hit.hit differs in company")
    _check_first(first, placed, exact, double, starts, ends, note)


def _check_all(rows, placed, half, exact, double, number, note) -> None:
    """As many crossings of each piece, each within its stretch."""
    names = {id: k for k, (_, _, id) in enumerate(placed)}
    piece = np.array([names[id] for id in rows.id], dtype=np.int64)
    merged = [
        crossings(rows_, touch)
        for rows_, touch in (
            (half, TOUCH / 2), (exact, TOUCH), (double, 2 * TOUCH), (exact, APART / 4)
        )
    ]  # fmt: skip
    counts = []
    for segments, pieces in [(m.segment, m.piece) for m in merged] + [(rows.segment, piece)]:
        count = np.zeros((number, len(placed)), dtype=np.int64)
        np.add.at(count, (segments, pieces), 1)
        counts.append(count)
    *ours_, theirs_ = counts
    steady = np.all([count == ours_[1] for count in ours_], axis=(0, 2))
    steady &= ~_blocked(exact[exact.grazes], number)
    differ = (theirs_ != ours_[1]).any(axis=1)
    note(np.flatnonzero(steady & differ), "all_hits: another number of crossings")
    backwards = (np.diff(rows.segment) == 0) & (np.diff(rows.distance) < 0)
    note(rows.segment[1:][backwards], "all_hits: out of order")
    if (np.diff(rows.segment) < 0).any():
        note(np.arange(number), "all_hits: segments out of order")
    comparable = steady & ~differ
    theirs = comparable[rows.segment]
    # Along a face, a contact may count at one touching distance and be too short at the double.
    ours, wider = (m[np.lexsort((m.low, m.piece, m.segment))] for m in (merged[1], merged[2]))
    ours, wider = ours[comparable[ours.segment]], wider[comparable[wider.segment]]
    low, high = np.minimum(ours.low, wider.low), np.maximum(ours.high, wider.high)
    order = np.lexsort((rows.distance[theirs], piece[theirs], rows.segment[theirs]))
    distance = rows.distance[theirs][order]
    outside = (distance < low - SLACK) | (distance > high + SLACK)
    note(np.unique(ours.segment[outside]), "all_hits: a crossing at another place")
