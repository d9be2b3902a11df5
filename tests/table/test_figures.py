"""Profiles and figures: the solid on a base, what is lifted, where a model stands."""

import numpy as np
import pytest
import trimesh

from geo3d.table.bases import Base
from geo3d.table.figures import Figure, Profile, upright
from geo3d.tolerances import CURVE_SIDES


def profile(base, height=2.0, mesh=None, lift=0.0):
    return Profile("p", base, height, mesh, lift, frozenset(), None)


def area_of(base):
    """Of the polygon: a rectangle's own, an inscribed n-gon's n/2 sin(2 pi / n) a b."""
    if base.kind == "rect":
        return 4 * base.half_x * base.half_y
    return CURVE_SIDES / 2 * np.sin(2 * np.pi / CURVE_SIDES) * base.half_x * base.half_y


BASES = [Base("round", 0.63, 0.63), Base("oval", 2.0, 0.7), Base("rect", 1.0, 0.5)]


@pytest.mark.parametrize("base", BASES, ids=lambda base: base.kind)
@pytest.mark.parametrize("lift", [0.0, 1.5])
def test_the_body_is_a_closed_prism(base, lift):
    """Its volume is base times height, and positive: it is wound outwards."""
    body = profile(base, 2.0, lift=lift).body
    assert body.is_watertight and body.is_winding_consistent
    assert body.volume == pytest.approx(2.0 * area_of(base), rel=1e-9)
    assert body.bounds[:, 2].tolist() == [lift, lift + 2.0]
    assert body.bounds[1, :2] == pytest.approx((base.half_x, base.half_y))
    assert profile(base, 2.0, lift=lift).top == lift + 2.0


def test_a_miniature_is_its_mesh_lifted():
    mesh = trimesh.creation.box(bounds=[(-1, -1, 0), (1, 1, 3)])
    made = profile(Base("round", 0.5, 0.5), None, mesh, 0.25)
    assert made.body.bounds.tolist() == [[-1, -1, 0.25], [1, 1, 3.25]]
    assert mesh.bounds[0, 2] == 0.0


def test_where_a_figure_stands():
    """At (10, 20, 3), turned by 90 degrees: its length, along x, lies along y."""
    figure = Figure("m", "u", "red", profile(Base("rect", 2.0, 1.0)), (10.0, 20.0, 3.0), 90.0)
    assert (figure.bottom, figure.top) == (3.0, 5.0)
    assert figure.outline.min(axis=0).tolist() == [9, 18]
    assert figure.outline.max(axis=0).tolist() == [11, 22]
    placed = figure.profile.body.copy().apply_transform(figure.transform)
    assert placed.bounds.tolist() == [[9, 18, 3], [11, 22, 5]]


@pytest.mark.parametrize("turn", [0.0, 33.0, 90.0, -200.0])
def test_upright(turn):
    """A rigid placement: a turn about z, then the move; up stays up."""
    matrix = upright((1.0, 2.0, 3.0), turn)
    assert matrix[:3, :3] @ matrix[:3, :3].T == pytest.approx(np.eye(3), abs=1e-14)
    assert np.linalg.det(matrix) == pytest.approx(1.0)
    assert (matrix @ [0, 0, 0, 1]).tolist() == [1, 2, 3, 1]
    assert (matrix @ [0, 0, 1, 0]).tolist() == [0, 0, 1, 0]
    ahead = matrix @ [1, 0, 0, 0]
    assert ahead[:2] == pytest.approx((np.cos(np.radians(turn)), np.sin(np.radians(turn))))
