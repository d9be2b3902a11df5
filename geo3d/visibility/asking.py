"""Many questions at once: each pair's judge asks for lines, and all that are asked go in one batch.

A judge is a generator that yields `Ask` and is sent what the ray scene answers. Judges of many
pairs run in step, so that the R-tree is asked once for a whole batch of pairs.
"""

import itertools
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

import numpy as np

from geo3d.rays import Hits
from geo3d.rays.segments import Bools, Floats
from geo3d.visibility.scene import BoardScene

T = TypeVar("T")

BATCH = 400_000
"""Lines that go into one call of the ray scene at most, so that memory stays bounded."""


@dataclass(frozen=True, eq=False)
class Ask:
    """Lines of one pair: are they blocked, or where and by what?

    Attributes:
        starts, ends: (N, 3).
        ignore: ids that do not block.
        kind: which question: "any" is answered with booleans (N,), "first" with `Hits`, a row a
            line, "all" with `Hits`, a row a crossing.
        width: inches that must be free (see `RayScene.any_hit`); only with "any".
    """

    starts: Floats
    ends: Floats
    ignore: frozenset[str]
    kind: Literal["any", "first", "all"] = "any"
    width: float = 0.0


Judge = Generator[Ask, Any, T]


def run(
    scene: BoardScene, judges: Sequence[Judge[T]], done: Callable[[], None] | None = None
) -> list[T]:
    """Run the judges to their end, their asks batched.

    A line that runs inside material from end to end is blocked, though it meets no surface; a first
    hit of such a line is its start. Questions of kind "all" are about surfaces alone.

    Args:
        done: called each time that a judge has returned.

    Returns:
        What each judge returned.
    """
    results: list[Any] = [None] * len(judges)
    pending: list[tuple[int, Ask]] = []

    def advance(number: int, answer: Any) -> None:
        try:
            pending.append((number, judges[number].send(answer)))
        except StopIteration as stop:
            results[number] = stop.value
            if done is not None:
                done()

    for number in range(len(judges)):
        advance(number, None)
    while pending:
        kind = (pending[0][1].kind, pending[0][1].width)
        batch: list[tuple[int, Ask]] = []
        lines = 0
        rest: list[tuple[int, Ask]] = []
        for item in pending:
            ask = item[1]
            fits = not batch or lines + len(ask.starts) <= BATCH
            if (ask.kind, ask.width) == kind and fits:
                batch.append(item)
                lines += len(ask.starts)
            else:
                rest.append(item)
        pending = rest
        for (number, _), answer in zip(
            batch, _answers(scene, [ask for _, ask in batch]), strict=True
        ):
            advance(number, answer)
    return results


def _answers(scene: BoardScene, asks: list[Ask]) -> list[Any]:
    rays = scene.rays
    edges = np.concatenate([[0], np.cumsum([len(ask.starts) for ask in asks])])
    starts = asks[0].starts if len(asks) == 1 else np.concatenate([ask.starts for ask in asks])
    ends = asks[0].ends if len(asks) == 1 else np.concatenate([ask.ends for ask in asks])
    ignore = [ask.ignore for ask in asks]
    kind = asks[0].kind
    if kind == "any":
        blocked: Bools = rays.any_hit(
            starts, ends, bundles=edges, ignore=ignore, width=asks[0].width
        )
        parts = [blocked[a:b] for a, b in itertools.pairwise(edges)]
        for ask, part in zip(asks, parts, strict=True):
            rows, _ = scene.material.holding(ask.starts, ask.ends, ask.ignore, ~part)
            part[rows] = True
        return parts
    ask_all = rays.first_hit if kind == "first" else rays.all_hits
    hits = ask_all(starts, ends, bundles=edges, ignore=ignore)
    cuts = np.searchsorted(hits.segment, edges)
    answers = [
        _part(hits, a, b, edge)
        for (a, b), edge in zip(itertools.pairwise(cuts), edges, strict=False)
    ]
    if kind == "first":
        for ask, answer in zip(asks, answers, strict=True):
            rows, names = scene.material.holding(ask.starts, ask.ends, ask.ignore, ~answer.hit)
            answer.hit[rows], answer.id[rows] = True, names
            answer.distance[rows], answer.point[rows] = 0.0, ask.starts[rows]
    return answers


def _part(hits: Hits, begin: int, stop: int, segment: int) -> Hits:
    rows = slice(begin, stop)
    return Hits(
        hits.hit[rows],
        hits.id[rows],
        hits.face[rows],
        hits.distance[rows],
        hits.point[rows],
        hits.segment[rows] - segment,
    )
