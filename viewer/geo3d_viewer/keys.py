"""Names for arrays, by which it is known that a shape is one that is there already."""

import hashlib
import weakref
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]

MANY = 4_000
"""Arrays that are remembered before those that are gone are forgotten."""


class _Memory:
    """What was found out about arrays that are still there: pieces are asked about again and again.

    Args:
        find: what is to be known of an array.
    """

    def __init__(self, find: Callable[[Array], Any]) -> None:
        self._find = find
        self._known: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def __call__(self, array: Array) -> Any:
        found = self._known.get(id(array))
        if found is not None and found[0]() is array:
            return found[1]
        if len(self._known) > MANY:
            self._known = {key: row for key, row in self._known.items() if row[0]() is not None}
        value = self._find(array)
        self._known[id(array)] = weakref.ref(array), value
        return value


def key_of(*arrays: Array | None) -> str:
    """A name for what arrays hold: the same for the same content."""
    return "-".join("" if array is None else _digest(array) for array in arrays)


def box_of(vertices: Array) -> tuple[Array, Array]:
    """(3,) least and greatest of the finite ones of points (V, 3); NaN where there is none."""
    low, high = _bounds(vertices)
    return low, high


def _digest_of(array: Array) -> str:
    digest = hashlib.blake2b(np.ascontiguousarray(array).tobytes(), digest_size=9)
    digest.update(str((array.dtype, array.shape)).encode())
    return digest.hexdigest()


def _bounds_of(vertices: Array) -> tuple[Array, Array]:
    finite = vertices[np.isfinite(vertices).all(axis=1)]
    if not len(finite):
        return np.full(3, np.nan), np.full(3, np.nan)
    return finite.min(axis=0), finite.max(axis=0)


_digest, _bounds = _Memory(_digest_of), _Memory(_bounds_of)
