"""Fractions against closed forms, each worked out on paper in its docstring.

The target is mostly a flat-faced box: base `rect`, whose front face alone is seen by an eye that
looks straight at it. Its face runs from the contact height .05" up. From 100,000" off the lines are
parallel to within 2e-5, so a shadow falls at its true size; nearer by, similar triangles are used.
"""

import math

import numpy as np
import pytest
import trimesh

import geo3d
from tests.visibility.scenes import board, box, model, sheet

MM = 25.4
CONTACT = 0.05
FAR = -100_000.0
# A target 2" wide and 2.05" high: its face that counts is 2 x 2, from z = .05 to 2.05.
WIDE = "{ rect = [25.4, 50.8] }"
HIGH = 2.05


def target_at(x=50.0, y=50.0, **kwargs):
    return model("t", "blue", (x, y, 0.0), base=WIDE, height=HIGH, **kwargs)


def observer_at(x=10.0, y=50.0, **kwargs):
    return model("o", "red", (x, y, 0.0), **kwargs)


def check(answer: geo3d.sight, expected: float) -> None:
    """The interval holds the closed form, is narrow enough, and the parts sum to 1."""
    share = answer.visible_fraction
    assert share.low <= expected <= share.high, (share, expected)
    assert share.low <= share.value <= share.high
    assert share.high - share.low <= 0.05
    assert abs(share.value - expected) <= 0.02
    assert sum(b.share for b in answer.blocked_by) + share.value == pytest.approx(1.0, abs=1e-9)


def far_eye(y=50.0, z=1.05):
    return (FAR, y, z)


@pytest.mark.parametrize(("showing", "expected"), [(0.05, 0.040), (0.5, 0.397)])
def test_c63_slab_beside_an_upright_target(tmp_path, showing, expected):
    """C63 (perfect-vision 222): a slab leaves .05" or .5" of a 1.26" wide target showing to a
    distant point eye: .05 / 1.2598 = .0397 and .5 / 1.2598 = .3969."""
    radius = 16 / MM
    slab = box((40, 40.25), (0, 50 + radius - showing), (0, 50))
    made = board(tmp_path, [observer_at(), model("t", "blue", (50, 50, 0))], {"slab": slab})
    answer = geo3d.sight(made, "o", "t", eye=(FAR, 50, 0.8))
    assert abs(expected - showing / (2 * radius)) < 5e-4
    check(answer, showing / (2 * radius))
    assert [b.id for b in answer.blocked_by] == ["slab"]


def test_lower_part_hidden_by_a_low_wall(tmp_path):
    """A wall up to z = 1.05, parallel light: of the face .05..2.05 the upper half is seen."""
    made = board(
        tmp_path, [observer_at(), target_at()], {"wall": box((40, 40.2), (0, 99), (0, 1.05))}
    )
    check(geo3d.sight(made, "o", "t", eye=far_eye(z=1.05)), 0.5)


def test_near_eye_over_a_wall_by_similar_triangles(tmp_path):
    """Eye at x = 10, z = 1.05; sheet at x = 30 up to z = 1.2. Face at x = 49.5. The line over the
    edge rises .15 in 20, so at 49.5 it is at 1.05 + .15 * 39.5 / 20 = 1.34625. Seen: 1.34625..2.05
    of 2. The cosine changes by under .04% over the face."""
    wall = sheet((30, 0, 0), (30, 99, 0), (30, 99, 1.2), (30, 0, 1.2))
    made = board(tmp_path, [observer_at(), target_at()], {"wall": wall})
    check(geo3d.sight(made, "o", "t", eye=(10, 50, 1.05)), (2.05 - 1.34625) / 2)


def test_window(tmp_path):
    """A window y 49.2..50.3, z .5..1.4 in a wall: 1.1 * .9 of the face's 4 square inches."""
    wall = box((40, 40.2), (0, 99), (0, 9)).difference(box((39, 41), (49.2, 50.3), (0.5, 1.4)))
    made = board(tmp_path, [observer_at(), target_at()], {"wall": wall})
    check(geo3d.sight(made, "o", "t", eye=far_eye()), 1.1 * 0.9 / 4)


def test_fence_of_posts(tmp_path):
    """Ten posts .1 wide, .2 apart from edge to edge's start: half of the width is covered."""
    posts = {
        f"post-{i}": box((40, 40.05), (49.0 + 0.2 * i, 49.1 + 0.2 * i), (0, 9)) for i in range(10)
    }
    made = board(tmp_path, [observer_at(), target_at()], posts)
    answer = geo3d.sight(made, "o", "t", eye=far_eye())
    check(answer, 0.5)
    assert len(answer.blocked_by) == 10
    for blocker in answer.blocked_by:
        assert abs(blocker.share - 0.05) < 0.02


