"""What goes into the ray core and what comes out: segments, and hits as arrays."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from geo3d.errors import SceneError
from geo3d.tolerances import FARTHEST

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Hits:
    """Hits of segments on placed meshes, one row each.

    `first_hit` gives one row a segment, where a miss has `hit` False, `id` None, `face` -1,
    `distance` inf and `point` NaN; `all_hits` gives one row a crossing.

    Attributes:
        hit: (N,) bool.
        id: (N,) object, the placed mesh's id, or None.
        face: (N,) int, index into the faces of the mesh as it was passed to `place`, or -1.
        distance: (N,) inches from the segment's start, or inf.
        point: (N, 3) inches, board frame, or NaN.
        segment: (N,) int, the index of the segment that the row belongs to.
    """

    hit: Bools
    id: npt.NDArray[np.object_]
    face: Ints
    distance: Floats
    point: Floats
    segment: Ints

    def __len__(self) -> int:
        return len(self.hit)


def as_segments(starts: Any, ends: Any) -> tuple[Floats, Floats]:
    """Check and convert segment ends to two (N, 3) float64 arrays.

    Raises:
        SceneError: wrong shapes, or a coordinate that is NaN or beyond `FARTHEST`.
    """
    pair = []
    for name, values in (("starts", starts), ("ends", ends)):
        try:
            array = np.ascontiguousarray(values, dtype=np.float64)
        except (TypeError, ValueError) as error:
            raise SceneError(f"{name}: numbers wanted, shape (N, 3): {error}") from error
        if array.ndim == 1 and array.size == 0:
            array = array.reshape(0, 3)
        if array.ndim != 2 or array.shape[1] != 3:
            raise SceneError(f"{name}: shape (N, 3) wanted, got {array.shape}")
        # Not within it: NaN as well.
        within = np.abs(array) <= FARTHEST
        if not within.all():
            row = int(np.flatnonzero(~within.all(axis=1))[0])
            raise SceneError(
                f"{name}[{row}]: finite numbers wanted, up to {FARTHEST:g}, "
                f"got {array[row].tolist()}"
            )
        pair.append(array)
    if len(pair[0]) != len(pair[1]):
        raise SceneError(f"starts and ends differ in number: {len(pair[0])} and {len(pair[1])}")
    return pair[0], pair[1]
