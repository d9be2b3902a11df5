"""Floods over a grid of solid and free squares: which free parts are bounded, and how far they go.

A flood ends where it reaches the grid's border, so what is open costs little.
"""

import numpy as np
import numpy.typing as npt

from geo3d.rays.compiled import inline, kernel
from geo3d.rays.segments import Bools

Squares = npt.NDArray[np.int64]
Solid = npt.NDArray[np.uint8]
Numbers = npt.NDArray[np.int32]

LEAKS = -1


def flooded(solid: Solid, spots: Squares, reach: float) -> tuple[Numbers, Numbers]:
    """Flood from spots over the squares farther than `reach` squares from all solid ones.

    Squares are neighbours where they share a side.

    Args:
        solid: (U, V) 0 where free.
        spots: (N, 2) squares; those off the grid are left out.

    Returns:
        (U, V) from 1 on the number of the part that a square belongs to, 0 elsewhere; parts that
        reach the border are flooded in part only. And (N,) for each spot the number of its part,
        0 where it is in none, `LEAKS` where its part reaches the border.
    """
    label = np.zeros(solid.shape, np.int32)
    part = np.zeros(len(spots), np.int32)
    _flood(solid, np.ascontiguousarray(spots), reach * reach, int(reach), label, part)
    return label, part


def near(squares: Bools, reach: float) -> Bools:
    """(U, V) which squares lie within `reach` squares of a marked one, that one included."""
    found: Bools = squares.copy()
    _grow(squares, reach * reach, int(reach), found)
    return found


@inline
def _free(solid, i, j, square, most):  # type: ignore[no-untyped-def]
    """Whether no solid square lies within a distance (squared, and as a whole number)."""
    if solid[i, j]:
        return False
    for a in range(max(0, i - most), min(solid.shape[0], i + most + 1)):
        for b in range(max(0, j - most), min(solid.shape[1], j + most + 1)):
            if solid[a, b] and (a - i) ** 2 + (b - j) ** 2 <= square:
                return False
    return True


@kernel
def _flood(solid, spots, square, most, label, part):  # type: ignore[no-untyped-def]
    nu, nv = solid.shape
    stack = np.empty((1024, 2), np.int64)
    leaking = np.zeros(len(spots) + 1, np.bool_)
    number = 0
    for n in range(len(spots)):
        i, j = spots[n, 0], spots[n, 1]
        if i < 0 or j < 0 or i >= nu or j >= nv:
            continue
        if label[i, j] == 0:
            if not _free(solid, i, j, square, most):
                continue
            number += 1
            label[i, j] = number
            stack[0, 0], stack[0, 1] = i, j
            height = 1
            while height > 0:
                height -= 1
                a, b = stack[height, 0], stack[height, 1]
                if a == 0 or b == 0 or a == nu - 1 or b == nv - 1:
                    leaking[number] = True
                    break
                if height + 4 > len(stack):
                    larger = np.empty((2 * len(stack), 2), np.int64)
                    # By numbers: numba takes seconds to compile a copy by slices.
                    for k in range(height):
                        larger[k, 0], larger[k, 1] = stack[k, 0], stack[k, 1]
                    stack = larger
                for side in range(4):
                    # Upwards first of all: the last one is looked at next.
                    c = a + (1 if side == 1 else (-1 if side == 2 else 0))
                    d = b + (1 if side == 3 else (-1 if side == 0 else 0))
                    if label[c, d] == 0:
                        if _free(solid, c, d, square, most):
                            label[c, d] = number
                            stack[height, 0], stack[height, 1] = c, d
                            height += 1
                    elif label[c, d] != number:
                        # Only a part that leaks is flooded in part.
                        leaking[number] = True
                        height = 0
                        break
        found = label[i, j]
        part[n] = LEAKS if leaking[found] else found


@kernel
def _grow(squares, square, most, found):  # type: ignore[no-untyped-def]
    nu, nv = squares.shape
    for i in range(nu):
        for j in range(nv):
            if not squares[i, j]:
                continue
            # Of what is marked only the rim can be the nearest to anything.
            if (
                0 < i < nu - 1
                and 0 < j < nv - 1
                and squares[i - 1, j]
                and squares[i + 1, j]
                and squares[i, j - 1]
                and squares[i, j + 1]
            ):
                continue
            for a in range(max(0, i - most), min(nu, i + most + 1)):
                for b in range(max(0, j - most), min(nv, j + most + 1)):
                    if (a - i) ** 2 + (b - j) ** 2 <= square:
                        found[a, b] = True
