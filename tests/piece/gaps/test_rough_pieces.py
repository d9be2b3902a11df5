"""The pieces that ship, and real ones, as a scanner would give them: no false gap, none missed.

A plain run takes one roughening of every eighth piece. GEO3D_FULL=1 takes ten of all.
"""

import os

import numpy as np
import pytest
import trimesh

from geo3d.piece import read_piece, shipped_names, shipped_path
from geo3d.shapes import roughen
from tests.piece.gaps import test_real_gaps as real
from tests.piece.gaps.bounded import bounded
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import Tolerance, report, rows
from tests.piece.gaps.shipped import KNOWN, NONE
from tests.piece.gaps.variants import NOISE, ROUGH_FACES, fine

FULL = os.environ.get("GEO3D_FULL") == "1"
SEEDS, ROTA = 10, 8
SCANNED = Tolerance(0.1, 0.1, 0.1)
TINY, HOLES = 0.1, Tolerance(0.15, 0.35, 0.1)
"""Square inches; and what is allowed of smaller holes. That of the broken wall is on average .08
high: noise of .02 at both rims, root mean square, is a third of that."""
NAMES = [name for name in shipped_names() if not name.endswith("-scan")]
RUNS = [
    pytest.param(name, seed, id=f"{name}-{seed}")
    for place, name in enumerate(NAMES)
    for seed in range(SEEDS)
    if FULL or (place % ROTA == 0 and seed == place // ROTA % SEEDS)
]


def noisy(mesh: trimesh.Trimesh, seed: int) -> trimesh.Trimesh:
    """An open mesh in even triangles, its corners moved by white noise."""
    even = fine(mesh)
    rng = np.random.default_rng(seed)
    shift = rng.normal(scale=NOISE / np.sqrt(3), size=even.vertices.shape)
    points = np.asarray(even.vertices) + shift
    return trimesh.Trimesh(points, even.faces, process=False)


@pytest.mark.parametrize(("name", "seed"), RUNS)
def test_gaps_of_a_roughened_piece(name, seed):
    """All that its script cuts, and what else there is, as between stones, is truly bounded."""
    mesh = roughen(read_piece(shipped_path(name)).mesh, ROUGH_FACES, noise=NOISE, seed=seed)
    found = find_gaps(mesh)
    if name in NONE:
        assert not found, rows(found)
    loose = [gap for gap in found if not bounded(mesh, gap)]
    assert not loose, f"{name}, not bounded:\n{rows(loose)}\nof all:\n{rows(found)}"
    wrong = report(found, KNOWN.get(name, []), SCANNED, f"{name} {seed}", others=True)
    assert not wrong, wrong


@pytest.mark.parametrize("seed", range(SEEDS if FULL else 1))
def test_gaps_of_roughened_real_walls(realfiles, seed):
    for name, mesh, expected in real.meshes(realfiles):
        found = find_gaps(noisy(mesh, seed))
        for tiny, allowed in ((False, SCANNED), (True, HOLES)):
            one = [gap for gap in found if (gap.area < TINY) == tiny]
            other = [gap for gap in expected if (np.max(gap.area) < TINY) == tiny]
            wrong = report(one, other, allowed, f"{name} {seed}")
            assert not wrong, wrong
