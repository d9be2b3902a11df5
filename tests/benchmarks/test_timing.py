"""Times in turns, with a clock that is counted by hand."""

import pytest

from benchmarks.speed.timing import Times, interleaved, percentile


class Clock:
    """Stands still but for what a task takes."""

    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now

    def task(self, *costs):
        left = list(costs)

        def run():
            self.now += left.pop(0)

        return run


def test_rounds_take_turns_and_the_warm_up_does_not_count():
    clock = Clock()
    order = []

    def named(name, task):
        def run():
            order.append(name)
            task()

        return run

    tasks = {
        "a": named("a", clock.task(100, 1, 2, 3)),
        "b": named("b", clock.task(100, 4, 8, 9)),
    }
    times = interleaved(tasks, 3, clock=clock)
    assert times.seconds == {"a": [1, 2, 3], "b": [4, 8, 9]}
    assert order == ["a", "b", "a", "b", "b", "a", "a", "b"]
    assert times.median("b") == 8
    assert times.ratio("b", "a") == 4  # of 4, 4 and 3


def test_what_is_done_before_is_not_timed():
    clock = Clock()
    done = []

    def before():
        done.append(clock.now)
        clock.now += 1_000

    times = interleaved({"a": clock.task(5, 5, 5)}, 2, before={"a": before}, clock=clock)
    assert times.seconds == {"a": [5, 5]}
    assert len(done) == 3


def test_a_single_run_is_compared_with_the_median():
    assert Times({"few": [30.0], "fast": [1.0, 2.0, 30.0]}).ratio("few", "fast") == 15


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [(range(1, 101), 0.99, 99), (range(1, 101), 1.0, 100), ([5], 0.99, 5), ([3, 1, 2], 0.5, 2)],
)
def test_percentile(values, share, expected):
    assert percentile(list(values), share) == expected
