"""The answer does not change when a piece is turned, moved, mirrored, or its faces reordered."""

import os

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.piece.gaps import plug
from geo3d.piece.gaps.pose import ROUNDED, posed
from tests.piece.gaps.case import Expected
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import Tolerance, report
from tests.piece.gaps.random_pieces import KINDS, random_piece
from tests.piece.gaps.variants import MIRROR, about_z, carried, placed, shuffled, unwelded

EXAMPLES = 100 if os.environ.get("GEO3D_FULL") == "1" else 2
SEEDS = st.integers(0, 2**31 - 1)
ALIKE = Tolerance(0.02, 0.03, 0.02)
"""Lengths in inches, share of areas, and what centres may be off beyond a hundredth."""


def as_expected(gap):
    return Expected(
        gap.kind, gap.sill, gap.lintel, gap.width, gap.area, (*map(float, gap.centre),), 0.01
    )


def changes(seed):
    """Name, matrix, and what it makes of a mesh."""
    rng = np.random.default_rng(seed)
    anywhere = (*map(float, rng.uniform(-4000.0, 4000.0, 2)), float(rng.uniform(-5.0, 5.0)))
    turn = about_z(float(rng.uniform(0.0, 360.0)), anywhere)
    return [
        ("turned and moved", turn, lambda mesh: placed(mesh, turn)),
        ("mirrored", turn @ MIRROR, lambda mesh: placed(mesh, turn @ MIRROR)),
        ("reordered", np.eye(4), shuffled),
        ("unwelded and mirrored", MIRROR, lambda mesh: unwelded(placed(mesh, MIRROR))),
    ]


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=EXAMPLES)
@given(SEEDS)
def test_the_answer_stays(kind, seed):
    mesh = random_piece(kind, seed)
    found = [as_expected(gap) for gap in find_gaps(mesh)]
    for name, matrix, change in changes(seed):
        there = [carried(gap, matrix) for gap in found]
        wrong = report(find_gaps(change(mesh)), there, ALIKE, f"{kind} {seed} {name}")
        assert not wrong, wrong


@pytest.mark.parametrize("kind", ["wall", "l-ruin", "room", "trilith", "heap"])
@settings(max_examples=20)
@given(SEEDS)
def test_a_mesh_in_its_own_pose_is_one_mesh(kind, seed):
    """The same corners, but for what rounding leaves, and the same faces, in the same order."""
    mesh = random_piece(kind, seed)
    own, _ = posed(mesh)
    for _, _, change in changes(seed):
        other, pose = posed(change(mesh))
        assert other.vertices == pytest.approx(own.vertices, abs=2 * ROUNDED)
        assert np.allclose(pose.turn @ pose.turn.T, np.eye(3))


def test_plugs_of_mirrored_pieces_are_mirrored():
    """What closes the gaps of a bent wall, a tower, a room: as much, and mirrored."""
    for kind in ("bent", "tower", "room"):
        mesh = random_piece(kind, 3)
        here = [plug(gap, gap.lintel) for gap in find_gaps(mesh)]
        there = [plug(gap, gap.lintel) for gap in find_gaps(placed(mesh, MIRROR))]
        assert len(here) == len(there) > 0
        middles = [sorted(body.center_mass @ m[:3, :3].T @ [1.0, 10.0, 100.0] for body in bodies)
                   for m, bodies in ((MIRROR, here), (np.eye(4), there))]  # fmt: skip
        assert middles[0] == pytest.approx(middles[1], abs=0.01)
        volumes = [sorted(body.volume for body in bodies) for bodies in (here, there)]
        assert volumes[0] == pytest.approx(volumes[1], rel=0.01)
