"""Miniatures through walls: 03.01 looks at the whole mesh."""

import numpy as np
import pytest
import trimesh

from geo3d.shapes.solids import box, mesh_of, union
from tests.scenario.moving_board import Model, Thing, one, rules, stand


def winged(reach):
    """A body .8" wide with wings to x = -reach and reach, 1 to 1.2" up, .1" thick."""
    body = box((-0.4, -0.4, 0.0), (0.4, 0.4, 1.6))
    return mesh_of(union([body, box((-reach, -0.05, 1.0), (reach, 0.05, 1.2))]))


def sheet(mesh):
    """The same without the faces below .1": open, as scans are."""
    kept = np.asarray(mesh.triangles)[:, :, 2].max(axis=1) > 0.1
    return trimesh.Trimesh(mesh.vertices, np.asarray(mesh.faces)[kept], process=False)


WALL = mesh_of(box((-0.2, -3.0, 0.0), (0.2, 3.0, 5.0)))
"""At (30, 22): its face lies at x = 29.8."""


@pytest.mark.parametrize("wall", [WALL, sheet(WALL)], ids=["closed", "open"])
@pytest.mark.parametrize(
    ("x", "reach", "legal"),
    [
        # Wings to x = 29.7 end before the wall, to 29.82 within `contact` of its face.
        (28.7, 1.0, True), (28.82, 1.0, True),
        # To 29.95 they stick in it; to 31.5 they stand through it.
        (28.95, 1.0, False), (28.5, 3.0, False),
    ],
)  # fmt: skip
def test_wings_and_a_wall(tmp_path, wall, x, reach, legal):
    model = Model((x, 22.0), mesh=winged(reach))
    found = stand(tmp_path, one(model, {"w": Thing(wall)}), (x, 22.0))
    assert rules(found) == (set() if legal else {"03.01"})


def test_a_post_through_a_wing(tmp_path):
    """A post .2" across between the body and a wing's end: no edge of the wing meets it."""
    post = mesh_of(box((-0.02, -0.02, 0.0), (0.02, 0.02, 5.0)))
    for x, legal in ((28.5, False), (26.5, True)):
        model = Model((x, 22.0), mesh=winged(3.0))
        found = stand(tmp_path, one(model, {"post": Thing(post)}), (x, 22.0))
        assert rules(found) == (set() if legal else {"03.01"})


def test_on_a_floor_and_under_a_ceiling(tmp_path):
    """On a deck 2" up a miniature stands on it, not through it; 1.5" under one 1.6" is too tall."""
    deck = Thing(mesh_of(box((-3.0, -3.0, 1.5), (3.0, 3.0, 2.0))))
    model = Model((20.0, 22.0), mesh=winged(1.0))
    assert rules(stand(tmp_path, one(model, {"d": deck}), (30.0, 22.0, 2.0))) == set()
    assert rules(stand(tmp_path, one(model, {"d": deck}), (30.0, 22.0, 0.0))) == {"03.01"}
