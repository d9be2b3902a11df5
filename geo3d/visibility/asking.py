"""Many questions at once: each pair's judge asks for lines, and all that are asked go in one batch.

A judge is a generator that yields `Ask` and is sent what the ray scene answers. Judges of many
pairs run in step, so that the R-tree is asked once for a whole batch of pairs.
"""

import itertools
from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

from geo3d.rays import Hits, RayScene
from geo3d.rays.segments import Bools, Floats

T = TypeVar("T")

BATCH = 400_000
"""Lines that go into one call of the ray scene at most, so that memory stays bounded."""


@dataclass(frozen=True, eq=False)
class Ask:
    """Lines of one pair: are they blocked, and, where `first` is set, where first and by what?

    Attributes:
        starts, ends: (N, 3).
        ignore: ids that do not block.
        first: answer with `Hits` instead of booleans.
        width: inches that must be free (see `RayScene.any_hit`); not with `first`.
    """

    starts: Floats
    ends: Floats
    ignore: frozenset[str]
    first: bool = False
    width: float = 0.0


Judge = Generator[Ask, Any, T]


def run(
    rays: RayScene, judges: Sequence[Judge[T]], done: Callable[[], None] | None = None
) -> list[T]:
    """Run the judges to their end, their asks batched.

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
        kind = (pending[0][1].first, pending[0][1].width)
        batch: list[tuple[int, Ask]] = []
        lines = 0
        rest: list[tuple[int, Ask]] = []
        for item in pending:
            ask = item[1]
            fits = not batch or lines + len(ask.starts) <= BATCH
            if (ask.first, ask.width) == kind and fits:
                batch.append(item)
                lines += len(ask.starts)
            else:
                rest.append(item)
        pending = rest
        for (number, _), answer in zip(
            batch, _answers(rays, [ask for _, ask in batch]), strict=True
        ):
            advance(number, answer)
    return results


def _answers(rays: RayScene, asks: list[Ask]) -> list[Any]:
    edges = np.concatenate([[0], np.cumsum([len(ask.starts) for ask in asks])])
    starts = np.concatenate([ask.starts for ask in asks])
    ends = np.concatenate([ask.ends for ask in asks])
    ignore = [ask.ignore for ask in asks]
    if asks[0].first:
        hits = rays.first_hit(starts, ends, bundles=edges, ignore=ignore)
        return [
            Hits(hits.hit[a:b], hits.id[a:b], hits.face[a:b], hits.distance[a:b], hits.point[a:b],
                 np.arange(b - a))
            for a, b in itertools.pairwise(edges)
        ]  # fmt: skip
    blocked: Bools = rays.any_hit(starts, ends, bundles=edges, ignore=ignore, width=asks[0].width)
    return [blocked[a:b] for a, b in itertools.pairwise(edges)]
