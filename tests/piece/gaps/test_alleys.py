"""Random alleys under random roofs have a mouth under each of the roofs' edges, or an opening."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.piece import read_mesh, shipped_path
from tests.piece.gaps.alleys import random_alley
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import Tolerance, report
from tests.piece.gaps.variants import CLEAN, MIRRORED, TURNED

# What was moved under an edge from afar lies up to .054" off it.
ALLOWED = Tolerance(0.02, 0.03, 0.06)


@pytest.mark.parametrize("variant", [CLEAN, TURNED, MIRRORED], ids=lambda variant: variant.name)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**31 - 1))
def test_gaps_of_a_random_alley(variant, seed):
    alley = random_alley(seed)
    expected = variant.expected(alley.expected())
    found = find_gaps(variant.change(alley.mesh()))
    wrong = report(found, expected, ALLOWED, f"random_alley({seed}) {variant.name}")
    assert not wrong, wrong


def test_mouths_between_two_containers_stand_under_the_third():
    """Its middle over (.2, .1), turned by 78 degrees, 2.2 wide: over x' along the alley its sides
    are at x = .2 +- 1.1 / sin 78 -+ .1 cos 78 / sin 78 about y = 0, and slant by cos 78 / sin 78.
    """
    found = [gap for gap in find_gaps(read_mesh(shipped_path("container-stack")))
             if gap.lintel > 1.0]  # fmt: skip
    slant = 1.0 / np.tan(np.radians(78.0))
    middle, half = 0.2 - 0.1 * slant, 1.1 / np.sin(np.radians(78.0))
    # What is roofed right across the alley, .3 wide at least, and a mouth .25 deep at its ends.
    half -= 0.15 * slant + 0.125
    at = sorted(gap.centre[0] for gap in found)
    assert at == pytest.approx([middle - half, middle + half], abs=0.03)
