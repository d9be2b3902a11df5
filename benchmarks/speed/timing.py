"""Times of several tasks side by side: in turns, so that a busy machine slows all alike."""

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

Clock = Callable[[], float]


@dataclass(frozen=True)
class Times:
    """Seconds of each task, one number a round."""

    seconds: Mapping[str, list[float]]

    def median(self, name: str) -> float:
        """Seconds."""
        return statistics.median(self.seconds[name])

    def ratio(self, slow: str, fast: str) -> float:
        """How many times as long `slow` takes as `fast`: the median over the rounds.

        A task that ran in one round only is compared with the other's median.
        """
        one, other = self.seconds[slow], self.seconds[fast]
        if len(one) != len(other):
            return self.median(slow) / self.median(fast)
        return statistics.median(a / b for a, b in zip(one, other, strict=True))


def interleaved(
    tasks: Mapping[str, Callable[[], object]], runs: int,
    before: Mapping[str, Callable[[], object]] | None = None, clock: Clock = time.perf_counter,
) -> Times:  # fmt: skip
    """Run every task once to warm up, then `runs` rounds of all, each beginning with another.

    Args:
        before: by a task's name, what is done before each of its runs and is not timed.
    """
    before = before or {}
    names = list(tasks)
    for name in names:
        before.get(name, _nothing)()
        tasks[name]()
    seconds: dict[str, list[float]] = {name: [] for name in names}
    for number in range(runs):
        first = number % len(names)
        for name in names[first:] + names[:first]:
            before.get(name, _nothing)()
            begun = clock()
            tasks[name]()
            seconds[name].append(clock() - begun)
    return Times(seconds)


def _nothing() -> None:
    pass


def once(task: Callable[[], object], clock: Clock = time.perf_counter) -> float:
    """Seconds of one run, without a warm-up."""
    begun = clock()
    task()
    return clock() - begun


def percentile(values: list[float], share: float) -> float:
    """The smallest value that at least this share of the values does not exceed."""
    ranked = sorted(values)
    place = -(-len(ranked) * share // 1)
    return ranked[max(0, min(len(ranked), int(place)) - 1)]
