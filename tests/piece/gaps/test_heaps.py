"""In a heap of random boxes every gap that is reported is truly bounded."""

import os
from types import SimpleNamespace

import numpy as np
import pytest

from tests.piece.gaps.bounded import bounded
from tests.piece.gaps.cases import CASES
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.heaps import heap
from tests.piece.gaps.matching import rows
from tests.piece.gaps.variants import FAR, TURNED

FULL = os.environ.get("GEO3D_FULL") == "1"

FLAT = [
    "window", "window-across-3", "door", "door-under-slab", "wall-1-thick", "bars-upright",
    "bars-level", "l-ruin-square", "tunnel", "u-ruin-6", "house", "platform-3", "shallow-bunker",
    "baffle", "embrasure-hourglass", "cracked-above-window",
]  # fmt: skip
"""Cases all of whose gaps are rectangles in upright planes along x or along y."""

FALSE = {
    "window": [((0, 0), 2.0, 1.0, 2.0), ((0.5, 0), 1.0, 1.0, 2.0), ((0, 0), 1.0, 1.0, 2.4),
               ((2, 0), 1.0, 1.0, 2.0), ((5, 0), 1.0, 1.0, 2.0)],
    "breach": [((0, 0), 1.0, 2.0, 4.0)],
    "cleft": [((0, 0), 1.1, 0.0, 4.8)],
    "keyhole": [((0, 0), 1.6, 1.6, 3.4)],
    "crenellations": [((2.1, 0), 0.5, 4.1, 4.7)],
    "balcony": [((0, -0.7), 2.8, 0.0, 2.7)],
    "canopy": [((1, 0), 1.4, 0.0, 2.6)],
    "corridor": [((0, 0), 1.4, 0.0, 3.9)],
    "l-ruin-square": [((6.5, 2.9), 5.0, 0.0, 2.7), ((3.6, 5.4), 6.5, 0.0, 2.7)],
    "u-ruin-unroofed": [((0, 0), 5.4, 0.0, 5.8)],
    "two-halves": [((0, 0), 0.5, 0.5, 4.0)],
    "niche": [((0, -0.2), 1.1, 0.6, 2.4)],
    "eaves": [((2.6, 0), 5.0, 0.0, 2.8)],
}  # fmt: skip
"""(middle in plan, width, sill, lintel) of what is no gap: covered, or open at a side or on top.

A niche is bounded in the plane of its front. It is no gap because it ends in the wall: the check
looks at bounds alone.
"""
BLIND = ("niche",)


def outlined(at, width, sill, lintel, along):
    """An upright rectangle with its middle over `at`, along a level direction."""
    reach = np.array([along[0], along[1], 0.0]) * width / 2
    corners = [(-1, sill), (1, sill), (1, lintel), (-1, lintel)]
    return SimpleNamespace(
        outline=np.array([(at[0], at[1], z) + s * reach for s, z in corners]),
        normal=np.array([-along[1], along[0], 0.0]),
    )


def surrounded(mesh, at, width, sill, lintel, turn=0.0):
    """Is that rectangle bounded, along x or along y, both turned by `turn` degrees?"""
    angles = np.radians([turn, turn + 90.0])
    return any(
        bounded(mesh, outlined(at, width, sill, lintel, (np.cos(a), np.sin(a)))) for a in angles
    )


@pytest.mark.parametrize("name", FLAT)
def test_the_check_knows_true_gaps(name):
    case = CASES[name]
    mesh, far = case.make(), TURNED.change(case.make())
    for gap in case.expected:
        sizes = (gap.width, gap.sill, gap.lintel)
        assert surrounded(mesh, gap.centre[:2], *sizes)
        (moved,) = TURNED.expected((gap,))
        turn = np.degrees(np.arctan2(FAR[1, 0], FAR[0, 0]))
        assert surrounded(far, moved.centre[:2], *sizes, turn)


@pytest.mark.parametrize("name", FALSE)
def test_the_check_knows_false_gaps(name):
    mesh = CASES[name].make()
    for row in FALSE[name]:
        assert surrounded(mesh, *row) == (name in BLIND)


@pytest.mark.parametrize("seed", range(8))
def test_heaps_are_solid(seed):
    mesh = heap(seed)
    assert mesh.is_watertight
    assert mesh.volume > 1.0
    assert mesh.bounds[0][2] == pytest.approx(0.0, abs=1e-9)


@pytest.mark.parametrize("seed", range(40) if FULL else (0, 3, 5, 8, 11, 28, 33))
def test_gaps_of_a_heap_are_bounded(seed):
    mesh = heap(seed)
    found = find_gaps(mesh)
    loose = [gap for gap in found if not bounded(mesh, gap)]
    assert not loose, f"heap {seed}, not bounded:\n{rows(loose)}\nof all:\n{rows(found)}"
