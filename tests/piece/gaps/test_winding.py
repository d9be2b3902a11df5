"""How often outlines wind round points: sums over squares agree with sums of angles."""

import numpy as np
import pytest

from geo3d.piece.gaps import winding as module
from geo3d.piece.gaps.slices import slices
from geo3d.piece.gaps.surface import oriented
from geo3d.piece.gaps.winding import FEW, RARE, inside, winding
from geo3d.shapes import roughen, tower


def angles(points, segments):
    """By the definition: angles under which the segments are seen, summed."""
    a = (segments[:, 0] + 1j * segments[:, 1])[None] - (points[:, 0] + 1j * points[:, 1])[:, None]
    b = (segments[:, 2] + 1j * segments[:, 3])[None] - (points[:, 0] + 1j * points[:, 1])[:, None]
    return np.angle(b * a.conj()).sum(axis=1) / (2 * np.pi)


def loose(number, length):
    rng = np.random.default_rng(5)
    start = rng.uniform(-4, 4, (number, 2))
    return np.hstack([start, start + rng.normal(scale=length, size=(number, 2))])


@pytest.mark.parametrize(("number", "length"), [(3000, 0.05), (3000, 0.5), (900, 3.0)])
def test_loose_segments(number, length):
    segments = loose(number, length)
    assert number > FEW
    points = np.random.default_rng(6).uniform(-5, 5, (500, 2))
    assert winding(points, segments) == pytest.approx(angles(points, segments), abs=1e-3)


def test_points_beside_the_outline_and_on_its_corners():
    segments = slices(oriented(roughen(tower(2.0, 4.0).mesh, 60_000))).at(20)
    assert len(segments) > FEW
    rng = np.random.default_rng(7)
    near = segments[:, :2] + rng.normal(scale=0.01, size=(len(segments), 2))
    assert winding(near, segments) == pytest.approx(angles(near, segments), abs=1e-3)
    assert np.isfinite(winding(segments[:, :2], segments)).all()
    ring = np.linspace(0, 2 * np.pi, RARE + 40)
    circle = np.column_stack([np.cos(ring), np.sin(ring)])
    assert inside(1.88 * circle, segments).mean() > 0.5
    assert not inside(1.2 * circle, segments).any() and not inside(2.4 * circle, segments).any()


def test_from_afar_few_segments_are_summed_one_by_one():
    """Squares hold about the root of the segments' number each, whatever that is."""
    for number in (2_000, 50_000):
        segments = loose(number, 0.01)
        _, _, rows, first, long, _ = module._squares(segments)
        assert len(rows) + len(long) == number
        assert len(long) < 0.05 * number
        assert np.diff(first).max() < 3 * np.sqrt(number)
        assert len(first) < 6 * np.sqrt(number)
