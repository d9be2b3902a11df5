"""Roughened shapes: still closed, of the wanted size, near the true surface, the same each time."""

import numpy as np
import pytest

from geo3d.errors import ShapeError
from geo3d.piece.locate import locate
from geo3d.shapes import crate, roughen, wall, window


@pytest.mark.parametrize("faces", [2_000, 50_000])
def test_roughened_wall(faces):
    shape = wall(6, 5, 0.25, [window(0, 1, 1, 1)])
    rough = roughen(shape.mesh, faces, noise=0.02, seed=3)
    assert rough.is_watertight
    assert rough.is_winding_consistent
    assert 0.8 * faces <= len(rough.faces) <= 1.2 * faces
    assert rough.volume == pytest.approx(shape.volume, rel=0.05)
    assert rough.bounds[0, 2] == 0.0
    some = rough.vertices[:: max(1, len(rough.vertices) // 500)]
    off = locate(shape.mesh, some).distance
    assert 0.002 < np.sqrt((off**2).mean()) < 0.03
    # The window is still there: same genus.
    assert rough.euler_number == shape.mesh.euler_number == 0


def test_same_seed_same_mesh():
    one, same, other = (roughen(crate(2, 2, 2).mesh, 4000, seed=s) for s in (1, 1, 2))
    assert np.array_equal(one.vertices, same.vertices)
    assert np.array_equal(one.faces, same.faces)
    assert not np.array_equal(one.vertices, other.vertices)


def test_half_a_million_faces():
    assert 400_000 <= len(roughen(crate(4, 4, 4).mesh, 500_000).faces) <= 600_000


def test_refused():
    mesh = crate(1, 1, 1).mesh
    for make in (
        lambda: roughen(mesh, 100),
        lambda: roughen(mesh, 5000, noise=-1),
        lambda: roughen(mesh.submesh([[0, 1, 2]], append=True), 5000),
    ):
        with pytest.raises(ShapeError):
            make()