def test_diagonal_sheet(tmp_path):
    """A triangle over the face's lower left half, corner to corner: half is seen."""
    half = sheet((40, 49, 0.05), (40, 51, 0.05), (40, 49, 2.05))
    made = board(tmp_path, [observer_at(), target_at()], {"half": half})
    check(geo3d.sight(made, "o", "t", eye=far_eye()), 0.5)


def test_round_hole(tmp_path):
    """A hole of radius .7 (a 128-gon, area 64 r^2 sin(2 pi / 128)) in a wall of .01."""
    hole = trimesh.creation.cylinder(radius=0.7, height=2.0, sections=128)
    hole.apply_transform(trimesh.transformations.rotation_matrix(math.pi / 2, [0, 1, 0]))
    hole.apply_translation([40, 50, 1.05])
    wall = box((40, 40.01), (0, 99), (0, 9)).difference(hole)
    made = board(tmp_path, [observer_at(), target_at()], {"wall": wall})
    check(geo3d.sight(made, "o", "t", eye=far_eye()), 64 * 0.49 * math.sin(math.tau / 128) / 4)


def test_body_looks_past_a_corner(tmp_path):
    """Observer a box 2" wide, front at x = 10.5; a sheet at x = 30 covers y <= 50. From the
    observer's side y = 51 the line past the edge (30, 50) reaches x = 49.5 at y = 50 - 19.5/19.5.
    So all of the face from y = 49 up is seen: fraction 1. Moved to cover y <= 50.5, the edge line
    falls at 50.5 - .5 = 50: one half."""
    for edge, expected in ((50.5, 0.5), (50.75, 0.25)):
        wall = sheet((30, 0, 0), (30, edge, 0), (30, edge, 9), (30, 0, 9))
        observer = model("o", "red", (10, 50, 0), base=WIDE, height=HIGH)
        made = board(tmp_path, [observer, target_at()], {"wall": wall})
        check(geo3d.sight(made, "o", "t"), expected)


def test_body_looks_through_a_slit(tmp_path):
    """A slit y 50.4..50.5 in a sheet at x = 30, midway between the faces at 10.5 and 49.5, observer
    and target each y 49..51. A target point y is reached from observer point 2 s - y for s in the
    slit: y >= 2 * .4 - 1 = -.2 off the middle. Seen: 1.2 of 2."""
    left = sheet((30, 0, 0), (30, 50.4, 0), (30, 50.4, 9), (30, 0, 9))
    right = sheet((30, 50.5, 0), (30, 99, 0), (30, 99, 9), (30, 50.5, 9))
    observer = model("o", "red", (10, 50, 0), base=WIDE, height=HIGH)
    made = board(tmp_path, [observer, target_at()], {"left": left, "right": right})
    check(geo3d.sight(made, "o", "t"), 0.6)


def test_body_looks_over_a_wall(tmp_path):
    """Observer's front top edge at x = 10.5, z = 2.05; sheet at x = 30 up to 2. The line over it
    falls to 2 - .05 = 1.95 at x = 49.5. Seen: .1 of 2. Its own back does not count: no line is
    lower than that from the front edge... a back edge (x = 9.5) gives 2 - .05 * 19.5 / 20.5, which
    is higher."""
    wall = sheet((30, 0, 0), (30, 99, 0), (30, 99, 2.0), (30, 0, 2.0))
    observer = model("o", "red", (10, 50, 0), base=WIDE, height=HIGH)
    made = board(tmp_path, [observer, target_at()], {"wall": wall})
    check(geo3d.sight(made, "o", "t"), 0.05)


def test_another_model_in_the_way(tmp_path):
    """A model of a third unit, a box 1" wide and taller, covers the middle half of the face."""
    post = model("p", "blue", (40, 50, 0), base="{ rect = [25.4, 25.4] }", height=5.0)
    made = board(tmp_path, [observer_at(), target_at(), post])
    answer = geo3d.sight(made, "o", "t", eye=far_eye())
    check(answer, 0.5)
    assert [(b.id, b.kind) for b in answer.blocked_by] == [("p", "model")]
    off = board(tmp_path, [observer_at(), target_at(), post], settings="models_block = false")
    assert geo3d.sight(off, "o", "t", eye=far_eye()).visible_fraction.value == 1.0


def test_own_units_never_block(tmp_path):
    """The same model in the observer's or the target's unit hides nothing."""
    for unit, player in (("unit-o", "red"), ("unit-t", "blue")):
        post = model(
            "p", player, (40, 50, 0), base="{ rect = [25.4, 25.4] }", height=5.0, unit=unit
        )
        made = board(tmp_path, [observer_at(), target_at(), post])
        answer = geo3d.sight(made, "o", "t", eye=far_eye())
        assert answer.fully_visible
        assert answer.visible_fraction.value == 1.0
        assert answer.blocked_by == ()


