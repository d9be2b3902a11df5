"""Work on several processes: all of it, whoever does it; faults come through; all of them end."""

import os
import threading
from multiprocessing import active_children

import pytest

from geo3d.errors import UsageError, WorkerError
from geo3d.flat.workers import on_processes


def _square(number):
    if number < 0:
        raise UsageError(f"{number}: too low")
    if number > 99:
        os._exit(7)
    return number**2, os.getpid()


@pytest.mark.parametrize("count", [1, 2, 5])
def test_each_item_is_made_once(count):
    made = list(on_processes(_square, range(4), count))
    assert sorted(item for item, _ in made) == [0, 1, 2, 3]
    assert all(square == item**2 for item, (square, _) in made)
    makers = {maker for _, (_, maker) in made}
    assert os.getpid() not in makers and len(makers) <= min(count, 4)
    assert not active_children()


def test_nothing_to_do():
    assert not list(on_processes(_square, [], 2))


def test_a_fault_comes_through():
    with pytest.raises(UsageError, match="-1: too low"):
        list(on_processes(_square, [1, -1, 2], 2))
    assert not active_children()


def test_a_process_that_ends_by_itself_is_named():
    with pytest.raises(WorkerError, match=r"ended by itself \(exit code 7\)"):
        list(on_processes(_square, [1, 100, 2], 1))
    assert not active_children()


def _never(_):
    threading.Event().wait()


def _once(number):
    return number if number == 0 else _never(number)


def test_they_end_at_once_when_nobody_takes_more():
    making = on_processes(_once, range(4), 2)
    assert next(making) == (0, 0)
    assert len(active_children()) == 2
    making.close()
    assert not active_children()
