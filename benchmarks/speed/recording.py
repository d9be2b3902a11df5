"""Which segments a task asks the ray core: recorded in a run that is not timed."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np

from benchmarks.speed.lines import Lines
from geo3d.rays import RayScene

VERBS = ("any_hit", "first_hit", "all_hits")


class Recorded:
    """Segments in the order in which they were asked."""

    def __init__(self) -> None:
        self._starts: list[np.ndarray] = []
        self._ends: list[np.ndarray] = []

    def take(self, starts: Any, ends: Any) -> None:
        """Keep one question's."""
        self._starts.append(np.array(starts, dtype=np.float32).reshape(-1, 3))
        self._ends.append(np.array(ends, dtype=np.float32).reshape(-1, 3))

    @property
    def calls(self) -> int:
        """Questions."""
        return len(self._starts)

    def __len__(self) -> int:
        return sum(len(part) for part in self._starts)

    def lines(self) -> Lines:
        """All of them but those without length, which no ray engine takes."""
        none = [np.empty((0, 3), np.float32)]
        starts, ends = np.concatenate(none + self._starts), np.concatenate(none + self._ends)
        kept = (starts != ends).any(axis=1)
        return Lines.of(starts[kept], ends[kept])


@contextmanager
def recording() -> Iterator[Recorded]:
    """Within it, all segments that any ray scene is asked are recorded."""
    found = Recorded()
    originals: dict[str, Callable[..., Any]] = {verb: getattr(RayScene, verb) for verb in VERBS}

    def listening(original: Callable[..., Any]) -> Callable[..., Any]:
        def ask(self: RayScene, starts: Any, ends: Any, **others: Any) -> Any:
            found.take(starts, ends)
            return original(self, starts, ends, **others)

        return ask

    for verb, original in originals.items():
        setattr(RayScene, verb, listening(original))
    try:
        yield found
    finally:
        for verb, original in originals.items():
            setattr(RayScene, verb, original)
