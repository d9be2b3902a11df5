"""Whether faces are thrown together: pairs that overlap, counted."""

import numpy as np
import trimesh

from geo3d.piece import heap
from geo3d.piece.heap import is_heap, overlapping_pairs
from geo3d.shapes import roughen, wall


def stack(number, apart):
    """Triangles one over another."""
    flat = np.array([(0.0, 0, 0), (1, 0, 0), (0, 1, 0)])
    return flat + np.arange(number)[:, None, None] * [0, 0, apart]


def test_few_are_counted_one_by_one():
    """Of 40 at one place each meets 39; of 40 apart none does; chains meet their neighbours."""
    assert overlapping_pairs(stack(40, 0.0)) == 40 * 39 / 2
    assert overlapping_pairs(stack(40, 0.1)) == 0
    row = stack(40, 0.0) + np.arange(40)[:, None, None] * [0.9, 0, 0]
    assert overlapping_pairs(row) == 39


def test_many_are_estimated():
    """1,000 places of 20 each: 1,000 x 20 x 19 / 2 pairs, whichever are looked at."""
    triangles = np.repeat(stack(1_000, 0.1), 20, axis=0)
    assert overlapping_pairs(triangles) == 1_000 * 20 * 19 / 2


def test_a_heap_and_a_rough_wall(monkeypatch):
    """600 faces in one place, 179,700 pairs, are a heap at a limit of 100,000; a wall of 20,000
    faces that each meet those about them is none."""
    monkeypatch.setattr(heap, "MOST", 1e5)
    one = stack(600, 0.0).reshape(-1, 3)
    assert is_heap(trimesh.Trimesh(one, np.arange(len(one)).reshape(-1, 3), process=False))
    monkeypatch.setattr(heap, "MOST", 2e6)
    assert not is_heap(roughen(wall(6, 4, 0.25).mesh, 20_000, noise=0.01))
