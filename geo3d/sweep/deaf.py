"""Loaded by local workers: they do not hear Ctrl-C. The process that began them does, and ends
them."""

import signal


def dask_setup(_: object) -> None:
    """What dask calls in a worker's main thread when it starts."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
