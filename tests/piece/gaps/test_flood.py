"""Floods: the same parts as labels of the whole grid give, and no work where the way is open."""

import numpy as np
import pytest
import scipy.ndimage

from geo3d.piece.gaps.flood import LEAKS, flooded, near


def blots(seed, share):
    """A random grid: solid squares in blots, so that there are parts of many sizes."""
    noise = np.random.default_rng(seed).random((70, 90))
    return (scipy.ndimage.gaussian_filter(noise, 1.2) > np.quantile(noise, share)).astype(np.uint8)


@pytest.mark.parametrize("reach", [0.0, 1.0, 1.5, 2.5])
@pytest.mark.parametrize("seed", range(8))
def test_parts_are_those_of_labels(seed, reach):
    solid = blots(seed, 0.5)
    spots = np.argwhere(np.ones_like(solid))
    np.random.default_rng(seed).shuffle(spots)
    label, part = flooded(solid, spots, reach)
    away = scipy.ndimage.distance_transform_edt(solid == 0)
    known, number = scipy.ndimage.label(away > reach)
    border = np.unique(np.concatenate([known[0], known[-1], known[:, 0], known[:, -1]]))
    bounded = np.setdiff1d(np.arange(1, number + 1), border)
    assert len(bounded) > 0
    of_spot = known[spots[:, 0], spots[:, 1]]
    assert ((part == 0) == (of_spot == 0)).all()
    assert ((part > 0) == np.isin(of_spot, bounded)).all()
    for one in bounded:
        (ours,) = np.unique(part[of_spot == one])
        assert ((label == ours) == (known == one)).all()


@pytest.mark.parametrize("reach", [1.0, 2.5, 8.0])
def test_near_is_what_lies_so_close(reach):
    squares = blots(3, 0.55) == 1
    away = scipy.ndimage.distance_transform_edt(~squares)
    assert (near(squares, reach) == (away <= reach)).all()


def test_spots_off_the_grid_are_left_out():
    solid = np.ones((9, 9), np.uint8)
    solid[3:6, 3:6] = 0
    spots = np.array([[-1, 4], [4, 9], [4, 4], [0, 0]])
    assert flooded(solid, spots, 0.0)[1].tolist() == [0, 0, 1, 0]


def test_a_flood_ends_where_it_gets_out():
    """Of an open field little is flooded, by however many spots."""
    solid = np.zeros((400, 300), np.uint8)
    spots = np.stack(np.meshgrid(np.arange(150, 250, 4), np.arange(100, 200, 4)), -1).reshape(-1, 2)
    label, part = flooded(solid, spots, 2.5)
    assert (part == LEAKS).all()
    assert (label > 0).sum() < 0.25 * solid.size
    label, _ = flooded(solid, spots[:1], 2.5)
    assert (label > 0).sum() < 0.01 * solid.size
