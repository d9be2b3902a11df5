"""The brute force itself, against paper: stretches of contact, and what it leaves out."""

import numpy as np
import pytest
import trimesh

from tests.reference import brute

TRIANGLE = trimesh.Trimesh([(0, 0, 0), (4, 0, 0), (0, 3, 0)], [(0, 1, 2)], process=False)


def rows(start, end, touch=0.01, mesh=TRIANGLE, transform=None):
    """Blocking contacts with a touching distance that can be drawn."""
    return brute.contacts([(mesh, transform, "it")], [start], [end], (touch,))[0]


@pytest.mark.parametrize(
    ("start", "end", "low", "high"),
    [
        # Straight through: from .01 above to .01 below.
        ((1, 1, 1), (1, 1, -1), 0.99, 1.01),
        # Aslant, 3-4-5: the stretch is longer by 5/3.
        ((-3, 1, 3), (5, 1, -3), 5 - 0.01 * 5 / 3, 5 + 0.01 * 5 / 3),
        # Past an edge at .006: a cylinder of radius .01, cut .008 before and after.
        ((1, -0.006, 1), (1, -0.006, -1), 0.992, 1.008),
        # Past a corner at .006: a ball of radius .01.
        ((4.006, 0, 1), (4.006, 0, -1), 0.992, 1.008),
        # In the plane, from beyond to beyond: from .01 before the edge to .01 after the corner.
        ((-1, 0, 0), (6, 0, 0), 0.99, 5.01),
        # In the plane, from within to beyond the longest side (where x = 2): .01 over the sine of
        # the angle between them, 3/5.
        ((1, 1.5, 0), (6, 1.5, 0), 0.0, 1 + 0.01 / 0.6),
    ],
)
def test_stretch(start, end, low, high):
    """From where to where the segment is within the touching distance."""
    found = rows(start, end, touch=0.01 if high - low < 0.1 else 1e-4)
    scale = 1.0 if high - low < 0.1 else 0.01
    assert len(found) == 1
    wanted = [round(low) + (low - round(low)) * scale, round(high) + (high - round(high)) * scale]
    np.testing.assert_allclose([found.low[0], found.high[0]], wanted, atol=1e-12)


@pytest.mark.parametrize(
    ("start", "end"),
    [
        ((1, -0.011, 1), (1, -0.011, -1)),
        ((4.011, 0, 1), (4.011, 0, -1)),
        ((2.2, 1.6, 1), (2.2, 1.6, -1)),
        ((1, 1, 1), (1, 1, 0.02)),
        ((1, 1, 1), (1, 1, 0)),
        ((1, 1, 1), (1, 1, -0.009)),
        ((1, 1, 0), (1, 1, 0)),
        ((-1, -1, 0), (-1, 5, 0)),
    ],
)
def test_no_contact_that_blocks(start, end):
    """Beside, short of, ending on; a point; in the plane, beside."""
    assert len(rows(start, end)) == 0


def test_unusable_faces_and_transforms():
    """NaN and zero area are left out, faces keep their numbers; transforms are applied."""
    mesh = trimesh.Trimesh(
        [(0, 0, 0), (4, 0, 0), (0, 3, 0), (np.nan, 0, 0), (2, 0, 0)],
        [(0, 1, 3), (0, 4, 1), (0, 1, 2)],
        process=False,
    )
    matrix = np.array([[0, -1, 0, 10], [1, 0, 0, 20], [0, 0, 1, 30], [0, 0, 0, 1.0]])
    found = rows((9, 21, 31), (9, 21, 29), mesh=mesh, transform=matrix)
    assert found.face.tolist() == [2]
    assert len(rows((1, 1, 1), (1, 1, -1), mesh=mesh, transform=matrix)) == 0


def test_chunks_do_not_matter(monkeypatch):
    """One pair at a time gives what all at once gives."""
    ball = trimesh.creation.icosphere(1)
    rng = np.random.default_rng(1)
    starts, ends = rng.uniform(-2, 2, (2, 200, 3))
    whole = brute.contacts([(ball, None, "ball")], starts, ends)[0]
    monkeypatch.setattr(brute, "PAIRS", 100)
    small = brute.contacts([(ball, None, "ball")], starts, ends)[0]
    assert len(whole) > 50
    for one, other in ((whole.segment, small.segment), (whole.face, small.face),
                       (whole.low, small.low), (whole.high, small.high)):  # fmt: skip
        assert np.array_equal(one, other)


def test_a_ball_is_crossed_twice_or_not_at_all():
    """Every line from outside to outside goes in as often as out."""
    ball = trimesh.creation.icosphere(2)
    rng = np.random.default_rng(2)
    starts = rng.normal(size=(300, 3))
    starts *= 3 / np.linalg.norm(starts, axis=1)[:, None]
    ends = -starts + rng.normal(size=(300, 3))
    found = brute.all_hits([(ball, None, "ball")], starts, ends)
    counts = np.bincount(found.segment, minlength=300)
    assert set(counts[np.linalg.norm(ends, axis=1) > 1.01]) == {0, 2}
