"""Work on several processes that share nothing: each has a pipe of its own.

So any of them can be ended at any moment, and no lock is left behind that another one waits for.
"""

import contextlib
import os
import signal
import threading
from collections.abc import Callable, Generator, Iterator, Sequence
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from queue import SimpleQueue
from typing import Any, TypeVar

from geo3d.errors import WorkerError

Item = TypeVar("Item")
Made = TypeVar("Made")


def on_processes(
    work: Callable[[Item], Made], items: Sequence[Item], count: int
) -> Generator[tuple[Item, Made]]:
    """Each item and what `work` makes of it, as it is finished, in any order.

    The processes end when the generator does or is closed, whatever they are at; when this process
    dies, they end by themselves. They do not hear interrupts: that is left to this one.

    Args:
        work: a function that can be sent to another process; items and what is made, too.
        count: of processes, at least 1; no more are begun than there are items.

    Raises:
        WorkerError: a process has ended by itself, out of memory for instance.
        Exception: whatever `work` raises.
    """
    # Spawned: a forked process would inherit the locks of compiled code.
    context = get_context("spawn")
    processes: dict[Connection, BaseProcess] = {}
    try:
        with _no_interrupt():
            for _ in range(min(count, len(items))):
                ours, theirs = context.Pipe()
                process = context.Process(target=_serve, args=(work, theirs), daemon=True)
                process.start()
                theirs.close()
                processes[ours] = process
        left = iter(items)
        under_way = {pipe: next(left) for pipe in processes}
        for pipe, item in under_way.items():
            _send(pipe, item, processes[pipe])
        while under_way:
            ready = wait(list(under_way))
            for pipe in [pipe for pipe in under_way if pipe in ready]:
                made = _receive(pipe, processes[pipe])
                item = under_way.pop(pipe)
                with contextlib.suppress(StopIteration):
                    under_way[pipe] = next(left)
                    _send(pipe, under_way[pipe], processes[pipe])
                yield item, made
    finally:
        for begun in processes.values():
            begun.kill()
        for pipe, begun in processes.items():
            begun.join()
            pipe.close()


def _send(pipe: Connection, item: Any, process: BaseProcess) -> None:
    try:
        pipe.send(item)
    except OSError:
        raise _ended(process) from None


def _receive(pipe: Connection, process: BaseProcess) -> Any:
    try:
        good, made = pipe.recv()
    except (EOFError, OSError):
        raise _ended(process) from None
    if not good:
        raise made
    return made


def _ended(process: BaseProcess) -> WorkerError:
    process.join()
    return WorkerError(
        f"a process of the measurement ended by itself (exit code {process.exitcode}): perhaps the "
        "memory was used up; fewer processes want less of it. What is done is kept"
    )


@contextlib.contextmanager
def _no_interrupt() -> Iterator[None]:
    """Interrupts wait meanwhile; for processes that are begun meanwhile they wait for good, so that
    one that is not ready yet does not die of them alone."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(work: Callable[[Any], Any], pipe: Connection) -> None:
    """What a process does: items come in, what is made of them goes out."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    items: SimpleQueue[Any] = SimpleQueue()

    def listen() -> None:
        """The pipe ends with the process at its other end, and so does this one at once."""
        try:
            while True:
                items.put(pipe.recv())
        finally:
            os._exit(1)

    threading.Thread(target=listen, daemon=True).start()
    while True:
        try:
            made = True, work(items.get())
        except Exception as error:
            made = False, error
        with contextlib.suppress(OSError):
            pipe.send(made)
