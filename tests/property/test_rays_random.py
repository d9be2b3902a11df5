"""The engine against the brute force on random scenes, and against Embree where that can judge.

The seed is new in each run and printed; set GEO3D_SEED to repeat one.
"""

import os

import numpy as np
import pytest

from geo3d.errors import SceneError
from geo3d.rays import RayScene
from tests.rays.ask import scene_of
from tests.reference import brute, random_rays
from tests.reference.agreement import compare

SEED = int(os.environ.get("GEO3D_SEED", np.random.SeedSequence().entropy % 2**32))


@pytest.mark.parametrize("offset", [0.0, 1e6], ids=["at the origin", "a million inches away"])
@pytest.mark.parametrize("kind", random_rays.KINDS)
def test_no_difference_from_the_brute_force(kind, offset):
    """Every verdict, first contact and crossing, wherever the brute force is sure of itself."""
    print(f"GEO3D_SEED={SEED}")
    number = 200 if offset else 400
    for turn in range(6):
        placed = random_rays.scene(SEED + turn, offset=offset)
        rng = np.random.default_rng(SEED + turn)
        starts, ends = random_rays.KINDS[kind](placed, number, rng)
        found = compare(scene_of(placed), placed, starts, ends)
        assert found.judged > 0.7 * number
        assert found.differences == ()


def test_embree_sees_the_same_where_it_can(monkeypatch):
    """Lines that miss all edges by .001 and end .001 from all faces: float32 is enough for them."""
    monkeypatch.setattr(brute, "RUN", 0.0)
    for turn in range(3):
        placed = random_rays.scene(SEED + turn)
        rng = np.random.default_rng(SEED + turn)
        starts, ends = random_rays.anywhere(placed, 3000, rng)
        near, exact, far = brute.contacts(placed, starts, ends, (1e-9, 1e-8, 1e-3))
        sure = np.ones(len(starts), dtype=bool)
        counts = [np.bincount(rows.segment, minlength=len(starts)) for rows in (near, exact, far)]
        sure &= (counts[0] == counts[1]) & (counts[1] == counts[2])
        starts, ends = starts[sure], ends[sure]
        assert len(starts) > 1000
        expected = counts[1][sure] > 0
        assert np.array_equal(scene_of(placed).any_hit(starts, ends), expected)
        try:
            embree = RayScene(engine="embree")
        except SceneError as error:
            pytest.skip(f"no second opinion: {error}")
        for mesh, transform, id in placed:
            embree.place(mesh, transform, id=id)
        assert np.array_equal(embree.any_hit(starts, ends), expected)
        assert np.array_equal(embree.first_hit(starts, ends).id, _first(placed, starts, ends))


def _first(placed, starts, ends) -> np.ndarray:
    """The engine's first ids."""
    return scene_of(placed).first_hit(starts, ends).id


def test_trimesh_with_embree_sees_the_same():
    """trimesh's own use of Embree, on one ball and lines from outside well away from edges."""
    pytest.importorskip("embreex")
    from trimesh.ray.ray_pyembree import RayMeshIntersector

    rng = np.random.default_rng(SEED)
    mesh = random_rays.trimesh.creation.icosphere(2, radius=2.0)
    starts = rng.normal(size=(3000, 3))
    starts *= 5 / np.linalg.norm(starts, axis=1)[:, None]
    way = -2 * starts + rng.normal(size=(3000, 3)) * 2
    # trimesh's rays have no end: these end 15 from their start, beyond the ball.
    ends = starts + 15 * way / np.linalg.norm(way, axis=1)[:, None]
    placed = [(mesh, None, "ball")]
    exact, far = brute.contacts(placed, starts, ends, (1e-8, 1e-3))
    counts = [np.bincount(rows.segment, minlength=3000) for rows in (exact, far)]
    # One contact or two, and as many for a line a thousandth of an inch thick.
    sure = counts[0] == counts[1]
    starts, ends = starts[sure], ends[sure]
    expected = RayMeshIntersector(mesh).intersects_any(starts, ends - starts)
    assert 0 < expected.sum() < len(expected)
    assert np.array_equal(scene_of(placed).any_hit(starts, ends), expected)
