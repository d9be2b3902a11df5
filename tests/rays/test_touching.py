"""Touching: where a line meets a surface and when that blocks, on paper, for unturned shapes.

A line that comes within 1e-8" of a surface away from its own ends is blocked; contact at its ends
is not.
"""

import numpy as np
import pytest

from tests.rays.ask import blocked, box, is_blocked, scene_of, sheet

CUBE = box((0, 1), (0, 1), (0, 1))
PANE = sheet([(0, 0, 0), (4, 0, 0), (4, 4, 0), (0, 4, 0)])
ROOF = sheet([(0, 0, 1), (4, 0, 1), (4, 2, 2), (0, 2, 2), (4, 4, 1), (0, 4, 1)],
             [(0, 1, 2), (2, 3, 0), (3, 2, 4), (4, 5, 3)])  # fmt: skip

CLEAR = {
    "ends on a face": ((0.3, 0.6, 5), (0.3, 0.6, 1)),
    "ends on a face, aslant": ((-3, 0.6, 5), (0.3, 0.6, 1)),
    "ends on a face's diagonal": ((0.5, 0.5, 5), (0.5, 0.5, 1)),
    "ends on an edge": ((-1, -1, 0.5), (0, 0, 0.5)),
    "ends on a corner": ((-1, -1, -1), (0, 0, 0)),
    "ends on an edge, within the plane of a face": ((0.5, -2, 1), (0.5, 0, 1)),
    "ends on an edge, aslant within the plane of a face": ((-0.5, -2, 1), (0.5, 0, 1)),
    "ends on a corner, along an edge's line": ((-2, 0, 1), (0, 0, 1)),
    "ends on a corner, within the plane of a face": ((-2, -1, 1), (0, 0, 1)),
    "from face to face through the inside": ((0.5, 0.4, 0), (0.5, 0.4, 1)),
    "from corner to corner through the inside": ((0, 0, 0), (1, 1, 1)),
    "from edge to edge through the inside": ((0, 0.5, 0), (1, 0.5, 1)),
    "wholly inside": ((0.1, 0.2, 0.3), (0.9, 0.8, 0.7)),
    "ends 1e-6 short of a face": ((0.3, 0.6, 5), (0.3, 0.6, 1.000001)),
    "ends 1e-6 short of a corner": ((-1, -1, -1), (-1e-6, -1e-6, -1e-6)),
    "ends half the touching distance beyond a face": ((0.3, 0.6, 5), (0.3, 0.6, 1 - 5e-9)),
    "ends half the touching distance before a face": ((0.3, 0.6, 5), (0.3, 0.6, 1 + 5e-9)),
    "past a face at 2e-8": ((-1, 0.5, 1 + 2e-8), (2, 0.5, 1 + 2e-8)),
    "past a face at 1e-6": ((-1, 0.5, 1 + 1e-6), (2, 0.5, 1 + 1e-6)),
    "past an edge at 2.1e-8": ((-1, 0.5, 3e-8), (1, 0.5, 2 + 3e-8)),
    "past a corner at 2.1e-8": ((-1, 1 - 1.5e-8, 2 + 1.5e-8), (1, -1 - 1.5e-8, 1.5e-8)),
    "past a face at 2e-8, along its diagonal": ((-1, 1 + 2e-8, 2), (2, 1 + 2e-8, -1)),
    "along a face's plane, beside it": ((-1, -1e-6, 1), (2, -1e-6, 1)),
    "along an edge's line, before it": ((-3, 0, 1), (-1, 0, 1)),
    "starts on a face, goes away": ((0.3, 0.6, 1), (3, 2, 4)),
    "starts on an edge, goes away": ((0, 0, 0.5), (-3, -2, 1)),
    "starts on a corner, goes away": ((1, 1, 1), (2, 3, 4)),
    "starts on a corner, goes away within the plane of a face": ((1, 1, 1), (2, 3, 1)),
    "starts on a face, goes away at half a degree": ((0.3, 0.6, 1), (30.3, 0.6, 1.26)),
}