def test_relief_is_ground(tmp_path):
    """A ridge of the relief up to z = .55 hides the lowest quarter of the face."""
    ridge = box((38, 42), (0, 99), (0, 0.55))
    made = board(tmp_path, [observer_at(), target_at()], ground=ridge)
    answer = geo3d.sight(made, "o", "t", eye=far_eye())
    check(answer, 0.75)
    assert [b.kind for b in answer.blocked_by] == ["ground"]


def test_thick_line(tmp_path):
    """Lines of 25.4 mm, .5" to each side: a sheet that covers y <= 49.5 now hides y <= 50."""
    wall = sheet((40, 0, 0), (40, 49.5, 0), (40, 49.5, 9), (40, 0, 9))
    made = board(
        tmp_path,
        [observer_at(), model("t", "blue", (50, 50, 5.0), base=WIDE, height=HIGH)],
        {"wall": wall},
        settings="line_width = 25.4",
    )
    answer = geo3d.sight(made, "o", "t", eye=far_eye(z=6.05))
    check(answer, 0.5)
    assert [b.id for b in answer.blocked_by] == ["wall"]


def test_top_is_seen_from_above(tmp_path):
    """From a far eye 45 degrees up, front face (2 x 2) and top (2 x 1) are both seen at cosine
    1/sqrt 2; a roof that covers the front face's half of the view from z = 1.05 down leaves
    (2 + 2) / 6 of the weight."""
    eye = (50 - 70_000.0, 50.0, 1.05 + 70_000.0)
    # The sheet stands before the face, in its plane but .001 off, from the ground to z = 1.05.
    low = sheet((49.4, 0, 0), (49.4, 99, 0), (49.4, 99, 0.95), (49.4, 0, 0.95))
    made = board(tmp_path, [observer_at(), target_at()], {"low": low})
    # Light falling at 45 degrees over z = .95 at x = 49.4 reaches the face (49.5) at z = .85.
    check(geo3d.sight(made, "o", "t", eye=eye), (2 * (2.05 - 0.85) + 2) / 6)


def test_interval_shrinks_to_certainty_at_the_ends(tmp_path):
    """Nothing in the way: exactly 1, and fully visible. A wall: exactly 0, shares sum to 1."""
    made = board(tmp_path, [observer_at(), target_at()])
    answer = geo3d.sight(made, "o", "t")
    assert (answer.visible_fraction.value, answer.visible_fraction.high) == (1.0, 1.0)
    assert answer.fully_visible
    made = board(tmp_path, [observer_at(), target_at()], {"w": box((40, 41), (0, 99), (0, 9))})
    answer = geo3d.sight(made, "o", "t")
    assert (answer.visible_fraction.value, answer.visible_fraction.low) == (0.0, 0.0)
    assert answer.certainty == "certified"
    assert sum(b.share for b in answer.blocked_by) == pytest.approx(1.0)


def test_cosine_weights_close_by(tmp_path):
    """Eye 1" before the middle of the face, which a sheet halves sideways in three quarters and one
    quarter of the width. Each element counts by cosine = d / sqrt(d^2 + y^2 + z^2); the integral
    over y from a to b and z from -1 to 1 is done on a fine grid (midpoint rule, error 1e-6)."""
    d = 1.0
    eye = (49.5 - d, 50.0, 1.05)
    # A sheet just before the face that hides y > 50.5.
    wall = sheet((49.499, 50.5, 0), (49.499, 60, 0), (49.499, 60, 9), (49.499, 50.5, 9))
    grid = (np.arange(2000) + 0.5) / 1000 - 1.0
    y, z = np.meshgrid(grid, grid, indexing="ij")
    cosine = d / np.sqrt(d * d + y * y + z * z)
    made = board(tmp_path, [observer_at(), target_at()], {"wall": wall})
    check(geo3d.sight(made, "o", "t", eye=eye), cosine[grid < 0.5].sum() / cosine.sum())


@pytest.mark.parametrize("looking", ["eye", "model"])
def test_hidden_rim_alone(tmp_path, looking):
    """Just before the face, a box .03 by .03 hides its lower corner, (.03 / 2)^2 or one
    4,400th of it, and no element: not fully visible, the fraction less than 1, the box named."""
    far = {"eye": far_eye()} if looking == "eye" else {}
    tiny = {"base": "{ round = 0.1 }", "height": 0.051 + 1e-3}
    speck = box((49.48, 49.4999), (49, 49.03), (0, 0.08))
    observer = model("o", "red", (10, 50, 1.0), **tiny)
    made = board(tmp_path, [observer, target_at()], {"speck": speck})
    answer = geo3d.sight(made, "o", "t", **far)
    share = answer.visible_fraction
    assert answer.visible and not answer.fully_visible
    assert 0.99 < share.low < share.value < 1.0 == share.high
    assert [(b.id, b.kind) for b in answer.blocked_by] == [("speck", "terrain")]
    assert answer.blocked_by[0].share + share.value == pytest.approx(1.0, abs=1e-12)
    assert not answer.samples.reached.all()
    check(answer, 1 - 0.03 * 0.03 / 4)
