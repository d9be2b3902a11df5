"""The test pieces are what they should be: closed, on z = 0, of the volume by arithmetic."""

import numpy as np
import pytest

from geo3d.piece.locate import locate
from tests.piece.gaps.cases import CASES
from tests.piece.gaps.matching import Tolerance, differences
from tests.piece.gaps.variants import CLEAN, EXACT, HOLED, MIRROR, MIRRORED, TURNED, fine


@pytest.mark.parametrize("name", CASES)
def test_piece(name):
    case = CASES[name]
    mesh = case.make()
    assert mesh.bounds[0][2] == pytest.approx(0.0, abs=1e-9)
    assert mesh.is_watertight == case.closed
    assert mesh.is_winding_consistent
    if case.closed:
        assert mesh.volume > 0
    if case.volume is not None:
        assert mesh.volume == pytest.approx(case.volume, abs=1e-9)


@pytest.mark.parametrize("name", [n for n, c in CASES.items() if c.closed and c.expected])
def test_gaps_are_where_they_are_said_to_be(name):
    """The middle of each is in the air, and so is what is just below its lintel; just above it,
    and just below its sill, there is material (or ground)."""
    case = CASES[name]
    mesh = case.make()
    for gap in case.expected:
        x, y, _ = gap.centre
        assert not locate(mesh, [gap.centre]).inside[0]
        # Nowhere near these does a mouth's plane, a bend's middle or a lean leave it certain.
        bent = name in ("corner-window", "bent-window-at-bend") or name.startswith(
            ("on-edge", "level")
        )
        if gap.kind == "mouth" or bent:
            continue
        sill, lintel = np.max(gap.sill), np.min(gap.lintel)
        above, below = np.max(gap.lintel) + 0.03, np.min(gap.sill) - 0.03
        inside = locate(
            mesh, [(x, y, z) for z in (lintel - 0.03, above, sill + 0.03, below)]
        ).inside
        assert not inside[0]
        assert inside[1] or name == "cracked-above-window"
        assert not inside[2]
        assert inside[3] or below < 0


@pytest.mark.parametrize("variant", EXACT, ids=lambda variant: variant.name)
def test_variants_keep_the_surface(variant):
    mesh = CASES["several"].make()
    changed = variant.change(mesh)
    assert len(changed.faces) == len(mesh.faces)
    assert changed.area == pytest.approx(mesh.area, rel=1e-9)
    if variant.name != "flipped":
        assert changed.volume == pytest.approx(mesh.volume, rel=1e-6)
    middle = variant.matrix[:3, :3] @ mesh.triangles_center.mean(axis=0) + variant.matrix[:3, 3]
    assert changed.triangles_center.mean(axis=0) == pytest.approx(middle, abs=1e-6)


@pytest.mark.parametrize("name", ["several", "sheet", "u-ruin-6"])
def test_holed_loses_one_face_in_a_hundred(name):
    mesh = CASES[name].make()
    even, damaged = fine(mesh), HOLED.change(mesh)
    assert 15_000 < len(even.faces) < 40_000
    assert even.area == pytest.approx(mesh.area, rel=1e-6)
    assert 0.985 < len(damaged.faces) / len(even.faces) < 0.995
    assert damaged.edges_unique_length.max() < 0.4


def test_matching_tells_differences():
    expected = CASES["several"].expected
    tight = Tolerance(0.02, 0.03)
    assert differences(expected, expected, tight) == []
    assert differences(expected[::-1], expected, tight) == []
    assert differences(expected[1:], expected, tight) == ["4 found, 5 expected"]
    moved = TURNED.expected(expected)
    assert len(differences(moved, expected, tight)) == 5
    assert "centre" in differences(moved, expected, tight)[0]
    twice = (expected[0], expected[0], *expected[2:])
    assert len(differences(twice, expected, tight)) == 1


def test_mirrored_twice_is_where_it_was():
    expected = CASES["several"].expected
    assert MIRRORED.expected(MIRRORED.expected(expected)) == expected
    assert np.allclose(MIRROR @ MIRROR, np.eye(4))
    assert CLEAN.expected(expected) == expected
