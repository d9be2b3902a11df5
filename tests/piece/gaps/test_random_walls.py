"""Random walls: each window and door is found, its numbers in closed form, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import report
from tests.piece.gaps.random_walls import ALLOWED, known_volume, random_wall

SEEDS = st.integers(0, 2**31 - 1)


@settings(max_examples=40)
@given(SEEDS)
def test_random_walls_are_what_they_should_be(seed):
    mesh, expected = random_wall(seed)
    assert mesh.is_watertight
    assert mesh.bounds[0][2] == pytest.approx(0.0, abs=1e-9)
    assert mesh.volume == pytest.approx(known_volume(seed), rel=1e-6)
    for gap in expected:
        assert gap.area < gap.width * gap.lintel * 1.02
        assert gap.lintel - gap.sill > 0.25


def test_random_walls_differ():
    """Among 60 there are walls with no and with four gaps, doors and windows."""
    every = [random_wall(seed)[1] for seed in range(60)]
    assert {len(gaps) for gaps in every} >= {0, 1, 2, 3, 4}
    sills = [gap.sill for gaps in every for gap in gaps]
    assert 10 < sum(sill == 0.0 for sill in sills) < len(sills) - 10


@settings(max_examples=40)
@given(SEEDS)
def test_gaps_of_a_random_wall(seed):
    mesh, expected = random_wall(seed)
    wrong = report(find_gaps(mesh), expected, ALLOWED, f"random_wall({seed})")
    assert not wrong, wrong