BLOCKED = {
    "through two faces": ((0.3, 0.6, 5), (0.3, 0.6, -5)),
    "into one face": ((0.3, 0.6, 5), (0.3, 0.6, 0.5)),
    "out of one face": ((0.3, 0.6, 0.5), (0.3, 0.6, 5)),
    "starts on a face, goes in and out": ((0.3, 0.6, 1), (0.3, 0.6, -1)),
    "starts on a corner, goes in and out": ((0, 0, 0), (2, 2, 2)),
    "ends 1e-6 beyond a face": ((0.3, 0.6, 5), (0.3, 0.6, 0.999999)),
    "ends twice the touching distance beyond a face": ((0.3, 0.6, 5), (0.3, 0.6, 1 - 2e-8)),
    "along a face, from beyond to beyond": ((-1, 0.5, 1), (2, 0.5, 1)),
    "along a face, inside it": ((0.2, 0.3, 1), (0.8, 0.6, 1)),
    "along a face, from a corner": ((0, 0, 1), (0.5, 0.8, 1)),
    "along a face, from edge to edge": ((0, 0.3, 1), (1, 0.6, 1)),
    "along a face, starting on it, ending beyond": ((0.5, 0.5, 1), (3, 0.7, 1)),
    "along a face's diagonal": ((0, 0, 1), (1, 1, 1)),
    "along an edge, beyond both corners": ((-1, 0, 1), (2, 0, 1)),
    "along an edge, from corner to corner": ((0, 0, 1), (1, 0, 1)),
    "along an edge, within it": ((0.2, 0, 1), (0.7, 0, 1)),
    "in by an edge and out by another": ((-1, 0.5, 2), (1, 0.5, 0)),
    "touching an edge and no more": ((-1, 0.5, 0), (1, 0.5, 2)),
    "touching a corner and no more": ((-1, 1, 2), (1, -1, 0)),
    "touching a corner within the plane of a face": ((-1, 1, 1), (1, -1, 1)),
    "past a face at half the touching distance": ((-1, 0.5, 1 + 5e-9), (2, 0.5, 1 + 5e-9)),
    "past an edge at half the touching distance": ((-1, 0.5, 5e-9), (1, 0.5, 2 + 5e-9)),
}
BLOCKED["through a corner"] = ((-1, -1, -1), (2, 2, 2))


@pytest.mark.parametrize("name", CLEAR)
def test_a_cube_lets_pass(name):
    """Contact at an end only, or none."""
    assert not is_blocked(CUBE, *CLEAR[name])


@pytest.mark.parametrize("name", BLOCKED)
def test_a_cube_blocks(name):
    """Contact away from the ends."""
    assert is_blocked(CUBE, *BLOCKED[name])


@pytest.mark.parametrize("name", CLEAR | BLOCKED)
def test_the_same_on_every_side_of_the_cube(name):
    """The cube has 48 symmetries; the verdict is the same in all of them."""
    ends = np.array((CLEAR | BLOCKED)[name])
    starts_, ends_ = [], []
    for axes in ((0, 1, 2), (0, 2, 1), (1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0)):
        for flip in np.ndindex(2, 2, 2):
            image = np.where(flip, 1 - ends[:, axes], ends[:, axes])
            starts_.append(image[0])
            ends_.append(image[1])
    answer = blocked([(CUBE, None, "cube")], starts_, ends_)
    assert (answer == (name in BLOCKED)).all()


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        # The free edge of a pane at y = 0: touching it is touching the surface.
        ((2, 0, 1), (2, 0, -1), True),
        ((2, -5e-9, 1), (2, -5e-9, -1), True),
        ((2, -2e-8, 1), (2, -2e-8, -1), False),
        ((2, -1e-7, 1), (2, -1e-7, -1), False),
        ((2, 1e-7, 1), (2, 1e-7, -1), True),
        # Its corner, straight through and aslant.
        ((0, 0, 1), (0, 0, -1), True),
        ((1, 1, 1), (-1, -1, -1), True),
        # Its diagonal from (0, 0) to (4, 4), where the triangles meet.
        ((2, 2, 1), (2, 2, -1), True),
        ((1, 3, 1), (3, 1, -1), True),
        # Ends on it, from either side.
        ((1, 2, 1), (1, 2, 0), False),
        ((1, 2, -1), (1, 2, 0), False),
        # Within its plane, beside it; across a corner of it; ending on its border; leaving it.
        ((-1, 0, 0), (-1, 4, 0), False),
        ((-1, 1, 0), (1, -1, 0), True),
        ((-1, 2, 0), (0, 2, 0), False),
        ((4, 2, 0), (9, 2, 0), False),
        ((4, 2, 0), (9, 3, 0), False),
        ((3, 2, 0), (9, 2, 0), True),
    ],
)
def test_a_pane(start, end, expected):
    """A sheet of two triangles, blocked from both sides and along it."""
    assert is_blocked(PANE, start, end) is expected


