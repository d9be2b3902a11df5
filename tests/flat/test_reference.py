"""The plain check of one line, beside the tests' own reference and on cases known by hand."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from geo3d.flat.reference import Reference, meets
from geo3d.shapes import l_ruin, window
from tests.flat.scenes import scene
from tests.reference import brute
from tests.visibility.scenes import box

TRIANGLE = np.array([[[0, 0, 0], [2, 0, 0], [0, 2, 0]]], dtype=float)


def met(a, b):
    return bool(meets(TRIANGLE, np.array(a, dtype=float), np.array(b, dtype=float))[0])


@pytest.mark.parametrize(
    ("a", "b", "stopped"),
    [
        ((0.5, 0.5, 1), (0.5, 0.5, -1), True),
        ((0.5, 0.5, -1), (0.5, 0.5, 1), True),
        ((0.5, 0.5, 1), (0.5, 0.5, 0.1), False),
        ((3, 3, 1), (3, 3, -1), False),
        # Over an edge, over a corner, and just beside them.
        ((1, 1, 1), (1, 1, -1), True),
        ((2, 0, 1), (2, 0, -1), True),
        ((1, 1 + 1e-9, 1), (1, 1 + 1e-9, -1), True),
        ((1, 1 + 1e-7, 1), (1, 1 + 1e-7, -1), False),
        # It only begins there, or ends there.
        ((0.5, 0.5, 0), (0.5, 0.5, 1), False),
        ((0.5, 0.5, 1), (0.5, 0.5, 0), False),
        # However slanting: 1e-8" from its plane until .00003" on.
        ((0.5, 0.5, 0), (1.5, 0.5, 3.4e-4), False),
        ((0, 0, 0), (1.0, 0.2, 3.4e-4), False),
        # In its plane: along it, and outside it.
        ((-1, 0.5, 0), (3, 0.5, 0), True),
        ((0.2, 0.2, 0), (0.4, 0.4, 0), True),
        ((-1, 3, 0), (3, 3, 0), False),
        # Level above it by less and by more than the touching distance.
        ((-1, 0.5, 1e-9), (3, 0.5, 1e-9), True),
        ((-1, 0.5, 1e-7), (3, 0.5, 1e-7), False),
    ],
)
def test_one_triangle(a, b, stopped):
    assert met(a, b) is stopped
    assert met(b, a) is stopped


@settings(deadline=None, max_examples=60)
@given(seed=st.integers(0, 2**32 - 1))
def test_random_lines_agree_with_the_tests_reference(seed):
    rng = np.random.default_rng(seed)
    mesh = l_ruin(6, 5, 5, 0.25, [window(0, 1, 1, 1.5)]).mesh
    ends = rng.uniform((-2, -2, -1), (8, 7, 6), (2, 40, 3))
    # Some end on corners, and some run along edges: coordinates of the mesh itself.
    corners = np.asarray(mesh.vertices)
    ends[0, :6] = corners[rng.integers(len(corners), size=6)]
    expected = brute.any_hit([(mesh, None, "ruin")], ends[0], ends[1])
    triangles = corners[np.asarray(mesh.faces)]
    found = [meets(triangles, a, b).any() for a, b in zip(*ends, strict=True)]
    assert found == expected.tolist()


def test_a_board_with_its_table_its_features_and_their_insides(tmp_path):
    made = scene(tmp_path, {"w": box((-1, 1), (-5, 5), (0, 4))}, places={"w": ((20, 10), 90.0)})
    check = Reference(made)
    # Turned by 90 degrees it stands from x 15 to 25 and y 9 to 11.
    assert check.blocked((20, 5, 1), (20, 15, 1))
    assert not check.blocked((14.9, 5, 1), (14.9, 15, 1))
    assert not check.blocked((20, 5, 4.1), (20, 15, 4.1))
    assert check.blocked((5, 5, 1), (5, 5, -1))
    # From end to end inside the wall: no surface is met, and still nobody sees.
    assert check.blocked((19, 10, 1), (21, 10, 2))
    assert not check.blocked((14, 8, 1), (26, 8, 1))
    assert check.any_open([(20, 5, 1), (20, 5, 5)], [(20, 15, 1), (20, 15, 5)]) == 1
    assert check.any_open([(20, 5, 1)], [(20, 15, 1)]) is None


def test_models_do_not_block(tmp_path):
    made = scene(tmp_path, {}, one=(10, 10), other=(20, 10))
    assert not Reference(made).blocked((5, 10, 1), (30, 10, 1))
    assert not Reference(dataclasses.replace(made, figures={})).blocked((5, 10, 1), (30, 10, 1))
