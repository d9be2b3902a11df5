"""How kernels are compiled: numba, without the GIL, cached on disk in the user's cache folder.

The folder's name holds a hash of the kernel sources, because numba keeps stale machine code when a
function that a cached one calls is edited in another file. Threads are plain Python threads over
kernels that release the GIL, so no numba threading layer is ever started (those abort when two
threads enter them, and break after a fork).
"""

import hashlib
import os
import sys
import tempfile
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import numba
import platformdirs
from numba.core import event

THREADS = "GEO3D_THREADS"
"""The environment's variable that says how many threads kernels may use in this process; without it
as many as there are cores, at most 8."""

_asked = os.environ.get(THREADS, "")
WORKERS = int(_asked) if _asked.isdecimal() and int(_asked) > 0 else min(8, os.cpu_count() or 1)


@cache
def cache_root() -> Path | None:
    """The folder for compiled code and other caches, or None where none can be written.

    `GEO3D_CACHE_DIR` overrides the platform's user cache folder.
    """
    root = Path(os.environ.get("GEO3D_CACHE_DIR") or platformdirs.user_cache_dir("geo3d"))
    try:
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
    except OSError:
        return None
    return root


@cache
def _sources_hash(own: Path) -> str:
    digest = hashlib.sha256(numba.__version__.encode())
    # What a kernel calls stands here or beside it.
    for path in sorted({*Path(__file__).parent.glob("*.py"), *own.parent.glob("*.py")}):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


class _FirstCompile(event.Listener):
    """Says once on standard error that kernels are being compiled, and why it takes a while."""

    told = False

    def on_start(self, event: Any) -> None:
        module = event.data["dispatcher"].py_func.__module__
        if self.told or not module.startswith("geo3d."):
            return
        self.told = True
        where = cache_root()
        kept = f"kept in {where}" if where else "no cache folder can be written, so not kept"
        text = f"geo3d: compiling kernels, once: a minute or so ({kept})"
        print(text, file=sys.stderr, flush=True)

    def on_end(self, event: Any) -> None:
        pass


_events: Any = event
_events.register("numba:compile", _FirstCompile())
_decorating = threading.Lock()


def kernel(function: Callable[..., Any]) -> Any:
    """Compile `function` with numba: nogil, IEEE arithmetic (no fast-math), cached on disk.

    Division by zero gives inf or NaN, as in numpy: to ask before each one keeps loops from becoming
    vector instructions.
    """
    root = cache_root()
    if root is None:
        return numba.njit(nogil=True, error_model="numpy")(function)
    own = Path(function.__code__.co_filename)
    with _decorating:
        config: Any = numba.config
        before = config.CACHE_DIR
        config.CACHE_DIR = str(root / f"kernels-{_sources_hash(own)}")
        try:
            return numba.njit(nogil=True, error_model="numpy", cache=True)(function)
        finally:
            config.CACHE_DIR = before


def inline(function: Callable[..., Any]) -> Any:
    """For small functions that only kernels call: compiled into each of them."""
    return numba.njit(nogil=True, error_model="numpy")(function)


def inlined(function: Callable[..., Any]) -> Any:
    """As `inline`, but for those that are called so often that each call would cost more than what
    is done in it: LLVM must take them into their caller."""
    return numba.njit(nogil=True, error_model="numpy", forceinline=True)(function)


_pool: ThreadPoolExecutor | None = None
_pool_lock = threading.Lock()


def _forget_pool() -> None:
    global _pool, _pool_lock
    _pool = None
    _pool_lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_pool)


def pool() -> ThreadPoolExecutor:
    """The threads that kernels run on; one pool for the process, made anew after a fork."""
    global _pool
    with _pool_lock:
        if _pool is None:
            _pool = ThreadPoolExecutor(WORKERS, thread_name_prefix="geo3d")
        return _pool
