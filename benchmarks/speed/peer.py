"""The form that every engine is brought into.

A peer holds the merged scene. `ready` makes the arrays that it wants (not timed); `any_hit` and
`first_hit` are timed and give its own answer; `blocked` reads from an answer which segments are
stopped (not timed).
"""

from typing import Any, ClassVar

import numpy as np

from benchmarks.speed.lines import Lines


class Missing(Exception):
    """A peer that is not installed, or that does not do this; its text says which."""


class Peer:
    """What all of them have."""

    name: ClassVar[str]
    few: ClassVar[int | None] = None
    """Segments that it is asked, where it is too slow for all of them."""
    largest: ClassVar[int | None] = None
    """Faces beyond which it takes too long or too much memory to build."""

    def ready(self, lines: Lines) -> Any:
        """The arrays that it wants; not timed."""
        return lines

    def any_hit(self, ready: Any) -> Any:
        """Whether each segment is stopped, in the engine's own form."""
        raise NotImplementedError

    def first_hit(self, ready: Any) -> Any:
        """What stops each segment first, in the engine's own form."""
        raise NotImplementedError

    def blocked(self, answer: Any) -> np.ndarray:
        """(N,) bool: which segments are stopped, from either answer."""
        raise NotImplementedError
