"""Holes that splay or have steps: as wide as they are clear, however much they widen, and where."""

import numpy as np
import pytest
from trimesh.transformations import rotation_matrix

from geo3d.shapes.solids import box, mesh_of, prism
from tests.piece.gaps.finder import find_gaps
from tests.piece.gaps.matching import rows
from tests.piece.gaps.variants import rough

HIGH = 2.0
OFF = 0.02


def wall(thick, half_widths):
    """A wall about y = 0 with a hole 2 high: how far its jambs are from its middle, at depths."""
    y = thick / 2
    right = [(x, share * y) for share, x in half_widths]
    hole = prism([[(-x, d) for x, d in reversed(right)] + right], HIGH)
    return mesh_of(box((-6, -y, 0), (6, y, 5)) - hole.translate([0.0, 0.0, 1.0]))


def splayed(thick, clear, more):
    """Widening to one face by so much on each side."""
    return wall(thick, [(-1, clear / 2 + more), (1, clear / 2)])


def hourglass(thick, clear, more):
    """Widening to both faces."""
    outer = clear / 2 + more
    return wall(thick, [(-1, outer), (0, clear / 2), (1, outer)])


def rebated(thick, clear, more):
    """With a step before and behind its narrow part, the middle third of the wall."""
    inner, outer = clear / 2, clear / 2 + more
    third = 1 / 3
    return wall(thick, [(-1, outer), (-third, outer), (-third, inner), (third, inner),
                        (third, outer), (1, outer)])  # fmt: skip


def one_gap(mesh, clear, off=OFF, share=0.03):
    found = find_gaps(mesh)
    assert [gap.kind for gap in found] == ["opening"], rows(found)
    assert found[0].width == pytest.approx(clear, abs=off)
    assert found[0].area == pytest.approx(clear * HIGH, rel=share)


@pytest.mark.parametrize("more", [0.1, 0.2, 0.4, 0.6])
@pytest.mark.parametrize(("thick", "clear"), [(0.25, 1.0), (0.6, 0.3), (2.0, 2.0)])
def test_a_hole_that_splays_is_as_wide_as_it_is_clear(thick, clear, more):
    one_gap(splayed(thick, clear, more), clear)


@pytest.mark.parametrize("more", [0.02, 0.04, 0.05])
def test_where_it_splays_a_little_it_is_no_wider_than_its_middle(more):
    """As wide as a moulding that is left out would leave it."""
    found = find_gaps(splayed(0.25, 1.0, more))
    assert [gap.kind for gap in found] == ["opening"], rows(found)
    assert 1.0 - OFF <= found[0].width <= 1.0 + more + OFF


@pytest.mark.parametrize("made", [hourglass, rebated])
@pytest.mark.parametrize("more", [0.2, 0.4, 0.6, 0.9, 1.2])
@pytest.mark.parametrize(("thick", "clear"), [(0.5, 1.0), (2.0, 1.0), (2.0, 0.5)])
def test_a_hole_that_widens_to_both_faces_is_found(made, thick, clear, more):
    one_gap(made(thick, clear, more), clear)


@pytest.mark.parametrize("more", [0.5, 0.8])
def test_it_is_found_turned_and_far_from_the_origin(more):
    mesh = hourglass(2.0, 1.0, more)
    mesh.apply_transform(rotation_matrix(np.radians(37.0), [0, 0, 1]))
    mesh.apply_translation([311.0, -207.0, 0.0])
    one_gap(mesh, 1.0)


@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize("more", [0.4, 0.7])
def test_it_is_found_on_a_rough_mesh(more, seed):
    one_gap(rough(seed)(hourglass(2.0, 1.0, more)), 1.0, off=0.1, share=0.1)