@pytest.mark.parametrize(
    ("start", "end", "expected"),
    [
        # Along the ridge, across it, to it, over it.
        ((-1, 2, 2), (5, 2, 2), True),
        ((0.5, 2, 2), (3.5, 2, 2), True),
        ((2, -1, 2), (2, 5, 2), True),
        ((2, -1, 2), (2, 2, 2), False),
        ((2, -1, 2.000001), (2, 5, 2.000001), False),
        # Up one slope from below its eave and past the ridge; along it, within.
        ((2, -1, 0.5), (2, 3, 2.5), True),
        ((2, 0.5, 1.25), (2, 1.5, 1.75), True),
        # From one slope to the other under the ridge: starts and ends on them, inside between.
        ((2, 1, 1.5), (2, 3, 1.5), False),
    ],
)
def test_a_roof(start, end, expected):
    """Two slopes that meet in a ridge at y = 2, z = 2."""
    assert is_blocked(ROOF, start, end) is expected


def test_a_line_along_a_face_is_one_crossing():
    """Two triangles, and an edge at either end, but the line is in contact all the way."""
    scene = scene_of([(CUBE, None, "cube")])
    there = scene.all_hits([(-1, 0.3, 1)], [(2, 0.3, 1)])
    back = scene.all_hits([(2, 0.3, 1)], [(-1, 0.3, 1)])
    assert len(there) == len(back) == 1
    # Each is reported where it begins: 1" from its start.
    np.testing.assert_allclose([there.distance[0], back.distance[0]], 1.0, atol=2e-8)


def test_a_line_that_sinks_through_a_face_is_one_crossing():
    """It is nearer than 1e-8 to the top all the way from x = 0 to x = 1: one contact."""
    scene = scene_of([(CUBE, None, "cube")])
    assert len(scene.all_hits([(-3, 0.3, 1 + 2e-8)], [(4, 0.3, 1 - 2e-8)])) == 1


def test_a_line_that_sinks_into_the_cube_crosses_it_twice():
    """Nearer than 1e-8 to the top from x = .15 to x = .85, then out by the side at x = 1."""
    scene = scene_of([(CUBE, None, "cube")])
    assert len(scene.all_hits([(-3, 0.3, 1 + 1e-7)], [(4, 0.3, 1 - 1e-7)])) == 2


def test_first_contact_along_a_face():
    """From x = -1 at the top's level, the first contact is with its edge at x = 0."""
    first = scene_of([(CUBE, None, "cube")]).first_hit([(-1, 0.3, 1)], [(0.5, 0.3, 1)])
    np.testing.assert_allclose(first.distance, [1.0], atol=2e-8)


def test_touching_bodies_are_two_crossings():
    """Two boxes that share a side: where one ends and the next begins, each is crossed."""
    placed = [(CUBE, None, "left"), (box((1, 2), (0, 1), (0, 1)), None, "right")]
    found = scene_of(placed).all_hits([(-1, 0.4, 0.3)], [(3, 0.4, 0.3)])
    assert sorted(zip(found.id.tolist(), np.round(found.distance, 6).tolist(), strict=True)) == [
        ("left", 1.0), ("left", 2.0), ("right", 2.0), ("right", 3.0),
    ]  # fmt: skip


def test_from_body_to_touching_body():
    """A line between two boxes' facing sides is clear, also where they touch: it has no length."""
    placed = [(CUBE, None, "left"), (box((3, 4), (0, 1), (0, 1)), None, "right")]
    assert not blocked(placed, [(1, 0.4, 0.3)], [(3, 0.8, 0.6)])[0]
    assert blocked(placed, [(0.999, 0.4, 0.3)], [(3, 0.8, 0.6)])[0]


def test_short_segments():
    """A segment of 4e-8 across a face is blocked; one of 1e-8, all of it near an end, is not."""
    assert is_blocked(PANE, (1, 2, 2e-8), (1, 2, -2e-8))
    assert not is_blocked(PANE, (1, 2, 5e-9), (1, 2, -5e-9))
    assert not is_blocked(PANE, (1, 2, 0), (1, 2, 0))
